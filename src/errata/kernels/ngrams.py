"""Counts of n-grams in a source, an output and its references, sentence by sentence.

The texts of a sentence are laid one after the other: source, output, reference 1, reference 2, ….
An n-gram is known by its *class*, a small integer given in order of first occurrence; the class of order k at a
position comes from the class of order k-1 there and the token k-1 further on, so each order costs one look-up a
token. Results do not depend on the hash function.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import exp, log
else:
    from math import exp, log

COMPILED: bool = cython.compiled

N_REGIONS = 7
"""Columns per order in the rows of `count_regions`: tk, td, ti, od, oi, ud, ui."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _classify(
    prefix: cython.int[:],
    last: cython.int[:],
    classes: cython.int[:],
    bounds: cython.int[:],
    n_texts: cython.int,
    order: cython.int,
    n_last: cython.longlong,
    keys: cython.longlong[:],
    values: cython.int[:],
    mask: cython.longlong,
    counts: cython.int[:],
) -> cython.int:
    """Number the n-grams of one order, count each in every text, return how many there are.

    `prefix` holds the classes one order below and `classes` receives those of this order (both may be the same
    buffer); `last` holds the classes of single tokens, `n_last` their number. `counts` is class-major.
    """
    text: cython.int
    position: cython.int
    found: cython.int
    n_classes: cython.int = 0
    key: cython.longlong
    slot: cython.longlong
    column: cython.int
    for slot in range(mask + 1):
        keys[slot] = -1
    for text in range(n_texts):
        for position in range(bounds[text], bounds[text + 1] - order + 1):
            if order == 1:
                key = prefix[position]
            else:
                key = prefix[position] * n_last + last[position + order - 1]
            slot = ((key ^ (key >> 15)) * 40503 ^ (key >> 7)) & mask
            while keys[slot] != key and keys[slot] != -1:
                slot = (slot + 1) & mask
            if keys[slot] == -1:
                keys[slot] = key
                values[slot] = n_classes
                for column in range(n_texts):
                    counts[n_classes * n_texts + column] = 0
                n_classes += 1
            found = values[slot]
            classes[position] = found
            counts[found * n_texts + text] += 1
    return n_classes


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_regions(
    counts: cython.int[:],
    n_classes: cython.int,
    n_texts: cython.int,
    rows: cython.longlong[:],
    first: cython.longlong,
    stride: cython.longlong,
) -> cython.void:
    """Add the seven regions of every n-gram class to one row per reference (GREEN, Table 1 and eq. 4)."""
    item: cython.int
    reference: cython.int
    s: cython.int
    c: cython.int
    r: cython.int
    at: cython.longlong
    for item in range(n_classes):
        s = counts[item * n_texts]
        c = counts[item * n_texts + 1]
        for reference in range(n_texts - 2):
            r = counts[item * n_texts + 2 + reference]
            at = first + reference * stride
            # The smallest count is kept by all three; the step to the median and the step to the largest
            # belong to whoever stands apart.
            if s <= r and s <= c:
                rows[at] += s
                if r <= c:
                    rows[at + 2] += r - s
                    rows[at + 4] += c - r
                else:
                    rows[at + 2] += c - s
                    rows[at + 6] += r - c
            elif c <= r:
                rows[at] += c
                if s <= r:
                    rows[at + 3] += s - c
                    rows[at + 6] += r - s
                else:
                    rows[at + 3] += r - c
                    rows[at + 1] += s - r
            else:
                rows[at] += r
                if s <= c:
                    rows[at + 5] += s - r
                    rows[at + 4] += c - s
                else:
                    rows[at + 5] += c - r
                    rows[at + 1] += s - c


