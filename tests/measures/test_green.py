"""GREEN: worked examples, and the numbers of the authors' program."""

import csv
import json
import math
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.support import GOLDEN, only_compiled, shared

import errata
from errata import Corpus, ErrataWarning, Green, Score
from errata.measures.green import REGIONS, cumulate, f_score

SETTINGS = {"word_n4": ("word", 4), "char_n6": ("char", 6)}
BETAS = ("2.0", "1.0", "0.5")
CONLL = ("AMU", "IPN", "INPUT", "INPUT@raw", "NULL")


def test_worked_example_of_the_specification() -> None:
    """a: 3, 2, 1 times; b: 1, 2, 1; c: only in the output. TP 3, FP 2, FN 1."""
    score = errata.score(
        sources=["a a a b"], references=[["a a b b"]], outputs=["a b c"], measures=[Green(n=1, beta=1)]
    ).scores[0]
    assert score.counts == {"tk1": 2, "td1": 1, "ti1": 0, "od1": 1, "oi1": 1, "ud1": 0, "ui1": 1}
    assert score.values == {"f": pytest.approx(2 / 3), "precision": 3 / 5, "recall": 3 / 4}


def test_ties_are_broken_by_lower_orders_then_by_the_first_reference() -> None:
    """Too short for order 4, both references score 0: F over orders 1 to 3, 1 to 2, … decide."""
    score = errata.score(
        sources=["a b"], references=[["c d"], ["a x"], ["a x"]], outputs=["a x"], measures=["green"]
    ).scores[0]
    assert score.score == 0
    assert score.sentences[0].reference == 1


def test_zero_rules() -> None:
    """No n-grams of an order: precision 1, recall 0; F is 0 where either is."""
    [first] = cumulate([0] * 7)
    assert (first.precision, first.recall) == (1.0, 0.0)
    assert f_score(1.0, 0.0, 2.0) == 0.0
    assert f_score(0.0, 1.0, 2.0) == 0.0
    assert f_score(0.5, 1.0, 0.0) == 0.5
    assert f_score(0.5, 0.25, math.inf) == 0.25


def test_outer_blanks_count_only_as_characters_and_only_when_not_stripped() -> None:
    """And then there is a warning."""
    texts: dict[str, Any] = {"sources": ["a b c d e f ."], "references": [["a b c d e f ."]]}
    blank = ["a b c d e f . "]
    assert errata.score(**texts, outputs=blank, measures=["green"]).scores[0].score == 1
    assert errata.score(**texts, outputs=blank, measures=["green:unit=char"]).scores[0].score == 1
    with pytest.warns(ErrataWarning, match="output: the output: 1 lines begin or end with blanks"):
        score = errata.score(**texts, outputs=blank, measures=["green:unit=char,strip=no"]).scores[0]
    assert score.counts["oi1"] == 1


def agree(got: Score, expected: dict[str, Any]) -> None:
    """Region counts exactly; F, P, R within 1e-12: the original takes logarithms with another library."""
    regions = [order[region] for order in expected["orders"] for region in REGIONS]
    assert list(got.counts.values()) == regions
    assert got.values["f"] == pytest.approx(expected["corpus_F"], abs=1e-12)
    assert got.values["precision"] == pytest.approx(expected["corpus_P"], abs=1e-12)
    assert got.values["recall"] == pytest.approx(expected["corpus_R"], abs=1e-12)
    for means, order in zip(cumulate(regions), expected["orders"], strict=True):
        assert means.order_precision == pytest.approx(order["P"], abs=1e-12)
        assert means.order_recall == pytest.approx(order["R"], abs=1e-12)
        assert means.precision == pytest.approx(order["cumP"], abs=1e-12)
        assert means.recall == pytest.approx(order["cumR"], abs=1e-12)
    if "sentence_F" in expected:
        assert [row.score for row in got.sentences] == pytest.approx(expected["sentence_F"], abs=1e-12)
        assert [row.reference for row in got.sentences] == expected["chosen_ref"]
    if "chosen_ref_counts" in expected:
        chosen = [row.reference for row in got.sentences]
        assert [chosen.count(number) for number in range(len(expected["chosen_ref_counts"]))] == (
            expected["chosen_ref_counts"]
        )


def scores(gold: Corpus, outputs: list[str], measure: Green) -> tuple[Score, Score]:
    """Return corpus score and mean of sentences."""
    from dataclasses import replace

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        both = errata.score(gold, outputs, measures=[measure, replace(measure, level="sentence")])
    return both.scores[0], both.scores[1]


