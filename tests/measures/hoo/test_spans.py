"""Spans that meet: the quick ways against the definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.measures.hoo.spans import Span, aligned, count_aligned, touching_pairs

SPANS = st.lists(
    st.builds(
        lambda part, start, length: (part, start, start + length),
        st.sampled_from(["", "2"]),
        st.integers(0, 9),
        st.integers(0, 4),
    ),
    max_size=8,
)


@pytest.mark.parametrize(
    ("one", "other", "inside", "touch"),
    [
        ((0, 3), (2, 5), True, True),
        ((0, 3), (3, 5), False, False),
        ((0, 9), (4, 5), True, True),
        ((3, 3), (3, 3), True, True),
        ((3, 3), (4, 4), False, False),
        ((3, 3), (2, 4), True, True),
        ((3, 3), (3, 4), False, True),
        ((3, 3), (1, 3), False, True),
        ((3, 3), (4, 5), False, False),
    ],
)
def test_alignment(one: tuple[int, int], other: tuple[int, int], inside: bool, touch: bool) -> None:
    """Ranges share a character; a point lies strictly inside, or with `touch` on the border too."""
    for a, b in ((("", *one), ("", *other)), (("", *other), ("", *one))):
        assert aligned(a, b) is inside
        assert aligned(a, b, touch=True) is touch
    assert not aligned(("1", *one), ("2", *one))


@given(SPANS, SPANS, st.booleans())
def test_counting_equals_looking_at_every_pair(spans: list[Span], others: list[Span], touch: bool) -> None:
    """And alignment is symmetric: both sides count as many pairs."""
    counts = count_aligned(spans, others, touch)
    assert counts == [sum(aligned(span, other, touch) for other in others) for span in spans]
    assert sum(counts) == sum(count_aligned(others, spans, touch))


@given(SPANS, SPANS)
def test_the_sweep_finds_all_that_touch(spans: list[Span], others: list[Span]) -> None:
    """In order, each pair once."""
    assert touching_pairs(spans, others) == [
        (i, j)
        for i, (part, start, end) in enumerate(spans)
        for j, (other_part, other_start, other_end) in enumerate(others)
        if part == other_part and start <= other_end and other_start <= end
    ]
