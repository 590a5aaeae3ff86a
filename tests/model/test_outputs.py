"""What systems made of a corpus."""

from dataclasses import replace

import pytest
from tests.model.test_texts import GO, TWO
from tests.support import PARTLY_ANNOTATED

from errata import Corpus, Edit, InputError, Layer, Text
from errata.model import Output


def test_an_output_may_come_as_edits() -> None:
    """Of one annotator; the texts are what the edits make."""
    one = Corpus((Text("a b", (Layer(0, (Edit(0, 1, ("x",)),)),)), Text("c d")))
    output = Output.from_corpus("mine", one)
    assert repr(output) == "Output('mine', 2 sentences)"
    assert repr(one) == "Corpus('gold', 2 sentences)"
    assert (len(output), output.texts, output.edits) == (2, ["x b", "c d"], [(Edit(0, 1, ("x",)),), ()])
    assert output.part(1, 2) == Output("mine", ["c d"], [()], "gold", ["a b", "c d"])
    assert Output("mine", ["a", "b"]).part(0, 1) == Output("mine", ["a"])
    with pytest.raises(InputError, match=r"gold has 2 annotators \(0, 2\), but the output of a system has one"):
        Output.from_corpus("mine", PARTLY_ANNOTATED)


def test_an_output_may_come_as_a_column() -> None:
    """With its sources and ids; sentences with neither edits nor an output are not taken to be unchanged."""
    rows = tuple(Text.of(text, id=id, extra={"output": text.upper()}) for text, id in (("a b", "1"), ("c", "2")))
    assert Output.from_corpus("mine", Corpus(rows, "x.csv")) == Output(
        "mine", ["A B", "C"], None, "x.csv", ["a b", "c"], ("1", "2")
    )
    without = Corpus((Text.of("", extra={"output": "A"}),))
    assert Output.from_corpus("mine", without) == Output("mine", ["A"], None, "gold")
    for odd in (Text("c"), Text.of("c", extra={"prediction": "C"}), Text("c", (), ("C",))):
        with pytest.raises(InputError, match="gold has no output of a system: sentence 2 has no annotator and no text"):
            Output.from_corpus("mine", Corpus((rows[0], odd)))


def test_an_output_of_documents() -> None:
    """They have the edits of the system; texts are what a sentence has."""
    documents = Corpus((TWO.by("ann"), Text.document("2", edits=())), "mine", origin="runs/mine")
    made = Output.of("it", documents, "characters")
    assert made == Output("it", origin="runs/mine", documents=documents)
    assert repr(made) == "Output('it', 2 documents)"
    assert (made.unit, len(made), made.called) == ("characters", 2, "runs/mine")
    assert (made.edits_of(0), made.edits_of(1)) == ((GO,), ())
    assert made.part(1, 2).documents.texts == documents.texts[1:]


def test_what_is_given_as_an_output_must_be_of_the_unit() -> None:
    """An output keeps its name if no other is given; what else it is the caller has to find out."""
    lines = Output("mine", ["a"], [(Edit(0, 1, ("b",)),)])
    assert Output.of("", lines, "tokens") == lines
    assert Output.of("other", lines, "tokens") == replace(lines, name="other")
    assert Output.of("", lines, "characters") is None
    assert Output.of("", Corpus((TWO,)), "tokens") is None
    assert Output.of("", ["a"], "tokens") is None
    assert lines.edits_of(0) == (Edit(0, 1, ("b",)),)
    assert Output("mine", ["a"]).edits_of(0) == ()
