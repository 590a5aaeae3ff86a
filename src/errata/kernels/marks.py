"""Where gold edits touch the lattice: the arcs that meet them, and how often insertions are charged.

Nothing here depends on the lengths of arcs, so it is worked out once, before the search.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import enlarged, zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import MET, Annotations, Lattices, Marks

COMPILED: bool = cython.compiled

MAX_CODES = 1 << 29
"""Bytes for the arcs at the places of gold insertions of one part; fits have eight bytes each and half as much room."""

_MET = cython.declare(cython.int, MET)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.longlong)
def _holds(
    output: cython.int[::1],
    begin: cython.longlong,
    end: cython.longlong,
    ids: cython.int[::1],
    first: cython.longlong,
    last: cython.longlong,
) -> cython.bint:
    """Tell whether output tokens `begin:end` are the correction `ids[first:last]`."""
    if end - begin != last - first:
        return False
    for k in range(end - begin):
        if output[begin + k] != ids[first + k]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.longlong, a=cython.longlong, edit=cython.longlong, c=cython.longlong)
def _find_fits(
    n: cython.longlong,
    m: cython.longlong,
    output: cython.int[::1],
    first_in_row: cython.int[::1],
    column: cython.int[::1],
    first_edit: cython.longlong,
    last_edit: cython.longlong,
    start: cython.int[::1],
    end: cython.int[::1],
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
    room: cython.longlong,
    fits: cython.int[::1],
    used: cython.longlong,
) -> cython.longlong:
    """List the pairs that an edit with start < end would reward; return the new end of the list or -1."""
    for i in range(n):
        any_edit: cython.bint = False
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
                    goal: cython.longlong = bounds[c + 1] - bounds[c]
                    goal += column[a]
                    if goal > m or not _holds(output, column[a], goal, ids, bounds[c], bounds[c + 1]):
                        continue
                    low: cython.longlong = first_in_row[end[edit]]
                    high: cython.longlong = first_in_row[end[edit] + 1]
                    while low < high:
                        middle: cython.longlong = (low + high) // 2
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
@cython.locals(step=cython.longlong, c=cython.longlong)
def _find_insertion(
    output: cython.int[::1],
    begin: cython.longlong,
    end: cython.longlong,
    there: cython.int[::1],
    low: cython.longlong,
    high: cython.longlong,
    downwards: cython.bint,
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
) -> cython.longlong:
    """Return the first of the edits `there[low]` to `there[high]` met by an insertion, or -1."""
    for step in range(high - low + 1):
        g: cython.longlong = high - step if downwards else low + step
        for c in range(first_correction[there[g]], first_correction[there[g] + 1]):
            if _holds(output, begin, end, ids, bounds[c], bounds[c + 1]):
                return g
    return -1


@cython.final
@cython.cclass
class _Cursor:
    """A place in the sorted list of one row's insertion arcs, base arcs repeated; no list is made."""

    begin: cython.longlong
    origin: cython.longlong
    goal: cython.longlong
    copy: cython.longlong
    arc: cython.longlong

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def forward(self, reach: cython.int[::1], kind: cython.uchar[::1]) -> cython.void:
        """Go to the next listing; undefined after the last."""
        if self.goal == self.origin + 1 and self.copy < (kind[3 * self.origin] & 3):
            self.copy += 1
            return
        self.copy = 1
        self.arc += 1
        self.goal += 1
        while self.goal > self.origin + reach[self.origin - self.begin]:
            self.origin += 1
            self.goal = self.origin + 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def back(self, reach: cython.int[::1], kind: cython.uchar[::1]) -> cython.void:
        """Go to the listing before; undefined before the first."""
        if self.copy > 1:
            self.copy -= 1
            return
        self.arc -= 1
        self.goal -= 1
        while self.goal == self.origin:
            self.origin -= 1
            self.goal = self.origin + reach[self.origin - self.begin]
        if self.goal == self.origin + 1:
            self.copy = kind[3 * self.origin] & 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.longlong)
def _code_insertions(
    output: cython.int[::1],
    column: cython.int[::1],
    kind: cython.uchar[::1],
    begin: cython.longlong,
    end: cython.longlong,
    reach: cython.int[::1],
    left: _Cursor,
    right: _Cursor,
    there: cython.int[::1],
    n_there: cython.longlong,
    first_correction: cython.int[::1],
    bounds: cython.int[::1],
    ids: cython.int[::1],
    codes: cython.uchar[::1],
) -> cython.void:
    """Meet the gold insertions of one place from both ends; its vertices are `begin:end`."""
    n_left: cython.longlong = 0
    n_right: cython.longlong = -1
    from_left: cython.bint = True
    gold_left: cython.longlong = 0
    gold_right: cython.longlong = n_there - 1
    n_arcs: cython.longlong = 0
    for v in range(begin, end):
        n_arcs += reach[v - begin]
        if reach[v - begin] > 0:
            n_right += reach[v - begin] - 1 + (kind[3 * v] & 3)
    if n_arcs == 0:
        return
    n_listed: cython.longlong = n_right + 1
    left.begin = right.begin = begin
    left.origin = begin
    left.goal = begin
    left.copy = 0
    left.arc = -1
    left.forward(reach, kind)
    right.origin = end - 1
    right.goal = end
    right.copy = 0
    right.arc = n_arcs
    right.back(reach, kind)
    while n_left <= n_right:
        if n_left == n_right:
            from_left = True
        hit: cython.longlong = _find_insertion(
            output,
            column[left.origin if from_left else right.origin],
            column[left.goal if from_left else right.goal],
            there,
            gold_left,
            gold_right,
            not from_left,
            first_correction,
            bounds,
            ids,
        )
        if from_left:
            if hit < 0:
                codes[left.arc] += 1
            else:
                codes[left.arc] = _MET
                x: cython.longlong = left.goal
                gold_left = hit + 1
            n_left += 1
            if n_left < n_listed:
                left.forward(reach, kind)
            if hit < 0:
                from_left = False
                continue
            while n_left < n_listed and left.origin != x:
                codes[left.arc] += 1
                n_left += 1
                if n_left < n_listed:
                    left.forward(reach, kind)
        else:
            if hit < 0:
                codes[right.arc] += 1
            else:
                codes[right.arc] = _MET
                x = right.origin
                gold_right = hit - 1
            n_right -= 1
            if n_right >= 0:
                right.back(reach, kind)
            if hit < 0:
                from_left = True
                continue
            while n_right >= 0 and right.goal != x:
                codes[right.arc] += 1
                n_right -= 1
                if n_right >= 0:
                    right.back(reach, kind)


