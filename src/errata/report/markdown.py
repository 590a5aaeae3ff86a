"""Tables as GitHub writes them in Markdown."""

import re
from collections.abc import Sequence

from errata.report.layout import Layout

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


def to_markdown(table: Layout) -> str:
    """Return a table with strong cells in bold type and notes as code."""

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
