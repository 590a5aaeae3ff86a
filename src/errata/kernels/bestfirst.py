"""Three-way alignment by best-first search of the cube of costs: for related texts, where most of it stays unopened.

A cell (i, j, k) means that so many tokens of source, output and reference have been aligned. The remaining cost is
estimated by the three pairwise distances of the rest, a lower bound for any alignment of all three. Cells are closed in
the order of cost plus estimate. The search continues until every cell with an estimate up to the optimum is closed, so
each cell of each optimal path has its exact cost; any other cell has a cost that is too high or none, and cannot pass
the equality test of backtracking. So the path is the same as with the whole cube (`errata.kernels.cube`).
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros

COMPILED: bool = cython.compiled

MAX_LENGTH = (1 << 21) - 1
"""Maximum tokens of each text: a cell is one integer with 21 bits per coordinate."""

_LAST = cython.declare(cython.longlong, MAX_LENGTH)


@cython.final
@cython.cclass
class Search:
    """Searches one triple after another; their ids are in one buffer.

    The current triple has `n` tokens of the source from `s0` on, `m` of the output from `h0`, `o` of the reference from
    `r0`. `table` has the distances of all pairs of suffixes: SH, then SR, then HR. The first is kept while source and
    output are the same (`is_known`): the references of a sentence follow one another.

    `cells` holds two numbers for each opened cell, in the order of opening: its coordinates in one integer, and the
    least cost at which it was reached. `slots` is a hash table of cells (-1: empty). Open cells wait in buckets, by the
    excess of cost plus estimate over that of the whole: `heads` has the first entry of each bucket; `entries` has
    three numbers for each: cell, cost when entered, next entry.
    """

    def __init__(self, ids: array, capacity: int, table_size: int, n_heads: int) -> None:
        """Make room for `capacity` cells and twice as many entries."""
        self.ids = ids if len(ids) else array("i", [0])
        self.table, self.heads = zeros("i", table_size), zeros("i", n_heads)
        self.capacity = capacity
        self.cells, self.entries = zeros("q", 2 * capacity), zeros("i", 6 * capacity)
        # Never more than half full. A power of two: the mask takes the place of a division.
        self.slots = array("i", b"\xff\xff\xff\xff" * (2 * capacity))
        self.mask = 2 * capacity - 1
        self.n_cells = 0
        self.s0 = self.n = self.h0 = self.m = -1
        self.is_known = False

    def open(self, bounds: cython.int[::1], at: cython.longlong) -> cython.void:
        """Move to the triple whose starts and ends are at `bounds[at]` and after: source, output, reference."""
        s0: cython.longlong = bounds[at]
        n: cython.longlong = bounds[at + 1] - s0
        h0: cython.longlong = bounds[at + 2]
        m: cython.longlong = bounds[at + 3] - h0
        # In between, other texts would have overwritten the distances, so only those of the last triple are known.
        if s0 != self.s0 or n != self.n or h0 != self.h0 or m != self.m:
            self.is_known = False
        self.s0, self.n, self.h0, self.m = s0, n, h0, m
        self.r0 = bounds[at + 4]
        self.o = bounds[at + 5] - self.r0

    @cython.locals(i=cython.longlong, j=cython.longlong)
    def fill_distances(
        self,
        x0: cython.longlong,
        nx: cython.longlong,
        y0: cython.longlong,
        ny: cython.longlong,
        base: cython.longlong,
    ) -> cython.longlong:
        """Write the distances of all suffixes of two texts from `table[base]` on; return that of the whole texts."""
        width: cython.longlong = ny + 1
        for j in range(width):
            self.table[base + nx * width + j] = 2 * (ny - j)
        for i in range(nx - 1, -1, -1):
            row: cython.longlong = base + i * width
            token: cython.int = self.ids[x0 + i]
            # The cell to the right stays in a register: to read back what was just written takes longer than the rest.
            right: cython.int = 2 * (nx - i)
            self.table[row + ny] = right
            for j in range(ny - 1, -1, -1):
                both: cython.int = self.table[row + width + j + 1] + (0 if token == self.ids[y0 + j] else 3)
                cost: cython.int = min(both, self.table[row + width + j] + 2)
                right = min(cost, right + 2)
                self.table[row + j] = right
        return self.table[base]

    def find(self, i: cython.longlong, j: cython.longlong, k: cython.longlong) -> cython.longlong:
        """Return the slot of a cell, or the empty slot where it belongs."""
        key: cython.longlong = (i << 42) | (j << 21) | k
        slot: cython.longlong = (i * 7919 + j * 104729 + k * 1299709) & self.mask
        while self.slots[slot] >= 0 and self.cells[2 * self.slots[slot]] != key:
            slot = (slot + 1) & self.mask
        return slot

    @cython.locals(bucket=cython.longlong, move=cython.longlong)
    def search(self) -> cython.bint:
        """Open cells until all optimal paths are known and store their `cost`; False if the room is too small."""
        n: cython.longlong = self.n
        m: cython.longlong = self.m
        o: cython.longlong = self.o
        sr_base: cython.longlong = (n + 1) * (m + 1)
        hr_base: cython.longlong = sr_base + (n + 1) * (o + 1)
        if not self.is_known:
            self.sh_cost = self.fill_distances(self.s0, n, self.h0, m, 0)
            self.is_known = True
        self.sr_cost = self.fill_distances(self.s0, n, self.r0, o, sr_base)
        self.hr_cost = self.fill_distances(self.h0, m, self.r0, o, hr_base)
        least: cython.longlong = self.sh_cost + self.sr_cost + self.hr_cost
        # Joining two pairwise alignments at the text they share costs at most twice their sum: what exceeds this is
        # never opened.
        slack: cython.longlong = least - 2 * max(self.sh_cost, self.sr_cost, self.hr_cost)
        n_cells: cython.longlong = 1
        n_entries: cython.longlong = 1
        is_reached: cython.bint = False
        for bucket in range(slack + 1):
            self.heads[bucket] = -1
        # The first cell, (0, 0, 0), has the key 0 and the slot 0.
        self.heads[0] = 0
        self.cells[0] = 0
        self.cells[1] = 0
        self.slots[0] = 0
        self.entries[0] = 0
        self.entries[1] = 0
        self.entries[2] = -1
        for bucket in range(slack + 1):
            # A move never lowers cost plus estimate, so nothing is entered below the bucket that is being emptied.
            while self.heads[bucket] >= 0:
                entry: cython.longlong = 3 * self.heads[bucket]
                self.heads[bucket] = self.entries[entry + 2]
                cell: cython.longlong = self.entries[entry]
                reached: cython.longlong = self.entries[entry + 1]
                if reached != self.cells[2 * cell + 1]:
                    continue  # entered before a cheaper way was found
                key: cython.longlong = self.cells[2 * cell]
                i: cython.longlong = key >> 42
                j: cython.longlong = (key >> 21) & _LAST
                k: cython.longlong = key & _LAST
                if i == n and j == m and k == o:
                    self.cost = reached
                    is_reached = True
                    continue
                sh: cython.longlong = 0 if i < n and j < m and self.ids[self.s0 + i] == self.ids[self.h0 + j] else 3
                sr: cython.longlong = 0 if i < n and k < o and self.ids[self.s0 + i] == self.ids[self.r0 + k] else 3
                hr: cython.longlong = 0 if j < m and k < o and self.ids[self.h0 + j] == self.ids[self.r0 + k] else 3
                for move in range(1, 8):
                    x: cython.longlong = i + (move <= 3 or move == 5)
                    y: cython.longlong = j + (move <= 2 or move == 4 or move == 6)
                    z: cython.longlong = k + (move == 1 or move == 3 or move == 4 or move == 7)
                    if x > n or y > m or z > o:
                        continue
                    # Three tokens: three pairs. Two: their pair, and each against the gap. One: two gaps.
                    cost: cython.int = 4 + sh if move == 2 else 4 + sr if move == 3 else 4 + hr if move == 4 else 4
                    cost = reached + (sh + sr + hr if move == 1 else cost)
                    excess: cython.longlong = cost - least
                    excess += self.table[x * (m + 1) + y]
                    excess += self.table[sr_base + x * (o + 1) + z] + self.table[hr_base + y * (o + 1) + z]
                    if excess > slack:
                        continue
                    slot: cython.longlong = self.find(x, y, z)
                    cell = self.slots[slot]
                    if cell >= 0 and self.cells[2 * cell + 1] <= cost:
                        continue
                    if n_entries == 2 * self.capacity or (cell < 0 and n_cells == self.capacity):
                        self.n_cells = n_cells
                        return False
                    if cell < 0:
                        cell = n_cells
                        n_cells += 1
                        self.slots[slot] = cell
                        self.cells[2 * cell] = (x << 42) | (y << 21) | z
                    self.cells[2 * cell + 1] = cost
                    self.entries[3 * n_entries] = cell
                    self.entries[3 * n_entries + 1] = cost
                    self.entries[3 * n_entries + 2] = self.heads[excess]
                    self.heads[excess] = n_entries
                    n_entries += 1
            # Only when the bucket of the goal is empty are all cells of optimal paths closed.
            if is_reached:
                break
        self.n_cells = n_cells
        return True

    @cython.locals(move=cython.longlong)
    def walk_back(self, moves: cython.char[::1], keep: cython.bint) -> cython.longlong:
        """Trace the path through the opened cells and count its columns by class; return their number.

        Of several moves that explain the cost of a cell the first is taken: that is part of the definition. On request,
        the moves are kept, last first.
        """
        n_columns: cython.longlong = 0
        reached: cython.longlong = self.cost
        x: cython.longlong = self.n
        y: cython.longlong = self.m
        z: cython.longlong = self.o
        self.tp = self.tn = self.fp = self.fn = self.fpn = 0
        while x > 0 or y > 0 or z > 0:
            for move in range(1, 8):
                ds: cython.longlong = move <= 3 or move == 5
                dh: cython.longlong = move <= 2 or move == 4 or move == 6
                dr: cython.longlong = move == 1 or move == 3 or move == 4 or move == 7
                if ds > x or dh > y or dr > z:
                    continue
                cell: cython.longlong = self.slots[self.find(x - ds, y - dh, z - dr)]
                if cell < 0:
                    continue
                # Whether the two of a pair agree in this column: a gap is a symbol like any other.
                sh: cython.bint = self.ids[self.s0 + x - 1] == self.ids[self.h0 + y - 1] if ds and dh else ds == dh
                sr: cython.bint = self.ids[self.s0 + x - 1] == self.ids[self.r0 + z - 1] if ds and dr else ds == dr
                hr: cython.bint = self.ids[self.h0 + y - 1] == self.ids[self.r0 + z - 1] if dh and dr else dh == dr
                cost: cython.int = (3 if ds and dh else 2) * (1 - sh)
                cost += (3 if ds and dr else 2) * (1 - sr)
                cost += (3 if dh and dr else 2) * (1 - hr)
                if self.cells[2 * cell + 1] + cost != reached:
                    continue
                reached -= cost
                x -= ds
                y -= dh
                z -= dr
                # Table 6; FP and FN also have the columns where all three differ.
                if sh and sr:
                    self.tn += 1
                elif sh:
                    self.fn += 1
                elif sr:
                    self.fp += 1
                elif hr:
                    self.tp += 1
                else:
                    self.fpn += 1
                    self.fp += 1
                    self.fn += 1
                if keep:
                    moves[n_columns] = move
                n_columns += 1
                break
        return n_columns

    @cython.locals(cell=cython.longlong, slot=cython.longlong)
    def clear(self) -> cython.void:
        """Empty the slots that were used: of a thousand, real text uses about twenty."""
        if 16 * self.n_cells > self.mask:  # so many that it is quicker to empty all
            for slot in range(self.mask + 1):
                self.slots[slot] = -1
            self.n_cells = 0
            return
        # The last first: those before it must still be found, and it may stand after them.
        for cell in range(self.n_cells - 1, -1, -1):
            key: cython.longlong = self.cells[2 * cell]
            self.slots[self.find(key >> 42, (key >> 21) & _LAST, key & _LAST)] = -1
        self.n_cells = 0
