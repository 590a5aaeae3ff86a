"""The formats of a report: formatted cells as text, Markdown, LaTeX or HTML, raw values as JSON, TSV, CSV."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import isnan
from typing import Any
from unicodedata import category, east_asian_width

from errata import findings
from errata._version import __version__
from errata.records import dataclass
from errata.report.report import Record, Report, ReportTable, value_at
from errata.text.messages import printable, printable_json

FORMATS = ("table", "json", "jsonl", "tsv", "csv", "markdown", "latex", "html")
PARQUET = "parquet"
STREAMED = ("json", "jsonl", PARQUET)
"""Formats in which sentence scores are written as they are computed."""
FOR_PEOPLE = ("table", "markdown", "latex", "html")
SCHEMA = 1
"""Version of the JSON schema; a breaking change increments it."""
DIGITS = 2
"""Decimals of percentages for people."""
_DASH = "–"
"""Represents an undefined value."""
_DAGGER = "†"
_WIDTHLESS = frozenset({"Mn", "Me", "Cf"})
"""Characters that combine with the previous one, or are invisible."""
_MARKDOWN = str.maketrans({character: f"\\{character}" for character in "\\|*_`<&~"})
_LINK = r"(?i)!(?=\[)|\](?=[(\[:])|:(?=//)|(?<=www)\."
"""What makes a text a link or an image, or a bare address one; the brackets of an interval are left alone."""


def write(
    report: Report, form: str, *, digits: int | None = None, warnings: Sequence[str] = (), bold: bool = False
) -> str:
    """Return a report in one of `FORMATS`.

    Formats for people show percentages with two decimals (or `digits`); `bold` is for terminal captions. Formats for
    programs show unrounded values; only JSON has the warnings.
    """
    if form == "json":
        return envelope(warnings, report.parts())
    if form == "jsonl" and report.records:
        return "\n".join(map(dumps, report.records()))
    if form in {"tsv", "csv"} and report.flat:
        return to_flat(report.flat(), form, digits)
    return draw(report.tables(), form, digits=digits, bold=bold)


def draw(tables: Iterable[ReportTable], form: str, *, digits: int | None = None, bold: bool = False) -> str:
    """Return tables for people, one after another: as "markdown", "latex" or "html", otherwise as text."""
    layouts = [_lay_out(table, DIGITS if digits is None else digits) for table in tables]
    if form == "latex":
        from errata.report.latex import to_latex

        return "\n\n".join(map(to_latex, layouts))
    if form == "html":
        from errata.report.html import to_html

        return "\n".join(map(to_html, layouts))
    if form == "markdown":
        return "\n\n".join(map(_to_markdown, layouts))
    return "\n\n".join(_to_text(layout, bold) for layout in layouts)


def percent(value: float | None, digits: int) -> str:
    """Return a value as a percentage, a dash if it is undefined.

    >>> percent(0.12345, 2), percent(float("nan"), 2)
    ('12.35', '–')
    """
    return _DASH if value is None or isnan(value) else f"{100 * value:.{digits}f}"


def _text(value: object, _: int) -> str:
    return "" if value is None else str(value)


def _count(value: float | str | None, _: int) -> str:
    """Show two decimals if a count is really a mean or a weight."""
    return f"{value:.2f}" if isinstance(value, float) else "" if value is None else str(value)


def _compared(value: Record, digits: int) -> str:
    """Show the percentage of a system, with a dagger if it differs significantly from another one."""
    return percent(value["score"], digits) + (_DAGGER if value.get("differs") else "")


def _decimal(value: float | None, _: int) -> str:
    return _DASH if value is None or isnan(value) else f"{value:.3f}"


def _interval(value: Any, digits: int) -> str:
    low, high = value if isinstance(value, list | tuple) else (value["low"], value["high"])
    return f"[{percent(low, digits)}, {percent(high, digits)}]"


def _decimals(value: Any, _: int) -> str:
    """Show an interval of values that are not percentages."""
    low, high = value
    return f"[{_decimal(low, 0)}, {_decimal(high, 0)}]"


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
    "compared": _compared,
    "decimal": _decimal,
    "interval": _interval,
    "decimals": _decimals,
    "span": _span,
    "p": _p,
    "flag": _flag,
}
"""How a value of each kind is shown, given the decimals of percentages."""
_LEFT = frozenset({"text", "prose"})


@dataclass(frozen=True)
class Layout:
    """A table of formatted and escaped cells.

    `left` says for each column whether it is left-aligned; `strong` names cells as (row, column); `prose` is the column
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
    label: str = ""


def _lay_out(table: ReportTable, digits: int) -> Layout:
    """Return the cells of the columns shown to people."""
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
        label=table.label,
    )


def strong_mark(form: str) -> str:
    """Return how highlighted cells are marked, for a legend."""
    return "bold" if form in {"markdown", "latex", "html"} else "*"


