"""CLEME: worked examples."""

from array import array
from typing import Any

import pytest
from tests.support import annotated, scored

import errata
from errata import Cleme, Corpus, Edit, ErrataWarning, Score
from errata.measures.cleme.chunks import cut_shared
from errata.measures.cleme.cleme2 import Tally, cleme2, disentangle
from errata.measures.cleme.measure import Curve, judge, judge_once
from errata.measures.data import Table


def score(gold: Corpus, output: Corpus, **options: Any) -> Score:
    return scored(gold, output, Cleme(**options))


def test_independence_lets_each_chunk_choose_its_reference() -> None:
    """Two references, each right about one of two words: dependent 1 hit 1 error, independent 2 hits."""
    first, second = Edit(0, 1, ("x",)), Edit(3, 4, ("y",))
    gold = Corpus((annotated([first], [second]),))
    output = Corpus((annotated([first, second]),))
    assert list(score(gold, output, weighted=False).counts.values()) == [1, 1, 0, 1]
    independent = score(gold, output, weighted=False, assumption="independent")
    assert list(independent.counts.values()) == [2, 0, 0, 1]
    assert independent.sentences[0].reference is None


def test_edits_that_put_back_what_was_there() -> None:
    """A change without a difference: to the dependent comparison of texts nothing, to all others a change."""
    back = Edit(0, 1, ("a",), "UNK")
    gold, nothing = Corpus((annotated([back]),)), Corpus((annotated([]),))
    made = {
        (assumption, task): score(gold, nothing, assumption=assumption, task=task).counts["fn"] > 0
        for assumption in ("dependent", "independent")
        for task in ("correction", "detection")
    }
    assert made.pop(("dependent", "correction")) is False
    assert set(made.values()) == {True}
    assert score(nothing, gold, weighted=False).counts["tp"] == 1


def test_weights_have_limits_and_long_chunks_do_not_overflow() -> None:
    """A thousand words weigh as much as the limit says."""
    long = annotated([Edit(0, 2000, ("x",))], source=" ".join("abcd" * 500))
    short = annotated([Edit(0, 1, ("x",))])
    gold = Corpus((short, annotated([], source=long.source)))
    made = score(gold, Corpus((annotated([]), long)))
    assert made.sentences[1].counts["fp"] == 0.75
    assert Curve(2, 0.75, 1.25).at(2000.0) == 1.25
    assert Curve(2, 0.75, 1.25).at(0.0) == 1.0


def test_without_any_reference_edit_all_chunks_weigh_the_same() -> None:
    """There is no average length then; the weights are those of an average chunk."""
    gold = Corpus((annotated([]),))
    output = Corpus((annotated([Edit(0, 3, ("x",))]),))
    assert score(gold, output).counts == {"tp": 0, "fp": 1, "fn": 0, "tn": 1}


def test_release_1_0_prefers_the_lower_accuracy_among_equals() -> None:
    """Two references the output has nothing in common with, one cut into more unchanged chunks."""
    gold = Corpus((annotated([Edit(0, 1, ("x",))], [Edit(0, 1, ("x",)), Edit(2, 3, ("y",))]),))
    output = Corpus((annotated([]),))
    chosen = {
        release: score(gold, output, level="sentence", release=release, weighted=False) for release in ("1.1", "1.0")
    }
    assert chosen["1.1"].values["accuracy"] == 0.75
    assert chosen["1.0"].values["accuracy"] == 0.5


def test_release_1_0_may_leave_a_sentence_without_reference() -> None:
    """An empty output with one empty reference of two: nothing is counted, or under independence a miss."""
    gone = [Edit(0, 1, ("",))]
    gold = Corpus((annotated([], gone, source='"'), annotated([Edit(0, 1, ("x",))], [])))
    output = Corpus((annotated(gone, source='"'), annotated([Edit(0, 1, ("x",))])))
    made = {release: score(gold, output, weighted=False, release=release).counts for release in ("1.1", "1.0")}
    assert made["1.1"] == {"tp": 1, "fp": 1, "fn": 0, "tn": 1}
    assert made["1.0"] == {"tp": 1, "fp": 0, "fn": 0, "tn": 1}
    independent = score(gold, output, weighted=False, release="1.0", assumption="independent")
    assert independent.counts == {"tp": 1, "fp": 0, "fn": 0, "tn": 2}


