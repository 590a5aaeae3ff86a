"""Ranks, possible ranks and groups; agreement of two rankings."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from errata import LengthError, Standing
from errata.stats.ranks import kendall_tau_b, ranks, spearman, stand

NAN = float("nan")


def test_ranks_count_those_above() -> None:
    """Equal scores share the better rank; undefined ones come last."""
    assert ranks([0.2, 0.9, 0.2, 0.5]) == [3, 1, 3, 2]
    assert ranks([NAN, 0.1]) == [2, 1]


def test_without_significant_differences_all_is_possible() -> None:
    """One group, every rank."""
    assert stand([0.9, 0.8, 0.7], set()) == [Standing(k, 1, 3, 1) for k in (1, 2, 3)]


def test_a_group_ends_where_everything_above_beats_everything_below() -> None:
    """A system that overlaps both neighbours keeps them in one group."""
    chain = stand([0.9, 0.8, 0.7], {(0, 2)})
    assert [standing.group for standing in chain] == [1, 1, 1]
    assert [(item.best_rank, item.worst_rank) for item in chain] == [(1, 2), (1, 3), (2, 3)]
    neighbours = stand([0.9, 0.8, 0.7], {(0, 1), (1, 2)})
    assert [standing.group for standing in neighbours] == [1, 1, 1]
    parted = stand([0.7, 0.9, 0.8], {(1, 0), (2, 0)})
    assert [standing.group for standing in parted] == [2, 1, 1]
    assert [(item.rank, item.best_rank, item.worst_rank) for item in parted] == [(3, 3, 3), (1, 1, 2), (2, 1, 2)]


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
