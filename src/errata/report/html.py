"""Tables as HTML: a fragment to embed in a page or a notebook, in ASCII and without a style sheet."""

from collections.abc import Sequence
from html import escape

from errata.report.writers import Layout

_RIGHT = ' style="text-align:right;white-space:nowrap"'  # numbers, and intervals of them
_LEFT = ' style="text-align:left"'  # pages and notebooks may set all cells right


def to_html(table: Layout) -> str:
    """Return a table with highlighted cells in bold, notes as code and the legend below."""

    def line(cells: Sequence[str], tag: str, row: int = -1) -> str:
        shown = []
        for place, text in enumerate(cells):
            cell = f"<strong>{escape(text)}</strong>" if (row, place) in table.strong else escape(text)
            shown.append(f"<{tag}{_LEFT if table.left[place] else _RIGHT}>{cell}</{tag}>")
        return f"<tr>{''.join(shown)}</tr>"

    lines = [
        '<table class="errata">',
        *([f"<caption>{escape(table.caption)}</caption>"] if table.caption else []),
        f"<thead>{line(table.header, 'th')}</thead>",
        "<tbody>",
        *(line(cells, "td", row) for row, cells in enumerate(table.rows)),
        "</tbody>",
        "</table>",
        *(f"<p><code>{escape(note)}</code></p>" for note in table.notes),
    ]
    if table.legend:
        lines.append(f"<p>{'<br>'.join(escape(text.strip()) for text in table.legend)}</p>")
    # A fragment cannot say how it is encoded; character references are right in any page.
    return "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode("ascii")
