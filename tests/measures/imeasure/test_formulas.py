"""The formulas of the I-measure: published tables, zeros, the criterion's ratio."""

from fractions import Fraction

import pytest

from errata import IMeasure
from errata.measures.imeasure.formulas import (
    METRICS,
    Criterion,
    accuracy,
    baseline_accuracy,
    f_score,
    improvement,
    paper_baseline,
    precision,
    recall,
    weighted_accuracy,
)
from errata.measures.imeasure.threeway import ColumnCounts

# System: counts tp tn fp fn; then P, R, F0.5, Acc, WAcc (Felice & Briscoe 2015, Table 8)
TABLE_8 = {
    "Baseline": ((0, 6, 0, 4), ("1.00", "0.00", "0.00", "0.60", "0.60")),
    "S1": ((4, 5, 1, 0), ("0.80", "1.00", "0.83", "0.90", "0.87")),
    "S2": ((1, 6, 0, 3), ("1.00", "0.25", "0.62", "0.70", "0.73")),  # F0.5 is 0.625, a half printed downwards
    "S3": ((1, 5, 1, 3), ("0.50", "0.25", "0.42", "0.60", "0.58")),
    "S4": ((4, 0, 6, 0), ("0.40", "1.00", "0.45", "0.40", "0.40")),
}
# System: counts tp tn fp fn fpn; then P, R, F0.5, Acc, WAcc, WAcc_base; then I (Table 11)
TABLE_11 = {
    "UFC": ((19, 13062, 7, 665, 2), (73.08, 2.78, 12.06, 95.13, 95.09, 95.03), 1.35),
    "BASELINE": ((0, 13078, 0, 673, 0), (100.00, 0.00, 0.00, 95.11, 95.11, 95.11), 0.00),
    "IITB": ((11, 13057, 26, 668, 4), (29.73, 1.62, 6.65, 94.98, 94.82, 95.06), -0.25),
    "SJTU": ((54, 12947, 114, 649, 8), (32.14, 7.68, 19.64, 94.51, 93.79, 94.89), -1.16),
    "CUUI": ((290, 12697, 337, 553, 34), (46.25, 34.40, 43.27, 93.82, 91.86, 93.91), -2.18),
    "PKU": ((128, 12800, 283, 625, 66), (31.14, 17.00, 26.70, 93.89, 92.28, 94.53), -2.38),
    "AMU": ((219, 12761, 322, 556, 41), (40.48, 28.26, 37.26, 93.94, 92.06, 94.39), -2.47),
    "UMC": ((179, 12761, 314, 603, 26), (36.31, 22.89, 32.50, 93.56, 91.67, 94.35), -2.84),
    "IPN": ((25, 12848, 251, 680, 40), (9.06, 3.55, 6.91, 93.53, 92.00, 94.88), -3.04),
    "POST": ((231, 12588, 454, 574, 46), (33.72, 28.70, 32.58, 92.88, 90.23, 94.17), -4.18),
    "RAC": ((147, 12723, 426, 623, 49), (25.65, 19.09, 24.00, 92.79, 90.28, 94.45), -4.41),
    "CAMB": ((386, 12402, 641, 502, 78), (37.59, 43.47, 38.63, 92.31, 88.77, 93.59), -5.15),
    "NTHU": ((196, 12620, 521, 575, 54), (27.34, 25.42, 26.93, 92.48, 89.44, 94.44), -5.29),
}


@pytest.mark.parametrize("system", TABLE_8)
def test_table_8(system: str) -> None:
    """Every value comes out as printed."""
    (tp, tn, fp, fn), printed = TABLE_8[system]
    values = IMeasure(beta=0.5).score((tp, tn, fp, fn, 0, tn + fp, tp + fn))
    names = ("precision", "recall", "f", "accuracy", "wacc")
    assert tuple(f"{values[name]:.2f}" for name in names) == printed


@pytest.mark.parametrize("system", TABLE_11)
def test_table_11(system: str) -> None:
    """With the baseline of the paper every value comes out as printed."""
    counts, printed, i = TABLE_11[system]
    values = IMeasure(beta=0.5).score((*counts, *paper_baseline(*counts)))
    names = ("precision", "recall", "f", "accuracy", "wacc", "wacc_base")
    assert tuple(round(100 * values[name], 2) for name in names) == printed
    assert round(100 * values["i"], 2) == i


def test_zeros_are_decided() -> None:
    assert precision(0, 0) == recall(0, 0) == 1.0
    assert f_score(0, 0, 0) == 1.0
    assert f_score(0, 1, 1) == 0.0  # P = R = 0
    assert f_score(0, 0, 1) == 0.0  # P = 1, R = 0
    assert accuracy(0, 0, 0, 0, 0) == weighted_accuracy(0, 0, 0, 0, 0) == baseline_accuracy(0, 0) == 1.0
    assert improvement(1.0, 1.0) == 1.0
    assert improvement(0.9, 0.9) == 0.0
    assert improvement(0.0, 0.0) == 0.0
    assert improvement(1.0, 0.0) == 1.0
    assert improvement(0.0, 1.0) == -1.0


def test_the_last_bit_of_f_is_that_of_the_original() -> None:
    """Another order of operations gives 0.31250000000000006."""
    assert f_score(286, 518, 1074, 0.5) == 0.3125


@pytest.mark.parametrize("aspect", ["c", "d"])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("weight", "beta"), [(2.0, 1.0), (1.0, 0.5), (0.5, 2.0)])
def test_ratio_is_the_metric(aspect: str, metric: str, weight: float, beta: float) -> None:
    criterion = Criterion(aspect + metric, weight, beta)
    counts = ColumnCounts(3, 17, 6, 5, 2, 20, 8)
    if metric == "i":
        assert criterion.ratio is None
        return
    assert criterion.ratio is not None
    n, e = (sum(map(int.__mul__, weights, counts)) for weights in criterion.ratio)
    if metric in METRICS[:4]:
        vector = counts.correction if aspect == "c" else counts.detection
        assert e == 0
        assert n == 2 * vector[METRICS.index(metric)] == 2 * criterion.first(counts)
    else:
        assert float(Fraction(n, n + e)) == pytest.approx(criterion.first(counts), rel=1e-15)  # F rounds thrice


@pytest.mark.parametrize("options", [{"maximise": "cf", "beta": 0.3}, {"weight": 0.1}, {"weight": 1000.0}])
def test_no_ratio_where_doubles_are_not_exact(options: dict[str, float]) -> None:
    assert Criterion(**options).ratio is None  # type: ignore[arg-type]


def test_key_compares_the_aspect_first() -> None:
    counts = ColumnCounts(3, 17, 6, 5, 2, 20, 8)
    correction, detection = Criterion("cf").key(counts), Criterion("df").key(counts)
    assert correction == detection[4:] + detection[:4]
    assert correction[0] == Criterion("cf").first(counts) == f_score(3, 6, 5)
    assert correction[2] == weighted_accuracy(3, 17, 6, 5, 2)
    assert correction[1] == improvement(correction[2], 20 / 28)
    assert correction[3] == accuracy(3, 17, 6, 5, 2)


@pytest.mark.parametrize(
    "options",
    [
        {"maximise": "wacc"},
        {"maximise": "cxx"},
        {"maximise": ""},
        {"weight": 0.0},
        {"weight": -1.0},
        {"beta": -1.0},
    ],
)
def test_wrong_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"maximise|weight"):
        Criterion(**options)  # type: ignore[arg-type]
