"""The bounded MaxMatch search, for lattices too large to sweep: each vertex remembers only its best origins.

Stored arcs follow the same rule as in the exact search, but for each vertex and number of
unchanged tokens only the `width` most promising origins are kept. Matched arcs are all found,
by small sweeps. Vertices are settled in order, each once: `_Lists.merge` turns the arcs into a vertex into those into
its three neighbours, `_Search` chooses the best of them, `_Lists.keep` drops all but the best origins.

What may differ from the exact search: the winner among exactly tied paths, and gold edits of two or more tokens that
change nothing (long keep arcs count as removed).
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array

from errata.kernels.buffers import zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import KEEP, MET, Annotations, Lattices, Marks, Paths, Survey

if cython.compiled:
    from cython.cimports.errata.kernels.views import Lattice, Trails
else:
    from errata.kernels.views import Lattice, Trails

COMPILED: bool = cython.compiled

MAX_VISITS = 1 << 23
"""Vertices of a lattice times annotators: about ten seconds."""

_KEEP = cython.declare(cython.int, KEEP)
_MET = cython.declare(cython.int, MET)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _charge(weight: cython.double, times: cython.longlong) -> cython.double:
    """Add ε repeatedly, one by one: the rounding is part of the definition."""
    # Written out in `maxmatch` too: from another module it would not be inlined.
    while times > 0:
        weight += 0.001
        times -= 1
    return weight


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _select(key: cython.double[::1], origin: cython.int[::1], n: cython.longlong, rank: cython.longlong) -> cython.void:
    """Reorder so that the entry with this rank in the order by (key, origin) is in its place."""
    # Quickselect. No two entries are equal in this order, so what stands below the rank does not depend on the pivots.
    low: cython.longlong = 0
    high: cython.longlong = n - 1
    while low < high:
        pivot: cython.double = key[(low + high) // 2]
        pivot_origin: cython.longlong = origin[(low + high) // 2]
        i: cython.longlong = low
        j: cython.longlong = high
        while i <= j:
            while key[i] < pivot or (key[i] == pivot and origin[i] < pivot_origin):
                i += 1
            while key[j] > pivot or (key[j] == pivot and origin[j] > pivot_origin):
                j -= 1
            if i <= j:
                key[i], key[j] = key[j], key[i]
                origin[i], origin[j] = origin[j], origin[i]
                i += 1
                j -= 1
        if rank <= j:
            high = j
        elif rank >= i:
            low = i
        else:
            return


@cython.final
@cython.cclass
class _Lists:
    """For each vertex, the arcs into it from its best origins, sorted by origin; `new_…` is the list being built.

    Lists are only needed one row back: those of even rows are in the first half of the room, of odd rows
    in the second. A listing is 4 rank + number of listings.
    """

    first: cython.longlong[::1]
    size: cython.int[::1]
    room: cython.longlong
    origin: cython.int[::1]
    length: cython.int[::1]
    unchanged: cython.int[::1]
    new_origin: cython.int[::1]
    new_length: cython.int[::1]
    new_unchanged: cython.int[::1]
    new_listing: cython.int[::1]
    new_key: cython.double[::1]
    chosen_key: cython.double[::1]
    chosen_origin: cython.int[::1]
    n_of: cython.int[::1]
    bound_key: cython.double[::1]
    bound_origin: cython.int[::1]
    has_dropped: cython.bint

    def __init__(self, n_vertices: int, n_new: int, n_classes: int, room: int) -> None:
        self.first = zeros("q", n_vertices)
        self.size = zeros("i", n_vertices)
        self.new_origin = zeros("i", n_new)
        self.new_length = zeros("i", n_new)
        self.new_unchanged = zeros("i", n_new)
        self.new_listing = zeros("i", n_new)
        self.new_key = zeros("d", n_new)
        self.chosen_key = zeros("d", n_new)
        self.chosen_origin = zeros("i", n_new)
        self.n_of = zeros("i", n_classes)
        self.bound_key = zeros("d", n_classes)
        self.bound_origin = zeros("i", n_classes)
        self.room = room
        self.origin = zeros("i", 2 * room)
        self.length = zeros("i", 2 * room)
        self.unchanged = zeros("i", 2 * room)
        self.has_dropped = False

    @cython.locals(half=cython.longlong, k=cython.longlong)
    def double_room(self) -> None:
        """Make room for twice as many arcs; the lists keep their positions within each half."""
        old: cython.longlong = self.room
        origin: cython.int[::1] = zeros("i", 4 * old)
        length: cython.int[::1] = zeros("i", 4 * old)
        unchanged: cython.int[::1] = zeros("i", 4 * old)
        for half in range(2):
            for k in range(old):
                origin[half * 2 * old + k] = self.origin[half * old + k]
                length[half * 2 * old + k] = self.length[half * old + k]
                unchanged[half * 2 * old + k] = self.unchanged[half * old + k]
        for k in range(len(self.first)):
            if self.first[k] >= old:
                self.first[k] += old
        self.origin = origin
        self.length = length
        self.unchanged = unchanged
        self.room = 2 * old

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def merge(
        self, v: cython.longlong, before: cython.int[::1], lattice: Lattice, max_unchanged: cython.longlong
    ) -> cython.longlong:
        """Lengthen the lists of the neighbours before v by their arcs into v; return how many are stored.

        The neighbours come in the order diagonal, deletion, insertion, and each ends its list with itself.
        """
        none: cython.longlong = 2147483647
        size: cython.longlong = 0
        p0: cython.longlong = before[3 * v + 2]
        p1: cython.longlong = before[3 * v + 1]
        p2: cython.longlong = before[3 * v]
        at0: cython.longlong = 0
        at1: cython.longlong = 0
        at2: cython.longlong = 0
        end0: cython.longlong = 0
        end1: cython.longlong = 0
        end2: cython.longlong = 0
        a0: cython.longlong = none
        a1: cython.longlong = none
        a2: cython.longlong = none
        keeps: cython.longlong = 0
        if p0 >= 0:
            at0 = self.first[p0]
            end0 = at0 + self.size[p0]
            a0 = self.origin[at0] if at0 < end0 else p0
            keeps = 1 if lattice.kind[lattice.slots + 3 * p0 + 2] >= _KEEP else 0
        if p1 >= 0:
            at1 = self.first[p1]
            end1 = at1 + self.size[p1]
            a1 = self.origin[at1] if at1 < end1 else p1
        if p2 >= 0:
            at2 = self.first[p2]
            end2 = at2 + self.size[p2]
            a2 = self.origin[at2] if at2 < end2 else p2
        # Three lists sorted by origin become one. Where several have the same origin the first makes the arc, and a
        # later one replaces it only if strictly shorter: another listing. Only the diagonal can keep a token.
        while True:
            a: cython.longlong = min(a0, min(a1, a2))
            if a == none:
                return size
            stored: cython.longlong = 0
            unchanged: cython.longlong = 0
            listing: cython.longlong = 0
            if a0 == a:
                if at0 == end0:
                    stored = 1
                    unchanged = keeps
                    listing = lattice.kind[lattice.slots + 3 * p0 + 2] & 3
                    a0 = none
                else:
                    if self.unchanged[at0] + keeps <= max_unchanged:
                        stored = self.length[at0] + 1
                        unchanged = self.unchanged[at0] + keeps
                        listing = 4 * 1 + 1
                    at0 += 1
                    a0 = self.origin[at0] if at0 < end0 else p0
            if a1 == a:
                if at1 == end1:
                    stored = 1
                    listing = lattice.kind[lattice.slots + 3 * p1 + 1] & 3
                    a1 = none
                else:
                    longer: cython.longlong = self.length[at1] + 1
                    if stored == 0 or longer < stored:
                        listing = 4 * 2 + 1 if stored == 0 else listing + 1
                        stored = longer
                        unchanged = self.unchanged[at1]
                    at1 += 1
                    a1 = self.origin[at1] if at1 < end1 else p1
            if a2 == a:
                if at2 == end2:
                    stored = 1
                    listing = lattice.kind[lattice.slots + 3 * p2] & 3
                    a2 = none
                else:
                    longer = self.length[at2] + 1
                    if stored == 0 or longer < stored:
                        listing = 4 * 3 + 1 if stored == 0 else listing + 1
                        stored = longer
                        unchanged = self.unchanged[at2]
                    at2 += 1
                    a2 = self.origin[at2] if at2 < end2 else p2
            if stored > 0:
                self.new_origin[size] = a
                self.new_length[size] = stored
                self.new_unchanged[size] = unchanged
                self.new_listing[size] = listing
                size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(e=cython.longlong, w=cython.longlong)
    def keep(
        self,
        v: cython.longlong,
        n_new: cython.longlong,
        max_unchanged: cython.longlong,
        width: cython.longlong,
        used: cython.longlong,
        end: cython.longlong,
    ) -> cython.longlong:
        """Write the `width` best new arcs of each number of unchanged tokens to `used:end` as the list of v.

        Returns the new `used`, or -1 if there is no room.
        """
        for w in range(max_unchanged + 1):
            self.n_of[w] = 0
        for e in range(n_new):
            if self.new_unchanged[e] <= max_unchanged:
                self.n_of[self.new_unchanged[e]] += 1
        for w in range(max_unchanged + 1):
            if self.n_of[w] <= width:
                continue
            self.has_dropped = True
            n_chosen: cython.longlong = 0
            for e in range(n_new):
                if self.new_unchanged[e] == w:
                    self.chosen_key[n_chosen] = self.new_key[e]
                    self.chosen_origin[n_chosen] = self.new_origin[e]
                    n_chosen += 1
            # Of equal keys the smaller origins stay: a rule that does not depend on the order of the list.
            _select(self.chosen_key, self.chosen_origin, n_chosen, width - 1)
            self.bound_key[w] = self.chosen_key[width - 1]
            self.bound_origin[w] = self.chosen_origin[width - 1]
        self.first[v] = used
        for e in range(n_new):
            w = self.new_unchanged[e]
            if w > max_unchanged:
                continue  # with the limit 0 a single kept token; no arc may contain it
            if self.n_of[w] > width and (
                self.new_key[e] > self.bound_key[w]
                or (self.new_key[e] == self.bound_key[w] and self.new_origin[e] > self.bound_origin[w])
            ):
                continue
            if used == end:
                return -1
            self.origin[used] = self.new_origin[e]
            self.length[used] = self.new_length[e]
            self.unchanged[used] = w
            used += 1
        self.size[v] = used - self.first[v]
        return used


@cython.final
@cython.cclass
class _Search:
    """Settles the vertices of one sentence after another, for one annotator at a time.

    `before` has for each vertex the origins of the base arcs into it, in their slots. A vertex is settled with
    a value and a time (see `maxmatch`). The fits whose arc is stored are chained by their target: `first_met`, then
    `next_met`, numbered within their row; `ranks` has their ranks.
    """

    max_unchanged: cython.longlong
    before: cython.int[::1]
    value: cython.double[::1]
    time: cython.longlong[::1]
    # The best arc into the vertex that is being settled; no time while there is none.
    best: cython.double
    best_time: cython.longlong
    first_met: cython.int[::1]
    next_met: cython.int[::1]
    ranks: cython.int[::1]
    first_fit: cython.longlong[::1]
    fits: cython.int[::1]
    first_place: cython.longlong[::1]
    places: cython.int[::1]
    first_code: cython.longlong[::1]
    codes: cython.uchar[::1]
    # Scratch room: of `find_rank`, where `length` is zero before and after; and of the row that is being settled.
    length: cython.int[::1]
    unchanged: cython.int[::1]
    rank: cython.int[::1]
    reach: cython.int[::1]

    def __init__(self, marks: Marks, largest: int, longest: int, most_fits: int) -> None:
        self.before = zeros("i", 3 * largest)
        self.value, self.time = zeros("d", largest), zeros("q", largest)
        self.first_met, self.next_met, self.ranks = zeros("i", largest), zeros("i", most_fits), zeros("i", most_fits)
        self.first_fit, self.fits = marks.first_fit, marks.fits
        self.first_place, self.places = marks.first_place, marks.places
        self.first_code, self.codes = marks.first_code, marks.codes
        self.length, self.unchanged, self.rank = zeros("i", largest), zeros("i", largest), zeros("i", largest)
        self.reach = zeros("i", longest)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(v=cython.longlong, slot=cython.longlong)
    def turn_arcs(self, lattice: Lattice) -> cython.void:
        """Enter the base arcs of a sentence at the vertices they lead to."""
        for v in range(3 * lattice.n_vertices):
            self.before[v] = -1
        for v in range(lattice.n_vertices):
            for slot in range(3):
                b: cython.longlong = lattice.target[lattice.slots + 3 * v + slot]
                if b >= 0:
                    self.before[3 * b + slot] = v

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.longlong, slot=cython.longlong)
    def find_rank(self, lattice: Lattice, a: cython.longlong, goal: cython.longlong) -> cython.longlong:
        """Return the rank of the arc a → goal (see `maxmatch`), or -1 if no such arc is stored.

        A sweep confined to the vertices between the two.
        """
        slots: cython.longlong = lattice.slots
        first: cython.longlong = lattice.first
        last_column: cython.longlong = lattice.column[first + goal]
        result: cython.longlong = -1
        for slot in range(3):
            b: cython.longlong = lattice.target[slots + 3 * a + slot]
            if b >= 0 and b <= goal and lattice.column[first + b] <= last_column:
                self.length[b] = 1
                self.unchanged[b] = lattice.kind[slots + 3 * a + slot] >= _KEEP
                self.rank[b] = 0
        for k in range(a + 1, goal):
            if self.length[k] == 0:
                continue
            for slot in range(3):
                b = lattice.target[slots + 3 * k + slot]
                if b < 0 or b > goal or lattice.column[first + b] > last_column:
                    continue
                if self.length[b] > 0 and self.length[k] + 1 >= self.length[b]:
                    continue
                keeps: cython.longlong = self.unchanged[k] + (1 if lattice.kind[slots + 3 * k + slot] >= _KEEP else 0)
                if keeps > self.max_unchanged:
                    continue
                if self.length[b] == 0:
                    self.rank[b] = 3 - slot
                self.length[b] = self.length[k] + 1
                self.unchanged[b] = keeps
            self.length[k] = 0
        if self.length[goal] > 0 and (self.length[goal] == 1 or self.unchanged[goal] < self.length[goal]):
            result = self.rank[goal]
        self.length[goal] = 0
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(v=cython.longlong, f=cython.longlong)
    def chain_fits(self, lattice: Lattice, r: cython.longlong) -> cython.void:
        """Find which fits of an annotator are stored arcs, and chain these by their target."""
        for v in range(lattice.n_vertices):
            self.first_met[v] = -1
        for f in range(self.first_fit[r + 1] - self.first_fit[r]):
            at: cython.longlong = self.first_fit[r] + f
            goal: cython.longlong = self.fits[2 * at + 1]
            self.ranks[f] = self.find_rank(lattice, self.fits[2 * at], goal)
            if self.ranks[f] >= 0:
                self.next_met[f] = self.first_met[goal]
                self.first_met[goal] = f

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def offer(
        self, total: cython.double, a: cython.longlong, rank: cython.longlong, n_vertices: cython.longlong
    ) -> cython.void:
        """Take an arc from a if it is better, or as good and read earlier: first after its origin was settled."""
        if self.best_time >= 0 and total > self.best:
            return
        turn: cython.longlong = self.time[a] // (4 * n_vertices)
        if rank == 0 and self.time[a] - turn * 4 * n_vertices >= n_vertices:
            turn += 1
        when: cython.longlong = (turn * 4 + rank) * n_vertices + a
        if self.best_time < 0 or total < self.best or when < self.best_time:
            self.best = total
            self.best_time = when

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(v=cython.longlong, a=cython.longlong, e=cython.longlong)
    def search_rows(
        self,
        lattice: Lattice,
        lists: _Lists,
        i: cython.longlong,
        r: cython.longlong,
        reward: cython.double,
        width: cython.longlong,
    ) -> cython.longlong:
        """Settle the vertices from row i on for annotator r; return the row at which room ran out, or n + 1."""
        n_vertices: cython.longlong = lattice.n_vertices
        place: cython.longlong = self.first_place[r]
        while i <= lattice.n:
            row_begin: cython.longlong = lattice.first_in_row[lattice.rows + i]
            row_end: cython.longlong = lattice.first_in_row[lattice.rows + i + 1]
            used: cython.longlong = (i & 1) * lists.room
            end: cython.longlong = used + lists.room
            while place < self.first_place[r + 1] and self.places[place] < i:
                place += 1
            is_place: cython.bint = place < self.first_place[r + 1] and self.places[place] == i
            if is_place:
                # How many vertices can be reached by insertions alone; as many codes has the origin.
                self.reach[row_end - 1 - row_begin] = 0
                for v in range(row_end - 2, row_begin - 1, -1):
                    is_joined: cython.bint = self.before[3 * (v + 1)] >= 0
                    self.reach[v - row_begin] = self.reach[v - row_begin + 1] + 1 if is_joined else 0
            for v in range(row_begin, row_end):
                if v == 0:
                    self.value[0] = 0.0
                    self.time[0] = 0
                    lists.first[0] = used
                    lists.size[0] = 0
                    continue
                self.best_time = -1
                self.best = 0.0
                size: cython.longlong = lists.merge(v, self.before, lattice, self.max_unchanged)
                for e in range(size):
                    a = lists.new_origin[e]
                    weight: cython.double = lists.new_length[e]
                    lists.new_key[e] = self.value[a] + weight  # before ε: what an arc promises when lengthened
                    if lists.new_unchanged[e] < lists.new_length[e]:
                        weight = _charge(weight, lists.new_listing[e] & 3)
                    elif lists.new_length[e] > 1:
                        continue  # long keep arcs count as removed
                    if is_place and a >= row_begin:
                        continue  # has a code, below
                    self.offer(self.value[a] + weight, a, lists.new_listing[e] >> 2, n_vertices)
                f: cython.longlong = self.first_met[v]
                while f >= 0:
                    a = self.fits[2 * (self.first_fit[r] + f)]
                    self.offer(self.value[a] - reward, a, self.ranks[f], n_vertices)
                    f = self.next_met[f]
                if is_place:
                    at: cython.longlong = self.first_code[place]
                    for a in range(row_begin, v):
                        if self.reach[a - row_begin] >= v - a:
                            code: cython.longlong = self.codes[at + v - a - 1]
                            weight = _charge(-reward if code >= _MET else v - a, code & (_MET - 1))
                            self.offer(self.value[a] + weight, a, 0 if v == a + 1 else 3, n_vertices)
                        at += self.reach[a - row_begin]
                self.value[v] = self.best
                self.time[v] = self.best_time
                used = lists.keep(v, size, self.max_unchanged, width, used, end)
                if used < 0:
                    return i
            i += 1
        return i


def search_bounded(
    lattices: Lattices,
    annotations: Annotations,
    marks: Marks,
    sizes: Survey,
    max_unchanged: int,
    paths: Paths,
    width: int = 0,
) -> tuple[array, array]:
    """Find the path of every annotator of the sentences whose `sizes` are estimates, and enter it in `paths`.

    Returns for every sentence the number of origins kept per vertex and number of unchanged tokens (0 for
    sentences left alone), and whether any origin was dropped. `width` 0 chooses by the size of the lattice.
    """
    cython.declare(sentence=cython.longlong, r=cython.longlong)
    lattice: Lattice = Lattice(lattices)
    trails: Trails = Trails(paths)
    largest: cython.longlong = 1
    longest: cython.longlong = 1
    most_new: cython.longlong = 1
    most_classes: cython.longlong = 1
    most_fits: cython.longlong = 1
    first_row: cython.int[::1] = annotations.first_row
    first_fit: cython.longlong[::1] = marks.first_fit
    listings: cython.longlong[::1] = sizes.listings
    is_exact: cython.uchar[::1] = sizes.is_exact
    widths, has_dropped = zeros("i", lattice.n_sentences), zeros("B", lattice.n_sentences)

    for sentence in range(lattice.n_sentences):
        lattice.open(sentence)
        if is_exact[sentence] or lattice.n_vertices == 0:
            continue
        n_rows: cython.longlong = first_row[sentence + 1] - first_row[sentence]
        if lattice.n_vertices * n_rows > MAX_VISITS:
            raise TooLargeError(
                f"a lattice of {lattice.n_vertices:,} vertices for {n_rows:,} annotators: at most {MAX_VISITS:,} "
                f"visits are allowed; {REMEDY}",
                sentence,
            )
        widths[sentence] = width or max(8, min(256, 2 * 10**7 // (lattice.n_vertices * (max_unchanged + 1))))
        limit: cython.longlong = min(max_unchanged, min(lattice.n, lattice.m))
        largest = max(largest, lattice.n_vertices)
        longest = max(longest, lattice.m + 1)
        # Each of three neighbours has at most so many origins, and adds itself.
        most_new = max(most_new, 3 * (min(lattice.n_vertices, widths[sentence] * (limit + 1)) + 1))
        most_classes = max(most_classes, limit + 1)
        for r in range(first_row[sentence], first_row[sentence + 1]):
            most_fits = max(most_fits, first_fit[r + 1] - first_fit[r])
    search: _Search = _Search(marks, largest, longest, most_fits)
    lists: _Lists = _Lists(largest, most_new, most_classes, most_new)

    for sentence in range(lattice.n_sentences):
        n_kept: cython.longlong = widths[sentence]
        if n_kept == 0:
            continue
        lattice.open(sentence)
        search.max_unchanged = min(max_unchanged, min(lattice.n, lattice.m))
        lists.has_dropped = False
        with cython.nogil:
            search.turn_arcs(lattice)
        for r in range(first_row[sentence], first_row[sentence + 1]):
            with cython.nogil:
                search.chain_fits(lattice, r)
            i: cython.longlong = 0
            while True:
                with cython.nogil:
                    i = search.search_rows(lattice, lists, i, r, listings[sentence], n_kept)
                if i > lattice.n:
                    break
                # The lists of the row before stay, so the search goes on with the row that lacked room.
                lists.double_room()
            trails.follow(r, search.time, 0, 1, lattice.n_vertices)
        has_dropped[sentence] = lists.has_dropped
    return widths, has_dropped
