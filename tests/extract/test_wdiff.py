"""Edits from corrected text by word difference."""

import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden_hoo import CASES, edits

import errata
from errata import Document, DocumentSet, ErrataWarning, InputError, LengthError, Part, extract_documents
from errata.documents import apply_character_edits
from errata.extract.wdiff import GRANULARITIES, MERGINGS, WordDifference, extract_edits

TEXTS = st.lists(
    st.sampled_from(["a", "b", "b,", "b.", '"b', "'b", "(a", "a)", ",", " ", "\n", "\u00a0", "\x1c", "😀"]), max_size=9
).map(" ".join)


@pytest.mark.parametrize("case", CASES["extraction"], ids=lambda case: case["id"])
def test_golden_cases(case: dict[str, Any]) -> None:
    """Range, original and correction."""
    assert extract_edits(case["source"], case["target"]) == list(edits(case["edits"]))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("a b.", "a b", (3, 4, "")),
        ('a "b', "a b", (2, 3, "")),
        ("a 'b", 'a "b', (2, 3, '"')),
        ("a b?", "a b!", (3, 4, "!")),
        ("a b", "a (b", (2, 2, "(")),
        ("a b", "a b{", (2, 3, "b{")),
        ("a ,", "a ;", (2, 3, ";")),
    ],
)
def test_punctuation_is_peeled_off_words(source: str, target: str, expected: tuple[int, int, str]) -> None:
    """Only marks that may stand there."""
    [edit] = extract_edits(source, target)
    assert (edit.start, edit.end, edit.corrections) == (*expected[:2], (expected[2],))


@given(TEXTS, TEXTS)
def test_applying_the_edits_gives_the_target(source: str, target: str) -> None:
    """Up to runs of white space; every original fits its range, and no edit has a type."""
    found = extract_edits(source, target)
    assert apply_character_edits(source, found).split() == target.split()
    assert all(edit.original == source[edit.start : edit.end] and edit.type is None for edit in found)
    assert not extract_edits(source, source)


RUNNING = st.lists(
    st.sampled_from(
        ["a", "b", "go", "goes", "the", ",", ".", '"', "(", ")", "n't", "'s", "can", "not", " ", "  ", "\n"]
    ),
    max_size=10,
).map("".join)


@given(RUNNING, RUNNING, st.sampled_from(GRANULARITIES), st.sampled_from(MERGINGS))
def test_other_granularities_and_mergings_give_the_target(
    source: str, target: str, granularity: str, merge: str
) -> None:
    """Up to white space, without words running together; with words, up to runs of white space."""
    found = WordDifference(granularity, merge)(source, target)
    made = apply_character_edits(source, found)
    assert all(edit.original == source[edit.start : edit.end] for edit in found)
    if granularity == "word":
        assert made.split() == target.split()
    else:
        assert "".join(made.split()) == "".join(target.split())
    assert not WordDifference(granularity, merge)(source, source)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
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
def test_tokens(source: str, target: str, expected: list[tuple[int, int, str]]) -> None:
    """Marks are tokens, and white space goes with what is inserted or deleted as the target has it."""
    found = WordDifference(granularity="token")(source, target)
    assert [(edit.start, edit.end, edit.corrections) for edit in found] == [
        (start, end, (string,)) for start, end, string in expected
    ]


def test_merging_as_errant_does() -> None:
    """A block of two words that changed each for itself becomes two edits."""
    source, target = "He go hom today", "He goes home today"
    whole = WordDifference()(source, target)
    assert [(edit.original, edit.corrections) for edit in whole] == [("go hom", ("goes home",))]
    apart = WordDifference(merge="errant")(source, target)
    assert [(edit.original, edit.corrections) for edit in apart] == [("go", ("goes",)), ("hom", ("home",))]


def test_options_of_extractors() -> None:
    """They are in the name that the score is signed with; what is not known is refused."""
    gold, mine = sets("He go hom."), sets("He goes home.")
    made = extract_documents(gold, mine, "wdiff:merge=errant,granularity=token")
    assert made.extractor == "wdiff:granularity=token,merge=errant"
    assert [edit.original for edit in made[0].edits] == ["go", "hom"]
    assert extract_documents(gold, mine, "wdiff:granularity=word").extractor == "wdiff"
    with pytest.raises(InputError, match="extractor wdiff has no option 'size'; it has: granularity, merge"):
        extract_documents(gold, mine, "wdiff:size=3")
    with pytest.raises(InputError, match="extractor wdiff: granularity is 'char'; it takes word or token"):
        extract_documents(gold, mine, "wdiff:granularity=char")
    with pytest.raises(InputError, match="extractor maxmatch has no option 'granularity'; it has: none"):
        extract_documents(gold, mine, "maxmatch:granularity=token")


def sets(*texts: str) -> DocumentSet:
    return DocumentSet(tuple(Document.of(f"{n:04}", text) for n, text in enumerate(texts)))


def test_documents_are_paired_and_compared_part_by_part() -> None:
    """A missing one is an empty submission, if that is wished; the score says how edits were got."""
    gold, corrected = sets("He go.", "A b."), sets("He goes.")
    made = extract_documents(gold, corrected, missing_file="empty")
    assert [len(document.edits) for document in made] == [1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)  # edits got in this way have no type
        assert errata.score(made, {"a": made}, measures=["hoo"]).scores[0].signature.endswith("|extract:wdiff")
    with pytest.raises(LengthError, match="gold has no document 0001, but gold has"):
        extract_documents(gold, corrected)
    parts = Document("1", (), (Part("1", "a b"), Part("2", "a b")))
    changed = Document("1", (), (Part("1", "a b"), Part("2", "a c")))
    [document] = extract_documents(DocumentSet((parts,)), DocumentSet((changed,)))
    assert [(edit.part, edit.start, edit.corrections) for edit in document.edits] == [("2", 2, ("c",))]


def test_what_cannot_be_compared_is_refused() -> None:
    """No source text, other parts, an extractor nobody knows."""
    with pytest.raises(InputError, match="the source text of document 1 is not known"):
        extract_documents(DocumentSet((Document("1"),)), DocumentSet((Document.of("1", "a"),)))
    with pytest.raises(InputError, match="document 1 has 1 parts but the corrected one 2"):
        extract_documents(
            DocumentSet((Document.of("1", "a"),)), DocumentSet((Document("1", (), (Part(None, "a"), Part("2", "b"))),))
        )
    with pytest.raises(InputError, match="no extractor for documents is called 'diff'; there are: wdiff, maxmatch"):
        extract_documents(sets("a"), sets("a"), "diff")
