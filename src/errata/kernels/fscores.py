"""F of every row of GREEN's counts, over the orders up to each."""

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

_N_REGIONS = 7  # as in `errata.kernels.ngrams`


def cumulative_f(counts: array, max_order: int, beta: float) -> array:
    """Return F over orders 1…k for k = `max_order`, …, 1, for every row of `errata.kernels.ngrams.count_regions`.

    The same steps in the same order as `errata.measures.green.measure.cumulate` and `f_score`, so the same doubles.
    """
    cython.declare(row=cython.Py_ssize_t, order=cython.Py_ssize_t)
    width: cython.Py_ssize_t = _N_REGIONS
    top: cython.Py_ssize_t = max_order
    n_rows: cython.Py_ssize_t = len(counts) // (width * top)
    alpha: cython.double = 1 / (1 + beta * beta)
    result = array("d", bytes(8 * n_rows * top))
    if n_rows == 0:
        return result
    cells: cython.longlong[:] = counts
    values: cython.double[:] = result
    with cython.nogil:
        for row in range(n_rows):
            log_precision: cython.double = 0.0
            log_recall: cython.double = 0.0
            for order in range(top):
                at: cython.Py_ssize_t = (row * top + order) * width
                hits: cython.double = cells[at] + cells[at + 1] + cells[at + 2]
                wrong: cython.double = cells[at + 3] + cells[at + 4]
                missed: cython.double = cells[at + 5] + cells[at + 6]
                if hits == 0:  # recall is 0, so its mean and F are 0 from this order on
                    break
                log_precision += log(hits / (hits + wrong))
                log_recall += log(hits / (hits + missed))
                precision: cython.double = exp(log_precision / (order + 1))
                recall: cython.double = exp(log_recall / (order + 1))
                if precision > 0 and recall > 0:
                    values[row * top + top - 1 - order] = 1 / (alpha / precision + (1 - alpha) / recall)
    return result
