"""How often a measure prefers the sentence that people prefer (Kobayashi et al. 2024), ties by the rule asked for."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from errata.model.judgements import Judgements

TIES = ("first-loses", "wrong", "half", "skip")
"""What a tie of the measure counts: a loss of the system listed first, never right, half right, or nothing."""


class Preference(NamedTuple):
    """Two systems of one ranking that people tell apart: their places, the first listed first, and their ranks."""

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
class RankPairAgreement:
    """The agreement on those pairs to which people gave two ranks, the better one first."""

    ranks: tuple[int, int]
    n: int
    agree: float
    ties: int

    @property
    def accuracy(self) -> float:
        """The share of pairs that the measure orders as people do; nan of none."""
        return self.agree / self.n if self.n else math.nan


@dataclass(frozen=True)
class SentenceLevel:
    """The agreement of a measure with people on pairs of outputs for the same sentence.

    `ties` counts the pairs to which the measure gives one score, whatever they count in `n` and `agree`.
    """

    n: int
    agree: float
    ties: int
    by_rank: tuple[RankPairAgreement, ...] = ()

    @property
    def accuracy(self) -> float:
        """The share of pairs that the measure orders as people do; nan of none."""
        return self.agree / self.n if self.n else math.nan

    @property
    def kendall(self) -> float:
        """The share of pairs in the same order minus that of pairs in the other."""
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


def agree(
    preferences: Iterable[Preference],
    merits: Mapping[int, Sequence[float]],
    ties: str = "first-loses",
    by_rank: bool = False,
) -> SentenceLevel:
    """Compare preferences with scores of sentences, higher is better: {sentence: score of each system}.

    >>> preferences = [Preference(0, 0, 1, 1, 2), Preference(0, 0, 2, 3, 2)]
    >>> agree(preferences, {0: [0.5, 0.4, 0.5]})
    SentenceLevel(n=2, agree=2, ties=1, by_rank=())
    """
    counts: dict[tuple[int, int], list[int]] = {}
    for preference in preferences:
        sentence, a, b, one, two = preference
        scores = merits[sentence]
        x, y = scores[a], scores[b]
        tally = counts.setdefault(preference.ranks, [0, 0, 0])
        if x > y:
            tally[0 if one < two else 1] += 1
        elif x < y:
            tally[0 if two < one else 1] += 1
        else:  # a score that is not defined ties with all
            tally[2] += 1
            if ties == "first-loses" and two < one:
                tally[0] += 1
            elif ties == "first-loses" or ties == "wrong":
                tally[1] += 1
    parts = [_part(ranks, tally, ties) for ranks, tally in sorted(counts.items())]
    total = [sum(column) for column in zip(*((p.n, p.agree, p.ties) for p in parts), strict=True)] or [0, 0, 0]
    return SentenceLevel(int(total[0]), total[1], int(total[2]), tuple(parts) if by_rank else ())


def _part(ranks: tuple[int, int], tally: Sequence[int], ties: str) -> RankPairAgreement:
    right, wrong, tied = tally
    if ties == "half":
        return RankPairAgreement(ranks, right + wrong + tied, right + tied / 2, tied)
    return RankPairAgreement(ranks, right + wrong, right, tied)
