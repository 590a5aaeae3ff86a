"""Sentences and documents."""

import pickle
from dataclasses import replace

import pytest

from errata import Edit, InputError, Layer, Part, Text, Token


def test_absent_and_silent_annotators_are_told_apart() -> None:
    """An annotator without edits looked; one who is not there did not."""
    sentence = Text("a b", (Layer(1),))
    assert sentence.layer(1) == Layer(1)
    assert sentence.layer(0) is None
    assert sentence.annotators == (1,)
    with pytest.raises(InputError, match=r"annotator 0 is absent.*present: 1"):
        sentence.corrected(0)


def test_parts_have_texts_of_their_own() -> None:
    """An undivided document has one without id."""
    document = Text.document("1", (Part("1", "a"), Part("2", "b")), (Edit.of(0, 1, "b", ("c",), part="2"),))
    assert [part.text for part in document.corrected().parts] == ["a", "c"]
    assert (document.texts.get("1"), document.texts.get("3")) == ("a", None)
    with pytest.raises(InputError, match="document 1 has 2 parts, where one undivided text is expected"):
        document.text  # noqa: B018
    with pytest.raises(InputError, match="document 2 has no text"):
        Text.document("2").text  # noqa: B018
    assert pickle.loads(pickle.dumps(document)) == document


def test_missing_indices_are_numbered() -> None:
    """Others stay."""
    document = Text.document("1", edits=(Edit.of(0, 0, ""), Edit.of(1, 1, "", index="x"), Edit.of(2, 2, "")))
    assert [edit.index for edit in document.numbered("sys").edits] == ["sys-1", "x", "sys-2"]
    numbered = document.numbered("sys")
    assert numbered.numbered("other") is numbered


GO = Edit.of(3, 5, "go", ("goes",), "SVA", score=0.5, extra={"level": 2})


TWO = Text.document("1", "He go.", layers=(Layer("ann", (GO,)), Layer("bob")), meta={"l1": "Thai"})


def test_an_annotator_is_silent_or_absent() -> None:
    """A layer without edits is not the same as no layer."""
    assert Text.document("1", edits=()).layers == (Layer(0),)
    assert Text.document("1").layers == ()
    assert Text.document("1", edits=()) != Text.document("1")
    assert Text.document("1", "a").layers == ()
    assert TWO.layer("bob") == Layer("bob")
    assert TWO.layer("eve") is None


def test_one_of_several_annotators_must_be_chosen() -> None:
    """Nobody's edits are taken for another's."""
    with pytest.raises(InputError, match=r"document 1 has 2 annotators \(ann, bob\), but one is expected here"):
        TWO.edits  # noqa: B018
    assert TWO.by("ann").edits == (GO,)
    assert TWO.by("bob").edits == ()
    assert TWO.by("eve").layers == ()
    assert TWO.by("ann").corrected() == Text.document("1", "He goes.", meta={"l1": "Thai"})
    with pytest.raises(InputError, match="given both edits and layers"):
        Text.document("1", edits=(), layers=())


def test_edits_change_within_their_layer() -> None:
    """Whoever made them, and what else is known of the document, stays."""
    assert TWO.by("ann").with_edits(()).layers == (Layer("ann"),)
    assert Text.document("1").with_edits(()).layers == (Layer(0),)
    assert TWO.map_edits(lambda edits: edits[1:]).layers == (Layer("ann"), Layer("bob"))
    assert TWO.map_edits(lambda edits: edits) == TWO
    assert TWO.map_edits(lambda edits: edits).meta == {"l1": "Thai"}


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


def test_a_text_shows_what_it_has() -> None:
    """As one would write it."""
    for text in (
        Text("He go .", (Layer(0, (Edit(1, 2, ("goes",)),)),), ("He goes .",)),
        Text.of("He go .", id="", text="He go.", ranges=(Token(0, 2), Token(3, 5), Token(5, 6)), meta={"l1": "Thai"}),
        TWO,
        Text.document("1", (Part("1", "a"), Part("2", "b", (Token(0, 1, "B"),))), (), file="1.txt", extra={"x": 1}),
        Text.document("1"),
    ):
        assert eval(repr(text)) == text
    assert repr(Text("a b")) == "Text('a b')"
    assert repr(Text.document("1", "a b")) == "Text.of('a b', unit='characters', id='1')"


def test_parts_that_say_nothing_are_the_text() -> None:
    """A single one without an id is the source, however it was given."""
    tokens = (Token(0, 1), Token(2, 3))
    whole = Text.document("1", [Part(None, "a b", tokens)])
    assert (whole.source, whole.ranges, whole.details.parts) == ("a b", tokens, None)
    assert whole.parts == (Part(None, "a b", tokens),)
    more = Part(None, "a b", tokens, {"x": 1})
    assert Text.document("1", [more]).parts == (more,)
    assert Text.document("1", [more]).text == "a b"
    assert not Text.document("1", [more]).is_divided
    divided = whole.with_parts([Part("1", "a"), Part("2", "b")])
    assert (divided.source, divided.ranges, divided.is_divided) == ("", None, True)
    assert divided.with_parts(whole.parts) == whole
    assert (Text.document("1").parts, Text.document("1").has_text) == ((), False)
    assert Text.document("1", "").has_text


def test_sentences_and_documents_are_named_in_messages() -> None:
    """By their number, or by their id."""
    sentence = Text.of("He go .", id="7")
    assert (sentence.noun, sentence.place(3)) == ("sentence", "sentence 3")
    assert (TWO.noun, TWO.place(3)) == ("document", "document 1")
    assert (sentence.id, Text("a").id, Text.of("a", id="").details.id) == ("7", "", "")
    two = Text("a b", (Layer(1), Layer(0)))
    with pytest.raises(InputError, match=r"the sentence 'a b' has 2 annotators \(1, 0\), but one is expected"):
        two.corrected()
