"""Paired tests: exact where they can be, right as often as they say, and able to see a difference."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.stats.synthetic import rng, score_of, sentences

from errata import Errant, PairTest, Resampling, Score
from errata.measures.arrays import Array
from errata.stats.evidence import Evidence
from errata.stats.intervals import sample_scores
from errata.stats.paired import PValue, _Pair, _randomise, bootstrap_p, compare_pairs, correct_by_holm, exact_p

Rows = np.ndarray[tuple[int, int], np.dtype[np.int64]]


def pairs_of(scores: list[Score], plan: Resampling) -> list[PairTest]:
    evidence, samples = sample_scores(scores, plan)
    [pairs] = compare_pairs(evidence, samples, [range(len(scores))], plan)
    return pairs


def pair_of(one: Rows, two: Rows, plan: Resampling) -> PairTest:
    [pair] = pairs_of([score_of(one, "one"), score_of(two, "two")], plan)
    return pair


def test_holm_by_hand() -> None:
    """The smallest p times the number of tests, the next times one less, never falling; undefined ones apart."""
    assert correct_by_holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]
    assert correct_by_holm([0.6, 0.7]) == [1.0, 1.0]
    assert correct_by_holm([]) == []
    corrected = correct_by_holm([math.nan, 0.02, 0.03])
    assert math.isnan(corrected[0])
    assert corrected[1:] == [0.04, 0.04]


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_rejects_what_the_step_down_procedure_rejects(p_values: list[float]) -> None:
    """Go up from the smallest p and stop at the first that exceeds its share of the level."""
    corrected = correct_by_holm(p_values)
    rejected = set()
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda k: p_values[k])):
        if p_values[index] * (len(p_values) - rank) > 0.05:
            break
        rejected.add(index)
    assert {k for k, p in enumerate(corrected) if p <= 0.05} == rejected


def difference(one: Rows, two: Rows) -> float:
    return score_of(one).score - score_of(two).score


def test_all_ways_to_swap_are_tried_where_they_are_few() -> None:
    """The share of swaps with a difference at least as large, counted by brute force."""
    one, two = sentences(rng(1), 8, 0.8), sentences(rng(2), 8, 0.4)
    pair = pair_of(one, two, Resampling(samples=1000))
    observed = abs(difference(one, two))
    swapped = []
    for pattern in product([False, True], repeat=8):
        flip = np.array(pattern)[:, None]
        swapped.append(abs(difference(np.where(flip, two, one), np.where(flip, one, two))))
    assert pair.is_exact
    assert pair.randomisation.p == sum(value >= observed - 1e-12 for value in swapped) / 256


def test_exactness_stops_at_the_number_of_samples() -> None:
    """Equal sentences do not count; 2 to the power of the others less one must not exceed the samples."""
    one, two = sentences(rng(1), 30, 0.8), sentences(rng(1), 30, 0.8)
    two[:5, 1] += 1
    assert pair_of(one, two, Resampling(samples=16)).is_exact
    assert not pair_of(one, two, Resampling(samples=15)).is_exact
    assert pair_of(one, two, Resampling(samples=15)).units_differing == 5
    same = pair_of(one, one, Resampling(samples=10))
    assert (same.is_exact, same.randomisation.p, same.difference, same.units_differing) == (True, 1.0, 0.0, 0)


def test_the_exact_test_equals_that_of_scipy() -> None:
    """On the mean of sentence scores, which both can do."""
    measure = Errant(level="sentence")
    scores = [score_of(sentences(rng(seed), 10, hit), str(seed), measure) for seed, hit in ((5, 0.8), (6, 0.3))]
    one, two = (Evidence(score, None, 10) for score in scores)
    ours = exact_p(one, two, range(10), scores[0].score - scores[1].score)
    differences = one.matrix[:, 0] - two.matrix[:, 0]
    theirs = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=np.inf, alternative="two-sided"
    )
    assert ours == theirs.pvalue


def test_random_swaps_come_near_the_exact_p() -> None:
    """Within five standard errors of 20,000 tosses."""
    one, two = sentences(rng(31), 14, 0.6), sentences(rng(32), 14, 0.5)
    exact = pair_of(one, two, Resampling(samples=20_000))
    assert exact.is_exact
    evidence = [Evidence(score_of(rows), None, 20_000) for rows in (one, two)]
    pair = _Pair(0, 1, difference(one, two), 14)
    _randomise(evidence, [pair], Resampling(samples=20_000), None)
    error = math.sqrt(exact.randomisation.p * (1 - exact.randomisation.p) / 20_000)
    assert pair.p == pytest.approx(exact.randomisation.p, abs=5 * error)


def test_the_better_system_comes_first_and_undefined_ones_last() -> None:
    """With differences of the sign that says so."""
    rows = [sentences(rng(seed), 60, hit) for seed, hit in ((9, 0.9), (1, 0.2), (2, 0.8), (3, 0.5))]
    scores = [score_of(item, name) for item, name in zip(rows, "uabc", strict=True)]
    scores[0] = replace(scores[0], score=math.nan)
    pairs = pairs_of(scores, Resampling(samples=200))
    defined = [pair for pair in pairs if pair.second != "u"]
    assert [(pair.first, pair.second) for pair in defined] == [("b", "c"), ("b", "a"), ("c", "a")]
    assert all(pair.difference > 0 and pair.low <= pair.difference <= pair.high for pair in defined)
    undefined = [pair for pair in pairs if pair not in defined]
    assert [(pair.first, math.isnan(pair.difference)) for pair in undefined] == [("b", True), ("c", True), ("a", True)]


def test_the_bootstrap_p_by_hand() -> None:
    """Samples moved to mean 0, those at least as far out as the observed difference, and one for the observed."""
    samples = np.array([0.1, 0.2, 0.3, 0.4])  # moved: -0.15, -0.05, 0.05, 0.15
    assert bootstrap_p(samples, 0.15) == 3 / 5
    assert bootstrap_p(samples, -0.151) == 1 / 5
    assert bootstrap_p(samples, 0.05) == 1.0


def test_random_swaps_count_the_observed_difference() -> None:
    """So that no p is ever 0: the smallest is 1 of one more than the samples."""
    pair = pair_of(sentences(rng(1), 80, 0.9), sentences(rng(2), 80, 0.1), Resampling(samples=99))
    assert (pair.randomisation.p, pair.bootstrap.p, pair.is_exact) == (0.01, 0.01, False)


def test_an_undefined_difference_has_no_p() -> None:
    """By samples, whether they or the observed are undefined."""
    nan = math.nan
    assert math.isnan(bootstrap_p(np.array([0.1, nan]), 0.1))
    assert math.isnan(bootstrap_p(np.array([0.1, 0.2]), nan))


def exchangeable(seed: int, n: int) -> tuple[Rows, Rows]:
    """Draw two systems that are alike, with sentences that are hard or easy for both."""
    generator = rng(seed)
    hit = generator.beta(2, 3, n)
    errors = generator.poisson(2.0, n)

    def system() -> Rows:
        tp = generator.binomial(errors, hit)
        return np.column_stack([tp, generator.poisson(0.8, n), errors - tp])

    return system(), system()


REPEATS = 1000
NOISE = 3 * math.sqrt(0.05 * 0.95 / REPEATS)


@pytest.mark.slow
def test_false_alarms_are_as_frequent_as_they_should_be() -> None:
    """Of systems that are alike one in twenty pairs has p ≤ 0.05, by each test, within what 1000 pairs can tell."""
    alarms = np.zeros(2)
    for repeat in range(REPEATS):
        pair = pair_of(*exchangeable(repeat, 200), Resampling(samples=399, seed=repeat))
        alarms += [pair.randomisation.p <= 0.05, pair.bootstrap.p <= 0.05]
    by_swaps, by_samples = alarms / REPEATS
    assert by_swaps == pytest.approx(0.05, abs=NOISE)
    assert by_samples == pytest.approx(0.05, abs=NOISE)


@pytest.mark.slow
def test_exact_tests_keep_the_level_on_few_sentences() -> None:
    """With eight sentences p has few values, so that there are fewer false alarms than allowed, never more."""
    plan = Resampling(samples=200)
    alarms = [pair_of(*exchangeable(repeat, 8), plan) for repeat in range(REPEATS)]
    assert all(pair.is_exact for pair in alarms)
    share = sum(pair.randomisation.p <= 0.05 for pair in alarms) / REPEATS
    assert 0 < share <= 0.05 + NOISE


@pytest.mark.slow
def test_a_real_difference_is_seen() -> None:
    """Ten points of recall on 600 sentences: found nearly always, by each test, and with the right sign."""
    found: Array = np.zeros(2)
    for repeat in range(200):
        one, two = sentences(rng(repeat), 600, 0.5), sentences(rng(10_000 + repeat), 600, 0.4)
        pair = pair_of(one, two, Resampling(samples=399, seed=repeat))
        found += [pair.randomisation.p <= 0.05, pair.bootstrap.p <= 0.05]
        assert pair.first == "one" or pair.randomisation.p > 0.05
    assert (found / 200 > 0.9).all()


def test_a_difference_is_significant_up_to_the_level() -> None:
    """By the corrected p of the test that is asked for; an undefined one is not."""
    pair = PairTest("one", "two", 1.0, 0.5, 1.5, 3, False, PValue(0.01, 0.25), PValue(0.3, 0.26))
    assert pair.is_significant("randomisation", 0.75)
    assert not pair.is_significant("bootstrap", 0.75)
    assert pair.is_significant("bootstrap", 0.74)
    assert not replace(pair, bootstrap=PValue(math.nan, math.nan)).is_significant("bootstrap", 0.0)
