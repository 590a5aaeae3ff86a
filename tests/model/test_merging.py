"""Annotations of several corpora joined."""

from dataclasses import replace

import pytest
from tests.support import PARTLY_ANNOTATED

from errata import Corpus, Edit, InputError, Layer, LengthError, Reference, Text, merge


def test_merging_numbers_annotators_anew() -> None:
    """Annotators follow one another in the order of the corpora."""
    joined = merge([PARTLY_ANNOTATED, PARTLY_ANNOTATED])
    assert joined.annotators == (0, 1, 2, 3)
    assert joined[0].layer(3) == Layer(3, (Edit(0, 1, ("x",)),))
    assert joined[1].annotators == (1, 3)
    with pytest.raises(InputError, match="nothing to merge"):
        merge([])
    with pytest.raises(LengthError, match="1 sentences but gold has 3"):
        merge([PARTLY_ANNOTATED, PARTLY_ANNOTATED.select([0])])
    with pytest.raises(InputError, match="references has no annotators"):
        merge([PARTLY_ANNOTATED, Corpus.from_texts(["a"], [["b"]])])
    with pytest.raises(InputError, match="sentence 1 differs"):
        merge([PARTLY_ANNOTATED, PARTLY_ANNOTATED.select([1, 0, 2])])


def with_texts(*texts: str) -> Corpus:
    """Return a sentence with its references and the edits that they make."""
    layers = tuple(Layer(who, (Edit(0, 1, (text,)),)) for who, text in enumerate(texts))
    return Corpus((Text("a", layers, texts),))


def test_references_beside_edits_are_joined_and_chosen_with_them() -> None:
    """Measures that compare texts see as many as those that compare edits."""
    joined = merge([with_texts("b", "c"), with_texts("d")])
    assert joined.annotators == (0, 1, 2)
    assert joined.references(0) == (Reference("b", 0), Reference("c", 1), Reference("d", 2))
    assert joined.select_annotators([0, 2])[0].references == ("b", "d")
    with pytest.raises(InputError, match="one has reference texts as well as edits but gold does not"):
        merge([Corpus((Text("a", (Layer(0),)),)), replace(with_texts("b"), name="one")])
    unclear = Corpus((replace(with_texts("b", "c")[0], references=("b",)),))
    with pytest.raises(InputError, match="gold has 1 reference texts as well as the edits of 2 annotators"):
        unclear.select_annotators([0])
    with pytest.raises(InputError, match="gold has 1 reference texts as well as the edits of 2 annotators"):
        merge([unclear, unclear])


def test_sets_by_several_annotators_are_merged() -> None:
    """Annotators are numbered anew; a document that one has not seen has no layer of theirs; texts must agree."""
    edit = Edit.of(0, 1, "a", ("b",))
    one = Corpus((Text.document("1", "a", [edit]), Text.document("2", "a", [edit])), name="one")
    two = Corpus((Text.document("2", edits=()),), name="two")
    merged = merge([one, two])
    assert [[(layer.annotator, len(layer.edits)) for layer in document.layers] for document in merged] == [
        [(0, 1)],
        [(0, 1), (1, 0)],
    ]
    assert merged[1].text == "a"
    with pytest.raises(InputError, match="two: document 2 has a different source text"):
        merge([one, replace(two, texts=(Text.document("2", "x", ()),))])
    with pytest.raises(InputError, match="count different things"):
        merge([one, replace(two, offset_unit="utf8")])
    with pytest.raises(InputError, match=r"count different things: codepoint, utf16, utf8$"):
        merge([one, replace(two, offset_unit="utf8"), replace(one, offset_unit="utf16")])
    with pytest.raises(InputError, match="nothing to merge"):
        merge([])


def test_sentences_and_documents_are_not_merged() -> None:
    """They are not annotations of the same texts."""
    documents = Corpus((Text.document("1", "a", ()),), "mine")
    with pytest.raises(InputError, match="mine holds documents but gold holds sentences"):
        merge([PARTLY_ANNOTATED, documents])
