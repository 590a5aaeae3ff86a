"""How certain a correlation with human scores is, and whether one measure is closer to them than another."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import NormalDist

import numpy as np

from errata.measures.arrays import Array
from errata.records import dataclass
from errata.stats.correlation import Correlations, correlate, correlate_rows, pearson, pearson_rows, williams
from errata.stats.intervals import Ends, percentile_ends
from errata.stats.paired import bootstrap_p, correct_by_holm
from errata.stats.plan import Resampling

_SYSTEMS_STREAM = 2
"""Part of the seed for samples of systems, so that they are independent of those of sentences."""
_SWAPS_STREAM = 3
_MAX_EXACT = 13
"""With up to this many systems all swaps are made, 8,192; with more a sample."""


@dataclass(frozen=True)
class CorrelationInterval:
    """The values between which the correlations lie in a share `level` of bootstrap samples.

    `sentences` resamples sentences and keeps the systems: what the correlation would be with unlimited sentences like
    those scored. None if a measure has no sentence scores. `systems` resamples systems: how far the correlation depends
    on those that happened to be judged. Each has the ends of "pearson", "spearman" and "kendall".
    """

    level: float
    samples: int
    seed: int
    sentences: Mapping[str, Ends] | None
    systems: Mapping[str, Ends]


@dataclass(frozen=True)
class MeasureTest:
    """Whether measures `a` and `b` correlate differently with human scores (Pearson).

    `statistic` and `williams_p` are of Williams' test, `adjusted_p` is that p after Holm's correction for all pairs of
    measures. `permutation_p` is of the permutation test that swaps both measures' scores of systems, `bootstrap_p` of
    the paired bootstrap over systems, `sentences_p` of that over sentences, which is only made together with intervals.
    """

    a: str
    b: str
    difference: float
    statistic: float
    williams_p: float
    bootstrap_p: float
    adjusted_p: float
    sentences_p: float = math.nan
    permutation_p: float = math.nan

    @property
    def is_significant(self) -> bool:
        """Whether the adjusted p is at most 0.05."""
        return self.adjusted_p <= 0.05


def system_draws(n_systems: int, plan: Resampling) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """Return samples of systems, drawn with replacement: the indices in each."""
    rng = np.random.Generator(np.random.PCG64([plan.seed, _SYSTEMS_STREAM]))
    return rng.integers(0, n_systems, (plan.samples, n_systems))


def ends_of(samples: Mapping[str, Array], observed: Correlations, level: float) -> dict[str, Ends]:
    """Return the ends of each correlation's interval; samples in which it is undefined are ignored."""
    pairs = zip(samples.items(), observed, strict=True)
    return {name: _ends(values[~np.isnan(values)], value, level) for (name, values), value in pairs}


def _ends(values: Array, observed: float, level: float) -> Ends:
    """Return bias-corrected ends (Efron 1981), or percentiles if all samples are on one side."""
    if not len(values) or math.isnan(observed):
        return math.nan, math.nan
    below = (np.count_nonzero(values < observed) + np.count_nonzero(values <= observed)) / (2 * len(values))
    if not 0 < below < 1:
        return percentile_ends(values, level)
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    places = [normal.cdf(2 * bias + normal.inv_cdf(share)) for share in ((1 - level) / 2, (1 + level) / 2)]
    low, high = np.quantile(values, places)
    return float(low), float(high)


def without_noise(found: Array, rows: Array) -> Array:
    """Correct correlations in samples of sentences for the noise of the systems' scores (Spearman 1904).

    The correction is for Pearson's r; according to simulations it suits rank correlations as well. Noise spreads the
    scores and lowers correlations, in samples twice: by the noise of the given sentences, and as much again by drawing
    from them. The samples themselves show how much that is. If noise could explain everything, the correlation may be
    anything up to 1.
    """
    apart = rows - rows.mean(axis=1, keepdims=True)
    noise = apart.var(axis=0, ddof=1).sum() / (rows.shape[1] - 1)
    spread = rows.var(axis=1, ddof=1)
    left = spread - 2 * noise
    corrected = np.sign(found)
    np.divide(found * np.sqrt(spread), np.sqrt(np.maximum(left, 0)), out=corrected, where=left > 0)
    bounded: Array = np.clip(corrected, -1, 1)
    return bounded


