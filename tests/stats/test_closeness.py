"""Intervals of correlations and tests between measures."""

import math
from itertools import product

import numpy as np
import pytest

from errata import Resampling
from errata.stats.closeness import (
    compare_measures,
    correlation_interval,
    permutation_p,
    system_draws,
    without_noise,
)
from errata.stats.correlation import correlate, correlate_rows, pearson
from errata.stats.resampled import sample_aggregate

PLAN = Resampling(samples=200, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize(("spread", "noise"), [(0.05, 0.1), (0.02, 0.1), (0.02, 0.3), (0.05, 0.4)])
def test_the_interval_over_sentences_covers_what_more_sentences_would_show(spread: float, noise: float) -> None:
    """In some 95 % of 200 corpora the correlations of the systems' true means lie inside, however strong the noise.

    Percentiles of plain Pearson correlations cover 57 to 94 %, bias-corrected ones 80 to 94 %, of rank correlations
    75 to 93 %. The tolerances are two and a half standard errors of 200 corpora about 93 and 98 %, which these and
    others showed.
    """
    rng = np.random.default_rng(11)
    human = np.linspace(0, 1, 12)
    truth = 0.5 + 0.1 * human + rng.normal(scale=spread, size=12)
    expected = correlate(truth.tolist(), human.tolist())._asdict()
    inside = dict.fromkeys(expected, 0)
    for _ in range(200):
        hard = rng.normal(scale=0.2, size=(300, 1))  # sentences differ more than systems do
        sentences = truth + hard + rng.normal(scale=noise, size=(300, 12))
        rows = sample_aggregate(sentences, "mean", PLAN)
        found = correlation_interval(sentences.mean(axis=0).tolist(), human.tolist(), rows, PLAN)
        assert found.sentences is not None
        for name, (low, high) in found.sentences.items():
            inside[name] += low - 1e-12 <= expected[name] <= high + 1e-12  # rank correlations have few values
    for name, count in inside.items():
        assert 0.885 <= count / 200 <= 1, name
    assert inside["pearson"] / 200 <= 0.995


def test_noise_is_taken_out_of_correlations() -> None:
    """Without noise nothing changes; where noise may be all there is, only the sign is left."""
    human = np.arange(4.0)
    steady = np.tile([1.0, 3.0, 2.0, 4.0], (5, 1)) + np.arange(5.0)[:, None]  # what all systems share is no noise
    found = correlate_rows(steady, human)["pearson"]
    assert without_noise(found, steady) == pytest.approx(found)
    noisy = steady + np.random.default_rng(2).normal(scale=0.2, size=(5, 4))
    found = correlate_rows(noisy, human)["pearson"]
    noise = (noisy - noisy.mean(axis=1, keepdims=True)).var(axis=0, ddof=1).sum() / 3
    spread = noisy.var(axis=1, ddof=1)
    assert without_noise(found, noisy) == pytest.approx(found * np.sqrt(spread / (spread - 2 * noise)))
    wild = np.random.default_rng(2).normal(size=(50, 4))
    found = correlate_rows(wild, human)["pearson"]
    corrected = without_noise(found, wild)
    assert (np.sign(corrected) == np.sign(found)).all()
    assert (np.abs(corrected) >= np.abs(found)).all()
    assert (np.abs(corrected) == 1).mean() > 0.5


def test_the_interval_over_systems_draws_systems() -> None:
    """As many as there are; samples in which all are the same system have no correlation and are left out."""
    draws = system_draws(4, PLAN)
    assert draws.shape == (200, 4)
    found = correlation_interval([1.0, 2.0, 3.0], [1.0, 2.0, 3.5], None, PLAN)
    assert found.sentences is None
    low, high = found.systems["pearson"]
    assert -1 <= low <= high <= 1 + 1e-12


def test_means_in_samples_are_means_of_what_was_drawn() -> None:
    """Mean, wins and skills of every sample, by the weights that all intervals share."""
    sentences = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    plan = Resampling(samples=50)
    means = sample_aggregate(sentences, "mean", plan)
    assert set(np.round(means.ravel() * 3).tolist()) <= {0.0, 1.0, 2.0, 3.0}
    wins = sample_aggregate(sentences, "ew", plan)
    decided = ~np.isnan(wins[:, 0])
    assert (wins[decided].sum(axis=1) == 1).all()
    skills = sample_aggregate(sentences, "trueskill", plan)
    assert ((skills[:, 0] > skills[:, 1]) == (means[:, 0] > means[:, 1]))[means[:, 0] != means[:, 1]].mean() > 0.7


def test_measures_are_tested_in_pairs() -> None:
    """A measure that follows people and one that does not are told apart; two that are alike are not."""
    human = [float(number) for number in range(12)]
    wobble = [0.3 * (-1) ** number for number in range(12)]
    merits = {
        "good": [h + w for h, w in zip(human, wobble, strict=True)],
        "twin": [2 * h + 2 * w + 0.1 for h, w in zip(human, wobble, strict=True)],
        "bad": [float(7 * number % 12) for number in range(12)],
        "flat": [1.0] * 12,
    }
    found = {title: correlate(own, human) for title, own in merits.items()}
    tests = {(test.a, test.b): test for test in compare_measures(merits, human, found, PLAN, {})}
    assert len(tests) == 6
    assert tests["good", "bad"].is_significant
    assert tests["good", "bad"].bootstrap_p < 0.05
    assert tests["good", "bad"].difference > 0
    assert not tests["good", "twin"].is_significant
    assert math.isnan(tests["good", "flat"].williams_p)
    assert not tests["good", "flat"].is_significant
    assert tests["good", "bad"].adjusted_p >= tests["good", "bad"].williams_p
    assert all(math.isnan(test.sentences_p) for test in tests.values())


def test_swaps_are_all_made_of_few_systems() -> None:
    """As the definition is written; neither scale nor order of the measures matters, nor the seed."""
    rng = np.random.default_rng(8)
    human, one, two = rng.normal(size=(3, 7))
    scaled = [(side - side.mean()) / side.std() for side in (one, two)]
    observed = abs(pearson(one.tolist(), human.tolist()) - pearson(two.tolist(), human.tolist()))
    n_as_far = 0
    for choice in product((0, 1), repeat=7):
        ours, theirs = ([scaled[k ^ side][at] for at, k in enumerate(choice)] for side in (0, 1))
        far = abs(pearson(ours, human.tolist()) - pearson(theirs, human.tolist()))
        n_as_far += far >= observed - 1e-12
    found = permutation_p(one.tolist(), two.tolist(), human.tolist(), PLAN)
    assert found == n_as_far / 2**7
    assert found == permutation_p((5 * two + 3).tolist(), one.tolist(), human.tolist(), Resampling(seed=9))
    assert math.isnan(permutation_p([1.0] * 7, one.tolist(), human.tolist(), PLAN))


def test_swaps_keep_their_level() -> None:
    """Of two measures that agree equally with people, some 5 % are told apart, of few systems and of many."""
    rng = np.random.default_rng(6)
    for n, n_worlds in ((8, 600), (15, 600)):
        told = 0
        for _ in range(n_worlds):
            human = rng.normal(size=n)
            measures = human[:, None] + rng.normal(size=(n, 2))
            one, two = measures.T.tolist()
            told += permutation_p(one, two, human.tolist(), PLAN) <= 0.05
        assert told / n_worlds == pytest.approx(0.05, abs=0.027)  # three standard errors of 600
