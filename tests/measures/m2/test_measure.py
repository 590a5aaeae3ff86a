"""M²: worked examples, and a sample of the numbers of the official scorer."""

import json
from typing import Any

import pytest
from tests.corpora import conll_gold, conll_output
from tests.support import annotated, only_compiled, scored, shared

import errata
from errata import M2, Corpus, Edit, ErrataWarning, InputError, Layer, Score, Text
from errata.measures.m2.search import search


def m2(gold: Corpus, output: list[str], **options: Any) -> Score:
    return scored(gold, output, M2(**options))


def gold_of(*rows: tuple[str, list[Edit]]) -> Corpus:
    """Return a gold with one annotator."""
    return Corpus(tuple(annotated(edits, source=source) for source, edits in rows))


def test_a_sample_of_conll14_equals_the_official_scorer() -> None:
    """Forty sentences of AMU: quick enough for interpreted kernels."""
    expected = json.loads(shared("golden/m2/AMU.json").read_text(encoding="utf-8"))["sentences"][:40]
    got = m2(Corpus(conll_gold().texts[:40]), conll_output("AMU")[:40])
    for row, sentence in zip(got.sentences, expected, strict=True):
        assert list(row.counts.values()) == sentence[str(sentence["chosen"])]


def test_an_edit_with_everything_it_was_compared_with() -> None:
    """As searched with unchanged words around it, as shrunk, and the gold edit it meets."""
    gold = gold_of(("She go in school .", [Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(2, 3, ("to", "into"), "R:PREP")]))
    [row] = m2(gold, ["She goes into school ."]).sentences
    assert row.details["method"] == "exact"
    first, second = row.details["edits"]
    assert first == {
        "start": 1,
        "end": 2,
        "original": "go",
        "correction": "goes",
        "shrunk": {"start": 1, "end": 2, "original": "go", "correction": "goes"},
        "gold": {"index": 0, "start": 1, "end": 2, "corrections": ["goes"], "type": "R:VERB:SVA"},
    }
    assert second["gold"]["corrections"] == ["to", "into"]
    [twice] = m2(gold_of(("a b", [Edit(0, 1, ("x",), "R:A"), Edit(0, 1, ("x",), "R:B")])), ["x b"]).sentences
    assert [edit["gold"]["type"] for edit in twice.details["edits"]] == ["R:A"]
    [other] = m2(gold_of(("a b c", [])), ["a x c"]).sentences
    [edit] = other.details["edits"]
    assert (edit["original"], edit["shrunk"]["original"], edit["gold"]) == ("a b c", "b", None)


def test_annotators_are_chosen_by_the_score_so_far() -> None:
    """Greedy on the cumulative F, so the order of sentences counts; for the mean each sentence stands alone."""
    edit = Edit(0, 1, ("x",))
    two = Text("a b", (Layer(1), Layer(0, (edit, Edit(1, 2, ("y",))))))
    hit = Text("a c", (Layer(0, (edit,)),))
    got = m2(Corpus((hit, two)), ["x c", "a b"])
    assert [row.reference for row in got.sentences] == [0, 1]
    alone = m2(Corpus((two, hit)), ["x b", "x c"], level="sentence")
    assert [row.reference for row in alone.sentences] == [0, 0]
    assert alone.score == (1.25 * 0.5 / (0.25 + 0.5) + 1) / 2
    assert alone.counts == {"correct": 2, "proposed": 2, "gold": 3}


def test_gold_edits_outside_the_sentence_do_not_count_but_reversed_ones_do() -> None:
    """As the official scorer keeps them."""
    gold = gold_of(("a b", [Edit(0, 1, ("x",)), Edit(5, 6, ("y",)), Edit(-1, -1, ("z",)), Edit(2, 1, ("w",))]))
    assert m2(gold, ["x b"]).counts == {"correct": 1, "proposed": 1, "gold": 2}


def test_corrections_with_odd_blanks_are_never_met() -> None:
    """Stripped at the ends; a doubled or other blank inside can match nothing."""
    for correction, met in ((" x y ", 1), ("x  y", 0), ("x\u00a0y", 0)):
        assert m2(gold_of(("a b", [Edit(0, 1, (correction,))])), ["x y b"]).counts["correct"] == met


TASK_GOLD = gold_of(
    (
        "the cat sit on an mat of the house today .",
        [Edit(2, 3, ("sits",)), Edit(4, 5, ("a",)), Edit(6, 9, ("",)), Edit(10, 10, ("again",))],
    )
)
TASK_OUTPUT = ["the cat sat on a mat of his house today ."]


