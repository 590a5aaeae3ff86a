"""Documents and their edits."""

import pickle

import pytest
from hypothesis import given
from tests.strategies import texts_with_edits

from errata import Edit, InputError, Layer, Part, Text
from errata.model import apply_character_edits


@pytest.mark.parametrize(
    ("edit", "kind", "optional"),
    [
        (Edit.of(3, 3, "", ("x ",)), "insertion", False),
        (Edit.of(3, 3, "", ("",)), "insertion", True),
        (Edit.of(3, 3, "", (None, "x ")), "insertion", True),
        (Edit.of(3, 5, "go", ("goes",)), "replacement", False),
        (Edit.of(3, 5, "go", (None, "", "goes")), "deletion", True),
        (Edit.of(3, 5, "go", ("goes", None)), "replacement", True),
        (Edit.of(3, 5, "go", (None,)), "replacement", True),
        (Edit.of(3, 5, "go"), "replacement", False),
    ],
)
def test_kinds_of_edits(edit: Edit, kind: str, optional: bool) -> None:
    """Null at any place makes an edit optional; without corrections it is mandatory."""
    assert (edit.kind, edit.is_optional) == (kind, optional)


def test_an_empty_list_of_corrections_is_none() -> None:
    """So that measures and writers meet one way of saying that no repair is known."""
    assert Edit.of(3, 5, "go", ()) == Edit.of(3, 5, "go", None)


def test_applying_edits() -> None:
    """First corrections, insertions at one point in order, null and absent ones leave the text alone."""
    text = "He go home"
    edits = [
        Edit.of(6, 10, "home", (None, "away")),
        Edit.of(10, 10, "", ("!",)),
        Edit.of(10, 10, "", ("?",)),
        Edit.of(3, 5, "go", ("goes", "went")),
        Edit.of(0, 2, "He"),
    ]
    assert apply_character_edits(text, edits) == "He goes home!?"
    with pytest.raises(InputError, match="edit 1 at 0 to 3 and edit 2 at 2 to 2 overlap"):
        apply_character_edits(text, [Edit.of(2, 2, "", ("x",), index="2"), Edit.of(0, 3, "He ", ("x",), index="1")])
    with pytest.raises(InputError, match=r"edit \(no index\) at 9 to 11 of part 2 lies outside the text of 10"):
        apply_character_edits(text, [Edit.of(9, 11, "", ("x",), part="2")])


@given(texts_with_edits())
def test_edits_apart_apply_as_the_definition_reads(drawn: tuple[str, tuple[Edit, ...]]) -> None:
    """From the last to the first, each by itself."""
    text, edits = drawn
    made = text
    for edit in reversed(edits):
        first = edit.alternatives[0] if edit.alternatives else None
        if first is not None:
            made = made[: edit.start] + first + made[edit.end :]
    assert Text.document("1", text, edits).corrected().text == made


def test_parts_have_texts_of_their_own() -> None:
    """An undivided document has one without id."""
    document = Text.document("1", (Part("1", "a"), Part("2", "b")), (Edit.of(0, 1, "b", ("c",), part="2"),))
    assert [part.text for part in document.corrected().parts] == ["a", "c"]
    assert (document.texts.get("1"), document.texts.get("3")) == ("a", None)
    with pytest.raises(InputError, match="document 1 has 2 parts, where one undivided text is wanted"):
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
    with pytest.raises(
        InputError, match=r"document 1 has 2 annotators \(ann, bob\), where the edits of one are wanted"
    ):
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


def test_unknown_fields_are_compared_but_not_hashed() -> None:
    """Edits with equal content are equal, and any edit can be a key."""
    other = GO.with_details(extra={"level": 3})
    assert other != GO
    assert hash(GO) == hash(other)
    assert other.with_details(extra={"level": 2}) == GO
    assert Edit.of(0, 1, "a", ("b",), optional=True).is_optional


def test_corrections_that_are_strings() -> None:
    """Those that are not null; null alone says that the text may stay."""
    edit = Edit.of(0, 1, "a", (None, "", "x"))
    assert (edit.corrections, edit.is_null_only, edit.kind) == (("", "x"), False, "deletion")
    null, absent = edit.with_alternatives((None,)), edit.with_alternatives(())
    assert (null.corrections, null.is_null_only, null.kind) == ((), True, "replacement")
    assert (absent.corrections, absent.is_null_only, absent.kind) == ((), False, "replacement")
