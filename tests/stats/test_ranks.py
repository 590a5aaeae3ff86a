"""Ranks, possible ranks and groups."""

from errata import Standing
from errata.stats.ranks import ranks, stand

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
