"""Sum-of-Pairs alignment of source, output and reference, and its counts (Felice & Briscoe 2015, §2.2-2.3).

Columns cost 3 for each pair of different tokens and 2 for each token aligned with a gap. Several optimal
alignments may differ in their counts, so backtracking is part of the definition: from the ends, the first
move of SHR, SH, SR, HR, S, H, R that explains the cost exactly (`errata.measures.imeasure.threeway` is the plain
version, filling the cube).

Three methods give the same alignment, and the cheapest one that works is used: that of two texts, if two of the three
are equal; a best-first search of the cube (`bestfirst`), restarted with more room while that is worthwhile; the whole
cube (`cube`). Before that, what all three texts share at the ends is removed: with few errors, most of a sentence.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.bestfirst import MAX_LENGTH
from errata.kernels.buffers import zeros
from errata.kernels.cube import MAX_COLUMNS, MAX_STEPS, solve_cube
from errata.kernels.limits import REMEDY, TooLargeError

if cython.compiled:
    from cython.cimports.errata.kernels.bestfirst import Search
else:
    from errata.kernels.bestfirst import Search

COMPILED: bool = cython.compiled

# The columns of a row for this module; importers need Python's integers, which come after.
cython.declare(_TP=cython.int, _TN=cython.int, _FP=cython.int, _FN=cython.int, _FPN=cython.int)
cython.declare(_BASE_TN=cython.int, _BASE_FN=cython.int, _COST=cython.int)
cython.declare(_SH=cython.int, _SR=cython.int, _HR=cython.int, _WORK=cython.int, _WIDTH=cython.int)
_TP, _TN, _FP, _FN, _FPN, _BASE_TN, _BASE_FN, _COST, _SH, _SR, _HR, _WORK, _WIDTH = range(13)

N_COLUMNS = _WIDTH
"""Columns in the rows of `count_triples`.

