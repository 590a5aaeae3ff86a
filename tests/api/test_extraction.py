"""Where edits come from: both sides cut alike, or a word about it."""

import warnings

import pytest
from tests.support import example_gold, example_outputs

import errata
from errata import Corpus, Edit, ErrataWarning, InputError, Layer, Result, Text
from errata.extract import Extractor, reannotate
from errata.extract.inventories import are_two, examples
from errata.extract.strings import StringExtractor

SOURCES = ["He go to the school .", "I am agree with he ."]
BY_HAND = Corpus(
    (
        Text(SOURCES[0], (Layer(0, (Edit(1, 2, ("goes",), "SVA"), Edit(3, 4, ("",), "ArtOrDet"))),)),
        # One edit by hand, two by rule: a word deleted, and one replaced.
        Text(SOURCES[1], (Layer(0, (Edit(1, 5, ("agree with him",), "Wform"),)),)),
    ),
    "gold.m2",
)
RIGHT = ["He goes to school .", "I agree with him ."]


def score(gold: Corpus, outputs: object, *measures: str, **options: object) -> tuple[Result, list[str]]:
    """Score, and return what was said about the origin of edits too."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        result = errata.score(gold, outputs, measures=measures, **options)  # type: ignore[arg-type]
    return result, [str(item.message) for item in caught if "edits of" in str(item.message)]


def sides(result: Result, measure: str) -> str:
    """Return what the signature says after the gold."""
    [item] = [item for item in result if item.measure == measure]
    return item.signature.partition(f"|gold:{BY_HAND.fingerprint}")[2]


def test_gold_extracted_anew_agrees_with_outputs_extracted() -> None:
    """A perfect output is perfect then, and not before; M² and the fingerprint do not change."""
    mixed, said = score(BY_HAND, RIGHT, "errant", "m2", extract="errata")
    assert dict(mixed["output", "errant"].counts) == {"tp": 2, "fp": 2, "fn": 1}
    assert said == [
        "errant: the edits of output were extracted (errata), those of gold.m2 were not; a change that they "
        "segment differently counts as both wrong and missed, and scores by type are hardly meaningful; "
        "extract_gold=True extracts both alike"
    ]
    alike, said = score(BY_HAND, RIGHT, "errant", "m2", extract="errata", extract_gold=True)
    assert dict(alike["output", "errant"].counts) == {"tp": 4, "fp": 0, "fn": 0}
    assert said == []
    assert alike["output", "m2"] == mixed["output", "m2"]
    assert sides(mixed, "errant") == "|extract:errata|gold_edits:given|output_edits:extracted"
    assert sides(alike, "errant") == "|extract:errata|gold_edits:extracted|output_edits:extracted"
    assert sides(alike, "m2") == sides(mixed, "m2") == ""


def test_measures_keep_their_order_and_workers_change_nothing() -> None:
    """Though those that compare edits are counted apart from the others."""
    gold, outputs = example_gold(), example_outputs("good", "bold")
    asked = ("green", "errant", "m2", "cleme", "gleu")
    one, _ = score(gold, outputs, *asked, extract="errata", extract_gold=True)
    assert [(item.system, item.measure) for item in one] == [(name, kind) for name in outputs for kind in asked]
    two, _ = score(gold, outputs, *asked, extract="errata", extract_gold=True, workers=2)
    assert one == two
    plain, _ = score(gold, outputs, "green", "m2", "gleu")
    assert [one[item.system, item.title] for item in plain] == list(plain)
    recut, _ = score(reannotate(gold, StringExtractor()), outputs, "errant", extract="errata")
    assert recut["good", "errant"].counts == one["good", "errant"].counts


def test_edits_that_are_all_given_are_not_remarked_on() -> None:
    """Unless their types are of two inventories."""
    mine = Corpus(BY_HAND.texts, "mine.m2")
    result, said = score(BY_HAND, {"mine": mine}, "errant")
    assert (said, sides(result, "errant")) == ([], "")
    theirs = Corpus((mine[0], Text(SOURCES[1], (Layer(0, (Edit(1, 2, ("do",), "R:VERB"),)),))), "theirs.m2")
    assert score(BY_HAND, {"theirs": theirs}, "errant")[1] == []  # some types are the same
    others = Corpus((Text(SOURCES[0]), theirs[1]), "{others}.m2")
    [only] = score(BY_HAND, {"others": others}, "errant")[1]
    assert only.startswith(
        "errant: the edits of {others}.m2 have types such as R:VERB, those of gold.m2 types such as ArtOrDet, SVA, "
    )


class _Errant(Extractor):
    """An extractor that calls itself ERRANT."""

    signature = "errant-3.0.0+en_core_web_sm-3.8.0"

    def extract(self, sources: object, outputs: object) -> list[tuple[Edit, ...]]:
        """Return what the extractor of strings finds."""
        return StringExtractor().extract(sources, outputs)  # type: ignore[arg-type]


def test_types_of_errant_earn_a_milder_word_or_none() -> None:
    """None where ERRANT itself finds the edits of the outputs."""
    gold = Corpus((Text("He go .", (Layer(0, (Edit(1, 2, ("goes",), "R:VERB:SVA"),)),)),), "gold.m2")
    [mild] = score(gold, ["He goes ."], "errant", "cleme", extract="errata")[1]
    assert mild == (
        "errant, cleme: the edits of output were extracted (errata), those of gold.m2 were not; they may segment "
        "the same change differently, which then counts as both wrong and missed; extract_gold=True extracts both alike"
    )
    assert score(gold, ["He goes ."], "errant", extract=_Errant())[1] == []
    unchanged = Corpus((Text("He go .", (Layer(0),)),), "gold.m2")
    assert score(unchanged, ["He goes ."], "errant", extract="errata")[1] == []  # no edits, nothing to cut


def test_groups_of_two_inventories_are_refused() -> None:
    """Also from Python; by the types of one inventory they are fine."""
    mixed, _ = score(BY_HAND, ["He goes to a school .", SOURCES[1]], "errant", extract="errata")
    with pytest.raises(
        InputError, match=r"the gold has types such as ArtOrDet, SVA, Wform, the output types such as R:"
    ):
        mixed.scores[0].breakdown("type")
    alike, _ = score(BY_HAND, RIGHT, "errant", extract="errata", extract_gold=True)
    assert {group.name for group in alike.scores[0].breakdown("operation").groups} == {"R", "U"}
    mine, _ = score(BY_HAND, {"mine": BY_HAND}, "errant")
    assert [group.name for group in mine.scores[0].breakdown("type").groups] == ["ArtOrDet", "SVA", "Wform"]
    with pytest.raises(
        InputError, match=r"broken down by category: that is part of types such as R:VERB:SVA, but there"
    ):
        mine.scores[0].breakdown("category")


def test_inventories() -> None:
    """Two only where nothing is common, and one side is ERRANT's or has no types."""
    assert not are_two(frozenset({"Vt"}), frozenset({"Nn"}))
    assert not are_two(frozenset(), frozenset({"R:X"}))
    assert are_two(frozenset({""}), frozenset({"R:X"}))
    assert examples(frozenset({"d", "c", "b", "a"})) == "types such as a, b, c"


