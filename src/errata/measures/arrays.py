"""Arithmetic on whole arrays of counts, for the array twins of the measures' scores.

Only resampling needs them, and importing numpy takes longer than a whole run without it: so measures import this
module inside their `score_many`.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]


def divide(part: Array, whole: Array, of_nothing: float) -> Array:
    """Return the quotients, with a given value where the divisor is 0.

    >>> divide(np.array([1.0, 3.0]), np.array([2.0, 0.0]), 1.0)
    array([0.5, 1. ])
    """
    quotients = np.full(np.shape(whole), of_nothing)
    np.divide(part, whole, out=quotients, where=whole != 0)
    return quotients


def logarithm(values: Array) -> Array:
    """Return natural logarithms, minus infinity for 0."""
    logarithms = np.full(np.shape(values), -np.inf)
    np.log(values, out=logarithms, where=values > 0)
    return logarithms


def rates(tp: Array, fp: Array, fn: Array, beta: float) -> tuple[Array, Array, Array]:
    """Return F, precision and recall, the same doubles as `errata.measures.rates.rates`."""
    precision = np.where(fp != 0, divide(tp, tp + fp, 1.0), 1.0)
    recall = np.where(fn != 0, divide(tp, tp + fn, 1.0), 1.0)
    square = beta**2
    f = divide((1 + square) * precision * recall, square * precision + recall, 0.0)
    return np.where((precision != 0) & (recall != 0), f, 0.0), precision, recall
