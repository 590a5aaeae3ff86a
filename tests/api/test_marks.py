"""Edits marked as right, wrong and missed."""

import warnings
from typing import Any

import pytest
from tests.corpora import SYSTEMS, conll_edits, conll_gold
from tests.support import EXAMPLES

import errata
from errata import Corpus, Edit, Layer, Output, Text
from errata.api.accept import Request
from errata.api.kinds import Group, count_kinds, grouping_of
from errata.api.marks import Marks, mark
from errata.api.score import score_inputs

HE = "He go in school ."
GO, TO, TIME = Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(2, 3, ("to",), "R:PREP"), Edit(4, 4, ("daily",), "M:ADV")
WENT = Edit(1, 2, ("went",), "R:VERB:TENSE")
UNSURE = Edit(3, 4, ("school",), "UNK")


def marks_of(gold: Corpus, outputs: dict[str, Any], extract: str | None = None) -> Marks:
    """Mark what was scored by GREEN, which needs no edits."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scored = score_inputs(Request(gold, outputs, measures=["green"], extract=extract))
    return mark(scored, extract)


def made_by(*edits: Edit) -> Output:
    """Return an output of one sentence."""
    text = Corpus((Text(HE, (Layer(0, edits),)),))
    return Output.from_corpus("x", text)


GOLD = Corpus((Text(HE, (Layer(0, (GO, TO, UNSURE)), Layer(1, (WENT,)))),))


def test_every_edit_gets_a_verdict_against_the_annotator_that_fits_best() -> None:
    """An edit that only marks an error counts neither as right nor as missed."""
    marks = marks_of(GOLD, {"x": made_by(GO, TIME), "y": made_by(WENT)})
    (first,), (second,) = marks.sentences
    assert (first.layer, first.made, first.missed) == (0, ((GO, True), (TIME, False)), (TO,))
    assert (second.layer, second.made, second.missed) == (1, ((WENT, True),), ())
    assert marks.solved == [[[1, 0, 0], [1]]]
    assert marks.found_by == ""


def test_kinds_count_hits_under_the_gold_type_and_wrong_edits_under_their_own() -> None:
    """As ERRANT does."""
    kinds = count_kinds(marks_of(GOLD, {"x": made_by(Edit(1, 2, ("goes",), "R:OTHER"), TIME)}))
    counts = {group.name: group.counts[0] for group in grouping_of(kinds, "type").groups}
    assert counts == {"R:VERB:SVA": (1, 0, 0), "M:ADV": (0, 1, 0), "R:PREP": (0, 0, 1)}
    assert {group.name: group.counts[0] for group in grouping_of(kinds, "operation").groups} == {
        "missing": (0, 1, 0),
        "replacement": (1, 0, 1),
    }
    assert [group.name for group in grouping_of(kinds, "place").groups] == ["first third", "middle third", "last third"]
    assert [(group.name, group.counts) for group in grouping_of(kinds, "edits").groups] == [("2", ((1, 1, 1),))]
    with pytest.raises(errata.OptionError, match="cannot be grouped by 'color' here; there are: type, category"):
        grouping_of(kinds, "color")


def test_types_without_operations_leave_the_operation_to_the_shape() -> None:
    """And there is no category."""
    gold = Corpus((Text(HE, (Layer(0, (Edit(1, 2, ("goes",), "SVA"), Edit(2, 3, ("",), "Prep"))),)),))
    kinds = count_kinds(marks_of(gold, {"x": made_by(Edit(4, 4, ("now",), "Adv"))}))
    assert [grouping.name for grouping in kinds] == ["type", "operation", "length", "place", "sentence", "edits"]
    assert {group.name for group in grouping_of(kinds, "operation").groups} == {"missing", "replacement", "unnecessary"}


def test_rates_of_nothing_are_not_defined() -> None:
    """F0.5 is that of precision and recall."""
    group = Group("x", ((3, 1, 2), (0, 0, 0)))
    assert [group.value(name, 0) for name in ("recall", "precision")] == [0.6, 0.75]
    assert group.value("f", 0) == pytest.approx(1.25 * 0.75 * 0.6 / (0.25 * 0.75 + 0.6), rel=1e-15)  # another order
    assert all(group.value(name, 1) != group.value(name, 1) for name in ("recall", "precision", "f"))
    assert (group.n_gold, group.difficulty) == (5, 0.4)


def test_plain_outputs_and_gold_are_cut_by_one_extractor() -> None:
    """Whatever the hand of the gold, so that a change cut in two ways is not both wrong and missed."""
    gold = Corpus((Text(HE, (Layer(0, (Edit(1, 3, ("goes to",), "both"),)),)),))
    marks = marks_of(gold, {"x": ["He goes to school ."]})
    assert [(edit.start, edit.end, is_right) for edit, is_right in marks.sentences[0][0].made] == [
        (1, 2, True),
        (2, 3, True),
    ]
    assert marks.found_by == "errata"
    assert marks.scores[0].signature.endswith("|extract:errata|gold_edits:extracted|output_edits:extracted")
    asked = marks_of(gold, {"x": ["He goes to school ."]}, extract="errata")
    assert asked.found_by == ""


def test_plain_references_get_edits() -> None:
    """Each reference is an annotator."""
    gold = Corpus.from_texts([HE], [["He goes in school ."], ["He went in schools ."]])
    marks = marks_of(gold, {"x": ["He went in school ."]})
    assert marks.sentences[0][0].layer == 1
    assert [edit.corrections for edit in marks.sentences[0][0].missed] == [("schools",)]


def _check_sums(gold: Corpus, outputs: dict[str, Any]) -> None:
    marks = marks_of(gold, outputs)
    for grouping in count_kinds(marks):
        for place, score in enumerate(marks.scores):
            sums = [sum(group.counts[place][verdict] for group in grouping.groups) for verdict in range(3)]
            assert sums == list(score.counts.values()), (grouping.name, score.system)
    by_type = {group.name: group.counts for group in count_kinds(marks)[0].groups}
    for place, score in enumerate(marks.scores):
        for group in score.breakdown("type").groups:
            assert by_type[group.name][place] == tuple(group.counts.values())


def test_the_groups_add_up_to_the_counts_of_the_measure() -> None:
    """On the corpus that ships with errata, by every grouping; and by type they are its breakdown."""
    gold = errata.read(EXAMPLES / "gold.m2")
    _check_sums(gold, {name: errata.read_lines(EXAMPLES / f"{name}.txt") for name in ("good", "bold", "paraphrase")})


@pytest.mark.slow
def test_the_groups_add_up_on_a_whole_corpus() -> None:
    """The scores are those of errant on the same files."""
    outputs = {name: conll_edits()[name] for name in SYSTEMS[:4]}
    _check_sums(conll_gold("errant"), dict(outputs))
    scored = errata.score(conll_gold("errant"), outputs, measures=["errant"])
    marks = marks_of(conll_gold("errant"), dict(outputs))
    assert [score.counts for score in marks.scores] == [score.counts for score in scored]
    assert [score.values for score in marks.scores] == [score.values for score in scored]
