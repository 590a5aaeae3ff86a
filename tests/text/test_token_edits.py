"""Character edits and token edits: there and back, the same corrected words, none dropped."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.hoo import CASES

from errata import Edit, Text
from errata.model import apply_character_edits
from errata.text.token_edits import TokenEdit, convert_edit, in_tokens, to_characters, to_tokens
from errata.text.tokenisation import TokenisedText, split_marks, tokenise, with_tokens

[CONVERSION] = CASES["conversion"]
TEXTS = st.text(st.sampled_from("ab,  \n\u00a0"), max_size=14)
STRINGS = st.text(st.sampled_from("xy,  \n"), max_size=4)
WORDS = st.lists(st.sampled_from(["x", "y,"]), max_size=2).map(tuple)


@pytest.mark.parametrize("case", CONVERSION["cases"], ids=lambda case: str(case["char"]))
def test_golden_cases(case: dict[str, Any]) -> None:
    """To tokens and back to the canonical form; white space alone makes no edit."""
    text = CONVERSION["text"]
    source = tokenise(text)
    assert source.tokens == CONVERSION["tokens"]
    given_edit = case["char"]
    edit = Edit.of(given_edit["start"], given_edit["end"], given_edit["original"], (given_edit["correction"],))
    made = convert_edit(source, edit)
    if case["char_canonical"] is None:
        assert made is None
        return
    assert made
    assert made.corrections
    token = case["token"]
    words = tuple(token["correction"].split())
    assert (made.start, made.end, made.corrections) == (token["start"], token["end"], (words,))
    start, end, corrections = to_characters(source, made.start, made.end, made.corrections)
    wanted = case["char_canonical"]
    assert (start, end, corrections) == (wanted["start"], wanted["end"], (wanted["correction"],))
    assert text[start:end] == wanted["original"]


def cut(text: str, how: str) -> TokenisedText:
    """Return the text cut in one of three ways: at white space, at marks, or as it was cut by somebody else."""
    made = tokenise(text, "space" if how == "space" else "marks")
    return with_tokens(text, made.tokens) if how == "given" else made


WAYS = st.sampled_from(["space", "marks", "given"])


@given(TEXTS, WAYS, st.data())
def test_tokens_to_characters_and_back(text: str, how: str, data: st.DataObject) -> None:
    """The identity, for any white space between tokens, or none, and any alternatives."""
    source = cut(text, how)
    words = WORDS if how != "marks" else st.lists(st.sampled_from(["x", ",", "y"]), max_size=2).map(tuple)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(source.ranges))] * 2)))
    corrections = data.draw(st.lists(st.none() | words, min_size=1, max_size=3).map(tuple))
    strings = [made for made in corrections if made is not None]
    assume(start < end or (strings and all(strings)))
    low, high, made = to_characters(source, start, end, corrections)
    edit = Edit.of(low, high, text[low:high], made)
    back = convert_edit(source, edit)
    assert back == TokenEdit(start, end, corrections, edit)


def apply_tokens(tokens: Sequence[str], edits: list[TokenEdit], which: int = 0) -> list[str]:
    made: list[str] = []
    position = 0
    for edit in edits:
        assert edit.start >= position, "token edits overlap"
        words = edit.corrections[which % len(edit.corrections)] if edit.corrections else None
        made += tokens[position : edit.start]
        made += tokens[edit.start : edit.end] if words is None else words
        position = edit.end
    return made + list(tokens[position:])


def same_words(source: TokenisedText, text: str, tokens: list[str]) -> bool:
    """Tell whether a corrected text has these tokens; where nobody knows how it would be cut, these words."""
    if source.marks_apart and source.split is str.split:
        return split_marks(text) == split_marks(" ".join(tokens))
    return source.split(text) == tokens


@given(TEXTS, WAYS, st.data())
def test_one_edit_makes_the_same_words_either_way(text: str, how: str, data: st.DataObject) -> None:
    """Applied to the text, which is then split; or converted, and applied to the tokens. For every alternative."""
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    strings = data.draw(st.lists(STRINGS, min_size=1, max_size=3))
    source = cut(text, how)
    made, blank = to_tokens(source, [Edit.of(start, end, text[start:end], tuple(strings))])
    assert len(made) + len(blank) == 1
    for which, string in enumerate(strings):
        changed = text[:start] + string + text[end:]
        assert same_words(source, changed, apply_tokens(source.tokens, made, which))


@given(TEXTS, WAYS, st.data())
def test_converting_twice_equals_converting_once(text: str, how: str, data: st.DataObject) -> None:
    """And canonical edits come back as they were."""
    source = cut(text, how)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    made = convert_edit(source, Edit.of(start, end, text[start:end], (data.draw(STRINGS),)))
    assume(made is not None)
    assert made
    once = to_characters(source, made.start, made.end, made.corrections)
    again = convert_edit(source, Edit.of(once[0], once[1], text[once[0] : once[1]], once[2]))
    assert again
    assert to_characters(source, again.start, again.end, again.corrections) == once


@given(TEXTS, WAYS, st.data())
def test_edits_together_make_the_same_words(text: str, how: str, data: st.DataObject) -> None:
    """Those that meet inside a token are joined; none is dropped."""
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    edits: list[Edit] = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        if not edits or start > edits[-1].start or end == start == edits[-1].end:
            made = data.draw(st.none() | st.lists(st.none() | STRINGS, min_size=1, max_size=2).map(tuple))
            edits.append(Edit.of(start, end, text[start:end], made, "T", str(len(edits))))
    source = cut(text, how)
    converted, blank = to_tokens(source, edits)
    assert same_words(source, apply_character_edits(text, edits), apply_tokens(source.tokens, converted))
    indices = [index for edit in converted for index in edit.joined or (edit.origin.index,)]
    assert sorted([*indices, *(edit.index for edit in blank)], key=str) == sorted(str(n) for n in range(len(edits)))


def test_joined_edits_keep_types_and_combine_alternatives() -> None:
    """Types joined by +, the first index, null where all are null; an unknown one leaves its part alone."""
    first = Edit.of(0, 1, "a", (None, "x"), "A", "1", cset="7")
    second = Edit.of(2, 3, "c", (None, "z"), "B", "2")
    [made], _ = to_tokens("abc", [second, first])
    assert made.corrections == (None, ("abz",), ("xbc",), ("xbz",))
    assert (made.origin.type, made.origin.index, made.origin.cset, made.joined) == ("A+B", "1", "7", ("1", "2"))
    [unknown], _ = to_tokens("abc", [first, Edit.of(2, 3, "c")])
    assert (unknown.corrections, unknown.origin.type) == ((None, ("xbc",)), "A")
    [nothing], _ = to_tokens("abc", [Edit.of(0, 1, "a"), Edit.of(2, 3, "c")])
    assert (nothing.start, nothing.end, nothing.corrections) == (0, 1, ())


def test_joined_edits_have_every_combination_of_alternatives() -> None:
    """Ten each of three edits inside one word are a thousand."""
    text = "abc"
    edits = [Edit.of(n, n + 1, text[n], tuple(f"{n}{k}" for k in range(10))) for n in range(3)]
    [made], _ = to_tokens(text, edits)
    assert len(set(made.corrections)) == 1000
    assert made.corrections[:2] == (("001020",), ("001021",))


def test_edits_that_overlap_are_converted_one_by_one() -> None:
    """They cannot be applied together anyway."""
    edits = [Edit.of(0, 5, "ab cd", ("x",)), Edit.of(3, 5, "cd", ("y",))]
    made, _ = to_tokens("ab cd", edits)
    assert [(edit.start, edit.end, edit.joined) for edit in made] == [(0, 2, ()), (1, 2, ())]


@pytest.mark.parametrize("strings", [("x", "y"), ("x", "", "y"), (" x", "y"), ("x", "y ", "z")])
def test_words_that_run_together_at_one_point_are_joined(strings: tuple[str, ...]) -> None:
    """Also where every pair of neighbours could stand apart, but not all of them."""
    edits = [Edit.of(1, 1, "", (string,), index=str(n)) for n, string in enumerate(strings)]
    made, _ = to_tokens("  ", edits)
    assert apply_tokens([], made) == "".join(strings).split()
    assert made[0].joined


def test_documents_in_tokens() -> None:
    """Null and absent stay what they are; white space alone is left out."""
    edits = [
        Edit.of(3, 4, "g", (None, "d")),
        Edit.of(3, 5, "go"),
        Edit.of(2, 3, " ", ("  ",)),
        Edit.of(3, 5, "go", (None,)),
    ]
    made = in_tokens(Text.document("1", "He go", edits))
    assert made.edits == (
        Edit.of(1, 2, "go", (None, "do")),
        Edit.of(1, 2, "go"),
        Edit.of(1, 2, "go", (None,)),
    )
