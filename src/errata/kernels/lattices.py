"""Base lattices of many sentence pairs: all arcs on the cheapest paths from source to output.

Two edit-distance tables are used, in which a substitution costs 1 and 2 (the paper has only the
first). Only the tight directions of each cell are stored, six bits for both tables; two more mark the
cells on a cheapest path. `_mark_cells` makes such a table, `_Writer` turns its marked cells into vertices.

For long texts only a band of diagonals is filled, wide enough that no cheapest path leaves it: a path that strays d
diagonals from both ends deletes and inserts at least d tokens each.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import Texts, enlarged, zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import KEEP, Lattices

COMPILED: bool = cython.compiled

MAX_CELLS = 1 << 28
"""Maximum cells of the table of a pair, or of its band, a byte each."""
MAX_WHOLE = 1 << 25
"""Tables with up to this many cells are filled as a whole."""
MAX_VERTICES = 1 << 22
"""Maximum vertices of a lattice: a full rewrite of 2,000 words; about 400 MB including the search."""

FIRST_BAND = 64
"""Diagonals on either side that are tried first."""

_KEEP = cython.declare(cython.int, KEEP)
_FAR = cython.declare(cython.int, 1 << 30)
"""The cost outside a band."""
_SPARE = cython.declare(cython.longlong, 1 << 20)
"""The maximum number of extra vertices for which room is kept."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, j=cython.longlong)
def _band_cost(
    source: cython.int[::1],
    output: cython.int[::1],
    n: cython.longlong,
    m: cython.longlong,
    below: cython.longlong,
    above: cython.longlong,
    costs: cython.int[::1],
) -> cython.longlong:
    """Return how many tokens the best path within a band deletes and inserts; a replacement does both."""
    for j in range(min(m, above) + 1):
        costs[j] = j
    for i in range(1, n + 1):
        word: cython.int = source[i - 1]
        low: cython.longlong = max(1, i - below)
        high: cython.longlong = min(m, i + above)
        diagonal: cython.int = costs[low - 1]
        left: cython.int = _FAR
        if i <= below:
            costs[0] = left = i
        if i + above <= m:
            costs[high] = _FAR
        for j in range(low, high + 1):
            up: cython.int = costs[j]
            best: cython.int = min(up, left) + 1
            if word == output[j - 1] and diagonal < best:
                best = diagonal
            diagonal = up
            costs[j] = left = best
    return costs[m]


