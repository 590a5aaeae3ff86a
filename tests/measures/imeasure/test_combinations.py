"""References are what applying combinations of alternatives as slices gives."""

import pytest
from tests.measures.letters import ids

from errata.measures.imeasure.combinations import (
    Alternative,
    Combinations,
    Error,
    NoReferenceError,
    SpanCorrection,
    annotator_references,
    apply_corrections,
    list_options,
)
from errata.measures.imeasure.references import mix_references


def edit(start: int, end: int, text: str) -> SpanCorrection:
    return SpanCorrection(start, end, ids(text))


def test_overlapping_corrections_are_applied_as_slices() -> None:
    """The second replacement keeps its source offsets although the text has grown."""
    changed = apply_corrections(ids("a b c d e f"), [edit(3, 4, "p q r"), edit(2, 5, "X Y")])
    assert changed == ids("a b X Y r e f")


@pytest.mark.parametrize(
    ("corrections", "expected"),
    [
        ([edit(5, 9, "x")], "a b c x"),  # beyond the end: clamped
        ([edit(-1, 3, "x")], "a b x"),  # negative: from the end
        ([edit(0, 3, "")], "a b c"),  # would leave nothing: skipped
        ([edit(0, 3, ""), edit(0, 0, "x")], "x a b c"),  # skipped before the insertion
        ([edit(1, 1, "x"), edit(1, 2, "y")], "a x y c"),
    ],
)
def test_unusual_corrections(corrections: list[SpanCorrection], expected: str) -> None:
    assert apply_corrections(ids("a b c"), corrections) == ids(expected)


def test_equal_options_collapse_and_equal_spans_of_one_alternative_are_joined() -> None:
    error = Error(
        (
            Alternative(0, (edit(2, 2, "to"[:1]), edit(2, 2, "u"))),
            Alternative(1, (edit(2, 2, "t u"),)),
            Alternative(2, (edit(2, 2, "v"), edit(0, 1, ""))),
            Alternative(3, (edit(0, 1, ""), edit(2, 2, "v"))),
        ),
        is_required=False,
    )
    assert [(option.corrections, option.alternative) for option in list_options(error)] == [
        ((), None),
        ((edit(2, 2, "t u"),), 0),
        ((edit(0, 1, ""), edit(2, 2, "v")), 2),
    ]


def test_combinations_with_equal_spans_are_discarded_and_equal_texts_kept_once() -> None:
    first = Error((Alternative(0, (edit(1, 1, "x"),)),), is_required=False)
    second = Error((Alternative(1, (edit(1, 1, "x"),)),), is_required=False)
    found = Combinations.of(ids("a b"), [first, second]).enumerate()
    assert [(reference.tokens, reference.rank) for reference in found] == [(ids("a b"), 0), (ids("a x b"), 1)]


def test_without_reference_there_is_a_clear_error() -> None:
    first = Error((Alternative(0, (edit(1, 1, "x"),)),))
    with pytest.raises(NoReferenceError, match="2 errors corrects some span twice"):
        Combinations.of(ids("a b"), [first, first]).enumerate()
    with pytest.raises(NoReferenceError, match="error 2 of 2 is required but has no alternative"):
        mix_references(ids("a b"), [first, Error(())])


def test_annotators_apart_may_leave_the_source_as_a_reference() -> None:
    errors = [
        Error((Alternative(1, (edit(0, 1, "x"),)), Alternative(0, (edit(0, 1, "y"),)))),
        Error((Alternative(1, (edit(1, 2, ""),)),)),
    ]
    texts = [(0, ids("y b")), (1, ids("x"))]
    assert list(annotator_references(ids("a b"), errors, 2)) == texts
    assert list(annotator_references(ids("a b"), errors, 3)) == [*texts, (None, ids("a b"))]
    assert list(annotator_references(ids("a b"), [], 0)) == [(None, ids("a b"))]
