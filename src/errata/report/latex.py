"""Tables as LaTeX with booktabs, in a font size small enough for the page."""

import re
from collections.abc import Sequence

from errata.records import dataclass
from errata.report.writers import Layout

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "–": "--",
        "†": r"$^\dagger$",
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
"""Font sizes tried in turn until a table fits: command, size relative to 10pt, space on either side of a column."""
_NARROWEST_PROSE = 100.0
_BOLDER = 1.16
_WIDTHS = {c: width for width, some in ((2.8, ".,:;'!|[]ijl"), (3.9, " ()-frst"), (8.3, "mMwW→")) for c in some}


def _points(text: str) -> float:
    """Return the approximate width of a text in Computer Modern at 10pt."""
    return sum(_WIDTHS.get(c) or (5.1 if c.islower() or c.isdecimal() else 7.2) for c in text)


@dataclass(frozen=True)
class _LatexLayout:
    """How a table is set so that it fits the page: font size, columns, and the lines of its header."""

    commands: Sequence[str]
    columns: str
    heads: Sequence[Sequence[str]]


def _latex_layout(table: Layout) -> _LatexLayout:
    columns = ["l" if is_left else "r" for is_left in table.left]
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
    """Split headings at their first space; single words go in the lower line."""
    parted = [head.partition(" ") for head in header]
    lower = [rest or first for first, _, rest in parted]
    upper = [first if rest else "" for first, _, rest in parted]
    return [upper, lower] if any(upper) else [lower]


def _breakable(text: str) -> str:
    """Allow line breaks after each bar and arrow: a signature, or a correction, is one long word to LaTeX."""
    return re.sub(r"\\textbar\{\}|\$\\to\$", r"\g<0>\\allowbreak{}", text)


def to_latex(table: Layout) -> str:
    """Return a booktabs table, the notes as a footnote below it.

    A table too wide for an article's page gets a smaller font and a header of two lines; running text is wrapped.
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
    caption += [rf"\label{{{table.label}}}"] if table.label else []
    return "\n".join(
        [
            *([r"% needs \usepackage{booktabs}"] if table.label else []),
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
