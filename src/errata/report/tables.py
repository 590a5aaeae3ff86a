"""Draw a table as aligned text, Markdown, TSV or CSV; LaTeX has its own module."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from unicodedata import category, east_asian_width
from warnings import warn

from errata.errors import ErrataWarning
from errata.formats.cells import count_formulas, tell_formulas, write_csv, write_tsv
from errata.text.printable import printable

_WIDTHLESS = frozenset({"Mn", "Me", "Cf"})
"""Characters that stand on the one before, or cannot be seen."""


@dataclass(frozen=True)
class TextTable:
    """A caption, a header, rows of ready cells, and notes; the first `n_left` columns are set left, the rest right.

    `strong` names the cells to set off, as (row, column); `legend` explains the columns to people; `prose` is the
    column of running text, which may be broken into lines.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    notes: Sequence[str] = ()
    n_left: int = 1
    strong: Collection[tuple[int, int]] = ()
    legend: Sequence[str] = ()
    prose: int | None = None


def percent(value: float | None, digits: int) -> str:
    """Return a value as a percentage, a dash where it is not defined.

    >>> percent(0.12345, 2), percent(float("nan"), 2)
    ('12.35', '–')
    """
    return "–" if value is None or isnan(value) else f"{100 * value:.{digits}f}"


def count_cell(count: float) -> str:
    """Return a count, with two digits where it is none but a mean or a weight."""
    return str(count) if isinstance(count, int) else f"{count:.2f}"


def insert_column(table: TextTable, at: int, head: str, cells: Sequence[str]) -> TextTable:
    """Return the table with one more column; strong cells stay the same ones."""
    rows = [[*row[:at], cell, *row[at:]] for row, cell in zip(table.rows, cells, strict=True)]
    strong = {(row, column + (column >= at)) for row, column in table.strong}
    return replace(table, header=[*table.header[:at], head, *table.header[at:]], rows=rows, strong=strong)


def best_cells(rows: Sequence[Sequence[float | None]]) -> set[tuple[int, int]]:
    """Return where the highest number of each column stands, in every row that has it; of a single row nothing is best.

    >>> sorted(best_cells([[0.5, None], [0.5, 0.2]]))
    [(0, 0), (1, 0), (1, 1)]
    """
    found = set()
    for column, values in enumerate(zip(*rows, strict=True) if len(rows) > 1 else ()):
        known = [value for value in values if value is not None and not isnan(value)]
        found |= {(row, column) for row, value in enumerate(values) if known and value == max(known)}
    return found


def strong_mark(form: str) -> str:
    """Return how `draw` sets strong cells off, for a legend."""
    return "bold" if form in {"markdown", "latex"} else "*"


def display_width(text: str) -> int:
    """Return how many columns of a terminal the text takes: two for wide characters, none for combining marks.

    >>> display_width("猫 cat"), display_width("cafe\u0301")
    (6, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if category(c) in _WIDTHLESS else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, width: int, left: bool = True) -> str:
    """Fill a text up with blanks to so many columns of a terminal."""
    blanks = " " * (width - display_width(text))
    return text + blanks if left else blanks + text


def _marked(table: TextTable) -> list[Sequence[str]]:
    """Return header and rows, strong cells with a star and a blank in its place in the rest of their columns."""
    columns = {column for _, column in table.strong}
    if not columns:
        return [table.header, *table.rows]

    def cell(text: str, row: int, column: int) -> str:
        return text + ("*" if (row, column) in table.strong else " ") if column in columns else text

    return [
        [cell(text, row, c) for c, text in enumerate(cells)]
        for row, cells in enumerate([table.header, *table.rows], -1)
    ]


def to_text(table: TextTable, bold: bool = False) -> str:
    """Return aligned columns, strong cells with a star; `bold` marks caption and header for a terminal."""
    lines = _marked(table)
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]

    def line(cells: Sequence[str]) -> str:
        padded = (
            pad(cell, width, number < table.n_left)
            for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return "  ".join(padded).rstrip()

    def strong(text: str) -> str:
        return f"\033[1m{text}\033[0m" if bold else text

    head = [strong(table.caption)] if table.caption else []
    rule = "─" * (sum(widths) + 2 * (len(widths) - 1))
    return "\n".join([*head, strong(line(lines[0])), rule, *map(line, lines[1:]), *table.notes, *table.legend])


_MARKDOWN = str.maketrans({character: f"\\{character}" for character in "\\|*_`<&~"})
_LINK = r"(?i)!(?=\[)|\](?=[(\[:])|:(?=//)|(?<=www)\."
"""What makes a link or an image of a text, or of an address alone; the brackets of an interval may stay."""


def _escaped(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return re.sub(_LINK, r"\\\g<0>", text.translate(_MARKDOWN))


def _as_code(text: str) -> str:
    """Return a text between so many backticks that none of its own ends it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{text}{fence}" if fence == "`" else f"{fence} {text} {fence}"


def to_markdown(table: TextTable) -> str:
    """Return a GitHub-style table."""

    def line(cells: Sequence[str], row: int = -1) -> str:
        escaped = [_escaped(cell) for cell in cells]
        shown = [f"**{cell}**" if (row, column) in table.strong else cell for column, cell in enumerate(escaped)]
        return "| " + " | ".join(shown) + " |"

    rule = ["---" if number < table.n_left else "---:" for number in range(len(table.header))]
    head = [f"**{_escaped(table.caption)}**", ""] if table.caption else []
    notes = [f"\n{_as_code(note)}" for note in table.notes]
    if table.legend:
        notes.append("\n" + "\\\n".join(_escaped(text.strip()) for text in table.legend))
    rows = [line(cells, row) for row, cells in enumerate(table.rows)]
    return "\n".join([*head, line(table.header), line(rule), *rows, *notes])


def to_tsv(table: TextTable) -> str:
    """Return tab-separated values without quotes: tabs, line ends and backslashes are escaped by a backslash."""
    _warn_of_formulas(table)
    return "\n".join(map(write_tsv, [table.header, *table.rows]))


def to_csv(table: TextTable) -> str:
    """Return comma-separated values as RFC 4180 quotes them, with LF line ends."""
    _warn_of_formulas(table)
    return "\n".join(map(write_csv, [table.header, *table.rows]))


def _warn_of_formulas(table: TextTable) -> None:
    """Warn of names and types that a spreadsheet would reckon with."""
    if n_formulas := count_formulas(table.rows):
        warn(tell_formulas(n_formulas), ErrataWarning, stacklevel=2)


def _printable(table: TextTable) -> TextTable:
    """Return the table with all its texts safe to show, and of one line."""
    return replace(
        table,
        header=[printable(cell) for cell in table.header],
        rows=[[printable(cell) for cell in row] for row in table.rows],
        caption=printable(table.caption),
        notes=[printable(note) for note in table.notes],
        legend=[printable(text) for text in table.legend],
    )


def draw(tables: Iterable[TextTable], form: str, bold: bool = False) -> str:
    """Return tables for people, one below the other: as "markdown", as "latex", else as text."""
    tables = map(_printable, tables)
    if form == "latex":
        from errata.report.latex import to_latex

        return "\n\n".join(map(to_latex, tables))
    return "\n\n".join(map(to_markdown if form == "markdown" else partial(to_text, bold=bold), tables))
