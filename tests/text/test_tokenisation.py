"""Texts cut into tokens, and tokens found in texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata import InputError
from errata.text.tokenisation import align_tokens, split_marks, tokenise, with_tokens

TEXTS = st.text(st.sampled_from("ab'\"`()[]{}.,-… \n\u00a0é\u0301\x1c😀"), max_size=16) | st.lists(
    st.sampled_from(["can't", '"Go', 'on,"', "he said.", "(cannot)", "''x''", "wanna", "U.S.", "--", "...", "$5"])
).map(" ".join)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ('"so"', ["``", "so", "''"]),
        ("“so”", ['"', "so", '"']),
        ("(a) [b] {c}", ["-LRB-", "a", "-RRB-", "-LSB-", "b", "-RSB-", "-LCB-", "c", "-RCB-"]),
        ("don’t", ["do", "n't"]),
        ("a—b…", ["a", "--", "b", "..."]),
        ("well‑known", ["well-known"]),
        ("''a''", ["``", "a", "''"]),
        (" a\n b ", ["a", "b"]),
        ("", []),
    ],
)
def test_changed_characters_are_found(text: str, tokens: list[str]) -> None:
    """Tokens cover the text in order, white space apart."""
    ranges = align_tokens(text, tokens)
    assert len(ranges) == len(tokens)
    assert "".join(text[start:end] for start, end in ranges) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "tokens", "message"),
    [
        ("He go", ["He", "goes"], r"token 1 'goes' cannot be aligned: the text has 'go' at character 3"),
        ("He go", ["He", "went", "go"], "token 1 'went' cannot be aligned"),
        ("He go", ["He"], r"the 1 tokens end at character 3, but the text goes on with 'go'"),
        ("He", ["He", "go"], "token 1 'go' cannot be aligned: the text has '' at character 2"),
        ("He", ["", "He"], "token 0 '' cannot be aligned"),
        ("say go", ["say", "``", "go"], "token 1 '``' cannot be aligned"),
    ],
)
def test_a_token_that_does_not_stand_there_is_refused(text: str, tokens: list[str], message: str) -> None:
    """It is never searched for further on."""
    with pytest.raises(InputError, match=message):
        align_tokens(text, tokens)


@given(TEXTS, st.sampled_from(["space", "marks", "treebank"]))
def test_tokens_cover_the_text(text: str, how: str) -> None:
    """However it is cut: ranges in order, nothing but white space between them."""
    made = tokenise(text, how)
    assert len(made.ranges) == len(made.tokens)
    assert "".join(text[start:end] for start, end in made.ranges) == "".join(text.split())
    if how == "marks":
        assert list(made.tokens) == split_marks(text)
    if how != "treebank":
        assert with_tokens(text, made.tokens).ranges == made.ranges


def test_marks_stand_alone() -> None:
    """Accents that combine belong to their letter."""
    assert split_marks("e\u0301t\u0301, a_b-c3") == ["e\u0301t\u0301", ",", "a_b", "-", "c3"]


def test_an_unknown_way_is_refused() -> None:
    """With those there are."""
    with pytest.raises(InputError, match="no tokenisation called 'words'; there are: space, marks, treebank"):
        tokenise("a", "words")


@pytest.mark.parametrize(
    ("tokens", "edit", "expected"),
    [
        (["home", "."], (1, 1, ["now"]), "home now."),
        (["home", "."], (1, 1, [","]), "home,."),
        (["ca", "n't"], (1, 2, ["not"]), "ca not"),
        (["home", ",", "then"], (1, 2, []), "home then"),
        (["well", "-", "known"], (1, 2, []), "well known"),
        (["home", "."], (0, 1, ["house"]), "house."),
        (["(", "a", ")"], (1, 2, []), "()"),
    ],
)
def test_words_do_not_run_together(tokens: list[str], edit: tuple[int, int, list[str]], expected: str) -> None:
    """A blank comes in only where it must."""
    text = "home, then" if len(tokens) == 3 and tokens[1] == "," else "".join(tokens)
    low, high, string = with_tokens(text, tokens).place(*edit)
    assert text[:low] + string + text[high:] == expected


def test_marks_stay_with_their_letters() -> None:
    """Vowel signs, points and accents; selectors and joiners of emoji stand alone as before."""
    assert split_marks("जाते हैं।") == ["जाते", "हैं", "।"]
    assert split_marks("שָׁלוֹם, cafe\u0301!") == ["שָׁלוֹם", ",", "cafe\u0301", "!"]
    assert split_marks("❤\ufe0fx") == ["❤", "\ufe0f", "x"]