They are tp tn fp fn fpn base_tn base_fn, the cost, the distances of SH, SR and HR, and the work in table
cells.
"""
N_COUNTS = _BASE_FN + 1
COST, SH, WORK = _COST, _SH, _WORK
"""Their positions in a row."""

_FIRST_CAPACITY = 512  # cells a search may open before it is repeated with a larger table; real text needs 20
_GROWTH = 8  # a repeated search has wasted at most this fraction of its work
_LAST_CAPACITY = 1 << 21  # 100 MB
_CUBE_SHARE = 4  # one opened cell costs as much as this many cells of the cube
_MAX_TABLE = 1 << 27  # cells of the three pairwise tables: 512 MB
_MAX_TABLES = 1 << 34  # the same of all triples of a call, one after the other
_MAX_CUBES = 1 << 31  # cells of all cubes of a call: some seconds


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _table_size(n: cython.longlong, m: cython.longlong, o: cython.longlong) -> cython.longlong:
    """Return how many cells the tables of the three pairs have together."""
    return (n + 1) * (m + 1) + (n + 1) * (o + 1) + (m + 1) * (o + 1)


@cython.final
@cython.cclass
class _Solver:
    """Solves the triples of one call: fills a row for each, and the number of its columns without shared tokens.

    `bounds` has seven numbers per triple: start and end of source, output and reference without what all three share
    at the ends, then the number of shared tokens. With `keep` there is one triple, and `moves` receives its moves, last
    first. A pairwise alignment leaves the numbers of its matching and other columns in `n_same` and `n_other`; it uses
    `table` from `free` on, after the distances of source and output, which the search keeps for the next triple. There
    is room for any two of the three texts: two that are equal have the room of both their distances from the third.
    """

    ids: cython.int[::1]
    bounds: cython.int[::1]
    with_baseline: cython.bint
    keep: cython.bint
    moves: cython.char[::1]
    rows: cython.int[::1]
    lengths: cython.int[::1]
    table: cython.int[::1]
    free: cython.longlong
    n_same: cython.longlong
    n_other: cython.longlong

    def __init__(self, with_baseline: bool, keep: bool, moves: array, rows: array, lengths: array) -> None:
        self.with_baseline, self.keep = with_baseline, keep
        self.moves, self.rows, self.lengths = moves, rows, lengths

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def trim(self, spans: cython.int[::1], triple: cython.longlong) -> cython.void:
        """Write the bounds of a triple.

        A shared last token is a separate column in the traced alignment. A shared first token need not be, but
        treating it as one only reorders columns: it is removed only if columns are not requested.
        """
        s0: cython.longlong = spans[6 * triple]
        s1: cython.longlong = spans[6 * triple + 1]
        h0: cython.longlong = spans[6 * triple + 2]
        h1: cython.longlong = spans[6 * triple + 3]
        r0: cython.longlong = spans[6 * triple + 4]
        r1: cython.longlong = spans[6 * triple + 5]
        n_tokens: cython.longlong = s1 - s0
        while (
            s0 < s1
            and h0 < h1
            and r0 < r1
            and self.ids[s1 - 1] == self.ids[h1 - 1]
            and self.ids[s1 - 1] == self.ids[r1 - 1]
        ):
            s1 -= 1
            h1 -= 1
            r1 -= 1
        if not self.keep:
            while s0 < s1 and h0 < h1 and r0 < r1 and self.ids[s0] == self.ids[h0] and self.ids[s0] == self.ids[r0]:
                s0 += 1
                h0 += 1
                r0 += 1
        at: cython.longlong = 7 * triple
        self.bounds[at] = s0
        self.bounds[at + 1] = s1
        self.bounds[at + 2] = h0
        self.bounds[at + 3] = h1
        self.bounds[at + 4] = r0
        self.bounds[at + 5] = r1
        self.bounds[at + 6] = n_tokens - (s1 - s0)

    @cython.locals(triple=cython.longlong)
    def trim_all(self, ids: array, spans: array, bounds: array) -> None:
        """Take the texts of all triples, six offsets into `ids` each, and write their bounds."""
        n_triples: cython.longlong = len(spans) // 6
        offsets: cython.int[::1] = spans
        self.ids = ids if len(ids) else array("i", [0])
        self.bounds = bounds
        with cython.nogil:
            for triple in range(n_triples):
                self.trim(offsets, triple)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong)
    def is_same(
        self, x0: cython.longlong, nx: cython.longlong, y0: cython.longlong, ny: cython.longlong
    ) -> cython.bint:
        """Tell whether two texts are equal."""
        if nx != ny:
            return False
        for i in range(nx):
            if self.ids[x0 + i] != self.ids[y0 + i]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, j=cython.longlong)
    def align_pair(
        self,
        x0: cython.longlong,
        nx: cython.longlong,
        y0: cython.longlong,
        ny: cython.longlong,
        x_only: cython.longlong,
        y_only: cython.longlong,
    ) -> cython.longlong:
        """Align two texts and return their distance.

        The order of moves is both, x only, y only. In the three-way alignment these are SHR and the two given: one of
        the texts represents two.
        """
        base: cython.longlong = self.free
        width: cython.longlong = ny + 1
        for j in range(width):
            self.table[base + j] = 2 * j
        for i in range(1, nx + 1):
            row: cython.longlong = base + i * width
            token: cython.int = self.ids[x0 + i - 1]
            left: cython.int = 2 * i  # in a register: to read back what was just written takes longer than the rest
            self.table[row] = left
            for j in range(1, width):
                both: cython.int = self.table[row - width + j - 1] + (0 if token == self.ids[y0 + j - 1] else 3)
                cost: cython.int = min(both, self.table[row - width + j] + 2)
                left = min(cost, left + 2)
                self.table[row + j] = left
        n_same: cython.longlong = 0
        n_other: cython.longlong = 0
        i = nx
        j = ny
        while i > 0 or j > 0:
            at: cython.longlong = base + i * width + j
            cost = 0 if i > 0 and j > 0 and self.ids[x0 + i - 1] == self.ids[y0 + j - 1] else 3
            if i > 0 and j > 0 and self.table[at - width - 1] + cost == self.table[at]:
                i -= 1
                j -= 1
                move: cython.longlong = 1
            elif i > 0 and self.table[at - width] + 2 == self.table[at]:
                i -= 1
                move = x_only
            else:
                j -= 1
                move = y_only
            if self.keep:
                self.moves[n_same + n_other] = move
            if move == 1 and cost == 0:
                n_same += 1
            else:
                n_other += 1
        self.n_same = n_same
        self.n_other = n_other
        return self.table[base + (nx + 1) * width - 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def align_baseline(
        self, s0: cython.longlong, n: cython.longlong, r0: cython.longlong, o: cython.longlong
    ) -> cython.void:
        """Align source, source and reference: the source with the reference, again without what both share."""
        shared: cython.longlong = 0
        while n > 0 and o > 0 and self.ids[s0 + n - 1] == self.ids[r0 + o - 1]:
            n -= 1
            o -= 1
            shared += 1
        while n > 0 and o > 0 and self.ids[s0] == self.ids[r0]:
            s0 += 1
            r0 += 1
            n -= 1
            o -= 1
            shared += 1
        self.align_pair(s0, n, r0, o, 2, 7)
        self.n_same += shared

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(column=cython.longlong)
    def solve(self, triple: cython.longlong, search: Search) -> cython.longlong:
        """Fill the row of one triple and return its number of columns.

        Returns -1 if the search ran out of room; then the row lacks its counts and its cost.
        """
        row: cython.longlong = _WIDTH * triple
        search.open(self.bounds, 7 * triple)
        s0: cython.longlong = search.s0
        n: cython.longlong = search.n
        h0: cython.longlong = search.h0
        m: cython.longlong = search.m
        r0: cython.longlong = search.r0
        o: cython.longlong = search.o
        shared: cython.longlong = self.bounds[7 * triple + 6]
        n_cells: cython.longlong = 0
        self.free = (n + 1) * (m + 1)
        for column in range(_WIDTH):
            self.rows[row + column] = 0
        if self.with_baseline:
            self.align_baseline(s0, n, r0, o)
            self.rows[row + _BASE_TN] = self.n_same + shared
            self.rows[row + _BASE_FN] = self.n_other
        # Where two texts are equal the optimum is reached only by keeping them together: a pairwise alignment.
        if self.is_same(s0, n, h0, m):
            distance: cython.longlong = self.align_pair(s0, n, r0, o, 2, 7)
            self.rows[row + _FN] = self.n_other
            self.rows[row + _COST] = 2 * distance
            self.rows[row + _SR] = distance
            self.rows[row + _HR] = distance
        elif self.is_same(s0, n, r0, o):
            distance = self.align_pair(s0, n, h0, m, 3, 6)
            self.rows[row + _FP] = self.n_other
            self.rows[row + _COST] = 2 * distance
            self.rows[row + _SH] = distance
            self.rows[row + _HR] = distance
        elif self.is_same(h0, m, r0, o):
            distance = self.align_pair(h0, m, s0, n, 4, 5)
            self.rows[row + _TP] = self.n_other
            self.rows[row + _COST] = 2 * distance
            self.rows[row + _SH] = distance
            self.rows[row + _SR] = distance
        else:
            self.n_same = 0
            self.n_other = -1
            if search.search():
                self.n_other = search.walk_back(self.moves, self.keep)
                self.rows[row + _TP] = search.tp
                self.rows[row + _TN] = search.tn
                self.rows[row + _FP] = search.fp
                self.rows[row + _FN] = search.fn
                self.rows[row + _FPN] = search.fpn
                self.rows[row + _COST] = search.cost
            self.rows[row + _SH] = search.sh_cost
            self.rows[row + _SR] = search.sr_cost
            self.rows[row + _HR] = search.hr_cost
            n_cells = search.n_cells
            search.clear()
        self.rows[row + _TN] += self.n_same + shared
        self.rows[row + _WORK] = _table_size(n, m, o) + 4 * n_cells
        return self.n_same + self.n_other

    @cython.locals(item=cython.longlong)
    def run(self, ids: array, todo: array, capacity: int) -> None:
        """Solve the triples of `todo` with room for `capacity` cells; `lengths` receives the results of `solve`."""
        n_todo: cython.longlong = len(todo)
        chosen: cython.int[::1] = todo
        triple: cython.longlong = 0
        tables_size: cython.longlong = 0
        table_size: cython.longlong = 1
        length: cython.longlong = 1
        for item in range(n_todo):
            triple = chosen[item]
            at: cython.longlong = 7 * triple
            n: cython.longlong = self.bounds[at + 1] - self.bounds[at]
            m: cython.longlong = self.bounds[at + 3] - self.bounds[at + 2]
            o: cython.longlong = self.bounds[at + 5] - self.bounds[at + 4]
            # Each length first: products of three numbers of 31 bits would not fit.
            size: cython.longlong = 0 if max(n, max(m, o)) > MAX_LENGTH else _table_size(n, m, o)
            if size == 0 or size > _MAX_TABLE:
                raise TooLargeError(
                    f"{_say_lengths(n, m, o)}, too long to be aligned in half a gigabyte; {REMEDY}", triple
                )
            table_size = max(table_size, size)
            tables_size += size
            length = max(length, n + m + o + 3)
        if tables_size > _MAX_TABLES:
            raise TooLargeError(
                f"{n_todo:,} references of such length cannot be aligned with source and output; {REMEDY}", triple
            )
        # A search looks at costs up to the least of the three distances above its estimate: below two for each token.
        search: Search = Search(ids, capacity, table_size, 2 * length)
        self.table = search.table
        with cython.nogil:
            for item in range(n_todo):
                self.lengths[chosen[item]] = self.solve(chosen[item], search)
        self.table = zeros("i", 1)  # else the next search, with room for more cells, would get a table beside this one


def _say_lengths(n: int, m: int, o: int) -> str:
    return f"source, output and reference differ in stretches of {n:,}, {m:,} and {o:,} words"


def _solve_all(ids: array, spans: array, keep: bool, with_baseline: bool, rows: array, moves: array) -> array:
    """Fill the rows of all triples and return the numbers of their columns without shared tokens at the ends.

    With `keep` there is one triple, and `moves` receives its moves, last first.
    """
    n_triples = len(spans) // 6
    lengths = array("i", bytes(4 * n_triples))
    if not n_triples:
        return lengths
    bounds = array("i", bytes(28 * n_triples))
    solver: _Solver = _Solver(with_baseline, keep, moves, rows, lengths)
    solver.trim_all(ids, spans, bounds)
    todo = array("i", range(n_triples))
    capacity = _FIRST_CAPACITY
    cube_cells = 0
    while todo:
        solver.run(ids, todo, capacity)
        if min(lengths) >= 0:
            break
        capacity *= _GROWTH
        larger = array("i")
        for triple in todo:
            if lengths[triple] >= 0:
                continue
            s0, s1, h0, h1, r0, r1, shared = (int(bounds[7 * triple + at]) for at in range(7))
            n_cells = (s1 - s0 + 1) * (h1 - h0 + 1) * (r1 - r0 + 1)
            if capacity <= _LAST_CAPACITY and capacity * _CUBE_SHARE <= n_cells:
                larger.append(triple)
                continue
            cube_cells += n_cells
            n_columns = s1 - s0 + h1 - h0 + r1 - r0
            if cube_cells > _MAX_CUBES or n_columns > MAX_COLUMNS or (keep and n_cells > MAX_STEPS):
                raise TooLargeError(
                    f"{_say_lengths(s1 - s0, h1 - h0, r1 - r0)} with so little in common that {cube_cells:,} cells "
                    f"would have to be filled (at most {MAX_STEPS if keep else _MAX_CUBES:,} are); {REMEDY}",
                    triple,
                )
            tp, tn, fp, fn, fpn, cost, lengths[triple] = solve_cube(
                ids, s0, s1, h0, h1, r0, r1, moves if keep else None
            )
            rows[N_COLUMNS * triple : N_COLUMNS * triple + 5] = array("i", [tp, tn + shared, fp, fn, fpn])
            rows[N_COLUMNS * triple + COST] = cost
            rows[N_COLUMNS * triple + WORK] = min(n_cells, 1 << 30)
        todo = larger
    return lengths


def count_triples(ids: array, spans: array, *, with_baseline: bool = True) -> array:
    """Count the columns of the alignment of each triple: one row of `N_COLUMNS` integers.

    `spans` holds six offsets into `ids` per triple: start and end of source, output and reference. The
    baseline is the alignment of source, source and reference; without it, its two columns are 0.
    """
    rows = array("i", bytes(4 * N_COLUMNS * (len(spans) // 6)))
    _solve_all(ids, spans, False, with_baseline, rows, array("b", [0]))
    return rows


def trace_triple(ids: array, span: array) -> array:
    """Return the moves of one alignment from left to right: 1 SHR, 2 SH, 3 SR, 4 HR, 5 S, 6 H, 7 R."""
    moves = array("b", bytes(span[1] - span[0] + span[3] - span[2] + span[5] - span[4] + 1))
    rows = array("i", bytes(4 * N_COLUMNS))
    n_moves = _solve_all(ids, span, True, False, rows, moves)[0]
    tp, tn, fp, fn, fpn = (int(rows[column]) for column in range(5))
    path = array("b", reversed(moves[:n_moves]))
    path.extend([1] * (tp + tn + fp + fn - fpn - n_moves))  # the shared last tokens
    return path
