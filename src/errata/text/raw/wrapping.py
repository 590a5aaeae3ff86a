"""Whether the lines of a completion are one sentence, wrapped, and which of them the source has where they stand."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from errata.text.raw.align import link
from errata.text.raw.beside import Beside

GOOD = Fraction(3, 5)
"""A text at least this similar to the source is an output for it."""
_MOST_DIFFERENCES = 300
"""Lines that differ from their source in more words are not a wrapped sentence; comparing them would take long."""
_SPELT_ALIKE = 0.8
"""The share of characters in common of "After all" and "Afterall", or of "Therefor" and "Therefore", is higher."""


class BesideLines:
    """Lines beside the source, whose words are compared in order."""

    def __init__(self, lines: Sequence[str], source: Beside) -> None:
        self._lines = lines
        self._source = source
        self._rows = [source.find.of(line) for line in lines]

    @cached_property
    def _ends(self) -> list[int]:
        """Return where the words of each line end among those of all, preceded by 0."""
        ends = [0]
        for row in self._rows:
            ends.append(ends[-1] + len(row))
        return ends

    @cached_property
    def _links(self) -> list[int] | None:
        """Return the place in the source of each word, -1 for none; nothing if there are too many differences."""
        words = [word for row in self._rows for word in row]
        links, is_aligned = link(self._source.words, words, _MOST_DIFFERENCES)
        return links if is_aligned else None

    def is_own(self, number: int) -> bool:
        """Tell whether a line is, up to its spelling, what the source has between the lines before and after it."""
        links, row = self._links, self._rows[number]
        if links is None or not row:
            return False
        start, end = self._ends[number : number + 2]
        own = [place for place in links[start:end] if place >= 0]
        before = max(links[:start], default=-1)
        after = next((place for place in links[end:] if place >= 0), len(self._source.words))
        spans = {(before + 1, after), *([(own[0], own[-1] + 1)] if own else ())}
        return any(_are_alike(row, self._source.words[first:last]) for first, last in spans)

    @cached_property
    def are_wrapped(self) -> bool:
        """Tell whether each line continues the one before: half of its words are the source's next ones.

        A remark such as "(go → goes)" has words of the source too, but only words that have occurred before.
        """
        links = self._links
        if links is None:
            return False
        n_common = n_words = 0
        for number, ((start, end), row) in enumerate(zip(pairwise(self._ends), self._rows, strict=True)):
            n_kept = sum(place >= 0 for place in links[start:end])
            if 2 * n_kept < len(row):
                if not self.is_own(number):
                    return False
                n_kept = len(row)  # other spellings, or other spaces, of what the source has
            n_common += n_kept
            n_words += len(row)
        total = n_words + len(self._source.words)
        whole = Fraction(2 * n_common, total) if total else Fraction(0)
        return whole >= GOOD and whole > max(map(self._source.like, self._lines))


def _are_alike(row: Sequence[str], words: Sequence[str]) -> bool:
    """Tell whether words are the same up to their spelling and the spaces between them."""
    one, other = "".join(row), "".join(words)
    if one == other:
        return True
    if not 2 * len(one) > len(other) > len(one) // 2:  # as no spelling is; long texts need not be compared
        return False
    from difflib import SequenceMatcher  # few completions need it

    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _SPELT_ALIKE