def count_regions(
    gold_ids: array,
    gold_bounds: array,
    first_text: array,
    output_ids: array,
    output_bounds: array,
    max_order: int,
) -> array:
    """Count the seven GREEN regions of orders 1 to `max_order` for every sentence and reference.

    The gold buffer holds each sentence's source followed by its references: `gold_bounds` are the offsets of the
    texts in `gold_ids` (one more than there are texts), `first_text` those of the sentences among the texts (one
    more than there are sentences). The output buffer holds one text a sentence. Returns one row of
    `N_REGIONS * max_order` integers per reference, sentence by sentence.
    """
    n_sentences: cython.int = len(first_text) - 1
    longest: cython.longlong = 1
    widest: cython.int = 2
    n_rows: cython.longlong = 0
    sentence: cython.int
    text: cython.int
    n_texts: cython.int
    position: cython.int
    length: cython.longlong
    order: cython.int
    top: cython.int = max_order
    n_tokens: cython.int
    n_classes: cython.int
    size: cython.longlong
    width: cython.longlong = N_REGIONS
    stride: cython.longlong = width * top
    row: cython.longlong = 0

    bounds: cython.int[:] = gold_bounds
    firsts: cython.int[:] = first_text
    outs: cython.int[:] = output_bounds
    for sentence in range(n_sentences):
        n_texts = firsts[sentence + 1] - firsts[sentence] + 1
        length = bounds[firsts[sentence + 1]] - bounds[firsts[sentence]] + outs[sentence + 1] - outs[sentence]
        longest = max(longest, length)
        widest = max(widest, n_texts)
        n_rows += n_texts - 2
    size = 4
    while size < 2 * longest:
        size *= 2

    result = array("q", bytes(8 * n_rows * stride))
    if n_rows == 0:
        return result
    # An empty buffer has no memoryview, so a cell that is never read stands behind each.
    ids: cython.int[:] = gold_ids or array("i", [0])
    out_ids: cython.int[:] = output_ids or array("i", [0])
    rows: cython.longlong[:] = result
    keys: cython.longlong[:] = array("q", bytes(8 * size))
    values: cython.int[:] = array("i", bytes(4 * size))
    tokens: cython.int[:] = array("i", bytes(4 * longest))
    classes: cython.int[:] = array("i", bytes(4 * longest))
    counts: cython.int[:] = array("i", bytes(4 * longest * widest))
    local: cython.int[:] = array("i", bytes(4 * (widest + 1)))

    with cython.nogil:
        for sentence in range(n_sentences):
            n_texts = firsts[sentence + 1] - firsts[sentence] + 1
            length = 0
            for text in range(n_texts):
                local[text] = length
                if text == 1:
                    for position in range(outs[sentence], outs[sentence + 1]):
                        tokens[length] = out_ids[position]
                        length += 1
                else:
                    order = firsts[sentence] + text - (1 if text else 0)
                    for position in range(bounds[order], bounds[order + 1]):
                        tokens[length] = ids[position]
                        length += 1
            local[n_texts] = length
            size = 4
            while size < 2 * length:
                size *= 2
            n_tokens = _classify(tokens, tokens, tokens, local, n_texts, 1, 1, keys, values, size - 1, counts)
            _add_regions(counts, n_tokens, n_texts, rows, row, stride)
            for order in range(2, top + 1):
                n_classes = _classify(
                    tokens if order == 2 else classes,
                    tokens,
                    classes,
                    local,
                    n_texts,
                    order,
                    n_tokens,
                    keys,
                    values,
                    size - 1,
                    counts,
                )
                if n_classes == 0:
                    break
                _add_regions(counts, n_classes, n_texts, rows, row + width * (order - 1), stride)
            row += (n_texts - 2) * stride
    return result


def cumulative_f(counts: array, max_order: int, beta: float) -> array:
    """Return F over orders 1…k for k = `max_order`, …, 1, for every row of `count_regions`.

    The same steps in the same order as `errata.measures.green.cumulate` and `f_score`, so the same doubles.
    """
    width: cython.Py_ssize_t = N_REGIONS
    top: cython.Py_ssize_t = max_order
    n_rows: cython.Py_ssize_t = len(counts) // (width * top)
    row: cython.Py_ssize_t
    order: cython.Py_ssize_t
    at: cython.Py_ssize_t
    hits: cython.double
    wrong: cython.double
    missed: cython.double
    log_precision: cython.double
    log_recall: cython.double
    precision: cython.double
    recall: cython.double
    alpha: cython.double = 1 / (1 + beta * beta)
    result = array("d", bytes(8 * n_rows * top))
    if n_rows == 0:
        return result
    cells: cython.longlong[:] = counts
    values: cython.double[:] = result
    with cython.nogil:
        for row in range(n_rows):
            log_precision = 0.0
            log_recall = 0.0
            for order in range(top):
                at = (row * top + order) * width
                hits = cells[at] + cells[at + 1] + cells[at + 2]
                wrong = cells[at + 3] + cells[at + 4]
                missed = cells[at + 5] + cells[at + 6]
                if hits == 0:  # recall is 0, so its mean and F are 0 from this order on
                    break
                log_precision += log(hits / (hits + wrong))
                log_recall += log(hits / (hits + missed))
                precision = exp(log_precision / (order + 1))
                recall = exp(log_recall / (order + 1))
                if precision > 0 and recall > 0:
                    values[row * top + top - 1 - order] = 1 / (alpha / precision + (1 - alpha) / recall)
    return result
