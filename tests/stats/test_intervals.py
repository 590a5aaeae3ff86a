"""Bootstrap intervals: equal to scipy's, and right as often as they say."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats
from tests.stats.synthetic import rng, score_of, sentences, true_f
from tests.support import example_gold, example_outputs

import errata
from errata import Errant, Resampling
from errata.measures.arrays import Array
from errata.stats.intervals import add_intervals, bca_ends, percentile_ends


def f_half(tp: Array, fp: Array, fn: Array, axis: int = -1) -> Array:
    tp, fp, fn = tp.sum(axis=axis), fp.sum(axis=axis), fn.sum(axis=axis)
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    return 1.25 * precision * recall / (0.25 * precision + recall)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_equal_those_of_scipy(method: str) -> None:
    """Same generator, same samples, same ends; scipy sums in another order, hence the last digits."""
    rows = sentences(rng(11), 120, 0.4)
    plan = Resampling(samples=999, seed=5, method=method, level=0.9)
    [score] = add_intervals([score_of(rows)], plan)
    theirs = stats.bootstrap(
        tuple(rows.T.astype(float)),
        f_half,
        paired=True,
        n_resamples=999,
        confidence_level=0.9,
        method=method,
        rng=np.random.Generator(np.random.PCG64(5)),
    ).confidence_interval
    assert score.interval is not None
    assert (score.interval.low, score.interval.high) == pytest.approx((theirs.low, theirs.high), rel=1e-12)
    assert score.interval.method == method


def test_the_interval_says_how_it_was_made() -> None:
    """In its fields and in the signature; companions have theirs too."""
    [score] = add_intervals([score_of(sentences(rng(1), 60, 0.5))], Resampling(samples=100, seed=7))
    assert score.signature.endswith("|gold:00000000|interval:percentile-0.95|bootstrap:100|seed:7")
    interval = score.interval
    assert interval is not None
    assert (interval.level, interval.samples, interval.seed, interval.units) == (0.95, 100, 7, 60)
    assert tuple(interval.values) == ("f", "precision", "recall")
    assert interval.values["f"] == (interval.low, interval.high)
    assert interval.low < score.score < interval.high
    assert add_intervals([], Resampling()) == []


def test_undefined_values_have_undefined_intervals() -> None:
    """No number is made up."""
    assert all(math.isnan(end) for end in percentile_ends(np.array([0.5, math.nan]), 0.95))
    assert bca_ends(np.array([0.5, math.nan]), 0.5, np.array([0.4, 0.6]), 0.95) is None


@pytest.mark.parametrize(
    ("samples", "left_out"),
    [([0.6, 0.7], [0.1, 0.2]), ([0.4, 0.6], [0.5, 0.5]), ([0.5, 0.5], [0.5, 0.5])],
    ids=["all on one side", "nothing changes", "all equal"],
)
def test_bca_is_not_always_defined(samples: list[float], left_out: list[float]) -> None:
    """The percentile interval then stands in, and says so."""
    assert bca_ends(np.array(samples), 0.5, np.array(left_out), 0.95) is None


def test_a_constant_score_has_a_point_for_an_interval() -> None:
    """Whatever the method; `method` tells what was done."""
    rows = np.tile([1, 0, 0], (30, 1))
    [score] = add_intervals([score_of(rows)], Resampling(samples=50, method="bca"))
    assert score.interval is not None
    assert (score.interval.low, score.interval.high, score.interval.method) == (1.0, 1.0, "percentile")


@pytest.mark.parametrize(
    "measure",
    ["m2", "imeasure", "green", "green:level=sentence", "green:references=mean", "gleu", "cleme", "difficulty"],
)
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_workers_never_change_an_interval(measure: str) -> None:
    """Same seed, same bits, for 1, 2 and 8 workers."""
    gold = example_gold()
    outputs = example_outputs("good", "bold")
    plan = Resampling(samples=50, method="bca")
    results = [
        errata.score(gold, outputs, measures=[measure], extract="errata", workers=workers, interval=plan).scores
        for workers in (1, 2, 8)
    ]
    assert results[0] == results[1] == results[2]
    for score in results[0]:
        assert score.interval is not None
        assert score.interval.low < score.score < score.interval.high


def coverage(method: str, n_sentences: int, repeats: int, clustered: bool = False) -> float:
    """Return how often the interval of F of random sentences holds F of all such sentences."""
    truth = true_f(0.4)
    hits = 0
    for repeat in range(repeats):
        rows = sentences(rng(1000 + repeat), n_sentences, 0.4)
        clusters = None
        if clustered:  # every sentence three times, as if documents repeated themselves
            rows = np.repeat(rows, 3, axis=0)
            clusters = [str(k // 3) for k in range(len(rows))]
        plan = Resampling(samples=400, seed=repeat, method=method, clusters=clusters)
        [score] = add_intervals([score_of(rows)], plan)
        assert score.interval is not None
        hits += score.interval.low <= truth <= score.interval.high
    return hits / repeats


REPEATS = 1000
NOISE = 3 * math.sqrt(0.95 * 0.05 / REPEATS)
"""Three standard errors of a simulated share of 95 %: two percent."""


@pytest.mark.slow
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_hold_the_truth_as_often_as_they_say(method: str) -> None:
    """Nominal 95 %, within what 1000 repetitions can tell; 400 samples cost the ends a little."""
    assert coverage(method, 250, REPEATS) == pytest.approx(0.95, abs=NOISE)


@pytest.mark.slow
def test_clusters_keep_the_coverage_where_sentences_depend() -> None:
    """Drawn one by one, sentences that repeat each other make intervals far too narrow."""
    assert coverage("percentile", 250, REPEATS, clustered=True) == pytest.approx(0.95, abs=NOISE)
    plan = Resampling(samples=400)
    rows = np.repeat(sentences(rng(3), 250, 0.4), 3, axis=0)
    clusters = [str(k // 3) for k in range(len(rows))]
    wide, narrow = (
        add_intervals([score_of(rows)], chosen)[0].interval
        for chosen in (Resampling(samples=400, clusters=clusters), plan)
    )
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_the_mean_over_sentences_has_the_textbook_interval() -> None:
    """Near the normal interval of a mean, for many sentences."""
    score = score_of(sentences(rng(8), 400, 0.5), measure=Errant(level="sentence"))
    [made] = add_intervals([score], Resampling(samples=4000))
    values = np.array([row["f"] for row in score.made_by.averaged_rows(score.table, score.choice)])
    error = values.std() / math.sqrt(len(values))
    assert made.interval is not None
    # The ends of 4000 samples scatter by 0.04 errors, and sentence scores are skewed a little.
    assert made.interval.low == pytest.approx(values.mean() - 1.96 * error, abs=0.15 * error)
    assert made.interval.high == pytest.approx(values.mean() + 1.96 * error, abs=0.15 * error)


def test_without_bias_and_acceleration_the_ends_are_percentiles() -> None:
    """As many samples below the observed value as above, those equal to it counted half; leaving out is symmetric."""
    samples, left_out = np.array([0.0, 1.0, 1.0, 2.0, 1.0]), np.array([0.5, 1.0, 1.5])
    assert bca_ends(samples, 1.0, left_out, 0.5) == pytest.approx(percentile_ends(samples, 0.5), abs=1e-12)
    assert bca_ends(np.array([0.0, 1.0, 2.0, 3.0]), 1.5, left_out, 0.5) == pytest.approx((0.75, 2.25), abs=1e-12)
    skewed = np.array([0.0, 1.0, 1.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    place = NormalDist().cdf(2 * NormalDist().inv_cdf(5 / 16) + NormalDist().inv_cdf(0.25))
    ends = bca_ends(skewed, 1.0, left_out, 0.5)
    assert ends is not None
    assert ends[0] == pytest.approx(float(np.quantile(skewed, place)), abs=1e-12)  # below: 1 and 4 of 8, so 5/16


@pytest.mark.parametrize("samples", [[0.0, 0.5], [1.5, 2.0]])
def test_samples_on_one_side_have_no_corrected_ends(samples: list[float]) -> None:
    """All below or all above: the bias would be infinite."""
    assert bca_ends(np.array(samples), 1.0, np.array([0.5, 1.0, 1.5]), 0.5) is None
