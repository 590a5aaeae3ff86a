"""The contents of a report: columns, and rows of raw values under them. Writers need nothing else."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from math import isnan
from typing import Any

from errata.records import dataclass

Record = Mapping[str, Any]
"""Raw values by key, some of them nested records: an object in JSON, a row in tables."""


@dataclass(frozen=True)
class Column:
    """A column: where records have its values, its headings in tables for people and in TSV or CSV, its format.

    `key` is the key in a record, several for a nested record. Without a `label` the column is not shown to people, and
    without a `name` it is not in TSV and CSV. `kind` is one of `errata.report.writers.KINDS`; texts are left-aligned,
    everything else right-aligned unless `left` is set. `legend` is a line below the table that explains the column.
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
    """Columns and rows of raw values, with a caption, notes such as the signature, and explanations of the columns.

    `strong` names the cells to highlight, as (row number, column key). A table that is not `explained`
    shows no legends, because one above it does. Papers refer to it by its `label`.
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
    """How scores are displayed, for a measure that has its own tables."""

    form: str = "table"
    """The output format: "table", "markdown", "latex" or "html"."""
    sentences: bool = False
    """Whether every sentence or document is shown."""
    best: bool = False
    """Whether the best values are highlighted."""
    brief: bool = False
    """Whether a single table of the systems' scores is enough."""


@dataclass(frozen=True)
class Report:
    """The contents of a report; each part is made when an output format needs it."""

    tables: Callable[[], Iterable[ReportTable]]
    """For people."""
    parts: Callable[[], Mapping[str, str]]
    """The parts of the JSON object, each already serialised."""
    records: Callable[[], Iterable[Record]] | None = None
    """One per line for JSON Lines."""
    flat: Callable[[], ReportTable] | None = None
    """Everything under one header, for TSV and CSV."""


def value_at(record: Record, path: Sequence[str | int], absent: Any = None) -> Any:
    """Return a record's value at these keys, `absent` if it has none.

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
    """Return the columns of several tables combined, for TSV and CSV: those with the same name become one column.

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
    """Return the position of the highest number under each key, in every row with that number; none for a single row.

    >>> sorted(best_cells([{"p": 0.5, "r": None}, {"p": 0.5, "r": 0.2}]))
    [(0, 'p'), (1, 'p'), (1, 'r')]
    """
    found = set()
    for key in rows[0] if len(rows) > 1 else ():
        known = [value for row in rows if (value := row[key]) is not None and not isnan(value)]
        found |= {(number, key) for number, row in enumerate(rows) if known and row[key] == max(known)}
    return found


def interval_label(level: float) -> str:
    """Return the column heading of an interval."""
    return f"{100 * level:.10g}% interval"
