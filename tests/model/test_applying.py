"""What edits make of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import texts_with_edits

from errata import Edit, InputError, Text, apply_edits
from errata.model import applicable, apply_character_edits


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
def test_applying_edits_by_token(edits: list[Edit], expected: str, why: str) -> None:
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


def test_applying_edits_by_character() -> None:
    """First corrections, insertions at one point in order, null and absent ones leave the text alone."""
    text = "He go home"
    edits = [
        Edit.of(6, 10, "home", (None, "away")),
        Edit.of(10, 10, "", ("!",)),
        Edit.of(10, 10, "", ("?",)),
        Edit.of(3, 5, "go", ("goes", "went")),
        Edit.of(0, 2, "He"),
    ]
    assert apply_character_edits(text, edits) == "He goes home!?"
    with pytest.raises(InputError, match="edit 1 at 0 to 3 and edit 2 at 2 to 2 overlap"):
        apply_character_edits(text, [Edit.of(2, 2, "", ("x",), index="2"), Edit.of(0, 3, "He ", ("x",), index="1")])
    with pytest.raises(InputError, match=r"edit \(no index\) at 9 to 11 of part 2 is outside the text of 10"):
        apply_character_edits(text, [Edit.of(9, 11, "", ("x",), part="2")])


@given(texts_with_edits())
def test_edits_apart_apply_as_the_definition_reads(drawn: tuple[str, tuple[Edit, ...]]) -> None:
    """From the last to the first, each by itself."""
    text, edits = drawn
    made = text
    for edit in reversed(edits):
        first = edit.alternatives[0] if edit.alternatives else None
        if first is not None:
            made = made[: edit.start] + first + made[edit.end :]
    assert Text.document("1", text, edits).corrected().text == made


@given(st.lists(st.tuples(st.integers(-1, 6), st.integers(-1, 6), st.booleans()), max_size=4))
def test_edits_in_order_are_kept_as_they_are_and_others_sorted(places: list[tuple[int, int, bool]]) -> None:
    """The short way for edits in order gives what sorting gives."""
    edits = [Edit(start, end, ("x",) if corrected else ()) for start, end, corrected in places]
    kept, reached = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.corrections and 0 <= edit.start <= edit.end <= 5 and edit.start >= reached:
            kept.append(edit)
            reached = edit.end
    assert applicable(edits, 5) == kept
