"""The three-way alignment by the whole cube of costs: for unrelated texts, where a search opens most of it.

Only two layers of the cube are kept. With the cost of a cell goes the way that leads there: the counts of its
columns, taken over from the first predecessor, in the order of moves, that explains the cost.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros

COMPILED: bool = cython.compiled

# Five counts have to fit into one integer of 64 bits: thirteen for each but TN, the last, which has eleven: there are
# at most a third as many. Longer alignments are refused by `errata.kernels.threeway`.
MAX_COLUMNS = 6143
MAX_STEPS = 1 << 29
"""Cells of the cube up to which the way can be traced: a byte each, 512 MB."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, j=cython.longlong, k=cython.longlong)
def _fill(
    ids: cython.int[::1],
    s0: cython.longlong,
    n: cython.longlong,
    h0: cython.longlong,
    m: cython.longlong,
    r0: cython.longlong,
    o: cython.longlong,
    costs: cython.int[::1],
    counts: cython.longlong[::1],
    sr_costs: cython.int[::1],
    hr_costs: cython.int[::1],
    steps: cython.char[::1],
    keep: cython.bint,
) -> cython.longlong:
    """Fill the layers and return the place of the last cell in them; if asked, keep the move into each cell.

    Layers have a border of infinite costs before the first row and column, and the cube one before its
    first layer, so that no move needs a test of where it comes from. `counts` holds the classes of
    Table 6.
    """
    width: cython.longlong = o + 2
    layer: cython.longlong = (m + 2) * width
    infinity: cython.int = 1 << 29
    one: cython.longlong = 1
    here: cython.longlong = 0
    for here in range(2 * layer):
        costs[here] = infinity
    for j in range(m + 1):
        for k in range(o + 1):
            hr_costs[j * (o + 1) + k] = 0 if j > 0 and k > 0 and ids[h0 + j - 1] == ids[r0 + k - 1] else 3
    for i in range(n + 1):
        for k in range(o + 1):
            sr_costs[k] = 0 if i > 0 and k > 0 and ids[s0 + i - 1] == ids[r0 + k - 1] else 3
        for j in range(m + 1):
            sh: cython.int = 0 if i > 0 and j > 0 and ids[s0 + i - 1] == ids[h0 + j - 1] else 3
            here = (i & 1) * layer + (j + 1) * width + 1  # this row; then those of moves S, SH and H
            a: cython.longlong = (1 - (i & 1)) * layer + (j + 1) * width + 1
            b: cython.longlong = a - width
            c: cython.longlong = here - width
            for k in range(o + 1):
                sr: cython.int = sr_costs[k]
                hr: cython.int = hr_costs[j * (o + 1) + k]
                best: cython.int = costs[b + k - 1] + sh + sr + hr
                move: cython.int = 1
                word: cython.longlong = counts[b + k - 1]
                cost: cython.int = costs[b + k] + 4 + sh
                if cost < best:
                    best = cost
                    move = 2
                    word = counts[b + k]
                cost = costs[a + k - 1] + 4 + sr
                if cost < best:
                    best = cost
                    move = 3
                    word = counts[a + k - 1]
                cost = costs[c + k - 1] + 4 + hr
                if cost < best:
                    best = cost
                    move = 4
                    word = counts[c + k - 1]
                cost = costs[a + k] + 4
                if cost < best:
                    best = cost
                    move = 5
                    word = counts[a + k]
                cost = costs[c + k] + 4
                if cost < best:
                    best = cost
                    move = 6
                    word = counts[c + k]
                cost = costs[here + k - 1] + 4
                if cost < best:
                    best = cost
                    move = 7
                    word = counts[here + k - 1]
                # Table 6: TP FP FN, all different, TN; a gap is a symbol like any other.
                if move == 1:
                    column: cython.int = (4 if sr == 0 else 2) if sh == 0 else 1 if sr == 0 else 0 if hr == 0 else 3
                elif move == 2:
                    column = 2 if sh == 0 else 3
                elif move == 3:
                    column = 1 if sr == 0 else 3
                elif move == 4:
                    column = 0 if hr == 0 else 3
                else:
                    column = 0 if move == 5 else 1 if move == 6 else 2
                costs[here + k] = best
                counts[here + k] = word + (one << (13 * column))
                if i == 0 and j == 0 and k == 0:
                    costs[here] = 0
                    counts[here] = 0
                if keep:
                    steps[(i * (m + 1) + j) * (o + 1) + k] = move
    return here + o


def solve_cube(
    ids: array, s0: int, s1: int, h0: int, h1: int, r0: int, r1: int, moves: array | None
) -> tuple[int, int, int, int, int, int, int]:
    """Align one triple; return tp, tn, fp, fn, fpn, the cost and the number of columns.

    The texts together have at most `MAX_COLUMNS` tokens. `moves`, if given, receives the moves from the last to
    the first; then the cube has at most `MAX_STEPS` cells.
    """
    n: cython.longlong = s1 - s0
    m: cython.longlong = h1 - h0
    o: cython.longlong = r1 - r0
    source: cython.longlong = s0
    output: cython.longlong = h0
    reference: cython.longlong = r0
    keep: cython.bint = moves is not None
    n_layer: cython.longlong = (m + 2) * (o + 2)
    costs = zeros("i", 2 * n_layer)
    counts = zeros("q", 2 * n_layer)
    steps = zeros("b", (n + 1) * (m + 1) * (o + 1) if keep else 1)
    tokens: cython.int[::1] = ids if len(ids) else array("i", [0])
    cost_view: cython.int[::1] = costs
    count_view: cython.longlong[::1] = counts
    sr_costs: cython.int[::1] = zeros("i", o + 1)
    hr_costs: cython.int[::1] = zeros("i", (m + 1) * (o + 1))
    step_view: cython.char[::1] = steps
    with cython.nogil:
        goal: cython.longlong = _fill(
            tokens,
            source,
            n,
            output,
            m,
            reference,
            o,
            cost_view,
            count_view,
            sr_costs,
            hr_costs,
            step_view,
            keep,
        )
    path = _trace(steps, n, m, o) if keep else []
    if moves is not None:
        for at, move in enumerate(path):
            moves[at] = move
    tp, fp, fn, fpn, tn = [counts[goal] >> 13 * column & (2047 if column == 4 else 8191) for column in range(5)]
    return tp, tn, fp + fpn, fn + fpn, fpn, costs[goal], tp + tn + fp + fn + fpn


def _trace(steps: array, n: int, m: int, o: int) -> list[int]:
    """Follow the kept moves back from the end."""
    path = []
    i, j, k = n, m, o
    while i or j or k:
        move = steps[(i * (m + 1) + j) * (o + 1) + k]
        path.append(move)
        i -= move in (1, 2, 3, 5)
        j -= move in (1, 2, 4, 6)
        k -= move in (1, 3, 4, 7)
    return path
