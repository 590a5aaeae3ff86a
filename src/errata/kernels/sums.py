"""Sums of columns over one picked row for each sentence."""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

COMPILED: bool = cython.compiled


def sum_picked(counts: array, width: int, bounds: array, picks: array) -> array:
    """Return the sum of each of `width` columns over row `bounds[i] + picks[i]` of every sentence i.

    The quick twin of `Table.total` for integer counts.
    """
    cython.declare(sentence=cython.Py_ssize_t, column=cython.Py_ssize_t)
    n_columns: cython.Py_ssize_t = width
    n_sentences: cython.Py_ssize_t = len(bounds) - 1
    result = array("q", bytes(8 * n_columns))
    if n_sentences == 0:
        return result
    cells: cython.longlong[:] = counts
    firsts: cython.int[:] = bounds
    picked: cython.int[:] = picks
    sums: cython.longlong[:] = result
    with cython.nogil:
        for sentence in range(n_sentences):
            start: cython.Py_ssize_t = firsts[sentence]  # 32 bits, made wide before it is multiplied
            start = (start + picked[sentence]) * n_columns
            for column in range(n_columns):
                sums[column] += cells[start + column]
    return result


def sum_rows(counts: array, width: int, rows: array) -> array:
    """Return the sum of each of `width` columns over rows, whose numbers are 64 bits wide."""
    cython.declare(place=cython.Py_ssize_t, column=cython.Py_ssize_t)
    n_columns: cython.Py_ssize_t = width
    n_rows: cython.Py_ssize_t = len(rows)
    result = array("q", bytes(8 * n_columns))
    if n_rows == 0 or n_columns == 0:
        return result
    cells: cython.longlong[:] = counts
    chosen: cython.longlong[:] = rows
    sums: cython.longlong[:] = result
    with cython.nogil:
        for place in range(n_rows):
            start: cython.Py_ssize_t = chosen[place] * n_columns
            for column in range(n_columns):
                sums[column] += cells[start + column]
    return result
