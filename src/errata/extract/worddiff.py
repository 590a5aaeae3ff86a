"""Word difference: which blocks of words were changed, the way `diff` sees it.

Fewest words are deleted and inserted; among the ways to do so, in fewest blocks; and every block stands as late as it
can, so that of `x a a y` → `x a y` the second `a` is deleted.
"""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from errata.kernels.buffers import zeros
from errata.kernels.limits import TooLargeError
from errata.kernels.worddiff import BY_INSERTION, CHANGE_AFTER_CHANGE, MATCH_AFTER_CHANGE, fill

_WORD = 1 << 32
"""What a changed word costs beside the 1 of a block; there are never so many blocks."""
_MAX_CELLS = 1 << 27
"""A table of more than 128 MB is refused: the texts are no versions of each other."""
_FIRST_BAND = 32


class Block(NamedTuple):
    """Tokens `start` to `end` of the source became tokens `output_start` to `output_end` of the output."""

    start: int
    end: int
    output_start: int
    output_end: int


def change_blocks(source: Sequence[str], output: Sequence[str]) -> list[Block]:
    """Return the blocks that turn one sequence of words into the other, in order.

    The cost is the length of the texts times the number of words changed.

    >>> change_blocks("x a a y".split(), "x a y z".split())
    [Block(start=2, end=3, output_start=2, output_end=2), Block(start=4, end=4, output_start=3, output_end=4)]
    """
    before = _shared(source, output)
    after = _shared(source[before:][::-1], output[before:][::-1])
    inner_source = source[before : len(source) - after]
    inner_output = output[before : len(output) - after]
    blocks = [
        Block(before + block.start, before + block.end, before + block.output_start, before + block.output_end)
        for block in _inner_blocks(inner_source, inner_output)
    ]
    return _slide(blocks, source, output)


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words both begin with."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _inner_blocks(source: Sequence[str], output: Sequence[str]) -> list[Block]:
    n, m = len(source), len(output)
    if not n or not m:
        return [Block(0, n, 0, m)] if n or m else []
    numbers: dict[str, int] = {}
    ids = array("i", [numbers.setdefault(word, len(numbers)) for word in source])
    output_ids = array("i", [numbers.setdefault(word, len(numbers)) for word in output])
    n_tried, n_changed = 0, abs(n - m) + _FIRST_BAND
    while True:
        n_changed = min(n_changed, n + m)
        # A way that changes so many words deletes and inserts at most this many of them.
        below, above = (n_changed + n - m + 1) // 2, (n_changed - n + m + 1) // 2
        width = below + above + 1
        if (n + 1) * width > _MAX_CELLS:
            raise TooLargeError(
                f"texts of {n} and {m} words differ in more than {n_tried} words, too many to be compared as wholes; "
                "are they versions of the same text? If so, cut them into shorter documents"
            )
        cells = zeros("B", (n + 1) * width)
        cost = fill(ids, output_ids, below, above, cells, zeros("q", 4 * width), _WORD)
        if cost // _WORD <= n_changed:
            return _trace(cells, width, below, source, output)
        n_tried, n_changed = n_changed, 2 * n_changed


def _trace(cells: "array[int]", width: int, below: int, source: Sequence[str], output: Sequence[str]) -> list[Block]:
    """Follow the cells back from the end and return the blocks of change."""
    i, j = len(source), len(output)
    blocks = []
    # Both texts are trimmed, so the best way cannot end in a match.
    in_change = True
    end, output_end = i, j
    while i or j:
        bits = cells[i * width + j - i + below]
        if in_change:
            in_change = bool(bits & CHANGE_AFTER_CHANGE)
            if bits & BY_INSERTION:
                j -= 1
            else:
                i -= 1
            if not in_change:
                blocks.append(Block(i, end, j, output_end))
        else:
            in_change = bool(bits & MATCH_AFTER_CHANGE)
            i, j = i - 1, j - 1
            end, output_end = i, j
    return blocks[::-1]


def _slide(blocks: list[Block], source: Sequence[str], output: Sequence[str]) -> list[Block]:
    """Move every block as late as it can stand; a block that both deletes and inserts has only one place."""
    moved: list[Block] = []
    limit, output_limit = len(source), len(output)
    for start, end, output_start, output_end in reversed(blocks):
        text, first, last = (output, output_start, output_end) if start == end else (source, start, end)
        step = 0
        if start == end or output_start == output_end:
            while end + step < limit and output_end + step < output_limit and text[first + step] == text[last + step]:
                step += 1
        moved.append(Block(start + step, end + step, output_start + step, output_end + step))
        limit, output_limit = start + step, output_start + step
    return moved[::-1]
