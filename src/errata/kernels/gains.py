"""What GAIN makes of GREEN's counts: which reference agrees best with another, and what the changes of a row gain."""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

COMPILED: bool = cython.compiled

N_VALUES = 4
"""Columns before those of the orders in the rows of `weigh_changes`: 1 for the sentence, gain, earned, cost."""

N_CHANGES = 4
"""Columns per order in the rows of `weigh_changes`: td, ti, od, oi."""

_N_REGIONS = 7  # as in `errata.kernels.ngrams`


def pick_agreeing(counts: array, max_order: int, n_references: int, own: int) -> array:
    """Return for every sentence which other reference agrees best with reference `own`, which stands as the output.

    `counts` are those of `errata.kernels.ngrams.count_regions` with that reference as the output, `n_references` rows
    per sentence. Most true deletions and insertions over all orders win, then fewest false ones, then the first.
    """
    cython.declare(sentence=cython.Py_ssize_t, other=cython.Py_ssize_t, order=cython.Py_ssize_t)
    top: cython.Py_ssize_t = max_order
    n_regions: cython.Py_ssize_t = _N_REGIONS
    rows: cython.Py_ssize_t = n_references
    left_out: cython.Py_ssize_t = own
    n_sentences: cython.Py_ssize_t = len(counts) // (n_regions * top * rows)
    result = array("i", bytes(4 * n_sentences))
    if n_sentences == 0:
        return result
    cells: cython.longlong[:] = counts
    picks: cython.int[:] = result
    with cython.nogil:
        for sentence in range(n_sentences):
            most: cython.longlong = -1
            fewest: cython.longlong = 0
            for other in range(rows):
                if other == left_out:
                    continue
                hits: cython.longlong = 0
                wrong: cython.longlong = 0
                for order in range(top):
                    at: cython.Py_ssize_t = ((sentence * rows + other) * top + order) * n_regions
                    hits += cells[at + 1] + cells[at + 2]
                    wrong += cells[at + 3] + cells[at + 4]
                if hits > most or (hits == most and wrong < fewest):
                    most = hits
                    fewest = wrong
                    picks[sentence] = other
    return result


def weigh_changes(counts: array, max_order: int, costs: array, needs: array) -> array:
    """Return gain, what was earned and what it cost for every row of `errata.kernels.ngrams.count_regions`.

    `costs` has for each order what a false deletion and a false insertion cost, `needs` how many changes a sentence
    asks for on average; an order without any gains nothing. Returns rows of `N_VALUES + N_CHANGES * max_order` numbers.
    The same steps in the same order as `errata.measures.gain.measure.weigh`, so the same doubles.
    """
    cython.declare(row=cython.Py_ssize_t, order=cython.Py_ssize_t)
    top: cython.Py_ssize_t = max_order
    n_regions: cython.Py_ssize_t = _N_REGIONS
    n_values: cython.Py_ssize_t = N_VALUES
    n_changes: cython.Py_ssize_t = N_CHANGES
    width: cython.Py_ssize_t = n_values + n_changes * top
    n_rows: cython.Py_ssize_t = len(counts) // (n_regions * top)
    result = array("d", bytes(8 * n_rows * width))
    if n_rows == 0:
        return result
    cells: cython.longlong[:] = counts
    cost_of: cython.double[:] = costs
    need_of: cython.double[:] = needs
    values: cython.double[:] = result
    with cython.nogil:
        for row in range(n_rows):
            into: cython.Py_ssize_t = row * width
            gain: cython.double = 0.0
            earned: cython.double = 0.0
            cost: cython.double = 0.0
            for order in range(top):
                at: cython.Py_ssize_t = (row * top + order) * n_regions
                to: cython.Py_ssize_t = into + n_values + order * n_changes
                td: cython.double = cells[at + 1]
                ti: cython.double = cells[at + 2]
                od: cython.double = cells[at + 3]
                oi: cython.double = cells[at + 4]
                values[to] = td
                values[to + 1] = ti
                values[to + 2] = od
                values[to + 3] = oi
                if need_of[order] > 0:
                    deleting: cython.double = cost_of[2 * order] * od
                    inserting: cython.double = cost_of[2 * order + 1] * oi
                    gain += (td - deleting + ti - inserting) / need_of[order]
                    earned += (td + ti) / need_of[order]
                    cost += (deleting + inserting) / need_of[order]
            values[into] = 1.0
            values[into + 1] = gain / top
            values[into + 2] = earned / top
            values[into + 3] = cost / top
    return result
