"""Edits compared in flat arrays, against what is made of the same edits as objects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.flat_cases import PAIRS, Pairs, flat_of, made_of

from errata.kernels.flatmatch import match_blocks
from errata.measures.data import GoldBlock
from errata.measures.errant.measure import Errant
from errata.model import Corpus, Output, Text

MEASURES = [
    Errant(),
    Errant(task="classification"),
    Errant(task="detection"),
    Errant(task="token"),
    Errant(filter="T"),
    Errant(filter="T+R:NOUN", task="detection"),
    Errant(length="single"),
]


@given(PAIRS, st.sampled_from(MEASURES))
def test_flat_edits_match_as_objects_do(pairs: Pairs, measure: Errant) -> None:
    """Counts, rows, annotators and what is remembered of each row; texts, types and edits of the output."""
    corpora, outputs = made_of(pairs)
    assert [output.flat is None for output in outputs] == [False, True]
    assert list(outputs[0].texts) == outputs[1].texts
    assert list(outputs[0].edits or ()) == list(outputs[1].edits or ())
    assert outputs[0].types == outputs[1].types
    changes = [
        (index, edit.start, edit.end, edit.written)
        for index, edits in enumerate(outputs[1].edits or ())
        for edit in edits
    ]
    assert outputs[0].flat is not None
    assert list(outputs[0].flat.changes()) == changes
    assert corpora[0].types == corpora[1].types
    quick, plain = (
        measure.count(GoldBlock.of(corpus), output) for corpus, output in zip(corpora, outputs, strict=True)
    )
    assert quick == plain
    assert list(quick.notes) == plain.notes
    noticed = [measure.notice(corpus, 0) for corpus in corpora]
    assert noticed[0] == noticed[1]


def test_sentences_moved_lose_their_arrays() -> None:
    """Only whole outputs, and runs of them that are read so, are compared without objects."""
    output = Output.of_run("me", Corpus.of_flat(flat_of([["S a"], ["S b"]]), "x"))
    assert output.flat is not None
    assert output.select([1, 0]).flat is None
    assert list(output.part(0, 1).edits or ()) == [()]


@pytest.mark.parametrize("correction", ["\u00a0x", "x  y", " x", "x ", "x\x1fy"])
def test_corrections_with_other_spaces_are_put_in_one_by_one(correction: str) -> None:
    """They are split at any white space, as everywhere."""
    flat = flat_of([["S a b", f"A 1 1|||T|||{correction}|||REQUIRED|||-NONE-|||0"]])
    assert flat.corrected is None
    texts = Output.of_run("me", Corpus.of_flat(flat, "x")).texts
    assert list(texts) == ["a " + " ".join(correction.split()) + " b"]


def test_many_insertions_at_one_place_are_left_to_dictionaries() -> None:
    """Comparing each with each would take the square of their number."""
    many = [f"A 0 0|||T|||{number}|||REQUIRED|||-NONE-|||0" for number in range(5000)]
    others = [line.replace("|||T|||", "|||T|||x") for line in many]
    gold, made = flat_of([["S a", *many]]), flat_of([["S a", *others, many[0]]])
    assert match_blocks(gold.blocks, made.blocks, True, False, []) is None
    output = Output.of_run("me", Corpus.of_flat(made, "x"))
    assert Errant().count(GoldBlock.of(Corpus.of_flat(gold, "x")), output).counts.tolist() == [1, 5000, 4999]


def test_output_edits_are_made_when_asked_for() -> None:
    """Counting and the texts need no object for any edit."""
    corpus = Corpus.of_flat(flat_of([["S a b", "A 1 2|||T|||x|||REQUIRED|||-NONE-|||0"]]), "x")
    output = Output.of_run("me", corpus)
    assert output.texts == ["a x"]
    assert "texts" not in vars(corpus)
    assert output.edits_of(0)[0].corrections == ("x",)
    assert next(iter(corpus)) == Text("a b", corpus[0].layers)
