"""Where gold edits touch the lattice: the arcs that match them, and how often insertions are charged.

Nothing here depends on the lengths of arcs, so it is computed once, before the search. Edits that replace or delete
are matched by at most one arc for each origin and correction, found by looking up its end (`find_fits`). Insertions are
matched as in the original, by going through all insertion arcs in a place from both ends at once
(`code_insertions`): which arc matches which gold insertion depends on all others there.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import enlarged, zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import MET, Annotations, Lattices, Marks

if cython.compiled:
    from cython.cimports.errata.kernels.views import Gold, Lattice
else:
    from errata.kernels.views import Gold, Lattice

COMPILED: bool = cython.compiled

MAX_CODES = 1 << 29
"""Bytes for the arcs where gold insertions of one part are; fits have eight bytes each and half as much room."""

_MET = cython.declare(cython.int, MET)


@cython.final
@cython.cclass
class _Cursor:
    """A position in the sorted list of one row's insertion arcs, with repeated base arcs; the list is never built.

    `reach` has for each vertex of the row, from `begin` on, how many others insertions alone can reach.
    """

    begin: cython.longlong
    origin: cython.longlong
    goal: cython.longlong
    copy: cython.longlong
    arc: cython.longlong

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def forward(self, reach: cython.int[::1], lattice: Lattice) -> cython.void:
        """Go to the next listing; undefined after the last."""
        if self.goal == self.origin + 1 and self.copy < (lattice.kind[lattice.slots + 3 * self.origin] & 3):
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
    def back(self, reach: cython.int[::1], lattice: Lattice) -> cython.void:
        """Go to the previous listing; undefined before the first."""
        if self.copy > 1:
            self.copy -= 1
            return
        self.arc -= 1
        self.goal -= 1
        while self.goal == self.origin:
            self.origin -= 1
            self.goal = self.origin + reach[self.origin - self.begin]
        if self.goal == self.origin + 1:
            self.copy = lattice.kind[lattice.slots + 3 * self.origin] & 3


@cython.final
@cython.cclass
class _Marker:
    """Marks the lattice of one sentence after another; holds the marks of all rows so far."""

    first_fit: cython.longlong[::1]
    first_place: cython.longlong[::1]
    places: cython.int[::1]
    first_code: cython.longlong[::1]
    fits: cython.int[::1]
    codes: cython.uchar[::1]
    n_fits: cython.longlong
    n_places: cython.longlong
    n_codes: cython.longlong
    fits_room: cython.longlong
    codes_room: cython.longlong
    reach: cython.int[::1]
    left: _Cursor
    right: _Cursor

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, a=cython.longlong, edit=cython.longlong, c=cython.longlong)
    def find_fits(self, lattice: Lattice, gold: Gold, row: cython.longlong) -> cython.bint:
        """List the pairs that an edit with start < end would reward; False if there is no room."""
        first_edit: cython.longlong = gold.first_edit[row]
        last_edit: cython.longlong = gold.first_edit[row + 1]
        rows: cython.longlong = lattice.rows
        for i in range(lattice.n):
            any_edit: cython.bint = False
            for edit in range(first_edit, last_edit):
                if gold.start[edit] == i and gold.end[edit] > i:
                    any_edit = True
            if not any_edit:
                continue
            # By origin first: the search takes fits as it comes to their origins.
            for a in range(lattice.first_in_row[rows + i], lattice.first_in_row[rows + i + 1]):
                begin: cython.longlong = lattice.column[lattice.first + a]
                for edit in range(first_edit, last_edit):
                    if gold.start[edit] != i or gold.end[edit] <= i:
                        continue
                    row_end: cython.longlong = lattice.first_in_row[rows + gold.end[edit] + 1]
                    for c in range(gold.first_correction[edit], gold.first_correction[edit + 1]):
                        goal: cython.longlong = gold.bounds[c + 1] - gold.bounds[c]
                        goal += begin
                        if goal > lattice.m or not gold.is_at(c, lattice, begin):
                            continue
                        # The vertices of a row are sorted by column.
                        low: cython.longlong = lattice.first_in_row[rows + gold.end[edit]]
                        high: cython.longlong = row_end
                        while low < high:
                            middle: cython.longlong = (low + high) // 2
                            if lattice.column[lattice.first + middle] < goal:
                                low = middle + 1
                            else:
                                high = middle
                        if low < row_end and lattice.column[lattice.first + low] == goal:
                            if self.n_fits == self.fits_room:
                                return False
                            self.fits[2 * self.n_fits] = a
                            self.fits[2 * self.n_fits + 1] = low
                            self.n_fits += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(step=cython.longlong, c=cython.longlong)
    def find_insertion(
        self, lattice: Lattice, gold: Gold, low: cython.longlong, high: cython.longlong, downwards: cython.bint
    ) -> cython.longlong:
        """Return the first of the gathered edits `low` to `high` matched by the insertion at a cursor, or -1.

        Going down, that is the cursor on the right.
        """
        origin: cython.longlong = self.right.origin if downwards else self.left.origin
        goal: cython.longlong = self.right.goal if downwards else self.left.goal
        begin: cython.longlong = lattice.column[lattice.first + origin]
        length: cython.longlong = lattice.column[lattice.first + goal] - begin
        for step in range(high - low + 1):
            g: cython.longlong = high - step if downwards else low + step
            edit: cython.longlong = gold.there[g]
            for c in range(gold.first_correction[edit], gold.first_correction[edit + 1]):
                if gold.bounds[c + 1] - gold.bounds[c] == length and gold.is_at(c, lattice, begin):
                    return g
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(v=cython.longlong)
    def code_insertions(
        self, lattice: Lattice, gold: Gold, begin: cython.longlong, end: cython.longlong, n_arcs: cython.longlong
    ) -> cython.void:
        """Match the gathered gold insertions from both ends; the vertices of their place are `begin:end`.

        The codes of its arcs are the next `n_arcs`, all 0.
        """
        n_left: cython.longlong = 0
        n_right: cython.longlong = -1
        from_left: cython.bint = True
        gold_left: cython.longlong = 0
        gold_right: cython.longlong = gold.n_there - 1
        if n_arcs == 0:
            return
        for v in range(begin, end):
            if self.reach[v - begin] > 0:
                n_right += self.reach[v - begin] - 1 + (lattice.kind[lattice.slots + 3 * v] & 3)
        n_listed: cython.longlong = n_right + 1
        self.left.begin = self.right.begin = begin
        self.left.origin = begin
        self.left.goal = begin
        self.left.copy = 0
        self.left.arc = self.n_codes - 1
        self.left.forward(self.reach, lattice)
        self.right.origin = end - 1
        self.right.goal = end
        self.right.copy = 0
        self.right.arc = self.n_codes + n_arcs
        self.right.back(self.reach, lattice)
        while n_left <= n_right:
            if n_left == n_right:
                from_left = True  # the last listing belongs to the left, whoever's turn it is
            hit: cython.longlong = self.find_insertion(lattice, gold, gold_left, gold_right, not from_left)
            # Whoever meets none hands over to the other side; who meets one goes on beyond the arc that met it.
            if from_left:
                met_goal: cython.longlong = self.left.goal
                if hit < 0:
                    self.codes[self.left.arc] += 1
                else:
                    self.codes[self.left.arc] = _MET
                    gold_left = hit + 1
                n_left += 1
                if n_left < n_listed:
                    self.left.forward(self.reach, lattice)
                if hit < 0:
                    from_left = False
                    continue
                while n_left < n_listed and self.left.origin != met_goal:
                    self.codes[self.left.arc] += 1
                    n_left += 1
                    if n_left < n_listed:
                        self.left.forward(self.reach, lattice)
            else:
                met_origin: cython.longlong = self.right.origin
                if hit < 0:
                    self.codes[self.right.arc] += 1
                else:
                    self.codes[self.right.arc] = _MET
                    gold_right = hit - 1
                n_right -= 1
                if n_right >= 0:
                    self.right.back(self.reach, lattice)
                if hit < 0:
                    from_left = True
                    continue
                while n_right >= 0 and self.right.goal != met_origin:
                    self.codes[self.right.arc] += 1
                    n_right -= 1
                    if n_right >= 0:
                        self.right.back(self.reach, lattice)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, v=cython.longlong, k=cython.longlong)
    def mark_row(self, lattice: Lattice, gold: Gold, row: cython.longlong) -> cython.longlong:
        """Mark for one annotator; return 0, or -1 if there is no room for fits, or the room needed for codes."""
        if not self.find_fits(lattice, gold, row):
            return -1
        for i in range(lattice.n + 1):
            gold.gather(row, i)
            if gold.n_there == 0:
                continue
            begin: cython.longlong = lattice.first_in_row[lattice.rows + i]
            end: cython.longlong = lattice.first_in_row[lattice.rows + i + 1]
            # From the right: a vertex reaches its neighbour, if an insertion joins them, and what that reaches.
            n_arcs: cython.longlong = 0
            self.reach[end - 1 - begin] = 0
            for v in range(end - 2, begin - 1, -1):
                is_joined: cython.bint = lattice.target[lattice.slots + 3 * v] >= 0
                self.reach[v - begin] = self.reach[v - begin + 1] + 1 if is_joined else 0
                n_arcs += self.reach[v - begin]
            if self.n_codes + n_arcs > self.codes_room:
                return self.n_codes + n_arcs
            for k in range(n_arcs):
                self.codes[self.n_codes + k] = 0
            self.code_insertions(lattice, gold, begin, end, n_arcs)
            self.places[self.n_places] = i
            self.first_code[self.n_places] = self.n_codes
            self.n_places += 1
            self.n_codes += n_arcs
        return 0


def mark(lattices: Lattices, annotations: Annotations) -> Marks:
    """Find the arcs each row's edits reward, and the charges of insertions where it has gold insertions."""
    lattice: Lattice = Lattice(lattices)
    gold: Gold = Gold(annotations)
    n_edits = len(annotations.start)
    first_fit, first_place, first_code = zeros("q", gold.n_rows + 1), zeros("q", gold.n_rows + 1), zeros("q", n_edits)
    fits, places, codes = zeros("i", 2 * (2 * n_edits + 64)), zeros("i", n_edits), zeros("B", 4 * n_edits + 64)
    marker: _Marker = _Marker()
    marker.left, marker.right = _Cursor(), _Cursor()
    marker.reach = zeros("i", lattice.most_columns())
    marker.first_fit, marker.first_place, marker.first_code = first_fit, first_place, first_code
    marker.fits, marker.places, marker.codes = fits, places, codes
    marker.fits_room, marker.codes_room = len(fits) // 2, len(codes)
    marker.n_fits = marker.n_places = marker.n_codes = 0

    row: cython.longlong = 0
    sentence: cython.longlong = 0
    while True:
        with cython.nogil:
            lacking: cython.longlong = 0
            while row < gold.n_rows:
                while gold.first_row[sentence + 1] <= row:
                    sentence += 1
                lattice.open(sentence)
                marker.first_fit[row] = marker.n_fits
                marker.first_place[row] = marker.n_places
                codes_before: cython.longlong = marker.n_codes
                if lattice.n_vertices > 0 and gold.first_edit[row] < gold.first_edit[row + 1]:
                    lacking = marker.mark_row(lattice, gold, row)
                    if lacking:
                        break
                row += 1
        if lacking == 0:
            break
        if lacking > MAX_CODES or 16 * marker.fits_room > MAX_CODES:
            raise TooLargeError(
                f"{lattice.n:,} words against {lattice.m:,} meet the gold edits in more than {MAX_CODES:,} ways; "
                f"{REMEDY}",
                sentence,
            )
        # The row is begun anew with more room.
        marker.n_fits, marker.n_places, marker.n_codes = first_fit[row], first_place[row], codes_before
        if lacking < 0:
            marker.fits_room *= 2
            fits = enlarged(fits, 2 * marker.fits_room)
            marker.fits = fits
        else:
            marker.codes_room = 2 * lacking
            codes = enlarged(codes, marker.codes_room)
            marker.codes = codes
    marker.first_fit[gold.n_rows] = marker.n_fits
    marker.first_place[gold.n_rows] = marker.n_places
    return Marks(first_fit, fits, first_place, places, first_code, codes)
