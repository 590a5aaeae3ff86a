"""How often a measure prefers the sentence that people prefer (Kobayashi et al. 2024), with a choice of tie rules."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from errata.model.judgements import Judgements
from errata.records import dataclass

TIES = ("first-loses", "wrong", "half", "skip")
"""How a tie of the measure counts: as a loss of the system listed first, never right, half right, or not at all."""


class Preference(NamedTuple):
    """Two systems of one ranking between which people have a preference: their indices, and their ranks."""

    sentence: int
    first: int
    second: int
    first_rank: int
    second_rank: int

    @property
    def ranks(self) -> tuple[int, int]:
        """Both ranks, the better one first."""
        one, two = self.first_rank, self.second_rank
        return (one, two) if one < two else (two, one)


@dataclass(frozen=True)
class AgreementInterval:
    """The values between which accuracy and Kendall's tau lie in a share `level` of bootstrap samples.

    Judged sentences are resampled. A sentence is drawn with all its pairs, which are not independent of one another.
    """

    level: float
    samples: int
    seed: int
    accuracy: tuple[float, float]

    @property
    def kendall(self) -> tuple[float, float]:
        """The ends of Kendall's tau, which is twice the accuracy minus 1."""
        low, high = self.accuracy
        return 2 * low - 1, 2 * high - 1


@dataclass(frozen=True)
class RankPairAgreement:
    """The agreement on the pairs to which people gave these two ranks, the better one first."""

    ranks: tuple[int, int]
    n: int
    agree: float
    ties: int

    @property
    def accuracy(self) -> float:
        """The share of pairs that the measure orders as people do; nan if there are none."""
        return self.agree / self.n if self.n else math.nan


@dataclass(frozen=True)
class SentenceLevel:
    """The agreement of a measure with people on pairs of outputs for the same sentence.

    `ties` counts the pairs with equal scores, however these count in `n` and `agree`.
    """

    n: int
    agree: float
    ties: int
    by_rank: tuple[RankPairAgreement, ...] = ()
    interval: AgreementInterval | None = None

    @property
    def accuracy(self) -> float:
        """The share of pairs that the measure orders as people do; nan if there are none."""
        return self.agree / self.n if self.n else math.nan

    @property
    def kendall(self) -> float:
        """The share of pairs in the same order minus that of pairs in reverse order."""
        return (2 * self.agree - self.n) / self.n if self.n else math.nan


def find_preferences(judgements: Judgements, systems: Sequence[str], first: int = 0) -> list[Preference]:
    """Return what people prefer among some systems; the numbers of sentences in the judgements begin with `first`."""
    places = {system: place for place, system in enumerate(systems)}
    found = []
    for item in judgements:
        ranked = sorted((places[system], rank) for system, rank in item.ranks.items() if system in places)
        for number, (a, one) in enumerate(ranked):
            for b, two in ranked[number + 1 :]:
                if one != two:
                    found.append(Preference(item.sentence - first, a, b, one, two))
    return found


def _verdict(preference: Preference, merits: Mapping[int, Sequence[float]], ties: str) -> tuple[int, float, int]:
    """Return what a pair adds to the pairs that count, to those that agree, and to the ties."""
    sentence, a, b, one, two = preference
    x, y = merits[sentence][a], merits[sentence][b]
    if x > y:
        return 1, int(one < two), 0
    if x < y:
        return 1, int(two < one), 0
    if ties == "half":  # a score that is not defined ties with all
        return 1, 0.5, 1
    return int(ties != "skip"), int(ties == "first-loses" and two < one), 1


def agree(
    preferences: Iterable[Preference],
    merits: Mapping[int, Sequence[float]],
    ties: str = "first-loses",
    by_rank: bool = False,
) -> SentenceLevel:
    """Compare preferences with scores of sentences, higher is better: {sentence: score of each system}.

    >>> preferences = [Preference(0, 0, 1, 1, 2), Preference(0, 0, 2, 3, 2)]
    >>> agree(preferences, {0: [0.5, 0.4, 0.5]})
    SentenceLevel(n=2, agree=2, ties=1, by_rank=(), interval=None)
    """
    counts: dict[tuple[int, int], list[float]] = {}
    for preference in preferences:
        tally = counts.setdefault(preference.ranks, [0, 0, 0])
        n, right, tied = _verdict(preference, merits, ties)
        tally[0] += n
        tally[1] += right
        tally[2] += tied
    parts = [
        RankPairAgreement(ranks, int(n), float(right) if ties == "half" else right, int(tied))
        for ranks, (n, right, tied) in sorted(counts.items())
    ]
    return SentenceLevel(
        sum(part.n for part in parts),
        sum(part.agree for part in parts),
        sum(part.ties for part in parts),
        tuple(parts) if by_rank else (),
    )


def agree_by_sentence(
    preferences: Iterable[Preference], merits: Mapping[int, Sequence[float]], ties: str
) -> list[tuple[int, float]]:
    """Return for each judged sentence how many pairs count and how many of them agree, in the order of sentences."""
    counts: dict[int, tuple[int, float]] = {}
    for preference in preferences:
        n, right = counts.get(preference.sentence, (0, 0))
        counted, agreed, _ = _verdict(preference, merits, ties)
        counts[preference.sentence] = (n + counted, right + agreed)
    return [found for _, found in sorted(counts.items())]
