"""Counts ready for resampling, and their sums by matrix product."""

import warnings
from itertools import pairwise

import numpy as np
import pytest
from tests.stats.synthetic import rng, score_of, sentences
from tests.support import example_gold, example_outputs

import errata
from errata import Errant, Gleu
from errata.stats.evidence import Evidence, Stack
from errata.stats.resampling import bootstrap_weights


def test_sums_are_those_of_the_drawn_rows() -> None:
    """One matrix product for all evidence gives the plain sums, to the bit for integers."""
    scores = [score_of(sentences(rng(seed), 60, 0.5), f"s{seed}") for seed in range(3)]
    scores.append(score_of(sentences(rng(9), 60, 0.5) * 10**7, "large"))
    evidence = [Evidence(score, None, 30) for score in scores]
    assert [item.is_single for item in evidence] == [True, True, True, False]
    [(first, weights)] = bootstrap_weights(60, 30, 5)
    for item, sums in zip(evidence, Stack(evidence).sums(weights, first), strict=True):
        expected = [
            [sum(w * x for w, x in zip(row, column, strict=True)) for column in item.matrix.T] for row in weights
        ]
        assert sums.tolist() == expected


def test_means_over_sentences_divide_by_the_sentences_drawn() -> None:
    """Clusters of unequal size make samples of unequal length."""
    rows = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0]])
    score = score_of(rows, measure=Errant(level="sentence"))
    evidence = Evidence(score, [0, 0, 1], 10)
    sums = np.array([[2.0, 0.0], [1.0, 1.0], [0.0, 2.0]]) @ evidence.matrix
    assert evidence.headline(sums).tolist() == [1.0, 2 / 3, 0.0]
    assert evidence.headline(evidence.totals[None, :])[0] == pytest.approx(score.score, rel=1e-14)


def test_gleu_takes_one_draw_a_sample() -> None:
    """Draws are shared out evenly over the samples, and asking again gives the same."""
    gold = example_gold()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = errata.score(gold, example_outputs("good"), measures=[Gleu(samples=6)])
    score = result.scores[0]
    evidence = Evidence(score, None, 12)
    table = score.table
    ones = np.ones((12, len(table)))
    sums = evidence.drawn_sums(ones, 0)
    choice = score.choice
    assert not isinstance(choice, list)
    totals = [table.total_picked(picks) for picks in choice.picks]
    assert sums.tolist() == [total for total in totals for _ in range(2)]
    assert evidence.drawn_sums(ones[:5], 3).tolist() == sums[3:8].tolist()
    assert evidence.whole_sums(0, 12).tolist() == sums.tolist()
    # The mean over references stands in where no draw is meant.
    means = [np.mean([table.row(row) for row in range(*pair)], axis=0) for pair in pairwise(table.bounds)]
    assert evidence.matrix.tolist() == np.array(means).tolist()


def test_units_join_the_rows_of_their_sentences() -> None:
    """Their totals stay what they were."""
    rows = sentences(rng(2), 6, 0.5)
    plain, joined = Evidence(score_of(rows), None, 10), Evidence(score_of(rows), [0, 1, 0, 2, 2, 0], 10)
    assert plain.matrix.tolist() == rows.tolist()
    assert joined.matrix.tolist() == [rows[units].sum(axis=0).tolist() for units in ([0, 2, 5], [1], [3, 4])]
    assert joined.totals.tolist() == plain.totals.tolist() == joined.whole_sums(0, 10)[0].tolist()
