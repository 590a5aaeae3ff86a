"""From human rankings to systems: Expected Wins, TrueSkill, ranges of ranks, clusters, judge agreement."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from statistics import NormalDist

import numpy as np

from errata.kernels.trueskill import rate_scores, sample_skills
from errata.measures.arrays import Array
from errata.model.judgements import Judgements
from errata.records import dataclass
from errata.stages import Progress

DRAW_PROBABILITY = 0.25
"""The share of draws that TrueSkill expects between equals."""
PASS_BETA = 0.25
"""The spread of performances if sentence scores are compared in a single pass."""
LEAST_COMPARISONS = 50
"""Two judges are compared if they have judged this many pairs in common."""


@dataclass(frozen=True)
class Tally:
    """How often each system beat each other (`wins`), and how often they were equal (`ties`), row by row."""

    systems: tuple[str, ...]
    wins: "array[int]"
    ties: "array[int]"

    @classmethod
    def of(cls, judgements: Judgements) -> "Tally":
        """Count the verdicts of rankings on every two systems, with groups expanded."""
        systems = judgements.systems
        n = len(systems)
        place = {system: number for number, system in enumerate(systems)}
        wins, ties = array("q", bytes(8 * n * n)), array("q", bytes(8 * n * n))
        for (first, second, order), count in Counter(judgements.pairs()).items():
            i, j = place[first], place[second]
            if order:
                wins[i * n + j if order < 0 else j * n + i] += count
            else:
                ties[i * n + j] += count
                ties[j * n + i] += count
        return cls(systems, wins, ties)

    @property
    def n_pairs(self) -> int:
        """The number of observations."""
        return sum(self.wins) + self.n_ties

    @property
    def n_ties(self) -> int:
        """The number of observations that are ties."""
        return sum(self.ties) // 2

    @property
    def undecided(self) -> list[tuple[str, str]]:
        """Pairs of systems neither of which ever beat the other."""
        n = len(self.systems)
        pairs = undecided_pairs(np.asarray(self.wins, dtype=float).reshape(n, n))
        return [(self.systems[i], self.systems[j]) for i, j in pairs]


def undecided_pairs(wins: Array) -> list[tuple[int, int]]:
    """Return the indices of every two systems neither of which ever beat the other."""
    return [(i, j) for i, j in combinations(range(len(wins)), 2) if not (wins[i, j] or wins[j, i])]


def expected_wins(wins: Array) -> Array:
    """Return the mean share of decided comparisons that each system won against each other (Bojar et al. 2013).

    `wins` is one square table of how often one beat the other, or many. Ties are ignored; a pair without any decided
    comparison is skipped, and a system with no other pair is undefined.

    >>> expected_wins(np.array([[0, 3.0], [1, 0]]))
    array([0.75, 0.25])
    """
    decided = wins + np.swapaxes(wins, -1, -2)
    shares = np.zeros(wins.shape)
    np.divide(wins, decided, out=shares, where=decided > 0)
    n_others = (decided > 0).sum(axis=-1)
    found = np.full(n_others.shape, np.nan)
    np.divide(shares.sum(axis=-1), n_others, out=found, where=n_others > 0)
    return found


def exact_expected_wins(wins: Sequence[Sequence[float]]) -> list[float]:
    """Return the same of one table, exactly rounded: systems that won equally often tie, though sums of shares may not.

    >>> wins = [[0, 2, 1, 1], [1, 0, 1, 2], [1, 1, 0, 0], [2, 1, 3, 0]]
    >>> exact_expected_wins(wins)[:2], expected_wins(np.array(wins, dtype=float))[:2].tolist()
    ([0.5, 0.5], [0.49999999999999994, 0.5])
    """
    found = []
    for i, own in enumerate(wins):
        against = [(int(won), int(wins[j][i])) for j, won in enumerate(own) if j != i]
        shares = [Fraction(won, won + lost) for won, lost in against if won + lost]
        found.append(float(sum(shares) / len(shares)) if shares else math.nan)
    return found


def sample_expected_wins(tally: Tally, samples: int, seed: int) -> Array:
    """Return Expected Wins from samples of the observations, drawn with replacement, each of the original size."""
    n = len(tally.systems)
    wins = np.asarray(tally.wins, dtype=float)
    ties = np.triu(np.asarray(tally.ties, dtype=float).reshape(n, n)).ravel()
    cells = np.concatenate([wins, ties])
    n_pairs = int(cells.sum())
    if not n_pairs:
        return np.full((samples, n), np.nan)
    rng = np.random.Generator(np.random.PCG64(seed))
    drawn = rng.multinomial(n_pairs, cells / n_pairs, samples)
    return expected_wins(drawn[:, : n * n].reshape(samples, n, n).astype(float))


def draw_margin(beta: float) -> float:
    """Return by how much two performances may differ and still be a draw."""
    return NormalDist().inv_cdf((DRAW_PROBABILITY + 1) / 2) * math.sqrt(2) * beta


def sample_trueskill(tally: Tally, runs: int, seed: int, progress: Progress | None = None) -> Array:
    """Return the skills from every run of the sampling procedure of Sakaguchi et al. (2014), one run per row."""
    n_steps = tally.n_pairs + 1
    beta = 0.5 * n_steps / 40
    margin = draw_margin(beta)
    found = np.empty((runs, len(tally.systems)))
    for run in range(runs):
        rng = np.random.Generator(np.random.PCG64([seed, run]))
        chances = array("d", rng.random(2 * n_steps).tobytes())
        found[run] = sample_skills(tally.wins, tally.ties, len(tally.systems), chances, beta, margin)
        if progress:
            progress("rating systems", run + 1, runs)
    return found


def rank_ranges(samples: Array, level: float = 0.95) -> list[tuple[int, int]]:
    """Return each system's best and worst rank after dropping the outermost samples at both ends.

    Samples in which a system has no score are skipped; if none remains, any rank is possible.

    >>> rank_ranges(np.array([[0.9, 0.1]] * 99 + [[0.1, 0.9]]))
    [(1, 1), (2, 2)]
    """
    samples = samples[~np.isnan(samples).any(axis=1)]
    if not len(samples):
        return [(1, samples.shape[1])] * samples.shape[1]
    ranks = 1 + (samples[:, None, :] > samples[:, :, None]).sum(axis=2)
    ranks.sort(axis=0)
    # 25 of 1,000, not the 26 that rounding makes of (1 - 0.95) / 2
    dropped = min(math.ceil((1 - level) / 2 * len(samples) - 1e-9), (len(samples) - 1) // 2)
    kept = ranks[dropped : len(samples) - dropped]
    return list(zip(kept[0].tolist(), kept[-1].tolist(), strict=True))


def find_clusters(scores: Sequence[float], ranges: Sequence[tuple[int, int]]) -> list[int]:
    """Return the cluster of each system, from 1: a new one begins where no later system reaches the previous rank."""
    order = sorted(range(len(scores)), key=lambda k: -scores[k])
    clusters = [0] * len(scores)
    number = 1
    for place, system in enumerate(order):
        clusters[system] = number
        later = [ranges[other][0] for other in order[place + 1 :]]
        number += bool(later) and ranges[system][1] < min(later)
    return clusters


def win_tables(scores: Array) -> Array:
    """Return for each sentence which system beat which: a square table of 0 and 1, flattened."""
    n_sentences, n = scores.shape
    return (scores[:, :, None] > scores[:, None, :]).reshape(n_sentences, n * n).astype(np.float32)


def rate_sentences(scores: Array, order: "Sequence[int] | None" = None) -> Array:
    """Return the TrueSkill of systems from sentence scores, higher is better, in one pass over the sentences in order.

    The result depends on the order of sentences and of systems.
    """
    n_sentences, n = scores.shape
    flat = array("d", np.ascontiguousarray(scores, dtype=float).tobytes())
    rounds = array("q", range(n_sentences) if order is None else order)
    return np.array(rate_scores(flat, n, rounds, PASS_BETA, draw_margin(PASS_BETA)))


@dataclass(frozen=True)
class JudgeAgreement:
    """Cohen's kappa of pairs of texts judged more than once: between judges, and of judges with themselves."""

    inter: float
    intra: float


