"""Edits from corrected text that agree with the gold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import errata
from errata import Corpus, Edit, InputError, Text, extract_documents
from errata.measures.m2 import extract as maxmatch
from errata.measures.m2.extract import extract_edits
from errata.model import apply_character_edits
from errata.text.words import place_words, word_ranges

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "\n"]), max_size=8).map(" ".join)


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, str, list[Edit]]:
    """Draw a source, a output, and gold edits of whole words that do not overlap."""
    source, output = draw(TEXTS), draw(TEXTS)
    ranges = word_ranges(source)
    places = sorted(draw(st.lists(st.integers(0, len(ranges)), max_size=4, unique=True)))
    gold = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        low, high, made = place_words(ranges, start, end, draw(st.lists(st.sampled_from("abx"), max_size=2)))
        gold.append(Edit.of(low, high, source[low:high], (made,)))
    return source, output, gold


@given(cases())
def test_applying_the_edits_gives_the_output(case: tuple[str, str, list[Edit]]) -> None:
    """Up to white space, and every original fits its range."""
    source, output, gold = case
    found = extract_edits(source, output, gold)
    assert apply_character_edits(source, found).split() == output.split()
    assert all(edit.original == source[edit.start : edit.end] for edit in found)


def test_more_gold_edits_are_met_than_by_word_difference() -> None:
    """The annotator replaces a word by two, one of them the same: a word difference sees an insertion."""
    gold = Corpus((Text.document("1", "in word now", [Edit.of(3, 7, "word", ("a word",), "MD", "1")]),))
    corrected = Corpus((gold[0].corrected(),))
    scores = {
        name: errata.score(gold, extract_documents(gold, corrected, name), measures=["hoo"]).scores[0]
        for name in ("wdiff", "maxmatch")
    }
    assert (scores["wdiff"].counts["corrected_gold"], scores["maxmatch"].counts["corrected_gold"]) == (0, 1)
    assert scores["maxmatch"].signature.endswith("|extract:maxmatch")


def test_a_gold_edit_that_is_met_comes_out_as_it_stands() -> None:
    """Also where it is not of whole words, or has alternatives, or the annotator took more words than differ."""
    text = "He came but left ."
    for edit, output in (
        (Edit.of(8, 11, "but", (None, "and", ", but")), "He came , but left ."),
        (Edit.of(7, 7, "", (",",)), "He came, but left ."),
        (Edit.of(7, 12, " but ", (" ",)), "He came left ."),
    ):
        [found] = extract_edits(text, output, [edit])
        assert (found.start, found.end) == (edit.start, edit.end)
        assert found.corrections
        assert found.corrections[0] in (edit.corrections or ())


def test_what_no_gold_edit_asks_for_is_an_edit_of_its_own() -> None:
    """Absent corrections, changes of white space and edits left alone help nothing."""
    gold = [Edit.of(0, 2, "He"), Edit.of(2, 3, " ", ("  ",)), Edit.of(3, 7, "came", (None, "goes"))]
    assert extract_edits("He came", "He came", gold) == []
    assert extract_edits("He came", "She came", gold) == [Edit.of(0, 2, "He", ("She",))]
    assert extract_edits("", "a", []) == [Edit.of(0, 0, "", ("a",))]


def test_blanks_are_left_to_the_gold() -> None:
    """The deletion of the last word takes the blank before it; an own deletion beside it leaves that alone."""
    gold = Edit.of(1, 3, " b", ("",))
    assert extract_edits("a b", "", [gold]) == [Edit.of(0, 1, "a", ("",)), gold]


def test_long_lines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the remedy."""
    monkeypatch.setattr(maxmatch, "_MAX_CELLS", 10)
    with pytest.raises(InputError, match="texts of 4 and 4 words are too long to be compared whole; split them"):
        extract_edits("a b c d", "a b c e", [])
    assert len(extract_edits("a b\nc d", "a b\nc e", [])) == 1
