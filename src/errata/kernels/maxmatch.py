"""The exact MaxMatch search of many sentences: the original's relaxation, replayed without its list of arcs.

All arcs leaving one vertex come from one *sweep* over the vertices after it, because the original only
ever lengthens an arc by a base arc (see `survey`). The relaxation is replayed with a *history* per vertex: its falling
values and their times. The original relaxes all arcs, pass after pass, until nothing changes; here vertices are
settled once, in order, because all arcs into a vertex come from vertices before it.

The time is the number `4 V pass + V rank + origin`, with V the number of vertices. Within a pass the original
reads all base arcs (rank 0), then phrase arcs by the vertex that first made them; seen from the target
these are its diagonal, deleting and inserting neighbours (ranks 1 to 3); then by origin. Only the first
listing of an arc matters: what leads into its origin precedes it, except that phrase arcs come after
all base arcs. So a change reaches the next vertex in the same pass, or in the next one if it came by a
phrase arc and leaves by a base arc.

Weights are sums of doubles, and ties between paths are decided by their last bits: every addition is done as the
original does it, in the same order. `_Histories` keeps the values of all vertices, `_Relaxation` sweeps from vertex to
vertex and offers them along arcs, `search_exactly` provides room and goes through the sentences.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros
from errata.kernels.structures import KEEP, MET, Annotations, Lattices, Marks, Paths, Survey

if cython.compiled:
    from cython.cimports.errata.kernels.views import Lattice, Trails
else:
    from errata.kernels.views import Lattice, Trails

COMPILED: bool = cython.compiled

_KEEP = cython.declare(cython.int, KEEP)
_MET = cython.declare(cython.int, MET)
_UNLIMITED = cython.declare(cython.longlong, (1 << 62) - 1)
MAX_HISTORIES = 1 << 24
"""Histories of one sweep: if there are more annotators than that allows, they are searched in groups."""
MAX_POOL = 1 << 24
"""Entries of their pool, and events: a sentence that needs more is given up."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _charge(weight: cython.double, times: cython.longlong) -> cython.double:
    """Add ε repeatedly, one by one: the rounding is part of the definition."""
    # Written out in `origins` too: from another module it would not be inlined.
    while times > 0:
        weight += 0.001
        times -= 1
    return weight


@cython.final
@cython.cclass
class _Histories:
    """The changes each vertex has seen so far, by time, for every annotator; values fall.

    The newest entry of history h is in `time[h]` (-1 if there is none) and `value[h]`; `older[h]` leads
    to the others in the pool, newest first.
    """

    time: cython.longlong[::1]
    value: cython.double[::1]
    older: cython.int[::1]
    pool_time: cython.longlong[::1]
    pool_value: cython.double[::1]
    pool_older: cython.int[::1]
    pool_size: cython.longlong
    pool_used: cython.longlong
    free: cython.longlong
    n_steps: cython.longlong

    def __init__(self, n_histories: int, pool_size: int) -> None:
        self.time = zeros("q", n_histories)
        self.value = zeros("d", n_histories)
        self.older = zeros("i", n_histories)
        self.pool_time = zeros("q", pool_size)
        self.pool_value = zeros("d", pool_size)
        self.pool_older = zeros("i", pool_size)
        self.pool_size = pool_size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(h=cython.longlong)
    def clear(self, n_histories: cython.longlong) -> cython.void:
        """Forget everything."""
        for h in range(n_histories):
            self.time[h] = -1
            self.older[h] = -1
        self.pool_used = 0
        self.free = -1
        self.n_steps = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self) -> cython.longlong:
        """Return an unused entry of the pool, or -1."""
        entry: cython.longlong = self.free
        if entry >= 0:
            self.free = self.pool_older[entry]
        elif self.pool_used < self.pool_size:
            entry = self.pool_used
            self.pool_used += 1
        return entry

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def release(self, entry: cython.longlong) -> cython.longlong:
        """Give an entry back to the pool and return the next older one."""
        older: cython.longlong = self.pool_older[entry]
        self.pool_older[entry] = self.free
        self.free = entry
        return older

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def offer(self, h: cython.longlong, time: cython.longlong, value: cython.double) -> cython.bint:
        """Enter a value if it is a strict minimum at its time; False if the pool is too small."""
        if time > self.time[h]:
            if self.time[h] >= 0:
                if value >= self.value[h]:
                    return True
                entry: cython.longlong = self.take()
                if entry < 0:
                    return False
                self.pool_time[entry] = self.time[h]
                self.pool_value[entry] = self.value[h]
                self.pool_older[entry] = self.older[h]
                self.older[h] = entry
            self.time[h] = time
            self.value[h] = value
            return True
        return self.insert(h, time, value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, h: cython.longlong, time: cython.longlong, value: cython.double) -> cython.bint:
        """Enter a value earlier than the newest one, and drop the later ones that are no smaller."""
        newer: cython.longlong = -1
        older: cython.longlong = self.older[h]
        stays: cython.bint = self.value[h] < value
        # Later entries stay if they are smaller. Going back values rise: after the first that is not smaller, all are
        # dropped that are later than this one.
        if stays:
            while older >= 0 and self.pool_time[older] > time and self.pool_value[older] < value:
                self.n_steps += 1
                newer = older
                older = self.pool_older[older]
            if older >= 0 and self.pool_time[older] < time and self.pool_value[older] <= value:
                return True
        while older >= 0 and self.pool_time[older] > time:
            older = self.release(older)
        if not stays:
            self.time[h] = time
            self.value[h] = value
            self.older[h] = older
            return True
        entry: cython.longlong = self.take()
        if entry < 0:
            return False
        self.pool_time[entry] = time
        self.pool_value[entry] = value
        self.pool_older[entry] = older
        if newer < 0:
            self.older[h] = entry
        else:
            self.pool_older[newer] = entry
        return True


