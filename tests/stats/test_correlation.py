"""Kendall's tau-b and Spearman's rho, against scipy."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from errata import LengthError
from errata.stats.correlation import kendall_tau_b, spearman

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=15)


@pytest.mark.filterwarnings("ignore:An input array is constant")
@given(PAIRS)
def test_both_equal_scipy(pairs: list[tuple[int, int]]) -> None:
    """Ties included; undefined where scipy says so."""
    first, second = map(list, zip(*pairs, strict=True))
    for ours, theirs in ((kendall_tau_b, stats.kendalltau), (spearman, stats.spearmanr)):
        # The two add in another order; values are between -1 and 1.
        assert ours(first, second) == pytest.approx(theirs(first, second).statistic, abs=1e-12, nan_ok=True)


def test_undefined_and_unpaired_values() -> None:
    """An undefined score leaves agreement undefined; unequal lengths are refused."""
    for correlate in (kendall_tau_b, spearman):
        assert math.isnan(correlate([1.0, math.nan], [1.0, 2.0]))
        with pytest.raises(LengthError, match="2 and 1 values cannot be paired"):
            correlate([1.0, 2.0], [1.0])
