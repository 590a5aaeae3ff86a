"""Tables of counts: rows for every sentence, which of them are chosen, and what they come to."""

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from errata.kernels.sums import sum_picked
from errata.model import Annotator

Number = int | float


@dataclass(frozen=True)
class Table:
    """Rows of counts, the rows of one sentence next to each other.

    `counts` is row after row; the rows of sentence i are `bounds[i]` to `bounds[i + 1]`; `labels` names the reference
    each row was counted against, None where a measure has none. `notes` holds what else a measure wants to remember
    of each row or each sentence, and `basis` what it wants to remember of all rows alike, to tell it when asked.
    """

    columns: tuple[str, ...]
    counts: "array[int] | array[float]"
    bounds: "array[int]"
    labels: Sequence[Annotator | None]
    notes: Sequence[Any] = ()
    basis: Any = None

    @classmethod
    def concatenate(cls, tables: Sequence["Table"]) -> "Table":
        """Join the tables of consecutive blocks."""
        if len(tables) == 1:
            return tables[0]
        counts = tables[0].counts[:]
        bounds = tables[0].bounds[:]
        labels = list(tables[0].labels)
        for table in tables[1:]:
            shift = bounds[-1]
            bounds.extend(shift + bound for bound in table.bounds[1:])
            counts.extend(table.counts)  # type: ignore[arg-type]  # the blocks of one measure share a type code
            labels.extend(table.labels)
        notes = [note for table in tables for note in table.notes]
        return cls(tables[0].columns, counts, bounds, labels, notes, tables[0].basis)

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self.bounds) - 1

    def groups(self) -> Iterator[range]:
        """Yield the rows of each sentence."""
        return (range(first, stop) for first, stop in pairwise(self.bounds))

    def rows_of(self, index: int) -> range:
        """Return the rows of one sentence."""
        return range(self.bounds[index], self.bounds[index + 1])

    def row(self, index: int) -> Sequence[Number]:
        """Return the counts of one row."""
        width = len(self.columns)
        return self.counts[index * width : (index + 1) * width]

    def total(self, rows: Iterable[int]) -> list[Number]:
        """Return the sum of each column over the rows, added in the order given."""
        chosen = [self.row(row) for row in rows]
        return [sum(column) for column in zip(*chosen, strict=True)] or [0] * len(self.columns)

    def total_picked(self, picks: "array[int]") -> list[Number]:
        """Return the sum of each column over the row `picks[i]` of every sentence i, its rows counted from 0."""
        if self.counts.typecode == "q":
            return sum_picked(self.counts, len(self.columns), self.bounds, picks).tolist()
        return self.total(first + pick for first, pick in zip(self.bounds, picks, strict=False))


class Picks(Protocol):
    """As many selections as it is long, each an array with the number of the row picked for every sentence."""

    def __len__(self) -> int: ...

    def __iter__(self) -> "Iterator[array[int]]": ...


@dataclass(frozen=True)
class Selections:
    """Several selections of one row for each sentence, where one choice is not enough (GLEU's draws).

    Each item of `picks` says for every sentence which of its rows is taken, counted from 0. The corpus scores of the
    selections are pooled; a sentence by itself has no chosen row, so the scores of all its rows are.
    """

    picks: Picks


def mean_counts(rows: Sequence[Sequence[Number]]) -> list[Number]:
    """Return the mean of each column, an integer where it is one.

    >>> mean_counts([[1, 2], [2, 4]])
    [1.5, 3]
    """
    n = len(rows)
    sums = (sum(column) for column in zip(*rows, strict=True))
    return [total / n if total % n else int(total // n) for total in sums]


def mean_values(items: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each value."""
    return {name: math.fsum(item[name] for item in items) / len(items) for name in items[0]}


def rows_of_sentences(table: Table, choice: list[int] | Selections) -> Iterator[Sequence[int]]:
    """Yield the rows that speak for each sentence: the chosen one, or all where selections are several."""
    if isinstance(choice, Selections):
        yield from table.groups()
    else:
        yield from ([row] for row in choice)
