"""Tables as aligned text, in columns of a terminal."""

from collections.abc import Sequence
from unicodedata import category, east_asian_width

from errata.report.layout import Layout

_WIDTHLESS = frozenset({"Mn", "Me", "Cf"})
"""Characters that stand on the one before, or cannot be seen."""


def display_width(text: str) -> int:
    """Return how many columns of a terminal the text takes: two for wide characters, none for combining marks.

    >>> display_width("猫 cat"), display_width("cafe\u0301")
    (6, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if category(c) in _WIDTHLESS else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, width: int, left: bool = True) -> str:
    """Fill a text up with spaces to so many columns of a terminal."""
    spaces = " " * (width - display_width(text))
    return text + spaces if left else spaces + text


def _marked(table: Layout) -> list[Sequence[str]]:
    """Return header and rows, strong cells with a star and a space in its place in the rest of their columns."""
    columns = {column for _, column in table.strong}
    if not columns:
        return [table.header, *table.rows]

    def cell(text: str, row: int, column: int) -> str:
        return text + ("*" if (row, column) in table.strong else " ") if column in columns else text

    return [
        [cell(text, row, c) for c, text in enumerate(cells)]
        for row, cells in enumerate([table.header, *table.rows], -1)
    ]


def to_text(table: Layout, bold: bool = False) -> str:
    """Return aligned columns, strong cells with a star; `bold` marks caption and header for a terminal."""
    lines = _marked(table)
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(map(pad, cells, widths, table.left)).rstrip()

    def strong(text: str) -> str:
        return f"\033[1m{text}\033[0m" if bold else text

    head = [strong(table.caption)] if table.caption else []
    rule = "─" * (sum(widths) + 2 * (len(widths) - 1))
    return "\n".join([*head, strong(line(lines[0])), rule, *map(line, lines[1:]), *table.notes, *table.legend])