def _over_sentences(rows: Array, human: Sequence[float], observed: Correlations, level: float) -> dict[str, Ends]:
    found = correlate_rows(rows, np.array(human))
    known = ~np.isnan(found["pearson"])  # where one correlation exists, all do
    if np.count_nonzero(known) < 2 or math.isnan(observed.pearson):
        return ends_of(found, observed, level)
    return {name: percentile_ends(without_noise(values[known], rows[known]), level) for name, values in found.items()}


def correlation_interval(
    merits: Sequence[float], human: Sequence[float], by_sentences: Array | None, plan: Resampling
) -> CorrelationInterval:
    """Return the intervals of the correlations; `by_sentences` has the systems' scores in samples of sentences."""
    observed = correlate(merits, human)
    draws = system_draws(len(human), plan)
    of_systems = correlate_rows(np.array(merits)[draws], np.array(human)[draws])
    return CorrelationInterval(
        plan.level,
        plan.samples,
        plan.seed,
        None if by_sentences is None else _over_sentences(by_sentences, human, observed, plan.level),
        ends_of(of_systems, observed, plan.level),
    )


def permutation_p(one: Sequence[float], two: Sequence[float], human: Sequence[float], plan: Resampling) -> float:
    """Test by swapping whether two measures correlate differently (Pearson) with human scores.

    If they agree equally well with people, it does not matter which score is whose: in every permutation the
    scores of some systems, standardised, are swapped. p is the share of permutations in which the correlations
    differ at least as much as the observed ones (Deutsch et al. 2021, PERM-SYS). nan if one side is constant.
    """
    n = len(human)
    if any(len(set(side)) < 2 or any(map(math.isnan, side)) for side in (one, two, human)):
        return math.nan
    first, second = (_standard(np.array(side, dtype=float)) for side in (one, two))
    if n <= _MAX_EXACT:
        swaps = (np.arange(2**n)[:, None] >> np.arange(n)) & 1 == 1
    else:
        rng = np.random.Generator(np.random.PCG64([plan.seed, _SWAPS_STREAM]))
        swaps = rng.random((plan.samples, n)) < 0.5
        swaps[0] = False  # what was observed is one of the permutations
    judged = np.broadcast_to(np.array(human, dtype=float), swaps.shape)
    found = [pearson_rows(np.where(swaps, *sides), judged) for sides in ((second, first), (first, second))]
    differences = np.abs(found[0] - found[1])
    differences[np.isnan(differences)] = 0  # a constant side, which only swapping made
    return float(np.mean(differences >= differences[0] - 1e-12))  # sums in another order differ by rounding


def _standard(values: Array) -> Array:
    standard: Array = (values - values.mean()) / values.std()
    return standard


def compare_measures(
    merits: Mapping[str, Sequence[float]],
    human: Sequence[float],
    found: Mapping[str, Correlations],
    plan: Resampling,
    by_sentences: Mapping[str, Array | None],
) -> list[MeasureTest]:
    """Test every two measures, by title, on the same systems."""
    draws = system_draws(len(human), plan)
    judged = np.array(human)
    drawn = {title: correlate_rows(np.array(own)[draws], judged[draws])["pearson"] for title, own in merits.items()}
    sampled = {
        title: None if rows is None else correlate_rows(rows, judged)["pearson"] for title, rows in by_sentences.items()
    }
    tests = []
    for a, b in combinations(merits, 2):
        one, two = found[a].pearson, found[b].pearson
        tested = williams(len(human), one, two, pearson(merits[a], merits[b]))
        pairs = (sampled.get(a), sampled.get(b))
        tests.append(
            MeasureTest(
                a,
                b,
                one - two,
                *tested,
                _paired(drawn[a], drawn[b], one - two),
                math.nan,
                math.nan if pairs[0] is None or pairs[1] is None else _paired(pairs[0], pairs[1], one - two),
                permutation_p(merits[a], merits[b], human, plan),
            )
        )
    adjusted = correct_by_holm([test.williams_p for test in tests])
    return [MeasureTest(**{**vars(test), "adjusted_p": p}) for test, p in zip(tests, adjusted, strict=True)]


def _paired(one: Array, two: Array, observed: float) -> float:
    differences = one - two
    kept = differences[~np.isnan(differences)]
    return bootstrap_p(kept, observed) if len(kept) else math.nan
