"""Ranks of systems, the ranks each may have in truth, and groups that cannot be told apart."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Standing:
    """Where a system stands: its rank, the ranks that no test rules out, and its group, each counted from 1.

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

    Of two merits the higher is the better one (`Score.merit`).

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
