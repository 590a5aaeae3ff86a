"""PT-M²: the original's numbers with token overlap in place of the model, what weights do, and what is refused."""

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.support import PARTLY_ANNOTATED, example_gold, only_compiled, run, shared

import errata
from errata import M2, Corpus, Edit, InputError, Layer, OptionError, PtErrant, PtM2, Text
from errata.measures.base import Measure
from errata.measures.pt_m2.measure import _first_of_each
from errata.similarity import Weigher

KINDS = {"m2": PtM2, "errant": PtErrant}
WEIGHTS = {"unit": "unweighted", "overlap": "token_overlap"}


def golden() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shared("golden/pt-m2/toy.json").read_text(encoding="utf-8"))
    return found


def inputs(kind: str, system: str) -> tuple[Corpus, Any]:
    folder = shared("data/conll14")
    if kind == "errant":
        return errata.read(folder / "errant/gold.m2"), errata.read(folder / f"errant/{system}.m2")
    gold = errata.read(folder / "gold.m2").select(range(150))
    return gold, list(errata.read_lines(folder / f"systems/{system}.txt"))[:150]


@only_compiled
@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_the_original(kind: str, weights: str) -> None:
    """At both levels, to the last bit, for every system there is."""
    suffix = "_first150" if kind == "m2" else ""
    for system, wanted in golden().items():
        gold, output = inputs(kind, system)
        measures: list[Measure] = [KINDS[kind](weights=weights), KINDS[kind](weights=weights, level="sentence")]
        corpus, sentence = errata.score(gold, {system: output}, measures=measures)
        what = WEIGHTS[weights]
        assert [corpus.values[name] for name in ("precision", "recall", "f")] == wanted[f"{kind}_{what}{suffix}"]
        assert sentence.score == wanted[f"sent{kind}_{what}{suffix}"]
        rows = [[row.values[name] for name in ("precision", "recall", "f")] for row in sentence.sentences[:40]]
        assert rows == wanted[f"sent{kind}_{what}_first40"]


def test_edits_that_weigh_the_same_make_m2() -> None:
    """Counts, and so everything, are those of M² with the first correction of each edit."""
    gold = example_gold().map(_first_of_each)
    outputs = {name: errata.read_lines(f"{EXAMPLES}/{name}.txt") for name in ("good", "bold")}
    plain = errata.score(gold, outputs, measures=[M2()])
    weighed = errata.score(gold, outputs, measures=[PtM2(weights="unit")])
    assert [score.counts for score in weighed] == [score.counts for score in plain]
    assert [score.score for score in weighed] == [score.score for score in plain]


EXAMPLES = errata.__file__.removesuffix("__init__.py") + "examples"


def test_only_the_first_correction_counts() -> None:
    """The second of an edit is wrong here, right in M²."""
    gold = Corpus((Text("He go .", (Layer(0, (Edit(1, 2, ("goes", "went")),)),)),))
    found = {
        output: [score.score for score in errata.score(gold, [output], measures=[M2(), PtM2(weights="overlap")])]
        for output in ("He goes .", "He went .")
    }
    assert found == {"He goes .": [1.0, 1.0], "He went .": [1.0, 0.0]}


def sentence(source: str, *layers: tuple[Edit, ...]) -> Corpus:
    return Corpus((Text(source, tuple(Layer(who, edits) for who, edits in enumerate(layers))),))


def test_each_edit_weighs_what_it_alone_does() -> None:
    """By hand: the overlap of the source is 4/8, with x 6/8, without c 4/7, with y 6/8."""
    gold = sentence("a b c d", (Edit(1, 2, ("x",)), Edit(2, 3, ("y",))))
    made = errata.score(gold, ["a x d"], measures=[PtM2(weights="overlap")]).scores[0]
    [row] = made.sentences
    weights = {edit["correction"]: edit["weight"] for edit in row.details["edits"]}
    assert weights == {"x": 6 / 8 - 4 / 8, "d": 4 / 7 - 4 / 8, "y": 6 / 8 - 4 / 8}
    assert [edit["verdict"] for edit in row.details["edits"]] == ["correct", "wrong", "missed"]
    assert made.counts == {"correct": 0.25, "proposed": 0.25 + (4 / 7 - 4 / 8), "gold": 0.5}


def test_edits_without_weight_share_one_in_a_sentence() -> None:
    """At sentence level only: over a corpus they count nothing."""

    class Nothing(Weigher):
        signature = "nothing"

        def weigh(self, sources: Any, edits: Any, references: Any) -> list[list[float]]:
            return [[0.0] * len(made) for made in edits]

    gold = sentence("a b c", (Edit(1, 2, ("x",)),))
    for level, counts, score in (("corpus", [0.0, 0.0, 0.0], 1.0), ("sentence", [0.0, 0.5, 0.5], 0.0)):
        found = errata.score(gold, ["a b y"], measures=[PtM2(weights=Nothing(), level=level)]).scores[0]
        assert list(found.counts.values()) == counts
        assert found.score == score
        assert "|weights:nothing|" in found.signature


def test_annotators_that_are_absent_are_not_compared_with() -> None:
    """As in M²: no row for them."""
    found = errata.score(PARTLY_ANNOTATED, PARTLY_ANNOTATED.sources, measures=[M2(), PtM2(weights="overlap")])
    plain, weighed = found.scores
    assert weighed.table.bounds == plain.table.bounds
    assert weighed.table.labels == plain.table.labels


