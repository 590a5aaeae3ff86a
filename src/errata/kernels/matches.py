"""From paths to proposals, and from proposals to the counts of the M² scorer."""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array

from errata.kernels.buffers import Texts, zeros
from errata.kernels.limits import REMEDY, TooLargeError
from errata.kernels.structures import KEEP, Annotations, Lattices, Paths

COMPILED: bool = cython.compiled

N_COLUMNS = 6
"""Numbers per proposal: start, end, and the ranges in the source and in the output."""

MAX_PATHS = 1 << 28
"""Vertices of the paths of all rows: 1 GB, nearly all of which is never touched."""

_KEEP = cython.declare(cython.int, KEEP)


@cython.locals(sentence=cython.longlong, r=cython.longlong)
def room_for_paths(lattices: Lattices, annotations: Annotations) -> Paths:
    """Return empty paths, with room for the longest possible one in every row."""
    n_sentences: cython.longlong = len(lattices.sources)
    total: cython.longlong = 0
    source_bounds: cython.int[::1] = lattices.sources.bounds
    output_bounds: cython.int[::1] = lattices.outputs.bounds
    first_vertex: cython.longlong[::1] = lattices.first_vertex
    first_row: cython.int[::1] = annotations.first_row
    n_rows: cython.longlong = len(annotations.first_edit) - 1
    bounds, begin = zeros("q", n_rows + 1), zeros("q", n_rows)
    bounds_view: cython.longlong[::1] = bounds
    begin_view: cython.longlong[::1] = begin
    for sentence in range(n_sentences):
        for r in range(first_row[sentence], first_row[sentence + 1]):
            bounds_view[r] = total
            if first_vertex[sentence] < first_vertex[sentence + 1]:
                total += source_bounds[sentence + 1] - source_bounds[sentence] + 1
                total += output_bounds[sentence + 1] - output_bounds[sentence]
            begin_view[r] = total
            if total > MAX_PATHS:
                raise TooLargeError(
                    f"{first_row[sentence + 1] - first_row[sentence]:,} annotators of so long a sentence are too many "
                    f"to be searched at once; {REMEDY}",
                    sentence,
                )
    bounds_view[n_rows] = total
    return Paths(bounds, begin, zeros("i", total))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_keep(
    a: cython.longlong,
    b: cython.longlong,
    n_tokens: cython.longlong,
    max_unchanged: cython.longlong,
    target: cython.int[::1],
    kind: cython.uchar[::1],
) -> cython.bint:
    """Tell whether the arc a → b leaves everything unchanged.

    If the diagonal from a to b consists of keep arcs and the limit allows it, no other way is as short and
    none stays stored.
    """
    if n_tokens == 0 or n_tokens > max(max_unchanged, 1):
        return False
    while n_tokens > 0 and kind[3 * a + 2] >= _KEEP:
        a = target[3 * a + 2]
        n_tokens -= 1
    return n_tokens == 0 and a == b


@cython.locals(sentence=cython.longlong, r=cython.longlong, at=cython.longlong)
def read_paths(lattices: Lattices, annotations: Annotations, paths: Paths, max_unchanged: int) -> tuple[array, array]:
    """Return the proposals of every row, `N_COLUMNS` numbers each, and where each row's proposals begin.

    A proposal is (start, end, source start, source end, output start, output end). The first two are the
    offsets for comparison with gold edits; here they repeat the source range.
    """
    n_sentences: cython.longlong = len(lattices.sources)
    n_rows: cython.longlong = len(annotations.first_edit) - 1
    limit: cython.longlong = max_unchanged
    used: cython.longlong = 0
    most: cython.longlong = 0

    first_vertex: cython.longlong[::1] = lattices.first_vertex
    row: cython.int[::1] = memoryview(lattices.row)
    column: cython.int[::1] = memoryview(lattices.column)
    target: cython.int[::1] = memoryview(lattices.target)
    kind: cython.uchar[::1] = memoryview(lattices.kind)
    first_row: cython.int[::1] = annotations.first_row
    path_bounds: cython.longlong[::1] = paths.bounds
    path_begin: cython.longlong[::1] = paths.begin
    path_vertices: cython.int[::1] = paths.vertices
    for r in range(n_rows):
        most += path_bounds[r + 1] - path_begin[r]
    room = zeros("i", 6 * most)
    offsets = zeros("q", n_rows + 1)
    found: cython.int[::1] = room
    first_found: cython.longlong[::1] = offsets
    with cython.nogil:
        for sentence in range(n_sentences):
            first: cython.longlong = first_vertex[sentence]
            for r in range(first_row[sentence], first_row[sentence + 1]):
                first_found[r] = used
                for at in range(path_begin[r], path_bounds[r + 1] - 1):
                    a: cython.longlong = path_vertices[at]
                    b: cython.longlong = path_vertices[at + 1]
                    if not _is_keep(
                        a, b, row[first + b] - row[first + a], limit, target[3 * first :], kind[3 * first :]
                    ):
                        found[6 * used] = found[6 * used + 2] = row[first + a]
                        found[6 * used + 1] = found[6 * used + 3] = row[first + b]
                        found[6 * used + 4] = column[first + a]
                        found[6 * used + 5] = column[first + b]
                        used += 1
        first_found[n_rows] = used
    return room[: 6 * used], offsets


