"""What every measure promises, held to it by one suite."""

import math
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import scored_texts
from tests.support import as_edits

import errata
from errata import (
    CharacterEdit,
    Corpus,
    Document,
    DocumentSet,
    ErrataWarning,
    Measure,
    OptionError,
    Score,
    SentenceScore,
    available_measures,
)
from errata.extract.wdiff import extract_edits

MEASURES = sorted(available_measures().items())
every_measure = pytest.mark.parametrize("measure", [cls for _, cls in MEASURES], ids=[name for name, _ in MEASURES])

Texts = tuple[list[str], list[list[str]], list[str]]


@lru_cache(maxsize=5000)
def edits_between(source: str, target: str) -> tuple[CharacterEdit, ...]:
    return tuple(extract_edits(source, target))


def documents(sources: Sequence[str], targets: Sequence[str], name: str) -> DocumentSet:
    """Return sources as documents with the edits that lead to the targets."""
    pairs = zip(sources, targets, strict=True)
    made = [Document.of(f"d{n}", source, edits_between(source, target)) for n, (source, target) in enumerate(pairs)]
    return DocumentSet(tuple(made), name)


def result(measure: Measure, texts: Texts, workers: int = 1) -> Score:
    """Score one system quietly, its texts as edits where the measure wants those.

    A measure of documents gets each sentence as one, with edits by word difference. Documents have one reference:
    the last, which may be the perfect one.
    """
    sources, references, outputs = texts
    if measure.works_on == "documents":
        ours, theirs = documents(sources, references[-1], "gold"), documents(sources, outputs, "output")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ErrataWarning)
            return errata.score(ours, theirs, measures=[measure], workers=workers).scores[0]
    gold = as_edits(sources, references) if measure.needs_gold_edits else Corpus.from_texts(sources, references)
    systems = {"output": outputs} | ({"unchanged": sources} if measure.properties.compares_systems else {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return errata.score(
            gold,
            {
                name: as_edits(sources, [lines]) if measure.needs_output_edits else lines
                for name, lines in systems.items()
            },
            measures=[measure],
            workers=workers,
        ).scores[0]


def variants(measure: type[Measure]) -> list[Measure]:
    """Return the measure with its defaults, with each choice and switch turned once, and with declared settings.

    A choice or switch that the measure refuses alone must occur in the settings it declares.
    """
    settings: Sequence[Mapping[str, object]] = measure.properties.settings
    made = [measure(), *(measure(**setting) for setting in settings)]
    for option in measure.options():
        values: Sequence[object] = option.choices or ((True, False) if option.kind is bool else ())
        for value in values:
            if value == option.default:
                continue
            try:
                made.append(measure(**{option.field: value}))
            except OptionError:
                assert any(setting.get(option.field) == value for setting in settings), (option.name, value)
    return made


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
def test_a_perfect_output_reaches_the_maximum(measure: type[Measure]) -> None:
    """An output that equals one of the references, or all where they are averaged over, on text long enough."""
    sources = ["She go to school every day by the bus .", "A second sentence are here for the measure ."]
    perfect = ["She goes to school by bus every day .", "A second sentence is here for the measure ."]
    other = ["She goes to the school every day .", "Here is a second sentence for measuring ."]
    references = [perfect, perfect] if measure.properties.perfect_needs_all else [other, perfect]
    if measure.properties.uses_first_reference_only:
        references = [perfect, other]
    for made in variants(measure):
        assert result(made, (sources, references, perfect)).score == pytest.approx(measure.properties.perfect)


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
    assert 0 < result(measure(), ([source], [[output]], [output])).score <= 1
