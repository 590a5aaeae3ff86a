"""What measures say of themselves: the heads of their columns, and the measures they stand for."""

import pytest
from tests.support import PARTLY_ANNOTATED

from errata import CharacterEdit, Cleme, Corpus, Difficulty, Document, DocumentSet, Errant, Gleu, Green, Hoo, Measure
from errata.measures import parse_measure
from errata.sentences import Sentence

PRF = ["P", "R"]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("m2", ["F0.5", *PRF]),
        ("m2:beta=2", ["F2", *PRF]),
        ("errant:beta=1", ["F1", *PRF]),
        ("cleme", ["F0.5", *PRF, "accuracy"]),
        ("difficulty", ["F0.5", *PRF, "A"]),
        ("green", ["F2", *PRF]),
        ("gleu", ["GLEU", "draw std", "draw low", "draw high"]),
        ("imeasure", ["I", "WAcc", "WAcc_b", "Acc", "F1", *PRF]),
        (
            "hoo",
            [f"{aspect} {kind}" for aspect in ("cor", "rec", "det") for kind in ("F1", *PRF)] + ["P sys"],
        ),
    ],
)
def test_heads_of_columns(text: str, labels: list[str]) -> None:
    """One for each value, in the order of the values."""
    measure = parse_measure(text)
    assert [measure.label(value) for value in measure.value_names] == labels


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (Cleme(), False),
        (Cleme(level="sentence"), True),
        (Green(), False),
        (Green(level="sentence"), True),
        (Hoo(level="macro"), True),
        (Errant(), False),
        (Gleu(), False),
    ],
)
def test_means_of_rows(measure: Measure, expected: bool) -> None:
    """Where the level says so."""
    assert measure.averages_rows is expected


def test_a_measure_of_each_annotator_stands_for_several() -> None:
    """One for each that the gold has; for itself where the gold has none, or where one is named."""
    edits = [CharacterEdit(0, 1, "b")]
    known = DocumentSet((Document.of("1", "a", edits),))
    each = Hoo(annotator="each")
    assert list(each.expand(known)) == [Hoo(annotator=str(name)) for name in known.annotators]
    assert len(known.annotators) == 1
    assert list(each.expand(DocumentSet((Document("1", None),)))) == [each]
    assert list(Hoo().expand(known)) == [Hoo()]
    assert list(Difficulty(reference="all").expand(PARTLY_ANNOTATED)) == [Difficulty(), Difficulty(reference=2)]
    assert list(Difficulty(reference=2).expand(PARTLY_ANNOTATED)) == [Difficulty(reference=2)]
    assert list(Errant().expand(Corpus((Sentence("a"),)))) == [Errant()]
