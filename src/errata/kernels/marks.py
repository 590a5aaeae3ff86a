"""Where an annotator's gold edits touch the lattice: the arcs that meet them, and how often insertions are charged.

Nothing here depends on the lengths of arcs, so it is worked out once, before the search (m2.md §5).
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels._buffers import MET, Annotations, Lattices, Marks, enlarged, zeros

COMPILED: bool = cython.compiled

_MET = cython.declare(cython.int, MET)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _holds(
    output: cython.int[::1],
    begin: cython.int,
    end: cython.int,
    ids: cython.int[::1],
    first: cython.int,
    last: cython.int,
) -> cython.bint:
    """Tell whether output tokens `begin:end` are the correction `ids[first:last]`."""
    k: cython.int
    if end - begin != last - first:
        return False
    for k in range(end - begin):
        if output[begin + k] != ids[first + k]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_fits(
    n: cython.int,
    m: cython.int,
    output: cython.int[::1],
    first_in_row: cython.int[::1],
    column: cython.int[::1],
    first_edit: cython.int,
    last_edit: cython.int,
    start: cython.int[::1],
    end: cython.int[::1],
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
    room: cython.longlong,
    fits: cython.int[::1],
    used: cython.longlong,
) -> cython.longlong:
    """List the vertex pairs that an edit with start < end would reward; return the new end of the list or -1."""
    i: cython.int
    a: cython.int
    edit: cython.int
    c: cython.int
    low: cython.int
    high: cython.int
    middle: cython.int
    goal: cython.int
    any_edit: cython.bint
    for i in range(n):
        any_edit = False
        for edit in range(first_edit, last_edit):
            if start[edit] == i and end[edit] > i:
                any_edit = True
        if not any_edit:
            continue
        for a in range(first_in_row[i], first_in_row[i + 1]):
            for edit in range(first_edit, last_edit):
                if start[edit] != i or end[edit] <= i:
                    continue
                for c in range(first_correction[edit], first_correction[edit + 1]):
                    goal = column[a] + bounds[c + 1] - bounds[c]
                    if goal > m or not _holds(output, column[a], goal, ids, bounds[c], bounds[c + 1]):
                        continue
                    low = first_in_row[end[edit]]
                    high = first_in_row[end[edit] + 1]
                    while low < high:
                        middle = (low + high) // 2
                        if column[middle] < goal:
                            low = middle + 1
                        else:
                            high = middle
                    if low < first_in_row[end[edit] + 1] and column[low] == goal:
                        if used == room:
                            return -1
                        fits[2 * used] = a
                        fits[2 * used + 1] = low
                        used += 1
    return used


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find_insertion(
    output: cython.int[::1],
    begin: cython.int,
    end: cython.int,
    there: cython.int[::1],
    low: cython.int,
    high: cython.int,
    downwards: cython.bint,
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
) -> cython.int:
    """Return the first of the edits `there[low]` to `there[high]` met by an insertion, or -1."""
    step: cython.int
    g: cython.int
    c: cython.int
    for step in range(high - low + 1):
        g = high - step if downwards else low + step
        for c in range(first_correction[there[g]], first_correction[there[g] + 1]):
            if _holds(output, begin, end, ids, bounds[c], bounds[c + 1]):
                return g
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _code_insertions(
    output: cython.int[::1],
    column: cython.int[::1],
    n_listed: cython.int,
    arc: cython.int[::1],
    origin: cython.int[::1],
    goal: cython.int[::1],
    there: cython.int[::1],
    n_there: cython.int,
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
    codes: cython.uchar[::1],
) -> cython.void:
    """Meet the gold insertions of one place from both ends (m2.md §5.2); `arc` numbers the listed arcs."""
    left: cython.int = 0
    right: cython.int = n_listed - 1
    current: cython.int = 0
    gold_left: cython.int = 0
    gold_right: cython.int = n_there - 1
    hit: cython.int
    from_left: cython.bint
    x: cython.int
    while left <= right:
        from_left = current == left
        hit = _find_insertion(
            output,
            column[origin[current]],
            column[goal[current]],
            there,
            gold_left,
            gold_right,
            not from_left,
            first_correction,
            bounds,
            ids,
        )
        if hit < 0:
            codes[arc[current]] += 1
            if from_left:
                left += 1
                current = right
            else:
                right -= 1
                current = left
        elif from_left:
            codes[arc[current]] = _MET
            gold_left = hit + 1
            x = goal[current]
            left += 1
            while left < n_listed and origin[left] != x:
                codes[arc[left]] += 1
                left += 1
            current = left
        else:
            codes[arc[current]] = _MET
            gold_right = hit - 1
            x = origin[current]
            right -= 1
            while right >= 0 and goal[right] != x:
                codes[arc[right]] += 1
                right -= 1
            current = right


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_insertions(
    begin: cython.int,
    end: cython.int,
    target: cython.int[::1],
    kind: cython.uchar[::1],
    room: cython.longlong,
    arc: cython.int[::1],
    origin: cython.int[::1],
    goal: cython.int[::1],
) -> cython.longlong:
    """List the insertion arcs among the vertices `begin:end` of one row as the original does, base arcs repeated.

    Returns the number of listings, or -1 if there is no room.
    """
    a: cython.int
    b: cython.int
    time: cython.int
    n_arcs: cython.int = 0
    used: cython.longlong = 0
    for a in range(begin, end):
        b = target[3 * a]
        while b >= 0:
            for time in range((kind[3 * a] & 3) if b == a + 1 else 1):
                if used == room:
                    return -1
                arc[used] = n_arcs
                origin[used] = a
                goal[used] = b
                used += 1
            n_arcs += 1
            b = target[3 * b]
    return used


def mark(lattices: Lattices, annotations: Annotations) -> Marks:
    """Find, for every row, the arcs its edits reward and the charges of insertions where it has gold insertions."""
    n_sentences: cython.int = len(lattices.sources)
    sentence: cython.int = 0
    r: cython.int = 0
    i: cython.int
    n: cython.int
    m: cython.int
    edit: cython.int
    e0: cython.int
    e1: cython.int
    most_edits: cython.int = 1
    n_there: cython.int
    n_listed: cython.longlong
    n_arcs: cython.int
    k: cython.int
    first: cython.longlong
    rows_at: cython.longlong
    lacking: cython.int
    fits_used: cython.longlong = 0
    places_used: cython.longlong = 0
    codes_used: cython.longlong = 0
    codes_before: cython.longlong = 0
    used: cython.longlong

    source_bounds: cython.int[::1] = lattices.sources.bounds
    output_bounds: cython.int[::1] = lattices.outputs.bounds
    output_ids: cython.int[::1] = memoryview(lattices.outputs.ids)
    first_vertex: cython.longlong[::1] = lattices.first_vertex
    first_in_row: cython.int[::1] = memoryview(lattices.first_in_row)
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

    n_rows: cython.int = len(annotations.first_edit) - 1
    for r in range(n_rows):
        most_edits = max(most_edits, first_edit[r + 1] - first_edit[r])
    n_edits: cython.int = len(annotations.start)
    first_fit, first_place, first_code = zeros("q", n_rows + 1), zeros("q", n_rows + 1), zeros("q", n_edits)
    fits, places, codes = zeros("i", 2 * (2 * n_edits + 64)), zeros("i", n_edits), zeros("B", 4 * n_edits + 64)
    arcs, origins, goals = zeros("i", 256), zeros("i", 256), zeros("i", 256)
    first_fit_view: cython.longlong[::1] = first_fit
    first_place_view: cython.longlong[::1] = first_place
    first_code_view: cython.longlong[::1] = first_code
    places_view: cython.int[::1] = places
    there: cython.int[::1] = zeros("i", most_edits)
    fits_room: cython.longlong = len(fits) // 2
    codes_room: cython.longlong = len(codes)
    list_room: cython.longlong = len(arcs)
    fits_view: cython.int[::1] = fits
    codes_view: cython.uchar[::1] = memoryview(codes)
    arc: cython.int[::1] = arcs
    origin: cython.int[::1] = origins
    goal: cython.int[::1] = goals

    r = 0
    while True:
        with cython.nogil:
            lacking = 0
            while r < n_rows and lacking == 0:
                while first_row[sentence + 1] <= r:
                    sentence += 1
                first_fit_view[r] = fits_used
                first_place_view[r] = places_used
                codes_before = codes_used
                first = first_vertex[sentence]
                e0 = first_edit[r]
                e1 = first_edit[r + 1]
                if first_vertex[sentence + 1] == first or e0 == e1:
                    r += 1
                    continue
                n = source_bounds[sentence + 1] - source_bounds[sentence]
                m = output_bounds[sentence + 1] - output_bounds[sentence]
                rows_at = source_bounds[sentence] + 2 * sentence
                used = _find_fits(
                    n,
                    m,
                    output_ids[output_bounds[sentence] :],
                    first_in_row[rows_at:],
                    column[first:],
                    e0,
                    e1,
                    start,
                    end,
                    first_correction,
                    bounds,
                    ids,
                    fits_room,
                    fits_view,
                    fits_used,
                )
                if used < 0:
                    lacking = 1
                    break
                fits_used = used
                for i in range(n + 1):
                    n_there = 0
                    for edit in range(e0, e1):
                        if start[edit] == i and end[edit] == i:
                            there[n_there] = edit
                            n_there += 1
                    if n_there == 0:
                        continue
                    n_listed = _list_insertions(
                        first_in_row[rows_at + i],
                        first_in_row[rows_at + i + 1],
                        target[3 * first :],
                        kind[3 * first :],
                        list_room,
                        arc,
                        origin,
                        goal,
                    )
                    if n_listed < 0:
                        lacking = 2
                        break
                    n_arcs = arc[n_listed - 1] + 1 if n_listed > 0 else 0
                    if codes_used + n_arcs > codes_room:
                        lacking = 3
                        break
                    for k in range(n_arcs):
                        codes_view[codes_used + k] = 0
                    _code_insertions(
                        output_ids[output_bounds[sentence] :],
                        column[first:],
                        n_listed,
                        arc,
                        origin,
                        goal,
                        there,
                        n_there,
                        first_correction,
                        bounds,
                        ids,
                        codes_view[codes_used:],
                    )
                    places_view[places_used] = i
                    first_code_view[places_used] = codes_used
                    places_used += 1
                    codes_used += n_arcs
                if lacking == 0:
                    r += 1
        if lacking == 0:
            break
        # The row is begun anew with more room.
        fits_used = first_fit_view[r]
        places_used = first_place_view[r]
        codes_used = codes_before
        if lacking == 1:
            fits_room *= 2
            fits = enlarged(fits, 2 * fits_room)
            fits_view = fits
        elif lacking == 2:
            list_room *= 2
            arcs, origins, goals = (zeros("i", list_room) for _ in range(3))
            arc = arcs
            origin = origins
            goal = goals
        else:
            codes_room *= 2
            codes = enlarged(codes, codes_room)
            codes_view = memoryview(codes)
    first_fit_view[n_rows] = fits_used
    first_place_view[n_rows] = places_used
    return Marks(first_fit, fits, first_place, places, first_code, codes)
