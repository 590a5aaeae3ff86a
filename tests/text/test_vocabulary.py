"""Lines to integers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.kernels.buffers import Texts
from errata.text.vocabulary import Vocabulary


@given(st.lists(st.text(max_size=10)))
def test_equal_words_get_equal_numbers_and_different_words_different_ones(lines: list[str]) -> None:
    """Words are those of str.split(), whatever line they stand in."""
    vocabulary = Vocabulary("word")
    numbers: dict[str, int] = {}
    for line in lines:
        for word, number in zip(line.split(), vocabulary.encode(line), strict=True):
            assert numbers.setdefault(word, number) == number
    assert len(set(numbers.values())) == len(numbers)


@given(st.lists(st.text(max_size=10)))
def test_ascii_words_are_those_of_bytes(lines: list[str]) -> None:
    """Parted by the six ASCII blanks only, as by programs that read bytes."""
    vocabulary = Vocabulary("ascii-word")
    numbers: dict[bytes, int] = {}
    for line in lines:
        for word, number in zip(line.encode("utf-8", "surrogatepass").split(), vocabulary.encode(line), strict=True):
            assert numbers.setdefault(word, number) == number
    assert len(set(numbers.values())) == len(numbers)


@given(st.text())
def test_characters_are_their_code_points(line: str) -> None:
    """Blanks and combining marks are characters like others."""
    assert Vocabulary("char").encode(line).tolist() == [ord(character) for character in line]


def test_flatten_lays_lines_end_to_end() -> None:
    """Empty lines keep their place."""
    flat = Vocabulary("word").flatten(["a b", "", "b"])
    assert flat.ids.tolist() == [0, 1, 1]
    assert flat.bounds.tolist() == [0, 2, 2, 3]


def test_the_number_of_words_is_known() -> None:
    """Of characters there are as many as Unicode has."""
    vocabulary = Vocabulary("word")
    vocabulary.encode("the cat saw the dog")
    assert len(vocabulary) == 4
    assert len(Vocabulary("char")) == 0x110000


@pytest.mark.parametrize("unit", ["word", "ascii-word", "char"])
@pytest.mark.parametrize("odd", ["", "a\nb", "x\r", "\r", "thé\u00a0chat", "\ud800 z", " "])
def test_many_lines_are_numbered_as_one_by_one(unit: str, odd: str) -> None:
    """Whether lines are numbered in one go or each alone, and whatever the last of them holds, numbers are equal."""
    lines = [odd, *(f"w{i % 7} the\tcat {i}" for i in range(100)), odd]
    alone = Vocabulary(unit)
    assert Vocabulary(unit).flatten(lines) == Texts.of([alone.encode(line) for line in lines])
