"""Confidence intervals of scores from bootstrap samples: percentile and BCa (Efron & Tibshirani 1993, ch. 13, 14)."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from errata.measures.arrays import Array
from errata.measures.data import Interval, Score
from errata.records import replace
from errata.stages import Progress
from errata.stats.evidence import Evidence
from errata.stats.plan import Resampling
from errata.stats.resampling import bootstrap

Ends = tuple[float, float]


def percentile_ends(samples: Array, level: float) -> Ends:
    """Return the ends of the middle `level` of the samples; nan if any sample is undefined.

    >>> percentile_ends(np.arange(101.0), 0.5)
    (25.0, 75.0)
    """
    if np.isnan(samples).any():
        return math.nan, math.nan
    low, high = np.quantile(samples, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def bca_ends(samples: Array, observed: float, left_out: Array, level: float) -> Ends | None:
    """Return the bias-corrected and accelerated ends, None if they are undefined.

    `left_out` are the values without each unit in turn. They are undefined if all samples are on one side of the
    observed value, or if leaving out a unit never changes anything.
    """
    if np.isnan(samples).any() or np.isnan(left_out).any():
        return None
    below = (np.count_nonzero(samples < observed) + np.count_nonzero(samples <= observed)) / (2 * len(samples))
    spread = left_out.mean() - left_out
    cubes, squares = float((spread**3).sum()), float((spread**2).sum())
    if not 0 < below < 1 or not squares:
        return None
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    acceleration = cubes / (6 * squares**1.5)
    places = []
    for share in ((1 - level) / 2, (1 + level) / 2):
        z = bias + normal.inv_cdf(share)
        if acceleration * z >= 1:  # beyond the pole of the transformation
            return None
        places.append(normal.cdf(bias + z / (1 - acceleration * z)))
    low, high = np.quantile(samples, places)
    return float(low), float(high)


def leave_one_out(evidence: Evidence) -> dict[str, Array]:
    """Return the values without each unit in turn."""
    return evidence.evaluate(evidence.totals - evidence.matrix)


def interval_of(evidence: Evidence, samples: dict[str, Array], plan: Resampling) -> Interval:
    """Return the intervals of the score and its companions; `method` is "percentile" if BCa is undefined."""
    score = evidence.score
    headline = next(iter(samples))
    left_out = leave_one_out(evidence) if plan.method == "bca" else {}
    ends: dict[str, Ends] = {}
    used = plan.method
    for name, values in samples.items():
        found = bca_ends(values, score.values[name], left_out[name], plan.level) if left_out else None
        if found is None and name == headline:
            used = "percentile"
        ends[name] = found or percentile_ends(values, plan.level)
    low, high = ends[headline]
    return Interval(plan.level, low, high, plan.samples, plan.seed, used, len(evidence.matrix), ends)


def sample_scores(
    scores: Sequence[Score], plan: Resampling, progress: Progress | None = None
) -> tuple[list[Evidence], list[dict[str, Array]]]:
    """Return the basis for resampling scores of the same sentences, and their values in every sample."""
    first = scores[0]
    units = plan.units(len(first.table), first.works_on)
    evidence = [Evidence(score, units, plan.samples) for score in scores]
    return evidence, bootstrap(evidence, plan, progress)


def add_intervals(scores: Sequence[Score], plan: Resampling, progress: Progress | None = None) -> list[Score]:
    """Return the scores with their intervals, all from the same samples, noted in their signatures."""
    if not scores:
        return []
    pairs = zip(*sample_scores(scores, plan, progress), strict=True)
    return [with_interval(evidence, samples, plan) for evidence, samples in pairs]


def with_interval(evidence: Evidence, samples: dict[str, Array], plan: Resampling) -> Score:
    """Return a score with its interval."""
    score = evidence.score
    signature = "|".join([score.signature, *plan.signature])
    return replace(score, signature=signature, interval=interval_of(evidence, samples, plan))
