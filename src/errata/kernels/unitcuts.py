"""Where raw text is split into tokens, given its units and those of its source as numbers.

The fast twin of `errata.text.raw.align` and of the loops in `errata.text.raw.project`, which read like the definition.
Units are numbered; a unit's number gives the number of its compared form (its canon) and its properties.
"""

from array import array
from collections.abc import Callable

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import enlarged, zeros

COMPILED: bool = cython.compiled

LETTER, DIGIT, UNSPACED = 1, 2, 3
"""Properties, the lowest two bits: the kind of unit; 0 for a mark."""
APOSTROPHE, JOINING, PARTING, KEPT_BEHIND, KEPT_BEFORE, ODD = 4, 8, 16, 32, 64, 128
"""Properties of marks: `'`; `-`, `/` and `.`; `,` and `:`; percent and currency signs that the corpus keeps after a
number, or before one; and marks whose written form must be checked."""

ALIGNED, TO_WRITE = 1, 2
"""The result of `match`: all units were compared; some mark may have to be written in another way."""

# The same numbers for code that runs without the interpreter.
_KIND = cython.declare(cython.int, 3)
_DIGIT = cython.declare(cython.int, 2)
_UNSPACED = cython.declare(cython.int, 3)
_APOSTROPHE = cython.declare(cython.int, 4)
_JOINING = cython.declare(cython.int, 8)
_PARTING = cython.declare(cython.int, 16)
_KEPT_BEHIND = cython.declare(cython.int, 32)
_KEPT_BEFORE = cython.declare(cython.int, 64)
_ODD = cython.declare(cython.int, 128)


