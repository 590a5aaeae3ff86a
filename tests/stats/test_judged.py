"""Human scores of systems from rankings."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import sample, shared

import errata
from errata import Judgements, RankedGroup, Ranking
from errata.stats.judged import (
    Tally,
    exact_expected_wins,
    expected_wins,
    find_clusters,
    judge_agreement,
    rank_ranges,
    rate_sentences,
    sample_expected_wins,
    sample_trueskill,
    win_tables,
)

FILES = {"gjg15": "gjg15_judgments", "seeda_edit": "seeda_judgments_edit", "seeda_sent": "seeda_judgments_sent"}


def read(name: str) -> Judgements:
    """Return the rankings of a data set."""
    found = errata.read_judgements(shared(f"data/human/{FILES[name]}.xml"))
    assert isinstance(found, Judgements)
    return found


def ranking(judge: str, ranks: dict[str, int], sentence: int = 0) -> Ranking:
    """Return a ranking of single systems."""
    return Ranking(sentence, judge, tuple(RankedGroup(rank, (system,)) for system, rank in ranks.items()))


@pytest.mark.parametrize("name", FILES)
def test_expected_wins_of_the_data_sets(name: str) -> None:
    """Within 1e-9 of those worked out elsewhere; and how often each system beat each other, exactly."""
    known = json.loads(shared("golden/metaeval/human_scores.json").read_text())["expected_wins_exact"][name]
    pairwise = json.loads(shared("data/human/pairwise_wins.json").read_text())[name]
    tally = Tally.of(read(name))
    n = len(tally.systems)
    wins = np.array(tally.wins).reshape(n, n)
    assert wins.tolist() == pairwise["wins"]
    assert np.array(tally.ties).reshape(n, n).tolist() == pairwise["ties"]
    assert dict(zip(tally.systems, expected_wins(wins.astype(float)), strict=True)) == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize(("name", "tolerance"), [("seeda_edit", 0.015), ("seeda_sent", 0.015)])
def test_trueskill_of_the_data_sets(name: str, tolerance: float) -> None:
    """The mean of 30 runs, within what 30 runs may be off (golden/metaeval/README.md)."""
    _check_trueskill(name, sample(30, 1), tolerance if sample(1, 0) else 0.1)


@pytest.mark.slow
def test_trueskill_of_gjg15() -> None:
    """The same of the largest set."""
    _check_trueskill("gjg15", sample(30, 1), 0.01 if sample(1, 0) else 0.06)


def _check_trueskill(name: str, runs: int, tolerance: float) -> None:
    known = json.loads(shared("golden/metaeval/human_scores.json").read_text())["trueskill_published"][name]
    tally = Tally.of(read(name))
    found = sample_trueskill(tally, runs, 12345).mean(axis=0)
    assert dict(zip(tally.systems, found, strict=True)) == pytest.approx(known, abs=tolerance)


@pytest.mark.parametrize(
    ("name", "inter", "intra"), [("gjg15", 0.293, 0.455), ("seeda_edit", 0.275, 0.620), ("seeda_sent", 0.400, 0.717)]
)
def test_agreement_of_judges(name: str, inter: float, intra: float) -> None:
    """Kappa to the three digits given in the specification."""
    found = judge_agreement(read(name))
    assert (found.inter, found.intra) == pytest.approx((inter, intra), abs=0.0006)


def test_ranges_of_gjg15_are_near_those_published() -> None:
    """Of 13 systems, at most three ends differ, by one rank: samples are drawn anew."""
    table = errata.read_judgements(shared("data/human/gjg15_scores.tsv"))
    assert isinstance(table, errata.HumanScores)
    tally = Tally.of(read("gjg15"))
    found = rank_ranges(sample_expected_wins(tally, 1000, 12345))
    off = []
    for system, span in zip(tally.systems, found, strict=True):
        published = [int(end) for end in table.rows[system]["EW_published_range"].text.split("-")]
        off += [abs(mine - theirs) for mine, theirs in zip(span, (published[0], published[-1]), strict=True)]
    assert max(off) <= 1
    assert sum(off) <= 3


def test_a_pair_that_nobody_decided_is_left_out() -> None:
    """Of sum and divisor; a system without any other pair has no score."""
    wins = np.array([[0, 3.0, 0, 0], [1, 0, 2, 0], [0, 2, 0, 0], [0, 0, 0, 0]])
    assert expected_wins(wins).tolist()[:3] == [0.75, (0.25 + 0.5) / 2, 0.5]
    assert math.isnan(expected_wins(wins)[3])


def test_clusters_end_where_no_later_system_reaches() -> None:
    """By worst and best rank, in the order of scores."""
    scores = [0.9, 0.2, 0.5, 0.4]
    assert find_clusters(scores, [(1, 1), (4, 4), (2, 3), (2, 3)]) == [1, 3, 2, 2]
    assert find_clusters(scores, [(1, 2), (4, 4), (2, 3), (2, 4)]) == [1, 1, 1, 1]


def test_ranges_drop_the_outermost_samples() -> None:
    """25 of 1,000 at each end, not 26."""
    samples = np.array([[1.0, 0.0]] * 974 + [[0.0, 1.0]] * 26)
    assert rank_ranges(samples) == [(1, 2), (1, 2)]
    assert rank_ranges(np.array([[1.0, 0.0]] * 975 + [[0.0, 1.0]] * 25)) == [(1, 1), (2, 2)]


def test_samples_without_a_score_are_left_out_of_ranges() -> None:
    """An undefined score is not the best one; where every sample lacks one, nothing is known."""
    samples = np.array([[0.9, 0.5, 0.1]] * 90 + [[0.9, 0.5, math.nan]] * 10)
    assert rank_ranges(samples) == [(1, 1), (2, 2), (3, 3)]
    assert rank_ranges(samples[90:]) == [(1, 3)] * 3


def test_kappa_of_judges_who_agree() -> None:
    """1 where they always do and both orders occur; undefined below 50 comparisons."""
    ranks = [{"A": 1, "B": 2}, {"A": 2, "B": 1}] * 30
    alike = [ranking(judge, made, number) for number, made in enumerate(ranks) for judge in ("x", "y")]
    found = judge_agreement(Judgements(tuple(alike)))
    assert found.inter == pytest.approx(1.0)
    assert math.isnan(found.intra)
    assert math.isnan(judge_agreement(Judgements(tuple(alike[:98]))).inter)
    twice = [ranking("x", made, number) for number, made in enumerate(ranks) for _ in range(2)]
    assert judge_agreement(Judgements(tuple(twice))).intra == pytest.approx(1.0)


def test_sentence_scores_are_aggregated_the_human_way() -> None:
    """Wins are counted exactly; the better system has the higher skill."""
    scores = np.array([[1.0, 0.5, 0.5], [0.2, 0.1, 0.3], [1.0, 0.0, 0.0]])
    wins = win_tables(scores).sum(axis=0).reshape(3, 3)
    assert wins.tolist() == [[0, 3, 2], [0, 0, 0], [1, 1, 0]]
    assert expected_wins(wins.astype(float)).tolist() == [(1 + 2 / 3) / 2, 0.0, (1 / 3 + 1) / 2]
    skills = rate_sentences(scores)
    assert skills[0] > skills[2] > skills[1]
    assert rate_sentences(scores, [2, 0, 1]).tolist() != skills.tolist()


def tables(n: int) -> st.SearchStrategy[list[list[int]]]:
    """Tables of who beat whom how often."""
    return st.lists(st.lists(st.integers(0, 5), min_size=n, max_size=n), min_size=n, max_size=n)


@given(st.integers(2, 6).flatmap(tables))
def test_exact_expected_wins_are_those_of_many_tables(wins: list[list[int]]) -> None:
    """But for the last digit, also where pairs were never decided."""
    for place in range(len(wins)):
        wins[place][place] = 0
    assert exact_expected_wins(wins) == pytest.approx(expected_wins(np.array(wins, dtype=float)).tolist(), nan_ok=True)


def test_systems_that_won_equally_often_tie() -> None:
    """Half of all here; sums of rounded shares differ in the last digit, and a correlation would be made of that."""
    wins = [[0, 2, 1, 1], [1, 0, 1, 1], [1, 0, 0, 1], [2, 5, 0, 0]]
    assert exact_expected_wins(wins) == [0.5] * 4
    names = "ABCD"
    items = [
        ranking("x", {names[i]: 1, names[j]: 2})
        for i, row in enumerate(wins)
        for j, times in enumerate(row)
        for _ in range(times)
    ]
    with pytest.warns(errata.ErrataWarning, match="no correlation"):
        found = errata.metaevaluate(Judgements(tuple(items)), scores={"x": dict(zip(names, range(4), strict=True))})
    assert math.isnan(found["x"].system_level.pearson)
