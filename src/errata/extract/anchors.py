"""Differences of long texts: first what occurs once in both and in the same order, then what lies in between.

The time is proportional to the length of the texts, not to its square, as long as they are versions of each other.
"""

from bisect import bisect_left
from collections.abc import Sequence

from errata.extract.worddiff import Block, change_blocks

_SMALL = 1 << 22
"""With fewer pairs of words than this, everything is compared at once."""
_RUN = 3
"""The number of words in a row that make an anchor."""


def anchored_blocks(source: Sequence[str], output: Sequence[str]) -> list[Block]:
    """Return blocks that turn one sequence of words into the other, in order; for short ones those of `change_blocks`.

    >>> anchored_blocks("x a a y".split(), "x a y".split())
    [Block(start=2, end=3, output_start=2, output_end=2)]
    """
    if len(source) * len(output) <= _SMALL:
        return change_blocks(source, output)
    found: list[Block] = []
    start = output_start = 0
    for place, other in (*_anchors(source, output), (len(source), len(output))):
        if place > start or other > output_start:
            for a, b, c, d in change_blocks(source[start:place], output[output_start:other]):
                found.append(Block(start + a, start + b, output_start + c, output_start + d))
        start, output_start = place + 1, other + 1
    return found


def _anchors(source: Sequence[str], output: Sequence[str]) -> list[tuple[int, int]]:
    """Return the positions of word runs that occur once in each text, as many as are in the same order in both."""
    once = _single_runs(output)
    pairs = [(place, once[run]) for run, place in _single_runs(source).items() if run in once]
    # The longest chain that rises in both (patience sorting): `ends` has the lowest end of chains of each length.
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, other) in enumerate(pairs):
        length = bisect_left(ends, other)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [other]
        last[length : length + 1] = [number]
    chain: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _single_runs(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Return the position of each word run that occurs once, in text order."""
    places: dict[tuple[str, ...], int] = {}
    repeated = set()
    for place, run in enumerate(zip(*(words[offset:] for offset in range(_RUN)), strict=False)):
        if run in places:
            repeated.add(run)
        places.setdefault(run, place)
    return {run: place for run, place in places.items() if run not in repeated}
