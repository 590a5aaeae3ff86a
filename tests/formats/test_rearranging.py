"""Choosing, merging and sorting, item by item."""

from dataclasses import replace

import pytest

from errata import Edit, InputError, Layer, Part, Text
from errata.formats.rearranging import choose_annotators, merge_annotators, sort_edits

ONE, TWO = Edit.of(0, 1, "a", ("b",), part="1"), Edit.of(2, 3, "c", ("d",), part="1")
DOCUMENT = Text.document("x", (Part("1", "a c"),), layers=(Layer("b", (TWO, ONE), {"k": 1}), Layer(0)), meta={"m": 1})


def test_documents_are_treated_like_sentences() -> None:
    """What else is known of them stays."""
    (chosen,) = choose_annotators([DOCUMENT], {0: "z"}, "x")
    assert chosen == replace(DOCUMENT, layers=(Layer("z"),))
    (ordered,) = sort_edits([DOCUMENT])
    assert ordered == replace(DOCUMENT, layers=(Layer(0), Layer("b", (ONE, TWO), {"k": 1})))
    by = replace(DOCUMENT, layers=(Layer("p", (ONE,)),)), replace(DOCUMENT, layers=())
    (merged,) = merge_annotators([[by[0]], [by[1]]], ["p", "q"])
    assert merged == replace(DOCUMENT, layers=(Layer(0, (ONE,)),))


def test_sorting_is_stable() -> None:
    """Edits of one place stay in order."""
    edits = (Edit(1, 1, ("b",)), Edit(1, 1, ("a",)), Edit(0, 1, ("x",)))
    (ordered,) = sort_edits([Text("a", (Layer(0, edits),))])
    assert ordered.layers[0].edits == (edits[2], *edits[:2])


def test_unknown_fields_follow_their_annotator() -> None:
    """Those of others go with them."""
    segment = Text("a", (Layer(0, (), {"k": 1}), Layer(1, (), {"k": 2})))
    (chosen,) = choose_annotators([segment], {1: 0}, "x")
    assert chosen == Text("a", (Layer(0, (), {"k": 2}),))


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (Text.document("1", "a"), Text.document("2", "a"), "number 1 differs in its id: q has '2' but p has '1'"),
        (Text.document("1", "a"), Text.document("1", "b"), "differs in its text"),
        (Text.document("1", "a"), Text.document("1", "a", meta={"k": 1}), "differs in its metadata"),
        (Text.document("1", "a"), Text("a"), "differs in its kind"),
        (Text("a"), Text("a", (), ("b",)), "differs in its reference"),
        (Text("a"), Text.of("a", id="1"), "differs in its field"),
    ],
)
def test_only_annotations_of_one_text_are_merged(first: Text, second: Text, message: str) -> None:
    """Nothing that differs is dropped."""
    with pytest.raises(InputError, match=message):
        list(merge_annotators([[first], [second]], ["p", "q"]))
