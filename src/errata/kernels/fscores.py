"""F of every row of GREEN's counts, over the orders up to each; and the means of rows over references.

Also the rows that M², ERRANT and CLEME choose, each for the best F over all sentences so far.
"""

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import exp, floor, log
else:
    from math import exp, floor, log

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
    cells: cython.longlong[::1] = counts
    values: cython.double[::1] = result
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


def best_rows(values: array, width: int, bounds: array) -> array:
    """Return the row of each sentence whose `width` values come last in order, the first of equals."""
    cython.declare(sentence=cython.Py_ssize_t, row=cython.Py_ssize_t, cell=cython.Py_ssize_t)
    n_cells: cython.Py_ssize_t = width
    n_sentences: cython.Py_ssize_t = len(bounds) - 1
    result = array("q", bytes(8 * n_sentences))
    if n_sentences == 0 or not values:
        return result
    f: cython.double[::1] = values
    firsts: cython.int[::1] = bounds
    chosen: cython.longlong[::1] = result
    with cython.nogil:
        for sentence in range(n_sentences):
            best: cython.Py_ssize_t = firsts[sentence]
            for row in range(firsts[sentence] + 1, firsts[sentence + 1]):
                for cell in range(n_cells):
                    if f[row * n_cells + cell] != f[best * n_cells + cell]:
                        if f[row * n_cells + cell] > f[best * n_cells + cell]:
                            best = row
                        break
            chosen[sentence] = best
    return result


def mean_references(counts: array, max_order: int, beta: float, bounds: array) -> array:
    """Return one row per sentence: its counts summed over references, then the means of their F, precision and recall.

    The rows of sentence i in `counts` (of `errata.kernels.ngrams.count_regions`) are `bounds[i]` to `bounds[i + 1]`.
    Values are those of `errata.measures.green.measure.cumulate` and `f_score`, added in the order of the references.
    """
    cython.declare(sentence=cython.Py_ssize_t, row=cython.Py_ssize_t, order=cython.Py_ssize_t, cell=cython.Py_ssize_t)
    top: cython.Py_ssize_t = max_order
    n_regions: cython.Py_ssize_t = _N_REGIONS
    width: cython.Py_ssize_t = n_regions * top
    n_sentences: cython.Py_ssize_t = len(bounds) - 1
    alpha: cython.double = 1 / (1 + beta * beta)
    result = array("d", bytes(8 * n_sentences * (width + 3)))
    if n_sentences == 0:
        return result
    cells: cython.longlong[::1] = counts
    firsts: cython.int[::1] = bounds
    values: cython.double[::1] = result
    with cython.nogil:
        for sentence in range(n_sentences):
            into: cython.Py_ssize_t = sentence * (width + 3)
            n_references: cython.double = firsts[sentence + 1] - firsts[sentence]
            for row in range(firsts[sentence], firsts[sentence + 1]):
                for cell in range(width):
                    values[into + cell] += cells[row * width + cell]
                log_precision: cython.double = 0.0
                log_recall: cython.double = 0.0
                precision: cython.double = 1.0
                recall: cython.double = 1.0
                for order in range(top):
                    at: cython.Py_ssize_t = row * width + order * n_regions
                    hits: cython.double = cells[at] + cells[at + 1] + cells[at + 2]
                    wrong: cython.double = cells[at + 3] + cells[at + 4]
                    missed: cython.double = cells[at + 5] + cells[at + 6]
                    # Without any n-gram precision is 1 and recall 0; a mean with a 0 in it is 0.
                    if hits > 0:
                        log_precision += log(hits / (hits + wrong))
                        log_recall += log(hits / (hits + missed))
                    else:
                        recall = 0.0
                        if wrong > 0:
                            precision = 0.0
                if precision > 0:
                    precision = exp(log_precision / top)
                if recall > 0:
                    recall = exp(log_recall / top)
                if precision > 0 and recall > 0:
                    values[into + width] += 1 / (alpha / precision + (1 - alpha) / recall)
                values[into + width + 1] += precision
                values[into + width + 2] += recall
            for cell in range(width, width + 3):
                values[into + cell] /= n_references
    return result


