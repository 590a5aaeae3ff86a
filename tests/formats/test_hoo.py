"""HOO stand-off XML."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hoo import CASES
from tests.strategies import CHARACTER_EDITS
from tests.support import golden_cases, write_file

import errata
from errata import Edit, ErrataWarning, FormatError, Text, validate
from errata.formats import hoo
from errata.golden.inputs import edits

FIGURE_1 = """<edits>
<edit type="IJ" index="0001-0006"
  start="771" end="782">
  <original>electronics</original>
  <corrections>
    <correction>electronic</correction>
  </corrections>
</edit>
<edit type="RP" index="0001-0007"
  start="1387" end="1388">
  <original>;</original>
  <corrections>
    <correction>.</correction>
  </corrections>
</edit>
<edit type="MY" index="0001-0004"
  start="631" end="631">
  <original><empty/></original>
  <corrections>
    <correction/>
    <correction>both </correction>
  </corrections>
</edit>
<edit type="RV" index="0001-0005"
  start="713" end="718">
  <original>carry</original>
  <corrections>
    <correction/>
    <correction>contain</correction>
  </corrections>
</edit>
</edits>
"""


def test_figure_1_of_the_paper(tmp_path: Path) -> None:
    """Parsed and valid; the golden cases score these edits."""
    document = hoo.read(write_file(tmp_path)("0001GE.xml", FIGURE_1))
    assert document.edits == edits(golden_cases("hoo")[0].gold["documents"][0]["edits"])
    assert document.id == "0001"
    assert validate(document) == []


@pytest.mark.parametrize("case", CASES["parse"], ids=lambda case: case["id"])
@pytest.mark.filterwarnings("ignore:.*read as. no correction is known")
def test_golden_cases(case: dict[str, Any]) -> None:
    """Null, empty and absent corrections are three things."""
    assert hoo.parse_edits([case["xml"]], "x.xml", "x").edits == edits(case["edits"])


@given(st.lists(CHARACTER_EDITS, max_size=4), st.none() | st.sampled_from(["0001", "a&b"]))
def test_reading_what_was_written_gives_the_same(made: list[Edit], file: str | None) -> None:
    """Blanks, line ends, null, empty and absent corrections, characters outside the basic plane."""
    document = Text.document("x", edits=tuple(made), file=file)
    assert hoo.parse_edits(["\n".join(hoo._lines(document))], "x.xml", "x") == document


def test_files_round_trip_with_equal_bytes(tmp_path: Path) -> None:
    """Packed too."""
    document = Text.document("7", edits=(Edit.of(0, 1, "\r", (None, "", " "), file="f", part="2"),))
    for name in ("7.xml", "7.xml.gz"):
        hoo.write(tmp_path / name, document)
        first = (tmp_path / name).read_bytes()
        assert hoo.read(tmp_path / name) == document
        hoo.write(tmp_path / name, document)
        assert (tmp_path / name).read_bytes() == first


def test_what_xml_cannot_carry_is_refused(tmp_path: Path) -> None:
    """With the place; nothing is left behind."""
    for field in ("original", "index"):
        edit = Edit.of(0, 1, **({"original": "a"} | {field: "ab\x0c"}))  # type: ignore[arg-type]
        with pytest.raises(FormatError, match=rf"{field} 'ab.x0c' holds U\+000C at position 2, which XML cannot hold"):
            hoo.write(tmp_path / "1.xml", Text.document("1", edits=(edit,)))
    assert list(tmp_path.iterdir()) == []


BAD = {
    "other root": ("<HOO/>", "the root element is <HOO>, but stand-off edits are in <edits>"),
    "no start": ('<edits>\n<edit end="3"/></edits>', "line 2: an <edit> without 'start'"),
    "no number": ('<edits><edit start="x" end="3"/></edits>', "start is 'x', not a whole number"),
    "other digits": ('<edits><edit start="٣" end="3"/></edits>', "start is '٣', not a whole number"),
    "no original": ('<edits><edit start="1" end="3"/></edits>', "the <edit> at 1 to 3 has no <original>"),
    "two originals": (
        '<edits><edit start="1" end="3"><original>a</original><original/></edit></edits>',
        "a second <original> in one <edit>",
    ),
    "two lists": (
        '<edits><edit start="1" end="3"><corrections/><corrections/></edit></edits>',
        "a second <corrections> in one <edit>",
    ),
    "text and empty": (
        '<edits><edit start="1" end="1"><original>a<empty/></original></edit></edits>',
        "<original> holds both <empty/> and text: 'a'",
    ),
    "element in original": (
        '<edits><edit start="1" end="1"><original><b/></original></edit></edits>',
        "<b> does not belong in <original>",
    ),
    "element in correction": (
        '<edits><edit start="1" end="1"><corrections><correction><b/></correction></corrections></edit></edits>',
        "<b> does not belong in <correction>",
    ),
    "element in corrections": (
        '<edits><edit start="1" end="1"><corrections><b/></corrections></edit></edits>',
        "<b> does not belong in <corrections>",
    ),
    "text in corrections": (
        '<edits><edit start="1" end="1"><corrections>x</corrections></edit></edits>',
        "text outside <original> and <correction>: 'x'",
    ),
    "text between edits": ("<edits>and</edits>", "text outside <original> and <correction>: 'and'"),
}


@pytest.mark.parametrize("case", BAD)
def test_malformed_edits_are_refused(case: str) -> None:
    """With file and line."""
    content, message = BAD[case]
    with pytest.raises(FormatError, match=r"^x\.xml, line \d+: ") as caught:
        hoo.parse_edits([content], "x.xml", "x")
    assert message in str(caught.value)


def test_oddities_are_read_with_a_warning() -> None:
    """Unknown elements beside those of the format; an empty list; negative offsets are left to validation."""
    content = (
        '<edits><note><edit/>a</note><edit start=" -1 " end="2" colour="red"><original>a</original>'
        "<comment>b<i>c</i></comment><corrections/></edit></edits>"
    )
    with pytest.warns(ErrataWarning) as caught:
        document = hoo.parse_edits([content], "x.xml", "x")
    assert document.edits == (Edit.of(-1, 2, "a"),)
    assert sorted(str(item.message) for item in caught) == [
        "x.xml: 1 elements <comment>, which the format does not have (ignored)",
        "x.xml: 1 elements <note>, which the format does not have (ignored)",
        "x.xml: 1 empty <corrections> (read as: no correction is known)",
    ]


def test_an_insertion_needs_no_original() -> None:
    """There is nothing it could say; a namespace makes no difference."""
    content = '<edits xmlns="http://example.org"><edit start="1" end="1"/></edits>'
    assert hoo.parse_edits([content], "x.xml", "x").edits == (Edit.of(1, 1, ""),)


def test_documents_are_known_by_their_leading_number() -> None:
    """Four digits, also before a team whose name begins with one."""
    names = ["0001.txt", "0001GE.xml", "00017X0.xml", "12.xml", "essay.xml", "dir/0001AB.xml.gz"]
    assert [errata.document_number(name) for name in names] == ["0001", "0001", "0001", "12", "essay", "0001"]


def test_edits_without_an_index_are_numbered_and_nothing_else_changes(tmp_path: Path) -> None:
    """The lines stay as they were; numbers that others have are passed over."""
    path = tmp_path / "0001GE.xml"
    text = """<?xml version="1.0" encoding="UTF-8"?>
<edits>
<edit type='a>b' start="0" end="1"><original>a</original></edit>
  <edit index="0001" start="2" end="3"><original>c</original></edit>
<edit
  start="4" end="5"><original>e</original></edit>
</edits>"""
    path.write_text(text, encoding="utf-8")
    lines = hoo.number_lines(path)
    assert lines is not None
    made = "\n".join(lines)
    assert [edit.index for edit in hoo.parse_edits([made], "x", "1").edits] == ["0002", "0001", "0003"]
    assert made.replace(' index="0002"', "").replace(' index="0003"', "") == text


@pytest.mark.parametrize(
    "text",
    [
        '<edits><!-- <edit start="0" end="1"> --><edit start="0" end="0"><original/></edit></edits>',
        '<?xml version="1.0" encoding="ISO-8859-1"?><edits><edit start="0" end="0"><original/></edit></edits>',
    ],
)
def test_files_that_cannot_be_numbered_safely_are_left_alone(tmp_path: Path, text: str) -> None:
    """A tag in a comment, another encoding than the copy would have."""
    path = tmp_path / "0001GE.xml"
    path.write_text(text, encoding="ascii")
    assert hoo.number_lines(path) is None
