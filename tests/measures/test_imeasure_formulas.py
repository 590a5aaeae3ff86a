"""The formulas of the I-measure: published tables, zeros, the criterion's ratio."""

from fractions import Fraction

import pytest

from errata.align.threeway import Counts
from errata.measures._imeasure_formulas import (
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

# System: counts, then P, R, F0.5, Acc, WAcc, WAcc_base (Felice & Briscoe 2015, Table 11)
TABLE_11 = {
    "UFC": ((19, 13062, 7, 665, 2), (73.08, 2.78, 12.06, 95.13, 95.09, 95.03)),
    "BASELINE": ((0, 13078, 0, 673, 0), (100.00, 0.00, 0.00, 95.11, 95.11, 95.11)),
    "IITB": ((11, 13057, 26, 668, 4), (29.73, 1.62, 6.65, 94.98, 94.82, 95.06)),
    "SJTU": ((54, 12947, 114, 649, 8), (32.14, 7.68, 19.64, 94.51, 93.79, 94.89)),
    "CUUI": ((290, 12697, 337, 553, 34), (46.25, 34.40, 43.27, 93.82, 91.86, 93.91)),
    "AMU": ((219, 12761, 322, 556, 41), (40.48, 28.26, 37.26, 93.94, 92.06, 94.39)),
    "CAMB": ((386, 12402, 641, 502, 78), (37.59, 43.47, 38.63, 92.31, 88.77, 93.59)),
    "NTHU": ((196, 12620, 521, 575, 54), (27.34, 25.42, 26.93, 92.48, 89.44, 94.44)),
}


@pytest.mark.parametrize("system", TABLE_11)
def test_published_values(system: str) -> None:
    """With the baseline of the paper every value comes out as printed."""
    counts, printed = TABLE_11[system]
    tp, _, fp, fn, _ = counts
    values = (
        precision(tp, fp),
        recall(tp, fn),
        f_score(tp, fp, fn, 0.5),
        accuracy(*counts),
        weighted_accuracy(*counts),
        baseline_accuracy(*paper_baseline(*counts)),
    )
    assert tuple(round(100 * value, 2) for value in values) == printed


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
    counts = Counts(3, 17, 6, 5, 2, 20, 8)
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
    counts = Counts(3, 17, 6, 5, 2, 20, 8)
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
