"""Documents, their edits and sets of them."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from tests.strategies import texts_with_edits

from errata import CharacterEdit, Document, DocumentSet, InputError, Layer, LengthError, Part, merge_documents
from errata.documents import apply_character_edits


@pytest.mark.parametrize(
    ("edit", "kind", "optional"),
    [
        (CharacterEdit(3, 3, "", ("x ",)), "insertion", False),
        (CharacterEdit(3, 3, "", ("",)), "insertion", True),
        (CharacterEdit(3, 3, "", (None, "x ")), "insertion", True),
        (CharacterEdit(3, 5, "go", ("goes",)), "replacement", False),
        (CharacterEdit(3, 5, "go", (None, "", "goes")), "deletion", True),
        (CharacterEdit(3, 5, "go", ("goes", None)), "replacement", True),
        (CharacterEdit(3, 5, "go", (None,)), "replacement", True),
        (CharacterEdit(3, 5, "go"), "replacement", False),
    ],
)
def test_kinds_of_edits(edit: CharacterEdit, kind: str, optional: bool) -> None:
    """Null at any place makes an edit optional; without corrections it is mandatory."""
    assert (edit.kind, edit.is_optional) == (kind, optional)


def test_applying_edits() -> None:
    """First corrections, insertions at one point in order, null and absent ones leave the text alone."""
    text = "He go home"
    edits = [
        CharacterEdit(6, 10, "home", (None, "away")),
        CharacterEdit(10, 10, "", ("!",)),
        CharacterEdit(10, 10, "", ("?",)),
        CharacterEdit(3, 5, "go", ("goes", "went")),
        CharacterEdit(0, 2, "He"),
    ]
    assert apply_character_edits(text, edits) == "He goes home!?"
    with pytest.raises(InputError, match="edit 1 at 0 to 3 and edit 2 at 2 to 2 overlap"):
        apply_character_edits(
            text, [CharacterEdit(2, 2, "", ("x",), index="2"), CharacterEdit(0, 3, "He ", ("x",), index="1")]
        )
    with pytest.raises(InputError, match=r"edit \(no index\) at 9 to 11 of part 2 lies outside the text of 10"):
        apply_character_edits(text, [CharacterEdit(9, 11, "", ("x",), part="2")])


@given(texts_with_edits())
def test_edits_apart_apply_as_the_definition_reads(drawn: tuple[str, tuple[CharacterEdit, ...]]) -> None:
    """From the last to the first, each by itself."""
    text, edits = drawn
    made = text
    for edit in reversed(edits):
        first = edit.corrections[0] if edit.corrections else None
        if first is not None:
            made = made[: edit.start] + first + made[edit.end :]
    assert Document.of("1", text, edits).corrected().text == made


def test_parts_have_texts_of_their_own() -> None:
    """An undivided document has one without id."""
    document = Document("1", (CharacterEdit(0, 1, "b", ("c",), part="2"),), (Part("1", "a"), Part("2", "b")))
    assert [part.text for part in document.corrected().parts] == ["a", "c"]
    assert (document.text_of("1"), document.text_of("3")) == ("a", None)
    with pytest.raises(InputError, match="document 1 has 2 parts, where one undivided text is wanted"):
        document.text  # noqa: B018
    with pytest.raises(InputError, match="document 2 has no text"):
        Document("2").text  # noqa: B018
    assert pickle.loads(pickle.dumps(document)) == document


def test_missing_indices_are_numbered() -> None:
    """Others stay."""
    document = Document("1", (CharacterEdit(0, 0, ""), CharacterEdit(1, 1, "", index="x"), CharacterEdit(2, 2, "")))
    assert [edit.index for edit in document.numbered("sys").edits] == ["sys-1", "x", "sys-2"]
    numbered = document.numbered("sys")
    assert numbered.numbered("other") is numbered


def sets(*ids: str, name: str = "gold") -> DocumentSet:
    return DocumentSet(tuple(Document(id) for id in ids), name)


def test_sets_are_paired_by_number() -> None:
    """In the order of the gold; whatever has no partner is named."""
    gold = sets("0001", "0002")
    assert [document.id for document in sets("0002", "0001").paired_with(gold)] == ["0001", "0002"]
    with pytest.raises(LengthError, match=r"mine has document 0003, but gold has no such document \(it has documents"):
        sets("0001", "0003", name="mine").paired_with(gold)
    with pytest.raises(LengthError, match=r"mine has no document 0002, but gold has; .*--missing-file empty"):
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
    gold = DocumentSet((Document.of("1", "a b"),))
    assert sets("1").paired_with(gold)[0].text == "a b"
    assert gold.paired_with(sets("1"))[0].text == "a b"
    with pytest.raises(InputError, match="mine: document 1 has another source text than the gold's"):
        DocumentSet((Document.of("1", "a c"),), "mine").paired_with(gold)


def test_fingerprints_see_edits_and_texts_but_not_names() -> None:
    """Any edit counts."""
    edit = CharacterEdit(0, 1, "a", ("b",))
    gold = DocumentSet((Document.of("1", "a b", [edit]),), "gold")
    renamed = DocumentSet((Document.of("2", "a b", [replace(edit, index="7")]),), "other")
    assert gold.fingerprint == renamed.fingerprint
    assert gold.fingerprint != gold.map(lambda document: document.with_edits(())).fingerprint
    assert repr(gold) == "DocumentSet('gold', 1 documents)"
    assert gold.part(0, 1)[0] is gold[0]


GO = CharacterEdit(3, 5, "go", ("goes",), "SVA", score=0.5, extra={"level": 2})
TWO = Document("1", None, (Part(None, "He go."),), layers=(Layer("ann", (GO,)), Layer("bob")), meta={"l1": "Thai"})


def test_an_annotator_is_silent_or_absent() -> None:
    """A layer without edits is not the same as no layer."""
    assert Document("1", ()).layers == (Layer(0),)
    assert Document("1").layers == ()
    assert Document("1", ()) != Document("1")
    assert Document.of("1", "a").layers == ()
    assert TWO.layer("bob") == Layer("bob")
    assert TWO.layer("eve") is None


def test_one_of_several_annotators_must_be_chosen() -> None:
    """Nobody's edits are taken for another's."""
    with pytest.raises(
        InputError, match=r"document 1 has 2 annotators \(ann, bob\), where the edits of one are wanted"
    ):
        TWO.edits  # noqa: B018
    assert TWO.by("ann").edits == (GO,)
    assert TWO.by("bob").edits == ()
    assert TWO.by("eve").layers == ()
    assert TWO.by("ann").corrected() == Document("1", None, (Part(None, "He goes."),), meta={"l1": "Thai"})
    with pytest.raises(InputError, match="given both edits and layers"):
        Document("1", (), layers=())


def test_edits_change_within_their_layer() -> None:
    """Whoever made them, and what else is known of the document, stays."""
    assert TWO.by("ann").with_edits(()).layers == (Layer("ann"),)
    assert Document("1").with_edits(()).layers == (Layer(0),)
    assert TWO.map_edits(lambda edits: edits[1:]).layers == (Layer("ann"), Layer("bob"))
    assert TWO.map_edits(lambda edits: edits) == TWO
    assert TWO.map_edits(lambda edits: edits).meta == {"l1": "Thai"}


def test_annotators_of_a_set() -> None:
    """They are those of any document, and one can be chosen."""
    both = DocumentSet((TWO, Document("2", (GO,))))
    assert both.annotators == (0, "ann", "bob")
    assert [document.annotators for document in both.by("ann")] == [("ann",), ()]
    with pytest.raises(InputError, match="gold has no annotator 'eve'; it has: 0, ann, bob"):
        both.by("eve")


def test_the_fingerprint_knows_the_annotators() -> None:
    """Where there are several, it matters whose edits they are; where there is one, it does not."""
    swapped = replace(TWO, layers=(Layer("bob"), Layer("ann", (GO,))))
    assert DocumentSet((TWO,)).fingerprint != DocumentSet((swapped,)).fingerprint
    assert DocumentSet((TWO.by("ann"),)).fingerprint == DocumentSet((Document.of("1", "He go.", [GO]),)).fingerprint


def test_unknown_fields_are_compared_but_not_hashed() -> None:
    """Edits with equal content are equal, and any edit can be a key."""
    other = replace(GO, extra={"level": 3})
    assert other != GO
    assert hash(GO) == hash(other)
    assert replace(other, extra={"level": 2}) == GO
    assert CharacterEdit(0, 1, "a", ("b",), optional=True).is_optional


def test_sets_by_several_annotators_are_merged() -> None:
    """Annotators are numbered anew; a document that one has not seen has no layer of theirs; texts must agree."""
    edit = CharacterEdit(0, 1, "a", ("b",))
    one = DocumentSet((Document.of("1", "a", [edit]), Document.of("2", "a", [edit])), name="one")
    two = DocumentSet((Document("2", ()),), name="two")
    merged = merge_documents([one, two])
    assert [[(layer.annotator, len(layer.edits)) for layer in document.layers] for document in merged] == [
        [(0, 1)],
        [(0, 1), (1, 0)],
    ]
    assert merged[1].text == "a"
    with pytest.raises(InputError, match="two: document 2 has another source text"):
        merge_documents([one, replace(two, documents=(Document.of("2", "x", ()),))])
    with pytest.raises(InputError, match="count different things"):
        merge_documents([one, replace(two, offset_unit="utf8")])
    with pytest.raises(InputError, match=r"count different things: codepoint, utf16, utf8$"):
        merge_documents([one, replace(two, offset_unit="utf8"), replace(one, offset_unit="utf16")])
    with pytest.raises(InputError, match="nothing to merge"):
        merge_documents([])


def test_corrections_that_are_strings() -> None:
    """Those that are not null; null alone says that the text may stay."""
    edit = CharacterEdit(0, 1, "a", (None, "", "x"))
    assert (edit.strings, edit.is_null_only, edit.kind) == (("", "x"), False, "deletion")
    null, absent = replace(edit, corrections=(None,)), replace(edit, corrections=None)
    assert (null.strings, null.is_null_only, null.kind) == ((), True, "replacement")
    assert (absent.strings, absent.is_null_only, absent.kind) == ((), False, "replacement")