def test_explanations_and_difficulty_see_the_gold_extracted_anew() -> None:
    """M² beside them sees it as it was given."""
    told = errata.explain(BY_HAND, RIGHT, measures=["errant", "m2"], extract="errata", extract_gold=True, sentences=[1])
    errant, m2 = told[0].measures
    assert (dict(errant.row.counts), m2.row.counts["gold"]) == ({"tp": 2, "fp": 0, "fn": 0}, 1)
    outputs = {"right": errata.Output("right", RIGHT), "none": errata.Output("none", SOURCES)}
    found = errata.analyse_difficulty(BY_HAND, outputs, extract="errata", extract_gold=True)
    assert found.n_errors == 4
    assert found.weights.gold == found.gold.fingerprint != BY_HAND.fingerprint
    assert all(
        "|gold_edits:extracted|output_edits:extracted|" in item.signature for item in (*found.weighted, *found.plain)
    )


def test_documents_and_nothing_to_extract_with_are_refused() -> None:
    """With what to give."""
    with pytest.raises(InputError, match=r"extract_gold=True re-extracts the edits of the gold.*extract='errata'"):
        errata.score(BY_HAND, RIGHT, measures=["errant"], extract_gold=True)
    documents = errata.Corpus((errata.Text.document("1", "a", ()),))
    with pytest.raises(InputError, match="extract is for sentences"):
        errata.score(documents, documents, extract_gold=True)
