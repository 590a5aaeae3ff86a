"""Edits from corrected text by word difference."""

import warnings
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hoo import CASES
from tests.support import documents_of

import errata
from errata import (
    Corpus,
    ErrataWarning,
    InputError,
    LengthError,
    Part,
    Text,
    UnknownNameError,
    apply_edits,
    extract_documents,
)
from errata.extract.wdiff import WordDifference, extract_edits
from errata.golden.inputs import edits
from errata.model import apply_character_edits

TEXTS = st.lists(
    st.sampled_from(["a", "b", "b,", "b.", '"b', "'b", "(a", "a)", ",", " ", "\n", "\u00a0", "\x1c", "😀"]), max_size=9
).map(" ".join)


@pytest.mark.parametrize("case", CASES["extraction"], ids=lambda case: case["id"])
def test_golden_cases(case: dict[str, Any]) -> None:
    """Range, original and correction."""
    assert extract_edits(case["source"], case["target"]) == list(edits(case["edits"]))


@pytest.mark.parametrize(
    ("source", "output", "expected"),
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
def test_punctuation_is_peeled_off_words(source: str, output: str, expected: tuple[int, int, str]) -> None:
    """Only marks that may stand there."""
    [edit] = extract_edits(source, output)
    assert (edit.start, edit.end, edit.corrections) == (*expected[:2], (expected[2],))


@given(TEXTS, TEXTS)
def test_applying_the_edits_gives_the_output(source: str, output: str) -> None:
    """Up to runs of white space; every original fits its range, and no edit has a type."""
    found = extract_edits(source, output)
    assert apply_character_edits(source, found).split() == output.split()
    assert all(edit.original == source[edit.start : edit.end] and not edit.type for edit in found)
    assert not extract_edits(source, source)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_word_edits_give_the_output(pairs: list[tuple[str, str]]) -> None:
    """By position, one for each block of change, so that no two touch; with a type."""
    sources, outputs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for source, output, found in zip(sources, outputs, WordDifference().extract(sources, outputs), strict=True):
        assert apply_edits(source, found).split() == output.split()
        assert all(one.end < two.start for one, two in pairwise(found))
        assert all(edit.type[:2] in {"M:", "U:", "R:"} for edit in found)
        assert bool(found) == (source.split() != output.split())


def test_sentences_are_compared_by_word_difference() -> None:
    """Plain outputs and references; the signature says how the edits were got."""
    sources, references = ["He go in school", "a b c"], [["He goes to school", "b c a"]]
    outputs = ["He goes to school", "a b c"]
    result = errata.score(
        sources=sources, references=references, outputs=outputs, measures=["errant", "m2", "cleme"], extract="wdiff"
    )
    assert dict(result["output", "errant"].counts) == {"tp": 1, "fp": 0, "fn": 2}
    assert result["output", "m2"].signature.endswith("|extract:wdiff")
    sides = "|extract:wdiff|gold_edits:extracted|output_edits:extracted"
    assert all(result["output", name].signature.endswith(sides) for name in ("errant", "cleme"))
    [moved] = WordDifference().extract(["a b c"], ["b c a"])
    assert [(edit.start, edit.end, edit.corrections, edit.type) for edit in moved] == [
        (0, 1, ("",), "U:OTHER"),
        (3, 3, ("a",), "M:OTHER"),
    ]
    with pytest.raises(UnknownNameError, match=r"no extractor is called 'wdiff:x'; did you mean 'wdiff'"):
        errata.get_extractor("wdiff:x")


def test_documents_are_paired_and_compared_part_by_part() -> None:
    """A missing one is an empty submission, if that is wished; the score says how edits were got."""
    gold, corrected = documents_of("He go.", "A b."), documents_of("He goes.")
    made = extract_documents(gold, corrected, missing_file="empty")
    assert [len(document.edits) for document in made] == [1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)  # edits got in this way have no type
        assert errata.score(made, {"a": made}, measures=["hoo"]).scores[0].signature.endswith("|extract:wdiff")
    with pytest.raises(LengthError, match="gold has no document 0001, but gold has"):
        extract_documents(gold, corrected)
    parts = Text.document("1", (Part("1", "a b"), Part("2", "a b")), ())
    changed = Text.document("1", (Part("1", "a b"), Part("2", "a c")), ())
    [document] = extract_documents(Corpus((parts,)), Corpus((changed,)))
    assert [(edit.part, edit.start, edit.corrections) for edit in document.edits] == [("2", 2, ("c",))]


def test_what_cannot_be_compared_is_refused() -> None:
    """No source text, other parts, an extractor nobody knows."""
    with pytest.raises(InputError, match="the source text of document 1 is not known"):
        extract_documents(Corpus((Text.document("1"),)), Corpus((Text.document("1", "a"),)))
    with pytest.raises(InputError, match="document 1 has 1 parts but the corrected one 2"):
        extract_documents(
            Corpus((Text.document("1", "a"),)),
            Corpus((Text.document("1", (Part(None, "a"), Part("2", "b")), ()),)),
        )
    with pytest.raises(InputError, match="no extractor for documents is called 'diff'; there are: wdiff, maxmatch"):
        extract_documents(documents_of("a"), documents_of("a"), "diff")
