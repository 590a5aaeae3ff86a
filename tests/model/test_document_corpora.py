"""Sets of documents."""

from dataclasses import replace

import pytest
from tests.model.test_texts import GO, TWO

from errata import Corpus, Edit, InputError, Layer, LengthError, Text, merge


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
    with pytest.raises(InputError, match="missing_file is 'none'; it takes error or empty"):
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
    with pytest.raises(InputError, match="mine: document 1 has another source text than the gold's"):
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
    with pytest.raises(InputError, match="two: document 2 has another source text"):
        merge([one, replace(two, texts=(Text.document("2", "x", ()),))])
    with pytest.raises(InputError, match="count different things"):
        merge([one, replace(two, offset_unit="utf8")])
    with pytest.raises(InputError, match=r"count different things: codepoint, utf16, utf8$"):
        merge([one, replace(two, offset_unit="utf8"), replace(one, offset_unit="utf16")])
    with pytest.raises(InputError, match="nothing to merge"):
        merge([])
