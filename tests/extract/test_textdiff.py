"""Edits from corrected text by differences of finer tokens, and edits cut as ERRANT does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import documents_of

from errata import InputError, extract_documents
from errata.extract.textdiff import GRANULARITIES, MERGINGS, TextDifference
from errata.model import apply_character_edits

RUNNING = st.lists(
    st.sampled_from(
        ["a", "b", "go", "goes", "the", ",", ".", '"', "(", ")", "n't", "'s", "can", "not", " ", "  ", "\n"]
    ),
    max_size=10,
).map("".join)


@given(RUNNING, RUNNING, st.sampled_from(GRANULARITIES), st.sampled_from(MERGINGS))
def test_other_granularities_and_mergings_give_the_output(
    source: str, output: str, granularity: str, merge: str
) -> None:
    """Up to white space, without words running together; with words, up to runs of white space."""
    found = TextDifference(granularity, merge)(source, output)
    made = apply_character_edits(source, found)
    assert all(edit.original == source[edit.start : edit.end] for edit in found)
    if granularity == "word":
        assert made.split() == output.split()
    else:
        assert "".join(made.split()) == "".join(output.split())
    assert not TextDifference(granularity, merge)(source, source)


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("He go.", "He goes.", [(3, 5, "goes")]),
        ("He go home then.", "He go home, then.", [(10, 10, ",")]),
        ("At home, then.", "At home then.", [(7, 8, "")]),
        ("say hello", 'say "hello"', [(4, 4, '"'), (9, 9, '"')]),
        ("a big dog.", "a dog.", [(2, 6, "")]),
        ("a dog.", "a big dog.", [(2, 2, "big ")]),
        ("We ca", "We can't", [(5, 5, "n't")]),
        ("well - known", "well-known", [(0, 12, "well-known")]),
        ("end here.", "end here .", []),
    ],
)
def test_tokens(source: str, output: str, expected: list[tuple[int, int, str]]) -> None:
    """Marks are tokens, and white space goes with what is inserted or deleted as the output has it."""
    found = TextDifference(granularity="token")(source, output)
    assert [(edit.start, edit.end, edit.corrections) for edit in found] == [
        (start, end, (string,)) for start, end, string in expected
    ]


def test_merging_as_errant_does() -> None:
    """A block of two words that changed each for itself becomes two edits."""
    source, output = "He go hom today", "He goes home today"
    whole = TextDifference()(source, output)
    assert [(edit.original, edit.corrections) for edit in whole] == [("go hom", ("goes home",))]
    apart = TextDifference(merge="errant")(source, output)
    assert [(edit.original, edit.corrections) for edit in apart] == [("go", ("goes",)), ("hom", ("home",))]


def test_options_of_extractors() -> None:
    """They are in the name that the score is signed with; what is not known is refused."""
    gold, mine = documents_of("He go hom."), documents_of("He goes home.")
    made = extract_documents(gold, mine, "wdiff:merge=errant,granularity=token")
    assert made.extractor == "wdiff:granularity=token,merge=errant"
    assert [edit.original for edit in made[0].edits] == ["go", "hom"]
    assert extract_documents(gold, mine, "wdiff:granularity=word").extractor == "wdiff"
    with pytest.raises(InputError, match="extractor wdiff has no option 'size'; it has: granularity, merge"):
        extract_documents(gold, mine, "wdiff:size=3")
    with pytest.raises(InputError, match="extractor wdiff: granularity must be word or token, not 'char'"):
        extract_documents(gold, mine, "wdiff:granularity=char")
    with pytest.raises(InputError, match="extractor maxmatch has no option 'granularity'; it has: none"):
        extract_documents(gold, mine, "maxmatch:granularity=token")
