"""Units of texts and of tokens."""

import pytest

from errata.text.raw.units import (
    Unit,
    escape,
    is_escaped,
    is_small,
    looks_like_entity,
    scan,
    token_units,
    unescape,
    words_of,
)


def kinds(text: str, dots: bool = True) -> str:
    return " ".join(unit.kind for unit in scan(text, "", dots))


@pytest.mark.parametrize(
    ("text", "want", "why"),
    [
        ("2–4", "D - D", "a dash between digits is a hyphen"),
        ("2 – 4", "D — D", "but not with blanks around it"),
        ("a–b", "L — L", "nor between letters"),
        ("a-b", "L - L", "a hyphen"),
        ("a‑b", "L - L", "one that does not break"),
        ("a—b", "L — L", "a dash"),
        ("a-–b", "L — L", "a run is one dash"),
        ("٢−٤", "D - D", "digits of every script"),
        ("½–2", "D — D", "a fraction is no decimal digit"),
        ("a..", "L …", "two full stops are an ellipsis"),
        ("don`t", "L L L ` L", "an odd apostrophe has a kind of its own"),
        ("x´", "L `", "and so has the accent"),
        ("‘‘x’’", '" L "', "doubled quotes are one"),
        ("'''", "\" '", "from left to right"),
        ("ไทย", "C C C", "Thai has no blanks"),
        ("한국", "L L", "Korean has"),
        ("々〇", "C D", "the sign of repetition is a letter, the zero a number"),
        ("$5%", "$ D %", "symbols are their own kind"),
        ("\u0301x", "L L", "an accent upon nothing"),
    ],
)
def test_kinds(text: str, want: str, why: str) -> None:
    """What units are."""
    assert kinds(text) == want, why


def test_dots_are_one_by_one_where_the_corpus_has_them_so() -> None:
    """But the character of an ellipsis is one always."""
    assert kinds("a..…", dots=False) == "L . . …"


def test_marks_upon_letters_belong_to_them() -> None:
    """NFC joins what it can; what it cannot stays with the letter before."""
    [unit] = scan("e\u0301")
    assert unit == Unit("é", "é", "L", "")
    [unit] = scan("Q\u0301")
    assert unit == Unit("q\u0301", "Q\u0301", "L", "")


def test_dropped_characters_are_no_units_and_no_blanks() -> None:
    """They part what would be one unit, but not words."""
    assert [unit.blank for unit in scan("a\u200bb \u200b c", "\u200b")] == [False, False, True]
    assert len(scan(".\u200b.", "\u200b")) == 2


@pytest.mark.parametrize(
    ("token", "want"),
    [
        ("``", Unit('"', "``", '"', "quote")),
        ("''", Unit('"', "''", '"', "quote")),
        ("`", Unit("'", "`", "'", "apostrophe")),
        ("-LRB-", Unit("(", "-LRB-", "(", "")),
        ("-RCB-", Unit("}", "-RCB-", "}", "")),
        ("@-@", Unit("-", "@-@", "-", "dash")),
        ("@/@", Unit("/", "@/@", "/", "")),
    ],
)
def test_tokens_that_stand_for_a_mark(token: str, want: Unit) -> None:
    """They are one unit, compared as the mark."""
    assert token_units(token) == (want,)


def test_names_of_marks() -> None:
    """Quotes go by their form, currency signs by one name, the rest by kind."""
    assert [unit.name for unit in scan("“$€—-'")] == ["“", "¤", "¤", "—", "'"]


def test_escapes_of_moses() -> None:
    """There and back; what was escaped twice is unescaped once."""
    assert unescape("&quot;a&quot; &lt;b&gt; &#91;c&#93; &#124; &amp;apos;") == '"a" <b> [c] | &apos;'
    assert escape('"a" & [b]|<c>\'') == "&quot;a&quot; &amp; &#91;b&#93;&#124;&lt;c&gt;&apos;"
    assert is_escaped(["&amp;"])
    assert not is_escaped(["AT&amp;T", "&lt;", "&"])


def test_entities() -> None:
    """They say nothing about marks."""
    assert [token for token in ("&lt;", "&#39;", "&", "&;", "a&lt;", "&l t;") if looks_like_entity(token)] == [
        "&lt;",
        "&#39;",
    ]


def test_small_letters() -> None:
    """What a full stop may stand before without ending a sentence."""
    assert [text for text in ("a", "é", "A", "5", "", "(", "我") if is_small(text)] == ["a", "é", "我"]


def test_words() -> None:
    """Letters and digits are words of their own; marks and blanks part them."""
    assert words_of(scan("It's 3rd-rate, 我们 a b")) == ["it", "s", "3", "rd", "rate", "我", "们", "a", "b"]
