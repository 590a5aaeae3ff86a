"""Edits by word difference: of characters, as HOO submissions in plain text were read, or of the words of sentences.

Changed blocks are found as `diff` finds them: with the fewest words deleted and inserted; among the ways to do so, in
the fewest blocks; and every block is as late as possible, so that in `x a a y` → `x a y` the second `a` is
deleted.
"""

from array import array
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from errata.extract import Extractor
from errata.extract.classify import classify
from errata.findings import Finding, report
from errata.kernels.buffers import zeros
from errata.kernels.limits import TooLargeError
from errata.kernels.worddiff import BY_INSERTION, CHANGE_AFTER_CHANGE, MATCH_AFTER_CHANGE, fill
from errata.model import Edit
from errata.text.words import Ranges, place_words, word_ranges

NAME = "wdiff"
_TRAILING = frozenset("'\"]),.:;!?")
_LEADING = frozenset("'\"[({")
_WORD = 1 << 32
"""The cost of a changed word, where a block costs 1; there are never this many blocks."""
_MAX_CELLS = 1 << 27
"""Texts that would need a table of more than 128 MB are not compared as a whole."""
_FIRST_BAND = 32
_WINDOW = 1024
"""Words in the first window on a long text; it grows until it contains a stretch of unchanged words."""
_STRETCH = 16
"""The number of unchanged words in a row that separate windows of a long text."""


class Block(NamedTuple):
    """Tokens `start` to `end` of the source became tokens `output_start` to `output_end` of the output."""

    start: int
    end: int
    output_start: int
    output_end: int


def change_blocks(source: Sequence[str], output: Sequence[str]) -> list[Block]:
    """Return the blocks that turn one sequence of words into the other, in order.

    The cost is the length of the texts times the number of changed words. If that is too much, as for a whole book
    on one line, the texts are compared window by window, each up to words that did not change.

    >>> change_blocks("x a a y".split(), "x a y z".split())
    [Block(start=2, end=3, output_start=2, output_end=2), Block(start=4, end=4, output_start=3, output_end=4)]
    """
    numbers: dict[str, int] = {}
    ids, output_ids = (
        array("i", [numbers.setdefault(word, len(numbers)) for word in words]) for words in (source, output)
    )
    try:
        blocks = _trimmed_blocks(ids, output_ids)
    except TooLargeError:
        blocks = _blocks_by_window(ids, output_ids)
        _tell_piecewise(source, output)
    return _slide(blocks, source, output)


def _tell_piecewise(source: Sequence[str], output: Sequence[str]) -> None:
    message = (
        f"the text of {len(source):,} words that begins with {' '.join(source[:5])!r:.60} was compared with one of "
        f"{len(output):,} piece by piece, up to words that both have, so these may not be the fewest changes; split "
        "it into sentences, in all files alike"
    )
    report(Finding("piecewise", message), 2)


