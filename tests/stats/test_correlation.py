"""Correlations and tests of them, against scipy and by simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from errata.stats.correlation import correlate, correlate_rows, pearson, williams
from errata.stats.paired import correct_by_holm

VECTORS = st.integers(4, 9).flatmap(lambda n: st.tuples(*[st.lists(st.integers(-3, 3), min_size=n, max_size=n)] * 2))


@given(VECTORS)
def test_correlations_are_those_of_scipy(pair: tuple[list[int], list[int]]) -> None:
    """All three, ties included, of one vector and of rows; nan where one is constant."""
    first, second = ([float(value) for value in values] for values in pair)
    found = correlate(first, second)
    rows = correlate_rows(np.array([first, first]), np.array([second, second]))
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert all(map(math.isnan, found))
        assert all(np.isnan(values).all() for values in rows.values())
        return
    expected = (stats.pearsonr, stats.spearmanr, stats.kendalltau)
    assert found == pytest.approx([float(test(first, second)[0]) for test in expected], abs=1e-12)
    assert [values[1] for values in rows.values()] == pytest.approx(list(found), abs=1e-12)


def test_equal_decimals_are_constant() -> None:
    """Rounding of their mean leaves no correlation over."""
    assert math.isnan(pearson([0.1] * 3, [1.0, 2.0, 3.0]))
    assert np.isnan(correlate_rows(np.full((1, 3), 0.1), np.array([1.0, 2.0, 3.0]))["pearson"]).all()


def test_williams_on_published_values() -> None:
    """Steiger (1980), case A, as the package psych documents it: n 103, r .4 and .5, .1 between the two."""
    found = williams(103, 0.4, 0.5, 0.1)
    assert (round(found.statistic, 2), round(found.p, 2)) == (-0.89, 0.37)
    assert williams(103, 0.5, 0.4, 0.1).statistic == -found.statistic


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((12, 0.6, 0.6, 0.9), (0.0, 1.0)),
        ((3, 0.6, 0.5, 0.9), None),
        ((12, math.nan, 0.5, 0.9), None),
        ((12, 1.0, -1.0, -1.0), None),
    ],
)
def test_williams_at_the_edges(
    arguments: tuple[int, float, float, float], expected: tuple[float, float] | None
) -> None:
    """No difference is p 1; with three systems, or without a correlation, nothing can be said."""
    found = williams(*arguments)
    assert tuple(found) == expected if expected else math.isnan(found.p)


def test_williams_keeps_its_level() -> None:
    """Of two measures that agree equally with people, it tells 5 % apart, whether they resemble one another or not."""
    rng = np.random.default_rng(5)
    for shared_noise in (0.0, 1.5):
        human = rng.normal(size=(4000, 12, 1))
        noise = rng.normal(size=(4000, 12, 2)) + shared_noise * rng.normal(size=(4000, 12, 1))
        measures = human + noise
        r = [correlate_rows(measures[:, :, k], human[:, :, 0])["pearson"] for k in (0, 1)]
        between = correlate_rows(measures[:, :, 0], measures[:, :, 1])["pearson"]
        p_values = [williams(12, *values).p for values in zip(*r, between, strict=True)]
        # Three standard errors of a share of 4,000; the test is known to be a little off at n = 12.
        assert np.mean(np.array(p_values) <= 0.05) == pytest.approx(0.05, abs=0.015)


def test_holm_is_what_corrects() -> None:
    """The smallest p times the number of tests."""
    assert correct_by_holm([0.01, 0.5, 0.2]) == pytest.approx([0.03, 0.5, 0.4])
