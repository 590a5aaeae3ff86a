"""Corpora, outputs, and what is told of annotators."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import CORPORA, sentences
from tests.support import PARTLY_ANNOTATED

from errata import Corpus, Edit, InputError, Layer, LengthError, Reference, Text, merge
from errata.model import Output, order_by_ids


def test_absent_and_silent_annotators_are_told_apart() -> None:
    """An annotator without edits looked; one who is not there did not."""
    sentence = Text("a b", (Layer(1),))
    assert sentence.layer(1) == Layer(1)
    assert sentence.layer(0) is None
    assert sentence.annotators == (1,)
    with pytest.raises(InputError, match=r"annotator 0 is absent.*present: 1"):
        sentence.corrected(0)


def test_every_sentence_has_a_reference_for_each_annotator() -> None:
    """The lowest annotator present stands in for an absent one, the source where there is none."""
    assert PARTLY_ANNOTATED.annotators == (0, 2)
    assert PARTLY_ANNOTATED.references(0) == (Reference("a y", 0), Reference("x b", 2))
    assert PARTLY_ANNOTATED.references(1) == (Reference("z d", 2), Reference("z d", 2))
    assert PARTLY_ANNOTATED.references(2) == (Reference("e f", 0), Reference("e f", 2))


def test_a_gold_without_annotators_has_the_source_as_reference() -> None:
    """One reference, the source itself."""
    assert Corpus((Text("a b"),)).references(0) == (Reference("a b", 0),)


def test_plain_references_are_numbered() -> None:
    """Reference k of each sentence comes from set k."""
    corpus = Corpus.from_texts(["a", "b"], [["c", "d"], ["e", "f"]])
    assert corpus.references(1) == (Reference("d", 0), Reference("f", 1))
    assert not corpus.is_annotated
    assert Corpus.from_texts(["a"]).texts == (Text("a"),)
    with pytest.raises(LengthError, match="reference set 1 has 1 sentences but there are 2 sources"):
        Corpus.from_texts(["a", "b"], [["c", "d"], ["e"]])


def test_select_keeps_order_and_layers() -> None:
    """Sentences by index, annotators by id."""
    assert PARTLY_ANNOTATED.select([2, 0]).sources == ["e f", "a b"]
    only = PARTLY_ANNOTATED.select_annotators([2])
    assert only.annotators == (2,)
    assert only[0].annotators == (2,)
    with pytest.raises(InputError, match="no annotator 7; it has: 0, 2"):
        PARTLY_ANNOTATED.select_annotators([7])


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
    with pytest.raises(InputError, match="one has reference texts beside its edits but gold has not"):
        merge([Corpus((Text("a", (Layer(0),)),)), replace(with_texts("b"), name="one")])
    unclear = Corpus((replace(with_texts("b", "c")[0], references=("b",)),))
    with pytest.raises(InputError, match="gold has 1 reference texts beside the edits of 2 annotators"):
        unclear.select_annotators([0])
    with pytest.raises(InputError, match="gold has 1 reference texts beside the edits of 2 annotators"):
        merge([unclear, unclear])


@given(CORPORA, sentences())
def test_fingerprint_changes_with_the_content(corpus: Corpus, more: Text) -> None:
    """Equal corpora share a fingerprint; one more sentence changes it; the name does not count."""
    again = Corpus(tuple(corpus.texts), name="other")
    assert again.fingerprint == corpus.fingerprint
    assert Corpus((*corpus.texts, more)).fingerprint != corpus.fingerprint


@given(st.data())
def test_fingerprint_sees_every_part_of_an_edit(data: st.DataObject) -> None:
    """Changing any one field of an edit changes the fingerprint."""
    base = Edit(0, 1, ("x",), "T", True, "c")
    other = data.draw(
        st.sampled_from(
            [
                Edit(1, 1, ("x",), "T", True, "c"),
                Edit(0, 0, ("x",), "T", True, "c"),
                Edit(0, 1, ("y",), "T", True, "c"),
                Edit(0, 1, ("x", ""), "T", True, "c"),
                Edit(0, 1, ("x",), "U", True, "c"),
                Edit(0, 1, ("x",), "T", False, "c"),
                Edit(0, 1, ("x",), "T", True, ""),
            ]
        )
    )
    one, two = (Corpus((Text("a", (Layer(0, (item,)),)),)) for item in (base, other))
    assert one.fingerprint != two.fingerprint


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


def test_sentences_have_ids_or_not() -> None:
    """All of them, or the corpus has none."""
    assert Corpus((Text.of("a", id="x"), Text.of("b", id="y"))).ids == ("x", "y")
    assert Corpus((Text.of("a", id="x"), Text("b"))).ids == ()


@pytest.mark.parametrize(
    ("gold", "output", "expected"),
    [("abc", "abc", None), ("", "abc", None), ("abc", "", None), ("abc", "cab", [1, 2, 0]), ("aab", "aab", None)],
)
def test_ids_give_an_order(gold: str, output: str, expected: list[int] | None) -> None:
    """Where both have them, in another order."""
    assert order_by_ids(gold, output, "g", "o") == expected


@pytest.mark.parametrize(
    ("gold", "output", "message"),
    [
        ("abc", "abd", "o, sentence 3: g has no sentence with the id 'd'; give files of the same sentences"),
        ("abc", "ab", "g, sentence 3: o has no sentence with the id 'c'"),
        ("ab", "aab", "o has the id 'a' twice, so that sentences cannot be matched"),
        ("aab", "aba", "o has the id 'a' twice"),
        ("aab", "ba", "g has the id 'a' twice"),
    ],
)
def test_ids_that_do_not_agree_are_refused(gold: str, output: str, message: str) -> None:
    """With the first that does not."""
    with pytest.raises(InputError, match=message):
        order_by_ids(gold, output, "g", "o")
