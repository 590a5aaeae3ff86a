"""What HOO tells beside its scores, of annotators and of the programs of its shared tasks."""

from dataclasses import replace

import pytest
from tests.support import golden_cases, scored

import errata
from errata import Corpus, Edit, Hoo, Output, Text
from errata.golden.inputs import documents
from errata.measures.data import GoldBlock

TEXT = "ab cd ef"


def one(*edits: Edit, id: str = "1") -> Corpus:
    return Corpus((Text.document(id, TEXT, edits),))


def change(start: int, end: int, *made: str | None) -> Edit:
    return Edit.of(start, end, TEXT[start:end], made or None, "T")


def test_a_single_annotator_is_not_named() -> None:
    """Of several, the one that was chosen, and what each comes to."""
    right, wrong = one(change(0, 2, "x")), one(change(3, 5, "y"))
    alone = scored(right, right, Hoo())
    assert alone.sentences[0].reference is None
    assert "annotators" not in alone.details
    both = scored(errata.merge([wrong, right]), right, Hoo())
    assert both.sentences[0].reference == 1
    assert list(both.details["annotators"]) == ["0", "1"]
    assert [both.details["annotators"][who]["values"]["correction_f"] for who in ("0", "1")] == [0.0, 1.0]


def test_rows_can_be_counted_without_being_prepared() -> None:
    """As of a single system; then types are settled on the spot."""
    right = one(change(0, 2, "x"))
    table = Hoo().count(GoldBlock.of(right), Output("right", documents=right))
    assert Hoo().score(table.row(0))["correction_f"] == 1.0


def test_a_corpus_says_where_a_program_would_stop() -> None:
    """If it would on any document; of the paper there is no program."""
    case = golden_cases("hoo")[0]
    gold, system = documents(case.gold["documents"]), documents(case.output["documents"])
    fine = one(change(0, 2, "x"), id="fine")
    two, other = (replace(side, texts=(*side.texts, *fine.texts)) for side in (gold, system))
    assert scored(two, other, Hoo(preset="hoo2012")).details["tool_would_fail"] is True
    assert scored(fine, fine, Hoo(preset="hoo2012")).details["tool_would_fail"] is False
    assert "tool_would_fail" not in scored(fine, fine, Hoo()).details


@pytest.mark.parametrize(
    ("deleted", "replaced", "recognised"),
    [
        ((2, 5), (3, 5), 1),  # " cd" and "cd": but for the blank before
        ((3, 6), (3, 5), 1),  # "cd " and "cd": but for the blank after
        ((2, 5), (2, 5), 1),
        ((2, 5), (4, 5), 0),  # more than the blank
        ((3, 5), (4, 5), 0),  # a letter is no blank
        ((3, 5), (3, 4), 0),
        ((3, 6), (3, 4), 0),
        ((2, 5), (3, 6), 0),
        ((3, 6), (2, 5), 0),
    ],
)
def test_the_program_of_2012_forgives_a_deletion_one_blank(
    deleted: tuple[int, int], replaced: tuple[int, int], recognised: int
) -> None:
    """At either end, whoever deletes; the program of 2011 forgives none."""
    deletion, other = change(*deleted, ""), change(*replaced, "x")
    for gold, system in ((deletion, other), (other, deletion)):
        made = scored(one(gold), one(system), Hoo(preset="hoo2012"))
        assert made.values["recognition_recall"] == recognised
        earlier = scored(one(gold), one(system), Hoo(preset="hoo2011"))
        assert earlier.values["recognition_recall"] == float(deleted == replaced)


def test_edits_aligned_with_uncorrected_ones_alone_are_excluded() -> None:
    """Two of three gold edits lack a correction; and one that is also aligned with a corrected edit stays in."""
    gold = one(change(0, 2), change(3, 5), change(6, 8, "z"))
    system = one(change(0, 2, "x"), change(3, 5, "y"), change(6, 8, "z"))
    measure = Hoo(uncorrected="exclude", deletion_space="tolerant")
    counts = scored(gold, system, measure).counts
    assert (counts["excluded_gold"], counts["excluded_system"]) == (2, 2)
    twice = one(change(3, 5), change(2, 5, ""))
    counts = scored(twice, one(change(3, 5, "x")), measure).counts
    assert (counts["excluded_gold"], counts["excluded_system"]) == (1, 0)


def test_the_median_of_lengths_is_the_middle_one() -> None:
    """Of 0, 1, 2, 4 and 6 characters it is 2, of the last four 3; of none 0."""
    text = "abcdefghijklmnop"
    places = [(0, 0), (1, 2), (3, 5), (5, 9), (10, 16)]
    edits = [Edit.of(start, end, text[start:end], ("x",), "T") for start, end in places]
    gold, system = (Corpus((Text.document("1", text, some),)) for some in (edits, edits[1:]))
    spans = scored(gold, system, Hoo()).details["spans"]
    assert (spans["gold"]["edits"], spans["gold"]["median"]) == (5, 2)
    assert (spans["system"]["edits"], spans["system"]["median"]) == (4, 3)
    assert scored(gold, Corpus((Text.document("1", text, ()),)), Hoo()).details["spans"]["system"]["median"] == 0
