"""Sum-of-Pairs alignment of source, output and reference, and its counts (Felice & Briscoe 2015, §2.2-2.3).

Columns cost 3 for each pair of different tokens and 2 for each token against a gap. Several optimal
alignments may differ in their counts, so the way back is part of the definition: from the ends, the first
move of SHR, SH, SR, HR, S, H, R that explains the cost exactly (`errata.measures.imeasure.threeway` is the plain
version, filling the cube).

Here the cube is searched best first, estimating the rest of a path by the three pairwise distances. The
search goes on until every cell with an estimate up to the optimum is closed, so each cell of each optimal
path has its exact cost; any other cell has a cost that is too high or none, and cannot pass the equality
test of the way back. Hence the same path.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros
from errata.kernels.cube import MAX_COLUMNS, MAX_STEPS, solve_cube
from errata.kernels.limits import REMEDY, TooLargeError

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
"""Where these stand in a row."""

_FIRST_CAPACITY = 512  # cells a search may open before it is repeated with a larger table; real text needs 20
_GROWTH = 8  # a repeated search has wasted at most this fraction of its work
_LAST_CAPACITY = 1 << 21  # 100 MB
_CUBE_SHARE = 4  # one opened cell costs as much as this many cells of the cube
_MAX_LENGTH = (1 << 21) - 1  # a cell of the cube is one integer, with so many tokens of each text
_MAX_TABLE = 1 << 27  # cells of the three pairwise tables: 512 MB
_MAX_TABLES = 1 << 34  # the same of all triples of a call, one after the other
_MAX_CUBES = 1 << 31  # cells of all cubes of a call: some seconds


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _trim(
    ids: cython.int[::1], spans: cython.int[::1], work: cython.int[::1], triple: cython.longlong, keep: cython.bint
) -> cython.void:
    """Write the six bounds without what all three texts share at the ends, then the number of shared tokens.

    A shared last token is a column of its own in the traced alignment. A shared first token need not be, but
    taking it for one only reorders columns: it is trimmed only where columns are not wanted.
    """
    s0: cython.longlong = spans[6 * triple]
    s1: cython.longlong = spans[6 * triple + 1]
    h0: cython.longlong = spans[6 * triple + 2]
    h1: cython.longlong = spans[6 * triple + 3]
    r0: cython.longlong = spans[6 * triple + 4]
    r1: cython.longlong = spans[6 * triple + 5]
    shared: cython.longlong = 0
    while s0 < s1 and h0 < h1 and r0 < r1 and ids[s1 - 1] == ids[h1 - 1] and ids[s1 - 1] == ids[r1 - 1]:
        s1 -= 1
        h1 -= 1
        r1 -= 1
        shared += 1
    if not keep:
        while s0 < s1 and h0 < h1 and r0 < r1 and ids[s0] == ids[h0] and ids[s0] == ids[r0]:
            s0 += 1
            h0 += 1
            r0 += 1
            shared += 1
    work[7 * triple] = s0
    work[7 * triple + 1] = s1
    work[7 * triple + 2] = h0
    work[7 * triple + 3] = h1
    work[7 * triple + 4] = r0
    work[7 * triple + 5] = r1
    work[7 * triple + 6] = shared


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong)
def _is_same(
    ids: cython.int[::1], x0: cython.longlong, x1: cython.longlong, y0: cython.longlong, y1: cython.longlong
) -> cython.bint:
    """Tell whether two texts are equal."""
    if x1 - x0 != y1 - y0:
        return False
    for i in range(x1 - x0):
        if ids[x0 + i] != ids[y0 + i]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, j=cython.longlong)
def _trace_pair(
    ids: cython.int[::1],
    x0: cython.longlong,
    x1: cython.longlong,
    y0: cython.longlong,
    y1: cython.longlong,
    table: cython.int[::1],
    out: cython.int[::1],
    moves: cython.char[::1],
    both: cython.longlong,
    x_only: cython.longlong,
    y_only: cython.longlong,
) -> cython.longlong:
    """Align two texts (order of moves: both, x only, y only) and return their distance.

    `out` receives the numbers of matching and of other columns; if `both` is not 0 the given names of the
    moves are written to `moves`, last column first.
    """
    nx: cython.longlong = x1 - x0
    width: cython.longlong = y1 - y0 + 1
    out[0] = 0
    out[1] = 0
    for j in range(width):
        table[j] = 2 * j
    for i in range(1, nx + 1):
        table[i * width] = 2 * i
        for j in range(1, width):
            at: cython.longlong = i * width + j
            best: cython.int = table[at - width - 1] + (0 if ids[x0 + i - 1] == ids[y0 + j - 1] else 3)
            cost: cython.int = (table[at - width] if table[at - width] < table[at - 1] else table[at - 1]) + 2
            table[at] = cost if cost < best else best
    i = nx
    j = width - 1
    while i > 0 or j > 0:
        at = i * width + j
        cost = 0 if i > 0 and j > 0 and ids[x0 + i - 1] == ids[y0 + j - 1] else 3
        if i > 0 and j > 0 and table[at - width - 1] + cost == table[at]:
            i -= 1
            j -= 1
            move: cython.longlong = both
        elif i > 0 and table[at - width] + 2 == table[at]:
            i -= 1
            move = x_only
            cost = 2
        else:
            j -= 1
            move = y_only
            cost = 2
        if both:
            moves[out[0] + out[1]] = move
        out[1 if cost else 0] += 1
    return table[(nx + 1) * width - 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_baseline(
    ids: cython.int[::1],
    s0: cython.longlong,
    s1: cython.longlong,
    r0: cython.longlong,
    r1: cython.longlong,
    table: cython.int[::1],
    out: cython.int[::1],
    moves: cython.char[::1],
) -> cython.void:
    """Align source, source and reference; `out` receives TN and FN."""
    shared: cython.longlong = 0
    while s0 < s1 and r0 < r1 and ids[s1 - 1] == ids[r1 - 1]:
        s1 -= 1
        r1 -= 1
        shared += 1
    while s0 < s1 and r0 < r1 and ids[s0] == ids[r0]:
        s0 += 1
        r0 += 1
        shared += 1
    _trace_pair(ids, s0, s1, r0, r1, table, out, moves, 0, 0, 0)
    out[0] += shared


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, j=cython.longlong)
def _fill_distances(
    ids: cython.int[::1],
    x0: cython.longlong,
    nx: cython.longlong,
    y0: cython.longlong,
    ny: cython.longlong,
    table: cython.int[::1],
    base: cython.longlong,
) -> cython.longlong:
    """Write the distances of all suffixes from `table[base]` on and return that of the whole texts."""
    width: cython.longlong = ny + 1
    for j in range(width):
        table[base + nx * width + j] = 2 * (ny - j)
    for i in range(nx - 1, -1, -1):
        table[base + i * width + ny] = 2 * (nx - i)
        for j in range(ny - 1, -1, -1):
            at: cython.longlong = base + i * width + j
            best: cython.int = table[at + width + 1] + (0 if ids[x0 + i] == ids[y0 + j] else 3)
            cost: cython.int = (table[at + width] if table[at + width] < table[at + 1] else table[at + 1]) + 2
            table[at] = cost if cost < best else best
    return table[base]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _find(
    cells: cython.longlong[::1],
    slots: cython.int[::1],
    mask: cython.longlong,
    i: cython.longlong,
    j: cython.longlong,
    k: cython.longlong,
) -> cython.longlong:
    """Return the slot of a cell, or the empty slot where it belongs."""
    key: cython.longlong = (i << 42) | (j << 21) | k
    slot: cython.longlong = (i * 7919 + j * 104729 + k * 1299709) & mask
    while slots[slot] >= 0 and cells[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(bucket=cython.longlong, move=cython.longlong)
def _search(
    ids: cython.int[::1],
    s0: cython.longlong,
    n: cython.longlong,
    h0: cython.longlong,
    m: cython.longlong,
    r0: cython.longlong,
    o: cython.longlong,
    table: cython.int[::1],
    heads: cython.int[::1],
    cells: cython.longlong[::1],
    hashed: cython.int[::1],
    capacity: cython.longlong,
    row: cython.int[::1],
) -> cython.longlong:
    """Open cells until all optimal paths of texts of lengths n, m, o are known; write the costs to `row`.

    Returns the number of opened cells, or minus that if they were not enough. `cells` holds the coordinates
    of the opened cells; `hashed` holds `2 * capacity` slots (-1: empty), then for each cell its slot, then
    for each its cost, then entries of the buckets of three numbers: cell, cost when entered, next entry.
    """
    sr_base: cython.longlong = (n + 1) * (m + 1)
    hr_base: cython.longlong = sr_base + (n + 1) * (o + 1)
    sh_cost: cython.longlong = _fill_distances(ids, s0, n, h0, m, table, 0)
    sr_cost: cython.longlong = _fill_distances(ids, s0, n, r0, o, table, sr_base)
    hr_cost: cython.longlong = _fill_distances(ids, h0, m, r0, o, table, hr_base)
    least: cython.longlong = sh_cost + sr_cost + hr_cost
    # Joining two pairwise alignments at the text they share costs at most twice their sum.
    slack: cython.longlong = least - 2 * max(sh_cost, sr_cost, hr_cost)
    mask: cython.longlong = 2 * capacity - 1
    homes: cython.longlong = 2 * capacity
    costs: cython.longlong = 3 * capacity
    nodes: cython.longlong = 4 * capacity
    n_cells: cython.longlong = 1
    n_nodes: cython.longlong = 1
    is_reached: cython.bint = False

    row[_SH] = sh_cost
    row[_SR] = sr_cost
    row[_HR] = hr_cost
    for bucket in range(slack + 1):
        heads[bucket] = -1
    heads[0] = 0
    cells[0] = 0
    hashed[0] = 0
    hashed[homes] = 0
    hashed[costs] = 0
    hashed[nodes] = 0
    hashed[nodes + 1] = 0
    hashed[nodes + 2] = -1
    for bucket in range(slack + 1):
        while heads[bucket] >= 0:
            node: cython.longlong = nodes + 3 * heads[bucket]
            heads[bucket] = hashed[node + 2]
            cell: cython.longlong = hashed[node]
            reached: cython.longlong = hashed[node + 1]
            if reached != hashed[costs + cell]:
                continue  # entered before a cheaper way was found
            key: cython.longlong = cells[cell]
            i: cython.longlong = key >> 42
            j: cython.longlong = (key >> 21) & 2097151
            k: cython.longlong = key & 2097151
            if i == n and j == m and k == o:
                row[_COST] = reached
                is_reached = True
                continue
            sh: cython.longlong = 0 if i < n and j < m and ids[s0 + i] == ids[h0 + j] else 3
            sr: cython.longlong = 0 if i < n and k < o and ids[s0 + i] == ids[r0 + k] else 3
            hr: cython.longlong = 0 if j < m and k < o and ids[h0 + j] == ids[r0 + k] else 3
            for move in range(1, 8):
                x: cython.longlong = i + (move <= 3 or move == 5)
                y: cython.longlong = j + (move <= 2 or move == 4 or move == 6)
                z: cython.longlong = k + (move == 1 or move == 3 or move == 4 or move == 7)
                if x > n or y > m or z > o:
                    continue
                cost: cython.int = 4 + sh if move == 2 else 4 + sr if move == 3 else 4 + hr if move == 4 else 4
                cost = reached + (sh + sr + hr if move == 1 else cost)
                excess: cython.longlong = cost - least
                excess += table[x * (m + 1) + y]
                excess += table[sr_base + x * (o + 1) + z] + table[hr_base + y * (o + 1) + z]
                if excess > slack:
                    continue
                slot: cython.longlong = _find(cells, hashed, mask, x, y, z)
                cell = hashed[slot]
                if cell >= 0 and hashed[costs + cell] <= cost:
                    continue
                if n_nodes == 2 * capacity or (cell < 0 and n_cells == capacity):
                    return -n_cells
                if cell < 0:
                    cell = n_cells
                    n_cells += 1
                    hashed[slot] = cell
                    hashed[homes + cell] = slot
                    cells[cell] = (x << 42) | (y << 21) | z
                hashed[costs + cell] = cost
                node = nodes + 3 * n_nodes
                hashed[node] = cell
                hashed[node + 1] = cost
                hashed[node + 2] = heads[excess]
                heads[excess] = n_nodes
                n_nodes += 1
        # Only when the bucket of the goal is empty are all cells of optimal paths closed.
        if is_reached:
            break
    return n_cells


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(move=cython.longlong)
def _walk_back(
    ids: cython.int[::1],
    s0: cython.longlong,
    n: cython.longlong,
    h0: cython.longlong,
    m: cython.longlong,
    r0: cython.longlong,
    o: cython.longlong,
    cells: cython.longlong[::1],
    hashed: cython.int[::1],
    capacity: cython.longlong,
    row: cython.int[::1],
    moves: cython.char[::1],
    keep: cython.bint,
) -> cython.longlong:
    """Trace the path through the opened cells, count its columns in `row`; return their number."""
    mask: cython.longlong = 2 * capacity - 1
    costs: cython.longlong = 3 * capacity
    n_columns: cython.longlong = 0
    reached: cython.longlong = row[_COST]
    x: cython.longlong = n
    y: cython.longlong = m
    z: cython.longlong = o
    while x > 0 or y > 0 or z > 0:
        for move in range(1, 8):
            ds: cython.longlong = move <= 3 or move == 5
            dh: cython.longlong = move <= 2 or move == 4 or move == 6
            dr: cython.longlong = move == 1 or move == 3 or move == 4 or move == 7
            if ds > x or dh > y or dr > z:
                continue
            cell: cython.longlong = hashed[_find(cells, hashed, mask, x - ds, y - dh, z - dr)]
            if cell < 0:
                continue
            sh: cython.longlong = ids[s0 + x - 1] == ids[h0 + y - 1] if ds and dh else ds == dh
            sr: cython.longlong = ids[s0 + x - 1] == ids[r0 + z - 1] if ds and dr else ds == dr
            hr: cython.longlong = ids[h0 + y - 1] == ids[r0 + z - 1] if dh and dr else dh == dr
            cost: cython.int = (3 if ds and dh else 2) * (1 - sh)
            cost += (3 if ds and dr else 2) * (1 - sr)
            cost += (3 if dh and dr else 2) * (1 - hr)
            if hashed[costs + cell] + cost == reached:
                reached -= cost
                x -= ds
                y -= dh
                z -= dr
                # Table 6; FP and FN lack, for now, the columns where all differ.
                row[(_TN if sr else _FN) if sh else _FP if sr else _TP if hr else _FPN] += 1
                if keep:
                    moves[n_columns] = move
                n_columns += 1
                break
    row[_FP] += row[_FPN]
    row[_FN] += row[_FPN]
    return n_columns


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(column=cython.longlong)
def _solve(
    ids: cython.int[::1],
    bounds: cython.int[::1],
    with_baseline: cython.bint,
    table: cython.int[::1],
    heads: cython.int[::1],
    cells: cython.longlong[::1],
    hashed: cython.int[::1],
    capacity: cython.longlong,
    row: cython.int[::1],
    out: cython.int[::1],
    moves: cython.char[::1],
    keep: cython.bint,
) -> cython.longlong:
    """Fill the row of one trimmed triple and return its number of columns.

    Returns -1 if the search outgrew its table; then the row lacks its counts and its cost.
    """
    s0: cython.longlong = bounds[0]
    s1: cython.longlong = bounds[1]
    h0: cython.longlong = bounds[2]
    h1: cython.longlong = bounds[3]
    r0: cython.longlong = bounds[4]
    r1: cython.longlong = bounds[5]
    n: cython.longlong = s1 - s0
    m: cython.longlong = h1 - h0
    o: cython.longlong = r1 - r0
    n_cells: cython.longlong = 0
    for column in range(_WIDTH):
        row[column] = 0
    if with_baseline:
        _count_baseline(ids, s0, s1, r0, r1, table, out, moves)
        row[_BASE_TN] = out[0] + bounds[6]
        row[_BASE_FN] = out[1]
    # Where two texts are equal the optimum is reached only by keeping them together: a pairwise alignment.
    if _is_same(ids, s0, s1, h0, h1):
        distance: cython.longlong = _trace_pair(ids, s0, s1, r0, r1, table, out, moves, keep, 2, 7)
        row[_FN] = out[1]
        row[_COST] = 2 * distance
        row[_SR] = distance
        row[_HR] = distance
    elif _is_same(ids, s0, s1, r0, r1):
        distance = _trace_pair(ids, s0, s1, h0, h1, table, out, moves, keep, 3, 6)
        row[_FP] = out[1]
        row[_COST] = 2 * distance
        row[_SH] = distance
        row[_HR] = distance
    elif _is_same(ids, h0, h1, r0, r1):
        distance = _trace_pair(ids, h0, h1, s0, s1, table, out, moves, keep, 4, 5)
        row[_TP] = out[1]
        row[_COST] = 2 * distance
        row[_SH] = distance
        row[_SR] = distance
    else:
        n_cells = _search(ids, s0, n, h0, m, r0, o, table, heads, cells, hashed, capacity, row)
        out[0] = 0
        out[1] = -1
        if n_cells > 0:
            out[1] = _walk_back(ids, s0, n, h0, m, r0, o, cells, hashed, capacity, row, moves, keep)
        for column in range(abs(n_cells)):
            hashed[hashed[2 * capacity + column]] = -1
    row[_TN] += out[0] + bounds[6]
    row[_WORK] = (n + 1) * (m + 1) + (n + 1) * (o + 1) + (m + 1) * (o + 1) + 4 * abs(n_cells)
    return out[0] + out[1]


def _run(
    ids: array,
    work: array,
    todo: array,
    capacity: cython.longlong,
    keep: cython.bint,
    with_baseline: cython.bint,
    rows: array,
    lengths: array,
    moves: array,
) -> None:
    """Solve the triples of `todo` with tables for `capacity` cells; `lengths` receives what `_solve` says."""
    cython.declare(item=cython.longlong)
    n_todo: cython.longlong = len(todo)
    triple: cython.longlong = 0
    tables_size: cython.longlong = 0
    table_size: cython.longlong = 1
    length: cython.longlong = 1
    tokens: cython.int[::1] = ids if len(ids) else array("i", [0])
    bounds: cython.int[::1] = memoryview(work)  # whose slices share their memory, uncompiled as well
    chosen: cython.int[::1] = todo
    results: cython.int[::1] = memoryview(rows)
    columns: cython.int[::1] = lengths
    path: cython.char[::1] = moves
    out: cython.int[::1] = array("i", [0, 0])
    for item in range(n_todo):
        triple = chosen[item]
        at: cython.longlong = 7 * triple
        n: cython.longlong = bounds[at + 1] - bounds[at]
        m: cython.longlong = bounds[at + 3] - bounds[at + 2]
        o: cython.longlong = bounds[at + 5] - bounds[at + 4]
        # Each length first: products of three numbers of 31 bits would not fit.
        if max(n, max(m, o)) > _MAX_LENGTH or (n + 1) * (m + 1) + (n + 1) * (o + 1) + (m + 1) * (o + 1) > _MAX_TABLE:
            raise TooLargeError(f"{_say_lengths(n, m, o)}, too long to be aligned in half a gigabyte; {REMEDY}", triple)
        size: cython.longlong = (n + 1) * (m + 1) + (n + 1) * (o + 1) + (m + 1) * (o + 1)
        table_size = max(table_size, size)
        tables_size += size
        length = max(length, n + m + o + 3)
    if tables_size > _MAX_TABLES:
        raise TooLargeError(
            f"{n_todo:,} references of such length cannot be aligned with source and output; {REMEDY}", triple
        )
    table: cython.int[::1] = zeros("i", table_size)
    heads: cython.int[::1] = zeros("i", 2 * length)
    cells: cython.longlong[::1] = zeros("q", capacity)
    hashed: cython.int[::1] = array("i", b"\xff\xff\xff\xff" * (10 * capacity))
    with cython.nogil:
        for item in range(n_todo):
            triple = chosen[item]
            columns[triple] = _solve(
                tokens,
                bounds[7 * triple :],
                with_baseline,
                table,
                heads,
                cells,
                hashed,
                capacity,
                results[_WIDTH * triple :],
                out,
                path,
                keep,
            )


def _say_lengths(n: int, m: int, o: int) -> str:
    return f"source, output and reference differ in stretches of {n:,}, {m:,} and {o:,} words"


def _trim_all(ids: array, spans: array, keep: cython.bint) -> array:
    """Return seven numbers per triple: see `_trim`."""
    cython.declare(triple=cython.longlong)
    n_triples: cython.longlong = len(spans) // 6
    work = array("i", bytes(28 * n_triples))
    tokens: cython.int[::1] = ids if len(ids) else array("i", [0])
    offsets: cython.int[::1] = spans
    bounds: cython.int[::1] = work
    with cython.nogil:
        for triple in range(n_triples):
            _trim(tokens, offsets, bounds, triple, keep)
    return work


def _solve_all(ids: array, spans: array, keep: bool, with_baseline: bool, rows: array, moves: array) -> array:
    """Fill the rows of all triples and return the numbers of their columns without shared tokens at the ends.

    With `keep` there is one triple, and `moves` receives its moves, last first.
    """
    n_triples = len(spans) // 6
    lengths = array("i", bytes(4 * n_triples))
    if not n_triples:
        return lengths
    work = _trim_all(ids, spans, keep)
    todo = array("i", range(n_triples))
    capacity = _FIRST_CAPACITY
    cube_cells = 0
    while todo:
        _run(ids, work, todo, capacity, keep, with_baseline, rows, lengths, moves)
        if min(lengths) >= 0:
            break
        capacity *= _GROWTH
        larger = array("i")
        for triple in todo:
            if lengths[triple] >= 0:
                continue
            s0, s1, h0, h1, r0, r1 = (int(work[7 * triple + bound]) for bound in range(6))
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
            rows[N_COLUMNS * triple : N_COLUMNS * triple + 5] = array("i", [tp, tn + work[7 * triple + 6], fp, fn, fpn])
            rows[N_COLUMNS * triple + COST] = cost
            rows[N_COLUMNS * triple + WORK] = min(n_cells, 1 << 30)
        todo = larger
    return lengths


def count_triples(ids: array, spans: array, *, with_baseline: bool = True) -> array:
    """Count the columns of the alignment of each triple: one row of `N_COLUMNS` integers.

    `spans` holds six offsets into `ids` per triple: begin and end of source, output and reference. The
    baseline is the alignment of source, source and reference; without it its two columns are 0.
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
