"""Documents as one text whose edits fit it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata import Edit, FormatError, Layer, Part, Text
from errata.formats.whole import undivide


@given(st.lists(st.text(st.sampled_from("ab\n"), min_size=1, max_size=4), min_size=1, max_size=4), st.data())
def test_edits_of_parts_keep_their_place(texts: list[str], data: st.DataObject) -> None:
    """What stands in their range is the same in the whole."""
    parts = tuple(Part(str(number), text) for number, text in enumerate(texts))
    part = data.draw(st.sampled_from(parts))
    start = data.draw(st.integers(0, len(part.text)))
    end = data.draw(st.integers(start, len(part.text)))
    edit = Edit.of(start, end, part.text[start:end], ("x",), part=part.id)
    made = undivide(Text.document("1", parts, layers=(Layer("ann", (edit,)), Layer("bob"))))
    assert made.text == "\n".join(texts)
    ((moved,), ()) = (layer.edits for layer in made.layers)
    assert made.text[moved.start : moved.end] == edit.original
    assert replace(moved, start=start, end=end).with_details(part=part.id) == edit
    before = sum(len(text) + 1 for text in texts[: int(part.id or 0)])
    assert moved.start == before + start


def test_an_undivided_document_is_as_it_was() -> None:
    """The same object."""
    document = Text.document("1", "ab", [Edit.of(0, 1, "a")])
    assert undivide(document) is document


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (Text.document("1", edits=[]), "the source text of document 1 is not known"),
        (Text.document("1", "ab", [Edit.of(0, 3, "ab")]), "should change 'ab', but the text has 'ab' there"),
        (Text.document("1", "ab", [Edit.of(-1, 1, "a")]), "should change 'a', but the text has 'a' there"),
        (Text.document("1", "ab", [Edit.of(0, 1, "b")]), "should change 'b', but the text has 'a' there"),
        (Text.document("1", "ab", [Edit.of(0, 1, "a", part="2")]), "is in a part that the document has not"),
    ],
)
def test_what_does_not_fit_is_refused(document: Text, message: str) -> None:
    """With the document and the edit."""
    with pytest.raises(FormatError, match=message):
        undivide(document)
