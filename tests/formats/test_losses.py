"""What a format cannot carry is found, and said or refused."""

from dataclasses import replace
from pathlib import Path

import pytest

import errata
from errata import (
    Edit,
    ErrataWarning,
    InputError,
    Layer,
    Loss,
    LossError,
    Part,
    Text,
    Token,
)
from errata.formats import available_formats
from errata.formats.losses import _COUNT, FEATURES, Losses

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
    """And every one declares some."""
    for form in available_formats().values():
        assert form.carries
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
        LossError, match=r"x\.m2: the format m2 cannot carry 1 scores of edits \(first: sentence 2\); 1 ids"
    ) as caught:
        errata.write([second, first], tmp_path / "x.m2", loss="error")
    assert list(caught.value.losses) == expected
    assert list(tmp_path.iterdir()) == []
    assert errata.write([second, first], tmp_path / "x.m2", loss="ignore") == expected
    with pytest.warns(ErrataWarning) as said:
        assert errata.write([second, first], tmp_path / "x.m2") == expected
    assert [str(item.message) for item in said] == [
        f"{tmp_path}/x.m2: the format m2 cannot carry {lost}" for lost in expected
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
    with pytest.raises(InputError, match="loss is 'maybe'; it takes warn, error, ignore"):
        Losses("x", "m2", "maybe")
