"""What a report declares: columns, and rows of raw values under them. Writers know nothing else."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from math import isnan
from typing import Any

from errata.records import dataclass

Record = Mapping[str, Any]
"""Raw values under their keys, some of them records again: an object of JSON, a row of tables."""


@dataclass(frozen=True)
class Column:
    """A column: where records have its values, how tables for people and TSV or CSV head it, how people see a value.

    `key` is the key in a record, several for a record within. Without a `label` the column is not shown to people, and
    without a `name` it is not in TSV and CSV. `kind` is one of `errata.report.writers.KINDS`; texts are set left, the
    rest right unless `left` is set. `legend` is a line below the table that explains the column.
    """

    key: str | tuple[str | int, ...]
    label: str | None = None
    kind: str = "text"
    legend: str = ""
    name: str | None = None
    left: bool = False

    @property
    def path(self) -> tuple[str | int, ...]:
        """The keys that lead to a value."""
        return (self.key,) if isinstance(self.key, str) else self.key


@dataclass(frozen=True)
class ReportTable:
    """Columns and rows of raw values, with a caption, notes such as the signature, and what explains the columns.

    `strong` names the cells to set off, as (number of the row, key of the column). A table that is not `explained`
    shows no legends, because one above it does. A `label` is what a paper refers to it by.
    """

    columns: Sequence[Column]
    rows: Sequence[Record]
    caption: str = ""
    notes: Sequence[str] = ()
    legend: Sequence[str] = ()
    strong: Collection[tuple[int, Hashable]] = ()
    explained: bool = True
    label: str = ""


@dataclass(frozen=True)
class View:
    """What is to be seen of scores, for a measure that has tables of its own."""

    form: str = "table"
    """The form of output: "table", "markdown", "latex" or "html"."""
    sentences: bool = False
    """Whether every sentence or document is shown."""
    best: bool = False
    """Whether the best values are set off."""
    brief: bool = False
    """Whether a single table of the systems' scores will do."""


@dataclass(frozen=True)
class Report:
    """What there is to show; each part is made when a form of output asks for it."""

    tables: Callable[[], Iterable[ReportTable]]
    """For people."""
    parts: Callable[[], Mapping[str, str]]
    """Of the JSON object, each of them JSON already."""
    records: Callable[[], Iterable[Record]] | None = None
    """One a line for JSON Lines."""
    flat: Callable[[], ReportTable] | None = None
    """Everything under one header, for TSV and CSV."""


def value_at(record: Record, path: Sequence[str | int], absent: Any = None) -> Any:
    """Return what a record has there, `absent` where it has nothing.

    >>> value_at({"ranks": [1, 2]}, ("ranks", 1)), value_at({}, ("interval", "low"))
    (2, None)
    """
    value: Any = record
    *outer, last = path
    for key in outer:
        value = value.get(key)
        if value is None:
            return absent
    return value[last] if isinstance(last, int) else value.get(last, absent)


def merge_columns(*tables: Sequence[Column]) -> list[Column]:
    """Return the columns of several tables as those of one, for TSV and CSV: what has the same name is one column.

    >>> [column.name for column in merge_columns([Column("a", name="a"), Column("z", name="z")],
    ...                                          [Column("a", name="a"), Column("b", name="b"), Column("z", name="z")])]
    ['a', 'b', 'z']
    """
    merged: list[Column] = []
    for columns in tables:
        new: list[Column] = []
        places = {column.name: column for column in merged}
        for column in columns:
            if column.name in places:
                place = merged.index(places[column.name])
                merged[place:place] = new
                new = []
            elif column.name is not None:
                new.append(column)
        merged += new
    return merged


def best_cells(rows: Sequence[Mapping[Any, float | None]]) -> set[tuple[int, Any]]:
    """Return where the highest number under each key is, in every row that has it; of a single row nothing is best.

    >>> sorted(best_cells([{"p": 0.5, "r": None}, {"p": 0.5, "r": 0.2}]))
    [(0, 'p'), (1, 'p'), (1, 'r')]
    """
    found = set()
    for key in rows[0] if len(rows) > 1 else ():
        known = [value for row in rows if (value := row[key]) is not None and not isnan(value)]
        found |= {(number, key) for number, row in enumerate(rows) if known and row[key] == max(known)}
    return found


def interval_label(level: float) -> str:
    """Return how tables head the column of an interval."""
    return f"{100 * level:.10g}% interval"
