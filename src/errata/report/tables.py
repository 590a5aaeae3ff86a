"""Draw a table as aligned text, Markdown, LaTeX, TSV or CSV."""

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category, east_asian_width

_WIDTHLESS = frozenset({"Mn", "Me", "Cf"})
"""Characters that stand on the one before, or cannot be seen."""


@dataclass(frozen=True)
class TextTable:
    """A caption, a header, rows of ready cells, and notes; the first `n_left` columns are set left, the rest right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    notes: Sequence[str] = ()
    n_left: int = 1


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


def to_text(table: TextTable, bold: bool = False) -> str:
    """Return aligned columns; `bold` marks caption and header for a terminal."""
    lines = [table.header, *table.rows]
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
    return "\n".join([*head, strong(line(table.header)), rule, *map(line, table.rows), *table.notes])


def to_markdown(table: TextTable) -> str:
    """Return a GitHub-style table."""

    def line(cells: Sequence[str]) -> str:
        escaped = (cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
        return "| " + " | ".join(escaped) + " |"

    rule = ["---" if number < table.n_left else "---:" for number in range(len(table.header))]
    head = [f"**{table.caption}**", ""] if table.caption else []
    notes = [f"\n`{note}`" for note in table.notes]
    return "\n".join([*head, line(table.header), line(rule), *map(line, table.rows), *notes])


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
    }
)


def to_latex(table: TextTable) -> str:
    """Return a booktabs table, the notes as a footnote below it."""

    def line(cells: Sequence[str]) -> str:
        return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"

    columns = "l" * table.n_left + "r" * (len(table.header) - table.n_left)
    notes = [rf"\par\footnotesize\texttt{{{note.translate(_LATEX)}}}" for note in table.notes]
    caption = [rf"\caption{{{table.caption.translate(_LATEX)}}}"] if table.caption else []
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            *caption,
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            line(table.header),
            r"\midrule",
            *map(line, table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            *notes,
            r"\end{table}",
        ]
    )


_TSV = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def to_tsv(table: TextTable) -> str:
    """Return tab-separated values without quotes: tabs, line ends and backslashes are escaped by a backslash."""
    lines = ("\t".join(cell.translate(_TSV) for cell in cells) for cells in [table.header, *table.rows])
    return "\n".join(lines)


def to_csv(table: TextTable) -> str:
    """Return comma-separated values as RFC 4180 quotes them, with LF line ends."""

    def quoted(cell: str) -> str:
        doubled = cell.replace('"', '""')
        return f'"{doubled}"' if any(character in cell for character in ',"\r\n') else cell

    return "\n".join(",".join(map(quoted, cells)) for cells in [table.header, *table.rows])
