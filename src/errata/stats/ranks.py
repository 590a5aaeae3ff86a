"""Ranks of systems: which is better, which are tied, and how well two measures agree (Kendall's tau-b, Spearman)."""

import math
from collections.abc import Collection, Sequence
from itertools import combinations

from errata.errors import LengthError
from errata.records import dataclass


@dataclass(frozen=True)
class Standing:
    """A system's standing: its rank, the ranks that no test rules out, and its group, each counted from 1.

    Every system of a group is significantly better than every system of the groups after it.
    """

    rank: int
    best_rank: int
    worst_rank: int
    group: int


def ranks(merits: Sequence[float]) -> list[int]:
    """Return ranks from 1 for the highest; equals share the better rank, undefined ones come last.

    >>> ranks([0.5, 0.7, 0.5, 0.1])
    [2, 1, 2, 4]
    """
    known = [-math.inf if math.isnan(merit) else merit for merit in merits]
    return [1 + sum(other > merit for other in known) for merit in known]


def stand(merits: Sequence[float], better: Collection[tuple[int, int]]) -> list[Standing]:
    """Return the standing of every system, given which is significantly better than which.

    Of two merits the higher is better (`Score.merit`).

    A system is at best the one after all that are significantly better, at worst the one before all that are
    significantly worse. A group ends where everything before is significantly better than everything after.
    """
    n = len(merits)
    rank = ranks(merits)
    order = sorted(range(n), key=lambda k: rank[k])
    group = [0] * n
    number = 1
    for place, system in enumerate(order):
        if place and all((above, below) in better for above in order[:place] for below in order[place:]):
            number += 1
        group[system] = number
    return [
        Standing(
            rank[k],
            1 + sum((other, k) in better for other in range(n)),
            n - sum((k, other) in better for other in range(n)),
            group[k],
        )
        for k in range(n)
    ]


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _check(first: Sequence[float], second: Sequence[float]) -> bool:
    """Refuse sequences of different lengths; tell whether anything can be computed."""
    if len(first) != len(second):
        raise LengthError(f"{len(first)} and {len(second)} values cannot be paired; give one of each for every system")
    return not any(math.isnan(value) for value in (*first, *second))


def kendall_tau_b(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the share of pairs in the same order minus that of pairs in reverse order, corrected for ties.

    Undefined (nan) if all values on one side are equal, or one is undefined.

    >>> kendall_tau_b([1, 2, 3, 4], [1, 2, 4, 3])
    0.6666666666666666
    """
    if not _check(first, second):
        return math.nan
    agree = one = two = 0
    for (a, b), (c, d) in combinations(zip(first, second, strict=True), 2):
        left, right = _sign(a - c), _sign(b - d)
        agree += left * right
        one += left * left
        two += right * right
    return agree / math.sqrt(one * two) if one and two else math.nan


def mean_ranks(values: Sequence[float]) -> list[float]:
    """Return ranks from 1 for the smallest; equal values share the mean of their ranks.

    >>> mean_ranks([5, 3, 5])
    [2.5, 1.0, 2.5]
    """
    return [(1 + 2 * sum(o < value for o in values) + sum(o == value for o in values)) / 2 for value in values]


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the correlation of ranks, with ties at their mean rank; nan if `kendall_tau_b` is.

    >>> spearman([1, 2, 3, 4], [1, 2, 4, 3])
    0.8
    """
    if not _check(first, second):
        return math.nan
    one, two = mean_ranks(first), mean_ranks(second)
    middle = (len(one) + 1) / 2
    left, right = [rank - middle for rank in one], [rank - middle for rank in two]
    below = math.sqrt(math.fsum(a * a for a in left) * math.fsum(b * b for b in right))
    return math.fsum(a * b for a, b in zip(left, right, strict=True)) / below if below else math.nan
