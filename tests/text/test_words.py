"""Where words stand, and where edits of whole words do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.text.words import overlap, place_words, word_ranges


@given(st.text(st.sampled_from("ab \t\n\u00a0\u2028\x1c\x85é😀"), max_size=12))
def test_words_are_what_split_gives(text: str) -> None:
    """Also at white space that regular expressions do not know as such."""
    assert [text[start:end] for start, end in word_ranges(text)] == text.split()


@pytest.mark.parametrize(
    ("text", "start", "end", "words", "expected"),
    [
        ("a b c", 1, 2, ["x", "y"], (2, 3, "x y")),
        ("a b c", 1, 2, [], (2, 4, "")),
        ("a b c", 2, 3, [], (3, 5, "")),
        ("a b c", 0, 3, [], (0, 5, "")),
        ("a b c", 1, 1, ["x"], (2, 2, "x ")),
        ("a b c", 3, 3, ["x"], (5, 5, " x")),
        ("", 0, 0, ["x"], (0, 0, "x")),
    ],
)
def test_the_canonical_place_of_an_edit(
    text: str, start: int, end: int, words: list[str], expected: tuple[int, int, str]
) -> None:
    """The blank behind goes along with what is inserted or deleted; at the end the one before."""
    assert place_words(word_ranges(text), start, end, words) == expected


@given(
    st.lists(st.sampled_from(["a", "bc"]), max_size=5), st.lists(st.sampled_from(["x", "yz"]), max_size=2), st.data()
)
def test_an_edit_of_characters_makes_the_words_of_the_edit_of_words(
    tokens: list[str], words: list[str], data: st.DataObject
) -> None:
    """And leaves no blank too many."""
    start = data.draw(st.integers(0, len(tokens)))
    end = data.draw(st.integers(start, len(tokens)))
    if start == end and not words:
        return
    text = " ".join(tokens)
    first, last, correction = place_words(word_ranges(text), start, end, words)
    assert text[:first] + correction + text[last:] == " ".join(tokens[:start] + words + tokens[end:])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((1, 3), (2, 4), True),
        ((1, 3), (3, 4), False),
        ((1, 3), (0, 9), True),
        ((1, 1), (1, 1), True),
        ((1, 1), (2, 2), False),
        ((1, 1), (1, 3), True),
        ((3, 3), (1, 3), True),
        ((4, 4), (1, 3), False),
    ],
)
def test_overlap(one: tuple[int, int], other: tuple[int, int], expected: bool) -> None:
    """Words in common, or an insertion within or at an end; symmetric."""
    assert overlap(one, other) is expected
    assert overlap(other, one) is expected
