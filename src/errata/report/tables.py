"""Draw a table as aligned text, Markdown, LaTeX, TSV or CSV."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from unicodedata import category, east_asian_width

from errata.formats.cells import write_csv, write_tsv

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


_MARKDOWN = str.maketrans({character: f"\\{character}" for character in "\\|*_`<"})


def _as_code(text: str) -> str:
    """Return a text between so many backticks that none of its own ends it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{text}{fence}" if fence == "`" else f"{fence} {text} {fence}"


def to_markdown(table: TextTable) -> str:
    """Return a GitHub-style table."""

    def line(cells: Sequence[str], row: int = -1) -> str:
        escaped = [cell.translate(_MARKDOWN) for cell in cells]
        shown = [f"**{cell}**" if (row, column) in table.strong else cell for column, cell in enumerate(escaped)]
        return "| " + " | ".join(shown) + " |"

    rule = ["---" if number < table.n_left else "---:" for number in range(len(table.header))]
    head = [f"**{table.caption.translate(_MARKDOWN)}**", ""] if table.caption else []
    notes = [f"\n{_as_code(note)}" for note in table.notes]
    if table.legend:
        notes.append("\n" + "\\\n".join(text.strip().translate(_MARKDOWN) for text in table.legend))
    rows = [line(cells, row) for row, cells in enumerate(table.rows)]
    return "\n".join([*head, line(table.header), line(rule), *rows, *notes])


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "–": "--",
        "−": "$-$",
        "≤": r"$\le$",
        "τ": r"$\tau$",
        "ρ": r"$\rho$",
        "→": r"$\to$",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        "∅": r"$\emptyset$",
        "…": r"\dots{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "^": r"\textasciicircum{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
    }
)


_TEXT_WIDTH = 345.0
"""Points between the margins of the class article at 10pt."""
_SIZES = (("", 1.0, 6.0), (r"\small", 0.92, 3.0), (r"\footnotesize", 0.85, 3.0), (r"\scriptsize", 0.75, 2.0))
"""Type that is tried in turn until a table fits: command, size relative to 10pt, blank on either side of a column."""
_NARROWEST_PROSE = 100.0
_BOLDER = 1.16
_WIDTHS = {c: width for width, some in ((2.8, ".,:;'!|[]ijl"), (3.9, " ()-frst"), (8.3, "mMwW→")) for c in some}


def _points(text: str) -> float:
    """Return about how wide a text is in Computer Modern at 10pt."""
    return sum(_WIDTHS.get(c) or (5.1 if c.islower() or c.isdecimal() else 7.2) for c in text)


@dataclass(frozen=True)
class _LatexLayout:
    """How a table is set so that it fits the page: size of type, columns, and the lines of its header."""

    commands: Sequence[str]
    columns: str
    heads: Sequence[Sequence[str]]


def _latex_layout(table: TextTable) -> _LatexLayout:
    columns = ["l"] * table.n_left + ["r"] * (len(table.header) - table.n_left)
    bodies = [
        max(
            ((_BOLDER if (row, c) in table.strong else 1) * _points(cells[c]) for row, cells in enumerate(table.rows)),
            default=0,
        )
        for c in range(len(columns))
    ]
    for size, scale, blank in _SIZES:
        commands = [size, rf"\setlength{{\tabcolsep}}{{{blank:g}pt}}"] if size else []
        heads = _two_lines(table.header) if size else [table.header]
        words = [max(map(_points, column)) for column in zip(*heads, strict=True)]
        widths = [scale * max(body, word) + 2 * blank for body, word in zip(bodies, words, strict=True)]
        if sum(widths) <= _TEXT_WIDTH:
            break
        if table.prose is not None and size:
            left = _TEXT_WIDTH - sum(widths) + widths[table.prose] - 2 * blank
            if left >= _NARROWEST_PROSE:
                columns[table.prose] = rf"p{{{left / _TEXT_WIDTH:.2f}\linewidth}}"
                break
    return _LatexLayout(commands, "".join(columns), heads)


def _two_lines(header: Sequence[str]) -> list[list[str]]:
    """Part headings at their first blank; those of one word stand in the lower line."""
    parted = [head.partition(" ") for head in header]
    lower = [rest or first for first, _, rest in parted]
    upper = [first if rest else "" for first, _, rest in parted]
    return [upper, lower] if any(upper) else [lower]


def _breakable(text: str) -> str:
    """Let a line end after each bar and arrow: a signature, or a correction, is one long word to LaTeX."""
    return re.sub(r"\\textbar\{\}|\$\\to\$", r"\g<0>\\allowbreak{}", text)


def to_latex(table: TextTable) -> str:
    """Return a booktabs table, the notes as a footnote below it.

    What is too wide for a page of an article gets smaller type and a header of two lines; running text is broken.
    """
    layout = _latex_layout(table)
    has_prose = "p" in layout.columns

    def line(cells: Sequence[str], row: int = -1) -> str:
        escaped = [cell.translate(_LATEX) for cell in cells]
        shown = [
            rf"\textbf{{{cell}}}" if (row, column) in table.strong else cell for column, cell in enumerate(escaped)
        ]
        if has_prose and row >= 0 and table.prose is not None:
            shown[table.prose] = rf"\raggedright {_breakable(shown[table.prose])}"
        # What follows the end of a row, or a rule, may be an argument of theirs: [length], or a star.
        if shown[0].startswith(("[", "*")):
            shown[0] = f"{{{shown[0][0]}}}{shown[0][1:]}"
        return " & ".join(shown) + (r" \tabularnewline" if has_prose else r" \\")  # \raggedright has another \\

    notes = [rf"\par\footnotesize\texttt{{{_breakable(note.translate(_LATEX))}}}" for note in table.notes]
    notes += [rf"\par\footnotesize {text.strip().translate(_LATEX)}" for text in table.legend]
    caption = [rf"\caption{{{table.caption.translate(_LATEX)}}}"] if table.caption else []
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            *caption,
            *layout.commands,
            rf"\begin{{tabular}}{{{layout.columns}}}",
            r"\toprule",
            *map(line, layout.heads),
            r"\midrule",
            *(line(cells, row) for row, cells in enumerate(table.rows)),
            r"\bottomrule",
            r"\end{tabular}",
            *notes,
            r"\end{table}",
        ]
    )


def to_tsv(table: TextTable) -> str:
    """Return tab-separated values without quotes: tabs, line ends and backslashes are escaped by a backslash."""
    return "\n".join(map(write_tsv, [table.header, *table.rows]))


def to_csv(table: TextTable) -> str:
    """Return comma-separated values as RFC 4180 quotes them, with LF line ends."""
    return "\n".join(map(write_csv, [table.header, *table.rows]))


def draw(tables: Iterable[TextTable], form: str, bold: bool = False) -> str:
    """Return tables for people, one below the other: as "markdown", as "latex", else as text."""
    ways = {"markdown": to_markdown, "latex": to_latex}
    return "\n\n".join(map(ways.get(form, partial(to_text, bold=bold)), tables))
