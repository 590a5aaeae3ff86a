"""SGML: tags among text that is not escaped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata_corpora.sgml import content, decode, escape, escape_field, tag, tag_pattern, tags

TAGS = tag_pattern(["DOC", "P"])
TEXTS = st.text(st.sampled_from("ab&;#x19<>\"'/DOC\n\r é"))


@given(TEXTS)
def test_text_comes_back(text: str) -> None:
    """Escaped, between tags or in quotes, it holds no tag."""
    assert decode(escape(text)) == text
    assert decode(content(f"\n{escape(text)}\n")) == text
    assert list(tags(escape(text), TAGS, 1)) == []
    (found,) = tags(tag("DOC", [("nid", text)]), TAGS, 1)
    assert found.attributes == {"nid": text}
    assert "\n" not in escape_field(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\nab\n", "ab"),
        ("\r\nab\r\n", "ab"),
        ("ab", "ab"),
        ("\n\na \n\n", "\na \n"),
        ("\n", ""),
        ("\n\n", ""),
        ("\r", "\r"),
    ],
)
def test_one_line_end_on_either_side_is_layout(text: str, expected: str) -> None:
    """And no more than one."""
    assert content(text) == expected


def test_tags_have_lines_and_what_stands_before_them() -> None:
    """In either case, over several lines, with all kinds of quotes; others are text."""
    found = list(tags("a\n<b><doc\n nid='1' X=\"2\" y=3 ><P/>\n</Doc >", TAGS, 10))
    assert [(item.name, item.closes, item.is_empty, item.line) for item in found] == [
        ("DOC", False, False, 11),
        ("P", False, True, 12),
        ("DOC", True, False, 13),
    ]
    assert found[0].attributes == {"nid": "1", "x": "2", "y": "3"}
    assert [item.before for item in found] == ["a\n<b>", "", "\n"]
    assert list(tags("<MI\u017fTAKE><K\u212a>", tag_pattern(["MISTAKE", "KK"]), 1)) == []
