"""Sentences and documents of the objects of JSON Lines, checked key by key."""

from typing import Any

import pytest
from hypothesis import given
from tests.strategies import full_documents, segments

from errata import FormatError, Layer, Text
from errata.formats.records import from_record, to_record


def record(**values: Any) -> dict[str, Any]:
    return {"format": "gec-jsonl/1", "text": "He go .", "annotations": []} | values


def edit(**values: Any) -> dict[str, Any]:
    made = {"start": 1, "end": 2, "unit": "token", "original": "go", "corrections": ["goes"]} | values
    return record(annotations=[{"annotator": "0", "edits": [made]}])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], r"the record is \[\], not an object"),
        (record(format="gec-jsonl/2"), """the record has the format 'gec-jsonl/2'; errata reads "format":"""),
        ({"text": "a"}, "the record does not say its format"),
        (record(annotations={}), r"'annotations' of the record is \{\}, not a list"),
        (record(annotations=[1]), "an annotation is 1, not an object"),
        (record(annotations=[{"annotator": "0"}]), "an annotation has no 'edits'"),
        (record(annotations=[{"edits": []}]), "an annotation has no 'annotator'"),
        (record(annotations=[{"annotator": a, "edits": []} for a in ("0", 0)]), "annotator 0 has two layers"),
        (edit(unit="byte"), "the unit is 'byte'; offsets count 'token' or 'char'"),
        (record(unit="char", annotations=[{"annotator": 0, "edits": [{"unit": "token"}]}]), "some edits count tokens"),
        (edit(original="goes"), "the edit 1 to 2 should change 'goes', but the text has 'go' there"),
        (edit(start=True), "'start' of an edit is True, not a whole number"),
        (edit(corrections=[1]), "corrections hold 1; they are strings or null"),
        (edit(corrections=[None], verbatim=True), "a verbatim edit has a list of corrections without null"),
        (record(parts=[]), "the record has both 'text' and 'parts'"),
        (record(tokens=[[0]]), r"a token is \[0\], not \[start, end\]"),
        (record(tokens=[[0, 2], [1, 3]]), r"the token \[1, 3\] does not follow"),
        (record(unit="token", tokens=[[0, 4]]), "the token 'He g' is empty or holds white space"),
        (record(references=[1]), "references hold 1; they are strings"),
        ({"format": "gec-jsonl/1", "unit": "token"}, "a record whose edits count tokens needs one 'text'"),
        (record(id=5), "'id' of the record is 5, not a string"),
    ],
)
def test_mistakes_are_refused(value: object, message: str) -> None:
    """With what stands there and what should."""
    with pytest.raises(ValueError, match=message):
        from_record(value, 1)


def test_unit_and_ids_that_are_not_given() -> None:
    """A text of several lines is a document, called after its number if it has no id; any other is a sentence."""
    assert from_record(record(), 1) == Text("He go .")
    assert from_record(record(text="a\nb"), 2) == Text.document("2", "a\nb")
    assert from_record(record(unit="char", id="x"), 3) == Text.document("x", "He go .")


@given(segments() | full_documents())
def test_objects_stand_for_all_there_is(item: Text) -> None:
    """Without a detour over text."""
    assert from_record(to_record(item), 1) == item


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (Text.of("a", id="1", extra={"text": 1}), "a field from another format is called 'text'"),
        (Text.document("d", layers=(Layer(0, (), {"edits": 1}),)), "a field from another format is called 'edits'"),
        (Text("a", (Layer("7"),)), "the annotator '7' cannot be written: it would be read as the number"),
    ],
)
def test_what_would_be_mistaken_is_refused(item: Text, message: str) -> None:
    """Nothing is renamed silently."""
    with pytest.raises(FormatError, match=message):
        to_record(item)
