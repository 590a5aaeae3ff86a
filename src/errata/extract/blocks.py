"""Where versions of one document can be cut into blocks: only where all of them agree that something ends.

An end is a line break, or the end of a sentence by its punctuation. The words of the source are aligned with those of
each other text; an end of the source and one of the other text belong together if the same matched words stand before
both. Line breaks need no more than that; where punctuation alone speaks for an end, words next to it must be nearly
the same. What one text joins, parts, moves or leaves out so stays within one block.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from errata.extract.anchors import anchored_blocks
from errata.extract.worddiff import Block as Change
from errata.text.characters import cjk_ranges

_BREAK = "\n"
_BREAKS = ("\n", "\n2", "\n3")
"""What stands for a line break among words: three items, so that it takes as many words to align lines otherwise."""
STOPS = ".!?…।॥؟۔။。！？｡"
_WIDE = "。！？｡"
"""Stops of scripts without spaces, after which none needs to come."""
_CLOSING = "\"'”’»›)\\]}」』）】〉》"


def _pattern(closing: str) -> "re.Pattern[str]":
    """Return the pattern of ends, with these marks that close a quotation even where they are tokens of their own.

    A straight quote that stands alone may as well open what follows, so it is none of them.
    """
    return re.compile(
        rf"(?P<stop>[{STOPS}]+[{_CLOSING}]*(?:[ ](?:''|[{closing})\]}}]|[{STOPS}]+[{_CLOSING}]*)(?=\s))*)?(?P<gap>\s+)"
        rf"|(?P<wide>[{_WIDE}]+[{_CLOSING}]*)(?=\S)"
    )


_END = _pattern("”’»")
_END_AFTER_LOW = _pattern("”’»“‘")
"""The same for texts whose quotations begin with a low mark: there the marks that open elsewhere close."""
_LOW = re.compile("[„‚]")
_NO_STOP = re.compile(
    r"(?:^|[\s.(\"'“‘])(?:[^\W\d_]|Mr|Mrs|Ms|Dr|Prof|St|Gen|Sen|Rep|Col|Lt|Gov|No|vs|cf|etc|e\.g|i\.e)\.$"
    r"|(?:^\s*|\n\s*|[.!?]\s+)\d+\s?\.$"
)
"""Initials, titles and the numbers of lists, whose full stop ends nothing."""
_NEAR = 6
"""So many words on each side of an end are looked at."""


class End(NamedTuple):
    """Where something ends: before which item of its text, and where the gap behind it begins and stops there.

    That item is a line break where a line ends, else the first word behind the end of a sentence.
    """

    item: int
    start: int
    stop: int
    is_break: bool


class _Version:
    """A text with its items, which are words in lower case and line breaks, and the ends in it."""

    def __init__(self, text: str, *, only_breaks: bool) -> None:
        self.text = text
        self.ends: list[End] = []
        self.items: list[str] = []
        self.places: list[int] = []
        """Where each item stands in the text."""
        inner = len(text) - len(text.lstrip()), len(text.rstrip())
        words = [(low, text[low:high].lower()) for low, high in cjk_ranges(text) if _is_word(text[low:high])]
        reached = n_marks = 0
        for match in (_END_AFTER_LOW if _LOW.search(text) else _END).finditer(text):
            start, stop = match.span("gap") if match["gap"] else (match.end(), match.end())
            while reached < len(words) and words[reached][0] < start:
                self._add(*words[reached])
                reached, n_marks = reached + 1, 0
            if not inner[0] < start < inner[1]:
                continue
            is_break = _BREAK in text[start:stop]
            is_stop = not only_breaks and 0 < reached < len(words) and _is_stop(text, match, words[reached][0])
            if is_break or (is_stop and not n_marks):
                if is_break and n_marks and not self.ends[-1].is_break:
                    self.ends.pop()  # only marks stand between the end of a sentence and that of its line
                self.ends.append(End(len(self.items), start, stop, is_break))
                n_marks += 1
            for place in range(start, stop):
                if text[place] == _BREAK:
                    for item in _BREAKS:
                        self._add(place, item)
        for place, word in words[reached:]:
            self._add(place, word)

    def _add(self, place: int, item: str) -> None:
        self.places.append(place)
        self.items.append(item)


def _is_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _is_stop(text: str, match: "re.Match[str]", next_word: int) -> bool:
    """Tell whether a sentence ends in a gap: behind a stop, unless what follows begins with a small letter."""
    if match["wide"]:
        return True
    if not match["stop"] or text[next_word].islower():
        return False
    before = text[max(0, match.start() - 20) : match.start() + 1]
    return not (text[match.start()] == "." and _NO_STOP.search(before))


class _Alignment:
    """How many matched items stand before each item of two texts, and which belong together."""

    def __init__(self, source: Sequence[str], other: Sequence[str]) -> None:
        self._items = source, other
        self.ranks: list[int] = []
        self.other_ranks: list[int] = []
        self.matched: dict[int, int] = {}
        """The items that are the same."""
        self._near: dict[int, int] = {}
        """Words that are nearly the same, in the same place among others that were changed."""
        reached = other_reached = rank = 0
        end = Change(len(source), len(source), len(other), len(other))
        for change in (*anchored_blocks(source, other), end):
            n_same = change.start - reached
            self.ranks += range(rank, rank + n_same)
            self.other_ranks += range(rank, rank + n_same)
            same = zip(range(reached, change.start), range(other_reached, change.output_start), strict=True)
            self.matched.update(same)
            rank += n_same
            n, m = change.end - change.start, change.output_end - change.output_start
            self.ranks += [rank] * n
            self.other_ranks += [rank] * m
            if n == m:
                pairs = zip(range(change.start, change.end), range(change.output_start, change.output_end), strict=True)
                self._near.update((i, j) for i, j in pairs if _are_alike(source[i], other[j]))
            reached, other_reached = change.end, change.output_end
        self.ranks.append(rank)
        self.other_ranks.append(rank)

    def are_near(self, end: End, other: End) -> bool:
        """Tell whether the words at two ends are nearly the same.

        Half of them on one side, and beside that some on the other or the one next to the end.
        """
        before, after = (self._share(end.item, other.item, step) for step in (-1, 1))
        if min(before, after) > 0 and max(before, after) >= 0.5:
            return True
        return (before >= 0.5 and self._is_same(end.item - 1, other.item - 1)) or (
            after >= 0.5 and self._is_same(end.item, other.item)
        )

    def _is_same(self, place: int, other: int) -> bool:
        return self.matched.get(place, -1) == other

    def _share(self, place: int, other: int, step: int) -> float:
        """Return how many of the words next to two ends, before or after them, are the same, or nearly."""
        ours, theirs = (_nearest(items, at, step) for items, at in zip(self._items, (place, other), strict=True))
        n_shared = sum(self.matched.get(word, self._near.get(word)) in theirs for word in ours)
        return n_shared / max(1, min(len(ours), len(theirs)))


def _nearest(items: Sequence[str], place: int, step: int) -> set[int]:
    """Return the places of the words next to an end, before or after it."""
    found: set[int] = set()
    at = place if step > 0 else place - 1
    while 0 <= at < len(items) and len(found) < _NEAR:
        if items[at][0] != _BREAK:
            found.add(at)
        at += step
    return found


def _are_alike(one: str, other: str) -> bool:
    """Tell whether two words begin alike, as forms of one word do."""
    length = max(2, min(len(one), len(other)) // 2 + 1)
    return one[:length] == other[:length]


def _agreed(source: _Version, other: _Version) -> dict[End, End]:
    """Return the ends of the other text that belong to ends of the source, by these."""
    if source.text == other.text:
        return {end: end for end in source.ends}
    alignment = _Alignment(source.items, other.items)
    facing: dict[int, list[End]] = {}
    for end in other.ends:
        facing.setdefault(alignment.other_ranks[end.item], []).append(end)
    ours: dict[int, list[End]] = {}
    for end in source.ends:
        ours.setdefault(alignment.ranks[end.item], []).append(end)
    found: dict[End, End] = {}
    for rank, ends in ours.items():
        others = facing.get(rank, [])
        for number, end in enumerate(ends):
            line = _facing_break(source, end, other, alignment) if end.is_break else None
            if line is not None:
                found[end] = line
            elif len(ends) == len(others):  # else, which is it?
                partner = others[number]
                if not (end.is_break and partner.is_break) and alignment.are_near(end, partner):
                    found[end] = partner
    return found


def _facing_break(source: _Version, end: End, other: _Version, alignment: _Alignment) -> End | None:
    """Return where the other text ends the line: at the first line break that is the same as one of the source's."""
    item = end.item
    while item < len(source.items) and source.items[item][0] == _BREAK:
        partner = alignment.matched.get(item)
        if partner is not None:
            place = other.places[partner]
            return End(partner, place, place + 1, True)
        item += 1
    return None


