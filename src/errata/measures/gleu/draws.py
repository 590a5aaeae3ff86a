"""GLEU's draws: which of its references each line is compared with, the same for every system.

The originals seed Python's generator with 101 times the number of the draw, and draw one reference for each line in
order. Python 2 and 3 make different choices from the same stream of random bits.
"""

import sys
from array import array
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from errata.kernels.sums import scale_words, sift_words
from errata.records import dataclass

_SEED_STEP = 101
_KEPT = 1 << 24
"""More picks than this (64 MiB) are not kept for the next system but generated again."""


@dataclass(frozen=True)
class Draws:
    """For each of `n_draws` draws, the reference picked for every line, counted from 0.

    A shorter text gets the beginning of the same draws. Can be iterated repeatedly; no global generator is touched.

    >>> [next(iter(Draws(python, 3, 5, 1))).tolist() for python in (2, 3)]
    [[2, 2, 1, 0, 1], [1, 1, 0, 1, 2]]
    """

    python: int
    """The Python generation whose choices are made: 2 or 3."""
    n_references: int
    n_lines: int
    n_draws: int

    def __len__(self) -> int:
        return self.n_draws

    def __iter__(self) -> "Iterator[array[int]]":
        return iter(_kept(self)) if self.n_lines * self.n_draws <= _KEPT else self.make()

    def make(self) -> "Iterator[array[int]]":
        """Make the draws one after the other."""
        k = self.n_references
        for number in range(self.n_draws):
            generator = Random(_SEED_STEP * number)
            if self.python == 2:  # int(random() * k), where random() takes two words
                yield scale_words(_words(generator, 2 * self.n_lines), k)
            else:  # as many bits as k has, the first of a word, drawn until they are a number below k
                picks = array("i")
                while len(picks) < self.n_lines:
                    picks += sift_words(_words(generator, self.n_lines), k)
                yield picks[: self.n_lines]


def _words(generator: Random, n_words: int) -> "array[int]":
    """Return the next 32-bit words of a generator, far faster than one by one."""
    words = array("I", generator.getrandbits(32 * n_words).to_bytes(4 * n_words, "little") if n_words else b"")
    if sys.byteorder == "big":
        words.byteswap()
    return words


@lru_cache(maxsize=4)
def _kept(draws: Draws) -> "tuple[array[int], ...]":
    return tuple(draws.make())
