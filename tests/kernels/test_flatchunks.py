"""Chunks cut and judged in flat arrays, against those of the same edits as objects."""

from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.flat_cases import PAIRS, Pairs, flat_of, made_of

from errata.measures.cleme.measure import Cleme
from errata.measures.data import GoldBlock
from errata.model import Corpus, Output

MEASURES = [
    Cleme(),
    Cleme(level="sentence"),
    Cleme(weighted=False),
    Cleme(task="detection"),
    Cleme(assumption="independent"),
    Cleme(assumption="independent", task="detection", weighted=False),
    Cleme(alternatives="first"),
    Cleme(release="1.0"),
]


@given(PAIRS, st.sampled_from(MEASURES))
def test_flat_chunks_are_judged_as_objects_are(pairs: Pairs, measure: Cleme) -> None:
    """Counts to the last bit, rows, annotators, tallies, the mean length, and what is noticed."""
    corpora, outputs = made_of(pairs)
    both = list(zip(corpora, outputs, strict=True))
    lengths = [measure.learn_run(gold, output) for gold, output in both]
    assert tuple(lengths[0]) == tuple(lengths[1])
    quick, plain = (measure.count(GoldBlock.of(gold), output) for gold, output in both)
    assert (quick.columns, quick.counts, quick.bounds) == (plain.columns, plain.counts, plain.bounds)
    assert (quick.labels, list(quick.notes)) == (plain.labels, list(plain.notes))
    noticed = [(measure.notice(gold, 0), measure.notice_output(gold, output, 0)) for gold, output in both]
    assert noticed[0] == noticed[1]
    said = [[found.message for found in measure.check_together(gold, [output])] for gold, output in both]
    assert said[0] == said[1]


def test_wide_chunks_of_many_annotators_are_left_to_objects() -> None:
    """Hundreds of annotators of a long sentence would need a buffer of their number times its length."""
    n = 70_000
    who = [f"A 0 1|||T|||x|||REQUIRED|||-NONE-|||{number}" for number in range(250)]
    gold, made = flat_of([["S " + "a " * (n - 1) + "a", *who]]), flat_of([["S " + "a " * (n - 1) + "a", who[0]]])
    output = Output.of_run("me", Corpus.of_flat(made, "x"))
    measure = Cleme()
    corpus = Corpus.of_flat(gold, "x")
    assert measure._judge_flat(corpus, output) is None
    assert list(measure.learn_run(corpus, output)) == [250, 250]
