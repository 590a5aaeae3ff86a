"""The formulas of the I-measure and the order in which it prefers references (Felice & Briscoe 2015, §2.3).

Counts are `tp tn fp fn fpn` of one aspect; baselines have `tn` and `fn` only. 0/0 is
1: an empty text with an empty reference is perfect (the original tool stops there).
"""

from functools import cache
from math import floor
from typing import TypeAlias

from errata.measures.imeasure.threeway import ColumnCounts
from errata.records import dataclass

Terms: TypeAlias = dict[tuple[int, ...], int]

Ratio: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]] | None
"""Weights of tp tn fp fn fpn for N and E, where N/(N+E) is maximised first; if E is all zeros, N itself.

N and E are never negative. They allow discarding counts that cannot win; without them nothing is discarded.
"""

METRICS = ("tp", "tn", "fp", "fn", "p", "r", "f", "acc", "wacc", "i")
"""What the choice of a reference may maximise, in either aspect; fp and fn really are maximised."""

ASPECTS = {"c": "correction", "d": "detection"}


def precision(tp: float, fp: float) -> float:
    """Return TP/(TP+FP), or 1 if nothing was changed."""
    return tp / (tp + fp) if tp + fp else 1.0


def recall(tp: float, fn: float) -> float:
    """Return TP/(TP+FN), or 1 if nothing was to be changed."""
    return tp / (tp + fn) if tp + fn else 1.0


def f_score(tp: float, fp: float, fn: float, beta: float = 1.0) -> float:
    """Return F of precision and recall, or 0 if both are 0."""
    p, r = precision(tp, fp), recall(tp, fn)
    denominator = beta**2 * p + r
    # In this order of operations, which is the original's: ties are decided by the last bit.
    return (1 + beta**2) * (p * r / denominator) if denominator else 0.0


def accuracy(tp: float, tn: float, fp: float, fn: float, fpn: float) -> float:
    """Return the share of correct columns (Acc)."""
    n_columns = tp + tn + fp + fn - fpn
    return (tp + tn) / n_columns if n_columns else 1.0


def weighted_accuracy(tp: float, tn: float, fp: float, fn: float, fpn: float, weight: float = 2.0) -> float:
    """Return the accuracy with changes by the system counted `weight` times (WAcc).

    >>> weighted_accuracy(4, 6, 0, 0, 0)
    1.0
    """
    denominator = weight * (tp + fp) + tn + fn - (weight + 1) * fpn / 2
    return (weight * tp + tn) / denominator if denominator else 1.0


def baseline_accuracy(tn: float, fn: float) -> float:
    """Return Acc and WAcc of the source: without positives they are equal."""
    return tn / (tn + fn) if tn + fn else 1.0


def improvement(wacc: float, wacc_base: float) -> float:
    """Return I: the share of the possible improvement that was achieved, or minus the share of WAcc lost.

    >>> improvement(0.75, 0.5), improvement(0.25, 0.5), improvement(0.5, 0.5), improvement(1.0, 1.0)
    (0.5, -0.5, 0.0, 1.0)
    """
    if wacc == wacc_base:
        return float(floor(wacc))
    if wacc > wacc_base:
        return (wacc - wacc_base) / (1 - wacc_base)
    return wacc / wacc_base - 1


def paper_baseline(tp: int, tn: int, fp: int, fn: int, fpn: int) -> tuple[int, int]:
    """Return the baseline's TN and FN by the paper: the source in place of the output, in the same alignment."""
    return tn + fp - fpn, tp + fn


@dataclass(frozen=True, slots=True)
class Criterion:
    """Which reference is better: by the chosen metric, I, WAcc, Acc, then by these in the other aspect."""

    maximise: str = "cwacc"
    weight: float = 2.0
    beta: float = 1.0

    def __post_init__(self) -> None:
        if self.maximise[:1] not in ASPECTS or self.maximise[1:] not in METRICS:
            raise ValueError(
                f"cannot maximise {self.maximise!r}: it must be c or d (correction, detection) "
                f"followed by one of {', '.join(METRICS)}"
            )
        if not 0 < self.weight < float("inf") or not 0 <= self.beta < float("inf"):
            raise ValueError(f"weight {self.weight} must be positive and beta {self.beta} not negative")

    def _metric(self, name: str, counts: tuple[int, int, int, int, int], base: float) -> float:
        tp, _, fp, fn, _ = counts
        match name:
            case "p":
                return precision(tp, fp)
            case "r":
                return recall(tp, fn)
            case "f":
                return f_score(tp, fp, fn, self.beta)
            case "acc":
                return accuracy(*counts)
            case "wacc":
                return weighted_accuracy(*counts, self.weight)
            case "i":
                return improvement(weighted_accuracy(*counts, self.weight), base)
        return float(counts[METRICS.index(name)])

    def first(self, counts: ColumnCounts) -> float:
        """Return the maximised metric."""
        vector = counts.correction if self.maximise[0] == "c" else counts.detection
        return self._metric(self.maximise[1:], vector, baseline_accuracy(counts.base_tn, counts.base_fn))

    def key(self, counts: ColumnCounts) -> tuple[float, ...]:
        """Return the eight numbers that are compared in turn; larger is better."""
        base = baseline_accuracy(counts.base_tn, counts.base_fn)
        vectors = [counts.correction, counts.detection]
        if self.maximise[0] == "d":
            vectors.reverse()
        return tuple(
            self._metric(name, vector, base) for vector in vectors for name in (self.maximise[1:], "i", "wacc", "acc")
        )

    @property
    def ratio(self) -> Ratio:
        """Integer weights of the correction counts for N and E, if the metric is N/(N+E); otherwise none.

        A count that is maximised itself has only zeros in E. There is no such ratio for I, or for weights and
        betas whose products with counts are not exact in doubles. For the others a larger ratio is a larger
        double while counts stay below some millions.
        """
        return _find_ratio(self.maximise, self.weight, self.beta)


@cache
def _find_ratio(maximise: str, weight: float, beta: float) -> Ratio:
    metric = maximise[1:]
    # In integers: `fractions` would take longer to load than a small corpus to score.
    scaled, one = float({"f": beta**2, "wacc": weight}.get(metric, 1)).as_integer_ratio()
    if metric == "i" or one > 64 or scaled > 64 * one:
        return None
    # Each count of the aspect as a sum of correction counts.
    tp, tn, fp, fn, fpn = (1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1)
    if maximise[0] == "d":
        tp, fp, fn, fpn = (1, 0, 0, 0, 1), (0, 0, 1, 0, -1), (0, 0, 0, 1, -1), (0, 0, 0, 0, 0)
    half, one, scaled = -one - scaled, 2 * one, 2 * scaled  # so that all are whole
    terms: dict[str, tuple[Terms, Terms]] = {
        "tp": ({tp: one}, {}),
        "tn": ({tn: one}, {}),
        "fp": ({fp: one}, {}),
        "fn": ({fn: one}, {}),
        "p": ({tp: one}, {fp: one}),
        "r": ({tp: one}, {fn: one}),
        "f": ({tp: one + scaled}, {fp: one, fn: scaled}),
        "acc": ({tp: one, tn: one}, {fp: one, fn: one, fpn: -one}),
        "wacc": ({tp: scaled, tn: one}, {fp: scaled, fn: one, fpn: half}),
    }
    good, bad = (tuple(sum(by * of[at] for of, by in side.items()) for at in range(5)) for side in terms[metric])
    return good, bad
