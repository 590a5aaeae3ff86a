"""Samples, the same for every system and measure: units drawn with replacement, or swapped between two systems."""

from collections.abc import Iterator, Sequence

import numpy as np

from errata.measures.arrays import Array
from errata.stages import Progress, told
from errata.stats.evidence import Evidence, Stack
from errata.stats.plan import Resampling

SampleWeights = np.ndarray[tuple[int, int], np.dtype[np.float32]]
"""How often (bootstrap), or whether (swaps), each unit takes part in each sample: one row per sample."""

_BLOCK_CELLS = 1 << 21
"""Weights are made in blocks of this many cells (about 32 MB with temporary arrays); results do not depend on it."""


def blocks(n_samples: int, n_units: int) -> Iterator[tuple[int, int]]:
    """Yield the first sample and the size of every block."""
    size = max(1, _BLOCK_CELLS // n_units)
    for first in range(0, n_samples, size):
        yield first, min(size, n_samples - first)


def n_samples(block: tuple[int, SampleWeights]) -> int:
    """Return how many samples a block holds."""
    return len(block[1])


def bootstrap_weights(n_units: int, n_samples: int, seed: int) -> Iterator[tuple[int, SampleWeights]]:
    """Yield blocks of samples: how often each unit was drawn when as many are drawn as there are.

    >>> [(first, weights.tolist()) for first, weights in bootstrap_weights(3, 2, 1)]
    [(0, [[0.0, 2.0, 1.0], [2.0, 0.0, 1.0]])]
    """
    # The stream of `scipy.stats.bootstrap` with this generator, so that both can be compared bit by bit.
    rng = np.random.Generator(np.random.PCG64(seed))
    for first, size in blocks(n_samples, n_units):
        drawn = rng.integers(0, n_units, (size, n_units))
        drawn += np.arange(size)[:, None] * n_units
        counts = np.bincount(drawn.ravel(), minlength=size * n_units)
        yield first, counts.reshape(size, n_units).astype(np.float32)


def swap_weights(n_units: int, n_samples: int, seed: int) -> Iterator[tuple[int, SampleWeights]]:
    """Yield blocks of samples: 1 for each unit that is swapped between two systems, by the toss of a coin."""
    rng = np.random.PCG64([seed, 1])
    n_words = -(-n_units // 64)
    for first, size in blocks(n_samples, n_units):
        words = rng.random_raw((size, n_words)).astype("<u8")
        bits = np.unpackbits(words.view(np.uint8), axis=1, count=n_units)
        yield first, bits.astype(np.float32)


def bootstrap(
    evidence: Sequence[Evidence], plan: Resampling, progress: Progress | None = None
) -> list[dict[str, Array]]:
    """Return the values of every piece of evidence in every sample; sample k has the same units in all."""
    n_units = len(evidence[0].matrix)
    found: list[dict[str, Array]] = [{} for _ in evidence]
    stack = Stack(evidence)
    drawn = bootstrap_weights(n_units, plan.samples, plan.seed)
    for first, weights in told(drawn, "drawing samples", plan.samples, n_samples, progress):
        for item, sums, values in zip(evidence, stack.sums(weights, first), found, strict=True):
            for name, some in item.evaluate(sums).items():
                values.setdefault(name, np.empty(plan.samples))[first : first + len(some)] = some
    return found