def test_edits_that_exclude_each_other_earn_a_warning() -> None:
    """Only the first of them is applied."""
    gold = Corpus((annotated([Edit(0, 2, ("x",)), Edit(1, 3, ("y",)), Edit(7, 8, ("z",))]),))
    with pytest.warns(ErrataWarning, match="2 edits overlap others or lie outside their sentence; cleme left them out"):
        errata.score(gold, Corpus((annotated([Edit(0, 2, ("x",))]),)), measures=["cleme"])


def test_alternatives_are_one_text_with_a_warning() -> None:
    """As the original compares them; the first of them where it is asked for (seen with the original)."""
    gold = Corpus((annotated([]), annotated([Edit(0, 1, ("y", "z"))])), name="gold.m2")
    output = Corpus((annotated([]), annotated([Edit(0, 1, ("y",))])))
    message = (
        "gold.m2: 1 edit has alternatives, first in sentence 2: 'y||z'; cleme compares them as one text with the bars "
        "in it, as its program does; cleme:alternatives=first takes the first of them"
    )
    with pytest.warns(ErrataWarning) as caught:
        made = errata.score(gold, output, measures=[Cleme(weighted=False)]).scores[0]
    assert [str(warning.message) for warning in caught] == [message]
    assert made.counts == {"tp": 0, "fp": 1, "fn": 0, "tn": 2}
    # No warning here: it would be an error.
    first = errata.score(gold, output, measures=[Cleme(weighted=False, alternatives="first")]).scores[0]
    assert first.counts == {"tp": 1, "fp": 0, "fn": 0, "tn": 2}


def test_alternatives_of_an_output_are_reported_too() -> None:
    """They meet the same alternatives, and nothing else."""
    gold = Corpus((annotated([Edit(0, 1, ("y", "z"))], [Edit(0, 1, ("y",))]),))
    twice = Corpus((annotated([Edit(0, 1, ("y", "z")), Edit(2, 3, ("p", "q"))]),), name="x.m2")
    with pytest.warns(ErrataWarning, match="2 edits have alternatives, first in sentence 1: 'y||z'") as caught:
        made = errata.score(gold, {"x": twice}, measures=[Cleme(weighted=False)]).scores[0]
    assert [str(warning.message).partition(":")[0] for warning in caught] == ["x.m2", "gold"]
    assert made.counts == {"tp": 1, "fp": 1, "fn": 0, "tn": 2}


def test_release_1_0_keeps_the_second_of_two_empty_references() -> None:
    """It joins what the others leave apart, so no chunk stays unchanged (seen with the original)."""
    gone, change = [Edit(0, 2, ("",))], [Edit(1, 2, ("y",))]
    gold = Corpus((annotated(gone, gone, change, source="a b"),))
    output = Corpus((annotated(change, source="a b"),))
    made = {release: score(gold, output, weighted=False, release=release).counts for release in ("1.1", "1.0")}
    assert made == {"1.1": {"tp": 1, "fp": 0, "fn": 0, "tn": 1}, "1.0": {"tp": 1, "fp": 0, "fn": 0, "tn": 0}}


def _cleme2(*notes: Tally, level: str) -> dict[str, float]:
    """Return CLEME2.0 of one sentence judged against several references."""
    table = Table(
        ("tp", "fp", "fn", "tn"), array("q", [0] * 4 * len(notes)), array("i", [0, len(notes)]), [None], notes
    )
    return cleme2(table, level)


@pytest.mark.parametrize(
    ("notes", "best"),
    [
        # All have the score 0.55; the one that hits more is taken (seen with the original).
        ([Tally(1, 3, 0, 0, 3), Tally(1, 2, 1, 0, 3)], 1),
        ([Tally(1, 2, 1, 0, 3), Tally(1, 3, 0, 0, 3)], 0),
        # As many hits: fewer wrong changes, though more misses; as many wrong ones: fewer misses, though more needless.
        ([Tally(0, 1, 3, 0, 0), Tally(0, 0, 1, 1, 0)], 1),
        ([Tally(0, 0, 1, 1, 0), Tally(0, 1, 3, 0, 0)], 0),
        ([Tally(0, 0, 0, 1, 0), Tally(0, 0, 1, 0, 0)], 1),
        # Equal in everything: the first.
        ([Tally(1, 0, 0, 0, 1), Tally(2, 0, 0, 0, 5)], 0),
        ([Tally(2, 0, 0, 0, 5), Tally(1, 0, 0, 0, 1)], 0),
        # A better score wins whatever hits.
        ([Tally(0, 0, 0, 0, 3), Tally(1, 9, 9, 0, 3)], 0),
    ],
)
def test_cleme2_of_sentences_breaks_ties_by_its_rates(notes: list[Tally], best: int) -> None:
    """Hit first, then the fewest wrong, missed and needless changes."""
    made = _cleme2(*notes, level="sentence")
    assert {name: made[name] for name in Tally._fields} == notes[best]._asdict()
    assert {name: made[name] for name in disentangle(notes[best], "sentence")} == disentangle(notes[best], "sentence")