@pytest.mark.parametrize(("task", "correct"), [("correction", 1), ("recognition", 2), ("detection", 3)])
def test_tasks_differ_in_what_meets_a_gold_edit(task: str, correct: int) -> None:
    """sit/sat has the right words, an/a the right correction, the/his touches of the house; nothing is inserted."""
    assert m2(TASK_GOLD, TASK_OUTPUT, task=task).counts == {"correct": correct, "proposed": 3, "gold": 4}


def test_types_have_recall_and_where_possible_precision() -> None:
    """A wrong edit has the type of the gold edit it overlaps; one that overlaps none stands under no name."""
    gold = gold_of(("a b c d e f g h", [Edit(0, 1, ("x",), "A"), Edit(4, 5, ("y",), "B"), Edit(7, 8, ("z",), "A")]))
    types = m2(gold, ["x b v d w f g h"], unchanged=0).details["types"]
    assert types["A"] == {
        "correct": 1,
        "proposed_by_overlap": 1,
        "gold": 2,
        "precision_by_overlap": 1.0,
        "recall": 0.5,
    }
    assert types["B"]["proposed_by_overlap"] == 1
    assert types["B"]["recall"] == 0.0
    assert types[""]["proposed_by_overlap"] == 1
    assert types[""]["recall"] is None


@pytest.mark.parametrize("task", ["correction", "detection", "recognition"])
def test_counts_by_type_add_up(task: str) -> None:
    """To those of all, whatever the task; the mean over types leaves out edits that have none."""
    gold = gold_of(("a b c d e f g h", [Edit(0, 1, ("x",), "A"), Edit(4, 5, ("y",), "B"), Edit(7, 8, ("z",), "A")]))
    score = m2(gold, ["x b v d w f g h"], unchanged=0, task=task)
    found = score.breakdown("type")
    n_met = {"correction": 0, "detection": 1, "recognition": 1}[task]
    assert {group.name: list(group.counts.values()) for group in found.groups} == {
        "(none)": [0, 1, 0],
        "A": [1, 1, 2],
        "B": [n_met, 1, 1],
    }
    assert found.micro == score.values
    values = {group.name: group.values["recall"] for group in found.groups}
    assert found.macro["recall"] == (values["A"] + values["B"]) / 2


def test_equal_gold_edits_are_met_together_in_their_types() -> None:
    """As the counts are made."""
    gold = gold_of(("a b", [Edit(0, 1, ("x",), "A"), Edit(0, 1, ("x",), "B")]))
    score = m2(gold, ["x b"])
    assert score.counts == {"correct": 2, "proposed": 1, "gold": 2}
    assert [list(group.counts.values()) for group in score.breakdown("type").groups] == [[1, 1, 1], [1, 0, 1]]


def test_case_and_blanks_can_be_ignored() -> None:
    """Proposals that change nothing else are dropped; the gold stays."""
    gold = gold_of(("the web site", [Edit(1, 3, ("website",))]))
    assert m2(gold, ["The website"]).counts["proposed"] > 0
    assert m2(gold, ["The website"], ignore_case_space=True).counts == {"correct": 0, "proposed": 0, "gold": 1}


def test_sentences_above_the_budget_are_bounded_and_said_to_be() -> None:
    """In the sentence, the corpus, the signature and a warning; strict refuses; -1 never bounds."""
    gold = gold_of(("a b c", []), ("a b c d", [Edit(0, 1, ("v",))]))
    outputs = ["a b c", "v w x y"]
    with pytest.warns(ErrataWarning, match=r"1 of 2 sentences decided by the bounded search \(line 2\)"):
        score = errata.score(gold, {"sys": outputs}, measures=["m2:budget=3"]).scores[0]
    assert score.details["bounded"] == [1]
    assert score.signature.endswith("|bounded:1")
    assert score.sentences[1].details["method"] == "bounded"
    assert {"vertices", "origins", "dropped"} <= set(score.sentences[1].details)
    assert score.counts == m2(gold, outputs).counts
    with pytest.raises(
        InputError, match=r"sys, line 2: an exact search of up to .* arcs takes more than the budget of 3 allows"
    ):
        errata.score(gold, {"sys": outputs}, measures=["m2:budget=3,strict=yes"])
    assert m2(gold, outputs, budget=-1, strict=True).details["bounded"] == []