def best_running_rows(
    counts: array, bounds: array, beta: float, alone: bool, totals: Sequence[float] = (0.0, 0.0, 0.0)
) -> array:
    """Return the row of each sentence with the best F over all chosen so far, including itself, or of itself `alone`.

    `totals` are those of the preceding sentences.

    The columns are edits matched, proposed and gold. The same steps in the same order as
    `errata.measures.m2.measure.choose_plainly`, so the same rows.
    """
    cython.declare(sentence=cython.Py_ssize_t, row=cython.Py_ssize_t)
    n_sentences: cython.Py_ssize_t = len(bounds) - 1
    result = array("q", bytes(8 * n_sentences))
    if n_sentences == 0 or len(counts) == 0:
        return result
    square: cython.double = beta * beta
    by_itself: cython.bint = alone
    cells: cython.longlong[::1] = counts
    firsts: cython.int[::1] = bounds
    chosen: cython.longlong[::1] = result
    correct: cython.double = totals[0]
    proposed: cython.double = totals[1]
    gold: cython.double = totals[2]
    with cython.nogil:
        for sentence in range(n_sentences):
            if by_itself:
                correct = proposed = gold = 0.0
            best: cython.Py_ssize_t = firsts[sentence]
            best_f: cython.double = -1.0
            best_c: cython.double = 0.0
            best_cost: cython.double = 0.0
            for row in range(firsts[sentence], firsts[sentence + 1]):
                c: cython.double = correct + cells[3 * row]
                p: cython.double = proposed + cells[3 * row + 1]
                g: cython.double = gold + cells[3 * row + 2]
                denominator: cython.double = square * g + p
                f: cython.double = 1.0 if c == 0 else 0.0
                if denominator != 0:
                    f = (1 + square) * c / denominator
                cost: cython.double = p + square * g
                if f > best_f or (f == best_f and (c > best_c or (c == best_c and cost < best_cost))):
                    best, best_f, best_c, best_cost = row, f, c, cost
            chosen[sentence] = best
            correct += cells[3 * best]
            proposed += cells[3 * best + 1]
            gold += cells[3 * best + 2]
    return result


_TEN_THOUSANDTHS = cython.declare(cython.double, 10_000.0)
# Far more than a product of doubles can be off, far less than what lies between two ties.
_NEAR_TIE = cython.declare(cython.double, 1e-6)


@cython.cfunc
@cython.inline
def _rounded(f: cython.double) -> cython.double:
    """Return F rounded to four decimals, in ten-thousandths: the same as `round`, but faster."""
    shifted: cython.double = f * _TEN_THOUSANDTHS + 0.5
    whole: cython.double = floor(shifted)
    if _NEAR_TIE < shifted - whole < 1 - _NEAR_TIE:
        return whole
    return floor(round(f, 4) * _TEN_THOUSANDTHS + 0.5)


def _as_doubles(counts: array) -> array:
    cython.declare(cell=cython.Py_ssize_t)
    result = array("d", bytes(8 * len(counts)))
    whole: cython.longlong[::1] = counts
    numbers: cython.double[::1] = result
    for cell in range(len(counts)):
        numbers[cell] = whole[cell]
    return result


def best_rounded_rows(
    counts: array, bounds: array, beta: float, signs: array, alone: bool, totals: Sequence[float] = (0.0, 0.0, 0.0)
) -> array:
    """Return the row of each sentence with the best rounded F over all chosen so far, or of itself `alone`.

    Rows have as many counts as there are `signs`. The same steps in the same order as
    `errata.measures.rates.choose_plainly`, so the same rows.
    """
    cython.declare(sentence=cython.Py_ssize_t, row=cython.Py_ssize_t, cell=cython.Py_ssize_t)
    n_sentences: cython.Py_ssize_t = len(bounds) - 1
    width: cython.Py_ssize_t = len(signs)
    result = array("q", bytes(8 * n_sentences))
    if n_sentences == 0 or len(counts) == 0:
        return result
    square: cython.double = beta**2
    by_itself: cython.bint = alone
    cells: cython.double[::1] = counts if counts.typecode == "d" else _as_doubles(counts)
    firsts: cython.int[::1] = bounds
    sign: cython.int[::1] = signs
    chosen: cython.longlong[::1] = result
    tp: cython.double = totals[0]
    fp: cython.double = totals[1]
    fn: cython.double = totals[2]
    for sentence in range(n_sentences):
        first: cython.Py_ssize_t = firsts[sentence]
        best: cython.Py_ssize_t = first
        best_f: cython.double = -1.0
        # Most annotators agree where there is nothing to correct: equal rows need no comparison.
        differ: cython.bint = False
        for cell in range((first + 1) * width, firsts[sentence + 1] * width):
            if cells[cell] != cells[cell - width]:
                differ = True
                break
        for row in range(first, firsts[sentence + 1] if differ else first):
            hits: cython.double = tp + cells[row * width]
            wrong: cython.double = fp + cells[row * width + 1]
            missed: cython.double = fn + cells[row * width + 2]
            precision: cython.double = hits / (hits + wrong) if wrong else 1.0
            recall: cython.double = hits / (hits + missed) if missed else 1.0
            f: cython.double = 0.0
            if precision and recall:
                f = _rounded((1 + square) * precision * recall / (square * precision + recall))
            is_better: cython.bint = f > best_f
            if f == best_f:
                for cell in range(width):
                    own: cython.double = sign[cell] * cells[row * width + cell]
                    other: cython.double = sign[cell] * cells[best * width + cell]
                    if own != other:
                        is_better = own > other
                        break
            if is_better:
                best, best_f = row, f
        if not by_itself:
            tp += cells[best * width]
            fp += cells[best * width + 1]
            fn += cells[best * width + 2]
        chosen[sentence] = best
    return result
