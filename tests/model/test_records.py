"""Sentences and edits with more fields."""

import pickle
from dataclasses import replace

from errata import Edit, Layer, Text, Token


def test_they_are_understood_as_what_they_extend() -> None:
    """Whatever works on sentences works on segments."""
    edit = Edit(1, 2, ("goes",)).with_details(score=0.25, extra={"rule": 3})
    segment = Text.of("He go .", (Layer(0, (edit,)),), id="s1", text="He go.", ranges=(Token(0, 2),))
    assert segment.corrected(0).text == "He goes ."
    assert edit.written == "goes"
    assert pickle.loads(pickle.dumps(segment)) == segment
    assert replace(edit, end=3).with_details(extra=None) == Edit(1, 3, ("goes",)).with_details(score=0.25)


def test_they_differ_from_what_has_less() -> None:
    """Equal content means all of it."""
    assert Text.of("a", id="1") != Text("a")
    assert Edit(1, 2, ("goes",)).with_details(score=0.25) != Edit(1, 2, ("goes",))
    assert Edit(1, 2, ("goes",)).with_details(score=0.25).with_details(score=None) == Edit(1, 2, ("goes",))


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
