"""Meta-evaluation against its definitions written out once more, plainly, on random judgements and scores."""

import math
from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from scipy import stats

from errata import Judgements, MetaEvaluation, RankedGroup, Ranking, metaevaluate
from errata.stats.judged import judge_agreement
from errata.stats.preferences import TIES

SEEDS = range(12)
JUDGES = ("x", "y", "z")


def invent(seed: int) -> tuple[Judgements, dict[str, list[float]]]:
    """Return rankings with merged groups, equal ranks and repeated items, and sentence scores with many ties."""
    rng = Random(seed)
    names = rng.sample(["A", "B", "C", "a", "b", "É", "Z1", "Z10", "Z2"], rng.randint(4, 8))
    n_sentences = rng.randint(5, 25)
    items = []
    for _ in range(rng.randint(40, 120)):
        shown = rng.sample(names, rng.randint(0, len(names)))
        groups = []
        while shown:
            size = rng.choice([1, 1, 1, 2, 3])
            groups.append(RankedGroup(rng.randint(1, 5), tuple(shown[:size])))
            shown = shown[size:]
        items.append(Ranking(rng.randrange(n_sentences), rng.choice(JUDGES), tuple(groups)))
    items.append(Ranking(0, "x", tuple(RankedGroup(1 + place % 5, (name,)) for place, name in enumerate(names))))
    scores = {name: [rng.choice([0.0, 0.25, 0.5, 1.0]) for _ in range(n_sentences)] for name in names}
    return Judgements(tuple(items)), scores


def find(seed: int, **options: Any) -> tuple[Judgements, dict[str, list[float]], MetaEvaluation]:
    """Compare invented scores with invented judgements."""
    judgements, scores = invent(seed)
    return judgements, scores, metaevaluate(judgements, scores={"m": scores}, first=0, **options)


def wins_of(judgements: Judgements) -> Counter[tuple[str, str]]:
    """Count who beat whom, groups expanded."""
    wins: Counter[tuple[str, str]] = Counter()
    for item in judgements:
        for one, two in product(item.groups, item.groups):
            if one.rank < two.rank:
                wins.update(product(one.systems, two.systems))
    return wins


def plain_wins(wins: Counter[tuple[str, str]], names: list[str]) -> dict[str, float]:
    """Return Expected Wins; a pair that nobody decided is left out of sum and divisor."""
    found = {}
    for one in names:
        rivals = [other for other in names if other != one and wins[one, other] + wins[other, one]]
        shares = [wins[one, other] / (wins[one, other] + wins[other, one]) for other in rivals]
        found[one] = sum(shares) / len(shares)
    return found


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # pairs that nobody decided
@pytest.mark.parametrize("seed", SEEDS)
def test_human_scores_and_correlations(seed: int) -> None:
    """Expected Wins, numbers of pairs and ties, and all three correlations with the means of sentence scores."""
    judgements, scores, found = find(seed)
    names = sorted(scores)
    people = plain_wins(wins_of(judgements), names)
    assert {item.system: item.score for item in found.human.systems} == pytest.approx(people, abs=1e-12)
    assert [item.system for item in found.human.systems] == sorted(names, key=lambda name: (-people[name], name))
    sizes = [sum(len(group.systems) for group in item.groups) for item in judgements]
    assert found.human.pairs == sum(math.comb(size, 2) for size in sizes)
    assert found.human.ties == found.human.pairs - wins_of(judgements).total()
    means = [math.fsum(scores[name]) / len(scores[name]) for name in names]
    human = [people[name] for name in names]
    level = found["m"].system_level
    expected = [float(test(means, human)[0]) for test in (stats.pearsonr, stats.spearmanr, stats.kendalltau)]
    assert (level.pearson, level.spearman, level.kendall) == pytest.approx(expected, abs=1e-12)
    assert level.n == len(names)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("seed", SEEDS)
