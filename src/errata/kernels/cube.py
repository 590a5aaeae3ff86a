"""The three-way alignment by the whole cube of costs: for unrelated texts, where a search would open most of it.

Only two layers of the cube are kept. Along with the cost of a cell, its path is kept: the counts of its
columns, copied from the first predecessor, in the order of moves, that explains the cost.
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
"""Maximum cells of the cube for tracing the path: a byte each, 512 MB."""


@cython.final
@cython.cclass
class _Cube:
    """A triple as in `bestfirst`, and two layers of its cube.

    A layer has the cells of one number of source tokens; even numbers share the first, odd ones the second. Layers have
    a border of infinite costs before the first row and column, and the cube one before its first layer, so that no move
    needs a test of where it comes from. `counts` holds the classes of Table 6, `steps` the move into each cell of the
    whole cube, if these are kept. `sr_costs` and `hr_costs` have the costs of token pairs, `mismatch` if either is
    missing; `gaps` is the cost of a token aligned with two gaps.
    """

    ids: cython.int[::1]
    s0: cython.longlong
    n: cython.longlong
    h0: cython.longlong
    m: cython.longlong
    r0: cython.longlong
    o: cython.longlong
    costs: cython.int[::1]
    counts: cython.longlong[::1]
    sr_costs: cython.int[::1]
    hr_costs: cython.int[::1]
    steps: cython.char[::1]
    keep: cython.bint
    mismatch: cython.int
    gaps: cython.int

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, j=cython.longlong, k=cython.longlong)
    def fill(self) -> cython.longlong:
        """Fill the layers and return the position of the last cell in them."""
        # Numbers of their own: C must assume that a cell written below could be one of the object's numbers.
        n: cython.longlong = self.n
        m: cython.longlong = self.m
        o: cython.longlong = self.o
        width: cython.longlong = o + 2
        layer: cython.longlong = (m + 2) * width
        infinity: cython.int = 1 << 29
        mismatch: cython.int = self.mismatch
        gaps: cython.int = self.gaps
        one: cython.longlong = 1
        here: cython.longlong = 0
        for here in range(2 * layer):
            self.costs[here] = infinity
        for j in range(m + 1):
            for k in range(o + 1):
                self.hr_costs[j * (o + 1) + k] = (
                    0 if j > 0 and k > 0 and self.ids[self.h0 + j - 1] == self.ids[self.r0 + k - 1] else mismatch
                )
        for i in range(n + 1):
            for k in range(o + 1):
                self.sr_costs[k] = (
                    0 if i > 0 and k > 0 and self.ids[self.s0 + i - 1] == self.ids[self.r0 + k - 1] else mismatch
                )
            for j in range(m + 1):
                sh: cython.int = mismatch
                if i > 0 and j > 0 and self.ids[self.s0 + i - 1] == self.ids[self.h0 + j - 1]:
                    sh = 0
                # Where this row begins, then the rows that moves S, SH and H come from.
                here = (i & 1) * layer + (j + 1) * width + 1
                a: cython.longlong = (1 - (i & 1)) * layer + (j + 1) * width + 1
                b: cython.longlong = a - width
                c: cython.longlong = here - width
                for k in range(o + 1):
                    sr: cython.int = self.sr_costs[k]
                    hr: cython.int = self.hr_costs[j * (o + 1) + k]
                    # Only a strictly smaller cost takes over: of equal ones the first move wins, as on the way back.
                    best: cython.int = self.costs[b + k - 1] + sh + sr + hr
                    move: cython.int = 1
                    word: cython.longlong = self.counts[b + k - 1]
                    cost: cython.int = self.costs[b + k] + gaps + sh
                    if cost < best:
                        best = cost
                        move = 2
                        word = self.counts[b + k]
                    cost = self.costs[a + k - 1] + gaps + sr
                    if cost < best:
                        best = cost
                        move = 3
                        word = self.counts[a + k - 1]
                    cost = self.costs[c + k - 1] + gaps + hr
                    if cost < best:
                        best = cost
                        move = 4
                        word = self.counts[c + k - 1]
                    cost = self.costs[a + k] + gaps
                    if cost < best:
                        best = cost
                        move = 5
                        word = self.counts[a + k]
                    cost = self.costs[c + k] + gaps
                    if cost < best:
                        best = cost
                        move = 6
                        word = self.counts[c + k]
                    cost = self.costs[here + k - 1] + gaps
                    if cost < best:
                        best = cost
                        move = 7
                        word = self.counts[here + k - 1]
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
                    self.costs[here + k] = best
                    self.counts[here + k] = word + (one << (13 * column))
                    if i == 0 and j == 0 and k == 0:
                        self.costs[here] = 0
                        self.counts[here] = 0
                    if self.keep:
                        self.steps[(i * (m + 1) + j) * (o + 1) + k] = move
        return here + o


def solve_cube(
    ids: array,
    s0: int,
    s1: int,
    h0: int,
    h1: int,
    r0: int,
    r1: int,
    moves: array | None,
    mismatch: int = 3,
    gap: int = 2,
) -> tuple[int, int, int, int, int, int, int]:
    """Align one triple; return tp, tn, fp, fn, fpn, the cost and the number of columns.

    The texts together have at most `MAX_COLUMNS` tokens. `moves`, if given, receives the moves from the last to
    the first; then the cube has at most `MAX_STEPS` cells. A pair of tokens costs `mismatch`, a token and a gap `gap`.
    """
    cube: _Cube = _Cube()
    cube.mismatch, cube.gaps = mismatch, 2 * gap
    cube.ids = ids if len(ids) else array("i", [0])
    cube.s0, cube.n = s0, s1 - s0
    cube.h0, cube.m = h0, h1 - h0
    cube.r0, cube.o = r0, r1 - r0
    cube.keep = moves is not None
    n_layer: cython.longlong = (cube.m + 2) * (cube.o + 2)
    costs = zeros("i", 2 * n_layer)
    counts = zeros("q", 2 * n_layer)
    steps = zeros("b", (cube.n + 1) * (cube.m + 1) * (cube.o + 1) if cube.keep else 1)
    cube.costs, cube.counts, cube.steps = costs, counts, steps
    cube.sr_costs, cube.hr_costs = zeros("i", cube.o + 1), zeros("i", (cube.m + 1) * (cube.o + 1))
    with cython.nogil:
        goal: cython.longlong = cube.fill()
    if moves is not None:
        for at, move in enumerate(_trace(steps, s1 - s0, h1 - h0, r1 - r0)):
            moves[at] = move
    tp, fp, fn, fpn, tn = [counts[goal] >> 13 * column & (2047 if column == 4 else 8191) for column in range(5)]
    return tp, tn, fp + fpn, fn + fpn, fpn, costs[goal], tp + tn + fp + fn + fpn


def _trace(steps: array, n: int, m: int, o: int) -> list[int]:
    """Follow the stored moves back from the end."""
    path = []
    i, j, k = n, m, o
    while i or j or k:
        move = steps[(i * (m + 1) + j) * (o + 1) + k]
        path.append(move)
        i -= move in (1, 2, 3, 5)
        j -= move in (1, 2, 4, 6)
        k -= move in (1, 3, 4, 7)
    return path
