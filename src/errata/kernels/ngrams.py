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

COMPILED: bool = cython.compiled

N_REGIONS = 7
"""Columns per order in the rows of `count_regions`: tk, td, ti, od, oi, ud, ui."""

N_LENGTHS = 2
"""Columns before those of the orders in the rows of `count_matches` and `count_merged`: both lengths."""

N_MATCHES = 2
"""Columns per order in the rows of `count_matches`: matches less the penalty, n-grams of the output."""

N_MERGED = 4
"""Columns per order in the rows of `count_merged`: rewarded matches, matches, penalty, n-grams of the output."""

# What `_count` makes of the classes of an order.
_REGIONS = 0
_MATCHES_LESS_ABSENT = 1
_MATCHES_LESS_SURPLUS = 2
_MERGED = 3


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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_matches(
    counts: cython.int[:],
    n_classes: cython.int,
    n_texts: cython.int,
    rows: cython.longlong[:],
    first: cython.longlong,
    stride: cython.longlong,
    surplus: cython.bint,
) -> cython.void:
    """Put GLEU's numerator and denominator of one order into one row per reference.

    The penalty counts what source and output share and the reference lacks: entirely, or (`surplus`) in number. It
    takes away at most all matches of the sentence.
    """
    item: cython.int
    reference: cython.int
    s: cython.int
    h: cython.int
    r: cython.int
    both: cython.int
    numerator: cython.longlong
    n_ngrams: cython.longlong
    for reference in range(n_texts - 2):
        numerator = 0
        n_ngrams = 0
        for item in range(n_classes):
            h = counts[item * n_texts + 1]
            if h == 0:
                continue
            s = counts[item * n_texts]
            r = counts[item * n_texts + 2 + reference]
            n_ngrams += h
            numerator += min(h, r)
            both = min(h, s)
            if both > r and (surplus or r == 0):
                numerator -= both - r
        rows[first + reference * stride] = max(numerator, 0)
        rows[first + reference * stride + 1] = n_ngrams


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_merged(
    counts: cython.int[:],
    n_classes: cython.int,
    n_texts: cython.int,
    rows: cython.longlong[:],
    first: cython.longlong,
) -> cython.void:
    """Put the terms of the 2015 GLEU of one order into the sentence's row.

    An n-gram counts as often as in the reference that has most of it.
    """
    item: cython.int
    reference: cython.int
    s: cython.int
    h: cython.int
    r: cython.int
    for item in range(n_classes):
        h = counts[item * n_texts + 1]
        s = counts[item * n_texts]
        r = 0
        for reference in range(2, n_texts):
            r = max(r, counts[item * n_texts + reference])
        if s == 0:
            rows[first] += min(h, r)
        rows[first + 1] += min(h, r)
        if r == 0:
            rows[first + 2] += min(h, s)
        rows[first + 3] += h


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _nearest_length(bounds: cython.int[:], n_texts: cython.int) -> cython.int:
    """Return the length of the reference whose length is nearest to the output's, the first of equally near ones."""
    output: cython.int = bounds[2] - bounds[1]
    nearest: cython.int = bounds[3] - bounds[2]
    text: cython.int
    length: cython.int
    for text in range(3, n_texts):
        length = bounds[text + 1] - bounds[text]
        if abs(length - output) < abs(nearest - output):
            nearest = length
    return nearest


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
    return _count(gold_ids, gold_bounds, first_text, output_ids, output_bounds, max_order, _REGIONS)


def count_matches(
    gold_ids: array,
    gold_bounds: array,
    first_text: array,
    output_ids: array,
    output_bounds: array,
    max_order: int,
    surplus: bool,
) -> array:
    """Count GLEU's lengths, numerators and denominators for every sentence and reference.

    Buffers as for `count_regions`. The penalty is for n-grams the reference lacks entirely, or with `surplus` also
    for those it has less often. Returns one row of `N_LENGTHS + N_MATCHES * max_order` integers per reference.
    """
    kind = _MATCHES_LESS_SURPLUS if surplus else _MATCHES_LESS_ABSENT
    return _count(gold_ids, gold_bounds, first_text, output_ids, output_bounds, max_order, kind)


def count_merged(
    gold_ids: array,
    gold_bounds: array,
    first_text: array,
    output_ids: array,
    output_bounds: array,
    max_order: int,
) -> array:
    """Count the terms of the 2015 GLEU against all references of a sentence in one.

    Buffers as for `count_regions`. Returns one row of `N_LENGTHS + N_MERGED * max_order` integers per sentence; the
    reference length is the one nearest to the output's.
    """
    return _count(gold_ids, gold_bounds, first_text, output_ids, output_bounds, max_order, _MERGED)


@cython.cfunc
def _count(
    gold_ids: array,
    gold_bounds: array,
    first_text: array,
    output_ids: array,
    output_bounds: array,
    max_order: cython.int,
    kind: cython.int,
) -> array:
    """Number the n-grams of every sentence order by order, and make of their counts what `kind` says."""
    n_sentences: cython.int = len(first_text) - 1
    longest: cython.longlong = 1
    widest: cython.int = 2
    n_rows: cython.longlong = 0
    n_references: cython.int
    sentence: cython.int
    text: cython.int
    n_texts: cython.int
    position: cython.int
    length: cython.longlong
    order: cython.int
    n_tokens: cython.int
    n_classes: cython.int
    size: cython.longlong
    regions: cython.bint = kind == _REGIONS
    merged: cython.bint = kind == _MERGED
    surplus: cython.bint = kind == _MATCHES_LESS_SURPLUS
    head: cython.longlong = 0 if regions else N_LENGTHS
    width: cython.longlong = N_REGIONS if regions else N_MERGED if merged else N_MATCHES
    stride: cython.longlong = head + width * max_order
    row: cython.longlong = 0
    at: cython.longlong

    bounds: cython.int[:] = gold_bounds
    firsts: cython.int[:] = first_text
    outs: cython.int[:] = output_bounds
    for sentence in range(n_sentences):
        n_texts = firsts[sentence + 1] - firsts[sentence] + 1
        length = bounds[firsts[sentence + 1]] - bounds[firsts[sentence]] + outs[sentence + 1] - outs[sentence]
        longest = max(longest, length)
        widest = max(widest, n_texts)
        n_rows += 1 if merged else n_texts - 2
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
            n_references = 1 if merged else n_texts - 2
            if merged:
                rows[row] = local[2] - local[1]
                rows[row + 1] = _nearest_length(local, n_texts)
            elif not regions:
                for text in range(n_references):
                    rows[row + text * stride] = local[2] - local[1]
                    rows[row + text * stride + 1] = local[text + 3] - local[text + 2]
            n_tokens = 1
            for order in range(1, max_order + 1):
                n_classes = _classify(
                    tokens if order <= 2 else classes,
                    tokens,
                    tokens if order == 1 else classes,
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
                if order == 1:
                    n_tokens = n_classes
                at = row + head + width * (order - 1)
                if regions:
                    _add_regions(counts, n_classes, n_texts, rows, at, stride)
                elif merged:
                    _add_merged(counts, n_classes, n_texts, rows, at)
                else:
                    _add_matches(counts, n_classes, n_texts, rows, at, stride, surplus)
            row += n_references * stride
    return result
