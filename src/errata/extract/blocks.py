"""Where versions of one document can be split into blocks: only where all of them agree on a boundary.

A boundary is a line break, or the end of a sentence by its punctuation. The words and boundaries of the source are
aligned with those of each other text; two boundaries correspond if the same matched items precede both. For line
breaks that is enough; if a boundary has only punctuation, the words next to it must be nearly the same. So whatever
one text joins, splits, moves or omits stays within one block.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from errata.extract.anchors import anchored_blocks
from errata.extract.ends import BREAK, BREAKS, CLOSING, End, Version
from errata.extract.worddiff import Block as Change

_NEAR = 6
"""The number of words examined on each side of a boundary."""


class _Alignment:
    """How many matched items precede each item of two texts, and which items correspond."""

    def __init__(self, *versions: Version) -> None:
        self._versions = versions
        source, other = (version.items for version in versions)
        self.ranks: list[int] = []
        self.other_ranks: list[int] = []
        self.matched: dict[int, int] = {}
        """The items that are the same."""
        self._near: dict[int, int] = {}
        """Words that are nearly the same, in the same position among others that changed."""
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
            ours = [at for at in range(change.start, change.end) if source[at][0] != BREAK]
            theirs = [at for at in range(change.output_start, change.output_end) if other[at][0] != BREAK]
            if len(ours) == len(theirs):
                pairs = zip(ours, theirs, strict=True)
                self._near.update((i, j) for i, j in pairs if _are_alike(source[i], other[j]))
            reached, other_reached = change.end, change.output_end
        self.ranks.append(rank)
        self.other_ranks.append(rank)

    def are_near(self, end: End, other: End) -> bool:
        """Tell whether the words at two boundaries are nearly the same.

        Half of them on one side and, besides, some on the other side or the one next to the boundary, or a form of it.
        """
        if self.are_next_same(end, other):
            return True
        before, after = (self._share(end.item, other.item, step) for step in (-1, 1))
        if min(before, after) > 0 and max(before, after) >= 0.5:
            return True
        return (before >= 0.5 and self._is_like(end, other, -1)) or (after >= 0.5 and self._is_like(end, other, 1))

    def are_next_same(self, end: End, other: End) -> bool:
        """Tell whether the words on both sides of two boundaries are the same."""
        return all(self.matched.get(one) == two for one, two in (self._next(end, other, step) for step in (-1, 1)))

    def alike(self, item: int) -> int | None:
        """Return the item of the other text that is the same as one of the source, or nearly."""
        return self.matched.get(item, self._near.get(item))

    def _next(self, end: End, other: End, step: int) -> tuple[int, int]:
        """Return the words before or after two boundaries."""
        ours, theirs = (
            version.word(each.item - (step < 0), step)
            for version, each in zip(self._versions, (end, other), strict=True)
        )
        return ours, theirs

    def _is_like(self, end: End, other: End, step: int) -> bool:
        """Tell whether the words before or after two boundaries are the same, or forms of one."""
        places = self._next(end, other, step)
        if self.matched.get(places[0], -1) == places[1]:
            return True
        words = [v.items[at] for v, at in zip(self._versions, places, strict=True) if 0 <= at < len(v.items)]
        return len(words) == 2 and _are_alike(*words)

    def _share(self, place: int, other: int, step: int) -> float:
        """Return how many of the words next to two boundaries, before or after them, are the same, or nearly."""
        ours, theirs = (
            _nearest(version.items, at, step) for version, at in zip(self._versions, (place, other), strict=True)
        )
        n_shared = sum(self.matched.get(word, self._near.get(word)) in theirs for word in ours)
        return n_shared / max(1, min(len(ours), len(theirs)))


def _nearest(items: Sequence[str], place: int, step: int) -> set[int]:
    """Return the positions of the words next to a boundary, before or after it."""
    found: set[int] = set()
    at = place if step > 0 else place - 1
    while 0 <= at < len(items) and len(found) < _NEAR:
        if items[at][0] != BREAK:
            found.add(at)
        at += step
    return found


def _are_alike(one: str, other: str) -> bool:
    """Tell whether two words begin alike, as forms of one word do, or differ in a few letters within, as spellings."""
    ahead = _count_same(one, other)
    behind = _count_same(one[ahead:][::-1], other[ahead:][::-1])
    is_form = ahead >= max(2, min(len(one), len(other)) // 2 + 1)
    return is_form or (ahead > 0 and 4 * (ahead + behind) >= 3 * max(len(one), len(other)))


def _count_same(one: str, other: str) -> int:
    """Return the number of letters at the start that two words share."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _agreed(source: Version, other: Version, known: Collection[int]) -> dict[int, End]:
    """Return the boundaries of the other text that correspond to those of the source, by their numbers there.

    Line ends that the source shares with the references are known.
    """
    if source.text == other.text:
        return dict(enumerate(source.ends))
    alignment = _Alignment(source, other)
    facing, soft, ours = (
        _by_rank(ends, ranks)
        for ends, ranks in (
            (other.ends, alignment.other_ranks),
            (other.soft, alignment.other_ranks),
            (source.ends, alignment.ranks),
        )
    )
    found: dict[int, End] = {}
    for rank, numbers in ours.items():
        ends = [source.ends[number] for number in numbers]
        others = [other.ends[number] for number in facing.get(rank, [])]
        if len(others) < len(ends):
            others = sorted(others + [other.soft[number] for number in soft.get(rank, [])])
        for at, (number, end) in enumerate(zip(numbers, ends, strict=True)):
            line = _facing_break(source, end, other, alignment) if end.is_break else None
            if line is not None:
                found[number] = line
            elif len(ends) == len(others):  # else, which is it?
                partner = others[at]
                are_both = end.is_break and partner.is_break
                if (
                    alignment.are_next_same(end, partner)
                    if partner.is_soft and number not in known and not other.is_apart(partner)
                    else not are_both and alignment.are_near(end, partner)
                ):
                    found[number] = _fitted(source, end, other, partner)
            if number not in found and number in known:
                gap = _same_gap(source, end, other, alignment)
                if gap is not None:
                    found[number] = gap
    return found


