"""Edits by word difference: of characters, as HOO submissions in plain text were read, or of the words of sentences."""

from collections.abc import Sequence

from errata.extract import Extractor
from errata.extract.classify import classify
from errata.extract.worddiff import Block, change_blocks
from errata.kernels.limits import TooLargeError
from errata.model import Edit
from errata.text.words import Ranges, place_words, word_ranges

NAME = "wdiff"
_TRAILING = frozenset("'\"]),.:;!?")
_LEADING = frozenset("'\"[({")


def extract_edits(source: str, output: str) -> list[Edit]:
    """Return the edits that turn the source into the output, up to runs of white space.

    Each block of changed words is one edit; of a word that only lost, got or changed a punctuation mark at its end
    or start the edit is that of the mark. Edits have no type.

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
    """Return range and correction, in characters, of changed words; of a punctuation mark, if that is all."""
    return _peeled(ranges, words, block, new) or place_words(ranges, block.start, block.end, new)


def _peeled(ranges: Ranges, words: list[str], block: Block, new: list[str]) -> tuple[int, int, str] | None:
    """Return range and correction of a punctuation mark, if that is all that changed of one word."""
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
    """Takes each block of changed words of a sentence for one edit; types are those that strings tell."""

    @property
    def signature(self) -> str:
        """The name: there is nothing to set."""
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
