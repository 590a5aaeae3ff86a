"""Texts side by side, and the output's edits beside the annotators'."""

import pytest

from errata import Corpus, Edit, Layer, Output, Replacement, Text
from errata.api.texts import align_texts, compare_edits, view
from errata.measures.working import Listing

SOURCE = ("He", "like", "walking", "in", "park")


@pytest.mark.parametrize(
    ("why", "edits", "columns"),
    [
        (
            "nothing changed",
            [],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", "in"), ("park", "park")],
        ),
        (
            "one word for one",
            [Edit(1, 2, ("likes",))],
            [("He", "He"), ("like", "likes"), ("walking", "walking"), ("in", "in"), ("park", "park")],
        ),
        (
            "an insertion has a column of its own, where the source has no word",
            [Edit(4, 4, ("the", "a"))],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", "in"), (None, "the"), ("park", "park")],
        ),
        (
            "two insertions at one place share it",
            [Edit(5, 5, ("now",)), Edit(5, 5, (".",))],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", "in"), ("park", "park"), (None, "now .")],
        ),
        (
            "words left over stand in the last column",
            [Edit(1, 3, ("likes to walk",))],
            [("He", "He"), ("like", "likes"), ("walking", "to walk"), ("in", "in"), ("park", "park")],
        ),
        (
            "where words are fewer the last columns stay empty",
            [Edit(2, 5, ("parks",))],
            [("He", "He"), ("like", "like"), ("walking", "parks"), ("in", None), ("park", None)],
        ),
        (
            "a deletion",
            [Edit(3, 5, ("",))],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", None), ("park", None)],
        ),
    ],
)
def test_edits_are_laid_under_the_source(why: str, edits: list[Edit], columns: list[tuple[str | None, ...]]) -> None:
    """One column a source word."""
    aligned = align_texts(SOURCE, {"output": edits})
    assert aligned.rows == ("source", "output")
    assert list(aligned.columns) == columns, why


def test_an_edit_is_the_same_another_or_none() -> None:
    """An alternative counts as the same; an overlap or a neighbouring insertion as another."""
    made = [Edit(1, 2, ("likes",), "R:VERB"), Edit(3, 4, ("at",), "R:PREP"), Edit(4, 4, ("the",), "M:DET")]
    layers = {
        "annotator 0": [Edit(1, 2, ("loves", "likes")), Edit(2, 3, ("walks",), "R:VERB")],
        "annotator 1": [Edit(2, 4, ("strolls at",)), Edit(0, 1, ("She",), "R:PRON"), Edit(5, 5, (".",), "M:PUNCT")],
    }
    edits, missed = compare_edits(SOURCE, made, layers, "")
    assert edits.columns == ("edit", "type", "annotator 0", "annotator 1")
    assert edits.rows == (
        (Replacement(1, 2, "like", "likes"), "R:VERB", "same", "none"),
        (Replacement(3, 4, "in", "at"), "R:PREP", "none", "other: 2:4 walking in → strolls at"),
        (Replacement(4, 4, "", "the"), "M:DET", "none", "other: 2:4 walking in → strolls at"),
    )
    assert missed.rows == (
        (Replacement(2, 3, "walking", "walks"), "R:VERB", ("annotator 0",)),
        (Replacement(0, 1, "He", "She"), "R:PRON", ("annotator 1",)),
        (Replacement(5, 5, "", "."), "M:PUNCT", ("annotator 1",)),
    )


def test_what_stands_beside_a_right_edit_is_still_missing() -> None:
    """An insertion behind a word that is replaced as the annotator has it."""
    gold = {"annotator 0": [Edit(1, 2, ("likes",)), Edit(2, 2, ("to",), "M:PART")]}
    edits, missed = compare_edits(SOURCE, [Edit(1, 2, ("likes",))], gold, "")
    assert edits.rows[0][2] == "same"
    assert missed.rows == ((Replacement(2, 2, "", "to"), "M:PART", ("annotator 0",)),)


def test_unknown_edits_are_found_for_the_view_alone() -> None:
    """The title says so; plain references are called references, and a noop is no edit."""
    plain = Corpus.from_texts(["He go ."], [["He goes ."], ["He go ."]])
    aligned, edits, *rest = view(plain, Output("mine", ["He goes ."]), 0)
    assert aligned.rows == ("source", "output", "reference 0", "reference 1")
    assert edits.title == "edits of the output (found by comparing words, for this view only)"
    assert isinstance(edits, Listing)
    assert edits.rows[0][2:] == ("same", "none")
    assert not rest
    noop = (Edit(-1, -1, ("-NONE-",), "noop"),)
    annotated = Corpus((Text("He go .", (Layer(0, noop),)),))
    _, edits, *rest = view(annotated, Output("mine", ["He go ."], [noop]), 0)
    assert isinstance(edits, Listing)
    assert (edits.title, edits.rows, rest) == ("edits of the output", (), [])
