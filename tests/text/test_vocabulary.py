"""Lines to integers."""

from hypothesis import given
from hypothesis import strategies as st

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
