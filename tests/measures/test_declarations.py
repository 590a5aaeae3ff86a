"""What measures say of themselves: the heads of their columns, and the measures they stand for."""

import pytest
from tests.support import PARTLY_ANNOTATED

from errata import Cleme, Corpus, Difficulty, Edit, Errant, Gain, Gleu, Green, Hoo, Measure, Text
from errata.measures import _BUILT_IN, get_measure, parse_measure

PRF = ["P", "R"]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("m2", ["F0.5", *PRF]),
        ("m2:beta=2", ["F2", *PRF]),
        ("errant:beta=1", ["F1", *PRF]),
        ("cleme", ["F0.5", *PRF, "accuracy"]),
        ("difficulty", ["F0.5", *PRF, "A"]),
        ("green", ["F2", *PRF]),
        ("gain", ["gain", "earned", "cost"]),
        ("gleu", ["GLEU", "draw std", "draw low", "draw high"]),
        ("imeasure", ["I", "WAcc", "WAcc_b", "Acc", "F1", *PRF]),
        (
            "hoo",
            [f"{aspect} {kind}" for aspect in ("cor", "rec", "det") for kind in ("F1", *PRF)] + ["P sys"],
        ),
    ],
)
def test_heads_of_columns(text: str, labels: list[str]) -> None:
    """One for each value, in the order of the values."""
    measure = parse_measure(text)
    assert [measure.label(value) for value in measure.value_names] == labels


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (Cleme(), False),
        (Cleme(level="sentence"), True),
        (Green(), False),
        (Green(level="sentence"), True),
        (Hoo(level="macro"), True),
        (Errant(), False),
        (Gleu(), False),
        (Gain(), True),
    ],
)
def test_means_of_rows(measure: Measure, expected: bool) -> None:
    """Where the level says so."""
    assert measure.averages_rows is expected


def test_a_measure_of_each_annotator_stands_for_several() -> None:
    """One for each that the gold has; for itself where the gold has none, or where one is named."""
    edits = [Edit.of(0, 1, "b")]
    known = Corpus((Text.document("1", "a", edits),))
    each = Hoo(annotator="each")
    assert list(each.expand(known)) == [Hoo(annotator=str(name)) for name in known.annotators]
    assert len(known.annotators) == 1
    assert list(each.expand(Corpus((Text.document("1"),)))) == [each]
    assert list(Hoo().expand(known)) == [Hoo()]
    assert list(Difficulty(reference="all").expand(PARTLY_ANNOTATED)) == [Difficulty(), Difficulty(reference=2)]
    assert list(Difficulty(reference=2).expand(PARTLY_ANNOTATED)) == [Difficulty(reference=2)]
    assert list(Errant().expand(Corpus((Text("a"),)))) == [Errant()]


@pytest.mark.parametrize(
    ("name", "depends_on_order", "rows_do_not_sum", "perfect_needs_all", "first_only", "compares"),
    [
        ("m2", True, False, False, False, False),
        ("imeasure", False, False, False, False, False),
        ("green", False, False, False, False, False),
        ("gleu", True, True, True, False, False),
        ("errant", True, False, False, False, False),
        ("cleme", True, False, False, False, False),
        ("difficulty", False, False, False, True, True),
        ("hoo", False, False, False, False, False),
        ("gain", False, False, True, False, False),
    ],
)
def test_promises_are_not_taken_back(
    name: str, depends_on_order: bool, rows_do_not_sum: bool, perfect_needs_all: bool, first_only: bool, compares: bool
) -> None:
    """The shared suite tests what is declared; a promise that is no longer made would only be skipped there."""
    declared = get_measure(name).properties
    assert declared.order_matters is depends_on_order
    assert declared.rows_sum_to_counts is not rows_do_not_sum
    assert declared.perfect_needs_all is perfect_needs_all
    assert declared.uses_first_reference_only is first_only
    assert declared.compares_systems is compares
    assert declared.perfect == 1.0


@pytest.mark.parametrize(
    ("name", "gold_edits", "output_edits", "n_outputs"),
    [
        ("m2", True, False, 1),
        ("imeasure", False, False, 1),
        ("green", False, False, 1),
        ("gleu", False, False, 1),
        ("errant", True, True, 1),
        ("cleme", True, True, 1),
        ("difficulty", True, True, 2),
        ("hoo", False, False, 1),
        ("gain", False, False, 1),
    ],
)
def test_what_measures_need(name: str, gold_edits: bool, output_edits: bool, n_outputs: int) -> None:
    """Which decides what is left out where none is asked for by name."""
    measure = get_measure(name)
    assert (measure.needs_gold_edits, measure.needs_output_edits, measure.min_outputs) == (
        gold_edits,
        output_edits,
        n_outputs,
    )


def test_only_measures_that_are_still_tried_must_be_asked_for() -> None:
    """And only those say that they are experimental."""
    every = {name: get_measure(name) for name in _BUILT_IN}
    assert [name for name, measure in every.items() if measure.experimental] == ["gain"]
    assert {name for name, measure in every.items() if measure.by_name_only} >= {"gain"}
    assert get_measure("gain").properties.min_references == 2
    assert [name for name, measure in every.items() if not measure.properties.perfect_is_best] == ["gain"]