@cython.final
@cython.cclass
class _Relaxation:
    """Replays the relaxation of one sentence after another, for many annotators at once.

    It has the buffers of `Marks` and `Survey`, and each annotator's next fit, place and code. `event_time` and
    `event_value` hold what the origin of a sweep offers to each annotator: `room` events for base arcs, then as many
    for phrase arcs.
    """

    max_unchanged: cython.longlong
    first_slot: cython.longlong[::1]
    survives: cython.uchar[::1]
    first_fit: cython.longlong[::1]
    fits: cython.int[::1]
    first_place: cython.longlong[::1]
    places: cython.int[::1]
    first_code: cython.longlong[::1]
    codes: cython.uchar[::1]
    # Of the arc from the origin of a sweep to each vertex: 0 is no arc, a listing is 4 rank + number of listings.
    length: cython.int[::1]
    unchanged: cython.int[::1]
    listing: cython.int[::1]
    is_met: cython.uchar[::1]
    next_fit: cython.longlong[::1]
    next_place: cython.longlong[::1]
    next_code: cython.longlong[::1]
    room: cython.longlong
    n_events: cython.int[::1]
    event_time: cython.longlong[::1]
    event_value: cython.double[::1]

    def __init__(self, marks: Marks, sizes: Survey, largest: int, most_rows: int, n_histories: int) -> None:
        self.first_slot, self.survives = sizes.first_slot, sizes.survives
        self.first_fit, self.fits = marks.first_fit, marks.fits
        self.first_place, self.places = marks.first_place, marks.places
        self.first_code, self.codes = marks.first_code, marks.codes
        self.length, self.unchanged, self.listing = zeros("i", largest), zeros("i", largest), zeros("i", largest)
        self.is_met = zeros("B", n_histories)
        self.next_fit, self.next_place = zeros("q", most_rows), zeros("q", most_rows)
        self.next_code = zeros("q", most_rows)
        self.n_events = zeros("i", 2 * most_rows)

    def make_room(self, room: int) -> None:
        """Let each annotator have this many events of each kind."""
        self.room = room
        self.event_time = zeros("q", len(self.n_events) * room)
        self.event_value = zeros("d", len(self.n_events) * room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather_events(
        self,
        histories: _Histories,
        h: cython.longlong,
        origin: cython.longlong,
        n_vertices: cython.longlong,
        which: cython.longlong,
    ) -> cython.bint:
        """List what a history offers to base (even `which`) or to phrase arcs: each pass's latest value, newest first.

        Returns False if there is no room.
        """
        first: cython.longlong = which * self.room
        at: cython.longlong = first
        time: cython.longlong = histories.time[h]
        value: cython.double = histories.value[h]
        entry: cython.longlong = histories.older[h]
        pass_length: cython.longlong = 4 * n_vertices
        while True:
            when: cython.longlong = time // pass_length
            # Base arcs are read first in a pass: what came later in it, by a phrase arc, they take in the next one.
            if which % 2 == 0 and time - when * pass_length >= n_vertices:
                when += 1
            when = when * pass_length + origin
            # Of one pass only the latest value is offered, and the newest comes first.
            if at == first or self.event_time[at - 1] != when:
                if at == first + self.room:
                    return False
                self.event_time[at] = when
                self.event_value[at] = value
                at += 1
            if entry < 0:
                self.n_events[which] = at - first
                return True
            time = histories.pool_time[entry]
            value = histories.pool_value[entry]
            entry = histories.pool_older[entry]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(origin=cython.longlong, k=cython.longlong, slot=cython.longlong, r=cython.longlong)
    @cython.locals(h=cython.longlong, which=cython.longlong, fit=cython.longlong, event=cython.longlong)
    def relax(
        self,
        lattice: Lattice,
        histories: _Histories,
        r0: cython.longlong,
        n_rows: cython.longlong,
        reward: cython.double,
        max_steps: cython.longlong,
    ) -> cython.longlong:
        """Replay the relaxation for the annotators `r0` to `r0 + n_rows` of the opened sentence.

        Returns 0, or 1 if the pool of the histories is too small, 2 if the room for events is, 3 if it would take more
        than `max_steps` steps.
        """
        n_vertices: cython.longlong = lattice.n_vertices
        first: cython.longlong = lattice.first
        slots: cython.longlong = lattice.slots
        length: cython.int[::1] = self.length
        unchanged: cython.int[::1] = self.unchanged
        listing: cython.int[::1] = self.listing
        histories.clear(n_vertices * n_rows)
        for k in range(n_vertices):
            length[k] = 0
        for h in range(n_vertices * n_rows):
            self.is_met[h] = 0
        # Vertex 0 is settled from the beginning. A history stands at `vertex * n_rows + annotator`.
        for r in range(n_rows):
            histories.time[r] = 0
            histories.value[r] = 0.0
            self.next_fit[r] = self.first_fit[r0 + r]
            self.next_place[r] = self.first_place[r0 + r]

        for origin in range(n_vertices):
            if histories.n_steps > max_steps:
                return 3
            any_met: cython.bint = False
            n_insertions: cython.longlong = 0
            source_row: cython.longlong = lattice.row[first + origin]
            row_begin: cython.longlong = lattice.first_in_row[lattice.rows + source_row]
            row_end: cython.longlong = lattice.first_in_row[lattice.rows + source_row + 1]
            for r in range(n_rows):
                h = origin * n_rows + r
                for which in range(2 * r, 2 * r + 2):
                    if not self.gather_events(histories, h, origin, n_vertices, which):
                        return 2
                # All arcs into the origin have been read: only its newest entry is needed, for the way back.
                while histories.older[h] >= 0:
                    histories.older[h] = histories.release(histories.older[h])
                for fit in range(self.next_fit[r], self.first_fit[r0 + r + 1]):
                    if self.fits[2 * fit] != origin:
                        break
                    self.is_met[self.fits[2 * fit + 1] * n_rows + r] = 1
                    any_met = True
                if origin == row_begin:
                    self.next_code[r] = -1
                    place: cython.longlong = self.next_place[r]
                    if place < self.first_place[r0 + r + 1] and self.places[place] == source_row:
                        self.next_code[r] = self.first_code[place]
                        self.next_place[r] += 1

            last: cython.longlong = origin
            for slot in range(3):
                b: cython.longlong = lattice.target[slots + 3 * origin + slot]
                if b >= 0:
                    length[b] = 1
                    unchanged[b] = lattice.kind[slots + 3 * origin + slot] >= _KEEP
                    listing[b] = lattice.kind[slots + 3 * origin + slot] & 3
                    last = max(last, b)
            k = origin + 1
            while k <= last:
                if length[k] == 0:
                    k += 1
                    continue
                # The arc origin → k is final: what could still improve it comes from vertices before k.
                is_keep: cython.bint = unchanged[k] == length[k]
                if k < row_end:
                    n_insertions += 1
                # A long keep arc that the clean-up removed offers nothing, yet it was lengthened before that.
                if not is_keep or length[k] == 1 or self.survives[self.first_slot[first + k] + length[k] - 2]:
                    own_weight: cython.double = _charge(length[k], 0 if is_keep else listing[k] & 3)
                    rank: cython.longlong = (listing[k] >> 2) * n_vertices
                    for r in range(n_rows):
                        h = k * n_rows + r
                        weight: cython.double = own_weight
                        # Still in the row of the origin: an insertion, charged as its code says if the place has any.
                        if k < row_end:
                            if self.next_code[r] >= 0:
                                code: cython.longlong = self.codes[self.next_code[r] + k - origin - 1]
                                weight = _charge(-reward if code >= _MET else length[k], code & (_MET - 1))
                        elif any_met and self.is_met[h]:
                            weight = -reward
                        which = 2 * r + (1 if rank > 0 else 0)
                        at: cython.longlong = which * self.room
                        histories.n_steps += self.n_events[which]
                        for event in range(at, at + self.n_events[which]):
                            if not histories.offer(h, self.event_time[event] + rank, self.event_value[event] + weight):
                                return 1
                longer: cython.longlong = length[k] + 1
                for slot in range(3):
                    b = lattice.target[slots + 3 * k + slot]
                    if b < 0 or (length[b] > 0 and longer >= length[b]):
                        continue
                    keeps: cython.longlong = unchanged[k] + (1 if lattice.kind[slots + 3 * k + slot] >= _KEEP else 0)
                    if keeps > self.max_unchanged:
                        continue
                    if length[b] == 0:
                        # Seen from b, the neighbour that first made the arc: diagonal 1, deleting 2, inserting 3.
                        listing[b] = (3 - slot) << 2
                        last = max(last, b)
                    listing[b] += 1
                    length[b] = longer
                    unchanged[b] = keeps
                length[k] = 0
                k += 1

            # The next origin finds no edit met; codes go by origin, so those of this one are passed.
            for r in range(n_rows):
                while self.next_fit[r] < self.first_fit[r0 + r + 1] and self.fits[2 * self.next_fit[r]] == origin:
                    self.is_met[self.fits[2 * self.next_fit[r] + 1] * n_rows + r] = 0
                    self.next_fit[r] += 1
                if self.next_code[r] >= 0:
                    self.next_code[r] += n_insertions
        return 0


def search_exactly(
    lattices: Lattices,
    annotations: Annotations,
    marks: Marks,
    sizes: Survey,
    max_unchanged: int,
    paths: Paths,
    steps: int = -1,
) -> None:
    """Find the path of every annotator of the sentences whose `sizes` are exact, and enter it in `paths`.

    Histories of long repetitive texts are long: a sentence that needs more than this many `steps` for an annotator
    (-1: any number) is given up, and its sizes are marked as not exact.
    """
    cython.declare(sentence=cython.longlong, r=cython.longlong)
    lattice: Lattice = Lattice(lattices)
    trails: Trails = Trails(paths)
    most_rows: cython.longlong = 1
    largest: cython.longlong = 1
    n_histories: cython.longlong = 1
    most_histories: cython.longlong = MAX_HISTORIES
    max_steps: cython.longlong = steps
    first_row: cython.int[::1] = annotations.first_row
    listings: cython.longlong[::1] = sizes.listings
    is_exact: cython.uchar[::1] = sizes.is_exact
    for sentence in range(lattice.n_sentences):
        lattice.open(sentence)
        if is_exact[sentence] and lattice.n_vertices > 0:
            n_rows: cython.longlong = first_row[sentence + 1] - first_row[sentence]
            # A lattice with more vertices than there may be histories is still searched, one annotator at a time.
            n_rows = min(n_rows, max(1, most_histories // lattice.n_vertices))
            most_rows = max(most_rows, n_rows)
            largest = max(largest, lattice.n_vertices)
            n_histories = max(n_histories, lattice.n_vertices * n_rows)
    # Small to begin with: most histories have one or two entries. A sentence that needs more is begun anew.
    pool_size: cython.longlong = n_histories // 8 + 16
    room: cython.longlong = 8
    histories: _Histories = _Histories(n_histories, pool_size)
    relaxation: _Relaxation = _Relaxation(marks, sizes, largest, most_rows, n_histories)
    relaxation.max_unchanged = max_unchanged
    relaxation.make_room(room)

    sentence = 0
    done: cython.longlong = 0
    while True:
        with cython.nogil:
            lacking: cython.longlong = 0
            while sentence < lattice.n_sentences:
                lattice.open(sentence)
                n_vertices: cython.longlong = lattice.n_vertices
                while is_exact[sentence] and n_vertices > 0 and first_row[sentence] + done < first_row[sentence + 1]:
                    r0: cython.longlong = first_row[sentence] + done
                    n_rows = min(first_row[sentence + 1] - r0, max(1, most_histories // n_vertices))
                    lacking = relaxation.relax(
                        lattice,
                        histories,
                        r0,
                        n_rows,
                        listings[sentence],
                        max_steps * n_rows if max_steps >= 0 else _UNLIMITED,
                    )
                    if lacking:
                        break
                    done += n_rows
                    for r in range(n_rows):
                        trails.follow(r0 + r, histories.time, r, n_rows, n_vertices)
                if lacking:
                    break
                sentence += 1
                done = 0
        if lacking == 0:
            break
        if lacking == 3 or max(pool_size, 2 * most_rows * room) > MAX_POOL:
            is_exact[sentence] = False
            sentence += 1
            done = 0
        elif lacking == 1:
            pool_size *= 2
            histories = _Histories(n_histories, pool_size)
        else:
            room *= 2
            relaxation.make_room(room)
