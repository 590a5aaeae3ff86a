"""What a format cannot hold is found, and said or refused."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import errata
from errata import (
    Edit,
    ErrataWarning,
    FormatError,
    InputError,
    Layer,
    Loss,
    LossError,
    Part,
    Text,
    Token,
)
from errata.formats import available_formats
from errata.formats.losses import _COUNT, FEATURES, Losses, undivide

FULL_EDIT = Edit.of(
    0, 1, "a", (None, "b", "c"), "T", "1", "p", "7", "f.txt", "sure?", 0.5, optional=True, extra={"x": 1}
)
FULL = Text.document(
    "d",
    (Part("p", "a b", (Token(0, 1), Token(2, 3)), {"x": 1}),),
    file="f.txt",
    layers=(Layer("ann", (FULL_EDIT, Edit.of(2, 3, "b")), {"x": 1}), Layer("bob")),
    meta={"l1": "Thai"},
    extra={"x": 1},
)
SEGMENT = Text.of(
    "a b",
    (
        Layer(0, (Edit(0, 1, ("c", "d"), "T", False, "sure?").with_details(score=0.5, extra={"x": 1}),)),
        Layer(1, (), {"x": 1}),
    ),
    ("c b",),
    id="s",
    text="a  b",
    ranges=(Token(0, 1),),
    meta={"l1": "Thai"},
    extra={"x": 1},
)


def test_everything_that_can_be_lost_is_counted() -> None:
    """A document and a segment that have everything show the counts of each feature."""
    assert set(_COUNT) == set(FEATURES)
    of_document = {name: int(count(FULL)) for name, count in _COUNT.items()}
    expected = dict.fromkeys(FEATURES, 1) | {"references": 0, "edits": 2, "ranges": 2, "files": 2, "extra": 4}
    assert of_document == expected
    of_segment = {name: int(count(SEGMENT)) for name, count in _COUNT.items()}
    none = ("ranges", "null", "absent", "csets", "indices", "parts", "files")
    assert of_segment == dict.fromkeys(FEATURES, 1) | dict.fromkeys(none, 0) | {"extra": 3}
    assert not any(count(Text.document("d")) for name, count in _COUNT.items() if name != "documents")
    assert [name for name, count in _COUNT.items() if count(Text("a"))] == ["text"]


def test_formats_declare_only_features_there_are() -> None:
    """And every one of texts declares some."""
    for form in available_formats().values():
        assert form.carries or form.holds == "rankings"
        assert set(form.carries) <= set(FEATURES)


def test_losses_are_returned_said_or_refused(tmp_path: Path) -> None:
    """As the caller chooses; a refused file does not appear."""
    first, second = replace(SEGMENT, references=()), Text("a", (Layer(0, (Edit(0, 1, ("b",)),)),))
    expected = [
        Loss("scores of edits", "sentence 2", 1),
        Loss("ids of documents or sentences", "sentence 2", 1),
        Loss("tokens with ranges", "sentence 2", 1),
        Loss("metadata", "sentence 2", 1),
        Loss("fields of other formats", "sentence 2", 3),
    ]
    with pytest.raises(
        LossError, match=r"x\.m2: the format m2 cannot hold 1 scores of edits \(first: sentence 2\); 1 ids"
    ) as caught:
        errata.write([second, first], tmp_path / "x.m2", loss="error")
    assert list(caught.value.losses) == expected
    assert list(tmp_path.iterdir()) == []
    assert errata.write([second, first], tmp_path / "x.m2", loss="ignore") == expected
    with pytest.warns(ErrataWarning) as said:
        assert errata.write([second, first], tmp_path / "x.m2") == expected
    assert [str(item.message) for item in said] == [
        f"{tmp_path}/x.m2: the format m2 cannot hold {lost}" for lost in expected
    ]
    assert errata.write([second], tmp_path / "x.m2", loss="error") == []


def test_a_format_without_edits_loses_them_as_a_whole() -> None:
    """What goes with the edits is not listed one by one."""
    losses = Losses("x", "text", "ignore")
    assert list(losses.checked([SEGMENT])) == [SEGMENT]
    assert [lost.what for lost in losses.found] == [
        "reference texts",
        "edits",
        "ids of documents or sentences",
        "tokens with ranges",
        "metadata",
        "fields of other formats",
    ]


def test_other_policies_are_refused() -> None:
    """With those there are."""
    with pytest.raises(InputError, match="loss must be one of warn, error, ignore, not 'maybe'"):
        Losses("x", "m2", "maybe")


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
        (Text.document("1", "ab", [Edit.of(0, 1, "a", part="2")]), "is in a part that the document does not have"),
    ],
)
def test_what_does_not_fit_is_refused(document: Text, message: str) -> None:
    """With the document and the edit."""
    with pytest.raises(FormatError, match=message):
        undivide(document)