class Cut(NamedTuple):
    """The blocks of the versions of a document: a tuple of texts each, source first; and how many ends were shared."""

    blocks: list[tuple[str, ...]]
    n_ends: int
    """How many ends the source has."""


def cut_versions(texts: Sequence[str], *, only_breaks: bool = False) -> Cut:
    """Cut the versions of a document, the source first, where all agree; with `only_breaks`, at line breaks alone.

    >>> cut_versions(["It rain. He go home. I stay.", "It rains. He goes home, and I stay."]).blocks
    [('It rain.', 'It rains.'), ('He go home. I stay.', 'He goes home, and I stay.')]
    """
    source, *others = (_Version(text, only_breaks=only_breaks) for text in texts)
    agreed = [_agreed(source, other) for other in others]
    shared = [end for end in source.ends if all(end in found for found in agreed)]
    columns = [_slices(source.text, shared)]
    for other, found in zip(others, agreed, strict=True):
        columns.append(_slices(other.text, [found[end] for end in shared]))
    return Cut(list(zip(*columns, strict=True)), len(source.ends))


def _slices(text: str, ends: Sequence[End]) -> list[str]:
    starts = [0, *(end.stop for end in ends)]
    return [
        one_line(text[low:high]) for low, high in zip(starts, [*(end.start for end in ends), len(text)], strict=True)
    ]


def one_line(text: str) -> str:
    """Return a text on one line: line breaks and the white space around them become a space."""
    return re.sub(r"\s*\n\s*", " ", text.strip())
