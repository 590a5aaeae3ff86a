"""The objects that stand for sentences and documents."""

import pytest
from hypothesis import given
from tests.strategies import full_documents, segments

from errata import FormatError, Layer, Text
from errata.formats.from_records import from_record
from errata.formats.to_records import to_record


@given(segments() | full_documents())
def test_objects_stand_for_all_there_is(item: Text) -> None:
    """Without a detour over text."""
    assert from_record(to_record(item), 1) == item


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (Text.of("a", id="1", extra={"text": 1}), "a field of another format is called 'text'"),
        (Text.document("d", layers=(Layer(0, (), {"edits": 1}),)), "a field of another format is called 'edits'"),
        (Text("a", (Layer("7"),)), "the annotator '7' cannot be written: it would be read as the number"),
    ],
)
def test_what_would_be_mistaken_is_refused(item: Text, message: str) -> None:
    """Nothing is renamed silently."""
    with pytest.raises(FormatError, match=message):
        to_record(item)
