"""Edits and what applying them makes; who annotated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata import Edit, apply_edits
from errata.model import as_annotator


def edit(start: int, end: int, *corrections: str, type: str = "") -> Edit:
    return Edit(start, end, corrections, type)


@pytest.mark.parametrize(
    ("edits", "expected", "why"),
    [
        ([], "a  b c", "without edits the raw source comes back, double blank included"),
        ([edit(0, 1, "x y")], "x y  b c", "what no edit touches keeps its white space"),
        ([edit(1, 2, "")], "a c", "an empty correction deletes"),
        ([edit(3, 3, "d")], "a  b c d", "insertion at the end"),
        ([edit(1, 1, "x"), edit(1, 1, "y")], "a  x y b c", "insertions at one place keep file order"),
        ([edit(2, 3, "z"), edit(0, 1, "x")], "x  b z", "unsorted edits are applied by position"),
        (
            [edit(1, 2, "x"), edit(1, 1, "y")],
            "a  y x c",
            "an insertion goes before a change of the word there",
        ),
        ([edit(0, 2, "x"), edit(1, 3, "y")], "x c", "of overlapping edits the first is applied"),
        ([edit(0, 9, "x")], "a  b c", "an edit past the end is left out"),
        ([edit(-1, -1, "x")], "a  b c", "an edit before the start is left out"),
        ([edit(2, 1, "x")], "a  b c", "a reversed span is left out"),
        ([edit(0, 1, "x", "y")], "x  b c", "the first alternative is taken"),
        ([edit(0, 3, "")], "", "all deleted"),
    ],
)
def test_applying_edits(edits: list[Edit], expected: str, why: str) -> None:
    """Edits are applied by position, first alternative, what does not fit left out."""
    assert apply_edits("a  b c", edits) == expected, why


@given(
    st.text(st.sampled_from("ab \u00a0\u3000"), max_size=12),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from(["", "x", "y z"])), max_size=3),
)
def test_odd_white_space_changes_no_word(source: str, spans: list[tuple[int, int, str]]) -> None:
    """Applying edits to a source with odd white space gives the words it gives with single blanks."""
    edits = [edit(*span) for span in spans]
    plain = " ".join(source.split())
    assert apply_edits(source, edits).split() == apply_edits(plain, edits).split()


@pytest.mark.parametrize(
    ("text", "annotator"),
    [
        ("0", 0),
        ("-3", -3),
        ("12", 12),
        ("007", "007"),
        ("-0", "-0"),
        ("+1", "+1"),
        ("1_0", "1_0"),
        ("\u0663", "\u0663"),
        ("ann", "ann"),
        ("9" * 5000, "9" * 5000),
        ("", ""),
    ],
)
def test_texts_that_are_numbers_name_annotators_by_number(text: str, annotator: int | str) -> None:
    """If that number is written so, and not otherwise."""
    assert as_annotator(text) == annotator
