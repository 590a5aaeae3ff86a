"""CLEME2.0's chunks weighted by similarity: by how far each alone moves the source towards the reference."""

from collections.abc import Sequence
from typing import NamedTuple

from errata.measures.cleme.chunks import SharedChunks, Words
from errata.measures.cleme.cleme2 import Tally
from errata.measures.cleme.measure import judge
from errata.model import Corpus, Edit, apply_edits
from errata.similarity import Weigher
from errata.similarity.choosing import weigh


class _Row(NamedTuple):
    """A sentence and one reference: the chunks that either changes, with their verdicts, and the others."""

    source: str
    text: str
    changes: list[tuple[Tally, Edit]]
    tn: int


def weigh_chunks(weigher: Weigher, gold: Corpus, cuts: Sequence[SharedChunks]) -> list[Tally]:
    """Return the weights of hits, errors and misses for each sentence and reference, in the order of the table's rows.

    A chunk that the output changes is applied as in the output, one that it misses as in the reference. True negatives
    weigh 1, but no rate of CLEME2.0 uses them.
    """
    nothing: list[list[Words] | None] = [None]  # all references left out by release 1.0: a row of nothing
    rows = [
        _row(sentence.source, made, chunks)
        for sentence, made in zip(gold, cuts, strict=True)
        for chunks in (made.references or nothing)
    ]
    weights = weigh(
        weigher,
        [row.source for row in rows],
        [[edit for _, edit in row.changes] for row in rows],
        [row.text for row in rows],
    )
    tallies = []
    for row, own in zip(rows, weights, strict=True):
        tp = necessary = unnecessary = fn = 0.0
        for (tally, _), weight in zip(row.changes, own, strict=True):
            tp += weight * tally.tp
            necessary += weight * tally.fp_necessary
            unnecessary += weight * tally.fp_unnecessary
            fn += weight * tally.fn
        tallies.append(Tally(tp, necessary, unnecessary, fn, row.tn))
    return tallies


def _row(source: str, made: SharedChunks, chunks: Sequence[Words] | None) -> _Row:
    if chunks is None:
        return _Row(source, source, [], 0)
    judged = _judged(made, chunks)
    changes = [(tally, edit) for tally, edit in judged if not tally.tn]
    return _Row(source, _text(source, made, chunks), changes, made.n_gaps + len(judged) - len(changes))


def _judged(made: SharedChunks, chunks: Sequence[Words]) -> list[tuple[Tally, Edit]]:
    found = []
    for at, interval in enumerate(made.intervals):
        alone = SharedChunks([made.source[at]], [made.output[at]], [[chunks[at]]], [], [interval], 0, {})
        tally, _ = judge(alone, alone.references, "correction", dependent=True)
        words = chunks[at] if made.output[at] is None else made.output[at]
        found.append((tally, Edit(*interval, (" ".join(words or ()),))))
    return found


def _text(source: str, made: SharedChunks, chunks: Sequence[Words]) -> str:
    edits = [
        Edit(*interval, (" ".join(words),))
        for interval, words in zip(made.intervals, chunks, strict=True)
        if words is not None
    ]
    return apply_edits(source, edits)
