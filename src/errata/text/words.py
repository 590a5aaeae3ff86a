"""Positions of words in a text, and of edits of whole words; and words in lower case."""

from collections.abc import Sequence

Ranges = Sequence[tuple[int, int]]
"""Start and end of each word, in code points."""


def word_ranges(text: str) -> list[tuple[int, int]]:
    """Return the positions of a text's words: maximal runs without white space.

    >>> word_ranges("He  go.")
    [(0, 2), (4, 7)]
    """
    ranges = []
    position = 0
    for word in text.split():  # not a pattern: `\\s` and str.split() differ in what is white space
        start = text.index(word, position)
        position = start + len(word)
        ranges.append((start, position))
    return ranges


def place_words(ranges: Ranges, start: int, end: int, words: Sequence[str]) -> tuple[int, int, str]:
    """Return range and correction, in characters, of an edit that replaces words `start` to `end`.

    What is inserted or deleted includes the space after it, at the end of a text the one before it. This is the
    canonical form of an edit of whole words.

    >>> ranges = word_ranges("He go home")
    >>> place_words(ranges, 1, 2, ["goes"]), place_words(ranges, 1, 2, []), place_words(ranges, 3, 3, ["."])
    ((3, 5, 'goes'), (3, 6, ''), (10, 10, ' .'))
    """
    correction = " ".join(words)
    if start < end and words:
        return ranges[start][0], ranges[end - 1][1], correction
    if start < end:
        if end < len(ranges):
            return ranges[start][0], ranges[end][0], ""
        return ranges[start - 1][1] if start else ranges[0][0], ranges[-1][1], ""
    if start < len(ranges):
        return ranges[start][0], ranges[start][0], f"{correction} "
    if ranges:
        return ranges[-1][1], ranges[-1][1], f" {correction}"
    return 0, 0, correction


def lower_each(text: str) -> str:
    """Return a text in lower case, each code point by itself, as Python 2 did and the programs written in it do.

    In Python 3, `str.lower` depends on context (Σ at the end of a word is ς) and makes two code points of İ.

    >>> lower_each("ΛΟΓΟΣ İzmir"), "ΛΟΓΟΣ".lower(), len("İ".lower())
    ('λογοσ izmir', 'λογος', 2)
    """
    if text.isascii():
        return text.lower()
    return "".join([character.lower()[0] for character in text])


def overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two spans share a word; for an empty one, whether it is inside or at an end of the other.

    >>> overlap((1, 3), (2, 5)), overlap((1, 3), (3, 5)), overlap((1, 3), (3, 3)), overlap((2, 2), (2, 2))
    (True, False, True, True)
    """
    if one[0] == one[1] or other[0] == other[1]:
        return max(one[0], other[0]) <= min(one[1], other[1])
    return max(one[0], other[0]) < min(one[1], other[1])
