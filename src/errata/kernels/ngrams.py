"""Counts of n-grams in a source, an output and its references, sentence by sentence.

The texts of a sentence are laid one after the other: source, output, reference 1, reference 2, ….
An n-gram is known by its *class*, a small integer given in order of first occurrence; the class of order k at a
position comes from the class of order k-1 there and the token k-1 further on, so each order costs one look-up a
token. Only n-grams of source and output have classes: of the others in a reference it is enough to know how many there
are, so time and memory grow with the number of tokens alone. Results do not depend on the hash function.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros

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
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(keys: cython.longlong[:], mask: cython.longlong, key: cython.longlong) -> cython.longlong:
    """Return the slot of a key, or the empty slot where it belongs."""
    slot: cython.longlong = ((key ^ (key >> 15)) * 40503 ^ (key >> 7)) & mask
    while keys[slot] != key and keys[slot] != -1:
        slot = (slot + 1) & mask
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(position=cython.longlong)
def _classify(
    prefix: cython.int[:],
    last: cython.int[:],
    classes: cython.int[:],
    begin: cython.longlong,
    end: cython.longlong,
    order: cython.longlong,
    n_last: cython.longlong,
    n_classes: cython.longlong,
    keys: cython.longlong[:],
    values: cython.int[:],
    mask: cython.longlong,
    counts: cython.int[:],
    others: cython.int[:],
) -> cython.longlong:
    """Number the n-grams of one order in source or output and count them; return how many have numbers now.

    `prefix` holds the classes one order below and `classes` receives those of this order (both may be the same
    buffer); `last` holds the classes of single tokens, `n_last` their number. Where a new class gets its place in
    `counts`, that in `others` is emptied.
    """
    for position in range(begin, end - order + 1):
        key: cython.longlong = prefix[position]
        if order > 1:
            key = key * n_last + last[position + order - 1]
        slot: cython.longlong = _find(keys, mask, key)
        if keys[slot] == -1:
            keys[slot] = key
            values[slot] = n_classes
            counts[n_classes] = 0
            others[n_classes] = 0
            n_classes += 1
        classes[position] = values[slot]
        counts[values[slot]] += 1
    return n_classes


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(position=cython.longlong)
def _recognise(
    prefix: cython.int[:],
    last: cython.int[:],
    classes: cython.int[:],
    begin: cython.longlong,
    end: cython.longlong,
    order: cython.longlong,
    n_last: cython.longlong,
    keys: cython.longlong[:],
    values: cython.int[:],
    mask: cython.longlong,
    counts: cython.int[:],
) -> cython.longlong:
    """Count the n-grams of a reference that source or output have; return how many it has beside these.

    Those get the class -1, and so does every longer n-gram that begins with one.
    """
    n_others: cython.longlong = 0
    for position in range(begin, end - order + 1):
        found: cython.int = -1
        key: cython.longlong = prefix[position]
        if order > 1 and key >= 0:
            key = key * n_last + last[position + order - 1] if last[position + order - 1] >= 0 else -1
        if key >= 0:
            slot: cython.longlong = _find(keys, mask, key)
            if keys[slot] == key:
                found = values[slot]
        classes[position] = found
        if found >= 0:
            counts[found] += 1
        else:
            n_others += 1
    return n_others


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(item=cython.longlong)
def _add_regions(
    in_source: cython.int[:],
    in_output: cython.int[:],
    in_reference: cython.int[:],
    n_classes: cython.longlong,
    n_others: cython.longlong,
    rows: cython.longlong[:],
    at: cython.longlong,
) -> cython.void:
    """Add the seven regions of every n-gram class to the row of a reference (GREEN, Table 1 and eq. 4)."""
    rows[at + 6] += n_others
    for item in range(n_classes):
        s: cython.int = in_source[item]
        c: cython.int = in_output[item]
        r: cython.int = in_reference[item]
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
@cython.locals(item=cython.longlong)
def _put_matches(
    in_source: cython.int[:],
    in_output: cython.int[:],
    in_reference: cython.int[:],
    n_classes: cython.longlong,
    rows: cython.longlong[:],
    at: cython.longlong,
    surplus: cython.bint,
) -> cython.void:
    """Put GLEU's numerator and denominator of one order into the row of a reference.

    The penalty counts what source and output share and the reference lacks: entirely, or (`surplus`) in number. It
    takes away at most all matches of the sentence.
    """
    numerator: cython.longlong = 0
    n_ngrams: cython.longlong = 0
    for item in range(n_classes):
        h: cython.int = in_output[item]
        if h == 0:
            continue
        r: cython.int = in_reference[item]
        n_ngrams += h
        numerator += min(h, r)
        both: cython.int = min(h, in_source[item])
        if both > r and (surplus or r == 0):
            numerator -= both - r
    rows[at] = max(numerator, 0)
    rows[at + 1] = n_ngrams


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(item=cython.longlong)
def _put_merged(
    in_source: cython.int[:],
    in_output: cython.int[:],
    most: cython.int[:],
    n_classes: cython.longlong,
    rows: cython.longlong[:],
    at: cython.longlong,
) -> cython.void:
    """Put the terms of the 2015 GLEU of one order into the sentence's row.

    An n-gram counts as often as in the reference that has `most` of it.
    """
    for item in range(n_classes):
        h: cython.int = in_output[item]
        s: cython.int = in_source[item]
        r: cython.int = most[item]
        if s == 0:
            rows[at] += min(h, r)
        rows[at + 1] += min(h, r)
        if r == 0:
            rows[at + 2] += min(h, s)
        rows[at + 3] += h


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(text=cython.longlong)
def _nearest_length(bounds: cython.int[:], n_texts: cython.longlong) -> cython.longlong:
    """Return the length of the reference whose length is nearest to the output's, the first of equally near ones."""
    output: cython.longlong = bounds[2] - bounds[1]
    nearest: cython.longlong = bounds[3] - bounds[2]
    for text in range(3, n_texts):
        length: cython.longlong = bounds[text + 1] - bounds[text]
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
@cython.locals(sentence=cython.longlong, text=cython.longlong, position=cython.longlong, order=cython.longlong)
def _count(
    gold_ids: array,
    gold_bounds: array,
    first_text: array,
    output_ids: array,
    output_bounds: array,
    max_order: cython.longlong,
    kind: cython.longlong,
) -> array:
    """Number the n-grams of every sentence order by order, and make of their counts what `kind` says."""
    n_sentences: cython.longlong = len(first_text) - 1
    most_tokens: cython.longlong = 1
    most_own: cython.longlong = 1
    most_texts: cython.longlong = 2
    n_rows: cython.longlong = 0
    regions: cython.bint = kind == _REGIONS
    merged: cython.bint = kind == _MERGED
    surplus: cython.bint = kind == _MATCHES_LESS_SURPLUS
    head: cython.longlong = 0 if regions else N_LENGTHS
    width: cython.longlong = N_REGIONS if regions else N_MERGED if merged else N_MATCHES
    stride: cython.longlong = head + width * max_order
    row: cython.longlong = 0

    bounds: cython.int[:] = gold_bounds
    firsts: cython.int[:] = first_text
    outs: cython.int[:] = output_bounds
    for sentence in range(n_sentences):
        n_texts: cython.longlong = firsts[sentence + 1] - firsts[sentence] + 1
        length: cython.longlong = outs[sentence + 1] - outs[sentence]
        most_own = max(most_own, length + bounds[firsts[sentence] + 1] - bounds[firsts[sentence]])
        most_tokens = max(most_tokens, length + bounds[firsts[sentence + 1]] - bounds[firsts[sentence]])
        most_texts = max(most_texts, n_texts)
        n_rows += 1 if merged else n_texts - 2
    size: cython.longlong = 4
    while size < 2 * most_own:
        size *= 2

    result = array("q", bytes(8 * n_rows * stride))
    if n_rows == 0:
        return result
    # An empty buffer has no memoryview, so a cell that is never read stands behind each.
    ids: cython.int[:] = gold_ids or array("i", [0])
    out_ids: cython.int[:] = output_ids or array("i", [0])
    rows: cython.longlong[:] = result
    keys: cython.longlong[:] = zeros("q", size)
    values: cython.int[:] = zeros("i", size)
    tokens: cython.int[:] = zeros("i", most_tokens)
    classes: cython.int[:] = zeros("i", most_tokens)
    in_source: cython.int[:] = zeros("i", most_own)
    in_output: cython.int[:] = zeros("i", most_own)
    in_reference: cython.int[:] = zeros("i", most_own)
    most: cython.int[:] = zeros("i", most_own)
    local: cython.int[:] = zeros("i", most_texts + 1)

    with cython.nogil:
        for sentence in range(n_sentences):
            n_texts = firsts[sentence + 1] - firsts[sentence] + 1
            length = 0
            longest: cython.longlong = 0
            for text in range(n_texts):
                local[text] = length
                if text == 1:
                    for position in range(outs[sentence], outs[sentence + 1]):
                        tokens[length] = out_ids[position]
                        length += 1
                else:
                    item: cython.longlong = firsts[sentence] + text - (1 if text else 0)
                    for position in range(bounds[item], bounds[item + 1]):
                        tokens[length] = ids[position]
                        length += 1
                longest = max(longest, length - local[text])
            local[n_texts] = length
            size = 4
            n_own: cython.longlong = local[2]
            while size < 2 * n_own:
                size *= 2
            if merged:
                rows[row] = local[2] - local[1]
                rows[row + 1] = _nearest_length(local, n_texts)
            elif not regions:
                for text in range(n_texts - 2):
                    rows[row + text * stride] = local[2] - local[1]
                    rows[row + text * stride + 1] = local[text + 3] - local[text + 2]
            n_tokens: cython.longlong = 1
            for order in range(1, min(max_order, longest) + 1):
                prefix: cython.int[:] = tokens if order <= 2 else classes
                found: cython.int[:] = tokens if order == 1 else classes
                for position in range(size):
                    keys[position] = -1
                n_classes: cython.longlong = _classify(
                    prefix,
                    tokens,
                    found,
                    local[0],
                    local[1],
                    order,
                    n_tokens,
                    0,
                    keys,
                    values,
                    size - 1,
                    in_source,
                    in_output,
                )
                n_classes = _classify(
                    prefix,
                    tokens,
                    found,
                    local[1],
                    local[2],
                    order,
                    n_tokens,
                    n_classes,
                    keys,
                    values,
                    size - 1,
                    in_output,
                    in_source,
                )
                at: cython.longlong = row + head + width * (order - 1)
                for item in range(n_classes):
                    most[item] = 0
                for text in range(2, n_texts):
                    for item in range(n_classes):
                        in_reference[item] = 0
                    n_others: cython.longlong = _recognise(
                        prefix,
                        tokens,
                        found,
                        local[text],
                        local[text + 1],
                        order,
                        n_tokens,
                        keys,
                        values,
                        size - 1,
                        in_reference,
                    )
                    if regions:
                        _add_regions(in_source, in_output, in_reference, n_classes, n_others, rows, at)
                        at += stride
                    elif merged:
                        for item in range(n_classes):
                            most[item] = max(most[item], in_reference[item])
                    else:
                        _put_matches(in_source, in_output, in_reference, n_classes, rows, at, surplus)
                        at += stride
                if merged:
                    _put_merged(in_source, in_output, most, n_classes, rows, at)
                if order == 1:
                    n_tokens = n_classes
            row += (1 if merged else n_texts - 2) * stride
    return result
