"""Which spans of a text are aligned with each other: counted by sorted ends, listed by a sweep.

A span is (part, start, end), half-open; `start == end` is a point. Spans of different parts never meet. Two spans are
*aligned* when they share a character, when they are the same point, or when one is a point strictly inside the other;
with `touch`, a point on the border of a span is aligned with it too. The relation is symmetric.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence

Span = tuple[str, int, int]


def aligned(one: Span, other: Span, touch: bool = False) -> bool:
    """Tell whether two spans are aligned: the definition, for one pair.

    >>> aligned(("", 0, 3), ("", 2, 5)), aligned(("", 0, 3), ("", 3, 5)), aligned(("", 3, 3), ("", 3, 5), touch=True)
    (True, False, True)
    """
    if one[0] != other[0]:
        return False
    (_, a, b), (_, c, d) = one, other
    if a < b and c < d:
        return max(a, c) < min(b, d)
    if a == b and c == d:
        return a == c
    if a < b:  # the other is the point
        (a, b), (c, d) = (c, d), (a, b)
    return c <= a <= d if touch else c < a < d


class SpanIndex:
    """Spans sorted by where they start and end, to count in logarithmic time how many of them a span is aligned with.

    >>> SpanIndex([("", 0, 4), ("", 2, 6), ("", 5, 5)]).count(("", 3, 6))
    3
    """

    def __init__(self, spans: Sequence[Span], touch: bool = False) -> None:
        self._touch = touch
        self._points: dict[str, list[int]] = defaultdict(list)
        self._starts: dict[str, list[int]] = defaultdict(list)
        self._ends: dict[str, list[int]] = defaultdict(list)
        for part, start, end in spans:
            if start == end:
                self._points[part].append(start)
            else:
                self._starts[part].append(start)
                self._ends[part].append(end)
        for table in (self._points, self._starts, self._ends):
            for places in table.values():
                places.sort()

    def count(self, span: Span) -> int:
        """Return how many spans are aligned with this one."""
        part, start, end = span
        points = self._points.get(part, ())
        starts = self._starts.get(part, ())
        ends = self._ends.get(part, ())
        # Of the ranges, all but those that begin after the span and those that end before it; none can do both.
        if start < end:
            ranges = bisect_left(starts, end) - bisect_right(ends, start)
            if self._touch:
                return ranges + bisect_right(points, end) - bisect_left(points, start)
            return ranges + bisect_left(points, end) - bisect_right(points, start)
        same = bisect_right(points, start) - bisect_left(points, start)
        if self._touch:
            return same + bisect_right(starts, start) - bisect_left(ends, start)
        return same + bisect_left(starts, start) - bisect_right(ends, start)


def count_aligned(spans: Sequence[Span], others: Sequence[Span], touch: bool = False) -> list[int]:
    """Return for each span how many of the others it is aligned with, in n log n, however many pairs there are."""
    index = SpanIndex(others, touch)
    return [index.count(span) for span in spans]


def touching_pairs(spans: Sequence[Span], others: Sequence[Span]) -> list[tuple[int, int]]:
    """Return the pairs (span, other) that share a character or a border, ordered by the two indices.

    One sweep over the positions where spans start: (n + k) log n for k pairs.
    """
    events = sorted(
        [(span, 0, number) for number, span in enumerate(spans)]
        + [(span, 1, number) for number, span in enumerate(others)]
    )
    pairs = []
    part = ""
    open_spans: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])  # (end, number) on either side
    for (where, start, end), side, number in events:
        if where != part:
            part = where
            for opened in open_spans:
                opened.clear()
        facing = open_spans[1 - side]
        facing[:] = [item for item in facing if item[0] >= start]
        pairs += [(number, other) if side == 0 else (other, number) for _, other in facing]
        open_spans[side].append((end, number))
    return sorted(pairs)
