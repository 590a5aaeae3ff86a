"""CLEME: worked examples, and the numbers of releases 1.1 and 1.0."""

import json
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.support import GOLDEN, shared

import errata
from errata import Annotation, Cleme, Corpus, Edit, ErrataWarning, Score, Sentence
from errata.corpus import Output
from errata.measures.blocks import GoldBlock
from errata.measures.cleme import Curve
from errata.measures.cleme2 import Tally, disentangle
from errata.measures.tables import Table

ASSUMPTIONS = ("dependent", "independent")
SYSTEMS = ("AMU", "CAMB", "UFC")
TINY = 1e-9
"""Weighted counts: the original adds the weights of a corpus in another order."""


def score(gold: Corpus, output: Corpus, **options: Any) -> Score:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return errata.score(gold, {"x": output}, measures=[Cleme(**options)]).scores[0]


def tabulate(gold: Corpus, output: Corpus, **options: Any) -> Table:
    """Return the counts of every reference."""
    measure, made = Cleme(**options), Output.from_corpus("x", output)
    return measure.count(GoldBlock.of(gold), made, measure.prepare(gold, [made]))


def agree(made: Score, expected: dict[str, float], level: str) -> None:
    """Counts to 1e-9, exact without weights; rates of a corpus to the four printed decimals, means to 1e-12."""
    for name, count in made.counts.items():
        assert count == pytest.approx(expected[name], abs=TINY)
    for name, key in (("precision", "p"), ("recall", "r"), ("f", "f"), ("accuracy", "acc")):
        if level == "corpus":
            assert round(made.values[name], 4) == expected[key]
        else:
            assert made.values[name] == pytest.approx(expected[key], abs=1e-12)


def agree_all(gold: Corpus, output: Corpus, expected: dict[str, Any], **options: Any) -> None:
    """The rows of release 1.1, which weighs sentences as corpora."""
    for row, numbers in expected.items():
        if row.startswith("prf"):
            _, level, weighting = row.split("_")
            made = score(gold, output, level=level, weighted=weighting == "weighted", **{"weights": "corpus"} | options)
            agree(made, numbers, level)


CASES = json.loads((GOLDEN / "cleme" / "cases.json").read_text(encoding="utf-8"))


def read_case(case: dict[str, Any], folder: Path) -> tuple[Corpus, Corpus]:
    for name in ("ref", "hyp"):
        (folder / f"{name}.m2").write_text(case[name], encoding="utf-8")
    return errata.read(folder / "ref.m2"), errata.read(folder / "hyp.m2")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_small_cases_of_the_original(case: dict[str, Any], tmp_path: Path) -> None:
    """Scores, the counts against each reference, the average length, the chunks."""
    gold, output = read_case(case, tmp_path)
    expected = case["expected"]
    assert case["count_order"] == ["TP", "FP", "FN", "TN", "FP necessary", "FP unnecessary"]
    for assumption in ASSUMPTIONS:
        agree_all(gold, output, expected[assumption], assumption=assumption)
        table = tabulate(gold, output, assumption=assumption, weighted=False)
        for index, rows in enumerate(expected[assumption]["counts_per_reference"]):
            notes = [
                [*note.counts, note.fp_necessary, note.fp_unnecessary]
                for note in table.notes[table.bounds[index] : table.bounds[index + 1]]
            ]
            assert notes == (rows if assumption == "dependent" else rows[:1])
    average = Cleme().prepare(gold, [Output.from_corpus("x", output)])["x"]
    assert average == expected["average_changed_chunk_length"]
    agree_in_chunks(gold, output, expected["chunks"])


def agree_in_chunks(gold: Corpus, output: Corpus, expected: list[dict[str, Any]]) -> None:
    """Source intervals, and what the output and every reference make of them."""
    from errata.align.shared_chunks import cut_sentence

    for sentence, mine, chunks in zip(gold, output, expected, strict=True):
        made = cut_sentence(sentence, mine.seen[0].edits)
        source_chunks = chunks.get("source") or chunks["source_chunks"]
        shared_chunks = [at for at, (start, end, _) in enumerate(source_chunks) if (start, end) in made.intervals]
        assert len(shared_chunks) == len(made.intervals)
        assert len(source_chunks) == len(made.intervals) + made.n_gaps
        for target, theirs in zip(
            [made.output, *made.references], [chunks["hypothesis"], *chunks["references"]], strict=True
        ):
            for at, words, source in zip(shared_chunks, target, made.source, strict=True):
                text = " ".join(source if words is None else words)
                assert [text, int(words is not None)] == theirs[at]


