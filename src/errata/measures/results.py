"""What a measure says of a system: values, counts and signature; sentences and groups when asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from errata.corpus import Annotator
from errata.errors import InputError
from errata.measures.breakdown import Breakdown
from errata.measures.tables import Number, Selections, Table

if TYPE_CHECKING:
    from errata.measures.base import Measure


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
class Score:
    """What a measure says of one system: headline score, its companions, the counts behind them, the signature."""

    system: str
    measure: str
    signature: str
    score: float
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    _measure: "Measure" = field(repr=False)
    _table: Table = field(repr=False, compare=False)
    _choice: "list[int] | Selections" = field(repr=False, compare=False)
    interval: Interval | None = None

    @cached_property
    def details(self) -> Mapping[str, Any]:
        """What only this measure has to say, worked out when first asked for."""
        return self._measure.corpus_details(self._table, self._chosen)

    @property
    def _chosen(self) -> list[int]:
        return [] if isinstance(self._choice, Selections) else self._choice

    def rows_of(self, index: int) -> Sequence[int]:
        """Return the rows that speak for a sentence: the chosen one, or all where selections are several."""
        if isinstance(self._choice, Selections):
            return range(self._table.bounds[index], self._table.bounds[index + 1])
        return [self._choice[index]]

    def sentence_values(self, index: int) -> Mapping[str, float]:
        """Return the values of one sentence, counted from 0, and nothing else of it."""
        return self._measure.sentence_values(self._table, self.rows_of(index))

    def sentence(self, index: int) -> SentenceScore:
        """Return the score of one sentence, counted from 0, without working out the others'."""
        return self._measure.describe_sentence(self._table, index, self.rows_of(index))

    @property
    def works_on(self) -> str:
        """What a row is: "sentences" or "documents"."""
        return self._measure.works_on

    @property
    def facets(self) -> tuple[str, ...]:
        """What the counts can be broken down by."""
        return self._measure.facets

    @cached_property
    def sentences(self) -> tuple[SentenceScore, ...]:
        """The score of every sentence, worked out when first asked for."""
        return tuple(map(self.sentence, range(len(self._table))))

    @property
    def notes(self) -> list[Any]:
        """What the measure remembers of the chosen row of each sentence, for those who know how to read it."""
        assert not isinstance(self._choice, Selections)
        return [self._table.notes[row] for row in self._choice]

    @property
    def title(self) -> str:
        """The measure with the options that are not at their defaults, as one would write it."""
        return self._measure.title

    @property
    def labels(self) -> dict[str, str]:
        """How tables head the column of each value."""
        return {value: self._measure.label(value) for value in self.values}

    def breakdown(self, facet: str) -> Breakdown:
        """Return the counts shared out by one of `facets`."""
        if facet not in self.facets:
            known = f"by {', '.join(self.facets)}" if self.facets else "not at all"
            raise InputError(f"{self.measure} cannot be broken down by {facet!r}, {known}")
        sums = self._measure.split(self._table, self._chosen, facet)
        return self._measure.break_down(sums, self._table.columns, facet)
