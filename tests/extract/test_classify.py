"""Types that strings can tell."""

import pytest

from errata.extract.classify import classify


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "the", "M:OTHER"),
        ("", ",", "M:PUNCT"),
        ("", "n't", "M:CONTR"),
        ("", "'s", "M:OTHER"),
        ("the", "", "U:OTHER"),
        ("! !", "", "U:PUNCT"),
        ("Doctor", "The doctor", "M:OTHER"),
        (", He", ". He", "R:PUNCT"),
        ("paris", "Paris", "R:ORTH"),
        ("every day", "everyday", "R:ORTH"),
        ("in to it", "into It", "R:ORTH"),
        ("The dog", "the dog", "R:ORTH"),
        ("can only", "only Can", "R:WO"),
        (",", ";", "R:PUNCT"),
        ("wo", "will", "R:CONTR"),
        ("n't not", "not", "U:CONTR"),
        ("go", "goes", "R:OTHER"),
        ("dog", "dog", "UNK"),
        ("", "", "UNK"),
    ],
)
def test_types(old: str, new: str, expected: str) -> None:
    """The last word that both sides share does not count."""
    assert classify(old.split(), new.split()) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("recieve", "receive", "R:SPELL"),
        ("receive", "recieve", "R:OTHER"),
        ("dissapear", "xxxxxxxxx", "R:OTHER"),
        ("teh", "the", "R:SPELL"),
        ("teh", "dog", "R:OTHER"),
        ("tset", "test", "R:SPELL"),
        ("b4", "before", "R:OTHER"),
        ("recieve it", "receive", "R:OTHER"),
        ("x" * 80, "y" * 80, "R:OTHER"),
    ],
)
def test_misspellings_need_a_word_list(old: str, new: str, expected: str) -> None:
    """An unknown word of letters, replaced by one that looks like it."""
    assert classify(old.split(), new.split(), {"receive", "the", "test"}) == expected
    assert classify(old.split(), new.split()) == "R:OTHER"