@cache
def conll(name: str) -> Corpus:
    return errata.read(shared(f"data/conll14/errant/{name}.m2"))


def golden(name: str) -> Any:
    return json.loads(shared(f"golden/cleme/{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("assumption", ASSUMPTIONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_conll14_equals_release_1_1(system: str, assumption: str) -> None:
    """Corpus and sentences, weighted or not, with the weights of either level; detection; CLEME2.0."""
    gold, output = conll("gold"), conll(system)
    expected = golden("scores")[system]
    agree_all(gold, output, expected[assumption], assumption=assumption)
    agree_all(gold, output, expected[f"{assumption}_sentence_parameters"], assumption=assumption, weights="level")
    agree_all(gold, output, expected[f"{assumption}_detection_unweighted"], assumption=assumption, task="detection")
    average = Cleme().prepare(gold, [Output.from_corpus("x", output)])["x"]
    assert average == pytest.approx(expected["average_changed_chunk_length"], abs=1e-12)
    names = {"com": "score", "err": "wrong", "und": "under", "ove": "over"}
    names |= {"fp_ne": "fp_necessary", "fp_un": "fp_unnecessary"}
    for row, numbers in expected[f"{assumption}_cleme2_unweighted"].items():
        details = score(gold, output, assumption=assumption, level=row.split("_")[1]).details["cleme2"]
        assert details["tp"] + details["fp_necessary"] + details["fn"] == numbers.pop("necessary")
        assert details["fp_unnecessary"] == numbers.pop("unnecessary")
        assert details["fp_necessary"] + details["fp_unnecessary"] == numbers.pop("fp")
        renamed = {names.get(name, name): number for name, number in numbers.items()}
        assert details == pytest.approx(renamed, abs=1e-12)


@pytest.mark.parametrize("system", SYSTEMS)
def test_conll14_equals_release_1_0(system: str) -> None:
    """The six settings as printed: rates with four decimals, counts with two."""
    for setting, expected in golden("scores_release_1_0")[system].items():
        level, assumption, *unweighted = setting.split("_", 2)
        made = score(
            conll("gold"), conll(system), level=level, assumption=assumption, weighted=not unweighted, release="1.0"
        )
        printed = {"num_sample": 1312.0} | {name: round(count, 2) for name, count in made.counts.items()}
        for name, key in (("F", "f"), ("P", "precision"), ("R", "recall"), ("Acc", "accuracy")):
            printed[name] = round(made.values[key], 4)
        assert {name: printed[name] for name in expected} == expected


@pytest.mark.parametrize("system", SYSTEMS)
def test_conll14_sentences_equal_the_original(system: str) -> None:
    """The counts of 45 sentences against each reference, with and without weights, and their chunks."""
    expected = golden("sentences")
    assert expected["count_order"] == ["TP", "FP", "FN", "TN"]
    indices = expected["sentences"]
    theirs = expected["systems"][system]
    shown = [item["sentence"] for item in theirs["chunks"]]
    agree_in_chunks(conll("gold").select(shown), conll(system).select(shown), theirs["chunks"])
    for setting in ("dependent", "dependent_weighted", "independent", "independent_weighted"):
        assumption, _, weighted = setting.partition("_")
        table = tabulate(conll("gold"), conll(system), assumption=assumption, weighted=bool(weighted))
        for index, rows in zip(indices, theirs[setting], strict=True):
            mine = [table.row(row) for row in range(table.bounds[index], table.bounds[index + 1])]
            assert [list(row) for row in mine] == [
                pytest.approx(row, abs=TINY) for row in (rows if assumption == "dependent" else rows[:1])
            ]


def annotated(*layers: list[Edit], source: str = "a b c d") -> Sentence:
    return Sentence(source, tuple(Annotation(who, tuple(edits)) for who, edits in enumerate(layers)))


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
        for assumption in ASSUMPTIONS
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


def test_cleme2_rates_of_nothing_are_zero() -> None:
    """Then nothing is wrong, under- or over-corrected."""
    values = disentangle(Tally(0, 0, 0, 0, 1), "corpus")
    assert values == {"score": pytest.approx(0.55), "hit": 0.0, "wrong": 0.0, "under": 0.0, "over": 0.0}
    assert disentangle(Tally(1, 0, 0, 0, 1), "sentence")["score"] == pytest.approx(1.0)
