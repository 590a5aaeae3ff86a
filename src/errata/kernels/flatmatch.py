"""Edits of two annotations in flat arrays: which of them agree, and the resulting texts."""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array

from errata.kernels.buffers import zeros
from errata.kernels.m2blocks import Blocks

COMPILED: bool = cython.compiled

_MOST_COMPARED = cython.declare(cython.longlong, 1 << 24)


@cython.final
@cython.cclass
class _Edits:
    """The edits of blocks in the form that a kernel needs."""

    data: cython.const[cython.uchar][::1]
    first_layer: cython.int[::1]
    first_edit: cython.int[::1]
    starts: cython.int[::1]
    ends: cython.int[::1]
    types: cython.int[::1]
    corrections: cython.int[::1]
    correction_ends: cython.int[::1]
    counts: cython.uchar[::1]

    def __init__(self, blocks: Blocks, left_out: list) -> None:
        cython.declare(e=cython.Py_ssize_t)
        data: bytes = blocks.data or b" "
        self.data = data
        self.first_layer = blocks.first_layer
        self.first_edit = blocks.first_edit
        self.starts = blocks.starts or zeros("i", 1)
        self.ends = blocks.ends or zeros("i", 1)
        self.types = blocks.types or zeros("i", 1)
        self.corrections = blocks.corrections or zeros("i", 1)
        self.correction_ends = blocks.correction_ends or zeros("i", 1)
        n_edits: cython.Py_ssize_t = len(blocks.starts)
        self.counts = array("B", b"\1" * max(n_edits, 1))
        lengths: set = set(map(len, left_out))
        for e in range(n_edits if left_out else 0):
            size: cython.Py_ssize_t = self.corrections[e] - 3 - self.types[e]
            self.counts[e] = size not in lengths or data[self.types[e] : self.types[e] + size] not in left_out


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.Py_ssize_t)
def _is_same(
    one: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    other: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether two stretches of bytes are equal."""
    if last - first != end - begin:
        return False
    for k in range(last - first):
        if one[first + k] != other[begin + k]:
            return False
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _agree(
    a: _Edits, i: cython.Py_ssize_t, b: _Edits, j: cython.Py_ssize_t, by_text: cython.bint, by_type: cython.bint
) -> cython.bint:
    """Tell whether two edits that begin at the same token are the same."""
    if a.ends[i] != b.ends[j]:
        return False
    if by_type and not _is_same(a.data, a.types[i], a.corrections[i] - 3, b.data, b.types[j], b.corrections[j] - 3):
        return False
    if not by_text:
        return True
    return _is_same(a.data, a.corrections[i], a.correction_ends[i], b.data, b.corrections[j], b.correction_ends[j])


def match_blocks(
    gold: Blocks, output: Blocks, by_text: bool, by_type: bool, left_out: list
) -> "tuple[array, array, array] | None":
    """Return hits, spurious and missed edits of each sentence against each annotator, and where its rows begin.

    Also return the annotator of each row: an unannotated sentence has one for annotator 0. The output has at most one
    layer. Edits whose type is in `left_out`, as bytes, do not count. None if there are so many insertions in one
    place that comparing them one by one would take long.
    """
    cython.declare(sentence=cython.Py_ssize_t, row=cython.Py_ssize_t, e=cython.Py_ssize_t, k=cython.Py_ssize_t)
    n: cython.Py_ssize_t = len(gold)
    most: cython.Py_ssize_t = len(gold.annotators) + n
    made, bounds, labels = zeros("q", 3 * most), zeros("i", n + 1), zeros("i", most)
    counts: cython.longlong[::1] = made
    first_row: cython.int[::1] = bounds
    label: cython.int[::1] = labels
    annotators: cython.int[::1] = gold.annotators or zeros("i", 1)
    theirs = _Edits(gold, left_out)
    ours = _Edits(output, left_out)
    with_text: cython.bint = by_text
    with_type: cython.bint = by_type
    n_compared: cython.longlong = 0
    row = 0
    with cython.nogil:
        for sentence in range(n):
            own: cython.Py_ssize_t = ours.first_layer[sentence]
            begin: cython.Py_ssize_t = 0
            end: cython.Py_ssize_t = 0
            if ours.first_layer[sentence + 1] > own:
                begin, end = ours.first_edit[own], ours.first_edit[own + 1]
            layer: cython.Py_ssize_t = theirs.first_layer[sentence]
            last: cython.Py_ssize_t = theirs.first_layer[sentence + 1]
            while True:
                first: cython.Py_ssize_t = 0
                stop: cython.Py_ssize_t = 0
                if layer < last:
                    label[row] = annotators[layer]
                    first, stop = theirs.first_edit[layer], theirs.first_edit[layer + 1]
                # Both are in order, so only edits that begin at the same token are compared; from either side, as
                # several may fall on one.
                k = begin
                for e in range(first, stop):
                    if not theirs.counts[e]:
                        continue
                    while k < end and ours.starts[k] < theirs.starts[e]:
                        k += 1
                    at: cython.Py_ssize_t = k
                    is_met: cython.bint = False
                    while at < end and ours.starts[at] == theirs.starts[e] and not is_met:
                        is_met = ours.counts[at] and _agree(ours, at, theirs, e, with_text, with_type)
                        at += 1
                    n_compared += at - k
                    counts[3 * row + (0 if is_met else 2)] += 1
                k = first
                for e in range(begin, end):
                    if not ours.counts[e]:
                        continue
                    while k < stop and theirs.starts[k] < ours.starts[e]:
                        k += 1
                    at = k
                    is_met = False
                    while at < stop and theirs.starts[at] == ours.starts[e] and not is_met:
                        is_met = theirs.counts[at] and _agree(ours, e, theirs, at, with_text, with_type)
                        at += 1
                    n_compared += at - k
                    counts[3 * row + 1] += not is_met
                row += 1
                layer += 1
                if layer >= last or n_compared > _MOST_COMPARED:
                    break
            first_row[sentence + 1] = row
            if n_compared > _MOST_COMPARED:
                break
    if n_compared > _MOST_COMPARED:
        return None
    return made[: 3 * row], bounds, labels[:row]


def corrected_lines(blocks: Blocks) -> bytes:
    """Return every source with the edits of its first layer applied, one per line; corrections have single spaces."""
    cython.declare(sentence=cython.Py_ssize_t, e=cython.Py_ssize_t, k=cython.Py_ssize_t)
    n: cython.Py_ssize_t = len(blocks)
    if n == 0:
        return b""
    data: cython.const[cython.uchar][::1] = blocks.data
    source_starts: cython.int[::1] = blocks.source_starts
    source_ends: cython.int[::1] = blocks.source_ends
    edits = _Edits(blocks, [])
    size: cython.Py_ssize_t = 0
    for sentence in range(n):
        size += source_ends[sentence] - source_starts[sentence] + 1
    for e in range(len(blocks.starts)):
        size += edits.correction_ends[e] - edits.corrections[e] + 1
    made = zeros("B", size)
    into: cython.uchar[::1] = made
    at: cython.Py_ssize_t = 0
    with cython.nogil:
        for sentence in range(n):
            line: cython.Py_ssize_t = at
            place: cython.Py_ssize_t = source_starts[sentence]
            end: cython.Py_ssize_t = source_ends[sentence]
            token: cython.Py_ssize_t = 0
            layer: cython.Py_ssize_t = edits.first_layer[sentence]
            first: cython.Py_ssize_t = 0
            stop: cython.Py_ssize_t = 0
            if layer < edits.first_layer[sentence + 1]:
                first, stop = edits.first_edit[layer], edits.first_edit[layer + 1]
            for e in range(first, stop + 1):
                # What is kept up to the edit, or to the end.
                while place < end and (e == stop or token < edits.starts[e]):
                    if at > line:
                        into[at] = 32
                        at += 1
                    while place < end and data[place] != 32:
                        into[at] = data[place]
                        at += 1
                        place += 1
                    place += 1
                    token += 1
                if e == stop:
                    break
                while place < end and token < edits.ends[e]:
                    while place < end and data[place] != 32:
                        place += 1
                    place += 1
                    token += 1
                if edits.correction_ends[e] > edits.corrections[e]:
                    if at > line:
                        into[at] = 32
                        at += 1
                    for k in range(edits.corrections[e], edits.correction_ends[e]):
                        into[at] = data[k]
                        at += 1
            into[at] = 10
            at += 1
    return made[:at].tobytes()
