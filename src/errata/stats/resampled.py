"""Results of sentence scores in samples of the sentences: scores of systems, and agreement with people."""

from collections.abc import Mapping, Sequence

import numpy as np

from errata.measures.arrays import Array
from errata.stats import judged
from errata.stats.intervals import percentile_ends
from errata.stats.plan import Resampling
from errata.stats.preferences import AgreementInterval, Preference, agree_by_sentence
from errata.stats.resampling import bootstrap_weights


def sample_aggregate(sentences: Array, aggregate: str, plan: Resampling) -> Array:
    """Return the systems' "mean", "ew" or "trueskill" in samples of the sentences, one sample per row.

    `sentences` has one row per sentence and one column per system. The samples are the same as for all intervals.
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


def agreement_interval(
    preferences: Sequence[Preference], merits: Mapping[int, Sequence[float]], ties: str, plan: Resampling
) -> AgreementInterval | None:
    """Return how far agreement with people depends on the judged sentences; None if there are fewer than two."""
    counts = np.array(agree_by_sentence(preferences, merits, ties), dtype=float).reshape(-1, 2)
    if len(counts) < 2:
        return None
    shares = []
    for _, weights in bootstrap_weights(len(counts), plan.samples, plan.seed):
        n, right = (weights @ counts).T
        known = n > 0
        shares.append(right[known] / n[known])
    found = np.concatenate(shares)
    ends = percentile_ends(found, plan.level) if len(found) else (np.nan, np.nan)
    return AgreementInterval(plan.level, plan.samples, plan.seed, ends)
