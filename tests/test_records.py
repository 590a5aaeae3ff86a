"""Sentences and edits with more fields."""

import pickle
from dataclasses import replace

from errata import DetailedEdit, Edit, Layer, Segment, Sentence, Token


def test_they_are_understood_as_what_they_extend() -> None:
    """Whatever works on sentences works on segments."""
    edit = DetailedEdit(1, 2, ("goes",), score=0.25, extra={"rule": 3})
    segment = Segment("He go .", (Layer(0, (edit,)),), id="s1", text="He go.", ranges=(Token(0, 2),))
    assert segment.corrected(0) == "He goes ."
    assert edit.written == "goes"
    assert pickle.loads(pickle.dumps(segment)) == segment
    assert replace(edit, end=3) == DetailedEdit(1, 3, ("goes",), score=0.25, extra={"rule": 3})


def test_they_differ_from_what_has_less() -> None:
    """Equal content means all of it."""
    assert DetailedEdit(1, 2, ("goes",), score=0.25) != DetailedEdit(1, 2, ("goes",))
    assert Segment("a", id="1") != Sentence("a")
    assert DetailedEdit(1, 2, ("goes",), score=0.25) != Edit(1, 2, ("goes",))
