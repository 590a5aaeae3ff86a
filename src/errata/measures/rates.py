"""Precision, recall and F of edit counts, and the running choice of a reference that ERRANT and CLEME share."""

from array import array
from collections.abc import Sequence

from errata.kernels.fscores import best_rounded_rows
from errata.measures.base import Properties
from errata.measures.data import Number, Table

DIGITS = 4
"""The number of decimals to which both programs round a rate before comparing it."""
_EXACT = 2**53
"""Integers up to this are exact as doubles, which the kernel uses for counting."""

PROPERTIES = Properties(
    order_matters=True,
    rows_sum_to_counts=True,
    perfect=1.0,
    edge_cases=(
        ("nothing to change, nothing changed", "a b c", "a b c", "a b c", 1.0),
        ("empty source, output and reference", "", "", "", 1.0),
        ("nothing changed, wrongly", "a b c", "a b c", "a x c", 0.0),
        ("changed, wrongly", "a b c", "a x c", "a b c", 0.0),
        ("everything deleted, as it should be", "a b c", "", "", 1.0),
    ),
)
"""What both guarantee: a rate with denominator 0 is 1."""


def f_score(precision: float, recall: float, beta: float) -> float:
    """Return the weighted harmonic mean, 0 if either is 0."""
    if not precision or not recall:
        return 0.0
    # The order of the operations is part of the definition: a last bit can decide the rounding.
    square = beta**2
    return (1 + square) * precision * recall / (square * precision + recall)


def rates(tp: Number, fp: Number, fn: Number, beta: float) -> tuple[float, float, float]:
    """Return F, precision and recall; precision is 1 without false positives, recall 1 without misses.

    >>> rates(1, 1, 0, 0.5)
    (0.5555555555555556, 0.5, 1.0)
    """
    precision = tp / (tp + fp) if fp else 1.0
    recall = tp / (tp + fn) if fn else 1.0
    return f_score(precision, recall, beta), precision, recall


def best_running_f(
    table: Table, beta: float, signs: Sequence[int], alone: bool = False, totals: Sequence[Number] = (0, 0, 0)
) -> list[int]:
    """Return for each sentence the row that gives the best rounded F on the running totals.

    The columns begin with tp, fp, fn. Of rows with equal F the row's own counts decide, column by column, as
    given by `signs` (1: more is better, -1: less), then the first row. `alone` ignores the totals, so each sentence
    is judged by itself; `totals` are those of the preceding sentences. Because of the rounding, the counts decide more
    often than F late in a large corpus.
    """
    if max(table.counts, default=0) * len(table) + max(totals) >= _EXACT:
        return choose_plainly(table, beta, signs, alone, totals)
    return best_rounded_rows(table.counts, table.bounds, beta, array("i", signs), alone, totals[:3]).tolist()


def choose_plainly(table: Table, beta: float, signs: Sequence[int], alone: bool, totals: Sequence[Number]) -> list[int]:
    """Do the same by the definition: the plain twin of `errata.kernels.fscores.best_rounded_rows`."""
    counts = list(zip(*[iter(table.counts)] * len(table.columns), strict=True))
    chosen = []
    tp, fp, fn = totals[:3]
    for rows in table.groups():
        ranks = []
        for row in rows:
            own = counts[row]
            f = round(rates(tp + own[0], fp + own[1], fn + own[2], beta)[0], DIGITS)
            ranks.append((f, *(sign * count for sign, count in zip(signs, own, strict=True))))
        best = rows.start + ranks.index(max(ranks))
        if not alone:
            tp += counts[best][0]
            fp += counts[best][1]
            fn += counts[best][2]
        chosen.append(best)
    return chosen
