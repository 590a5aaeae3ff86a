"""Sizes of MaxMatch lattices with all their phrase arcs, found by sweeps that keep no arc.

A *pair* is a stored arc, a *listing* its entry in the original's list, where it may occur several times.
The number of listings is the reward of a matched gold edit.

A *sweep* from one vertex finds all arcs that leave it. The original makes them by lengthening arcs by base arcs, and
replaces an arc by a strictly shorter one; vertices are visited in the same order here, so the same arcs are left.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros
from errata.kernels.limits import TooLargeError
from errata.kernels.structures import KEEP, Lattices, Survey

if cython.compiled:
    from cython.cimports.errata.kernels.views import Lattice
else:
    from errata.kernels.views import Lattice

COMPILED: bool = cython.compiled

MAX_SLOTS = 1 << 29
"""Long keep arcs of one part, a byte each."""

_KEEP = cython.declare(cython.int, KEEP)
_LARGEST_REWARD = cython.declare(cython.longlong, 1 << 30)
_N_SAMPLES = cython.declare(cython.int, 1024)
_UNLIMITED = cython.declare(cython.longlong, (1 << 62) - 1)


@cython.final
@cython.cclass
class _Sweeper:
    """Sweeps over one lattice after another, and what is known about the arcs of the last.

    For every keep arc of two or more tokens `survives` records what precedes it among the arcs lengthened by the same
    vertex: 0 nothing, 1 another arc, 2 such a keep arc. `tail` holds the same for the end of that list.
    """

    max_unchanged: cython.longlong
    pairs: cython.longlong
    listings: cython.longlong
    # Of the arc from the origin of a sweep to each vertex, while the sweep is there: 0 is no arc.
    length: cython.int[::1]
    unchanged: cython.int[::1]
    tail: cython.uchar[::1]
    first_slot: cython.longlong[::1]
    survives: cython.uchar[::1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(sample=cython.longlong, k=cython.longlong, slot=cython.longlong)
    def sweep(
        self,
        lattice: Lattice,
        n_origins: cython.longlong,
        max_pairs: cython.longlong,
        max_listings: cython.longlong,
    ) -> cython.void:
        """Sweep from evenly spaced origins and count pairs and listings, until one is above its maximum."""
        # Bound to names of their own, since a byte written through an object makes C read its pointers again.
        length: cython.int[::1] = self.length
        unchanged: cython.int[::1] = self.unchanged
        tail: cython.uchar[::1] = self.tail
        target: cython.int[::1] = lattice.target
        kind: cython.uchar[::1] = lattice.kind
        slots: cython.longlong = lattice.slots
        pairs: cython.longlong = 0
        listings: cython.longlong = 0
        for k in range(lattice.n_vertices):
            length[k] = 0
            tail[k] = 0
        for sample in range(n_origins):
            origin: cython.longlong = sample * lattice.n_vertices // n_origins
            last: cython.longlong = origin
            for slot in range(3):
                b: cython.longlong = target[slots + 3 * origin + slot]
                if b >= 0:
                    length[b] = 1
                    unchanged[b] = kind[slots + 3 * origin + slot] >= _KEEP
                    pairs += 1
                    listings += kind[slots + 3 * origin + slot] & 3
                    last = max(last, b)
            # Base arcs lead to vertices with higher numbers: when the sweep comes to k, the arc into k is final.
            k = origin + 1
            while k <= last:
                if length[k] > 0:
                    longer: cython.longlong = length[k] + 1
                    for slot in range(3):
                        b = target[slots + 3 * k + slot]
                        if b < 0 or (length[b] > 0 and longer >= length[b]):
                            continue
                        # With too many unchanged tokens it is not stored, and a longer arc it would replace stays.
                        keeps: cython.longlong = unchanged[k] + (1 if kind[slots + 3 * k + slot] >= _KEEP else 0)
                        if keeps > self.max_unchanged:
                            continue
                        if length[b] == 0:
                            pairs += 1
                            last = max(last, b)
                        listings += 1
                        length[b] = longer
                        unchanged[b] = keeps
                        if keeps == longer:
                            self.survives[self.first_slot[lattice.first + b] + longer - 2] = tail[k]
                            tail[k] = 2
                        else:
                            tail[k] = 1
                    length[k] = 0
                k += 1
            if pairs > max_pairs or listings > max_listings:
                break
        self.pairs = pairs
        self.listings = listings

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.longlong, at=cython.longlong)
    def clean(self, lattice: Lattice) -> cython.longlong:
        """Decide which long keep arcs survive the clean-up and return the number removed.

        The original's mistake is kept: what follows a removed arc in the listing is never examined.
        """
        removed: cython.longlong = 0
        skip: cython.bint = False  # whether the listing before was removed, so that this one is passed over
        for k in range(lattice.n_vertices):
            b: cython.longlong = lattice.target[lattice.slots + 3 * k + 2]
            if b >= 0 and lattice.kind[lattice.slots + 3 * k + 2] >= _KEEP:
                b += lattice.first
                # The longest keep arc has the smallest origin and was listed first.
                for at in range(self.first_slot[b + 1] - 1, self.first_slot[b] - 1, -1):
                    if self.survives[at] == 1:
                        skip = False
                    self.survives[at] = skip
                    skip = not skip
                    removed += skip
            if self.tail[k] == 1:
                skip = False
        return removed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(sentence=cython.longlong, k=cython.longlong)
def _allot_slots(
    lattice: Lattice, max_unchanged: cython.longlong, run: cython.int[::1], first_slot: cython.longlong[::1]
) -> cython.longlong:
    """Number the keep arcs of two or more tokens by the vertex they lead to; return their number.

    `run` is scratch room: the longest run of kept tokens into each vertex of a sentence.
    """
    n_slots: cython.longlong = 0
    for sentence in range(lattice.n_sentences):
        lattice.open(sentence)
        for k in range(lattice.n_vertices):
            run[k] = 0
        for k in range(lattice.n_vertices):
            first_slot[lattice.first + k] = n_slots
            n_slots += max(0, min(max_unchanged, run[k]) - 1)
            b: cython.longlong = lattice.target[lattice.slots + 3 * k + 2]
            if b >= 0 and lattice.kind[lattice.slots + 3 * k + 2] >= _KEEP:
                run[b] = run[k] + 1
    first_slot[lattice.first_vertex[lattice.n_sentences]] = n_slots
    return n_slots


def survey(lattices: Lattices, max_unchanged: int, budget: int) -> Survey:
    """Measure every lattice; one with more than `budget` pairs (-1: no limit) is estimated from samples."""
    cython.declare(sentence=cython.longlong)
    n_sentences = len(lattices.sources)
    lattice: Lattice = Lattice(lattices)
    max_pairs: cython.longlong = budget if budget >= 0 else _UNLIMITED
    largest = lattice.most_vertices()
    sweeper: _Sweeper = _Sweeper()
    sweeper.max_unchanged = max_unchanged
    sweeper.length = zeros("i", largest)
    sweeper.unchanged = zeros("i", largest)
    sweeper.tail = zeros("B", largest)
    slots = zeros("q", lattices.first_vertex[n_sentences] + 1)
    sweeper.first_slot = slots
    with cython.nogil:
        n_slots: cython.longlong = _allot_slots(lattice, sweeper.max_unchanged, sweeper.length, sweeper.first_slot)
    if n_slots > MAX_SLOTS:
        raise TooLargeError(
            f"edits of up to {max_unchanged:,} unchanged words: {n_slots:,} ways to keep words, at most {MAX_SLOTS:,} "
            "are looked at; allow fewer unchanged words"
        )
    all_survives = zeros("B", n_slots)
    sweeper.survives = all_survives
    all_pairs, all_listings, all_exact = zeros("q", n_sentences), zeros("q", n_sentences), zeros("B", n_sentences)
    pairs: cython.longlong[::1] = all_pairs
    listings: cython.longlong[::1] = all_listings
    exact: cython.uchar[::1] = all_exact
    with cython.nogil:
        for sentence in range(lattice.n_sentences):
            lattice.open(sentence)
            n_vertices: cython.longlong = lattice.n_vertices
            exact[sentence] = True
            if n_vertices == 0:
                continue
            sweeper.sweep(lattice, n_vertices, max_pairs, _UNLIMITED)
            if sweeper.pairs <= max_pairs:
                pairs[sentence] = sweeper.pairs
                listings[sentence] = sweeper.listings - sweeper.clean(lattice)
                continue
            exact[sentence] = False
            # Too many pairs to count: evenly spaced origins stand for all.
            n_origins: cython.longlong = min(_N_SAMPLES, n_vertices)
            sweeper.sweep(lattice, n_origins, _UNLIMITED, _LARGEST_REWARD * n_origins // n_vertices)
            # Only the binary magnitude of the reward matters, to the rounding of sums; and it must not
            # drown ε.
            pairs[sentence] = sweeper.pairs * n_vertices // n_origins
            power: cython.longlong = 1
            while power < _LARGEST_REWARD and power * n_origins < sweeper.listings * n_vertices:
                power *= 2
            listings[sentence] = power
    return Survey(all_pairs, all_listings, all_exact, slots, all_survives)