@cython.locals(i=cython.longlong, edit=cython.longlong, k=cython.longlong, v=cython.longlong)
def mark(lattices: Lattices, annotations: Annotations) -> Marks:
    """Find the arcs each row's edits reward, and the charges of insertions where it has gold insertions."""
    n_sentences: cython.longlong = len(lattices.sources)
    sentence: cython.longlong = 0
    r: cython.longlong = 0
    most_edits: cython.longlong = 1
    longest: cython.longlong = 1
    fits_used: cython.longlong = 0
    places_used: cython.longlong = 0
    codes_used: cython.longlong = 0
    codes_before: cython.longlong = 0

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

    n_rows: cython.longlong = len(annotations.first_edit) - 1
    for r in range(n_rows):
        most_edits = max(most_edits, first_edit[r + 1] - first_edit[r])
    for sentence in range(n_sentences):
        longest = max(longest, output_bounds[sentence + 1] - output_bounds[sentence] + 1)
    reach: cython.int[::1] = zeros("i", longest)
    n_edits: cython.longlong = len(annotations.start)
    first_fit, first_place, first_code = zeros("q", n_rows + 1), zeros("q", n_rows + 1), zeros("q", n_edits)
    fits, places, codes = (
        zeros("i", 2 * (2 * n_edits + 64)),
        zeros("i", n_edits),
        zeros("B", 4 * n_edits + 64),
    )
    first_fit_view: cython.longlong[::1] = first_fit
    first_place_view: cython.longlong[::1] = first_place
    first_code_view: cython.longlong[::1] = first_code
    places_view: cython.int[::1] = places
    there: cython.int[::1] = zeros("i", most_edits)
    fits_room: cython.longlong = len(fits) // 2
    codes_room: cython.longlong = len(codes)
    fits_view: cython.int[::1] = fits
    codes_view: cython.uchar[::1] = memoryview(codes)
    left: _Cursor = _Cursor()
    right: _Cursor = _Cursor()

    r = 0
    sentence = 0
    while True:
        with cython.nogil:
            lacking: cython.longlong = 0
            while r < n_rows and lacking == 0:
                while first_row[sentence + 1] <= r:
                    sentence += 1
                first_fit_view[r] = fits_used
                first_place_view[r] = places_used
                codes_before = codes_used
                first: cython.longlong = first_vertex[sentence]
                e0: cython.longlong = first_edit[r]
                e1: cython.longlong = first_edit[r + 1]
                if first_vertex[sentence + 1] == first or e0 == e1:
                    r += 1
                    continue
                n: cython.longlong = source_bounds[sentence + 1] - source_bounds[sentence]
                m: cython.longlong = output_bounds[sentence + 1] - output_bounds[sentence]
                rows_at: cython.longlong = source_bounds[sentence] + 2 * sentence
                used: cython.longlong = _find_fits(
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
                    lacking = -1
                    break
                fits_used = used
                for i in range(n + 1):
                    n_there: cython.longlong = 0
                    for edit in range(e0, e1):
                        if start[edit] == i and end[edit] == i:
                            there[n_there] = edit
                            n_there += 1
                    if n_there == 0:
                        continue
                    begin: cython.longlong = first_in_row[rows_at + i]
                    after: cython.longlong = first_in_row[rows_at + i + 1]
                    n_arcs: cython.longlong = 0
                    reach[after - 1 - begin] = 0
                    for v in range(after - 2, begin - 1, -1):
                        reach[v - begin] = reach[v - begin + 1] + 1 if target[3 * (first + v)] >= 0 else 0
                        n_arcs += reach[v - begin]
                    if codes_used + n_arcs > codes_room:
                        lacking = codes_used + n_arcs
                        break
                    for k in range(n_arcs):
                        codes_view[codes_used + k] = 0
                    _code_insertions(
                        output_ids[output_bounds[sentence] :],
                        column[first:],
                        kind[3 * first :],
                        begin,
                        after,
                        reach,
                        left,
                        right,
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
        if lacking > MAX_CODES or 16 * fits_room > MAX_CODES:
            n = source_bounds[sentence + 1] - source_bounds[sentence]
            m = output_bounds[sentence + 1] - output_bounds[sentence]
            raise TooLargeError(
                f"{n:,} words against {m:,} meet the gold edits in more than {MAX_CODES:,} ways; {REMEDY}", sentence
            )
        if lacking < 0:
            fits_room *= 2
            fits = enlarged(fits, 2 * fits_room)
            fits_view = fits
        else:
            codes_room = 2 * lacking
            codes = enlarged(codes, codes_room)
            codes_view = memoryview(codes)
    first_fit_view[n_rows] = fits_used
    first_place_view[n_rows] = places_used
    return Marks(first_fit, fits, first_place, places, first_code, codes)