def test_equal_scores_fall_to_the_first_annotator() -> None:
    """With more of the edits met before, with less in all before that."""
    one, two = (Edit(1, 2, ("x",)),), (Edit(1, 2, ("x",)), Edit(2, 3, ("y",)))
    measure = PtM2(weights="unit")
    for layers, chosen in (((one, one), 0), ((two, one), 1), ((one, two), 0)):
        assert errata.score(sentence("a b c", *layers), ["a x c"], measures=[measure]).scores[0].choice == [chosen]
    # Nothing proposed is met: the annotator with less to do is taken.
    assert errata.score(sentence("a b c", two, one), ["z a b c"], measures=[measure]).scores[0].choice == [1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": "overlapp"}, "no weights are called 'overlapp'; did you mean 'overlap'"),
        ({"weights": "overlap", "layer": 3}, "weights=overlap needs no model, so layer means nothing; leave it out"),
        ({"weights": "unit", "baseline": 0.5}, "weights=unit needs no model, so baseline means nothing"),
        ({"model": "bert-base-uncased"}, r"model takes what errata\.read_model reads .*, not 'bert-base-uncased'$"),
        ({"pooling": "max"}, "pooling takes pieces or mean or first, not 'max'"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    """Are refused when the measure is made."""
    with pytest.raises(OptionError, match=f"^measure pt-m2: {message}"):
        PtM2(**options)


def test_without_a_model_there_is_no_score() -> None:
    """The message names what to give and what does without."""
    message = r"^pt-m2: weights=bertscore needs an encoder \(model=FOLDER\), .* such as pt-m2:weights=overlap$"
    with pytest.raises(InputError, match=message):
        errata.score(example_gold(), example_gold().sources, measures=["pt-m2"])
    with pytest.raises(OptionError, match=message):
        _ = PtM2().weigher
    gold = sentence("a", ())
    with pytest.raises(InputError, match=r"pt-errant: weights=embedding needs a file of word vectors \(model=FILE\)"):
        errata.score(gold, {"mine": gold}, measures=["pt-errant:weights=embedding"])


def test_a_bounded_search_is_told() -> None:
    """In a warning and in the signature, as of M²."""
    gold = sentence("a b c", (Edit(1, 2, ("x",)),))
    with pytest.warns(errata.ErrataWarning, match=r"^output: 1 of 1 sentence decided by .*; pt-m2:budget=-1"):
        found = errata.score(gold, ["a x d c"], measures=[PtM2(weights="unit", budget=0)]).scores[0]
    assert found.signature.endswith("|bounded:1")
    exact = errata.score(gold, ["a x d c"], measures=[PtM2(weights="unit", budget=-1)]).scores[0]
    assert "bounded" not in exact.signature


def test_edits_that_cannot_be_applied_together_are_refused() -> None:
    """As the original stops: there is no text that they make."""
    edits = (Edit(0, 2, ("x",)), Edit(1, 3, ("y",)))
    gold = replace(sentence("a b c", edits), name="gold.m2")
    with pytest.raises(InputError, match=r"^gold\.m2, sentence 1: pt-m2 puts edits .* overlap or lie outside"):
        errata.score(gold, ["a b c"], measures=["pt-m2:weights=overlap"])


def test_an_edit_that_is_listed_twice_is_applied_once() -> None:
    """It counts as often as it is listed: M² has one proposal meet both, ERRANT's comparison one of them."""
    made = Edit(1, 2, ("x",))
    gold = sentence("a b c", (made, made, Edit(3, 3, ("y",))))
    with pytest.warns(errata.ErrataWarning, match="pt-m2 counts it as matched twice"):
        found = errata.score(gold, ["a x c"], measures=[PtM2(weights="overlap")]).scores[0]
    assert found.table.notes[0].compared.reference == "a x c y"
    met, missed = 6 / 7 - 4 / 7, 6 / 8 - 4 / 7  # overlaps of "a x c", "a b c y" and "a b c" with the reference
    assert list(found.counts.values()) == [met + met, met, met + met + missed]
    other = errata.score(gold, {"it": sentence("a b c", (made,))}, measures=[PtErrant(weights="unit")]).scores[0]
    assert list(other.counts.values()) == [1, 1, 3]
    twice = {"it": sentence("a b c", (made, made))}
    assert list(errata.score(gold, twice, measures=[PtErrant(weights="unit")]).scores[0].counts.values()) == [2, 2, 3]


def test_edits_that_are_left_out_are_not_applied() -> None:
    """Nor do they overlap with others: those that say nothing of what to change."""
    made = Edit(1, 2, ("x",), "R")
    unknown = replace(sentence("a b c", (Edit(0, 2, ("a b",), "UNK"), made)), name="gold.m2")
    output = sentence("a b c", (made,))
    assert errata.score(unknown, {"mine": output}, measures=[PtErrant(weights="unit")]).scores[0].counts["gold"] == 1
    with pytest.raises(InputError, match=r"^gold\.m2, sentence 1: pt-m2 puts edits .* overlap"):
        errata.score(unknown, ["a x c"], measures=[PtM2(weights="unit")])
    nothing = sentence("a b c", (Edit(-1, -1, ("",), "noop"),))
    assert errata.score(nothing, ["a b c"], measures=[PtM2(weights="unit")]).scores[0].score == 1.0


def test_explanations_show_the_weights() -> None:
    """Of each edit, with what they add up to."""
    ran = run("explain", f"{EXAMPLES}/gold.m2", f"{EXAMPLES}/good.txt", "--sentence", 2, "-m", "pt-m2:weights=overlap")
    assert "  correct  1:2 am → ∅  0.1429\n" in ran.out
    assert "P = correct / proposed = 0.1429/0.1429 = 100.00 %" in ran.out
    assert "away from it" in ran.out
