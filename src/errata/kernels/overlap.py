"""MaxMatch as the paper defines it: the path through one edit lattice that overlaps most with the gold edits.

States are visited instead of arcs, so the cost is linear in the number of vertices. At a vertex a path
either stands between two arcs (*closed*) or inside an arc (*open*, with so many unchanged tokens, with or
without a change so far). Where an annotator inserts at one place more than once, a state also knows how
many of these gold insertions are behind it: they are met in file order, each at most once.

All is integer arithmetic. The key of a path is `-S² matched + S length + arcs`, where S exceeds source and
output together, `length` counts the base arcs of all unmatched arcs and `arcs` counts these arcs: the
paper's objective with its large reward and small ζ, made lexicographic. Of equal keys the earlier origin
wins.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array

from errata.kernels.buffers import zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import KEEP, Annotations, Lattices, Marks, Paths

COMPILED: bool = cython.compiled

MAX_STATES = 1 << 24
"""Closed states of an annotator, and open ones of a row: 768 MB in all."""

_KEEP = cython.declare(cython.int, KEEP)
_NEVER = cython.declare(cython.longlong, 1 << 62)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.longlong, slot=cython.longlong)
def _is_arc(
    a: cython.longlong,
    goal: cython.longlong,
    target: cython.int[::1],
    kind: cython.uchar[::1],
    row: cython.int[::1],
    column: cython.int[::1],
    max_unchanged: cython.longlong,
    fewest: cython.int[::1],
) -> cython.bint:
    """Tell whether a and goal are joined by a way with a change and at most so many unchanged tokens.

    `fewest` holds -1 everywhere, before and after.
    """
    fewest[a] = 0
    for k in range(a, goal):
        if fewest[k] < 0:
            continue
        for slot in range(3):
            b: cython.longlong = target[3 * k + slot]
            if b < 0 or b > goal or column[b] > column[goal]:
                continue
            keeps: cython.longlong = fewest[k] + (1 if kind[3 * k + slot] >= _KEEP else 0)
            if fewest[b] < 0 or keeps < fewest[b]:
                fewest[b] = keeps
        fewest[k] = -1
    result: cython.longlong = fewest[goal]
    fewest[goal] = -1
    # All ways between two vertices of one lattice cost the same: one that only keeps has no rival.
    return 0 <= result <= max_unchanged and not (result == row[goal] - row[a] and result == column[goal] - column[a])


@cython.final
@cython.cclass
class _States:
    """The best key of every state and the closed state its last arc began at; smaller origins win ties.

    Closed states are numbered by vertex, then by gold insertions passed; open ones are kept for two rows
    only.
    """

    closed: cython.longlong[::1]
    closed_origin: cython.longlong[::1]
    open: cython.longlong[::1]
    open_origin: cython.longlong[::1]

    def __init__(self, n_closed: int, n_open: int) -> None:
        self.closed = zeros("q", n_closed)
        self.closed_origin = zeros("q", n_closed)
        self.open = zeros("q", n_open)
        self.open_origin = zeros("q", n_open)

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
@cython.locals(g=cython.longlong, later=cython.longlong, c=cython.longlong, k=cython.longlong, f=cython.longlong)
@cython.locals(state=cython.longlong)
def _meet(
    v: cython.longlong,
    first_state: cython.longlong[::1],
    reward: cython.longlong,
    target: cython.int[::1],
    kind: cython.uchar[::1],
    row: cython.int[::1],
    column: cython.int[::1],
    output: cython.int[::1],
    max_unchanged: cython.longlong,
    first_fit: cython.longlong,
    last_fit: cython.longlong,
    fits: cython.int[::1],
    there: cython.int[::1],
    n_there: cython.longlong,
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
    fewest: cython.int[::1],
    states: _States,
) -> cython.void:
    """Follow the arcs out of v that meet a gold edit; `there` are the gold insertions of its row."""
    reach: cython.longlong = 0
    for f in range(first_fit, last_fit):
        b: cython.longlong = fits[2 * f + 1]
        if _is_arc(v, b, target, kind, row, column, max_unchanged, fewest):
            for state in range(first_state[v], first_state[v + 1]):
                if states.closed[state] < _NEVER:
                    # A new row is entered with none of its insertions passed.
                    states.close(first_state[b], states.closed[state] - reward, state)
    if n_there == 0:
        return
    b = target[3 * v]
    while b >= 0:
        reach += 1
        b = target[3 * b]
    for later in range(n_there):
        for c in range(first_correction[there[later]], first_correction[there[later] + 1]):
            length: cython.longlong = bounds[c + 1] - bounds[c]
            same: cython.bint = length > 0 and length <= reach
            for k in range(length):
                if not same:
                    break
                same = output[column[v] + k] == ids[bounds[c] + k]
            if not same:
                continue
            for g in range(later + 1):
                state = first_state[v] + g
                if states.closed[state] < _NEVER:
                    states.close(first_state[v + length] + later + 1, states.closed[state] - reward, state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, v=cython.longlong, edit=cython.longlong, w=cython.longlong, changed=cython.longlong)
@cython.locals(slot=cython.longlong, state=cython.longlong, at=cython.longlong, k=cython.longlong)
def _search(
    n: cython.longlong,
    target: cython.int[::1],
    kind: cython.uchar[::1],
    row: cython.int[::1],
    column: cython.int[::1],
    first_in_row: cython.int[::1],
    output: cython.int[::1],
    max_unchanged: cython.longlong,
    size: cython.longlong,
    n_fits: cython.longlong,
    fits: cython.int[::1],
    e0: cython.longlong,
    e1: cython.longlong,
    start: cython.int[::1],
    end: cython.int[::1],
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
    there: cython.int[::1],
    fewest: cython.int[::1],
    first_state: cython.longlong[::1],
    open_room: cython.longlong,
    states: _States,
) -> cython.longlong:
    """Fill the states of one annotator and return the best final one.

    The closed states of v begin at `first_state[v]`. An open state of row i stands in half i mod 2 of the
    room, in the order of closed states, then by whether something has changed, then by unchanged tokens.
    """
    fit: cython.longlong = 0
    half: cython.longlong = max_unchanged + 1
    for state in range(first_state[first_in_row[n + 1]]):
        states.closed[state] = _NEVER
    for at in range(2 * open_room):
        states.open[at] = _NEVER
    states.closed[0] = 0
    states.closed_origin[0] = -1
    for i in range(n + 1):
        row_begin: cython.longlong = first_in_row[i]
        row_end: cython.longlong = first_in_row[i + 1]
        here: cython.longlong = (i & 1) * open_room
        there_at: cython.longlong = open_room - here
        n_there: cython.longlong = 0
        for edit in range(e0, e1):
            if start[edit] == i and end[edit] == i:
                there[n_there] = edit
                n_there += 1
        for v in range(row_begin, row_end):
            for state in range(first_state[v], first_state[v + 1]):
                at = here + (state - first_state[row_begin]) * 2 * half
                for k in range(at + half, at + 2 * half):
                    if states.open[k] < _NEVER:
                        states.close(state, states.open[k] + 1, states.open_origin[k])
                key: cython.longlong = states.closed[state]
                for slot in range(3):
                    b: cython.longlong = target[3 * v + slot]
                    if b < 0:
                        continue
                    if slot == 0:
                        goal: cython.longlong = at + (first_state[b] - first_state[v]) * 2 * half
                    else:
                        goal = there_at + (first_state[b] - first_state[row_end]) * 2 * half
                    keeps: cython.longlong = 1 if kind[3 * v + slot] >= _KEEP else 0
                    if keeps and key < _NEVER:
                        states.close(first_state[b], key + size + 1, state)
                    if keeps <= max_unchanged and key < _NEVER:
                        states.extend(goal + (keeps if keeps else half), key + size, state)
                    for changed in range(2):
                        for w in range(max_unchanged + 1 - keeps):
                            k = at + changed * half + w
                            if states.open[k] < _NEVER:
                                states.extend(
                                    goal + (half if changed or not keeps else 0) + w + keeps,
                                    states.open[k] + size,
                                    states.open_origin[k],
                                )
            last_fit: cython.longlong = fit
            while last_fit < n_fits and fits[2 * last_fit] == v:
                last_fit += 1
            _meet(
                v,
                first_state,
                size * size,
                target,
                kind,
                row,
                column,
                output,
                max_unchanged,
                fit,
                last_fit,
                fits,
                there,
                n_there,
                first_correction,
                bounds,
                ids,
                fewest,
                states,
            )
            fit = last_fit
        for k in range(here, here + (first_state[row_end] - first_state[row_begin]) * 2 * half):
            states.open[k] = _NEVER
    v = first_in_row[n + 1] - 1
    best: cython.longlong = first_state[v]
    for state in range(first_state[v], first_state[v + 1]):
        if states.closed[state] < states.closed[best]:
            best = state
    return best


@cython.locals(sentence=cython.longlong, r=cython.longlong, i=cython.longlong, edit=cython.longlong)
@cython.locals(v=cython.longlong, state=cython.longlong)
def search_overlap(
    lattices: Lattices, annotations: Annotations, marks: Marks, max_unchanged: int, paths: Paths
) -> array:
    """Find the path of greatest overlap for every annotator; return (correct, proposed, gold) of every row.

    The lattices must have been built from one table; proposed is left 0.
    """
    n_sentences: cython.longlong = len(lattices.sources)
    most_edits: cython.longlong = 1
    most_states: cython.longlong = 1
    most_open: cython.longlong = 1
    largest: cython.longlong = 1
    max_kept: cython.longlong = max_unchanged

    source_bounds: cython.int[::1] = lattices.sources.bounds
    output_bounds: cython.int[::1] = lattices.outputs.bounds
    output_ids: cython.int[::1] = memoryview(lattices.outputs.ids)
    first_vertex: cython.longlong[::1] = lattices.first_vertex
    first_in_row: cython.int[::1] = memoryview(lattices.first_in_row)
    row: cython.int[::1] = memoryview(lattices.row)
    column: cython.int[::1] = memoryview(lattices.column)
    target: cython.int[::1] = memoryview(lattices.target)
    kind: cython.uchar[::1] = memoryview(lattices.kind)
    first_row: cython.int[::1] = annotations.first_row
    first_edit: cython.int[::1] = annotations.first_edit
    start: cython.int[::1] = memoryview(annotations.start)
    end: cython.int[::1] = memoryview(annotations.end)
    first_correction: cython.int[::1] = annotations.first_correction
    bounds: cython.int[::1] = annotations.corrections.bounds
    ids: cython.int[::1] = memoryview(annotations.corrections.ids)
    first_fit: cython.longlong[::1] = marks.first_fit
    fits: cython.int[::1] = memoryview(marks.fits)
    path_bounds: cython.longlong[::1] = paths.bounds
    path_begin: cython.longlong[::1] = paths.begin
    path_vertices: cython.int[::1] = paths.vertices
    result = zeros("q", 3 * (len(annotations.first_edit) - 1))
    counts: cython.longlong[::1] = result

    # The sizes of each row's states, most generously: every insertion of an annotator at one place.
    for sentence in range(n_sentences):
        n_vertices: cython.longlong = first_vertex[sentence + 1] - first_vertex[sentence]
        n: cython.longlong = source_bounds[sentence + 1] - source_bounds[sentence]
        m: cython.longlong = output_bounds[sentence + 1] - output_bounds[sentence]
        largest = max(largest, n_vertices)
        for r in range(first_row[sentence], first_row[sentence + 1]):
            counts[3 * r + 2] = first_edit[r + 1] - first_edit[r]
            if n_vertices == 0:
                continue
            extra: cython.longlong = 0
            for edit in range(first_edit[r], first_edit[r + 1]):
                if start[edit] == end[edit]:
                    extra += 1
            most_edits = max(most_edits, extra)
            most_states = max(most_states, n_vertices + extra * (m + 1))
            open_room: cython.longlong = (m + 1) * (extra + 1) * 2 * (min(max_kept, min(n, m)) + 1)
            most_open = max(most_open, open_room)
            if max(most_states, most_open) > MAX_STATES:
                raise TooLargeError(
                    f"{n:,} words against {m:,} take {max(most_states, most_open):,} states, at most {MAX_STATES:,} "
                    f"are visited; {REMEDY}",
                    sentence,
                )
    states: _States = _States(most_states, 2 * most_open)
    first_state: cython.longlong[::1] = zeros("q", largest + 1)
    vertex_of: cython.int[::1] = zeros("i", most_states)
    there: cython.int[::1] = zeros("i", most_edits)
    fewest: cython.int[::1] = array("i", [-1]) * largest

    with cython.nogil:
        for sentence in range(n_sentences):
            first: cython.longlong = first_vertex[sentence]
            n_vertices = first_vertex[sentence + 1] - first
            if n_vertices == 0:
                continue
            n = source_bounds[sentence + 1] - source_bounds[sentence]
            m = output_bounds[sentence + 1] - output_bounds[sentence]
            limit: cython.longlong = min(max_kept, min(n, m))
            rows_at: cython.longlong = source_bounds[sentence] + 2 * sentence
            size: cython.longlong = n + m + 2
            for r in range(first_row[sentence], first_row[sentence + 1]):
                n_states: cython.longlong = 0
                open_room = 0
                for i in range(n + 1):
                    extra = 0
                    for edit in range(first_edit[r], first_edit[r + 1]):
                        if start[edit] == i and end[edit] == i:
                            extra += 1
                    at: cython.longlong = n_states
                    for v in range(first_in_row[rows_at + i], first_in_row[rows_at + i + 1]):
                        first_state[v] = n_states
                        for state in range(n_states, n_states + extra + 1):
                            vertex_of[state] = v
                        n_states += extra + 1
                    open_room = max(open_room, (n_states - at) * 2 * (limit + 1))
                first_state[n_vertices] = n_states
                state = _search(
                    n,
                    target[3 * first :],
                    kind[3 * first :],
                    row[first:],
                    column[first:],
                    first_in_row[rows_at:],
                    output_ids[output_bounds[sentence] :],
                    limit,
                    size,
                    first_fit[r + 1] - first_fit[r],
                    fits[2 * first_fit[r] :],
                    first_edit[r],
                    first_edit[r + 1],
                    start,
                    end,
                    first_correction,
                    bounds,
                    ids,
                    there,
                    fewest,
                    first_state,
                    open_room,
                    states,
                )
                key: cython.longlong = states.closed[state]
                while key < 0:
                    key += size * size
                    counts[3 * r] += 1
                at = path_bounds[r + 1]
                while state >= 0:
                    at -= 1
                    path_vertices[at] = vertex_of[state]
                    state = states.closed_origin[state]
                path_begin[r] = at
    return result[: 3 * (len(annotations.first_edit) - 1)]
