"""MaxMatch as the paper defines it: the path through one edit lattice that overlaps most with the gold edits.

States are visited instead of arcs, so the cost is linear in the number of vertices. At a vertex a path
is either between two arcs (*closed*) or inside an arc (*open*, with a number of unchanged tokens, with or
without a change so far). If an annotator inserts more than once in one place, a state also records how
many of these gold insertions have been passed: they are matched in file order, each at most once.

Everything is integer arithmetic. The key of a path is `-S² matched + S length + arcs`, where S exceeds source and
output together, `length` counts the base arcs of all unmatched arcs and `arcs` counts these arcs: the
paper's objective with its large reward and small ζ, made lexicographic. Of equal keys the earlier origin
wins.

Vertices are visited in order. At each one `search` closes its open states, `leave` follows the base arcs out of it
and `meet` the arcs that match a gold edit; backtracking goes from closed state to closed state.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array

from errata.kernels.buffers import zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import KEEP, Annotations, Lattices, Marks, Paths

if cython.compiled:
    from cython.cimports.errata.kernels.views import Gold, Lattice, Trails
else:
    from errata.kernels.views import Gold, Lattice, Trails

COMPILED: bool = cython.compiled

MAX_STATES = 1 << 24
"""Closed states of an annotator, and open ones of a row: 768 MB in all."""

_KEEP = cython.declare(cython.int, KEEP)
# Above all keys: these stay below S².
_NEVER = cython.declare(cython.longlong, 1 << 62)


@cython.final
@cython.cclass
class _Search:
    """The states of one annotator of one sentence: the best key of each, and the closed state where its last arc began.

    Closed states are numbered by vertex, from `first_state[v]` on, then by gold insertions passed; `vertex_of` maps
    back. Open ones are kept for two rows only: those of row i are in half i mod 2 of the room, in the order of closed
    states, then by whether something has changed, then by unchanged tokens. Smaller origins win ties.
    """

    max_unchanged: cython.longlong
    size: cython.longlong
    open_room: cython.longlong
    first_state: cython.longlong[::1]
    vertex_of: cython.int[::1]
    closed: cython.longlong[::1]
    closed_origin: cython.longlong[::1]
    open: cython.longlong[::1]
    open_origin: cython.longlong[::1]
    first_fit: cython.longlong[::1]
    fits: cython.int[::1]
    # Scratch room of `is_arc`: -1 everywhere, before and after.
    fewest: cython.int[::1]

    def __init__(self, marks: Marks, largest: int, n_closed: int, n_open: int) -> None:
        self.first_state, self.vertex_of = zeros("q", largest + 1), zeros("i", n_closed)
        self.closed, self.closed_origin = zeros("q", n_closed), zeros("q", n_closed)
        self.open, self.open_origin = zeros("q", n_open), zeros("q", n_open)
        self.first_fit, self.fits = marks.first_fit, marks.fits
        self.fewest = array("i", [-1]) * largest

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def close(self, state: cython.longlong, key: cython.longlong, origin: cython.longlong) -> cython.void:
        """Offer a key to a closed state."""
        if key < self.closed[state] or (key == self.closed[state] and origin < self.closed_origin[state]):
            self.closed[state] = key
            self.closed_origin[state] = origin

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def extend(self, state: cython.longlong, key: cython.longlong, origin: cython.longlong) -> cython.void:
        """Offer a key to an open state."""
        if key < self.open[state] or (key == self.open[state] and origin < self.open_origin[state]):
            self.open[state] = key
            self.open_origin[state] = origin

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, v=cython.longlong, state=cython.longlong)
    def number_states(self, lattice: Lattice, gold: Gold, r: cython.longlong) -> cython.void:
        """Give every vertex one more state than there are gold insertions in its place."""
        n_states: cython.longlong = 0
        self.open_room = 0
        for i in range(lattice.n + 1):
            gold.gather(r, i)
            at: cython.longlong = n_states
            for v in range(lattice.first_in_row[lattice.rows + i], lattice.first_in_row[lattice.rows + i + 1]):
                self.first_state[v] = n_states
                for state in range(n_states, n_states + gold.n_there + 1):
                    self.vertex_of[state] = v
                n_states += gold.n_there + 1
            self.open_room = max(self.open_room, (n_states - at) * 2 * (self.max_unchanged + 1))
        self.first_state[lattice.n_vertices] = n_states

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.longlong, slot=cython.longlong)
    def is_arc(self, lattice: Lattice, a: cython.longlong, goal: cython.longlong) -> cython.bint:
        """Tell whether two vertices are joined by a path with a change and at most this many unchanged tokens."""
        slots: cython.longlong = lattice.slots
        first: cython.longlong = lattice.first
        n_rows: cython.longlong = lattice.row[first + goal] - lattice.row[first + a]
        n_columns: cython.longlong = lattice.column[first + goal] - lattice.column[first + a]
        self.fewest[a] = 0
        for k in range(a, goal):
            if self.fewest[k] < 0:
                continue
            for slot in range(3):
                b: cython.longlong = lattice.target[slots + 3 * k + slot]
                # No way back: beyond the row or the column of the goal nothing leads there.
                if b < 0 or b > goal or lattice.column[first + b] > lattice.column[first + goal]:
                    continue
                keeps: cython.longlong = self.fewest[k] + (1 if lattice.kind[slots + 3 * k + slot] >= _KEEP else 0)
                if self.fewest[b] < 0 or keeps < self.fewest[b]:
                    self.fewest[b] = keeps
            self.fewest[k] = -1
        result: cython.longlong = self.fewest[goal]
        self.fewest[goal] = -1
        # All ways between two vertices of one lattice cost the same: one that only keeps has no rival.
        return 0 <= result <= self.max_unchanged and not (result == n_rows and result == n_columns)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(
        f=cython.longlong, state=cython.longlong, later=cython.longlong, c=cython.longlong, g=cython.longlong
    )
    def meet(
        self,
        lattice: Lattice,
        gold: Gold,
        v: cython.longlong,
        first_fit: cython.longlong,
        last_fit: cython.longlong,
    ) -> cython.void:
        """Follow the arcs out of v that match a gold edit; the gold insertions of its row have been gathered."""
        reward: cython.longlong = self.size * self.size
        for f in range(first_fit, last_fit):
            goal: cython.longlong = self.fits[2 * f + 1]
            if self.is_arc(lattice, v, goal):
                for state in range(self.first_state[v], self.first_state[v + 1]):
                    if self.closed[state] < _NEVER:
                        # A new row is entered with none of its insertions passed.
                        self.close(self.first_state[goal], self.closed[state] - reward, state)
        if gold.n_there == 0:
            return
        reach: cython.longlong = 0
        b: cython.longlong = lattice.target[lattice.slots + 3 * v]
        while b >= 0:
            reach += 1
            b = lattice.target[lattice.slots + 3 * b]
        begin: cython.longlong = lattice.column[lattice.first + v]
        for later in range(gold.n_there):
            edit: cython.longlong = gold.there[later]
            for c in range(gold.first_correction[edit], gold.first_correction[edit + 1]):
                length: cython.longlong = gold.bounds[c + 1] - gold.bounds[c]
                if length == 0 or length > reach or not gold.is_at(c, lattice, begin):
                    continue
                for g in range(later + 1):
                    state = self.first_state[v] + g
                    if self.closed[state] < _NEVER:
                        # Insertions alone lead to the vertices next in number.
                        self.close(self.first_state[v + length] + later + 1, self.closed[state] - reward, state)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(slot=cython.longlong, changed=cython.longlong, w=cython.longlong)
    def leave(
        self,
        lattice: Lattice,
        v: cython.longlong,
        state: cython.longlong,
        at: cython.longlong,
        next_row: cython.longlong,
    ) -> cython.void:
        """Go from a state of v over the base arcs that leave v: begin arcs, lengthen arcs, keep a token.

        The open states of this one begin at `at`, those of the row below at `next_row`, minus what precedes them.
        """
        # Numbers of their own: C must take it that an entry written below could be one of the objects' numbers.
        half: cython.longlong = self.max_unchanged + 1
        size: cython.longlong = self.size
        slots: cython.longlong = lattice.slots
        key: cython.longlong = self.closed[state]
        for slot in range(3):
            b: cython.longlong = lattice.target[slots + 3 * v + slot]
            if b < 0:
                continue
            # An insertion stays in the row and keeps what was passed there; the others enter a row with nothing passed.
            if slot == 0:
                goal: cython.longlong = at + (self.first_state[b] - self.first_state[v]) * 2 * half
            else:
                goal = next_row + self.first_state[b] * 2 * half
            keeps: cython.longlong = 1 if lattice.kind[slots + 3 * v + slot] >= _KEEP else 0
            if keeps and key < _NEVER:
                self.close(self.first_state[b], key + size + 1, state)
            if keeps < half and key < _NEVER:
                self.extend(goal + (keeps if keeps else half), key + size, state)
            for changed in range(2):
                for w in range(half - keeps):
                    k: cython.longlong = at + changed * half + w
                    if self.open[k] < _NEVER:
                        self.extend(
                            goal + (half if changed or not keeps else 0) + w + keeps,
                            self.open[k] + size,
                            self.open_origin[k],
                        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, v=cython.longlong, state=cython.longlong, k=cython.longlong)
    def search(self, lattice: Lattice, gold: Gold, r: cython.longlong) -> cython.longlong:
        """Fill the states of one annotator and return the best final one."""
        half: cython.longlong = self.max_unchanged + 1
        fit: cython.longlong = self.first_fit[r]
        for state in range(self.first_state[lattice.n_vertices]):
            self.closed[state] = _NEVER
        for k in range(2 * self.open_room):
            self.open[k] = _NEVER
        self.closed[0] = 0
        self.closed_origin[0] = -1
        for i in range(lattice.n + 1):
            row_begin: cython.longlong = lattice.first_in_row[lattice.rows + i]
            row_end: cython.longlong = lattice.first_in_row[lattice.rows + i + 1]
            here: cython.longlong = (i & 1) * self.open_room
            next_row: cython.longlong = self.open_room - here - self.first_state[row_end] * 2 * half
            gold.gather(r, i)
            for v in range(row_begin, row_end):
                for state in range(self.first_state[v], self.first_state[v + 1]):
                    at: cython.longlong = here + (state - self.first_state[row_begin]) * 2 * half
                    for k in range(at + half, at + 2 * half):
                        if self.open[k] < _NEVER:
                            self.close(state, self.open[k] + 1, self.open_origin[k])
                    self.leave(lattice, v, state, at, next_row)
                last_fit: cython.longlong = fit
                while last_fit < self.first_fit[r + 1] and self.fits[2 * last_fit] == v:
                    last_fit += 1
                self.meet(lattice, gold, v, fit, last_fit)
                fit = last_fit
            # This half of the room is the row after next's.
            for k in range(here, here + (self.first_state[row_end] - self.first_state[row_begin]) * 2 * half):
                self.open[k] = _NEVER
        best: cython.longlong = self.first_state[lattice.n_vertices - 1]
        for state in range(best, self.first_state[lattice.n_vertices]):
            if self.closed[state] < self.closed[best]:
                best = state
        return best


def search_overlap(
    lattices: Lattices, annotations: Annotations, marks: Marks, max_unchanged: int, paths: Paths
) -> array:
    """Find the path of greatest overlap for every annotator; return (correct, proposed, gold) of every row.

    The lattices must have been built from one table; proposed is left 0.
    """
    cython.declare(sentence=cython.longlong, r=cython.longlong, edit=cython.longlong)
    lattice: Lattice = Lattice(lattices)
    gold: Gold = Gold(annotations)
    trails: Trails = Trails(paths)
    max_kept: cython.longlong = max_unchanged
    most_states: cython.longlong = 1
    most_open: cython.longlong = 1
    result = zeros("q", 3 * gold.n_rows)
    counts: cython.longlong[::1] = result

    # The sizes of each row's states, most generously: every insertion of an annotator at one place.
    for sentence in range(lattice.n_sentences):
        lattice.open(sentence)
        n: cython.longlong = lattice.n
        m: cython.longlong = lattice.m
        for r in range(gold.first_row[sentence], gold.first_row[sentence + 1]):
            counts[3 * r + 2] = gold.first_edit[r + 1] - gold.first_edit[r]
            if lattice.n_vertices == 0:
                continue
            extra: cython.longlong = 0
            for edit in range(gold.first_edit[r], gold.first_edit[r + 1]):
                if gold.start[edit] == gold.end[edit]:
                    extra += 1
            most_states = max(most_states, lattice.n_vertices + extra * (m + 1))
            most_open = max(most_open, (m + 1) * (extra + 1) * 2 * (min(max_kept, min(n, m)) + 1))
            if max(most_states, most_open) > MAX_STATES:
                raise TooLargeError(
                    f"{n:,} words against {m:,} take {max(most_states, most_open):,} states, at most {MAX_STATES:,} "
                    f"are visited; {REMEDY}",
                    sentence,
                )
    search: _Search = _Search(marks, lattice.most_vertices(), most_states, 2 * most_open)

    with cython.nogil:
        for sentence in range(lattice.n_sentences):
            lattice.open(sentence)
            if lattice.n_vertices == 0:
                continue
            search.max_unchanged = min(max_kept, min(lattice.n, lattice.m))
            search.size = lattice.n + lattice.m + 2
            for r in range(gold.first_row[sentence], gold.first_row[sentence + 1]):
                search.number_states(lattice, gold, r)
                state: cython.longlong = search.search(lattice, gold, r)
                key: cython.longlong = search.closed[state]
                # Length and arcs together stay below S², so the key is negative as often as S² has been taken off.
                while key < 0:
                    key += search.size * search.size
                    counts[3 * r] += 1
                at: cython.longlong = trails.bounds[r + 1]
                while state >= 0:
                    at -= 1
                    trails.vertices[at] = search.vertex_of[state]
                    state = search.closed_origin[state]
                trails.begin[r] = at
    return result[: 3 * gold.n_rows]
