"""Sizes of MaxMatch lattices with all their phrase arcs, found by sweeps that keep no arc.

A *pair* is a stored arc, a *listing* its entry in the original's list, where it may stand several times.
The number of listings is what a met gold edit is rewarded with.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros
from errata.kernels.limits import TooLargeError
from errata.kernels.structures import KEEP, Lattices, Survey

COMPILED: bool = cython.compiled

MAX_SLOTS = 1 << 29
"""Long keep arcs of one part, a byte each."""

_KEEP = cython.declare(cython.int, KEEP)
_LARGEST_REWARD = cython.declare(cython.longlong, 1 << 30)
_N_SAMPLES = cython.declare(cython.int, 1024)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(sample=cython.longlong, k=cython.longlong, slot=cython.longlong)
def _sweep_all(
    n_vertices: cython.longlong,
    target: cython.int[::1],
    kind: cython.uchar[::1],
    max_unchanged: cython.longlong,
    n_origins: cython.longlong,
    max_pairs: cython.longlong,
    max_listings: cython.longlong,
    length: cython.int[::1],
    unchanged: cython.int[::1],
    tail: cython.uchar[::1],
    first_slot: cython.longlong[::1],
    survives: cython.uchar[::1],
    totals: cython.longlong[::1],
) -> cython.void:
    """Sweep from evenly spaced origins; leave the numbers of pairs and of listings in `totals`.

    Stops early when a total is above its maximum. For every keep arc of two or more tokens `survives`
    receives what precedes it among the arcs lengthened by the same vertex: 0 nothing, 1 another arc, 2 such
    a keep arc. `tail` holds the same for the end of that list.
    """
    pairs: cython.longlong = 0
    listings: cython.longlong = 0
    for k in range(n_vertices):
        length[k] = 0
        tail[k] = 0
    for sample in range(n_origins):
        origin: cython.longlong = sample * n_vertices // n_origins
        last: cython.longlong = origin
        for slot in range(3):
            b: cython.longlong = target[3 * origin + slot]
            if b >= 0:
                length[b] = 1
                unchanged[b] = kind[3 * origin + slot] >= _KEEP
                pairs += 1
                listings += kind[3 * origin + slot] & 3
                last = max(last, b)
        k = origin + 1
        while k <= last:
            if length[k] > 0:
                longer: cython.longlong = length[k] + 1
                for slot in range(3):
                    b = target[3 * k + slot]
                    if b < 0 or (length[b] > 0 and longer >= length[b]):
                        continue
                    keeps: cython.longlong = unchanged[k] + (1 if kind[3 * k + slot] >= _KEEP else 0)
                    if keeps > max_unchanged:
                        continue
                    if length[b] == 0:
                        pairs += 1
                        last = max(last, b)
                    listings += 1
                    length[b] = longer
                    unchanged[b] = keeps
                    if keeps == longer:
                        survives[first_slot[b] + longer - 2] = tail[k]
                        tail[k] = 2
                    else:
                        tail[k] = 1
                length[k] = 0
            k += 1
        if pairs > max_pairs or listings > max_listings:
            break
    totals[0] = pairs
    totals[1] = listings


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.longlong, at=cython.longlong)
def _clean(
    n_vertices: cython.longlong,
    target: cython.int[::1],
    kind: cython.uchar[::1],
    tail: cython.uchar[::1],
    first_slot: cython.longlong[::1],
    survives: cython.uchar[::1],
) -> cython.longlong:
    """Decide which long keep arcs survive the clean-up and return the number removed.

    The original's fault is kept: what follows a removed arc in the listing is never looked at.
    """
    removed: cython.longlong = 0
    skip: cython.bint = False
    for k in range(n_vertices):
        b: cython.longlong = target[3 * k + 2]
        if b >= 0 and kind[3 * k + 2] >= _KEEP:
            # The longest keep arc has the smallest origin and was listed first.
            for at in range(first_slot[b + 1] - 1, first_slot[b] - 1, -1):
                if survives[at] == 1:
                    skip = False
                survives[at] = skip
                skip = not skip
                removed += skip
        if tail[k] == 1:
            skip = False
    return removed


@cython.locals(sentence=cython.longlong, k=cython.longlong)
def survey(lattices: Lattices, max_unchanged: int, budget: int) -> Survey:
    """Measure every lattice; one with more than `budget` pairs (-1: no limit) is estimated from samples."""
    n_sentences: cython.longlong = len(lattices.sources)
    limit: cython.longlong = max_unchanged
    max_pairs: cython.longlong = budget
    largest: cython.longlong = 1
    n_slots: cython.longlong = 0
    unlimited: cython.longlong = (1 << 62) - 1
    if max_pairs < 0:
        max_pairs = unlimited

    first_vertex: cython.longlong[::1] = lattices.first_vertex
    target: cython.int[::1] = memoryview(lattices.target)
    kind: cython.uchar[::1] = memoryview(lattices.kind)
    for sentence in range(n_sentences):
        largest = max(largest, first_vertex[sentence + 1] - first_vertex[sentence])

    slots = zeros("q", first_vertex[n_sentences] + 1)
    first_slot: cython.longlong[::1] = memoryview(slots)
    run: cython.int[::1] = zeros("i", largest)
    with cython.nogil:
        for sentence in range(n_sentences):
            first: cython.longlong = first_vertex[sentence]
            n_vertices: cython.longlong = first_vertex[sentence + 1] - first
            for k in range(n_vertices):
                run[k] = 0
            for k in range(n_vertices):
                first_slot[first + k] = n_slots
                n_slots += max(0, min(limit, run[k]) - 1)
                b: cython.longlong = target[3 * (first + k) + 2]
                if b >= 0 and kind[3 * (first + k) + 2] >= _KEEP:
                    run[b] = run[k] + 1
        first_slot[first_vertex[n_sentences]] = n_slots

    if n_slots > MAX_SLOTS:
        raise TooLargeError(
            f"edits of up to {limit:,} unchanged words: {n_slots:,} ways to keep words, at most {MAX_SLOTS:,} are "
            "looked at; allow fewer unchanged words"
        )
    all_pairs, all_listings = zeros("q", n_sentences), zeros("q", n_sentences)
    all_exact, all_survives = zeros("B", n_sentences), zeros("B", n_slots)
    pairs: cython.longlong[::1] = all_pairs
    listings: cython.longlong[::1] = all_listings
    exact: cython.uchar[::1] = all_exact
    survives: cython.uchar[::1] = all_survives
    length: cython.int[::1] = zeros("i", largest)
    unchanged: cython.int[::1] = zeros("i", largest)
    tail: cython.uchar[::1] = zeros("B", largest)
    totals: cython.longlong[::1] = zeros("q", 2)
    with cython.nogil:
        for sentence in range(n_sentences):
            first = first_vertex[sentence]
            n_vertices = first_vertex[sentence + 1] - first
            exact[sentence] = True
            if n_vertices == 0:
                continue
            _sweep_all(
                n_vertices,
                target[3 * first :],
                kind[3 * first :],
                limit,
                n_vertices,
                max_pairs,
                unlimited,
                length,
                unchanged,
                tail,
                first_slot[first:],
                survives,
                totals,
            )
            if totals[0] <= max_pairs:
                pairs[sentence] = totals[0]
                listings[sentence] = totals[1] - _clean(
                    n_vertices, target[3 * first :], kind[3 * first :], tail, first_slot[first:], survives
                )
                continue
            exact[sentence] = False
            n_origins: cython.longlong = min(_N_SAMPLES, n_vertices)
            _sweep_all(
                n_vertices,
                target[3 * first :],
                kind[3 * first :],
                limit,
                n_origins,
                unlimited,
                _LARGEST_REWARD * n_origins // n_vertices,
                length,
                unchanged,
                tail,
                first_slot[first:],
                survives,
                totals,
            )
            # Only the binary magnitude of the reward matters, to the rounding of sums; and it must not
            # drown ε.
            pairs[sentence] = totals[0] * n_vertices // n_origins
            power: cython.longlong = 1
            while power < _LARGEST_REWARD and power * n_origins < totals[1] * n_vertices:
                power *= 2
            listings[sentence] = power
    return Survey(all_pairs, all_listings, all_exact, slots, all_survives)
