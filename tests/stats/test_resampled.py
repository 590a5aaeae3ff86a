"""Agreement with people in samples of the judged sentences."""

import math

import numpy as np
import pytest

from errata import Resampling
from errata.stats.preferences import Preference
from errata.stats.resampled import agreement_interval

PLAN = Resampling(samples=200, seed=5)


def preferences(n_sentences: int, n_pairs: int) -> list[Preference]:
    """Return as many pairs for each sentence, the first system always being preferred."""
    return [Preference(sentence, 0, 1, 1, 2) for sentence in range(n_sentences) for _ in range(n_pairs)]


def test_a_sentence_is_drawn_with_all_its_pairs() -> None:
    """Ten pairs of one sentence are no more evidence than one; Kendall's tau is twice the accuracy minus 1."""
    merits = {sentence: [sentence % 3, 0.5] for sentence in range(40)}
    one, ten = (agreement_interval(preferences(40, n), merits, "wrong", PLAN) for n in (1, 10))
    assert one is not None
    assert one == ten
    low, high = one.accuracy
    assert low < 26 / 40 < high
    assert one.kendall == (2 * low - 1, 2 * high - 1)
    assert (one.level, one.samples, one.seed) == (0.95, 200, 5)


def test_always_right_is_always_right() -> None:
    """No sample can show anything else."""
    found = agreement_interval(preferences(5, 2), {sentence: [1, 0] for sentence in range(5)}, "half", PLAN)
    assert found is not None
    assert (found.accuracy, found.kendall) == ((1.0, 1.0), (1.0, 1.0))


def test_one_sentence_has_no_interval() -> None:
    """Nor is there one where all pairs are ties that do not count; samples without pairs are left out."""
    assert agreement_interval(preferences(1, 9), {0: [1, 0]}, "half", PLAN) is None
    assert agreement_interval([], {}, "half", PLAN) is None
    flat = agreement_interval(preferences(3, 1), dict.fromkeys(range(3), (1, 1)), "skip", PLAN)
    assert flat is not None
    assert all(map(math.isnan, flat.accuracy))
    some = agreement_interval(preferences(3, 1), {0: [1, 1], 1: [1, 1], 2: [1, 0]}, "skip", PLAN)
    assert some is not None
    assert some.accuracy == (1.0, 1.0)


@pytest.mark.slow
def test_the_interval_covers_what_more_sentences_would_show() -> None:
    """In some 95 % of 600 sets of judgements: sentences differ in how hard they are, and have several pairs each."""
    rng = np.random.default_rng(4)
    plan = Resampling(samples=1000)
    inside = 0
    for _ in range(600):
        hard = rng.beta(4, 2, size=200)  # the chance of agreeing on a sentence, 2/3 on average
        right = rng.random((200, 6)) < hard[:, None]
        pairs = [
            Preference(k, 0, 1, *((1, 2) if is_right else (2, 1))) for k, row in enumerate(right) for is_right in row
        ]
        found = agreement_interval(pairs, dict.fromkeys(range(200), (1.0, 0.0)), "wrong", plan)
        assert found is not None
        inside += found.accuracy[0] <= 2 / 3 <= found.accuracy[1]
    assert 0.92 <= inside / 600 <= 0.975  # three standard errors about 94.6 %, which 4,000 sets have
