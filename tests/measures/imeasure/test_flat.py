"""Errors of sentences in flat arrays, against those of the same sentences as objects."""

from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.flat_cases import PAIRS, Pairs, made_of

from errata.measures.data import GoldBlock
from errata.measures.imeasure.measure import IMeasure

MEASURES = [IMeasure(), IMeasure(mix=False), IMeasure(retokenise=False), IMeasure(optimise="corpus")]


@given(PAIRS, st.sampled_from(MEASURES))
def test_flat_sentences_have_the_references_of_objects(pairs: Pairs, measure: IMeasure) -> None:
    """Counts, and all that is told of each sentence."""
    corpora, (output, _) = made_of(pairs)
    told = []
    for corpus in corpora:
        table = measure.count(GoldBlock.of(corpus), output)
        chosen = measure.choose(table)
        sentences = [measure.sentence_details(table, index, row) for index, row in enumerate(chosen)]
        said = [measure.refuses(corpus, output), measure.notice(corpus, 0)]
        told.append((table.counts, table.bounds, list(table.labels), sentences, said))
    assert told[0] == told[1]
