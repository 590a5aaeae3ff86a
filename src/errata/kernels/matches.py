"""From paths to proposals, and from proposals to the counts of the M² scorer.

`room_for_paths` comes before a search and `read_paths` after it. `count_matches` is a separate step: proposals may
come from elsewhere, and editions of the original number them differently.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array

from errata.kernels.buffers import Texts, zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import KEEP, Annotations, Lattices, Paths

if cython.compiled:
    from cython.cimports.errata.kernels.views import Gold, Lattice, Trails
else:
    from errata.kernels.views import Gold, Lattice, Trails

COMPILED: bool = cython.compiled

N_COLUMNS = 6
"""Numbers per proposal: start, end, and the ranges in the source and in the output."""

MAX_PATHS = 1 << 28
"""Vertices of the paths of all rows: 1 GB, nearly all of which is never used."""

_KEEP = cython.declare(cython.int, KEEP)


def room_for_paths(lattices: Lattices, annotations: Annotations) -> Paths:
    """Return empty paths, with room for the longest possible one in every row."""
    cython.declare(sentence=cython.longlong, row=cython.longlong)
    lattice: Lattice = Lattice(lattices)
    gold: Gold = Gold(annotations)
    total: cython.longlong = 0
    bounds, begin = zeros("q", gold.n_rows + 1), zeros("q", gold.n_rows)
    bounds_view: cython.longlong[::1] = bounds
    begin_view: cython.longlong[::1] = begin
    for sentence in range(lattice.n_sentences):
        lattice.open(sentence)
        for row in range(gold.first_row[sentence], gold.first_row[sentence + 1]):
            bounds_view[row] = total
            if lattice.n_vertices > 0:
                total += lattice.n + lattice.m + 1
            begin_view[row] = total
            if total > MAX_PATHS:
                n_rows: cython.longlong = gold.first_row[sentence + 1] - gold.first_row[sentence]
                raise TooLargeError(
                    f"{n_rows:,} annotators of so long a sentence are too many to be searched at once; {REMEDY}",
                    sentence,
                )
    bounds_view[gold.n_rows] = total
    return Paths(bounds, begin, zeros("i", total))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_keep(lattice: Lattice, a: cython.longlong, b: cython.longlong, max_unchanged: cython.longlong) -> cython.bint:
    """Tell whether the arc a → b leaves everything unchanged.

    If the diagonal from a to b consists of keep arcs and the limit allows it, no other path is as short and
    none stays stored.
    """
    n_tokens: cython.longlong = lattice.row[lattice.first + b] - lattice.row[lattice.first + a]
    if n_tokens == 0 or n_tokens > max(max_unchanged, 1):
        return False
    while n_tokens > 0 and lattice.kind[lattice.slots + 3 * a + 2] >= _KEEP:
        a = lattice.target[lattice.slots + 3 * a + 2]
        n_tokens -= 1
    return n_tokens == 0 and a == b


def read_paths(lattices: Lattices, annotations: Annotations, paths: Paths, max_unchanged: int) -> tuple[array, array]:
    """Return the proposals of every row, `N_COLUMNS` numbers each, and where each row's proposals begin.

    A proposal is (start, end, source start, source end, output start, output end). The first two are the
    offsets for comparison with gold edits; here they repeat the source range.
    """
    cython.declare(sentence=cython.longlong, row=cython.longlong, at=cython.longlong)
    lattice: Lattice = Lattice(lattices)
    gold: Gold = Gold(annotations)
    trails: Trails = Trails(paths)
    limit: cython.longlong = max_unchanged
    used: cython.longlong = 0
    most: cython.longlong = 0
    for row in range(gold.n_rows):
        most += trails.bounds[row + 1] - trails.begin[row]
    room = zeros("i", 6 * most)
    offsets = zeros("q", gold.n_rows + 1)
    found: cython.int[::1] = room
    first_found: cython.longlong[::1] = offsets
    with cython.nogil:
        for sentence in range(lattice.n_sentences):
            lattice.open(sentence)
            for row in range(gold.first_row[sentence], gold.first_row[sentence + 1]):
                first_found[row] = used
                for at in range(trails.begin[row], trails.bounds[row + 1] - 1):
                    a: cython.longlong = trails.vertices[at]
                    b: cython.longlong = trails.vertices[at + 1]
                    if not _is_keep(lattice, a, b, limit):
                        found[6 * used] = found[6 * used + 2] = lattice.row[lattice.first + a]
                        found[6 * used + 1] = found[6 * used + 3] = lattice.row[lattice.first + b]
                        found[6 * used + 4] = lattice.column[lattice.first + a]
                        found[6 * used + 5] = lattice.column[lattice.first + b]
                        used += 1
        first_found[gold.n_rows] = used
    return room[: 6 * used], offsets


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.longlong)
def _is_same(
    x: cython.int[::1],
    x_begin: cython.longlong,
    x_size: cython.longlong,
    y: cython.int[::1],
    y_begin: cython.longlong,
    y_size: cython.longlong,
) -> cython.bint:
    """Tell whether this many tokens are equal."""
    if x_size != y_size:
        return False
    for k in range(x_size):
        if x[x_begin + k] != y[y_begin + k]:
            return False
    return True


def count_matches(
    sources: Texts, outputs: Texts, annotations: Annotations, proposals: array, first_proposal: array
) -> array:
    """Return (correct, proposed, gold) of every row, counted as the original program does.

    All gold edits after the last one matched are examined, without stopping at a hit: an edit listed twice
    counts twice, edits out of order may be lost.
    """
    cython.declare(sentence=cython.longlong, row=cython.longlong, p=cython.longlong, edit=cython.longlong)
    cython.declare(c=cython.longlong)
    n_sentences: cython.longlong = len(outputs)
    gold: Gold = Gold(annotations)
    source_bounds: cython.int[::1] = sources.bounds
    source_ids: cython.int[::1] = memoryview(sources.ids)
    output_bounds: cython.int[::1] = outputs.bounds
    output_ids: cython.int[::1] = memoryview(outputs.ids)
    found: cython.int[::1] = memoryview(proposals)
    first_found: cython.longlong[::1] = first_proposal
    result = zeros("q", 3 * gold.n_rows)
    counts: cython.longlong[::1] = result
    with cython.nogil:
        for sentence in range(n_sentences):
            source_at: cython.longlong = source_bounds[sentence]
            output_at: cython.longlong = output_bounds[sentence]
            for row in range(gold.first_row[sentence], gold.first_row[sentence + 1]):
                counts[3 * row + 1] = first_found[row + 1] - first_found[row]
                counts[3 * row + 2] = gold.first_edit[row + 1] - gold.first_edit[row]
                next_edit: cython.longlong = gold.first_edit[row]
                for p in range(first_found[row], first_found[row + 1]):
                    start: cython.longlong = found[6 * p]
                    end: cython.longlong = found[6 * p + 1]
                    # Offsets that differ from the source range (edition 3.2) may promise other words.
                    begin: cython.longlong = found[6 * p + 2]
                    size: cython.longlong = found[6 * p + 3] - begin
                    claimed: cython.longlong = max(end - start, 0)
                    if not _is_same(source_ids, source_at + begin, size, source_ids, source_at + start, claimed):
                        continue
                    begin = found[6 * p + 4]
                    size = found[6 * p + 5] - begin
                    for edit in range(next_edit, gold.first_edit[row + 1]):
                        if gold.start[edit] != start or gold.end[edit] != end:
                            continue
                        # One of the alternatives is enough.
                        met: cython.bint = False
                        for c in range(gold.first_correction[edit], gold.first_correction[edit + 1]):
                            first: cython.longlong = gold.bounds[c]
                            length: cython.longlong = gold.bounds[c + 1] - first
                            met = met or _is_same(output_ids, output_at + begin, size, gold.ids, first, length)
                        if met:
                            counts[3 * row] += 1
                            next_edit = edit + 1
    return result[: 3 * gold.n_rows]
