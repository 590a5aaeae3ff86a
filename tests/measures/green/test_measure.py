"""GREEN: worked examples, and the numbers of the authors' program."""

import math
from typing import Any

import pytest
from tests.support import agree, each, only_compiled, shared_root

import errata
from errata import Corpus, ErrataWarning, Green
from errata.golden import green as golden
from errata.golden.texts import JFLEG, conll_gold, conll_output
from errata.measures.green.measure import cumulate, f_score


def test_worked_example() -> None:
    """a: 3, 2, 1 times; b: 1, 2, 1; c: only in the output. TP 3, FP 2, FN 1."""
    score = errata.score(
        sources=["a a a b"], references=[["a a b b"]], outputs=["a b c"], measures=[Green(n=1, beta=1)]
    ).scores[0]
    assert score.counts == {"tk1": 2, "td1": 1, "ti1": 0, "od1": 1, "oi1": 1, "ud1": 0, "ui1": 1}
    assert score.values == {"f": 2 / 3, "precision": 3 / 5, "recall": 3 / 4}


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
    with pytest.warns(ErrataWarning, match="output: the output: 1 line begins or ends with blanks"):
        score = errata.score(**texts, outputs=blank, measures=["green:unit=char,strip=no"]).scores[0]
    assert score.counts["oi1"] == 1


@each(golden.CASES)
def test_small_cases_of_the_original(case: dict[str, Any]) -> None:
    """Every setting, counts, scores, sentence scores and chosen references."""
    assert set(case["expected"]) == {"word_n4", "word_n2", "char_n6", "gec_metrics"}
    agree(golden.check_case(case))


def test_the_mean_of_sentences_has_the_same_counts() -> None:
    """Only the score is another."""
    gold = Corpus.from_texts(["a b c d", "e f"], [["a b x d", "e g"]])
    corpus, mean = golden.scores(gold, ["a b x d", "e f"], Green(n=2))
    assert mean.counts == corpus.counts
    assert mean.score != corpus.score


def test_a_sample_of_conll14_equals_the_original() -> None:
    """Sixty sentences of AMU, words: quick enough for interpreted kernels."""
    data = shared_root()
    gold = Corpus(conll_gold(data).texts[:60])
    path = data / "golden" / "green" / "conll14_sentences_AMU.tsv"
    agree(golden.check_sentences(path, gold, conll_output(data, "AMU")[:60], True))


@only_compiled
@pytest.mark.parametrize("gold", ["gold.m2", "plain"])
@pytest.mark.parametrize("system", golden.CONLL)
def test_conll14_equals_the_original(system: str, gold: str) -> None:
    """Corpus counts and scores, means, chosen references; from M2 gold and from plain references."""
    agree(golden.check_conll(shared_root(), system, gold))


@only_compiled
@pytest.mark.parametrize("system", golden.CONLL)
def test_conll14_sentences_equal_the_original(system: str) -> None:
    """Sentence by sentence."""
    agree(golden.check_conll_sentences(shared_root(), system))


@only_compiled
@pytest.mark.parametrize("name", JFLEG)
def test_jfleg_equals_the_original(name: str) -> None:
    """The source against four references, each reference against the other three; corpus and sentences."""
    agree(golden.check_jfleg(shared_root(), name))
