"""What strings say of words."""

import pytest

from errata.extract.english import CLASSES, is_contraction, is_possessive, is_punctuation, stem, word_class


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("THE", "determiner"),
        ("weren't", "open"),
        ("n’t", "particle"),
        ("--", "punctuation"),
        ("€", "punctuation"),
        ("3rd", "number"),
        ("狗", "open"),
        ("Because", "subordinator"),
    ],
)
def test_classes(word: str, expected: str) -> None:
    """Lists first, in any case and with either apostrophe; then the characters decide."""
    assert word_class(word) == expected
    assert expected in CLASSES


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("goes", "go", True),
        ("as", "a", False),  # too short to strip anything from
        ("walked", "walking", True),
        ("stopped", "stops", True),
        ("falling", "falls", True),
        ("making", "makes", True),
        ("city", "cities", True),
        ("went", "go", False),
        ("bus", "bus", True),
    ],
)
def test_stems_join_regular_forms(one: str, other: str, same: bool) -> None:
    """Enough to tell that two words may be forms of one."""
    assert (stem(one) == stem(other)) is same


def test_contractions_and_possessives() -> None:
    """'s after a pronoun is a verb, after anything else a possessive."""
    assert is_contraction("N't", "not")
    assert is_contraction("will", "wo")
    assert not is_contraction("n't", "no")
    assert is_possessive(["dog", "’s"], 1)
    assert not is_possessive(["That", "'s"], 1)
    assert is_possessive(["'s"], 0)
    assert not is_punctuation("'s")
