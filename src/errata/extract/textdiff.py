"""Character edits from a corrected text by word difference, with options: finer tokens, other boundaries of edits."""

from collections.abc import Iterator

from errata.extract.worddiff import Block, change_blocks, extract_edits, place_block
from errata.model import Edit
from errata.records import dataclass
from errata.text.tokenisation import TokenisedText, tokenise

GRANULARITIES = ("word", "token")
MERGINGS = ("block", "errant")


@dataclass(frozen=True)
class TextDifference:
    """Finds edits by word difference.

    `granularity` is what is compared: words at white space, or Penn Treebank tokens, as in M2 files;
    `merge` is what becomes one edit: a block of changed words, or what ERRANT's rules join within it.
    """

    granularity: str = GRANULARITIES[0]
    merge: str = MERGINGS[0]

    def __call__(self, source: str, output: str) -> list[Edit]:
        """Return the edits that turn the source into the output, up to white space; they have no types."""
        if (self.granularity, self.merge) == ("word", "block"):
            return extract_edits(source, output)
        how = "treebank" if self.granularity == "token" else "space"
        old, new = tokenise(source, how), tokenise(output, how)
        # Whether a quotation mark opens or closes is the tokeniser's guess: what stands in the texts is compared.
        words, new_words = _surfaces(old), _surfaces(new)
        blocks = change_blocks(words, new_words)
        edits = []
        for block in _merged(blocks, words, new_words) if self.merge == "errant" else blocks:
            if self.granularity == "token":
                place = _place_tokens(old, new, block)
            else:
                place = place_block(old.ranges, words, block, new_words[block.output_start : block.output_end])
            start, end, correction = place
            edits.append(Edit.of(start, end, source[start:end], (correction,)))
        return edits


def _surfaces(source: TokenisedText) -> list[str]:
    return [source.text[start:end] for start, end in source.ranges]


def _merged(blocks: list[Block], words: list[str], new_words: list[str]) -> Iterator[Block]:
    """Yield the edits that ERRANT's alignment and rules make of each block, as far as strings suffice."""
    from errata.extract.strings import StringExtractor

    sources = [" ".join(words[block.start : block.end]) for block in blocks]
    outputs = [" ".join(new_words[block.output_start : block.output_end]) for block in blocks]
    for block, edits in zip(blocks, StringExtractor().extract(sources, outputs), strict=True):
        shift = block.output_start - block.start  # how far the output is ahead
        for edit in edits:
            start, end = block.start + edit.start, block.start + edit.end
            n_new = len(edit.corrections[0].split())
            yield Block(start, end, start + shift, start + shift + n_new)
            shift += n_new - (end - start)


def _place_tokens(old: TokenisedText, new: TokenisedText, block: Block) -> tuple[int, int, str]:
    """Return range and correction of changed tokens, with the white space around them in the output.

    A replacement keeps the white space around it, unless tokens would run together.
    """
    i, j, a, b = block
    words = " ".join(new.text[new.ranges[a][0] : new.ranges[b - 1][1]].split()) if a < b else ""
    last = len(old.ranges)
    before = old.ranges[i - 1][1] if i else 0  # where what stands before ends, what stands behind begins
    behind = old.ranges[j][0] if j < last else len(old.text)
    low = old.ranges[i][0] if i < last else behind
    high = old.ranges[j - 1][1] if j else before
    gap_before, gap_after = i > 0 and _has_gap(new, a), j < last and _has_gap(new, b)
    if i < j and words:
        opening = " " if i and low == before and gap_before else ""
        closing = " " if j < last and high == behind and gap_after else ""
        return low, high, f"{opening}{words}{closing}"
    if i < j:
        return _place_deletion(old, block, (before, low, high, behind), gap_before)
    if not old.ranges:
        return 0, 0, words
    if i == last:
        return before, before, f" {words}" if gap_before else words
    if before == behind or not i:
        return behind, behind, f"{' ' if gap_before else ''}{words}{' ' if gap_after else ''}"
    if gap_before:
        return behind, behind, f"{words} " if gap_after else words
    return before, before if gap_after else behind, words


def _place_deletion(
    old: TokenisedText, block: Block, borders: tuple[int, int, int, int], wants_gap: bool
) -> tuple[int, int, str]:
    """Return what to delete, so that white space remains where the output has some."""
    before, low, high, behind = borders
    if block.end == len(old.ranges):
        return (before if block.start else low), high, ""
    if not block.start or wants_gap == (before < low):
        return low, behind, ""
    if wants_gap == (high < behind):
        return before, high, ""
    return (low, high, " ") if wants_gap else (before, behind, "")


def _has_gap(text: TokenisedText, token: int) -> bool:
    """Tell whether white space precedes a token, or follows the last."""
    if not 0 < token < len(text.ranges):
        return True
    return text.ranges[token - 1][1] < text.ranges[token][0]
