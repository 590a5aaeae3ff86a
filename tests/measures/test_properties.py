"""What every measure promises, held to it by one suite."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.measures.suite import Texts, every_measure, result, variants
from tests.strategies import scored_texts

from errata import (
    Measure,
    Score,
    SentenceScore,
)


@every_measure
@given(scored_texts(), st.randoms(use_true_random=False))
def test_sentence_order_matters_only_where_declared(measure: type[Measure], texts: Texts, random: object) -> None:
    """Shuffling sentences changes nothing, unless references are chosen by running totals."""
    fixed = [made for made in variants(measure) if not made.order_matters]
    if not fixed:
        pytest.skip("declared to depend on order")
    order = list(range(len(texts[0])))
    random.shuffle(order)  # type: ignore[attr-defined]
    sources, references, outputs = texts
    shuffled = (
        [sources[i] for i in order],
        [[r[i] for i in order] for r in references],
        [outputs[i] for i in order],
    )
    for made in fixed:
        one, two = result(made, texts), result(made, shuffled)
        assert one.counts == two.counts
        assert one.values == two.values


@every_measure
@settings(max_examples=5)
@given(scored_texts())
def test_workers_never_change_a_result(measure: type[Measure], texts: Texts) -> None:
    """Counting may be shared out in any way."""
    one, two = result(measure(), texts), result(measure(), texts, workers=2)
    assert one == two
    assert one.sentences == two.sentences


@every_measure
@given(scored_texts())
def test_sentence_rows_sum_to_the_corpus_counts(measure: type[Measure], texts: Texts) -> None:
    """Where the measure declares it."""
    for made in variants(measure):
        score = result(made, texts)
        assert len(score.sentences) == len(texts[0])
        assert [row.index for row in score.sentences] == list(range(len(texts[0])))
        if measure.properties.rows_sum_to_counts:
            for name, total in score.counts.items():
                # Weighted counts are rounded once in each row and once in the total.
                expected = total if isinstance(total, int) else pytest.approx(total, rel=1e-12)
                assert sum(row.counts[name] for row in score.sentences) == expected


@every_measure
@given(scored_texts())
def test_values_are_finite_and_in_range(measure: type[Measure], texts: Texts) -> None:
    """No input gives nan or infinity, and the headline is the first value."""
    for made in variants(measure):
        score = result(made, texts)
        items: list[Score | SentenceScore] = [score, *score.sentences]
        for item in items:
            assert tuple(item.values) == measure.value_names
            assert item.score == item.values[measure.value_names[0]]
            for name, value in item.values.items():
                assert math.isfinite(value)
                assert -1 <= value <= 1 or name in measure.properties.unbounded


@every_measure
def test_a_perfect_output_reaches_the_best_score(measure: type[Measure]) -> None:
    """An output that equals one of the references, or all where they are averaged over, on text long enough."""
    sources = ["She go to school every day by the bus .", "A second sentence are here for the measure ."]
    perfect = ["She goes to school by bus every day .", "A second sentence is here for the measure ."]
    other = ["She goes to the school every day .", "Here is a second sentence for measuring ."]
    references = [perfect, perfect] if measure.properties.perfect_needs_all else [other, perfect]
    if measure.properties.uses_first_reference_only:
        references = [perfect, other]
    for made in variants(measure):
        assert result(made, (sources, references, perfect)).score == measure.properties.perfect


@every_measure
@given(scored_texts())
def test_no_output_beats_a_perfect_one(measure: type[Measure], texts: Texts) -> None:
    """Whether higher scores are better or lower ones."""
    perfect = measure.properties.perfect
    for made in variants(measure):
        score = result(made, texts).score
        assert score <= perfect if measure.better == "higher" else score >= perfect


@every_measure
def test_the_score_has_the_direction_of_the_measure(measure: type[Measure]) -> None:
    """Only companions may have another, or none."""
    assert measure().better_of(measure.value_names[0]) == measure.better


@every_measure
@given(scored_texts())
def test_one_reference_is_enough_where_declared(measure: type[Measure], texts: Texts) -> None:
    """A measure that takes the first reference scores as if there were no other."""
    if not measure.properties.uses_first_reference_only:
        pytest.skip("declared to use all references")
    sources, references, outputs = texts
    for made in variants(measure):
        alone = result(made, (sources, references[:1], outputs))
        assert result(made, texts).values == alone.values


@every_measure
def test_declared_edge_cases(measure: type[Measure]) -> None:
    """Each zero divided by zero is a decision."""
    assert measure.properties.edge_cases
    for what, source, output, reference, expected in measure.properties.edge_cases:
        assert result(measure(), ([source], [[reference]], [output])).score == expected, what


@every_measure
def test_repetition_and_very_long_sentences(measure: type[Measure]) -> None:
    """A sentence repeated scores as itself; thousands of words do not hang."""
    texts = (["a b c d e f"], [["a b x d e f"]], ["a b x d e g"])
    once = result(measure(), texts)
    many = result(measure(), (texts[0] * 50, [texts[1][0] * 50], texts[2] * 50))
    assert many.score == pytest.approx(once.score, rel=1e-12)  # sums of 50 equal terms may round
    source = " ".join(f"w{n % 700}" for n in range(2000))
    output = source.replace("w7 ", "v7 ")
    score = result(measure(), ([source], [[output]], [output])).score
    assert 0 < score <= 1 if measure.better == "higher" else score == measure.properties.perfect