def _blocks_by_window(source: "array[int]", output: "array[int]") -> list[Block]:
    """Return the blocks of long texts, found piece by piece, each of which ends within a stretch of unchanged words."""
    n, m = len(source), len(output)
    blocks: list[Block] = []
    i = j = 0
    size = _WINDOW
    while True:
        is_rest = max(n - i, m - j) <= size
        try:
            found = _trimmed_blocks(source[i : i + size], output[j : j + size])
        except TooLargeError:
            raise TooLargeError(
                f"texts of {n:,} and {m:,} words have no {_STRETCH} words in common in a row from words {i + 1:,} and "
                f"{j + 1:,} on, so they cannot be compared; are they versions of the same text? If so, split them "
                "into shorter ones, in all files alike"
            ) from None
        if is_rest:
            return blocks + [_moved(block, i, j) for block in found]
        # Where a window ends its texts need not correspond: its last quarter decides nothing.
        number, end, output_end = _last_stretch(found, min(n - i, m - j, size) - size // 4)
        if output_end == 0 == end:
            size *= 2
            continue
        blocks += [_moved(block, i, j) for block in found[:number]]
        i, j, size = i + end, j + output_end, _WINDOW


def _last_stretch(blocks: Sequence[Block], reach: int) -> tuple[int, int, int]:
    """Return how many blocks precede the last stretch up to `reach`, and a position in it; zeros if there is none."""
    best = (0, 0, 0)
    end = output_end = 0
    for number, block in enumerate([*blocks, Block(reach, reach, reach, reach)]):
        if min(block.start, reach) - end >= _STRETCH:
            best = (number, end + _STRETCH // 2, output_end + _STRETCH // 2)
        end, output_end = block.end, block.output_end
    return best


def _moved(block: Block, by: int, output_by: int) -> Block:
    return Block(block.start + by, block.end + by, block.output_start + output_by, block.output_end + output_by)


def _shared(one: "array[int]", other: "array[int]") -> int:
    """Return how many words both begin with."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _trimmed_blocks(source: "array[int]", output: "array[int]") -> list[Block]:
    """Return the blocks of two texts whose equal ends were removed."""
    before = _shared(source, output)
    after = _shared(source[before:][::-1], output[before:][::-1])
    inner = _inner_blocks(source[before : len(source) - after], output[before : len(output) - after])
    return [_moved(block, before, before) for block in inner]


def _inner_blocks(source: "array[int]", output: "array[int]") -> list[Block]:
    n, m = len(source), len(output)
    if not n or not m:
        return [Block(0, n, 0, m)] if n or m else []
    n_changed = abs(n - m) + _FIRST_BAND
    while True:
        n_changed = min(n_changed, n + m)
        # A way that changes so many words deletes and inserts at most this many of them.
        below, above = (n_changed + n - m + 1) // 2, (n_changed - n + m + 1) // 2
        width = below + above + 1
        if (n + 1) * width > _MAX_CELLS:
            raise TooLargeError(f"{n:,} and {m:,} words")
        cells = zeros("B", (n + 1) * width)
        cost = fill(source, output, below, above, cells, zeros("q", 4 * width), _WORD)
        if cost // _WORD <= n_changed:
            return _trace(cells, width, below, n, m)
        n_changed *= 2


def _trace(cells: "array[int]", width: int, below: int, i: int, j: int) -> list[Block]:
    """Trace the cells back from the end, (i, j), and return the changed blocks."""
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
    """Move every block as late as possible; a block that both deletes and inserts has only one position."""
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


def extract_edits(source: str, output: str) -> list[Edit]:
    """Return the edits that turn the source into the output, up to runs of white space.

    Each block of changed words is one edit; if a word only lost, gained or changed a punctuation mark at either
    end, the edit covers only the mark. Edits have no types.

    >>> [(edit.start, edit.end, edit.corrections) for edit in extract_edits("We met; he go.", "We met. he goes.")]
    [(6, 7, ('.',)), (11, 14, ('goes.',))]
    """
    ranges = word_ranges(source)
    words, new_words = source.split(), output.split()
    edits = []
    for block in change_blocks(words, new_words):
        start, end, correction = place_block(ranges, words, block, new_words[block.output_start : block.output_end])
        edits.append(Edit.of(start, end, source[start:end], (correction,)))
    return edits


def place_block(ranges: Ranges, words: list[str], block: Block, new: list[str]) -> tuple[int, int, str]:
    """Return range and correction, in characters, of changed words; of only a punctuation mark, if possible."""
    return _peeled(ranges, words, block, new) or place_words(ranges, block.start, block.end, new)


def _peeled(ranges: Ranges, words: list[str], block: Block, new: list[str]) -> tuple[int, int, str] | None:
    """Return range and correction of a punctuation mark, if nothing else changed in one word."""
    if block.end - block.start != 1 or len(new) != 1:
        return None
    (start, end), old, [now] = ranges[block.start], words[block.start], new
    if old[:-1] == now[:-1] and old[-1] in _TRAILING and now[-1] in _TRAILING:
        return end - 1, end, now[-1]
    if old[1:] == now[1:] and old[0] in _LEADING and now[0] in _LEADING:
        return start, start + 1, now[0]
    if now[:-1] == old and now[-1] in _TRAILING:
        return end, end, now[-1]
    if now[1:] == old and now[0] in _LEADING:
        return start, start, now[0]
    if old[:-1] == now and old[-1] in _TRAILING:
        return end - 1, end, ""
    if old[1:] == now and old[0] in _LEADING:
        return start, start + 1, ""
    return None


class WordDifference(Extractor):
    """Makes each block of changed words in a sentence one edit; types are those that strings can tell."""

    serves_threads: ClassVar[bool] = True

    @property
    def signature(self) -> str:
        """The name: there are no settings."""
        return NAME

    def extract(self, sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[Edit, ...]]:
        """Return the edits of each pair, by position.

        >>> WordDifference().extract(["He go in school"], ["He goes to the school"])[0][0].corrections
        ('goes to the',)
        """
        found = []
        for source, output in zip(sources, outputs, strict=True):
            try:
                found.append(_word_edits(source, output))
            except TooLargeError as error:
                raise error.moved(len(found)) from None
        return found


def _word_edits(source: str, output: str) -> tuple[Edit, ...]:
    if source == output:
        return ()
    words, new_words = source.split(), output.split()
    edits = []
    for start, end, output_start, output_end in change_blocks(words, new_words):
        new = new_words[output_start:output_end]
        edits.append(Edit(start, end, (" ".join(new),), classify(words[start:end], new)))
    return tuple(edits)
