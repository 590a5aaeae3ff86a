"""Edits marked in the running text, and the sources of HOO 2012."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from tests.hoo import CASES
from tests.strategies import texts_with_edits
from tests.support import write_file

from errata import Edit, FormatError, InputError, Part, Text
from errata.formats.hoo_inline import parse_document, read, to_inline, write, write_source
from errata.golden.inputs import edits


@pytest.mark.parametrize("case", CASES["inline"], ids=lambda case: case["id"])
def test_golden_cases(case: dict[str, Any]) -> None:
    """Text and edits out of marks, and back."""
    document = parse_document([case["inline"]], "x.xml", "x")
    assert (document.text, document.edits) == (case["text"], edits(case["edits"]))
    assert to_inline(document) == case["inline"]


@given(texts_with_edits())
def test_extracting_what_was_marked_gives_the_same(drawn: tuple[str, tuple[Edit, ...]]) -> None:
    """For edits that do not overlap, in text order."""
    document = Text.document("x", *drawn)
    assert parse_document([to_inline(document)], "x.xml", "x") == document


def test_files_round_trip(tmp_path: Path) -> None:
    """Insertions at one point keep their order."""
    made = (Edit.of(1, 1, "", ("x",), "A"), Edit.of(1, 1, "", ("y",), "B"), Edit.of(1, 2, "b"))
    document = Text.document("0001", "ab\r\nc", made)
    write(tmp_path / "0001.xml", document)
    assert read(tmp_path / "0001.xml") == document


def test_layout_around_empty_and_tags_contribute_nothing() -> None:
    """Not even a line end; line ends in the text count."""
    content = "<HOO><p>a</p><p>b<edit>\n<empty/>\n<corrections>\n<correction/></corrections></edit></p>\n<s>c</s></HOO>"
    document = parse_document([content], "x.xml", "x")
    assert document.text == "ab\nc"
    assert document.edits == (Edit.of(2, 2, "", (None,)),)
    assert parse_document(["<HOO/>"], "x.xml", "x").text == ""


SOURCE_2012 = """<?xml version="1.0"?>
<HOO>
  <HEAD><CANDIDATE><AGE>21</AGE></CANDIDATE></HEAD>
  <BODY>
    <PART id="1">
      <P>Dear Sir,</P>
      <P>I am &lt;glad&gt;.</P>
    </PART>
    <PART id="2">
      <P>Bye <edit type="RT">on<corrections><correction>at</correction></corrections></edit> 5</P>
    </PART>
  </BODY>
</HOO>
"""


def test_sources_of_2012_have_parts(tmp_path: Path) -> None:
    """P elements joined with nothing between them, layout ignored, entities decoded, offsets for each part."""
    document = read(write_file(tmp_path)("0001.xml", SOURCE_2012))
    assert document.parts == (Part("1", "Dear Sir,I am <glad>."), Part("2", "Bye on 5"))
    assert document.edits == (Edit.of(4, 6, "on", ("at",), "RT", None, "2"),)


BAD = {
    "other root": ("<edits/>", "the root element is <edits>, but a document is in <HOO>"),
    "nested": ("<HOO><edit>a<edit>b</edit></edit></HOO>", "edits cannot be nested"),
    "element in edit": ("<HOO><edit>a<b/></edit></HOO>", "<b> does not belong in <edit>"),
    "two lists": ("<HOO><edit>a<corrections/><corrections/></edit></HOO>", "a second <corrections>"),
    "text and empty": ("<HOO><edit>a<empty/></edit></HOO>", "<edit> holds both <empty/> and text: 'a'"),
    "outside the text": ("<HOO><BODY><edit>a</edit></BODY></HOO>", "an <edit> outside the text"),
    "part without id": ("<HOO><BODY><PART/></BODY></HOO>", "a <PART> without id"),
    "part twice": ('<HOO><BODY><PART id="1"/><PART id="1"/></BODY></HOO>', "<PART> '1' for the second time"),
}


@pytest.mark.parametrize("case", BAD)
def test_malformed_documents_are_refused(case: str) -> None:
    """With file and line."""
    content, message = BAD[case]
    with pytest.raises(FormatError, match=r"^x\.xml, line 1: ") as caught:
        parse_document([content], "x.xml", "x")
    assert message in str(caught.value)


def test_what_cannot_be_marked_is_refused() -> None:
    """Overlaps, edits that do not fit the text, parts."""
    with pytest.raises(InputError, match="overlap"):
        to_inline(Text.document("1", "abc", [Edit.of(0, 2, "ab"), Edit.of(1, 3, "bc")]))
    with pytest.raises(
        FormatError, match=r"document 1: edit \(no index\) at 0 to 2 should change 'x', but the text has"
    ):
        to_inline(Text.document("1", "abc", [Edit.of(0, 2, "x")]))
    with pytest.raises(FormatError, match="should change 'c', but the text has 'c' there"):
        to_inline(Text.document("1", "abc", [Edit.of(2, 4, "c")]))
    with pytest.raises(FormatError, match="names a part or file, which inline marks cannot"):
        to_inline(Text.document("1", "abc", [Edit.of(0, 1, "a", part="1")]))
    with pytest.raises(FormatError, match="not-xml-char"):
        to_inline(Text.document("1", "a\x00"))


def test_the_text_is_right_about_blanks_around_an_original() -> None:
    """Files that were laid out anew have lost some."""
    document = Text.document("1", "a the b", [Edit.of(2, 6, "the", ("",))])
    assert "a <edit>the <corrections>" in to_inline(document)
    with pytest.raises(FormatError, match="should change 'she', but the text has 'the '"):
        to_inline(document.with_edits([Edit.of(2, 6, "she", ("",))]))


@pytest.mark.parametrize(
    "parts", [(Part(None, "a\r\n <b>\t"),), (Part("1", " a\r\n"), Part("2", ""), Part("x&y", "<b>"))]
)
def test_sources_come_back(tmp_path: Path, parts: tuple[Part, ...]) -> None:
    """With or without parts."""
    write_source(tmp_path / "0001.xml", Text.document("0001", parts, ()))
    assert read(tmp_path / "0001.xml").parts == parts


def test_a_part_without_id_has_no_place_among_others(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="document 1 has a part without id among its 2 parts"):
        write_source(tmp_path / "0001.xml", Text.document("1", (Part(None, "a"), Part("2", "b")), ()))
