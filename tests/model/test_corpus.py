"""Corpora of sentences and of documents."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.test_texts import GO, TWO
from tests.strategies import CORPORA, sentences
from tests.support import PARTLY_ANNOTATED

from errata import Corpus, Edit, InputError, Layer, LengthError, Reference, Text


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


def test_sentences_have_ids_or_not() -> None:
    """All of them, or the corpus has none."""
    assert Corpus((Text.of("a", id="x"), Text.of("b", id="y"))).ids == ("x", "y")
    assert Corpus((Text.of("a", id="x"), Text("b"))).ids == ()


def sets(*ids: str, name: str = "gold") -> Corpus:
    return Corpus(tuple(Text.document(id) for id in ids), name)


def test_sets_are_paired_by_number() -> None:
    """In the order of the gold; whatever has no partner is named."""
    gold = sets("0001", "0002")
    assert [document.id for document in sets("0002", "0001").paired_with(gold)] == ["0001", "0002"]
    with pytest.raises(LengthError, match=r"mine has document 0003, but gold has no such document \(it has documents"):
        sets("0001", "0003", name="mine").paired_with(gold)
    with pytest.raises(LengthError, match=r"mine has no document 0002, but gold has; .*missing_file='empty'$"):
        sets("0001", name="mine").paired_with(gold)
    assert len(sets("0001").paired_with(gold, "empty")) == 2
    with pytest.raises(InputError, match="missing_file must be error or empty, not 'none'"):
        sets("0001").paired_with(gold, "none")
    with pytest.raises(InputError, match="mine has document 0001 twice; each set or run needs a folder of its own"):
        sets("0001", "0001", name="mine").paired_with(gold)
    many = sets(*(f"{n:04}" for n in range(9)), name="mine")
    with pytest.raises(LengthError, match="0000, 0003, 0004, 0005, 0006 and 2 more, but gold has no such"):
        many.paired_with(gold)


def test_single_documents_belong_together_unless_their_numbers_differ() -> None:
    """Whatever the names of the files."""
    assert sets("system").paired_with(sets("gold"))[0].id == "gold"
    assert sets("0001").paired_with(sets("gold"))[0].id == "gold"
    with pytest.raises(LengthError):
        sets("0001").paired_with(sets("0002"))


def test_pairs_share_the_source_text() -> None:
    """It is taken over, and must be the same where both have one."""
    gold = Corpus((Text.document("1", "a b"),))
    assert sets("1").paired_with(gold)[0].text == "a b"
    assert gold.paired_with(sets("1"))[0].text == "a b"
    with pytest.raises(InputError, match="mine: document 1 has a different source text from the gold"):
        Corpus((Text.document("1", "a c"),), "mine").paired_with(gold)


def test_fingerprints_see_edits_and_texts_but_not_names() -> None:
    """Any edit counts."""
    edit = Edit.of(0, 1, "a", ("b",))
    gold = Corpus((Text.document("1", "a b", [edit]),), "gold")
    renamed = Corpus((Text.document("2", "a b", [edit.with_details(index="7")]),), "other")
    assert gold.fingerprint == renamed.fingerprint
    assert gold.fingerprint != gold.map(lambda document: document.with_edits(())).fingerprint
    assert repr(gold) == "Corpus('gold', 1 documents)"
    assert gold.part(0, 1)[0] is gold[0]


def test_annotators_of_a_set() -> None:
    """They are those of any document, and one can be chosen."""
    both = Corpus((TWO, Text.document("2", edits=(GO,))))
    assert both.annotators == (0, "ann", "bob")
    assert [document.annotators for document in both.select_annotators(["ann"])] == [("ann",), ()]
    with pytest.raises(InputError, match="gold has no annotator 'eve'; it has: 0, ann, bob"):
        both.select_annotators(["eve"])


def test_the_fingerprint_knows_the_annotators() -> None:
    """Where there are several, it matters whose edits they are; where there is one, it does not."""
    swapped = replace(TWO, layers=(Layer("bob"), Layer("ann", (GO,))))
    assert Corpus((TWO,)).fingerprint != Corpus((swapped,)).fingerprint
    assert Corpus((TWO.by("ann"),)).fingerprint == Corpus((Text.document("1", "He go.", [GO]),)).fingerprint
