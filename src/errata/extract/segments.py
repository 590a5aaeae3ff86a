"""An unsplit text, split into the sentences of a source whose boundaries are known.

The words of both are aligned. Between the last common word before a boundary and the first one after
it, the text is split where the tokens on either side best fit those of the source. If several positions fit equally,
a line break comes first, then a position with as many opening marks after it as in the source, then one after a mark
that ends sentences, then the first.
"""

from collections.abc import Sequence
from typing import NamedTuple

from errata.extract.anchors import anchored_blocks
from errata.extract.blocks import one_line
from errata.extract.ends import STOP, STOPS, is_word
from errata.text.characters import cjk_ranges

_MOST_PAIRS = 1 << 16
"""The maximum of source tokens times text tokens around a boundary that are compared one by one; above it, only
punctuation and line breaks decide where the text is split, which is reported."""


class Segments(NamedTuple):
    """The piece of text for each sentence, and where it begins.

    `lacking` are the sentences, from 0, whose end the text does not show; `unfitted` those around whose end too much
    differs to be compared, with the number of tokens of source and text; `words` are the positions of the text's words,
    and `same` those that the source has too.
    """

    pieces: list[str]
    starts: list[int]
    lacking: list[int]
    unfitted: list[tuple[int, int, int]]
    words: list[int]
    same: list[int]


class _Tokens(NamedTuple):
    """The lower-cased tokens of a text, with their positions, and which of them are words."""

    text: str
    ranges: list[tuple[int, int]]
    tokens: list[str]
    words: list[int]

    @classmethod
    def of(cls, text: str) -> "_Tokens":
        ranges = cjk_ranges(text)
        tokens = [text[low:high].lower() for low, high in ranges]
        return cls(text, ranges, tokens, [at for at, token in enumerate(tokens) if is_word(token)])

    def has_gap(self, at: int) -> bool:
        """Tell whether white space precedes a token."""
        return self.ranges[at - 1][1] < self.ranges[at][0]

    def matchable(self) -> tuple[list[int], list[str]]:
        """Return which tokens are aligned, and as what: the words, and one stop where a sentence may end."""
        places: list[int] = []
        items: list[str] = []
        for at, token in enumerate(self.tokens):
            is_stop = token[-1] in STOPS
            if not is_stop and not is_word(token):
                continue
            if not (is_stop and items and items[-1] == STOP):
                places.append(at)
                items.append(STOP if is_stop else token)
        return places, items


def segment(sources: Sequence[str], text: str) -> Segments:
    """Return a piece of the text for each source sentence, by alignment.

    >>> segment(["He go home .", "It rain"], "He goes home . It rains").pieces
    ['He goes home .', 'It rains']
    """
    source, other = _Tokens.of("\n".join(sources)), _Tokens.of(text)
    partner = _partners(source, other)
    same = sorted(partner)
    cuts: list[int] = []
    lacking: list[int] = []
    unfitted: list[tuple[int, int, int]] = []
    token = before = reached = 0
    for number, sentence in enumerate(sources[:-1]):
        token += len(cjk_ranges(sentence))
        while reached < len(same) and same[reached] < token:
            reached += 1
        low = same[reached - 1] + 1 if reached else 0
        high = same[reached] if reached < len(same) else len(source.tokens)
        first = partner[low - 1] + 1 if reached else 0
        last = partner[high] if reached < len(same) else len(other.tokens)
        first = max(first, before)
        if (high - low) * (last - first) > _MOST_PAIRS:
            unfitted.append((number, high - low, last - first))
        before = _place(source.tokens[low:token], source.tokens[token:high], other, first, max(first, last))
        cuts.append(before)
        if token and source.tokens[token - 1][-1] in STOPS and not _kind_of_end(other, before):
            lacking.append(number)
    ends = [other.ranges[at][0] if at < len(other.ranges) else len(text) for at in cuts]
    starts = [0, *ends]
    pieces = [one_line(text[low:high]) for low, high in zip(starts, [*ends, len(text)], strict=True)]
    words = [other.ranges[at][0] for at in other.words]
    return Segments(pieces, starts, lacking, unfitted, words, [other.ranges[at][0] for at in partner.values()])


def _partners(source: _Tokens, other: _Tokens) -> dict[int, int]:
    """Return the token of the text that matches each token of the source.

    Stops take part in the alignment, but where a sentence is missing they do not show which one it was.
    """
    found: dict[int, int] = {}
    i = j = 0
    places, items = source.matchable()
    new_places, new_items = other.matchable()
    for change in (*anchored_blocks(items, new_items), None):
        stop = len(items) if change is None else change.start
        same = zip(places[i:stop], new_places[j:], items[i:stop], strict=False)
        found.update((place, new_place) for place, new_place, item in same if item != STOP)
        if change is not None:
            i, j = change.end, change.output_end
    return found


def _place(left: Sequence[str], right: Sequence[str], other: _Tokens, first: int, last: int) -> int:
    """Return the token, `first` to `last`, before which a split fits best what surrounds the source's boundary."""
    middle = other.tokens[first:last]
    if (len(left) + len(right)) * len(middle) > _MOST_PAIRS:
        costs = [0.0] * (last - first + 1)
    else:
        ahead = _costs(left, middle)
        behind = _costs(right[::-1], middle[::-1])[::-1]
        costs = [one + two for one, two in zip(ahead, behind, strict=True)]

    n_opening = _count_marks(right)

    def rank(at: int) -> tuple[float, bool, int, int, int]:
        kind = _kind_of_end(other, at)
        cost = costs[at - first] + (not kind and not other.has_gap(at))  # within what the text writes as one word
        return cost, kind < 2, abs(_count_marks(middle[at - first :]) - n_opening), -kind, at

    return min(range(first, last + 1), key=rank)


def _count_marks(tokens: Sequence[str]) -> int:
    """Return how many marks precede the first word."""
    return next((at for at, token in enumerate(tokens) if token[0].isalnum()), len(tokens))


def _costs(tokens: Sequence[str], others: Sequence[str]) -> list[float]:
    """Return the costs of turning the tokens into the first 0, 1, … of the others."""
    row = [float(at) for at in range(len(others) + 1)]
    for token in tokens:
        diagonal, row[0] = row[0], row[0] + 1
        for at, other in enumerate(others, 1):
            diagonal, row[at] = row[at], min(diagonal + _distance(token, other), row[at] + 1, row[at - 1] + 1)
    return row


def _distance(one: str, other: str) -> float:
    """Return 0 for equal tokens, less than 1 for marks and for words that begin alike, 2 for a word and a mark."""
    if one == other:
        return 0
    is_word, is_other_word = one[0].isalnum(), other[0].isalnum()
    if is_word != is_other_word:
        return 2
    return 0.5 if not is_word or one[:2] == other[:2] else 1


def _kind_of_end(text: _Tokens, at: int) -> int:
    """Return 2 if a line ends before a token, 1 if a sentence may end, else 0."""
    if not 0 < at < len(text.tokens):
        return 2
    gap = text.text[text.ranges[at - 1][1] : text.ranges[at][0]]
    return 2 if "\n" in gap else int(text.tokens[at - 1][-1] in STOPS)
