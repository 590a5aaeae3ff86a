"""Alignments of other costs than the paper settles for."""

import random

import pytest

import errata
from errata import IMeasure
from errata.measures.imeasure.threeway import (
    Costs,
    align,
    align_by_cube,
    count_by_costs,
    count_by_cube,
    count_columns,
)


@pytest.mark.parametrize("costs", [Costs(3, 2), Costs(2, 1), Costs(1, 1), Costs(7, 2)], ids=str)
def test_the_kernel_aligns_as_the_definition_does(costs: Costs) -> None:
    """On random triples, columns and counts alike."""
    draw = random.Random(7)
    for _ in range(60):
        source, output, reference = ([draw.randrange(3) for _ in range(draw.randrange(6))] for _ in range(3))
        columns = align_by_cube(source, output, reference, costs)
        assert align(source, output, reference, costs) == columns
        row = count_by_costs(source, output, [reference], costs)
        assert list(row[:5]) == list(count_columns(source, output, reference, columns).values())


def test_table_4_needs_a_mismatch_below_two_gaps() -> None:
    """Felice & Briscoe (2015), section 2.2: else different words never share a column."""
    texts = [1, 2], [3], [1]
    assert align(*texts) == ((0, 0, 0), (1, None, None))
    assert align(*texts, Costs(mismatch=5, gap=2)) == ((None, 0, None), (0, None, 0), (1, None, None))


def test_the_default_costs_count_as_ever() -> None:
    """And are in no signature; others are, and may change the counts."""
    texts = {"sources": ["a"], "references": [["b"]], "outputs": ["c"]}
    plain = errata.score(**texts, measures=[IMeasure()]).scores[0]  # type: ignore[arg-type]
    same = errata.score(**texts, measures=[IMeasure(mismatch=3, gap=2)]).scores[0]  # type: ignore[arg-type]
    other = errata.score(**texts, measures=[IMeasure(mismatch=30, gap=2)]).scores[0]  # type: ignore[arg-type]
    assert plain == same
    assert "gap" not in plain.signature
    assert "|mismatch:30|gold" in other.signature
    assert other.counts != plain.counts
    assert list(count_by_costs([1], [1, 2, 3], [[2, 3, 1]], Costs())[:7]) == list(
        count_by_cube([1], [1, 2, 3], [2, 3, 1])
    )