CASES = json.loads((GOLDEN / "green" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_small_cases_of_the_original(case: dict[str, Any]) -> None:
    """Every setting, counts, scores, sentence scores and chosen references."""
    gold = Corpus.from_texts(case["src"], case["refs"])
    # The values of another library stand there for comparison only.
    settings = {name: name.partition("_n") for name in case["expected"] if name != "gec_metrics"}
    assert set(settings) == {"word_n4", "word_n2", "char_n6"}
    for name, (unit, _, n) in settings.items():
        for beta, expected in case["expected"][name].items():
            measure = Green(unit=unit, n=int(n), beta=float(beta), strip=False)
            corpus, mean = scores(gold, case["hyp"], measure)
            agree(corpus, expected)
            assert mean.score == pytest.approx(expected["sentence_mean_F"], abs=1e-12)
            assert mean.counts == corpus.counts


@cache
def conll_gold(kind: str) -> Corpus:
    if kind == "m2":
        return errata.read(shared("data/conll14/gold.m2"))
    references = [errata.read_lines(shared(f"data/conll14/ref{number}.txt")) for number in (0, 1)]
    return Corpus.from_texts(errata.read_lines(shared("data/conll14/src.txt")), references)


def conll_output(system: str) -> list[str]:
    if system == "NULL":
        return [""] * 1312
    return errata.read_lines(shared(f"data/conll14/systems/{system.removesuffix('@raw')}.txt"))


def test_a_sample_of_conll14_equals_the_original() -> None:
    """Sixty sentences of AMU, words: quick enough for interpreted kernels."""
    with shared("golden/green/conll14_sentences_AMU.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))[:60]
    gold = Corpus(conll_gold("m2").sentences[:60])
    got, _ = scores(gold, conll_output("AMU")[:60], Green())
    assert [row.reference for row in got.sentences] == [int(row["word_n4_b2.0_ref"]) for row in rows]
    for mine, row in zip(got.sentences, rows, strict=True):
        assert mine.score == pytest.approx(float(row["word_n4_b2.0_F"]), rel=5.1e-12)


@only_compiled
@pytest.mark.parametrize("kind", ["m2", "plain"])
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("system", CONLL)
def test_conll14_equals_the_original(system: str, setting: str, kind: str) -> None:
    """Corpus counts and scores, means, chosen references; from M2 gold and from plain references."""
    golden = json.loads(shared("golden/green/conll14_corpus.json").read_text(encoding="utf-8"))
    unit, n = SETTINGS[setting]
    for beta in BETAS:
        measure = Green(unit=unit, n=n, beta=float(beta), strip=not system.endswith("@raw"))
        corpus, mean = scores(conll_gold(kind), conll_output(system), measure)
        agree(corpus, golden[system][setting][beta])
        assert mean.score == pytest.approx(golden[system][setting][beta]["sentence_mean_F"], abs=1e-12)


def agree_by_sentence(path: Path, gold: Corpus, outputs: list[str], strip: bool) -> None:
    """Compare sentence scores to the 12 significant digits the file has, and the chosen references exactly."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    assert len(rows) == len(outputs)
    for setting, (unit, n) in SETTINGS.items():
        for beta in BETAS:
            got, _ = scores(gold, outputs, Green(unit=unit, n=n, beta=float(beta), strip=strip))
            key = f"{setting}_b{beta}"
            assert [row.reference for row in got.sentences] == [int(row[f"{key}_ref"]) for row in rows]
            for mine, row in zip(got.sentences, rows, strict=True):
                assert mine.score == pytest.approx(float(row[f"{key}_F"]), rel=5.1e-12)


@only_compiled
@pytest.mark.parametrize("system", CONLL)
def test_conll14_sentences_equal_the_original(system: str) -> None:
    """Sentence by sentence."""
    path = shared(f"golden/green/conll14_sentences_{system.replace('@', '_')}.tsv")
    agree_by_sentence(path, conll_gold("m2"), conll_output(system), strip=not system.endswith("@raw"))


JFLEG = ("SOURCE_vs_0123", "REF0_vs_123", "REF1_vs_023", "REF2_vs_013", "REF3_vs_012")


@only_compiled
@pytest.mark.parametrize("name", JFLEG)
def test_jfleg_equals_the_original(name: str) -> None:
    """The source against four references, each reference against the other three; corpus and sentences."""
    golden = json.loads(shared("golden/green/jfleg_test_corpus.json").read_text(encoding="utf-8"))
    who, _, numbers = name.partition("_vs_")
    sources = errata.read_lines(shared("data/jfleg/test.src"))
    references = [errata.read_lines(shared(f"data/jfleg/test.ref{number}")) for number in numbers]
    outputs = sources if who == "SOURCE" else errata.read_lines(shared(f"data/jfleg/test.{who.lower()}"))
    gold = Corpus.from_texts(sources, references)
    for setting, (unit, n) in SETTINGS.items():
        for beta in BETAS:
            corpus, mean = scores(gold, outputs, Green(unit=unit, n=n, beta=float(beta)))
            agree(corpus, golden[name][setting][beta])
            assert mean.score == pytest.approx(golden[name][setting][beta]["sentence_mean_F"], abs=1e-12)
    agree_by_sentence(shared(f"golden/green/jfleg_test_sentences_{name}.tsv"), gold, outputs, strip=True)
