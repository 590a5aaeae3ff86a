"""Edits, and who annotated."""

import pytest
from tests.model.test_texts import GO

from errata import Edit
from errata.model import as_annotator


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


@pytest.mark.parametrize(
    ("edit", "kind", "optional"),
    [
        (Edit.of(3, 3, "", ("x ",)), "insertion", False),
        (Edit.of(3, 3, "", ("",)), "insertion", True),
        (Edit.of(3, 3, "", (None, "x ")), "insertion", True),
        (Edit.of(3, 5, "go", ("goes",)), "replacement", False),
        (Edit.of(3, 5, "go", (None, "", "goes")), "deletion", True),
        (Edit.of(3, 5, "go", ("goes", None)), "replacement", True),
        (Edit.of(3, 5, "go", (None,)), "replacement", True),
        (Edit.of(3, 5, "go"), "replacement", False),
    ],
)
def test_kinds_of_edits(edit: Edit, kind: str, optional: bool) -> None:
    """Null at any place makes an edit optional; without corrections it is mandatory."""
    assert (edit.kind, edit.is_optional) == (kind, optional)


def test_an_empty_list_of_corrections_is_none() -> None:
    """So that measures and writers meet one way of saying that no repair is known."""
    assert Edit.of(3, 5, "go", ()) == Edit.of(3, 5, "go", None)


def test_unknown_fields_are_compared_but_not_hashed() -> None:
    """Edits with equal content are equal, and any edit can be a key."""
    other = GO.with_details(extra={"level": 3})
    assert other != GO
    assert hash(GO) == hash(other)
    assert other.with_details(extra={"level": 2}) == GO
    assert Edit.of(0, 1, "a", ("b",), optional=True).is_optional


def test_corrections_that_are_strings() -> None:
    """Those that are not null; null alone says that the text may stay."""
    edit = Edit.of(0, 1, "a", (None, "", "x"))
    assert (edit.corrections, edit.is_null_only, edit.kind) == (("", "x"), False, "deletion")
    null, absent = edit.with_alternatives((None,)), edit.with_alternatives(())
    assert (null.corrections, null.is_null_only, null.kind) == ((), True, "replacement")
    assert (absent.corrections, absent.is_null_only, absent.kind) == ((), False, "replacement")


def test_edits_show_what_they_have() -> None:
    """As one would write them."""
    for edit in (
        Edit(1, 2, ("goes",), "R:VERB", required=False, comment="?"),
        Edit.of(3, 5, "go", ("goes", None), "RV", "7", "p", "1", "f", "?", 0.5, extra={"x": 1}),
        Edit.of(3, 5, "go", optional=True),
    ):
        shown = repr(edit)
        assert eval(shown.replace("required=False", "optional=True") if "Edit.of" in shown else shown) == edit
    assert repr(Edit(1, 2, ("goes",))) == "Edit(1, 2, ('goes',))"