def _by_rank(ends: Sequence[End], ranks: Sequence[int]) -> dict[int, list[int]]:
    """Return the numbers of the boundaries with the same number of matched items before them."""
    found: dict[int, list[int]] = {}
    for number, end in enumerate(ends):
        found.setdefault(ranks[end.item], []).append(number)
    return found


def _fitted(source: Version, end: End, other: Version, partner: End) -> End:
    """Return the boundary of the other text, moved to where the marks around it are as in the source, if possible.

    So a closing quotation mark or an emoticon goes where the source has it, which punctuation alone does not show; of
    two quotation marks where the source has only the opening one, the first closes.
    """
    if partner.is_break:
        return partner
    before, after = source.marks(end)
    theirs = "".join(other.marks(partner))
    ahead = theirs.removesuffix(after)
    is_closed = after and ahead.startswith(before) and all(mark in CLOSING for mark in ahead[len(before) :])
    if ahead + after != theirs or not (ahead[-1:] == before[-1:] or is_closed):
        return partner
    start = other.spans[other.word(partner.item - 1, -1)][1]
    return End(partner.item, *other.gap_after(start, len(ahead)), False)


def _same_gap(source: Version, end: End, other: Version, alignment: _Alignment) -> End | None:
    """Return the gap of the other text with the same word and the same marks on either side as a boundary.

    Some of these marks may be missing, if only one place fits the remaining ones and the next word begins the same.
    """
    ours, theirs = source.word(end.item - 1, -1), source.word(end.item, 1)
    first, last = alignment.alike(ours), alignment.matched.get(theirs)
    if first is None or last is None or other.word(first + 1, 1) != last:
        return None
    low, high = other.spans[first][1], other.spans[last][0]
    before, after = source.marks(end)
    marks = "".join(other.text[low:high].split())
    places = [len(before)]
    if marks != before + after:
        if source.text[source.spans[theirs][0]] != other.text[high]:
            return None
        places = [at for at in range(len(marks) + 1) if _is_left(marks[:at], before) and _is_left(marks[at:], after)]
    return End(last, *other.gap_after(low, places[0]), False) if len(places) == 1 else None


def _is_left(marks: str, of: str) -> bool:
    """Tell whether these marks are some of the others, in the same order."""
    rest = iter(of)
    return all(mark in rest for mark in marks)


def _facing_break(source: Version, end: End, other: Version, alignment: _Alignment) -> End | None:
    """Return where the other text ends the line: at the first line break that matches one of the source."""
    item = end.item
    while item < len(source.items) and source.items[item][0] == BREAK:
        partner = alignment.matched.get(item)
        if partner is not None and source.items[item] in BREAKS:
            return End(partner, *other.spans[partner], True)
        item += 1
    return None


class Cut(NamedTuple):
    """The blocks of the versions of a document: tuples of texts, source first; and the number of shared boundaries."""

    blocks: list[tuple[str, ...]]
    n_ends: int
    """The number of boundaries in the source."""


def cut_versions(texts: Sequence[str], *, only_breaks: bool = False, n_gold: int = 1) -> Cut:
    """Split the versions of a document, the source first, where all agree; with `only_breaks`, only at line breaks.

    The first `n_gold` texts are the source and its references: where all of these end a line, another text need not
    do so, if it has the same words and marks on either side, and no capital after an end.

    >>> cut_versions(["It rain. He go home. I stay.", "It rains. He goes home, and I stay."]).blocks
    [('It rain.', 'It rains.'), ('He go home. I stay.', 'He goes home, and I stay.')]
    """
    versions = [Version(text, only_breaks=only_breaks) for text in texts]
    source = versions[0]
    agreed: list[dict[int, End]] = []
    shared = set(range(len(source.ends)))
    known: set[int] = set()
    for number, other in enumerate(versions[1:], 1):
        if number == n_gold and not only_breaks:
            known = {at for at in shared if all(end.is_break for end in (source.ends[at], *(e[at] for e in agreed)))}
        if source.has_breaks == other.has_breaks:
            agreed.append(_agreed(source, other, known))
        else:  # breaks that nothing can match would only disturb the alignment of the words
            one, two = (Version(each.text, only_breaks=only_breaks, with_breaks=False) for each in (source, other))
            agreed.append(_agreed(one, two, known))
        shared &= agreed[-1].keys()
    kept = sorted(shared)
    columns = [_slices(source.text, [source.ends[number] for number in kept])]
    for other, found in zip(versions[1:], agreed, strict=True):
        columns.append(_slices(other.text, [found[number] for number in kept]))
    return Cut(list(zip(*columns, strict=True)), len(source.ends))


def _slices(text: str, ends: Sequence[End]) -> list[str]:
    starts = [0, *(end.stop for end in ends)]
    return [
        one_line(text[low:high]) for low, high in zip(starts, [*(end.start for end in ends), len(text)], strict=True)
    ]


def one_line(text: str) -> str:
    """Return a text on one line: each line break, with the white space around it, becomes a space."""
    return re.sub(r"\s*\n\s*", " ", text.strip())
