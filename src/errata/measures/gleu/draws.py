"""GLEU's draws: which of its references each line is compared with, the same for every system.

The originals seed Python's generator with 101 times the number of the draw, and draw one reference for each line in
order. Python 2 and 3 make different choices of the same stream of random bits.
"""

from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, repeat
from random import Random

from errata.records import dataclass

_SEED_STEP = 101
_KEPT = 1 << 24
"""More picks than this (64 MiB) are not kept for the next system but made again."""


@dataclass(frozen=True)
class Draws:
    """For each of `n_draws` draws the reference picked for every line, counted from 0.

    A shorter text gets the beginnings of the same draws. Iterate as often as you like; no global generator is touched.

    >>> [next(iter(Draws(python, 3, 5, 1))).tolist() for python in (2, 3)]
    [[2, 2, 1, 0, 1], [1, 1, 0, 1, 2]]
    """

    python: int
    """Generation of Python whose choices are made: 2 or 3."""
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
            if self.python == 2:
                random = generator.random
                yield array("i", [int(random() * k) for _ in range(self.n_lines)])
            else:
                # As many bits as k has, drawn until they are a number below k.
                numbers = map(generator.getrandbits, repeat(k.bit_length()))
                yield array("i", islice(filter(k.__gt__, numbers), self.n_lines))


@lru_cache(maxsize=4)
def _kept(draws: Draws) -> "tuple[array[int], ...]":
    return tuple(draws.make())