@cython.locals(sentence=cython.longlong, r=cython.longlong, p=cython.longlong, edit=cython.longlong)
@cython.locals(c=cython.longlong, k=cython.longlong)
def count_matches(
    sources: Texts, outputs: Texts, annotations: Annotations, proposals: array, first_proposal: array
) -> array:
    """Return (correct, proposed, gold) of every row, counted as the original program does.

    All gold edits after the last one met are looked at, without stopping at a hit: an edit listed twice
    counts twice, edits out of order may be lost.
    """
    n_sentences: cython.longlong = len(outputs)
    n_rows: cython.longlong = len(annotations.first_edit) - 1

    first_row: cython.int[::1] = annotations.first_row
    first_edit: cython.int[::1] = annotations.first_edit
    start: cython.int[::1] = memoryview(annotations.start)
    end: cython.int[::1] = memoryview(annotations.end)
    first_correction: cython.int[::1] = annotations.first_correction
    bounds: cython.int[::1] = annotations.corrections.bounds
    ids: cython.int[::1] = memoryview(annotations.corrections.ids)
    source_bounds: cython.int[::1] = sources.bounds
    source_ids: cython.int[::1] = memoryview(sources.ids)
    output_bounds: cython.int[::1] = outputs.bounds
    output_ids: cython.int[::1] = memoryview(outputs.ids)
    found: cython.int[::1] = memoryview(proposals)
    first_found: cython.longlong[::1] = first_proposal
    result = zeros("q", 3 * n_rows)
    counts: cython.longlong[::1] = result
    with cython.nogil:
        for sentence in range(n_sentences):
            for r in range(first_row[sentence], first_row[sentence + 1]):
                counts[3 * r + 1] = first_found[r + 1] - first_found[r]
                counts[3 * r + 2] = first_edit[r + 1] - first_edit[r]
                next_edit: cython.longlong = first_edit[r]
                for p in range(first_found[r], first_found[r + 1]):
                    # Offsets that differ from the source range (edition 3.2) may promise other words.
                    original: cython.longlong = source_bounds[sentence] + found[6 * p + 2]
                    claimed: cython.longlong = source_bounds[sentence] + found[6 * p]
                    size: cython.longlong = found[6 * p + 3] - found[6 * p + 2]
                    same: cython.bint = size == max(found[6 * p + 1] - found[6 * p], 0)
                    for k in range(size):
                        if not same:
                            break
                        same = source_ids[original + k] == source_ids[claimed + k]
                    if not same:
                        continue
                    begin: cython.longlong = output_bounds[sentence] + found[6 * p + 4]
                    size = found[6 * p + 5] - found[6 * p + 4]
                    for edit in range(next_edit, first_edit[r + 1]):
                        if start[edit] != found[6 * p] or end[edit] != found[6 * p + 1]:
                            continue
                        met: cython.bint = False
                        for c in range(first_correction[edit], first_correction[edit + 1]):
                            same = bounds[c + 1] - bounds[c] == size
                            for k in range(size):
                                if not same:
                                    break
                                same = output_ids[begin + k] == ids[bounds[c] + k]
                            met = met or same
                        if met:
                            counts[3 * r] += 1
                            next_edit = edit + 1
    return result[: 3 * n_rows]
