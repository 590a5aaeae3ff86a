"""Damerau–Levenshtein alignment of word sequences with substitution costs that depend on the words.

The alignment of ERRANT (Felice, Bryant and Briscoe, COLING 2016) with string properties in place of lemma and part
of speech. Only cells near the diagonal are filled: a path of cost d never leaves the band of half-width d, so a band as
wide as the cost it finds holds every path of that cost, and ties are broken as they would be in the whole table.

After a stretch of `_STRETCH` unchanged words between two changes the alignment starts afresh: nothing before it has
any influence, not even on the last bit of a sum, so sentences are aligned the same alone or joined in one line. A
long text is never aligned as a whole: a window is, and grows until it contains such a stretch, so time and
memory are proportional to the length of the text.

From the outside in: `align` takes all pairs and removes equal ends, `_align_pair` goes from stretch to stretch,
`_align_window` widens the band until it is wide enough, `_fill` computes it, `_transposition` looks for reordered
words, `_trace` reads off the operations.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros
from errata.kernels.limits import REMEDY, TooLargeError

COMPILED: bool = cython.compiled

TRANSPOSED, SUBSTITUTED, INSERTED, DELETED = range(1, 5)
"""Operations."""
N_FIELDS = 6
"""Numbers for each operation of `align`: pair, operation, source start and length, output start and length."""

# The same numbers for code that runs without the interpreter.
_MATCH = cython.declare(cython.int, 0)
_TRANSPOSE = cython.declare(cython.int, 1)
_SUBSTITUTE = cython.declare(cython.int, 2)
_INSERT = cython.declare(cython.int, 3)
_DELETE = cython.declare(cython.int, 4)
# Longer words are compared by their first letters only: as many as an integer has bits to spare.
_MAX_LETTERS = cython.declare(cython.int, 62)
# No more words than this are looked through for a change of order, or thousands of words in disorder would take hours.
_MAX_BLOCK = cython.declare(cython.int, 50)
_BAND = cython.declare(cython.int, 8)
# As many rows of costs as such a block goes back are kept, and more, to a power of two.
_ROWS = cython.declare(cython.int, 64)
_FAR = cython.declare(cython.double, 1e9)
# Unchanged words in a row that part a text, and how many of them each part keeps at the least.
_STRETCH = cython.declare(cython.int, 16)
_KEPT = cython.declare(cython.int, 8)
# No text of so many words is looked at through windows; how many words the first and the largest window have.
_SHORT = cython.declare(cython.int, 1024)
_WINDOW = cython.declare(cython.int, 256)
_WIDEST = cython.declare(cython.int, 4096)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(at=cython.longlong, place=cython.longlong)
def _common_letters(
    letters: cython.int[::1],
    start: cython.longlong,
    n: cython.longlong,
    other: cython.longlong,
    m: cython.longlong,
    masks: cython.ulonglong[::1],
) -> cython.longlong:
    """Return the length of the longest common subsequence of two words, with bit parallelism (Hyyrö 2004).

    `masks` holds, for every ASCII letter of the first word, its positions as bits.
    """
    # A cleared bit of `state` is a letter of the first word where the common subsequence grows by one.
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << n) - 1
    state: cython.ulonglong = full
    found: cython.longlong = 0
    for at in range(other, other + m):
        letter: cython.longlong = letters[at]
        if letter < 128:
            mask: cython.ulonglong = masks[letter]
        else:
            mask = 0
            for place in range(n):
                if letters[start + place] == letter:
                    mask |= one << place
        step: cython.ulonglong = state & mask
        state = ((state + step) & full) | (state - step)
    state = full & ~state
    while state:
        state &= state - 1
        found += 1
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(
    costs: cython.double[::1], i: cython.longlong, place: cython.longlong, width: cython.longlong
) -> cython.bint:
    """Tell whether the diagonal step into row i costs nothing."""
    return costs[(i & (_ROWS - 1)) * width + place] == costs[((i - 1) & (_ROWS - 1)) * width + place]


@cython.cclass
class Aligner:
    """Aligns pairs of texts with numbered words; reuses its tables from one pair to the next.

    A pair that needs a table of more than `limit` cells, of two bytes each, is refused, and so is one where the search
    for reordered words takes more than `max_walked` steps.
    """

    _limit: cython.longlong
    _max_walked: cython.longlong
    # Steps taken for the pair so far.
    _walked: cython.longlong
    # Of the words: number in lower case, number of the stem, class, letters one after the other, where they begin.
    _lower: cython.int[::1]
    _stems: cython.int[::1]
    _classes: cython.int[::1]
    _letters: cython.int[::1]
    _bounds: cython.int[::1]
    # Of the pair: its words, and for each word in lower case the last pair that has it on that side.
    _source: cython.int[::1]
    _output: cython.int[::1]
    _in_source: cython.int[::1]
    _in_output: cython.int[::1]
    _stamp: cython.longlong
    # The last row of each word in lower case; its first place in the output, or one from which the next is not far; and
    # the next place of the word at each place of the output.
    _last_row: cython.int[::1]
    _place: cython.int[::1]
    _next_place: cython.int[::1]
    _n_words: cython.longlong
    _n_other_words: cython.longlong
    # The last rows of costs, the steps of the whole table, and scratch space that is left zero.
    _costs: cython.double[::1]
    _steps: cython.short[::1]
    _balance: cython.int[::1]
    _masks: cython.ulonglong[::1]
    # What a substitution costs beside the letters that differ.
    _stem_cost: cython.double
    _open_cost: cython.double
    _class_cost: cython.double

    def __init__(self, limit: int, max_walked: int) -> None:
        self._costs = zeros("d", 1 << 12)
        self._steps = zeros("h", 1 << 12)
        self._masks = array("Q", bytes(8 * 128))
        self._in_source = array("i", [0])
        self._in_output = array("i", [0])
        self._last_row = array("i", [0])
        self._place = array("i", [0])
        self._next_place = zeros("i", 1 << 9)
        self._balance = array("i", [0])
        self._stamp = 0
        self._limit = limit
        self._max_walked = max_walked
        self._walked = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _transposition(
        self,
        i: cython.longlong,
        place: cython.longlong,
        width: cython.longlong,
        source_at: cython.longlong,
        output_at: cython.longlong,
        limit: cython.longlong,
        best: cython.double,
    ) -> cython.longlong:
        """Return how many words before these two end a block that both texts have in different order, 0 if none.

        Walks back along the diagonal from row i, at this position of the band, while no step was free; gives up if a
        word has no partner in the other sentence or the block costs more than `best` by its length alone.
        """
        costs: cython.double[::1] = self._costs
        lower: cython.int[::1] = self._lower
        balance: cython.int[::1] = self._balance
        # `balance` counts each word of the block in the source less in the output, `unequal` sums up the amounts: at 0
        # both sides have the same words.
        k: cython.longlong = 0
        end: cython.longlong = 0
        unequal: cython.longlong = 0
        found: cython.longlong = 0
        while True:
            word: cython.longlong = lower[self._source[source_at - k]]
            if self._in_output[word] != self._stamp:
                break
            unequal += 1 if balance[word] >= 0 else -1
            balance[word] += 1
            word = lower[self._output[output_at - k]]
            unequal += 1 if balance[word] <= 0 else -1
            balance[word] -= 1
            end = k + 1
            if self._in_source[word] != self._stamp:
                break
            if k > 0 and unequal == 0:
                found = k
                break
            k += 1
            if k > best or k >= limit or _is_free(costs, i - k, place, width):
                break
        self._walked += end
        for k in range(end):
            balance[lower[self._source[source_at - k]]] = 0
            balance[lower[self._output[output_at - k]]] = 0
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.longlong, j=cython.longlong, k=cython.longlong)
    def _fill(
        self,
        source_at: cython.longlong,
        n: cython.longlong,
        output_at: cython.longlong,
        m: cython.longlong,
        half: cython.longlong,
    ) -> cython.double:
        """Fill the band of half-width `half` and return the cost of the whole alignment, or -1 after too many steps.

        Row i holds the cells j = i - half … i + half. `steps` says how each was reached: an operation, for a
        transposition plus 8 times the number of words before the last.
        """
        costs: cython.double[::1] = self._costs
        steps: cython.short[::1] = self._steps
        lower: cython.int[::1] = self._lower
        letters: cython.int[::1] = self._letters
        bounds: cython.int[::1] = self._bounds
        masks: cython.ulonglong[::1] = self._masks
        width: cython.longlong = 2 * half + 1
        one: cython.ulonglong = 1
        for i in range(n):
            self._last_row[lower[self._source[source_at + i]]] = 0
            self._place[lower[self._source[source_at + i]]] = 0
        for j in range(m):
            self._last_row[lower[self._output[output_at + j]]] = 0
            self._place[lower[self._output[output_at + j]]] = 0
        for j in range(m, 0, -1):
            self._next_place[j] = self._place[lower[self._output[output_at + j - 1]]]
            self._place[lower[self._output[output_at + j - 1]]] = j
        for i in range(n + 1):
            word: cython.longlong = self._source[source_at + i - 1] if i else 0
            # Where the word last was in the output, before the cell that is filled.
            last_place: cython.longlong = 0
            if i:
                self._last_row[lower[word]] = i
                place: cython.longlong = self._place[lower[word]]
                if place and place < i - half:
                    while self._next_place[place] and self._next_place[place] < i - half:
                        place = self._next_place[place]
                    self._place[lower[word]] = place
                    last_place = place
            first: cython.longlong = bounds[word]
            n_letters: cython.longlong = min(bounds[word + 1] - first, _MAX_LETTERS)
            is_masked: cython.bint = False
            for j in range(max(0, i - half), min(m, i + half) + 1):
                at: cython.longlong = i * width + j - i + half
                here: cython.longlong = (i & (_ROWS - 1)) * width + j - i + half
                # The cell diagonally before stands in the row before at the same place of the band.
                above: cython.longlong = ((i - 1) & (_ROWS - 1)) * width + j - i + half
                if i == 0:
                    costs[here] = j
                    steps[at] = _INSERT
                    continue
                if j == 0:
                    costs[here] = i
                    steps[at] = _DELETE
                    continue
                other: cython.longlong = self._output[output_at + j - 1]
                if lower[word] == lower[other]:
                    last_place = j
                if word == other:
                    costs[here] = costs[above]
                    steps[at] = _MATCH
                    continue
                # Of equal costs a transposition wins over a substitution, that over an insertion, that over a deletion.
                insert: cython.double = costs[here - 1] + 1 if j > i - half else _FAR
                delete: cython.double = costs[above + 1] + 1 if j < i + half else _FAR
                best: cython.double = insert if insert <= delete else delete
                step: cython.longlong = _INSERT if insert <= delete else _DELETE
                if lower[word] == lower[other]:
                    cost: cython.double = costs[above]
                    if cost <= best:
                        best = cost
                        step = _SUBSTITUTE
                else:
                    n_others: cython.longlong = min(bounds[other + 1] - bounds[other], _MAX_LETTERS)
                    total: cython.double = n_letters + n_others
                    cost = 0.0 if self._stems[word] == self._stems[other] else self._stem_cost
                    if self._classes[word] != self._classes[other]:
                        cost += self._class_cost
                    elif self._classes[word] == 0:
                        cost += self._open_cost
                    # Words of unequal length differ at least by that: often enough to look no further. The sums are
                    # taken in the same order as below, or the last bit could miss a tie.
                    if costs[above] + (cost + abs(n_letters - n_others) / total) <= best:
                        if not is_masked:
                            is_masked = True
                            for k in range(n_letters):
                                if letters[first + k] < 128:
                                    masks[letters[first + k]] |= one << k
                        k = _common_letters(letters, first, n_letters, bounds[other], n_others, masks)
                        cost = costs[above] + (cost + (total - 2 * k) / total)
                        if cost <= best:
                            best = cost
                            step = _SUBSTITUTE
                # A block that ends here has each of these words on the other side, too: not too far back.
                last_row: cython.longlong = self._last_row[lower[other]]
                if last_place and last_row and j - last_place <= best and i - last_row <= best:
                    k = self._transposition(
                        i, j - i + half, width, source_at + i - 1, output_at + j - 1, min(i, j, _MAX_BLOCK), best
                    )
                    if k:
                        cost = costs[((i - k - 1) & (_ROWS - 1)) * width + j - i + half] + k
                        if cost <= best:
                            best = cost
                            step = _TRANSPOSE + 8 * k
                costs[here] = best
                steps[at] = step
            if is_masked:
                for k in range(n_letters):
                    if letters[first + k] < 128:
                        masks[letters[first + k]] = 0
            if self._walked > self._max_walked:
                return -1.0
        return costs[(n & (_ROWS - 1)) * width + m - n + half]

    def align(
        self,
        source_ids: array,
        source_bounds: array,
        output_ids: array,
        output_bounds: array,
        words: tuple,
        costs: tuple,
    ) -> array:
        """Return the operations that turn each source into its output, without matches, in order.

        `words` describes the numbered words: their number in lower case, number of the stem, class (0: open), then
        the letters of all words and where each word's begin. `costs` are those of another stem, of two open
        words, and of words of different class. Returns `N_FIELDS` numbers for every operation. Raises `TooLargeError`
        with the number of the first pair beyond the limit.
        """
        result = array("i")
        if not source_ids and not output_ids:
            return result
        self._lower, self._stems, self._classes, self._letters, self._bounds = words
        self._stem_cost, self._open_cost, self._class_cost = costs
        # An empty buffer has no memoryview, so a cell that is never read stands behind each.
        self._source = source_ids or array("i", [0])
        self._output = output_ids or array("i", [0])
        starts: cython.int[::1] = source_bounds
        ends: cython.int[::1] = output_bounds
        if len(self._balance) < len(self._lower):
            self._in_source = array("i", bytes(8 * len(self._lower)))
            self._in_output = array("i", bytes(8 * len(self._lower)))
            self._last_row = array("i", bytes(8 * len(self._lower)))
            self._place = array("i", bytes(8 * len(self._lower)))
            self._balance = array("i", bytes(8 * len(self._lower)))
            self._stamp = 0
        try:
            self._align_all(result, starts, ends)
        finally:
            # Arrays cannot grow while someone looks into them.
            nothing = array("i", [0])
            self._lower = self._stems = self._classes = self._letters = self._bounds = nothing
            self._source = self._output = nothing
        return result

    @cython.cfunc
    @cython.locals(pair=cython.longlong, i=cython.longlong)
    def _align_all(self, result: array, starts: cython.int[::1], ends: cython.int[::1]) -> cython.void:
        for pair in range(len(starts) - 1):
            source_at: cython.longlong = starts[pair]
            output_at: cython.longlong = ends[pair]
            n: cython.longlong = starts[pair + 1] - source_at
            m: cython.longlong = ends[pair + 1] - output_at
            # Equal words at the end are matched in the whole table too. At the beginning another way may be as cheap.
            while n > 0 and m > 0 and self._source[source_at + n - 1] == self._output[output_at + m - 1]:
                n -= 1
                m -= 1
            if n > 0 and m > 0:
                self._align_pair(result, pair, source_at, n, output_at, m)
                continue
            for i in range(n):
                result.extend((pair, _DELETE, i, 1, 0, 0))
            for i in range(m):
                result.extend((pair, _INSERT, 0, 0, i, 1))

    @cython.cfunc
    @cython.locals(i=cython.longlong)
    def _align_pair(
        self,
        result: array,
        pair: cython.longlong,
        source_at: cython.longlong,
        n: cython.longlong,
        output_at: cython.longlong,
        m: cython.longlong,
    ) -> cython.void:
        """Add the operations of a pair, from one stretch of unchanged words to the next."""
        self._n_words = n
        self._n_other_words = m
        i: cython.longlong = 0
        j: cython.longlong = 0
        size: cython.longlong = _WINDOW
        while i < n or j < m:
            if size > _WIDEST and (n - i) * (m - j) > 2 * self._limit:
                raise TooLargeError(
                    f"{n:,} words of the source against {m:,} of the other text differ too much to be aligned: no "
                    f"{_STRETCH} in a row are the same within {_WIDEST:,} words from words {i + 1:,} and {j + 1:,} on; "
                    f"{REMEDY}",
                    pair,
                )
            is_rest: cython.bint = size > _WIDEST or max(n - i, m - j) <= max(_SHORT, size)
            # Where a window ends its texts need not correspond: its last quarter decides nothing.
            rows: cython.longlong = n - i if is_rest else min(n - i, size)
            columns: cython.longlong = m - j if is_rest else min(m - j, size)
            reach: cython.longlong = rows if is_rest else min(rows, columns) - size // 4
            found = self._align_window(pair, source_at + i, rows, output_at + j, columns)
            end: cython.longlong = 0  # of the last operation, in both texts
            output_end: cython.longlong = 0
            at: cython.longlong = 0
            is_parted: cython.bint = False
            for at in range(len(found)):
                start: cython.longlong = found[at][1]
                is_parted = at > 0 and start - end >= _STRETCH and end + _STRETCH <= reach
                if is_parted:
                    break
                end = start + found[at][2]
                output_end = found[at][3] + found[at][4]
            if not is_parted and not is_rest:
                at = len(found)
                if reach > _KEPT and (at == 0 or found[0][1] >= reach):
                    # Nothing changes for most of the window: go on where that ends.
                    at = 0
                    end = output_end = reach - _KEPT
                elif end + _STRETCH > reach:
                    size = 2 * size
                    continue
                is_parted = True
            for operation, start, length, output_start, output_length in found[:at] if is_parted else found:
                result.extend((pair, operation, i + start, length, j + output_start, output_length))
            if not is_parted:
                return
            i += end + _KEPT
            j += output_end + _KEPT
            size = _WINDOW

    @cython.cfunc
    def _align_window(
        self,
        pair: cython.longlong,
        source_at: cython.longlong,
        n: cython.longlong,
        output_at: cython.longlong,
        m: cython.longlong,
    ) -> list:
        """Fill wider and wider bands until one holds the alignment, and return its operations."""
        self._stamp += 1
        self._walked = 0
        for i in range(n):
            self._in_source[self._lower[self._source[source_at + i]]] = self._stamp
        for i in range(m):
            self._in_output[self._lower[self._output[output_at + i]]] = self._stamp
        if m + 1 > len(self._next_place):
            self._next_place = zeros("i", 2 * (m + 1))
        half: cython.longlong = abs(n - m) + _BAND
        while True:
            cells: cython.longlong = (2 * half + 1) * (n + 1)
            if cells > self._limit:
                raise TooLargeError(
                    f"{self._n_words:,} words of the source against {self._n_other_words:,} of the other text differ "
                    f"too much to be aligned: that takes a table of {cells:,} cells, at most {self._limit:,} are "
                    f"filled; {REMEDY}",
                    pair,
                )
            if _ROWS * (2 * half + 1) > len(self._costs):
                self._costs = zeros("d", 2 * _ROWS * (2 * half + 1))
            if cells > len(self._steps):
                self._steps = zeros("h", 1)  # first gives back what is too small
                self._steps = zeros("h", min(2 * cells, self._limit))
            with cython.nogil:
                cost: cython.double = self._fill(source_at, n, output_at, m, half)
            if cost < 0:
                raise TooLargeError(
                    f"{self._n_words:,} words of the source against {self._n_other_words:,} of the other text differ "
                    f"too much to be aligned: they have the same words in so different an order that comparing them "
                    f"takes more than {self._max_walked:,} steps; {REMEDY}",
                    pair,
                )
            if cost <= half or half >= max(n, m):
                return self._trace(n, m, half)
            # No better way costs more than this one. A change of order looks at costs beside the best way: some more.
            half = min(2 * half, int(cost) + 1 + 2 * _MAX_BLOCK)

    @cython.cfunc
    def _trace(self, n: cython.longlong, m: cython.longlong, half: cython.longlong) -> list:
        """Return the operations: kind, source start and length, output start and length, in the order of the text."""
        width: cython.longlong = 2 * half + 1
        i: cython.longlong = n
        j: cython.longlong = m
        found = []
        while i > 0 or j > 0:
            step: cython.longlong = self._steps[i * width + j - i + half]
            k: cython.longlong = step >> 3
            step = step & 7
            if step == _INSERT:
                j -= 1
                found.append((step, i, 0, j, 1))
            elif step == _DELETE:
                i -= 1
                found.append((step, i, 1, j, 0))
            else:
                i -= k + 1
                j -= k + 1
                if step != _MATCH:
                    found.append((step, i, k + 1, j, k + 1))
        found.reverse()
        return found
