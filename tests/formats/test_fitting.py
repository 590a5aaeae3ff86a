"""Between sentences and documents, with what is lost."""

from dataclasses import replace

import pytest

from errata import (
    Corpus,
    Edit,
    InputError,
    Layer,
    LossError,
    Part,
    Text,
    Token,
)
from errata.formats.fitting import OF_DOCUMENTS, OF_SENTENCES, as_document, as_sentences, corrected_text
from errata.formats.losses import Losses

GO = Edit.of(3, 5, "go", ("goes",), part="1", file="f")
BLANK = Edit.of(2, 3, " ", ("  ",), part="1")
DOCUMENT = Text.document(
    "d", (Part("1", "He go", (Token(0, 2),), {"x": 1}),), layers=(Layer(0, (BLANK, GO)),), meta={"m": 1}
)


def test_what_documents_lose_as_sentences() -> None:
    """All of it is listed, and refused if it must not be."""
    losses = Losses("x", "m2", "ignore", OF_DOCUMENTS)
    assert list(as_sentences([DOCUMENT], losses)) == [
        Text("He go", (Layer(0, (Edit(1, 2, ("goes",)),)),)),
    ]
    assert [(lost.what, lost.count) for lost in losses.found] == [
        ("ids of documents or sentences", 1),
        ("parts", 1),
        ("tokens with ranges", 1),
        ("metadata", 1),
        ("fields of other formats", 1),
        ("names of source files", 1),
        ("edits that change white space only", 1),
    ]
    with pytest.raises(LossError, match="1 metadata"):
        list(as_sentences([DOCUMENT], Losses("x", "m2", "error", OF_DOCUMENTS)))


def test_what_sentences_lose_as_a_document() -> None:
    """What is said of one of them, and who did not see it."""
    segment = Text.of("a b", (Layer(0, (Edit(0, 9, ("c",)),)),), ("x",), id="s", meta={"m": 1})
    losses = Losses("x", "hoo", "ignore", OF_SENTENCES)
    made = as_document(Corpus((segment, Text("b"))), "1", losses)
    assert made == Text.document("1", "a b\nb\n", ())
    assert [(lost.what, lost.where) for lost in losses.found] == [
        ("reference texts", "sentence 1"),
        ("ids of documents or sentences", "sentence 1"),
        ("metadata", "sentence 1"),
        ("signs that an annotator did not see a sentence", "sentence 2"),
        ("edits outside their sentence", "gold"),
    ]


def test_corrected_text_is_that_of_one() -> None:
    """Another annotator is refused wherever one turns up."""
    sentence = Text("a b", (Layer(0, (Edit(0, 1, ("c",)),)),))
    losses = Losses("x", "text", "ignore")
    assert list(corrected_text([sentence, Text("d")], losses, "gold")) == [Text("c b"), Text("d")]
    with pytest.raises(InputError, match="gold has the annotators 0 and 1"):
        list(corrected_text([sentence, replace(sentence, layers=(Layer(1),))], losses, "gold"))
    with pytest.raises(InputError, match="both documents and sentences"):
        list(corrected_text([sentence, DOCUMENT], losses, "gold"))
