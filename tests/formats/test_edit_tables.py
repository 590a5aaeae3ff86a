"""Rows of an edit table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import full_documents, segments

from errata import Edit, FormatError, Layer, Text
from errata.formats.edit_tables import COLUMNS, is_edit_table, read, rows


def read_back(items: list[Text]) -> list[Text]:
    _, *made = rows(items)
    return list(read(enumerate((dict(zip(COLUMNS, row, strict=True)) for row in made), 2), "x"))


@given(st.lists(segments() | full_documents(), max_size=4))
def test_rows_hold_all_there_is(items: list[Text]) -> None:
    """Whatever the cells are then written as."""
    assert read_back(items) == items


def test_a_sentence_has_a_row_of_its_own_before_its_edits() -> None:
    """So that one with the id of the one before begins a new record."""
    items = [Text.of(source, (Layer(0, (Edit(0, 1, ("x",)),)),), id="s") for source in ("a", "b")]
    assert read_back(list(items)) == items
    assert [row[COLUMNS.index("text")] for row in rows(items)] == ["text", "a", "", "b", ""]


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (Text("a", (Layer(""),)), "document 1 has an annotator without a name; a table needs one"),
        (Text.of("a", id="1", extra={"start": 1}), "a field of another format is called 'start' like a column"),
    ],
)
def test_what_a_table_has_no_place_for_is_refused(item: Text, message: str) -> None:
    """Nothing is renamed silently."""
    with pytest.raises(FormatError, match=message):
        list(rows([item]))


def test_tables_are_known_by_their_columns() -> None:
    """An edit has a start and an end."""
    assert is_edit_table(COLUMNS)
    assert not is_edit_table(["source", "start"])
