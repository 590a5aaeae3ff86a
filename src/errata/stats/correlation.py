"""Correlation of two sets of scores of the same systems, and whether one is closer to a third than the other."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from errata.measures.arrays import Array
from errata.stats.ranks import _check, kendall_tau_b, spearman
from errata.stats.ttest import two_tailed


class Correlations(NamedTuple):
    """Pearson's r, Spearman's rho (ties at their mean rank) and Kendall's tau-b; nan if one side is constant."""

    pearson: float
    spearman: float
    kendall: float


class WilliamsTest(NamedTuple):
    """Student's t for the difference of two dependent correlations, and its two-tailed p."""

    statistic: float
    p: float


def pearson(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the linear correlation; nan if all values on one side are equal, or one is undefined.

    >>> round(pearson([1, 2, 3, 4], [1, 3, 2, 5]), 12)
    0.83152184062
    """
    if not _check(first, second) or len(set(first)) < 2 or len(set(second)) < 2:
        return math.nan
    n = len(first)
    left = [value - math.fsum(first) / n for value in first]
    right = [value - math.fsum(second) / n for value in second]
    below = math.sqrt(math.fsum(a * a for a in left)) * math.sqrt(math.fsum(b * b for b in right))
    return math.fsum(a * b for a, b in zip(left, right, strict=True)) / below if below else math.nan


def correlate(first: Sequence[float], second: Sequence[float]) -> Correlations:
    """Return all three correlations."""
    return Correlations(pearson(first, second), spearman(first, second), kendall_tau_b(first, second))


def williams(n: int, one: float, two: float, between: float) -> WilliamsTest:
    """Test whether two measures correlate differently with a third, all of the same n systems (Williams 1959).

    `one` and `two` are the correlations of the measures with the third, `between` that of the two. The formula is from
    Steiger (1980), eq. 7, with n - 3 degrees of freedom.

    >>> found = williams(103, 0.4, 0.5, 0.1)
    >>> round(found.statistic, 2), round(found.p, 2)
    (-0.89, 0.37)
    """
    if n < 4 or any(map(math.isnan, (one, two, between))):
        return WilliamsTest(math.nan, math.nan)
    if one == two:
        return WilliamsTest(0.0, 1.0)
    determinant = 1 - one**2 - two**2 - between**2 + 2 * one * two * between
    spread = 2 * max(0.0, determinant) * (n - 1) / (n - 3) + ((one + two) / 2) ** 2 * (1 - between) ** 3
    above = (n - 1) * (1 + between)
    if spread <= 0 or above <= 0:  # the two are one measure, or one the reverse of the other
        return WilliamsTest(math.nan, math.nan)
    t = (one - two) * math.sqrt(above / spread)
    return WilliamsTest(t, two_tailed(t, n - 3))


def correlate_rows(rows: Array, other: Array) -> dict[str, Array]:
    """Return the correlations of many sets of scores, one per row, with others: one set for all, or as many.

    nan if a row is constant.
    """
    others = np.broadcast_to(other, rows.shape)
    return {
        "pearson": pearson_rows(rows, others),
        "spearman": pearson_rows(_mean_ranks(rows), _mean_ranks(others)),
        "kendall": _kendall_rows(rows, others),
    }


def pearson_rows(rows: Array, others: Array) -> Array:
    """Return Pearson's r of every row with the other side's; nan if one is constant."""
    left = rows - rows.mean(axis=1, keepdims=True)
    right = others - others.mean(axis=1, keepdims=True)
    # A constant row leaves no more than rounding after its mean is taken.
    is_constant = (np.ptp(rows, axis=1) == 0) | (np.ptp(others, axis=1) == 0)
    below = np.sqrt((left**2).sum(axis=1) * (right**2).sum(axis=1))
    found = np.full(len(rows), np.nan)
    np.divide((left * right).sum(axis=1), below, out=found, where=~is_constant & (below > 0))
    return found


def _mean_ranks(rows: Array) -> Array:
    below = (rows[:, None, :] < rows[:, :, None]).sum(axis=2)
    equal = (rows[:, None, :] == rows[:, :, None]).sum(axis=2)
    ranks: Array = (1 + 2 * below + equal) / 2
    return ranks


def _kendall_rows(rows: Array, others: Array) -> Array:
    i, j = np.triu_indices(rows.shape[1], 1)
    left, right = np.sign(rows[:, i] - rows[:, j]), np.sign(others[:, i] - others[:, j])
    below = np.sqrt((left**2).sum(axis=1) * (right**2).sum(axis=1))
    found = np.full(len(rows), np.nan)
    np.divide((left * right).sum(axis=1), below, out=found, where=below > 0)
    return found
