"""Whether one system's lead over another can be due to chance: tests of systems on the same sentences.

Two tests, both two-sided. *Approximate randomisation* (Noreen 1989): if the systems were alike, it would not matter
which of them wrote which of two outputs, so the outputs of each unit are swapped by the toss of a coin, many times; p
is how often the difference is at least as large as the real one. If few units differ, every way to swap is tried,
which makes the test exact. *Paired bootstrap* (Koehn 2004; Riezler and Maxwell 2005): the differences in samples of
units, shifted so that their mean is 0; p is how often they are at least as large as the real one.
"""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from errata.measures.arrays import Array
from errata.records import dataclass
from errata.stages import Progress, told
from errata.stats.evidence import Evidence, Stack
from errata.stats.intervals import percentile_ends
from errata.stats.plan import Resampling
from errata.stats.ranks import ranks
from errata.stats.resampling import n_samples, swap_weights

_ROUNDING = 1e-12
"""Differences closer than this are equal: sums in another order have other last bits."""


@dataclass(frozen=True)
class PValue:
    """The probability of a difference this large by chance, and the same corrected for the number of pairs."""

    p: float
    corrected: float


@dataclass(frozen=True)
class PairTest:
    """The difference between two systems under one measure: first minus second, and how likely it is by chance.

    The first is the better one, so the difference is negative if a lower score is better.
    `low` and `high` are the ends of the difference's bootstrap interval. `units_differing` is the number of sentences
    (documents, clusters) whose counts differ; `is_exact` says that every way to swap them was tried.
    """

    first: str
    second: str
    difference: float
    low: float
    high: float
    units_differing: int
    is_exact: bool
    randomisation: PValue
    bootstrap: PValue

    def is_significant(self, test: str, level: float) -> bool:
        """Tell whether the corrected p-value of the test ("randomisation" or "bootstrap") is at most 1 - `level`."""
        return (self.bootstrap if test == "bootstrap" else self.randomisation).corrected <= 1 - level


def correct_by_holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number (Holm 1979); undefined ones stay so and do not count.

    >>> correct_by_holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted((p, index) for index, p in enumerate(p_values) if not math.isnan(p))
    corrected = [math.nan] * len(p_values)
    largest = 0.0
    for rank, (p, index) in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p))
        corrected[index] = largest
    return corrected


def bootstrap_p(differences: Array, observed: float) -> float:
    """Return the two-sided p of an observed difference from the differences in bootstrap samples."""
    if math.isnan(observed) or np.isnan(differences).any():
        return math.nan
    centred = np.abs(differences - differences.mean())
    n_extreme = np.count_nonzero(centred >= abs(observed) - _ROUNDING)
    return (1 + int(n_extreme)) / (1 + len(differences))


def _count_extreme(one: Evidence, two: Evidence, ones: Array, twos: Array, observed: float) -> int:
    """Return how many sums of two systems differ in their scores at least as much as was observed."""
    differences = np.abs(one.headline(ones) - two.headline(twos))
    return int(np.count_nonzero(differences >= abs(observed) - _ROUNDING))


def find_differing(one: Evidence, two: Evidence) -> list[int]:
    """Return the units whose counts differ."""
    return np.flatnonzero((one.matrix != two.matrix).any(axis=1)).tolist()


def exact_p(one: Evidence, two: Evidence, units: Sequence[int], observed: float) -> float:
    """Return the share of all ways to swap these units that give a difference at least as large as the observed.

    Swapping all the others instead only changes the sign, so the last unit need never be swapped.
    """
    if not units:
        return 1.0
    free = np.arange(2 ** (len(units) - 1))
    swaps = (free[:, None] >> np.arange(len(units))) & 1
    moved = swaps @ (two.matrix - one.matrix)[units]
    return _count_extreme(one, two, one.totals + moved, two.totals - moved, observed) / len(free)


@dataclass
class _Pair:
    """Two systems, by their indices in the evidence, and what is known of their difference so far."""

    first: int
    second: int
    difference: float
    n_differing: int
    is_exact: bool = False
    n_extreme: int = 0
    p: float = math.nan
    """By swaps."""


