"""GREEN: worked examples."""

import math
from typing import Any

import pytest

import errata
from errata import Corpus, ErrataWarning, Green
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
    with pytest.warns(ErrataWarning, match="output: the output: 1 line begins or ends with spaces"):
        score = errata.score(**texts, outputs=blank, measures=["green:unit=char,strip=no"]).scores[0]
    assert score.counts["oi1"] == 1


def test_the_mean_of_sentences_has_the_same_counts() -> None:
    """Only the score is another."""
    gold = Corpus.from_texts(["a b c d", "e f"], [["a b x d", "e g"]])
    measures = [Green(n=2), Green(n=2, level="sentence")]
    corpus, mean = errata.score(gold, ["a b x d", "e f"], measures=measures).scores
    assert mean.counts == corpus.counts
    assert mean.score != corpus.score


TWO: dict[str, Any] = {
    "sources": ["a b c d e", "f g h i j"],
    "references": [["a b x d e", "f g h i j"], ["a b c d y", "f g z i j"]],
}


def alone(text: str, which: int, output: list[str]) -> Any:
    """Return the score against one reference of two."""
    references = [TWO["references"][which]]
    return errata.score(sources=TWO["sources"], references=references, outputs=output, measures=[text]).scores[0]


@pytest.mark.parametrize("unit", ["word", "char"])
def test_the_mean_over_references_is_that_of_each_alone(unit: str) -> None:
    """Sentence by sentence: P, R and F; the mean over sentences follows."""
    output, text = ["a b x d e", "f g h i"], f"green:unit={unit},level=sentence"
    score = errata.score(**TWO, outputs=output, measures=[f"{text},references=mean"]).scores[0]
    each = [alone(text, which, output) for which in (0, 1)]
    for name in ("f", "precision", "recall"):
        expected = [
            (one.values[name] + two.values[name]) / 2
            for one, two in zip(*(item.sentences for item in each), strict=True)
        ]
        assert [row.values[name] for row in score.sentences] == expected
        assert score.values[name] == pytest.approx(sum(expected) / 2, rel=1e-15)
    assert [row.reference for row in score.sentences] == [None, None]
    best = errata.score(**TWO, outputs=output, measures=[text]).scores[0]
    assert best.score > score.score


def test_the_corpus_sums_regions_over_all_references() -> None:
    """Before precision and recall are formed; counts are whole and add up."""
    output = ["a b x d e", "f g h i"]
    score = errata.score(**TWO, outputs=output, measures=["green:references=mean"]).scores[0]
    one, two = (alone("green", which, output) for which in (0, 1))
    assert score.counts == {name: one.counts[name] + two.counts[name] for name in one.counts}
    assert all(isinstance(count, int) for count in score.counts.values())
    assert score.values == Green().score(list(score.counts.values()))
    assert score.signature.partition("|gold")[0].endswith("|strip:yes|references:mean")
    single = alone("green:references=mean", 0, output)
    assert (single.values, single.counts) == (one.values, one.counts)
