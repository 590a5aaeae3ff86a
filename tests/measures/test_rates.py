"""Precision, recall and F, and the choice on running totals."""

from array import array

import pytest

from errata.measures.data import Table
from errata.measures.rates import best_running_f, f_score, rates


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0, 0, 0), (1.0, 1.0, 1.0)),
        ((0, 0, 3), (0.0, 1.0, 0.0)),
        ((0, 2, 0), (0.0, 0.0, 1.0)),
        ((0, 2, 3), (0.0, 0.0, 0.0)),
        ((3, 1, 1), (0.75, 0.75, 0.75)),
    ],
)
def test_zero_rules(counts: tuple[int, int, int], expected: tuple[float, float, float]) -> None:
    """Nothing wrong is precision 1, nothing missed is recall 1; F is 0 where either rate is."""
    assert rates(*counts, 0.5) == expected


def test_beta() -> None:
    """0 is precision, large is recall."""
    assert f_score(0.25, 0.5, 0.0) == 0.25
    assert f_score(1.0, 0.0, 0.0) == 0.0
    assert f_score(0.2, 0.8, 1e6) == pytest.approx(0.8, abs=1e-11)  # the square of beta is 1e12


def table(*sentences: list[tuple[int, int, int]]) -> Table:
    rows = [row for rows in sentences for row in rows]
    bounds = array("i", [0])
    for sentence in sentences:
        bounds.append(bounds[-1] + len(sentence))
    return Table(("tp", "fp", "fn"), array("q", [n for row in rows for n in row]), bounds, [None] * len(rows))


def test_f_is_rounded_before_it_is_compared() -> None:
    """After 100,000 hits one miss more or less does not show in four decimals, so the hits decide."""
    late = table([(100_000, 50_000, 50_000)], [(0, 0, 0), (1, 3, 0)])
    assert best_running_f(late, 0.5, (1, -1, -1)) == [0, 2]
    assert best_running_f(late, 0.5, (1, -1, -1), alone=True) == [0, 1]