def _pair(evidence: Sequence[Evidence], first: int, second: int, n_samples: int) -> _Pair:
    """Make a pair, already tested if all ways to swap can be tried."""
    one, two = evidence[first], evidence[second]
    units = find_differing(one, two)
    pair = _Pair(first, second, one.score.score - two.score.score, len(units))
    if not math.isnan(pair.difference) and (
        not units or (2 ** (len(units) - 1) <= n_samples and not one.is_drawn)  # no draw is the observed one
    ):
        pair.is_exact = True
        pair.p = exact_p(one, two, units, pair.difference)
    return pair


def _randomise(
    evidence: Sequence[Evidence], pairs: Sequence[_Pair], plan: Resampling, progress: Progress | None
) -> None:
    """Test pairs by approximate randomisation; all share the tosses, so each system is summed only once."""
    if not pairs:
        return
    stack = Stack(evidence)
    tossed = swap_weights(len(evidence[0].matrix), plan.samples, plan.seed)
    for block, weights in told(tossed, "swapping", plan.samples, n_samples, progress):
        given = stack.sums(weights, block)
        kept = [item.whole_sums(block, len(weights)) - sums for item, sums in zip(evidence, given, strict=True)]
        for pair in pairs:
            i, j = pair.first, pair.second
            ones, twos = kept[i] + given[j], kept[j] + given[i]
            pair.n_extreme += _count_extreme(evidence[i], evidence[j], ones, twos, pair.difference)
    for pair in pairs:
        pair.p = (1 + pair.n_extreme) / (1 + plan.samples)


def compare_pairs(
    evidence: Sequence[Evidence],
    samples: Sequence[dict[str, Array]],
    groups: Sequence[Sequence[int]],
    plan: Resampling,
    progress: Progress | None = None,
    baseline: str | None = None,
) -> list[list[PairTest]]:
    """Test every pair of systems in each group, or every pair with the baseline, the better one first.

    A group holds the indices of the systems under one measure; `samples` are the bootstrap samples of the evidence. All
    ways to swap are tried if they do not outnumber the samples, counting mirror images once.
    """
    paired = [
        [
            _pair(evidence, i, j, plan.samples)
            for i, j in combinations(_best_first(evidence, group), 2)
            if baseline is None or baseline in {evidence[i].score.system, evidence[j].score.system}
        ]
        for group in groups
    ]
    unsure = [pair for pairs in paired for pair in pairs if not pair.is_exact and not math.isnan(pair.difference)]
    _randomise(evidence, unsure, plan, progress)
    return [_conclude(evidence, samples, pairs, plan.level) for pairs in paired]


def _best_first(evidence: Sequence[Evidence], group: Sequence[int]) -> list[int]:
    merits = [evidence[place].score.merit for place in group]
    return [place for _, place in sorted(zip(ranks(merits), group, strict=True))]


def _conclude(
    evidence: Sequence[Evidence], samples: Sequence[dict[str, Array]], pairs: Sequence[_Pair], level: float
) -> list[PairTest]:
    """Add the bootstrap results, and correct for the number of pairs."""
    headlines = {place: next(iter(samples[place].values())) for pair in pairs for place in (pair.first, pair.second)}
    differences = [headlines[pair.first] - headlines[pair.second] for pair in pairs]
    by_swaps = [pair.p for pair in pairs]
    by_samples = [bootstrap_p(item, pair.difference) for item, pair in zip(differences, pairs, strict=True)]
    corrected = zip(correct_by_holm(by_swaps), correct_by_holm(by_samples), strict=True)
    return [
        PairTest(
            evidence[pair.first].score.system,
            evidence[pair.second].score.system,
            pair.difference,
            *percentile_ends(values, level),
            pair.n_differing,
            pair.is_exact,
            PValue(pair.p, swaps_holm),
            PValue(q, samples_holm),
        )
        for pair, values, q, (swaps_holm, samples_holm) in zip(pairs, differences, by_samples, corrected, strict=True)
    ]
