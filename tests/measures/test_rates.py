"""Precision, recall and F, and the choice on running totals."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.measures.data import Table
from errata.measures.rates import best_running_f, choose_plainly, f_score, rates


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


FEW = st.integers(0, 4)
SENTENCES = st.lists(st.lists(st.tuples(FEW, FEW, FEW), min_size=1, max_size=4), max_size=12)


@given(SENTENCES, st.sampled_from([0.0, 0.5, 1.0, 2.5]), st.booleans(), st.sampled_from([0, 1, 700, 2**60]))
def test_the_kernel_chooses_as_the_definition(
    sentences: list[list[tuple[int, int, int]]], beta: float, alone: bool, before: int
) -> None:
    """With totals of all sizes; those beyond what doubles hold are left to the definition."""
    made, totals = table(*sentences), (before, before // 2, before // 3)
    assert best_running_f(made, beta, (1, -1, -1), alone, totals) == choose_plainly(
        made, beta, (1, -1, -1), alone, totals
    )


def test_ties_of_rounding_are_decided_as_python_rounds() -> None:
    """F of 1/16 has its last decimal exactly half way: it is rounded to the even digit, and then F is equal."""
    alone = table([(1, 15, 0), (10_001, 149_999 - 10_001 + 10_000, 0)])
    halves = [(tp, fp, 0) for tp in range(1, 40) for fp in (15 * tp, 31 * tp, 15 * tp + 1, 31 * tp + 1)]
    for made in (alone, table(halves), table(halves[::-1])):
        for beta in (0.0, 0.5):
            assert best_running_f(made, beta, (1, -1, -1), alone=True) == choose_plainly(
                made, beta, (1, -1, -1), True, (0, 0, 0)
            )


def test_weighted_counts_are_added_in_the_order_of_the_file() -> None:
    """Floats with a fourth column, as CLEME has them."""
    rows = [[(0.1 * k, 0.7 / (k + 1), 0.3, 1.0), (0.2, 0.1 * k, 0.3 / (k + 1), 2.0)] for k in range(200)]
    counts = array("d", [number for pair in rows for row in pair for number in row])
    made = Table(("tp", "fp", "fn", "tn"), counts, array("i", range(0, 401, 2)), [None] * 400)
    signs = (1, -1, -1, 1)
    assert best_running_f(made, 0.5, signs) == choose_plainly(made, 0.5, signs, False, (0, 0, 0))