def display_width(text: str) -> int:
    """Return how many terminal columns the text takes: two for wide characters, none for combining marks.

    >>> display_width("猫 cat"), display_width("cafe\u0301")
    (6, 4)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


@lru_cache(4096)
def _columns(character: str) -> int:
    return 0 if category(character) in _WIDTHLESS else 2 if east_asian_width(character) in "WF" else 1


def pad(text: str, width: int, left: bool = True) -> str:
    """Pad a text with spaces to this many terminal columns."""
    spaces = " " * (width - display_width(text))
    return text + spaces if left else spaces + text


def _marked(table: Layout) -> list[Sequence[str]]:
    """Return header and rows, with a star in highlighted cells and a space instead in the rest of their columns."""
    columns = {column for _, column in table.strong}
    marked = {column for cells in table.rows for column, text in enumerate(cells) if text.endswith(_DAGGER)}
    if not columns | marked:
        return [table.header, *table.rows]

    def cell(text: str, row: int, column: int) -> str:
        space = " " if column in marked and not text.endswith(_DAGGER) else ""
        return text + space + (("*" if (row, column) in table.strong else " ") if column in columns else "")

    return [
        [cell(text, row, c) for c, text in enumerate(cells)]
        for row, cells in enumerate([table.header, *table.rows], -1)
    ]


def _to_text(table: Layout, bold: bool = False) -> str:
    """Return aligned columns, with a star in highlighted cells; `bold` marks caption and header for a terminal."""
    lines = _marked(table)
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(map(pad, cells, widths, table.left)).rstrip()

    def strong(text: str) -> str:
        return f"\033[1m{text}\033[0m" if bold else text

    head = [strong(table.caption)] if table.caption else []
    rule = "─" * (sum(widths) + 2 * (len(widths) - 1))
    return "\n".join([*head, strong(line(lines[0])), rule, *map(line, lines[1:]), *table.notes, *table.legend])


def _escaped(text: str) -> str:
    """Return a text escaped so that Markdown shows it unchanged."""
    return re.sub(_LINK, r"\\\g<0>", text.translate(_MARKDOWN))


def _as_code(text: str) -> str:
    """Return a text between enough backticks that none of its own ends it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{text}{fence}" if fence == "`" else f"{fence} {text} {fence}"


def _to_markdown(table: Layout) -> str:
    """Return a table with highlighted cells in bold and notes as code."""

    def line(cells: Sequence[str], row: int = -1) -> str:
        escaped = [_escaped(cell) for cell in cells]
        shown = [f"**{cell}**" if (row, column) in table.strong else cell for column, cell in enumerate(escaped)]
        return "| " + " | ".join(shown) + " |"

    rule = ["---" if is_left else "---:" for is_left in table.left]
    head = [f"**{_escaped(table.caption)}**", ""] if table.caption else []
    notes = [f"\n{_as_code(note)}" for note in table.notes]
    if table.legend:
        notes.append("\n" + "\\\n".join(_escaped(text.strip()) for text in table.legend))
    rows = [line(cells, row) for row, cells in enumerate(table.rows)]
    return "\n".join([*head, line(table.header), line(rule), *rows, *notes])


def _flat_cell(value: object, digits: int | None) -> str:
    """Return a value for programs, empty if it is undefined."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if isnan(value) else repr(value) if digits is None else f"{value:.{digits}f}"
    return str(value)


def to_flat(table: ReportTable, form: str, digits: int | None = None) -> str:
    """Return the columns that have a name, as "tsv" or "csv".

    TSV has no quotes: tabs, line ends and backslashes are escaped by a backslash. CSV is quoted as in RFC 4180, with LF
    line ends.
    """
    from errata.formats.cells import count_formulas, tell_formulas, write_csv, write_tsv

    columns = [column for column in table.columns if column.name is not None]
    paths = [column.path for column in columns]
    rows = [[_flat_cell(value_at(row, path), digits) for path in paths] for row in table.rows]
    if n_formulas := count_formulas(rows):
        findings.report(findings.Finding("formulas", tell_formulas(n_formulas), count=n_formulas), 2)
    header = [column.name or "" for column in columns]
    return "\n".join(map(write_tsv if form == "tsv" else write_csv, [header, *rows]))


def number(value: float) -> float | None:
    """Return a number, None if it is undefined."""
    return None if isnan(value) else value


def numbers(values: Mapping[str, float]) -> dict[str, float | None]:
    """Return numbers by name, None for undefined ones."""
    return {name: number(value) for name, value in values.items()}


def dumps(value: object, indent: int | None = None) -> str:
    """Return a value as JSON, in one line unless it is indented."""
    import json  # costs the start-up of every table 5 ms otherwise

    return printable_json(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent))


def list_of(items: Iterable[str]) -> str:
    """Return a JSON list of serialised items, one per line."""
    return "[\n  " + ",\n  ".join(items) + "\n ]"


def inner_list(values: Iterable[object]) -> str:
    """Return a JSON list within another, one value per line."""
    lines = ",\n    ".join(map(dumps, values))
    return f"[\n    {lines}]" if lines else "[]"


def envelope(warnings: Sequence[str], parts: Mapping[str, str]) -> str:
    """Return a whole report as one JSON object; its parts are already serialised."""
    inner = "".join(f' "{name}": {text},\n' for name, text in parts.items())
    return f'{{"errata": {dumps(__version__)}, "schema": {SCHEMA},\n{inner} "warnings": {dumps(list(warnings))}}}'
