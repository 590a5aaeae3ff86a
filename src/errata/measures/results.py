"""What a measure says of a system: values, counts and signature; sentences and groups when asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from errata.errors import InputError
from errata.measures.tables import Number, Selections, Table
from errata.model import Annotator

if TYPE_CHECKING:
    from errata.measures.base import Better, Measure

_SHARED = {"is_documented": False}
"""Marks what other rooms of the package need of a score, and the reference leaves out."""


@dataclass(frozen=True)
class SentenceScore:
    """The score of one sentence, from its chosen row alone; `index` counts from 0."""

    index: int
    score: float
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    reference: Annotator | None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Interval:
    """Between which values a score lies in a share `level` of the samples of a bootstrap.

    `units` is the number of sentences, documents or clusters that were drawn from, and `values` has the ends for
    every value of the measure, the score among them.
    """

    level: float
    low: float
    high: float
    samples: int
    seed: int
    method: str
    units: int
    values: Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class GroupScore:
    """The counts of one group of a breakdown, such as a type of error, and the values they stand for."""

    name: str
    values: Mapping[str, float]
    counts: Mapping[str, Number]


@dataclass(frozen=True)
class Breakdown:
    """The counts of a system shared out by a facet, with averages.

    `micro` are the values of all counts together, `macro` the means of the groups' values, each group weighing the
    same.
    """

    facet: str
    groups: tuple[GroupScore, ...]
    micro: Mapping[str, float]
    macro: Mapping[str, float]


@dataclass(frozen=True)
class Score:
    """What a measure says of one system: headline score, its companions, the counts behind them, the signature.

    >>> from errata import score
    >>> score(sources=["He go ."], references=[["He goes ."]], outputs=["He goes ."], measures=["green:n=3"]).scores[0]
    Score(output, green:n=3, f 1.0000)
    """

    system: str
    measure: str
    signature: str
    score: float
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    made_by: "Measure" = field(metadata=_SHARED)
    table: Table = field(compare=False, metadata=_SHARED)
    choice: "list[int] | Selections" = field(compare=False, metadata=_SHARED)
    interval: Interval | None = None

    def __repr__(self) -> str:
        return f"Score({self.system}, {self.title}, {next(iter(self.values), 'score')} {self.score:.4f})"

    @cached_property
    def details(self) -> Mapping[str, Any]:
        """What only this measure has to say, worked out when first asked for."""
        return self.made_by.corpus_details(self.table, self._chosen)

    @property
    def _chosen(self) -> list[int]:
        return [] if isinstance(self.choice, Selections) else self.choice

    def rows_of(self, index: int) -> Sequence[int]:
        """Return the rows that speak for a sentence: the chosen one, or all where selections are several."""
        if isinstance(self.choice, Selections):
            return self.table.rows_of(index)
        return [self.choice[index]]

    def sentence_values(self, index: int) -> Mapping[str, float]:
        """Return the values of one sentence, counted from 0, and nothing else of it."""
        return self.made_by.sentence_values(self.table, self.rows_of(index))

    def sentence(self, index: int) -> SentenceScore:
        """Return the score of one sentence, counted from 0, without working out the others'."""
        return self.made_by.describe_sentence(self.table, index, self.rows_of(index))

    @property
    def works_on(self) -> str:
        """What a row is: "sentences" or "documents"."""
        return self.made_by.works_on

    @property
    def facets(self) -> tuple[str, ...]:
        """What the counts can be broken down by."""
        return self.made_by.facets

    @cached_property
    def sentences(self) -> tuple[SentenceScore, ...]:
        """The score of every sentence, worked out when first asked for."""
        return tuple(map(self.sentence, range(len(self.table))))

    @property
    def notes(self) -> list[Any]:
        """What the measure remembers of the chosen row of each sentence, for those who know how to read it."""
        assert not isinstance(self.choice, Selections)
        return [self.table.notes[row] for row in self.choice]

    @property
    def title(self) -> str:
        """The measure with the options that are not at their defaults, as one would write it."""
        return self.made_by.title

    @property
    def better(self) -> "Better":
        """Which of two scores is the better one: "higher" or "lower"."""
        return self.made_by.better

    @property
    def merit(self) -> float:
        """The score, turned where lower is better, so that of two merits the higher is always the better one."""
        return self.score if self.better == "higher" else -self.score

    @property
    def merits(self) -> dict[str, float]:
        """The values, turned where lower is better."""
        better_of = self.made_by.better_of
        return {name: -value if better_of(name) == "lower" else value for name, value in self.values.items()}

    @property
    def proposes_nothing(self) -> bool:
        """Whether the system changed nothing, so that its precision is 0 of 0, whatever the measure makes of that."""
        for names in (("proposed",), ("system",), ("tp", "fp")):
            if self.counts.keys() >= set(names):
                return not any(self.counts[name] for name in names)
        return False

    @property
    def labels(self) -> dict[str, str]:
        """How tables head the column of each value."""
        return {value: self.made_by.label(value) for value in self.values}

    def breakdown(self, facet: str) -> Breakdown:
        """Return the counts shared out by one of `facets`."""
        if facet not in self.facets:
            known = f"by {', '.join(self.facets)}" if self.facets else "not at all"
            raise InputError(f"{self.measure} cannot be broken down by {facet!r}, {known}")
        sums = self.made_by.split(self.table, self._chosen, facet)
        return self.made_by.break_down(sums, self.table.columns, facet)