def test_sentences_by_every_rule_for_ties(seed: int, ties: str) -> None:
    """Item by item, pair by pair, in the order of names; in all, and by pair of human ranks."""
    judgements, scores, found = find(seed, ties=ties, by_rank=True)
    counts: dict[tuple[int, int], list[float]] = {}
    for item in judgements:
        ranks = {name: group.rank for group in item.groups for name in group.systems}
        for a, b in combinations(sorted(scores), 2):
            if a not in ranks or b not in ranks or ranks[a] == ranks[b]:
                continue
            tally = counts.setdefault((min(ranks[a], ranks[b]), max(ranks[a], ranks[b])), [0, 0, 0])
            one, two = scores[a][item.sentence], scores[b][item.sentence]
            is_right: float = (one > two) == (ranks[a] < ranks[b])
            if one == two:
                tally[2] += 1
                if ties == "skip":
                    continue
                is_right = {"first-loses": is_right, "wrong": False, "half": 0.5}[ties]
            tally[0] += 1
            tally[1] += is_right
    level = found["m"].sentence_level
    assert level is not None
    assert {part.ranks: [part.n, part.agree, part.ties] for part in level.by_rank} == counts
    n, right, n_tied = (sum(column) for column in zip(*counts.values(), strict=True))
    assert (level.n, level.agree, level.ties) == (n, right, n_tied)
    assert (level.accuracy, level.kendall) == pytest.approx((right / n, (right - (n - right)) / n), abs=1e-12)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize("seed", SEEDS)
def test_aggregates_and_windows(seed: int) -> None:
    """Wins over sentences by the formula for people; windows over systems in the order of people's scores."""
    left_out = min(invent(seed)[1])
    judgements, scores, found = find(seed, aggregate="ew", window=3, without=[left_out])
    names = list(found.systems)
    wins: Counter[tuple[str, str]] = Counter()
    for one, two in product(names, names):
        wins[one, two] = sum(a > b for a, b in zip(scores[one], scores[two], strict=True))
    made = plain_wins(wins, names)
    assert dict(found["m"].scores) == pytest.approx(made, abs=1e-12)
    people = plain_wins(wins_of(judgements), sorted(scores))  # of all that were judged, whoever takes part
    order = sorted(names, key=lambda name: (-people[name], name))
    assert len(found["m"].windows) == len(names) - 2
    for start, window in enumerate(found["m"].windows):
        inside = order[start : start + 3]
        vectors = [[values[name] for name in inside] for values in (made, people)]
        assert (window.first, window.last) == (start, start + 2)
        if len(set(vectors[0])) == 1:
            assert math.isnan(window.pearson)
        else:
            assert window.pearson == pytest.approx(float(stats.pearsonr(*vectors)[0]), abs=1e-9)
            assert window.spearman == pytest.approx(float(stats.spearmanr(*vectors)[0]), abs=1e-12)


def plain_kappa(judgements: Judgements, *, within: bool) -> float:
    """Return the weighted mean of kappa, comparing every two judgements of the same two texts."""
    said: dict[object, list[tuple[str, int]]] = {}
    for item in judgements:
        for one, two in combinations(sorted(item.groups, key=lambda group: group.systems), 2):
            order = (one.rank > two.rank) - (one.rank < two.rank)
            said.setdefault((item.sentence, one.systems, two.systems), []).append((item.judge, order))
    total = weight = 0.0
    for pair in [(judge, judge) for judge in JUDGES] if within else combinations(JUDGES, 2):
        n = n_same = 0
        given: Counter[int] = Counter()
        for judged in said.values():
            took_part = set()
            for (k, (u, first)), (m, (v, second)) in combinations(enumerate(judged), 2):
                if sorted((u, v)) == sorted(pair):
                    n += 1
                    n_same += first == second
                    took_part |= {k, m}
            given.update(judged[k][1] for k in took_part)
        chance = sum((count / given.total()) ** 2 for count in given.values()) if n else 1.0
        if n >= 50 and chance < 1:
            total += n * (n_same / n - chance) / (1 - chance)
            weight += n
    return total / weight if weight else math.nan


@pytest.mark.parametrize("seed", SEEDS)
def test_kappa(seed: int) -> None:
    """Between judges and within; undefined below 50 comparisons."""
    rng = Random(seed)
    items = []
    for _ in range(rng.randint(60, 160)):
        groups = [("A", "B"), ("B", "A"), ("C",), ("D",)][rng.randint(0, 1) :]
        kept = [groups[0], *groups[-2:]]  # a group is known by its names in the order of the file
        ranked = tuple(RankedGroup(rng.choice([1, 1, 2, 3]), group) for group in rng.sample(kept, 3))
        items.append(Ranking(rng.randrange(12), rng.choice(JUDGES), ranked))
    judgements = Judgements(tuple(items))
    found = judge_agreement(judgements)
    expected = (plain_kappa(judgements, within=False), plain_kappa(judgements, within=True))
    assert (found.inter, found.intra) == pytest.approx(expected, abs=1e-12, nan_ok=True)