def test_the_paper_edition_finds_the_maximum_overlap() -> None:
    """Gold edits listed out of order, which the official scorer loses, are all met."""
    gold = gold_of(("a b c d", [Edit(2, 3, ("y",)), Edit(0, 1, ("x",))]))
    assert m2(gold, ["x b y d"]).counts["correct"] == 1
    assert m2(gold, ["x b y d"], edition="paper").counts == {"correct": 2, "proposed": 2, "gold": 2}


def test_betas_and_tasks_share_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lattice is built once for each system, whatever is asked of it."""
    calls = []

    def counted(*arguments: Any, **options: Any) -> Any:
        calls.append(options)
        return search(*arguments, **options)

    monkeypatch.setattr("errata.measures.m2.measure.search", counted)
    gold = gold_of(("a b c", [Edit(0, 1, ("x",))]))
    outputs = {"one": ["x b c"], "two": ["x b c"]}
    errata.score(gold, outputs, measures=["m2", "m2:beta=1", "m2:task=detection", "m2:level=sentence"])
    assert len(calls) == 2
    errata.score(gold, outputs, measures=["m2", "m2:unchanged=0", "m2:edition=paper"])
    assert len(calls) == 2 + 6


@only_compiled
def test_counts_of_annotators_do_not_depend_on_beta() -> None:
    """Only the choice among them may."""
    gold, outputs = Corpus(conll_gold().texts[:200]), conll_output("CAMB")[:200]
    half, two = (m2(gold, outputs, beta=beta) for beta in (0.5, 2.0))
    for one, other in zip(half.sentences, two.sentences, strict=True):
        assert one.details["annotators"] == other.details["annotators"]


def test_the_gold_of_earlier_sentences_counts_in_the_choice() -> None:
    """After a sentence of ten gold edits, one of them met, the annotator with eleven is better than the one with one.

    The output meets one of two with the first (F0.5 alone: 1.25/2.25 = 0.556), both with the second (2.5/4.75 = 0.526);
    with the first sentence 2.5/5.75 = 0.435 and 3.75/8.25 = 0.455.
    """
    words = [f"w{n}" for n in range(11)]
    source = " ".join(words)

    def edits(*places: int) -> list[Edit]:
        return [Edit(place, place + 1, (f"x{place}",)) for place in places]

    def changed(*places: int) -> str:
        return " ".join(f"x{place}" if place in places else word for place, word in enumerate(words))

    before = annotated(edits(*range(10)), source=source)
    choice = annotated(edits(0), edits(*range(11)), source=source)
    alone = errata.score(Corpus((choice,)), [changed(0, 1)], measures=["m2"]).scores[0]
    assert dict(alone.counts) == {"correct": 1, "proposed": 2, "gold": 1}
    after = errata.score(Corpus((before, choice)), [changed(0), changed(0, 1)], measures=["m2"]).scores[0]
    assert dict(after.counts) == {"correct": 3, "proposed": 3, "gold": 21}


@pytest.mark.parametrize(
    ("output", "task", "plain", "bonus"),
    [
        ("a b c d", "correction", (0, 0, 2), (0, 0, 1)),
        ("a y c d", "correction", (1, 1, 2), (1, 1, 2)),
        ("x b c d", "correction", (1, 1, 2), (1, 1, 1)),
        ("a z c d", "correction", (0, 1, 2), (0, 1, 1)),
        ("a z c d", "detection", (1, 1, 2), (1, 1, 2)),
    ],
    ids=["nothing", "the optional one", "the required one", "wrongly", "detected"],
)
def test_with_bonus_an_optional_edit_counts_only_where_it_is_met(
    output: str, task: str, plain: tuple[int, ...], bonus: tuple[int, ...]
) -> None:
    """Of one required and one optional edit (Dahlmeier & Ng 2012, section 4)."""
    edits = (Edit(0, 1, ("x",), "T"), Edit(1, 2, ("y",), "T", required=False))
    gold = Corpus((Text("a b c d", (Layer(0, edits),)),))
    for setting, counts in (({}, plain), ({"bonus": True}, bonus)):
        score = errata.score(gold, [output], measures=[M2(task=task, **setting)]).scores[0]  # type: ignore[arg-type]
        assert tuple(score.counts.values()) == counts
        assert ("bonus:yes" in score.signature) == bool(setting)
