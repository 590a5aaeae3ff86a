"""Rows picked at random, one for each sentence, and sums of columns over picked rows."""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

COMPILED: bool = cython.compiled


def sum_picked(counts: array, width: int, bounds: array, picks: array) -> array:
    """Return the sum of each of `width` columns over row `bounds[i] + picks[i]` of every sentence i.

    The fast twin of `Table.total` for integer counts.
    """
    cython.declare(sentence=cython.Py_ssize_t, column=cython.Py_ssize_t)
    n_columns: cython.Py_ssize_t = width
    n_sentences: cython.Py_ssize_t = len(bounds) - 1
    result = array("q", bytes(8 * n_columns))
    if n_sentences == 0:
        return result
    cells: cython.longlong[::1] = counts
    firsts: cython.int[::1] = bounds
    picked: cython.int[::1] = picks
    sums: cython.longlong[::1] = result
    with cython.nogil:
        for sentence in range(n_sentences):
            start: cython.Py_ssize_t = firsts[sentence]  # 32 bits, made wide before it is multiplied
            start = (start + picked[sentence]) * n_columns
            for column in range(n_columns):
                sums[column] += cells[start + column]
    return result


def sum_rows(counts: array, width: int, rows: array) -> array:
    """Return the sum of each of `width` columns over rows, whose numbers have 64 bits."""
    cython.declare(place=cython.Py_ssize_t, column=cython.Py_ssize_t)
    n_columns: cython.Py_ssize_t = width
    n_rows: cython.Py_ssize_t = len(rows)
    result = array("q", bytes(8 * n_columns))
    if n_rows == 0 or n_columns == 0:
        return result
    cells: cython.longlong[::1] = counts
    chosen: cython.longlong[::1] = rows
    sums: cython.longlong[::1] = result
    with cython.nogil:
        for place in range(n_rows):
            start: cython.Py_ssize_t = chosen[place] * n_columns
            for column in range(n_columns):
                sums[column] += cells[start + column]
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _truncate(number: cython.double) -> cython.int:
    return cython.cast(cython.int, number) if cython.compiled else int(number)  # the stand-in's cast keeps floats


def scale_words(words: array, n_choices: int) -> array:
    """Return `int(random() * n_choices)` for every two 32-bit random words, which make one `random()`."""
    cython.declare(place=cython.Py_ssize_t)
    n_picks: cython.Py_ssize_t = len(words) // 2
    scale: cython.double = n_choices
    result = array("i", bytes(4 * n_picks))
    if n_picks == 0:
        return result
    bits: cython.uint[::1] = words
    picks: cython.int[::1] = result
    with cython.nogil:
        for place in range(n_picks):
            # 27 and 26 bits, put together as Python does: the order of these operations decides the last bit.
            high: cython.double = bits[2 * place] >> 5
            low: cython.double = bits[2 * place + 1] >> 6
            number: cython.double = (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)
            picks[place] = _truncate(number * scale)
    return result


def sift_words(words: array, n_choices: int) -> array:
    """Return the leading bits of each 32-bit word, as many as `n_choices` has, where they are less than it."""
    cython.declare(place=cython.Py_ssize_t, n_picks=cython.Py_ssize_t)
    n_words: cython.Py_ssize_t = len(words)
    shift: cython.int = 32 - n_choices.bit_length()
    limit: cython.uint = n_choices
    result = array("i", bytes(4 * n_words))
    if n_words == 0:
        return result
    bits: cython.uint[::1] = words
    picks: cython.int[::1] = result
    n_picks = 0
    with cython.nogil:
        for place in range(n_words):
            number: cython.uint = bits[place] >> shift
            if number < limit:
                picks[n_picks] = number
                n_picks += 1
    return result[:n_picks]