@cython.cclass
class UnitCuts:
    """Matches outputs with sources and splits them; reuses its tables from one line to the next.

    `is_same` is called to decide whether a mark of the output, by number, counts as one of the source; `elision` says
    that the corpus splits after apostrophes.
    """

    _is_same: Callable
    _answers: dict
    _limit: cython.Py_ssize_t
    _elision: cython.bint
    # Of units: canon and properties.
    _canons: cython.int[::1]
    _properties: cython.int[::1]
    _n_units: cython.Py_ssize_t
    # Of the line: its units, those of the source, and where source tokens and chunks of the output begin.
    _source: cython.int[::1]
    _bounds: cython.int[::1]
    _output: cython.int[::1]
    _chunks: cython.int[::1]
    _n: cython.Py_ssize_t
    _m: cython.Py_ssize_t
    _n_chunks: cython.Py_ssize_t
    # For each unit of the output its partner in the source or -1; for each of the source its partner in the output.
    _links: cython.int[::1]
    _places: cython.int[::1]
    # For each position of the output the kept token that begins there, the one that ends there, and whether it is cut:
    # 1 by rule or by the source, 2 by white space.
    _starts: cython.int[::1]
    _ends: cython.int[::1]
    _cuts: cython.char[::1]
    # Farthest reach on each diagonal, and copies of it before each round, one behind the other.
    _reach: cython.int[::1]
    _rows: cython.int[::1]

    def __init__(self, is_same: Callable, limit: int, elision: bool) -> None:
        self._is_same = is_same
        self._answers = {}
        self._limit = limit
        self._elision = elision
        self._canons = zeros("i", 1 << 10)
        self._properties = zeros("i", 1 << 10)
        self._n_units = 0
        self._links = zeros("i", 1 << 10)
        self._places = zeros("i", 1 << 10)
        self._starts = zeros("i", 1 << 10)
        self._ends = zeros("i", 1 << 10)
        self._cuts = zeros("b", 1 << 10)
        self._reach = zeros("i", 1 << 10)
        self._rows = zeros("i", 1 << 12)
        self._let_go()
        self._n = self._m = self._n_chunks = 0

    def add_unit(self, canon: int, properties: int) -> int:
        """Register a unit and return its number; numbers are given in order."""
        number: cython.Py_ssize_t = self._n_units
        if number == len(self._canons):
            self._canons = enlarged(array("i", self._canons), 2 * number)
            self._properties = enlarged(array("i", self._properties), 2 * number)
        self._canons[number] = canon
        self._properties[number] = properties
        self._n_units = number + 1
        return number

    @cython.cfunc
    def _let_go(self) -> cython.void:
        """Release the buffers of the line: arrays cannot grow while they are in use."""
        nothing = array("i", [0])
        self._source = self._bounds = self._output = self._chunks = nothing

    def match(self, source: array, bounds: array, output: array, chunks: array) -> int:
        """Compare an output with its source, find the source tokens that are kept, and return the result.

        `bounds` are where the tokens of the source begin, `chunks` where white space is in the output; both have
        one more entry than the items they delimit.
        """
        self._n = len(source)
        self._m = len(output)
        self._n_chunks = len(chunks) - 1
        # An empty buffer has no memoryview, so a cell that is never read stands behind each.
        self._source = source or array("i", [0])
        self._output = output or array("i", [0])
        self._bounds = bounds
        self._chunks = chunks
        self._make_room()
        told: cython.int = 1 if self._link() else 0
        at: cython.Py_ssize_t
        for at in range(self._m):
            if self._properties[self._output[at]] & _ODD:
                told |= 2
                break
        if self._find_kept(len(bounds) - 1):
            told |= 2
        return told

    @cython.cfunc
    def _make_room(self) -> cython.void:
        most: cython.Py_ssize_t = max(self._n, self._m) + 1
        if most > len(self._links):
            self._links = zeros("i", 2 * most)
            self._places = zeros("i", 2 * most)
            self._starts = zeros("i", 2 * most)
            self._ends = zeros("i", 2 * most)
            self._cuts = zeros("b", 2 * most)

    # Alignment

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _equal(self, x: cython.Py_ssize_t, y: cython.Py_ssize_t) -> cython.bint:
        return self._canons[self._source[x]] == self._canons[self._output[y]]

    @cython.cfunc
    def _link(self) -> cython.bint:
        """Fill links and positions; tell whether the rounds were enough."""
        n: cython.Py_ssize_t = self._n
        m: cython.Py_ssize_t = self._m
        begin: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t
        for at in range(m):
            self._links[at] = -1
        while begin < n and begin < m and self._equal(begin, begin):
            self._links[begin] = begin
            begin += 1
        while n > begin and m > begin and self._equal(n - 1, m - 1):
            n -= 1
            m -= 1
            self._links[m] = n
        is_found: cython.bint = self._search(begin, n - begin, m - begin)
        for at in range(self._n):
            self._places[at] = -1
        for at in range(self._m):
            if self._links[at] >= 0:
                self._places[self._links[at]] = at
        return is_found

    @cython.cfunc
    @cython.locals(d=cython.Py_ssize_t, k=cython.Py_ssize_t)
    def _search(self, begin: cython.Py_ssize_t, n: cython.Py_ssize_t, m: cython.Py_ssize_t) -> cython.bint:
        """Match this many units from `begin` on by Myers' greedy algorithm; diagonal k is at `middle + k`."""
        rounds: cython.Py_ssize_t = min(self._limit, n + m + 1)
        middle: cython.Py_ssize_t = rounds + 1
        if 2 * middle + 1 > len(self._reach):
            self._reach = zeros("i", 2 * (2 * middle + 1))
        self._reach[middle + 1] = 0
        for d in range(rounds):
            # Round d sees the diagonals -d - 1 to d + 1; before it stand d * d + 2 * d numbers.
            offset: cython.Py_ssize_t = d * d + 3 * d + 1
            if offset + d + 2 > len(self._rows):
                self._rows = enlarged(array("i", self._rows), 2 * (offset + d + 2))
            for k in range(-d - 1, d + 2):
                self._rows[offset + k] = self._reach[middle + k]
            if self._advance(begin, n, m, d, middle):
                self._walk_back(begin, n, m, d)
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(
        self,
        begin: cython.Py_ssize_t,
        n: cython.Py_ssize_t,
        m: cython.Py_ssize_t,
        d: cython.Py_ssize_t,
        middle: cython.Py_ssize_t,
    ) -> cython.bint:
        """Advance by one change on each diagonal; tell whether the end is reached."""
        k: cython.Py_ssize_t = -d
        while k <= d:
            at: cython.Py_ssize_t = middle + k
            x: cython.Py_ssize_t
            if k == -d or (k != d and self._reach[at - 1] < self._reach[at + 1]):
                x = self._reach[at + 1]
            else:
                x = self._reach[at - 1] + 1
            y: cython.Py_ssize_t = x - k
            while x < n and y < m and self._equal(begin + x, begin + y):
                x += 1
                y += 1
            self._reach[at] = x
            if x >= n and y >= m:
                return True
            k += 2
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk_back(
        self, begin: cython.Py_ssize_t, x: cython.Py_ssize_t, y: cython.Py_ssize_t, d: cython.Py_ssize_t
    ) -> cython.void:
        """Link the units on the diagonals of the path that reached the end in round d."""
        while d > 0:
            k: cython.Py_ssize_t = x - y
            at: cython.Py_ssize_t = d * d + 3 * d + 1 + k
            if k == -d or (k != d and self._rows[at - 1] < self._rows[at + 1]):
                k += 1
                at += 1
            else:
                k -= 1
                at -= 1
            x_before: cython.Py_ssize_t = self._rows[at]
            while x > x_before and y > x_before - k:
                x -= 1
                y -= 1
                self._links[begin + y] = cython.cast(cython.int, begin + x)
            x = x_before
            y = x_before - k
            d -= 1
        while x > 0 and y > 0:
            x -= 1
            y -= 1
            self._links[begin + y] = cython.cast(cython.int, begin + x)

    # Kept tokens

    @cython.cfunc
    @cython.locals(at=cython.Py_ssize_t, token=cython.Py_ssize_t, unit=cython.Py_ssize_t)
    def _find_kept(self, n_tokens: cython.Py_ssize_t) -> cython.bint:
        """Fill starts and ends; tell whether a kept token has a mark in another form."""
        differs: cython.bint = False
        for at in range(self._m + 1):
            self._starts[at] = -1
            self._ends[at] = -1
            self._cuts[at] = 0
        for at in range(1, self._n_chunks):
            self._cuts[self._chunks[at]] = 2
        for token in range(n_tokens):
            low: cython.Py_ssize_t = self._bounds[token]
            high: cython.Py_ssize_t = self._bounds[token + 1]
            start: cython.Py_ssize_t = self._places[low]
            if start < 0 or start + high - low > self._m:
                continue
            is_kept: cython.bint = True
            other: cython.bint = False
            for unit in range(low, high):
                at = start + unit - low
                if self._places[unit] != at or (unit > low and self._cuts[at] == 2):
                    is_kept = False
                    break
                if self._source[unit] != self._output[at] and not self._properties[self._source[unit]] & _KIND:
                    if not self._ask(self._source[unit], self._output[at]):
                        is_kept = False
                        break
                    other = True
            if is_kept:
                self._starts[start] = cython.cast(cython.int, token)
                self._ends[start + high - low] = cython.cast(cython.int, token)
                differs = differs or other
        return differs

    @cython.cfunc
    def _ask(self, source: cython.Py_ssize_t, output: cython.Py_ssize_t) -> cython.bint:
        """Tell whether two marks count as the same; the answer for each pair is cached."""
        pair = (source, output)
        answer = self._answers.get(pair)
        if answer is None:
            answer = self._answers[pair] = self._is_same(source, output)
        return answer

    def kept(self) -> tuple:
        """Return the links of the output's units, and for each position the tokens that begin and end there."""
        m: cython.Py_ssize_t = self._m
        return (
            array("i", self._links[:m]) if m else array("i"),
            array("i", self._starts[: m + 1]),
            array("i", self._ends[: m + 1]),
        )

    # Cuts

    @cython.locals(at=cython.Py_ssize_t, position=cython.Py_ssize_t, chunk=cython.Py_ssize_t, inner=cython.Py_ssize_t)
    def cut(self, by_rule: array) -> tuple:
        """Return the cuts that white space does not show, as chunk and position in it, and how many are the source's.

        `by_rule` are the positions where the rules split. Applies to the last matched line, and finishes it.
        """
        m: cython.Py_ssize_t = self._m
        for position in by_rule:
            self._cuts[position] = 1
        for at in range(1, m):
            if self._cuts[at] == 0 and self._is_boundary(at):
                self._cuts[at] = 1
        for at in range(m):
            if self._starts[at] >= 0 and (at == 0 or self._cuts[at]):
                end: cython.Py_ssize_t = at + self._bounds[self._starts[at] + 1] - self._bounds[self._starts[at]]
                if end == m or self._cuts[end]:
                    for inner in range(at + 1, end):
                        self._cuts[inner] = 0
        result = array("i")
        n_source: cython.Py_ssize_t = 0
        chunk = 0
        for at in range(1, m):
            if self._cuts[at] == 2:
                chunk += 1
            elif self._cuts[at]:
                result.append(chunk)
                result.append(at - self._chunks[chunk])
                if self._ends[at] >= 0 and self._starts[at] == self._ends[at] + 1:
                    n_source += 1
        self._let_go()
        return result, n_source

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_boundary(self, at: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a kept token ends or begins here, so that the text is split."""
        left: cython.Py_ssize_t = self._ends[at]
        right: cython.Py_ssize_t = self._starts[at]
        if left < 0 and right < 0:
            return False
        if self._is_settled(at - 1) or self._is_settled(at):
            return False
        before: cython.int = self._properties[self._output[at - 1]]
        after: cython.int = self._properties[self._output[at]]
        if (
            left >= 0
            and before & _APOSTROPHE
            and after & _KIND
            and not self._elision
            and self._bounds[left + 1] - self._bounds[left] > 1
        ):
            return False
        if left >= 0 and right == left + 1:
            if not (before & _KIND and after & _KIND) or (before & _KIND) == _UNSPACED or (after & _KIND) == _UNSPACED:
                return True
        if left >= 0 and not before & _KIND and self._has_word(left):
            return True
        return right >= 0 and not after & _KIND and self._has_word(right)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _has_word(self, token: cython.Py_ssize_t) -> cython.bint:
        unit: cython.Py_ssize_t
        for unit in range(self._bounds[token], self._bounds[token + 1]):
            if self._properties[self._source[unit]] & _KIND:
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_settled(self, at: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the rules alone decide next to a unit."""
        mark: cython.int = self._properties[self._output[at]]
        if mark & _KIND or not mark & (_JOINING | _PARTING | _KEPT_BEHIND | _KEPT_BEFORE):
            return False
        before: cython.int = 0
        after: cython.int = 0
        if at > 0 and self._cuts[at] != 2:
            before = self._properties[self._output[at - 1]] & _KIND
        if at + 1 < self._m and self._cuts[at + 1] != 2:
            after = self._properties[self._output[at + 1]] & _KIND
        if mark & _JOINING and before and after:
            return True
        if before == _DIGIT and (mark & _KEPT_BEHIND or (mark & _PARTING and after == _DIGIT)):
            return True
        return mark & _KEPT_BEFORE != 0 and after == _DIGIT
