"""From raw values to the cells that people read: how each kind of value looks, whatever the form of output."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from errata.report.report import Record, ReportTable, value_at
from errata.text.messages import printable

_DASH = "–"
"""Stands for what is not defined."""


def percent(value: float | None, digits: int) -> str:
    """Return a value as a percentage, a dash where it is not defined.

    >>> percent(0.12345, 2), percent(float("nan"), 2)
    ('12.35', '–')
    """
    return _DASH if value is None or isnan(value) else f"{100 * value:.{digits}f}"


def _text(value: object, _: int) -> str:
    return "" if value is None else str(value)


def _count(value: float | str | None, _: int) -> str:
    """Show two digits where a count is none but a mean or a weight."""
    return f"{value:.2f}" if isinstance(value, float) else "" if value is None else str(value)


def _decimal(value: float | None, _: int) -> str:
    return _DASH if value is None or isnan(value) else f"{value:.3f}"


def _interval(value: Any, digits: int) -> str:
    low, high = value if isinstance(value, list | tuple) else (value["low"], value["high"])
    return f"[{percent(low, digits)}, {percent(high, digits)}]"


def _span(value: Sequence[int], _: int) -> str:
    low, high = value
    return str(low) if low == high else f"{low}–{high}"


def _p(value: Any, _: int) -> str:
    """Show a p-value, or that of a test, which may be exact."""
    if isinstance(value, dict):
        return _p(value["p"], 0) + (" exact" if value["exact"] else "")
    if value is None or isnan(value):
        return _DASH
    return f"{value:.4f}" if value >= 0.00005 else f"{value:.1e}"


def _flag(value: object, _: int) -> str:
    return "yes" if value else "no"


KINDS: dict[str, Callable[[Any, int], str]] = {
    "text": _text,
    "prose": _text,  # may be broken into lines
    "number": _text,
    "count": _count,
    "percent": percent,
    "decimal": _decimal,
    "interval": _interval,
    "span": _span,
    "p": _p,
    "flag": _flag,
}
"""How a value of each kind is shown, given the digits of percentages."""
_LEFT = frozenset({"text", "prose"})


@dataclass(frozen=True)
class Layout:
    """A table in cells that are ready to print, and safe to.

    `left` tells for each column whether it is set left; `strong` names cells as (row, column); `prose` is the column
    of running text.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[bool]
    caption: str
    notes: Sequence[str]
    legend: Sequence[str]
    strong: Collection[tuple[int, int]]
    prose: int | None


def lay_out(table: ReportTable, digits: int) -> Layout:
    """Return the cells of the columns that people are shown."""
    columns = [column for column in table.columns if column.label is not None]
    kinds = [column.kind for column in columns]
    ways = [(column.path, KINDS[column.kind]) for column in columns]

    def cell(row: Record, path: Sequence[str | int], show: Callable[[Any, int], str]) -> str:
        value = value_at(row, path, absent="")
        return "" if value == "" else printable(show(value, digits))

    legend = [*(column.legend for column in columns if column.legend), *table.legend] if table.explained else []
    return Layout(
        header=[printable(column.label or "") for column in columns],
        rows=[[cell(row, path, show) for path, show in ways] for row in table.rows],
        left=[column.left or column.kind in _LEFT for column in columns],
        caption=printable(table.caption),
        notes=[printable(note) for note in table.notes],
        legend=[printable(text) for text in legend],
        strong={(row, place) for row, key in table.strong for place, column in enumerate(columns) if column.key == key},
        prose=kinds.index("prose") if "prose" in kinds else None,
    )


def strong_mark(form: str) -> str:
    """Return how strong cells are set off, for a legend."""
    return "bold" if form in {"markdown", "latex"} else "*"
