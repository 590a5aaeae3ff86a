"""Intervals of correlations and tests between measures."""

import math

import numpy as np
import pytest

from errata import Resampling
from errata.stats.closeness import compare_measures, correlation_interval, system_draws
from errata.stats.correlation import correlate, pearson
from errata.stats.resampled import sample_aggregate

PLAN = Resampling(samples=200, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize(("spread", "least"), [(0.05, 0.92), (0.02, 0.88)])
def test_the_interval_over_sentences_covers_what_more_sentences_would_show(spread: float, least: float) -> None:
    """In some 95 % of 200 corpora the correlation of the systems' true means lies inside.

    Less often where noise alone keeps the correlation from being high (true r 0.84): 91 % of 400, plain percentiles
    87 %. The tolerances are two standard errors of 200 corpora.
    """
    rng = np.random.default_rng(11)
    human = np.linspace(0, 1, 12)
    truth = 0.5 + 0.1 * human + rng.normal(scale=spread, size=12)
    expected = pearson(truth.tolist(), human.tolist())
    inside = 0
    for _ in range(200):
        hard = rng.normal(scale=0.2, size=(300, 1))  # sentences differ more than systems do
        sentences = truth + hard + rng.normal(scale=0.1, size=(300, 12))
        rows = sample_aggregate(sentences, "mean", PLAN)
        found = correlation_interval(sentences.mean(axis=0).tolist(), human.tolist(), rows, PLAN)
        assert found.sentences is not None
        low, high = found.sentences["pearson"]
        inside += low <= expected <= high
    assert least <= inside / 200 <= 0.98


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
