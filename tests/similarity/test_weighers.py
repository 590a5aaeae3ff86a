"""Weights of edits by a similarity: which pairs are compared, and what of them is kept."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint

import pytest

import errata
from errata import Corpus, Edit, Layer, PtM2, Similarity, Text, Weigher
from errata.similarity import offered_weights
from errata.similarity.weighers import BySimilarity, Length, Unit


class Recording(Similarity):
    """Says how many letters of the reference there are beyond the candidate's, and remembers what it was asked."""

    signature = "recording"

    def __init__(self) -> None:
        self.asked: list[list[tuple[str, str]]] = []

    def compare(self, candidates: Sequence[str], references: Sequence[str]) -> list[int]:
        self.asked.append(list(zip(candidates, references, strict=True)))
        return [len(reference) - len(candidate) for candidate, reference in self.asked[-1]]


def test_every_pair_is_compared_once() -> None:
    """The source once for all its edits, equal texts once, and nothing of a sentence without edits."""
    recording = Recording()
    edits = [Edit(0, 1, ("xyz",)), Edit(1, 1, ("xyz",)), Edit(2, 2, ("b b",))]
    weights = BySimilarity(recording).weigh(["a", "a", "c"], [edits, edits[:1], []], ["ref", "ref", "c"])
    assert recording.asked == [[("a", "ref"), ("xyz", "ref"), ("a xyz", "ref")]]
    assert weights == [[2.0, 4.0, 0.0], [2.0], []]  # what cannot be applied changes nothing


def test_weights_without_similarity() -> None:
    """All alike, or by the longer side; an edit without a correction has one side."""
    edits = [[Edit(0, 2, ("x",)), Edit(1, 1, ("x y z",)), Edit(1, 2, ())], []]
    assert Unit().weigh(["a b", ""], edits, ["", ""]) == [[1.0, 1.0, 1.0], []]
    assert Length().weigh(["a b", ""], edits, ["", ""]) == [[2.0, 3.0, 1.0], []]


def test_all_systems_are_weighed_in_one_call() -> None:
    """What takes long is asked for once, so batches are full and what systems share is compared once."""
    recording = Recording()
    gold = Corpus((Text("a b", (Layer(0, (Edit(0, 1, ("x",)),)),)),))
    errata.score(gold, {"one": ["x b"], "two": ["a yy"]}, measures=[PtM2(weights=recording)])
    assert recording.asked == [[("a b", "x b"), ("x b", "x b"), ("a yy", "x b")]]


def test_other_packages_offer_similarities(monkeypatch: pytest.MonkeyPatch) -> None:
    """By entry point; a measure then takes them by name."""
    monkeypatch.setattr(EntryPoint, "load", lambda self: Recording)
    points = [EntryPoint("letters", "x:Y", "errata.similarities")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert offered_weights() == {"letters": Recording}
    weigher = errata.parse_measure("pt-m2:weights=letters").weigher  # type: ignore[attr-defined]
    assert isinstance(weigher.similarity, Recording)


def test_other_packages_offer_weighers(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the same entry point; one that cannot be made says so."""
    points = [EntryPoint("tokens", "x:Y", "errata.similarities")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    monkeypatch.setattr(EntryPoint, "load", lambda self: Length)
    assert isinstance(errata.parse_measure("pt-m2:weights=tokens").weigher, Length)  # type: ignore[attr-defined]
    monkeypatch.setattr(EntryPoint, "load", lambda self: BySimilarity)
    with pytest.raises(
        errata.OptionError, match=r"the plug-in for weights=tokens cannot be used \(.*argument: 'similar"
    ):
        _ = errata.parse_measure("pt-m2:weights=tokens").weigher  # type: ignore[attr-defined]


def test_pairs_are_remembered() -> None:
    """For both levels, as in `metaeval`, and for later calls, until the similarity has another signature."""
    recording = Recording()
    edits = [Edit(0, 1, ("x",))]
    gold = Corpus((Text("a b", (Layer(0, tuple(edits)),)),))
    errata.score(gold, ["x b"], measures=[PtM2(weights=recording), PtM2(weights=recording, level="sentence")])
    assert recording.asked == [[("a b", "x b"), ("x b", "x b")]]
    assert BySimilarity(recording).weigh(["a b", "b"], [edits, edits], ["x b", "x b"]) == [[0.0], [0.0]]
    assert recording.asked[1:] == [[("b", "x b"), ("x", "x b")]]
    recording.signature = "other"
    BySimilarity(recording).weigh(["b"], [edits], ["x b"])
    assert recording.asked[2:] == [[("b", "x b"), ("x", "x b")]]


def test_a_similarity_that_cannot_be_hashed_is_refused() -> None:
    """Such as a plain dataclass."""

    class Mutable(Recording):
        __hash__ = None  # type: ignore[assignment]

    with pytest.raises(
        errata.OptionError, match=r"^measure pt-m2: weights=Mutable cannot be hashed, .* if it is frozen"
    ):
        PtM2(weights=Mutable())


def test_an_offered_similarity_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what it compared is known to all measures of a run."""
    monkeypatch.setattr(EntryPoint, "load", lambda self: Recording)
    points = [EntryPoint("letters", "x:Y", "errata.similarities")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    one, other = (errata.parse_measure(f"pt-m2:weights=letters,level={level}") for level in ("corpus", "sentence"))
    assert one.weigher.similarity is other.weigher.similarity  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([1.0], "1 similarities for 2 pairs; there must be one for every pair"),
        ([1.0, None], r"a similarity is not a number \(.*NoneType"),
    ],
)
def test_what_is_no_similarity_is_refused(found: list[float], message: str) -> None:
    """Before anything is made of it."""

    class Odd(Recording):
        def compare(self, candidates: Sequence[str], references: Sequence[str]) -> list[float]:  # type: ignore[override]
            return found

    gold = Corpus((Text("a b", (Layer(0, (Edit(0, 1, ("x",)),)),)),))
    with pytest.raises(errata.InputError, match=f"^weights=recording: {message}"):
        errata.score(gold, ["x b"], measures=[PtM2(weights=Odd())])


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([[-1.0]], "an edit of 'a b' weighs -1.0; weights must be finite and not negative"),
        ([[float("nan")]], "an edit of 'a b' weighs nan"),
        ([[1.0, 2.0]], "2 weights of 1 sentences for 1 edits of 1; a weigher must return one for every edit"),
        ([], "0 weights of 0 sentences for 1 edits of 1"),
    ],
)
def test_what_is_no_weight_is_refused(weights: list[list[float]], message: str) -> None:
    """A score of it would mean nothing."""

    class Odd(Weigher):
        signature = "odd"

        def weigh(
            self, sources: Sequence[str], edits: Sequence[Sequence[Edit]], references: Sequence[str]
        ) -> list[list[float]]:
            return weights

    gold = Corpus((Text("a b", (Layer(0, (Edit(0, 1, ("x",)),)),)),))
    with pytest.raises(errata.InputError, match=f"^weights=odd: {message}"):
        errata.score(gold, ["x b"], measures=[PtM2(weights=Odd())])


def test_what_is_no_similarity_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a warning."""
    monkeypatch.setattr(EntryPoint, "load", lambda self: len)
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [EntryPoint("odd", "x:len", "errata.similarities")]
    )
    with pytest.warns(errata.ErrataWarning, match=r"odd = x:len .* is not a subclass of errata\.Similarity or"):
        assert offered_weights() == {}
