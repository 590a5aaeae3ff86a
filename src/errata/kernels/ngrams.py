"""Counts of n-grams in a source, an output and its references, sentence by sentence: the basis of GREEN and GLEU.

The texts of a sentence are concatenated: source, output, reference 1, reference 2, ….
An n-gram is identified by its *class*, a small integer given in order of first occurrence; the class of order k at a
position follows from the class of order k-1 there and the token k-1 positions later, so each order costs one look-up
per token. Only n-grams of source and output have classes: of the others in a reference only the number
matters, so time and memory are linear in the number of tokens. Results do not depend on the hash function.

From top to bottom: `_Sentence` numbers and counts the n-grams of one order, and turns the counts into the terms of a
measure; `_count` applies it to sentences and orders; the three public functions select the measure.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import Texts, zeros

COMPILED: bool = cython.compiled

N_REGIONS = 7
"""Columns per order in the rows of `count_regions`: tk, td, ti, od, oi, ud, ui."""

N_LENGTHS = 2
"""Columns before those of the orders in the rows of `count_matches` and `count_merged`: both lengths."""

N_MATCHES = 2
"""Columns per order in the rows of `count_matches`: matches minus the penalty, n-grams of the output."""

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
def _find(keys: cython.longlong[::1], mask: cython.longlong, key: cython.longlong) -> cython.longlong:
    """Return the slot of a key, or the empty slot where it belongs."""
    slot: cython.longlong = ((key ^ (key >> 15)) * 40503 ^ (key >> 7)) & mask
    while keys[slot] != key and keys[slot] != -1:
        slot = (slot + 1) & mask
    return slot


@cython.final
@cython.cclass
class _Sentence:
    """The texts of one sentence and how often its n-grams of one order occur in each.

    Text t is `tokens[bounds[t]:bounds[t + 1]]`. `tokens` holds token ids until order 1 has put the classes of single
    tokens in their place, `n_tokens` of them; `classes` holds those of the latest order above 1. Of `n_classes` classes
    `in_source`, `in_output` and `in_reference` have the counts, and `most` the largest count in any reference.
    """

    n_texts: cython.longlong
    tokens: cython.int[::1]
    bounds: cython.int[::1]
    classes: cython.int[::1]
    n_tokens: cython.longlong
    n_classes: cython.longlong
    in_source: cython.int[::1]
    in_output: cython.int[::1]
    in_reference: cython.int[::1]
    most: cython.int[::1]
    # The hash table of one order: slot `key & mask` or one after it has the key, and its class in `values`.
    keys: cython.longlong[::1]
    values: cython.int[::1]
    mask: cython.longlong

    def __init__(self, most_texts: int, most_tokens: int, most_own: int) -> None:
        """Make room for sentences with this many texts and tokens, and this many of them in source and output."""
        self.tokens, self.classes = zeros("i", most_tokens), zeros("i", most_tokens)
        self.bounds = zeros("i", most_texts + 1)
        self.in_source, self.in_output = zeros("i", most_own), zeros("i", most_own)
        self.in_reference, self.most = zeros("i", most_own), zeros("i", most_own)
        size = 4
        while size < 2 * most_own:
            size *= 2
        self.keys, self.values = zeros("q", size), zeros("i", size)
        self.n_tokens = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(position=cython.longlong)
    def add_text(self, ids: cython.int[::1], begin: cython.longlong, end: cython.longlong) -> cython.longlong:
        """Append a text and return its length."""
        shift: cython.longlong = self.bounds[self.n_texts] - begin
        for position in range(begin, end):
            self.tokens[shift + position] = ids[position]
        self.n_texts += 1
        self.bounds[self.n_texts] = shift + end
        return end - begin

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(text=cython.longlong, position=cython.longlong)
    def trim(self, spare: cython.longlong) -> cython.longlong:
        """Take off what all texts begin and end with, but so many tokens on either side; return how many are gone.

        Of each order up to `spare + 1`, every text loses as many n-grams as tokens, and all texts lose the same.
        """
        shortest: cython.longlong = self.bounds[1]
        for text in range(1, self.n_texts):
            shortest = min(shortest, self.bounds[text + 1] - self.bounds[text])
        head: cython.longlong = shortest
        for text in range(1, self.n_texts):
            shift: cython.longlong = self.bounds[text]
            position = 0
            while position < head and self.tokens[position] == self.tokens[shift + position]:
                position += 1
            head = position
        tail: cython.longlong = shortest - head
        end: cython.longlong = self.bounds[1] - 1
        for text in range(1, self.n_texts):
            shift = self.bounds[text + 1] - 1
            position = 0
            while position < tail and self.tokens[end - position] == self.tokens[shift - position]:
                position += 1
            tail = position
        head, tail = max(head - spare, 0), max(tail - spare, 0)
        if head + tail == 0:
            return 0
        into: cython.longlong = 0
        begin: cython.longlong = 0
        for text in range(self.n_texts):
            end = self.bounds[text + 1]
            for position in range(begin + head, end - tail):
                self.tokens[into] = self.tokens[position]
                into += 1
            begin = end
            self.bounds[text + 1] = into
        return head + tail

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(slot=cython.longlong)
    def number(self, order: cython.longlong) -> cython.void:
        """Assign classes to the n-grams of source and output, and count them there."""
        # At most half full, and no larger than the sentence needs: emptying it is part of each order's cost.
        size: cython.longlong = 4
        while size < 2 * self.bounds[2]:
            size *= 2
        for slot in range(size):
            self.keys[slot] = -1
        self.mask = size - 1
        self.n_classes = 0
        self.number_text(0, order, self.in_source, self.in_output)
        self.number_text(1, order, self.in_output, self.in_source)
        if order == 1:
            self.n_tokens = self.n_classes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(position=cython.longlong)
    def number_text(
        self, text: cython.longlong, order: cython.longlong, counts: cython.int[::1], others: cython.int[::1]
    ) -> cython.void:
        """Number the n-grams of one text; where a new class gets its entry in `counts`, that in `others` is reset."""
        # Buffers are accessed through the object each time: a local view would be reference-counted, which takes as
        # long as twenty steps of this loop.
        n_classes: cython.longlong = self.n_classes
        for position in range(self.bounds[text], self.bounds[text + 1] - order + 1):
            key: cython.longlong = self.tokens[position]
            if order > 1:
                # Two numbers below 2³¹: 64 bits hold it.
                key = self.classes[position] * self.n_tokens + self.tokens[position + order - 1]
            slot: cython.longlong = _find(self.keys, self.mask, key)
            if self.keys[slot] == -1:
                self.keys[slot] = key
                self.values[slot] = n_classes
                counts[n_classes] = 0
                others[n_classes] = 0
                n_classes += 1
            value: cython.int = self.values[slot]
            self.classes[position] = value
            if order == 1:  # in place of the ids, which are not needed again
                self.tokens[position] = value
            counts[value] += 1
        self.n_classes = n_classes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(position=cython.longlong, item=cython.longlong)
    def recognise(self, text: cython.longlong, order: cython.longlong) -> cython.longlong:
        """Count a reference's n-grams that source or output have; return the number of its others.

        Those get the class -1, and so does every longer n-gram that begins with one.
        """
        n_others: cython.longlong = 0
        for item in range(self.n_classes):
            self.in_reference[item] = 0
        for position in range(self.bounds[text], self.bounds[text + 1] - order + 1):
            found: cython.int = -1
            key: cython.longlong = self.tokens[position]
            if order > 1:
                last: cython.longlong = self.tokens[position + order - 1]
                key = self.classes[position]
                key = key * self.n_tokens + last if key >= 0 and last >= 0 else -1
            if key >= 0:
                slot: cython.longlong = _find(self.keys, self.mask, key)
                if self.keys[slot] == key:
                    found = self.values[slot]
            self.classes[position] = found
            if order == 1:
                self.tokens[position] = found
            if found >= 0:
                self.in_reference[found] += 1
            else:
                n_others += 1
        return n_others

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(item=cython.longlong)
    def add_regions(self, n_others: cython.longlong, rows: cython.longlong[::1], at: cython.longlong) -> cython.void:
        """Add the seven regions of every class to the row of a reference (GREEN, Table 1 and eq. 4)."""
        rows[at + 6] += n_others
        for item in range(self.n_classes):
            s: cython.int = self.in_source[item]
            c: cython.int = self.in_output[item]
            r: cython.int = self.in_reference[item]
            # The smallest count is kept by all three; the step to the median and the step to the largest
            # belong to whichever text stands apart.
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
    def put_matches(self, surplus: cython.bint, rows: cython.longlong[::1], at: cython.longlong) -> cython.void:
        """Write GLEU's numerator and denominator of one order to the row of a reference.

        The penalty counts what source and output share and the reference lacks: entirely, or (`surplus`) in number. It
        removes at most all matches of the sentence.
        """
        numerator: cython.longlong = 0
        n_ngrams: cython.longlong = 0
        for item in range(self.n_classes):
            h: cython.int = self.in_output[item]
            if h == 0:
                continue
            r: cython.int = self.in_reference[item]
            n_ngrams += h
            numerator += min(h, r)
            both: cython.int = min(h, self.in_source[item])
            if both > r and (surplus or r == 0):
                numerator -= both - r
        rows[at] = max(numerator, 0)
        rows[at + 1] = n_ngrams

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(item=cython.longlong)
    def put_merged(self, rows: cython.longlong[::1], at: cython.longlong) -> cython.void:
        """Write the terms of the 2015 GLEU of one order to the sentence's row.

        An n-gram counts as often as in the reference that has it most often.
        """
        for item in range(self.n_classes):
            h: cython.int = self.in_output[item]
            s: cython.int = self.in_source[item]
            r: cython.int = self.most[item]
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
    def nearest_length(self) -> cython.longlong:
        """Return the length of the reference closest in length to the output, the first on ties."""
        output: cython.longlong = self.bounds[2] - self.bounds[1]
        nearest: cython.longlong = self.bounds[3] - self.bounds[2]
        for text in range(3, self.n_texts):
            length: cython.longlong = self.bounds[text + 1] - self.bounds[text]
            if abs(length - output) < abs(nearest - output):
                nearest = length
        return nearest


def count_regions(gold: Texts, first_text: array, outputs: Texts, max_order: int) -> array:
    """Count the seven GREEN regions of orders 1 to `max_order` for every sentence and reference.

    `gold` holds each sentence's source followed by its references; the texts of sentence s are number `first_text[s]`
    to `first_text[s + 1]`. There is one output per sentence. Returns one row of `N_REGIONS * max_order` integers per
    reference, sentence by sentence.
    """
    return _count(gold, first_text, outputs, max_order, _REGIONS)


def count_matches(gold: Texts, first_text: array, outputs: Texts, max_order: int, surplus: bool) -> array:
    """Count GLEU's lengths, numerators and denominators for every sentence and reference.

    Texts as for `count_regions`. The penalty is for n-grams the reference lacks entirely, or with `surplus` also
    for those it has less often. Returns one row of `N_LENGTHS + N_MATCHES * max_order` integers per reference.
    """
    return _count(gold, first_text, outputs, max_order, _MATCHES_LESS_SURPLUS if surplus else _MATCHES_LESS_ABSENT)


def count_merged(gold: Texts, first_text: array, outputs: Texts, max_order: int) -> array:
    """Count the terms of the 2015 GLEU against all references of a sentence combined.

    Texts as for `count_regions`. Returns one row of `N_LENGTHS + N_MERGED * max_order` integers per sentence; the
    reference length is the one closest to the output's.
    """
    return _count(gold, first_text, outputs, max_order, _MERGED)


@cython.cfunc
@cython.locals(sentence=cython.longlong, text=cython.longlong, order=cython.longlong, item=cython.longlong)
def _count(gold: Texts, first_text: array, outputs: Texts, max_order: cython.longlong, kind: cython.longlong) -> array:
    """Number the n-grams of every sentence order by order, and turn their counts into the terms for `kind`."""
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

    bounds: cython.int[::1] = gold.bounds
    firsts: cython.int[::1] = first_text
    outs: cython.int[::1] = outputs.bounds
    for sentence in range(n_sentences):
        n_texts: cython.longlong = firsts[sentence + 1] - firsts[sentence] + 1
        length: cython.longlong = outs[sentence + 1] - outs[sentence]
        most_own = max(most_own, length + bounds[firsts[sentence] + 1] - bounds[firsts[sentence]])
        most_tokens = max(most_tokens, length + bounds[firsts[sentence + 1]] - bounds[firsts[sentence]])
        most_texts = max(most_texts, n_texts)
        n_rows += 1 if merged else n_texts - 2

    result = array("q", bytes(8 * n_rows * stride))
    if n_rows == 0:
        return result
    # An empty buffer has no memoryview, so it is replaced by a cell that is never read.
    ids: cython.int[::1] = gold.ids or array("i", [0])
    out_ids: cython.int[::1] = outputs.ids or array("i", [0])
    rows: cython.longlong[::1] = result
    texts: _Sentence = _Sentence(most_texts, most_tokens, most_own)
    row: cython.longlong = 0
    with cython.nogil:
        for sentence in range(n_sentences):
            texts.n_texts = 0
            longest: cython.longlong = 0
            for item in range(firsts[sentence], firsts[sentence + 1]):
                longest = max(longest, texts.add_text(ids, bounds[item], bounds[item + 1]))
                if item == firsts[sentence]:
                    longest = max(longest, texts.add_text(out_ids, outs[sentence], outs[sentence + 1]))
            n_texts = texts.n_texts
            length = outs[sentence + 1] - outs[sentence]
            if regions:
                trimmed: cython.longlong = texts.trim(max_order - 1)
                if trimmed:
                    # What all texts have alike is kept by all, whatever else they have.
                    for item in range((n_texts - 2) * max_order):
                        rows[row + item * width] = trimmed
                    longest -= trimmed
            elif merged:
                rows[row] = length
                rows[row + 1] = texts.nearest_length()
            else:
                for text in range(n_texts - 2):
                    rows[row + text * stride] = length
                    rows[row + text * stride + 1] = texts.bounds[text + 3] - texts.bounds[text + 2]
            # Orders above the longest text have no n-grams: their columns stay 0.
            for order in range(1, min(max_order, longest) + 1):
                texts.number(order)
                at: cython.longlong = row + head + width * (order - 1)
                if merged:
                    for item in range(texts.n_classes):
                        texts.most[item] = 0
                for text in range(2, n_texts):
                    n_others: cython.longlong = texts.recognise(text, order)
                    if merged:
                        for item in range(texts.n_classes):
                            texts.most[item] = max(texts.most[item], texts.in_reference[item])
                        continue
                    if regions:
                        texts.add_regions(n_others, rows, at)
                    else:
                        texts.put_matches(surplus, rows, at)
                    at += stride
                if merged:
                    texts.put_merged(rows, at)
            row += (1 if merged else n_texts - 2) * stride
    return result
