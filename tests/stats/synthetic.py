"""Scores made of random tables of counts, for tests of resampling that need no text."""

from array import array

import numpy as np

from errata import Errant, Measure, Score
from errata.measures.data import Table


def rng(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def score_of(
    rows: "np.ndarray[tuple[int, int], np.dtype[np.int64]]", system: str = "x", measure: Measure | None = None
) -> Score:
    """Return the score of a system whose sentences have these counts, by default tp, fp, fn of `errant`."""
    counts = array("q", rows.ravel().tolist())
    table = Table(("tp", "fp", "fn"), counts, array("i", range(len(rows) + 1)), [0] * len(rows), [None] * len(rows))
    return (measure or Errant()).finish(system, table, "00000000")


def sentences(generator: np.random.Generator, n: int, hit: float) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """Draw tp, fp, fn of sentences with some errors each, of which a share `hit` is corrected."""
    errors = generator.poisson(2.0, n)
    tp = generator.binomial(errors, hit)
    return np.column_stack([tp, generator.poisson(0.8, n), errors - tp])


def true_f(hit: float) -> float:
    """Return F0.5 of endlessly many such sentences."""
    precision, recall = 2 * hit / (2 * hit + 0.8), hit
    return 1.25 * precision * recall / (0.25 * precision + recall)
