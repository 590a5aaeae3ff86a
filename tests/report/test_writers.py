"""Tables in text, Markdown, LaTeX, TSV, CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.latex import needs_latex, overfull

from errata.findings import ErrataWarning
from errata.report.report import Column, ReportTable
from errata.report.writers import draw, to_flat


def table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    caption: str = "",
    notes: Sequence[str] = (),
    kinds: Sequence[str] = ("text",),
    legend: Sequence[str] = (),
) -> ReportTable:
    """Return a table of texts; columns without a kind of their own are set right."""
    columns = [
        Column(str(place), label, kind, name=label)
        for place, (label, kind) in enumerate(zip_longest(header, kinds, fillvalue="number"))
    ]
    records = [{str(place): cell for place, cell in enumerate(row)} for row in rows]
    return ReportTable(columns, records, caption, notes, legend)


TABLE = table(["system", "F"], [["a_b|c", "1.00"], ["狗", "23.00"]], "green", ["note|x:1"])


def test_text_is_aligned_by_columns_of_the_terminal() -> None:
    """Wide characters take two columns; names left, numbers right."""
    assert draw([TABLE], "table").split("\n") == [
        "green",
        "system      F",
        "─────────────",
        "a_b|c    1.00",
        "狗      23.00",
        "note|x:1",
    ]
    assert draw([TABLE], "table", bold=True).startswith("\033[1mgreen\033[0m\n\033[1msystem")


def test_markdown_escapes_names() -> None:
    """A bar in a cell would end it; other signs would set it in other letters, or take it for a tag."""
    assert draw([TABLE], "markdown").split("\n") == [
        "**green**",
        "",
        "| system | F |",
        "| --- | ---: |",
        "| a\\_b\\|c | 1.00 |",
        "| 狗 | 23.00 |",
        "",
        "`note|x:1`",
    ]
    odd = table(["system"], [["*a* `b` <i> \\"]], "of _x_", ["a `b`"], legend=["  p < *"])
    assert draw([odd], "markdown").split("\n") == [
        r"**of \_x\_**",
        "",
        "| system |",
        "| --- |",
        r"| \*a\* \`b\` \<i> \\ |",
        "",
        "`` a `b` ``",
        "",
        r"p \< \*",
    ]


def test_html_is_escaped_and_ascii() -> None:
    """Names can make no tags or attributes, strong cells are bold, and any page shows all characters."""
    odd = table(["<i>", "F"], [['狗 & "cat"', "1"], ["</td><script>", "2"]], "a < b", ["n & m"], legend=[" p > 1 "])
    assert draw([replace(odd, strong={(0, "1")})], "html").split("\n") == [
        '<table class="errata">',
        "<caption>a &lt; b</caption>",
        '<thead><tr><th style="text-align:left">&lt;i&gt;</th>'
        '<th style="text-align:right;white-space:nowrap">F</th></tr></thead>',
        "<tbody>",
        '<tr><td style="text-align:left">&#29399; &amp; &quot;cat&quot;</td>'
        '<td style="text-align:right;white-space:nowrap"><strong>1</strong></td></tr>',
        '<tr><td style="text-align:left">&lt;/td&gt;&lt;script&gt;</td>'
        '<td style="text-align:right;white-space:nowrap">2</td></tr>',
        "</tbody>",
        "</table>",
        "<p><code>n &amp; m</code></p>",
        "<p>p &gt; 1</p>",
    ]


def test_latex_uses_booktabs_and_escapes() -> None:
    """Special characters of LaTeX, the note below the table."""
    text = draw([TABLE], "latex")
    assert "\\begin{tabular}{lr}\n\\toprule\nsystem & F \\\\\n\\midrule\n" in text
    assert "a\\_b\\textbar{}c & 1.00 \\\\" in text
    assert "\\texttt{note\\textbar{}\\allowbreak{}x:1}" in text
    assert "\\caption{green}" in text


def test_latex_takes_no_name_for_an_argument() -> None:
    """After the end of a row and after a rule LaTeX looks for a bracket or a star, even on the next line."""
    text = draw([table(["system", "F"], [["[x]", "[1, 2]"], ["*", "1"]])], "latex")
    assert "\\midrule\n{[}x] & [1, 2] \\\\\n{*} & 1 \\\\\n" in text


WIDE = table(
    ["higher", "p (swaps)", "p (bootstrap)", "95% interval", "possible ranks", "Holm", "significant"],
    [["[mine]", "0.0001", "0.0001 exact", "[13.74, 21.87]", "1", "0.0003", "yes"]],
)
LONG = table(["type", "error"], [["R", "[a→b] " + "word " * 30]], kinds=["text", "prose"])


def test_latex_sets_a_wide_table_smaller() -> None:
    """With a header of two lines; what fits is left alone."""
    text = draw([WIDE], "latex")
    assert "\\small\n\\setlength{\\tabcolsep}{3pt}\n\\begin{tabular}" in text
    assert " & p & p & 95\\% & possible &  &  \\\\\n" in text
    assert "higher & (swaps) & (bootstrap) & interval & ranks & Holm & significant \\\\\n" in text
    assert "\\tabcolsep" not in draw([TABLE], "latex")


def test_latex_breaks_running_text() -> None:
    """Into lines of a column that takes what is left of the page."""
    text = draw([LONG], "latex")
    assert "\\begin{tabular}{lp{0.91\\linewidth}}" in text
    assert "R & \\raggedright [a$\\to$\\allowbreak{}b] word" in text
    assert text.count("\\tabularnewline") == 2


@needs_latex
@pytest.mark.parametrize("wide", [WIDE, LONG], ids=["wide", "long"])
def test_latex_fits_the_page_of_an_article(wide: ReportTable, tmp_path: Path) -> None:
    """With booktabs alone."""
    assert overfull(draw([wide], "latex"), tmp_path) == []


CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=4)


def test_what_a_terminal_would_obey_is_written_out() -> None:
    """In every format for people; data stay as they are."""
    odd = table(["a\x1b[2J"], [["\u202eb\n"]], "c\x9b", ["d\x07"], legend=["e\x7f"])
    assert draw([odd], "table").split("\n") == [r"c\x9b", r"a\x1b[2J", "─" * 9, r"\u202eb\n", r"d\x07", r"e\x7f"]
    assert draw([odd], "markdown").split("\n") == [
        *(r"**c\\x9b**", "", r"| a\\x1b[2J |", "| --- |", r"| \\u202eb\\n |", "", r"`d\x07`", "", r"e\\x7f"),
    ]
    assert r"\textbackslash{}u202eb\textbackslash{}n" in draw([odd], "latex")
    assert to_flat(odd, "tsv") == "a\x1b[2J\n\u202eb\\n"


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("[x](http://e.org)", r"[x\](http\://e.org)"),
        ("![x](data:a)", r"\![x\](data:a)"),
        ("[x][y]", r"[x\][y]"),
        ("https://e.org", r"https\://e.org"),
        ("WWW.e.org", r"WWW\.e.org"),
        ("<img src=x>", r"\<img src=x>"),
        ("`a` ~~b~~ &lt; a|b", r"\`a\` \~\~b\~\~ \&lt; a\|b"),
        ("[12.3, 45.6]", "[12.3, 45.6]"),
        ("R:VERB!", "R:VERB!"),
    ],
)
def test_markdown_makes_no_links_images_or_tags_of_cells(cell: str, shown: str) -> None:
    """Names and types come from files; an interval keeps its brackets."""
    assert draw([table(["a"], [[cell]])], "markdown").split("\n")[-1] == f"| {shown} |"


def test_formulas_of_spreadsheets_are_counted() -> None:
    """In names and types; numbers with a sign are none."""
    cells = ["=1", "+1+1", "-x", "@x", "-1.5e-3", "+2,5%", "-", "a=b", "–"]
    for form in ("csv", "tsv"):
        with pytest.warns(ErrataWarning, match=r"^4 cells begin with =, \+, - or @, which a spreadsheet reads as a"):
            to_flat(table(["a"], [[cell] for cell in cells]), form)


@given(ROWS)
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_csv_can_be_read_back(rows: list[list[str]]) -> None:
    """Quotes, commas and line ends in cells survive."""
    text = to_flat(table(["a", "b"], rows), "csv")
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["a", "b"], *rows]


@given(ROWS)
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_tsv_can_be_read_back(rows: list[list[str]]) -> None:
    """Backslash escapes undo to the cells; every row is one line."""
    lines = to_flat(table(["a", "b"], rows), "tsv").split("\n")
    escapes = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}

    def undo(cell: str) -> str:
        out, characters = [], iter(cell)
        for character in characters:
            out.append(escapes[next(characters)] if character == "\\" else character)
        return "".join(out)

    assert [[undo(cell) for cell in line.split("\t")] for line in lines] == [["a", "b"], *rows]