@pytest.mark.parametrize(
    ("notes", "best"),
    [
        # The same rates from other counts: most hits, then fewest errors, fewest misses, most left alone.
        ([Tally(1, 1, 0, 0, 9), Tally(2, 2, 0, 0, 1)], 1),
        ([Tally(0, 0, 2, 0, 9), Tally(0, 0, 1, 0, 1)], 1),
        ([Tally(0, 0, 0, 2, 9), Tally(0, 0, 0, 1, 1)], 1),
        ([Tally(0, 0, 0, 1, 1), Tally(0, 0, 0, 1, 2)], 1),
        ([Tally(0, 0, 0, 1, 1), Tally(0, 0, 0, 1, 1)], 0),
    ],
)
def test_cleme2_of_a_corpus_breaks_ties_by_counts(notes: list[Tally], best: int) -> None:
    """As for F."""
    made = _cleme2(*notes, level="corpus")
    assert {name: made[name] for name in Tally._fields} == notes[best]._asdict()


def test_cleme2_rates_of_nothing_are_zero() -> None:
    """Then nothing is wrong, under- or over-corrected."""
    values = disentangle(Tally(0, 0, 0, 0, 1), "corpus")
    assert values == {"score": 0.55, "hit": 0.0, "wrong": 0.0, "under": 0.0, "over": 0.0}
    assert disentangle(Tally(1, 0, 0, 0, 1), "sentence")["score"] == 1.0


def test_cleme2_rates_of_a_worked_example() -> None:
    """One of four needed changes hit, two wrong, one missed; one of four made was needless."""
    values = disentangle(Tally(1, 2, 1, 1, 9), "corpus")
    assert values == {"score": 0.4375, "hit": 0.25, "wrong": 0.5, "under": 0.25, "over": 0.25}


def test_cleme2_chooses_references_by_running_totals_or_alone() -> None:
    """A missed edit lowers perfect totals, but alone a hit beside it is better than nothing to correct."""
    perfect, half, nothing = Tally(9, 0, 0, 0, 5), Tally(1, 0, 0, 1, 0), Tally(0, 0, 0, 0, 2)
    table = Table(
        (), array("i"), array("i", [0, 1, 3, 4]), (0, 0, 1, 0), [perfect, half, nothing, Tally(1, 2, 1, 0, 3)]
    )
    running = cleme2(table, "corpus")
    assert running == {
        "score": pytest.approx(0.45 * 10 / 12 + 0.35 * 10 / 12 + 0.15 + 0.05 * 12 / 13),
        "hit": 10 / 12,
        "wrong": 2 / 12,
        "under": 0.0,
        "over": 1 / 13,
        **{"tp": 10, "fp_necessary": 2, "fp_unnecessary": 1, "fn": 0, "tn": 10},
    }
    alone = cleme2(table, "sentence")
    assert alone == {
        "score": pytest.approx((1 + 0.725 + (0.35 / 3 + 0.25 / 3 + 0.2 + 0.2 * 3 / 4)) / 3),
        "hit": pytest.approx((1 + 1 / 2 + 1 / 3) / 3),
        "wrong": pytest.approx(2 / 3 / 3),
        "under": pytest.approx(1 / 2 / 3),
        "over": pytest.approx(1 / 4 / 3),
        **{"tp": 11, "fp_necessary": 2, "fp_unnecessary": 1, "fn": 1, "tn": 8},
    }


def test_what_one_level_judged_serves_the_other_and_no_other_task() -> None:
    """Each way of comparing keeps verdicts of its own, equal to those of judging anew."""
    made = cut_shared(annotated([Edit(0, 1, ("x",))], [Edit(3, 4, ("y",))]), [Edit(0, 1, ("z",))])
    for task in ("correction", "detection"):
        expected = [judge(made, [chunks], task, True) for chunks in made.references]
        assert judge_once(made, task, True) == expected
        assert judge_once(made, task, True) is judge_once(made, task, True)
        assert judge_once(made, task, False) == [judge(made, made.references, task, False)]
    assert judge_once(made, "correction", True) != judge_once(made, "detection", True)
