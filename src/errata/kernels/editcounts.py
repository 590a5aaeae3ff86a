"""How many words or characters of a reference an output matches, replaces, lacks and adds (Levenshtein).

If several paths need equally few edits, the one counted is read from the end: a deletion if possible, then an
insertion if it saves more than a replacement would, then a match or replacement, as in rapidfuzz and hence jiwer.

From the outside in: `count_edits` takes all pairs, `_count_pair` trims equal ends, `_distance` finds the number of
edits by the furthest point each diagonal reaches with that many (Ukkonen 1985), and `_replaced` fills the band of
diagonals that a path with that many edits can use; it keeps one row.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import Texts, zeros
from errata.kernels.limits import REMEDY, TooLargeError

COMPILED: bool = cython.compiled

N_COUNTS = 4
"""Columns of `count_edits`: matches, replaced, deleted, inserted."""
MAX_CELLS = 3 << 29
"""A pair whose band would have more cells is refused: at most 8 seconds."""
# Below so many cells a whole table costs less than to look for the distance first.
_SMALL = cython.declare(cython.longlong, 1 << 10)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(e=cython.longlong, k=cython.longlong)
def _distance(
    one: cython.int[::1],
    start: cython.longlong,
    n: cython.longlong,
    other: cython.int[::1],
    begin: cython.longlong,
    m: cython.longlong,
    most: cython.longlong,
    reached: cython.longlong[::1],
    before: cython.longlong[::1],
) -> cython.longlong:
    """Return the number of edits needed, or `most` + 1 if it is larger.

    `reached[k + most + 2]` is how far diagonal j - i = k gets with e edits, in words of the first text; -2 where it
    gets nowhere.
    """
    shift: cython.longlong = most + 2
    for k in range(2 * most + 5):
        reached[k] = -2
        before[k] = -2
    for e in range(most + 1):
        for k in range(max(-e, -n), min(e, m) + 1):
            i: cython.longlong = 0
            if e:
                # Replace, delete a word of the first text, insert one of the other.
                i = before[k + shift] + 1
                if before[k + shift + 1] + 1 > i:
                    i = before[k + shift + 1] + 1
                if before[k + shift - 1] > i:
                    i = before[k + shift - 1]
            if i > n:
                i = n
            if i + k > m:
                i = m - k
            if i >= 0 and i + k >= 0:
                while i < n and i + k < m and one[start + i] == other[begin + i + k]:
                    i += 1
            reached[k + shift] = i
        if reached[m - n + shift] >= n:
            return e
        reached, before = before, reached
    return most + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, k=cython.longlong)
def _replaced(
    one: cython.int[::1],
    start: cython.longlong,
    n: cython.longlong,
    other: cython.int[::1],
    begin: cython.longlong,
    m: cython.longlong,
    below: cython.longlong,
    above: cython.longlong,
    costs: cython.int[::1],
    subs: cython.int[::1],
) -> cython.longlong:
    """Return how many words the counted path replaces; `costs[m - n + below]` is then the number of its edits.

    Cell (i, j) is at j - i + below of a row; the previous row is overwritten from left to right.
    """
    far: cython.int = n + m + 2
    width: cython.longlong = below + above + 1
    for k in range(width):
        costs[k] = k - below if below <= k <= below + m else far
        subs[k] = 0
    costs[width] = far
    for i in range(1, n + 1):
        word: cython.int = one[start + i - 1]
        left: cython.int = far  # the cell to the left, and what it replaces
        left_subs: cython.int = 0
        first: cython.longlong = max(0, below - i)
        if below - i >= 0:
            # The first column: all of the first text is deleted.
            left = i
            costs[first] = i
            subs[first] = 0
            first += 1
        for k in range(first, min(width, m - i + below + 1)):
            diagonal: cython.int = costs[k]
            best: cython.int = diagonal if word == other[begin + i + k - below - 1] else diagonal + 1
            found: cython.int = subs[k] + (best - diagonal)
            if left < diagonal:
                best = left + 1
                found = left_subs
            if costs[k + 1] + 1 <= best:
                best = costs[k + 1] + 1
                found = subs[k + 1]
            costs[k] = left = best
            subs[k] = left_subs = found
    return subs[m - n + below]


def _too_large(n: int, m: int, most: int, max_cells: int) -> TooLargeError:
    return TooLargeError(
        f"{n:,} tokens of the reference against {m:,} of the output differ in more than {most:,}: to count them takes "
        f"a table of more than {max_cells:,} cells; {REMEDY}"
    )


@cython.cclass
class _Counter:
    """Counts the edits of pairs; reuses its rows from one pair to the next."""

    one: cython.int[::1]
    other: cython.int[::1]
    costs: cython.int[::1]
    subs: cython.int[::1]
    reached: cython.longlong[::1]
    before: cython.longlong[::1]

    @cython.cfunc
    def count(
        self,
        result: array,
        start: cython.longlong,
        n: cython.longlong,
        begin: cython.longlong,
        m: cython.longlong,
        max_cells: cython.longlong,
    ) -> cython.void:
        """Add the counts of one pair, whose equal ends have been removed."""
        n_all: cython.longlong = n
        m_all: cython.longlong = m
        while n > 0 and m > 0 and self.one[start] == self.other[begin]:
            start += 1
            begin += 1
            n -= 1
            m -= 1
        while n > 0 and m > 0 and self.one[start + n - 1] == self.other[begin + m - 1]:
            n -= 1
            m -= 1
        distance: cython.longlong = max(n, m)
        replaced: cython.longlong = 0
        if n > 0 and m > 0:
            below: cython.longlong = n
            above: cython.longlong = m
            n_cells: cython.longlong = (n + 1) * (m + 1)
            if n_cells > _SMALL:
                if n_cells > max_cells:
                    distance = max_cells // (n + 1)
                # To look for the distance takes its square; where that is much, a wider band costs less.
                searched: cython.longlong = min(distance, int(((n + 1) * distance / 4) ** 0.5))
                found: cython.longlong = self._bounded_distance(start, n, begin, m, searched)
                if found <= searched:
                    distance = found
                elif n_cells > max_cells and (searched == distance or abs(n - m) > distance):
                    raise _too_large(n_all, m_all, distance, max_cells)
                # A way of so many edits deletes and inserts at most this many words.
                below = (distance + n - m) // 2
                above = (distance - n + m) // 2
            if len(self.costs) < below + above + 3:
                self.costs = zeros("i", 2 * (below + above + 3))
                self.subs = zeros("i", 2 * (below + above + 3))
            with cython.nogil:
                replaced = _replaced(self.one, start, n, self.other, begin, m, below, above, self.costs, self.subs)
            if self.costs[m - n + below] > distance:  # some ways leave the band
                raise _too_large(n_all, m_all, distance, max_cells)
            distance = self.costs[m - n + below]
        deleted: cython.longlong = (distance - replaced + n - m) // 2
        result.extend((n_all - replaced - deleted, replaced, deleted, deleted - n + m))

    @cython.cfunc
    def _bounded_distance(
        self,
        start: cython.longlong,
        n: cython.longlong,
        begin: cython.longlong,
        m: cython.longlong,
        most: cython.longlong,
    ) -> cython.longlong:
        """Search for the distance with increasing limits, so that memory grows with the number of edits."""
        if abs(n - m) > most:  # no diagonal that is looked at leads from one end to the other
            return most + 1
        limit: cython.longlong = min(most, abs(n - m) + 64)
        while True:
            if len(self.reached) < 2 * limit + 5:
                self.reached = zeros("q", 2 * (2 * limit + 5))
                self.before = zeros("q", 2 * (2 * limit + 5))
            with cython.nogil:
                distance: cython.longlong = _distance(
                    self.one, start, n, self.other, begin, m, limit, self.reached, self.before
                )
            if distance <= limit or limit == most:
                return distance
            limit = 4 * limit if 8 * limit < most else most  # the last but one would take nearly as long as the last


def count_edits(references: Texts, bounds: array, outputs: Texts, max_cells: int = MAX_CELLS) -> array:
    """Return `N_COUNTS` counts for each reference: those of sentence s are `bounds[s]` to `bounds[s + 1]`."""
    counter = _Counter()
    # An empty buffer has no memoryview.
    counter.one = references.ids or array("i", [0])
    counter.other = outputs.ids or array("i", [0])
    counter.costs = counter.subs = zeros("i", 1)
    counter.reached = counter.before = zeros("q", 1)
    result = array("q")
    for sentence in range(len(outputs)):
        begin = outputs.bounds[sentence]
        m = outputs.bounds[sentence + 1] - begin
        for row in range(bounds[sentence], bounds[sentence + 1]):
            start = references.bounds[row]
            try:
                counter.count(result, start, references.bounds[row + 1] - start, begin, m, max_cells)
            except TooLargeError as error:
                raise error.moved(sentence) from None
    return result
