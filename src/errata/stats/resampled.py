"""Scores of systems made of sentence scores, in samples of the sentences."""

import numpy as np

from errata.measures.arrays import Array
from errata.stats import judged
from errata.stats.plan import Resampling
from errata.stats.resampling import bootstrap_weights


def sample_aggregate(sentences: Array, aggregate: str, plan: Resampling) -> Array:
    """Return the systems' "mean", "ew" or "trueskill" in samples of the sentences, one sample a row.

    `sentences` has a row for each sentence and a column for each system. The samples are those of all intervals.
    """
    n_sentences, n = sentences.shape
    found = np.empty((plan.samples, n))
    wins = judged.win_tables(sentences) if aggregate == "ew" else None
    for start, weights in bootstrap_weights(n_sentences, plan.samples, plan.seed):
        block = found[start : start + len(weights)]
        if wins is not None:
            block[:] = judged.expected_wins((weights @ wins).astype(float).reshape(-1, n, n))
        elif aggregate == "mean":
            block[:] = weights.astype(float) @ sentences / n_sentences
        else:
            for row, counts in enumerate(weights.astype(int)):
                # A sentence drawn twice is met twice, one time after the other, for the order matters.
                block[row] = judged.rate_sentences(sentences, np.repeat(np.arange(n_sentences), counts).tolist())
    return found