def judge_agreement(judgements: Judgements) -> JudgeAgreement:
    """Return how far judges agree, with one another and with themselves (Bojar et al. 2013, §3.1).

    A merged group counts as one text. For each pair of judges, or each judge, with at least 50 comparisons; the mean is
    weighted by their number. nan if there are none.
    """
    said: dict[object, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for item, first, second, order in judgements.shown_pairs():
        said[item.sentence, first, second][item.judge].append(order)
    tallies: dict[tuple[str, str], list[Counter[int]]] = defaultdict(lambda: [Counter(), Counter()])
    for by_judge in said.values():
        for judge, orders in by_judge.items():
            if len(orders) > 1:
                _compare(tallies[judge, judge], combinations(orders, 2), orders)
        for (one, ours), (two, theirs) in combinations(sorted(by_judge.items()), 2):
            _compare(tallies[one, two], product(ours, theirs), [*ours, *theirs])
    return JudgeAgreement(
        _mean_kappa([made for (one, two), made in tallies.items() if one != two]),
        _mean_kappa([made for (one, two), made in tallies.items() if one == two]),
    )


def _compare(
    tally: "list[Counter[int]]",
    pairs: "combinations[tuple[int, int]] | product[tuple[int, int]]",
    judged: Sequence[int],
) -> None:
    """Count how often judgements were equal (1) or not (0), and how often each verdict was given."""
    agreed, given = tally
    for one, two in pairs:  # one by one: `update` costs more than the few that there are
        agreed[int(one == two)] += 1
    for order in judged:
        given[order] += 1


def _mean_kappa(tallies: "Sequence[Sequence[Counter[int]]]") -> float:
    total = weight = 0.0
    for agreed, given in tallies:
        n = agreed.total()
        chance = sum((count / given.total()) ** 2 for count in given.values())
        if n < LEAST_COMPARISONS or chance == 1:
            continue
        total += n * (agreed[1] / n - chance) / (1 - chance)
        weight += n
    return total / weight if weight else math.nan
