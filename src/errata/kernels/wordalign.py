"""Damerau–Levenshtein alignment of word sequences whose substitution cost looks into the words.

The alignment of ERRANT (Felice, Bryant and Briscoe, COLING 2016) with what strings can say in place of lemma and part
of speech. Only cells near the diagonal are filled: a path of cost d never leaves the band of half-width d, so a band as
wide as the cost it finds holds every path of that cost, and ties fall as they would in the whole table.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

COMPILED: bool = cython.compiled

TRANSPOSED, SUBSTITUTED, INSERTED, DELETED, REPLACED = range(1, 6)
"""Operations; `REPLACED` stands for a stretch too large to align, everything in it replaced."""
N_FIELDS = 6
"""Numbers for each operation of `align`: pair, operation, source start and length, output start and length."""

# The same numbers for code that runs without the interpreter.
_MATCH = cython.declare(cython.int, 0)
_TRANSPOSE = cython.declare(cython.int, 1)
_SUBSTITUTE = cython.declare(cython.int, 2)
_INSERT = cython.declare(cython.int, 3)
_DELETE = cython.declare(cython.int, 4)
_REPLACE = cython.declare(cython.int, 5)
# Longer words are compared by their first letters only: as many as an integer has bits to spare.
_MAX_LETTERS = cython.declare(cython.int, 62)
_BAND = cython.declare(cython.int, 8)
_FAR = cython.declare(cython.double, 1e9)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _common_letters(
    letters: cython.int[:],
    start: cython.int,
    n: cython.int,
    other: cython.int,
    m: cython.int,
    masks: cython.ulonglong[:],
) -> cython.int:
    """Return the length of the longest common subsequence of two words, in parallel on bits (Hyyrö 2004).

    `masks` holds, for every ASCII letter of the first word, the bits of the places where it stands.
    """
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << n) - 1
    state: cython.ulonglong = full
    mask: cython.ulonglong
    step: cython.ulonglong
    at: cython.int
    place: cython.int
    letter: cython.int
    found: cython.int = 0
    for at in range(other, other + m):
        letter = letters[at]
        if letter < 128:
            mask = masks[letter]
        else:
            mask = 0
            for place in range(n):
                if letters[start + place] == letter:
                    mask |= one << place
        step = state & mask
        state = ((state + step) & full) | (state - step)
    state = full & ~state
    while state:
        state &= state - 1
        found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _transposition(
    costs: cython.double[:],
    at: cython.longlong,
    width: cython.longlong,
    source: cython.int[:],
    output: cython.int[:],
    last_source: cython.int,
    last_output: cython.int,
    limit: cython.int,
    lower: cython.int[:],
    in_source: cython.int[:],
    in_output: cython.int[:],
    stamp: cython.int,
    balance: cython.int[:],
    best: cython.double,
) -> cython.int:
    """Return how many words before these two end a block that both texts have in different order, 0 if none.

    Walks back along the diagonal from cell `at` while no step was free; gives up where a word has no partner in the
    other sentence or the block costs more than `best` by its length alone.
    """
    k: cython.int = 0
    end: cython.int = 0
    unequal: cython.int = 0
    found: cython.int = 0
    word: cython.int
    while True:
        word = lower[source[last_source - k]]
        if in_output[word] != stamp:
            break
        unequal += 1 if balance[word] >= 0 else -1
        balance[word] += 1
        word = lower[output[last_output - k]]
        unequal += 1 if balance[word] <= 0 else -1
        balance[word] -= 1
        end = k + 1
        if in_source[word] != stamp:
            break
        if k > 0 and unequal == 0:
            found = k
            break
        k += 1
        if k > best or k >= limit or costs[at - k * width] == costs[at - (k + 1) * width]:
            break
    for k in range(end):
        balance[lower[source[last_source - k]]] = 0
        balance[lower[output[last_output - k]]] = 0
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    source: cython.int[:],
    source_at: cython.int,
    n: cython.int,
    output: cython.int[:],
    output_at: cython.int,
    m: cython.int,
    half: cython.int,
    costs: cython.double[:],
    steps: cython.int[:],
    lower: cython.int[:],
    stems: cython.int[:],
    classes: cython.int[:],
    letters: cython.int[:],
    bounds: cython.int[:],
    in_source: cython.int[:],
    in_output: cython.int[:],
    stamp: cython.int,
    balance: cython.int[:],
    masks: cython.ulonglong[:],
    stem_cost: cython.double,
    open_cost: cython.double,
    class_cost: cython.double,
) -> cython.double:
    """Fill the band of half-width `half` and return the cost of the whole alignment.

    Row i holds the cells j = i - half … i + half. `steps` says how each was reached: an operation, for a
    transposition plus 8 times the number of words before the last.
    """
    width: cython.longlong = 2 * half + 1
    i: cython.int
    j: cython.int
    k: cython.int
    at: cython.longlong
    word: cython.int
    other: cython.int
    n_letters: cython.int
    n_others: cython.int
    first: cython.int
    one: cython.ulonglong = 1
    insert: cython.double
    delete: cython.double
    best: cython.double
    cost: cython.double
    total: cython.double
    step: cython.int
    is_masked: cython.bint
    for i in range(n + 1):
        word = source[source_at + i - 1] if i else 0
        first = bounds[word]
        n_letters = min(bounds[word + 1] - first, _MAX_LETTERS)
        is_masked = False
        for j in range(max(0, i - half), min(m, i + half) + 1):
            at = i * width + j - i + half
            if i == 0:
                costs[at] = j
                steps[at] = _INSERT
                continue
            if j == 0:
                costs[at] = i
                steps[at] = _DELETE
                continue
            other = output[output_at + j - 1]
            # The cell diagonally before stands in the row before at the same place of the band.
            if word == other:
                costs[at] = costs[at - width]
                steps[at] = _MATCH
                continue
            insert = costs[at - 1] + 1 if j > i - half else _FAR
            delete = costs[at - width + 1] + 1 if j < i + half else _FAR
            best = insert if insert <= delete else delete
            step = _INSERT if insert <= delete else _DELETE
            if lower[word] == lower[other]:
                cost = costs[at - width]
                if cost <= best:
                    best = cost
                    step = _SUBSTITUTE
            else:
                n_others = min(bounds[other + 1] - bounds[other], _MAX_LETTERS)
                total = n_letters + n_others
                cost = 0.0 if stems[word] == stems[other] else stem_cost
                if classes[word] != classes[other]:
                    cost += class_cost
                elif classes[word] == 0:
                    cost += open_cost
                # Words of unequal length differ at least by that: often enough to look no further. The sums are
                # taken in the same order as below, or the last bit could miss a tie.
                if costs[at - width] + (cost + abs(n_letters - n_others) / total) <= best:
                    if not is_masked:
                        is_masked = True
                        for k in range(n_letters):
                            if letters[first + k] < 128:
                                masks[letters[first + k]] |= one << k
                    k = _common_letters(letters, first, n_letters, bounds[other], n_others, masks)
                    cost = costs[at - width] + (cost + (total - 2 * k) / total)
                    if cost <= best:
                        best = cost
                        step = _SUBSTITUTE
            if in_output[lower[word]] == stamp and in_source[lower[other]] == stamp:
                k = _transposition(
                    costs,
                    at,
                    width,
                    source,
                    output,
                    source_at + i - 1,
                    output_at + j - 1,
                    min(i, j),
                    lower,
                    in_source,
                    in_output,
                    stamp,
                    balance,
                    best,
                )
                if k:
                    cost = costs[at - (k + 1) * width] + k
                    if cost <= best:
                        best = cost
                        step = _TRANSPOSE + 8 * k
            costs[at] = best
            steps[at] = step
        if is_masked:
            for k in range(n_letters):
                if letters[first + k] < 128:
                    masks[letters[first + k]] = 0
    return costs[n * width + m - n + half]


@cython.cclass
class Aligner:
    """Aligns pairs of texts whose words are numbered; keeps its tables from one pair to the next."""

    _costs: cython.double[:]
    _steps: cython.int[:]
    _masks: cython.ulonglong[:]
    _in_source: cython.int[:]
    _in_output: cython.int[:]
    _balance: cython.int[:]
    _stamp: cython.int
    _limit: cython.longlong

    def __init__(self, limit: int) -> None:
        self._costs = array("d", bytes(8 << 12))
        self._steps = array("i", bytes(4 << 12))
        self._masks = array("Q", bytes(8 * 128))
        self._in_source = array("i", [0])
        self._in_output = array("i", [0])
        self._balance = array("i", [0])
        self._stamp = 0
        self._limit = limit

    def align(
        self,
        source_ids: array,
        source_bounds: array,
        output_ids: array,
        output_bounds: array,
        words: tuple,
        costs: tuple,
    ) -> array:
        """Return what is done to each source to get its output, matches left out, in order.

        `words` describes the numbered words: their number in lower case, number of the stem, class (0: open), then
        letters one after the other and where each word's begin. `costs` are those of another stem, of two open
        words, and of words of different class. Returns `N_FIELDS` numbers for every operation.
        """
        result = array("i")
        lower: cython.int[:] = words[0]
        stems: cython.int[:] = words[1]
        classes: cython.int[:] = words[2]
        letters: cython.int[:] = words[3] or array("i", [0])
        bounds: cython.int[:] = words[4]
        sources: cython.int[:] = source_ids or array("i", [0])
        outputs: cython.int[:] = output_ids or array("i", [0])
        starts: cython.int[:] = source_bounds
        ends: cython.int[:] = output_bounds
        stem_cost: cython.double = costs[0]
        open_cost: cython.double = costs[1]
        class_cost: cython.double = costs[2]
        pair: cython.int
        n: cython.int
        m: cython.int
        i: cython.int
        half: cython.int
        cells: cython.longlong
        cost: cython.double
        source_at: cython.int
        output_at: cython.int
        if len(self._balance) < len(lower):
            self._in_source = array("i", bytes(8 * len(lower)))
            self._in_output = array("i", bytes(8 * len(lower)))
            self._balance = array("i", bytes(8 * len(lower)))
            self._stamp = 0
        for pair in range(len(starts) - 1):
            source_at = starts[pair]
            output_at = ends[pair]
            n = starts[pair + 1] - source_at
            m = ends[pair + 1] - output_at
            while n > 0 and m > 0 and sources[source_at + n - 1] == outputs[output_at + m - 1]:
                n -= 1
                m -= 1
            if n == 0 or m == 0:
                for i in range(n):
                    result.extend((pair, _DELETE, i, 1, 0, 0))
                for i in range(m):
                    result.extend((pair, _INSERT, 0, 0, i, 1))
                continue
            self._stamp += 1
            for i in range(n):
                self._in_source[lower[sources[source_at + i]]] = self._stamp
            for i in range(m):
                self._in_output[lower[outputs[output_at + i]]] = self._stamp
            half = abs(n - m) + _BAND
            while True:
                cells = (2 * half + 1) * (n + 1)
                if cells > self._limit:
                    i = 0
                    while i < n and i < m and sources[source_at + i] == outputs[output_at + i]:
                        i += 1
                    result.extend((pair, _REPLACE, i, n - i, i, m - i))
                    break
                if cells > len(self._costs):
                    self._costs = array("d", bytes(16 * cells))
                    self._steps = array("i", bytes(8 * cells))
                with cython.nogil:
                    cost = _fill(
                        sources,
                        source_at,
                        n,
                        outputs,
                        output_at,
                        m,
                        half,
                        self._costs,
                        self._steps,
                        lower,
                        stems,
                        classes,
                        letters,
                        bounds,
                        self._in_source,
                        self._in_output,
                        self._stamp,
                        self._balance,
                        self._masks,
                        stem_cost,
                        open_cost,
                        class_cost,
                    )
                if cost <= half or half >= max(n, m):
                    self._trace(result, pair, n, m, half)
                    break
                half *= 2
        return result

    @cython.cfunc
    def _trace(self, result: array, pair: cython.int, n: cython.int, m: cython.int, half: cython.int) -> cython.void:
        """Add the operations from the last cell back to the first, in the order of the text."""
        width: cython.longlong = 2 * half + 1
        i: cython.int = n
        j: cython.int = m
        k: cython.int
        step: cython.int
        found = []
        while i > 0 or j > 0:
            step = self._steps[i * width + j - i + half]
            k = step >> 3
            step = step & 7
            if step == _INSERT:
                j -= 1
                found.append((pair, step, i, 0, j, 1))
            elif step == _DELETE:
                i -= 1
                found.append((pair, step, i, 1, j, 0))
            else:
                i -= k + 1
                j -= k + 1
                if step != _MATCH:
                    found.append((pair, step, i, k + 1, j, k + 1))
        for item in reversed(found):
            result.extend(item)
