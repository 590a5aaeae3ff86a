"""GAIN from GREEN's counts: which reference agrees best with another, and what the changes in a row gain."""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

COMPILED: bool = cython.compiled

N_VALUES = 4
"""Columns before those of the orders in the rows of `weigh_changes`: 1 for the sentence, gain, earned, cost."""

N_BEST = 2
"""Columns before those of the orders in the rows of `keep_agreeing`: true and false changes over all orders."""

N_CHANGES = 4
"""Columns per order in the rows of both: td, ti, od, oi."""

_N_REGIONS = 7  # as in `errata.kernels.ngrams`


def keep_agreeing(counts: array, max_order: int, n_references: int, own: int, best: array) -> None:
    """Keep for every reference its row against the other reference that agrees best with it, sentence by sentence.

    `counts` are those of `errata.kernels.ngrams.count_regions` with reference `own` as the output, against all
    later ones; called for each in turn, from the first. `best` has for every sentence and reference a row of
    `N_BEST + N_CHANGES * max_order` numbers, -1 at first: true and false changes over all orders, then by order. Most
    true ones win, then fewest false ones, then the first other reference.
    """
    cython.declare(
        sentence=cython.Py_ssize_t, other=cython.Py_ssize_t, order=cython.Py_ssize_t, turned=cython.Py_ssize_t
    )
    top: cython.Py_ssize_t = max_order
    n_regions: cython.Py_ssize_t = _N_REGIONS
    n_changes: cython.Py_ssize_t = N_CHANGES
    n_best: cython.Py_ssize_t = N_BEST
    n_all: cython.Py_ssize_t = n_references
    first: cython.Py_ssize_t = own
    n_others: cython.Py_ssize_t = n_all - 1 - first
    width: cython.Py_ssize_t = n_best + n_changes * top
    n_sentences: cython.Py_ssize_t = len(best) // (width * n_all)
    if n_sentences == 0 or n_others < 1:
        return
    cells: cython.longlong[::1] = counts
    kept: cython.longlong[::1] = best
    with cython.nogil:
        for sentence in range(n_sentences):
            for other in range(n_others):
                start: cython.Py_ssize_t = (sentence * n_others + other) * top * n_regions
                # Both ways: what is over-done by the one (3, 4) is under-done by the other (5, 6).
                for turned in range(2):
                    wrong_at: cython.Py_ssize_t = 5 if turned else 3
                    whose: cython.Py_ssize_t = first + 1 + other if turned else first
                    into: cython.Py_ssize_t = (sentence * n_all + whose) * width
                    hits: cython.longlong = 0
                    wrong: cython.longlong = 0
                    for order in range(top):
                        at: cython.Py_ssize_t = start + order * n_regions
                        hits += cells[at + 1] + cells[at + 2]
                        wrong += cells[at + wrong_at] + cells[at + wrong_at + 1]
                    if hits < kept[into] or (hits == kept[into] and wrong >= kept[into + 1]):
                        continue
                    kept[into] = hits
                    kept[into + 1] = wrong
                    for order in range(top):
                        at = start + order * n_regions
                        to: cython.Py_ssize_t = into + n_best + order * n_changes
                        kept[to] = cells[at + 1]
                        kept[to + 1] = cells[at + 2]
                        kept[to + 2] = cells[at + wrong_at]
                        kept[to + 3] = cells[at + wrong_at + 1]


def weigh_changes(counts: array, max_order: int, costs: array, needs: array) -> array:
    """Return gain, earnings and costs for every row of `errata.kernels.ngrams.count_regions`.

    `costs` has for each order the costs of a false deletion and a false insertion, `needs` how many changes a sentence
    needs on average; an order without any gains nothing. Returns rows of `N_VALUES + N_CHANGES * max_order` numbers.
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
    cells: cython.longlong[::1] = counts
    cost_of: cython.double[::1] = costs
    need_of: cython.double[::1] = needs
    values: cython.double[::1] = result
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
