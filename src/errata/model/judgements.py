"""What people say about systems: rankings of their outputs sentence by sentence, or scores of systems."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from errata.errors import InputError, suggest
from errata.findings import remedy
from errata.records import dataclass, replace


class RankedGroup(NamedTuple):
    """Systems that wrote the same text and were shown as one, with the rank given by the judge; 1 is best."""

    rank: int
    systems: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """One judge's ranking of some outputs for one sentence.

    `sentence` is the number in the file, which may count from 0 or from 1; `line` is where the item begins.
    """

    sentence: int
    judge: str
    groups: tuple[RankedGroup, ...]
    line: int | None = None

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The rank of every system; those of a group share one."""
        return {system: group.rank for group in self.groups for system in group.systems}


class Pair(NamedTuple):
    """Two systems, or groups of systems, in one ranking: `order` is -1 if the first is better, 1 if the second, or 0.

    The first is the one that comes first by code point.
    """

    first: str
    second: str
    order: int


@dataclass(frozen=True)
class Judgements:
    """Rankings by people; one judge may have ranked the same sentence more than once.

    >>> item = Ranking(0, "Ann", (RankedGroup(1, ("A", "B")), RankedGroup(2, ("C",))))
    >>> found = Judgements((item,))
    >>> found.systems, [pair.order for pair in found.pairs()]
    (('A', 'B', 'C'), [0, -1, -1])
    """

    items: tuple[Ranking, ...]
    name: str = "the judgements"
    """What messages call them."""

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Ranking]:
        return iter(self.items)

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """Every system that was ranked, in code point order."""
        return tuple(sorted({system for item in self.items for group in item.groups for system in group.systems}))

    @cached_property
    def judges(self) -> tuple[str, ...]:
        """Everyone who ranked anything, in code point order."""
        return tuple(sorted({item.judge for item in self.items}))

    def by_judges(self, only: Collection[str] | None = None, without: Collection[str] = ()) -> "Judgements":
        """Return the rankings of some judges; an unknown one is refused."""
        for name in (*(only or ()), *without):
            if name not in self.judges:
                raise InputError(f"{self.name} has no judge {name!r}; {suggest(name, self.judges)}")
        kept = set(self.judges if only is None else only) - set(without)
        return replace(self, items=tuple(item for item in self.items if item.judge in kept))

    def of_sentences(self, numbers: Collection[int]) -> "Judgements":
        """Return the rankings of sentences with these numbers."""
        kept = frozenset(numbers)
        return replace(self, items=tuple(item for item in self.items if item.sentence in kept))

    def pairs(self) -> Iterator[Pair]:
        """Yield the verdict of each ranking on every two systems; those of one group are equal (expanded pairs)."""
        for item in self.items:
            for (first, one), (second, two) in combinations(sorted(item.ranks.items()), 2):
                yield Pair(first, second, (one > two) - (one < two))

    def shown_pairs(self) -> "Iterator[tuple[Ranking, tuple[str, ...], tuple[str, ...], int]]":
        """Yield the verdict of each ranking on every two texts shown, a group being one (pairs not expanded).

        A group is identified by its names as written: in another order they are another group, as in the counts of
        SEEDA's agreement.
        """
        for item in self.items:
            shown = sorted((group.systems, group.rank) for group in item.groups)
            for (first, one), (second, two) in combinations(shown, 2):
                yield item, first, second, (one > two) - (one < two)


class ScoreCell(NamedTuple):
    """A table's value for a system in one column, and its line."""

    text: str
    line: int


@dataclass(frozen=True)
class HumanScores:
    """A table of human scores of systems: one row per system, one or more columns of numbers."""

    rows: Mapping[str, Mapping[str, ScoreCell]]
    """The values of each system in each column."""
    columns: tuple[str, ...]
    name: str = "the table"

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, in the order of the table."""
        return tuple(self.rows)

    @property
    def numeric(self) -> tuple[str, ...]:
        """The columns that have a number in every row."""
        return tuple(
            column
            for column in self.columns
            if all(as_number(row[column].text) is not None for row in self.rows.values())
        )

    def column(self, name: str | None = None) -> dict[str, float]:
        """Return the scores of one column; without a name, of the only column with numbers."""
        if name is None:
            if len(self.numeric) > 1:
                raise InputError(
                    f"{self.name} has several columns of numbers ({', '.join(self.numeric)})",
                    remedy("name the one with the human scores ({human_column})"),
                )
            name = (self.numeric or self.columns)[0]
        if name not in self.columns:
            raise InputError(f"{self.name} has no column {name!r}; {suggest(name, self.columns)}")
        return {system: self._number(row[name], name) for system, row in self.rows.items()}

    def _number(self, cell: ScoreCell, column: str) -> float:
        value = as_number(cell.text)
        if value is None:
            raise InputError(
                f"{self.name}, line {cell.line}: {cell.text!r} in the column {column!r} is not a number; "
                "name another column, or correct the cell"
            )
        return value


def as_number(text: str) -> float | None:
    """Return the finite number in a text, None if there is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) != float("inf") and value == value else None