@cython.final
@cython.cclass
class _Table:
    """The shape of a table: (i, j) is cell `i * stride + j + base`, for j up to `below` before and `above` after i."""

    n: cython.longlong
    m: cython.longlong
    below: cython.longlong
    above: cython.longlong
    stride: cython.longlong
    base: cython.longlong

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def be_whole(self, n: cython.longlong, m: cython.longlong) -> cython.void:
        """Take all cells."""
        self.n, self.m, self.below, self.above, self.stride, self.base = n, m, n, m, m + 1, 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def be_band(self, n: cython.longlong, m: cython.longlong, n_changed: cython.longlong) -> cython.void:
        """Use the diagonals that paths with this many deletions and insertions can reach."""
        self.n, self.m = n, m
        self.below = max(0, min(n, (n_changed + n - m) // 2))
        self.above = max(0, min(m, (n_changed + m - n) // 2))
        self.stride, self.base = self.below + self.above, self.below

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def size(self) -> cython.longlong:
        """Return the number of cells."""
        return (self.n + 1) * self.stride + self.m + 1 + self.base


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, j=cython.longlong, diagonal1=cython.int, diagonal2=cython.int, left1=cython.int)
@cython.locals(left2=cython.int)
def _mark_cells(
    source: cython.int[::1],
    output: cython.int[::1],
    table: _Table,
    both: cython.bint,
    cells: cython.uchar[::1],
    first: cython.int[::1],
    second: cython.int[::1],
) -> cython.longlong:
    """Fill the cells of one sentence and return how many are on a cheapest path.

    Bits 1, 2, 4: insertion, deletion, diagonal are tight in the first table; 8, 16, 32 in the second; 64,
    128: the cell is on a cheapest path there. `first` and `second` hold one row of costs each.
    """
    n: cython.longlong = table.n
    m: cython.longlong = table.m
    # Read once: for all the compiler knows, what is written to cells might be these.
    below: cython.longlong = table.below
    above: cython.longlong = table.above
    stride: cython.longlong = table.stride
    base: cython.longlong = table.base
    n_vertices: cython.longlong = 0
    cells[base] = 0
    first[0] = 0
    second[0] = 0
    for j in range(1, min(m, above) + 1):
        first[j] = j
        second[j] = j
        cells[base + j] = 1 | 8
    for i in range(1, n + 1):
        word: cython.int = source[i - 1]
        low: cython.longlong = max(1, i - below)
        high: cython.longlong = min(m, i + above)
        at: cython.longlong = i * stride + base
        diagonal1 = first[low - 1]
        diagonal2 = second[low - 1]
        left1 = left2 = _FAR
        if i <= below:
            first[0] = second[0] = left1 = left2 = i
            cells[at] = 2 | 16
        if i + above <= m:
            first[high] = second[high] = _FAR
        for j in range(low, high + 1):
            differs: cython.int = 1 if word != output[j - 1] else 0
            up1: cython.int = first[j] + 1
            up2: cython.int = second[j] + 1
            left1 += 1
            left2 += 1
            diagonal1 += differs
            diagonal2 += 2 * differs
            best1: cython.int = min(diagonal1, min(up1, left1))
            best2: cython.int = min(diagonal2, min(up2, left2))
            bits: cython.int = (left1 == best1) | ((up1 == best1) << 1) | ((diagonal1 == best1) << 2)
            bits |= ((left2 == best2) << 3) | ((up2 == best2) << 4) | ((diagonal2 == best2) << 5)
            cells[at + j] = bits
            # What was above this cell is diagonally before the next one.
            diagonal1 = up1 - 1
            diagonal2 = up2 - 1
            first[j] = left1 = best1
            second[j] = left2 = best2

    # From the last cell back: each marked cell marks those it is reached from, which stand before it and come later.
    cells[n * stride + base + m] |= 192 if both else 64
    for i in range(n, -1, -1):
        for j in range(min(m, i + above), max(0, i - below) - 1, -1):
            at = i * stride + base + j
            bits = cells[at]
            if bits < 64:
                continue
            n_vertices += 1
            if bits & 64:
                if bits & 1:
                    cells[at - 1] |= 64
                if bits & 2:
                    cells[at - stride] |= 64
                if bits & 4:
                    cells[at - stride - 1] |= 64
            if bits & 128:
                if bits & 8:
                    cells[at - 1] |= 128
                if bits & 16:
                    cells[at - stride] |= 128
                if bits & 32:
                    cells[at - stride - 1] |= 128
    return n_vertices


@cython.final
@cython.cclass
class _Writer:
    """The growing buffers of `Lattices`, with room for `room` vertices, and the number of vertices written."""

    n_vertices: cython.longlong
    room: cython.longlong
    first_in_row: cython.int[::1]
    row: cython.int[::1]
    column: cython.int[::1]
    target: cython.int[::1]
    kind: cython.uchar[::1]
    # The vertices of two rows by column, the one above and the one being read.
    numbers: cython.int[::1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, j=cython.longlong, slot=cython.longlong, origin=cython.longlong)
    def write(
        self,
        source: cython.int[::1],
        output: cython.int[::1],
        table: _Table,
        cells: cython.uchar[::1],
        rows: cython.longlong,
    ) -> cython.void:
        """Number the marked cells in sorted order and enter each one's incoming arcs at the vertices they leave.

        The data of this sentence's rows begins at `rows`.
        """
        first: cython.longlong = self.n_vertices
        vertex: cython.longlong = 0
        here: cython.longlong = 0
        above: cython.longlong = table.m + 1
        # An arc is entered when its end is numbered: its origin stands before it and has its number already.
        for i in range(table.n + 1):
            self.first_in_row[rows + i] = vertex
            above, here = here, above
            at: cython.longlong = i * table.stride + table.base
            low: cython.longlong = max(0, i - table.below)
            high: cython.longlong = min(table.m, i + table.above)
            for j in range(low, high + 1):
                bits: cython.int = cells[at + j]
                if bits < 64:
                    continue
                self.row[first + vertex] = i
                self.column[first + vertex] = j
                for slot in range(3):
                    self.target[3 * (first + vertex) + slot] = -1
                    self.kind[3 * (first + vertex) + slot] = 0
                    tables: cython.longlong = 0
                    if bits & 64:
                        tables += (bits >> slot) & 1
                    if bits & 128:
                        tables += (bits >> (slot + 3)) & 1
                    if tables == 0:
                        continue
                    if slot == 0:
                        origin = vertex - 1  # the cell to the left, marked by this one
                    elif slot == 1:
                        origin = self.numbers[above + j]
                    else:
                        origin = self.numbers[above + j - 1]
                        if source[i - 1] == output[j - 1]:
                            tables += _KEEP
                    self.target[3 * (first + origin) + slot] = vertex
                    self.kind[3 * (first + origin) + slot] = tables
                self.numbers[here + j] = vertex
                vertex += 1
        self.first_in_row[rows + table.n + 1] = vertex
        self.n_vertices += vertex


def _find_band(
    source: cython.int[::1], output: cython.int[::1], n: cython.longlong, m: cython.longlong, sentence: int
) -> int:
    """Return the maximum of tokens deleted and inserted, for the narrowest band that includes every cheapest path.

    Every path costs at least as much as the best one, so the cost of one path within any band says how wide is enough.
    """
    costs: cython.int[::1] = zeros("i", m + 1)
    table: _Table = _Table()
    n_changed: cython.longlong = abs(n - m) + 2 * FIRST_BAND
    while True:
        table.be_band(n, m, n_changed)
        if table.size() > MAX_CELLS:
            raise TooLargeError(
                f"comparing {n:,} words with {m:,} takes a table of "
                f"{table.size():,} cells, at most {MAX_CELLS:,} are filled; {REMEDY}",
                sentence,
            )
        with cython.nogil:
            cost: cython.longlong = _band_cost(source, output, n, m, table.below, table.above, costs)
        if cost <= n_changed:
            return max(1, cost)
        n_changed = min(cost, 4 * max(1, n_changed))


def build_lattices(sources: Texts, outputs: Texts, both_tables: bool = True) -> Lattices:
    """Build the lattice of every pair; without `both_tables`, only from the table with substitution 1."""
    cython.declare(sentence=cython.longlong, k=cython.longlong)
    n_sentences: cython.longlong = len(sources)
    both: cython.bint = both_tables
    n_cells: cython.longlong = 1
    longest: cython.longlong = 1
    most: cython.longlong = MAX_VERTICES

    source_bounds: cython.int[::1] = sources.bounds
    output_bounds: cython.int[::1] = outputs.bounds
    # Slices of an array are copies, of a memoryview they are not: the kernels run interpreted too.
    source_ids: cython.int[::1] = memoryview(sources.ids)
    output_ids: cython.int[::1] = memoryview(outputs.ids)
    table: _Table = _Table()
    bands = zeros("q", n_sentences)
    band_view: cython.longlong[::1] = bands
    for sentence in range(n_sentences):
        n: cython.longlong = source_bounds[sentence + 1] - source_bounds[sentence]
        m: cython.longlong = output_bounds[sentence + 1] - output_bounds[sentence]
        table.be_whole(n, m)
        if (n + 1) * (m + 1) > min(MAX_WHOLE, MAX_CELLS):
            here = source_ids[source_bounds[sentence] :], output_ids[output_bounds[sentence] :]
            band_view[sentence] = _find_band(*here, n, m, sentence)
            table.be_band(n, m, band_view[sentence])
        n_cells = max(n_cells, table.size())
        longest = max(longest, m + 1)
    cells: cython.uchar[::1] = zeros("B", n_cells)
    costs1: cython.int[::1] = zeros("i", longest)
    costs2: cython.int[::1] = zeros("i", longest)

    first_vertex = zeros("q", n_sentences + 1)
    first_view: cython.longlong[::1] = first_vertex
    first_in_row = zeros("i", source_bounds[n_sentences] + 2 * n_sentences)
    # Where little has changed a lattice has hardly more vertices than its source has tokens. If the room does not do,
    # it is doubled, or grows by a million vertices, and the sentence that lacked it begun anew.
    room = 2 * (len(sources.ids) + n_sentences) + 16
    rows, columns = zeros("i", room), zeros("i", room)
    targets, kinds = zeros("i", 3 * room), zeros("B", 3 * room)
    writer: _Writer = _Writer()
    writer.n_vertices = 0
    writer.numbers = zeros("i", 2 * longest)
    writer.first_in_row = first_in_row

    sentence = 0
    while True:
        writer.room, writer.row, writer.column, writer.target, writer.kind = room, rows, columns, targets, kinds
        with cython.nogil:
            lacking: cython.longlong = 0
            while sentence < n_sentences:
                source_at: cython.longlong = source_bounds[sentence]
                output_at: cython.longlong = output_bounds[sentence]
                n = source_bounds[sentence + 1] - source_at
                m = output_bounds[sentence + 1] - output_at
                first_view[sentence] = writer.n_vertices
                same: cython.bint = n == m
                for k in range(n):
                    if not same:
                        break
                    same = source_ids[source_at + k] == output_ids[output_at + k]
                if not same:
                    source: cython.int[::1] = source_ids[source_at:]
                    output: cython.int[::1] = output_ids[output_at:]
                    if band_view[sentence]:
                        table.be_band(n, m, band_view[sentence])
                    else:
                        table.be_whole(n, m)
                    n_marked: cython.longlong = _mark_cells(source, output, table, both, cells, costs1, costs2)
                    if n_marked > most or writer.n_vertices + n_marked > writer.room:
                        lacking = n_marked
                        break
                    writer.write(source, output, table, cells, source_at + 2 * sentence)
                sentence += 1
        if not lacking:
            break
        if lacking > most:
            raise TooLargeError(
                f"{n:,} words can be aligned with {m:,} in so many ways that their lattice has {lacking:,} "
                f"vertices, at most {MAX_VERTICES:,} are searched; {REMEDY}",
                sentence,
            )
        room = writer.n_vertices + lacking
        room += min(room, _SPARE)
        rows, columns = enlarged(rows, room), enlarged(columns, room)
        targets, kinds = enlarged(targets, 3 * room), enlarged(kinds, 3 * room)
    first_view[n_sentences] = writer.n_vertices
    return Lattices(sources, outputs, first_vertex, first_in_row, rows, columns, targets, kinds)
