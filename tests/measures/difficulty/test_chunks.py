"""Chunks: worked examples of the paper, and the quick judge against the definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata import Edit
from errata.measures.difficulty.chunks import (
    CORRECT,
    MODIFIED,
    Chunk,
    GoldChunks,
    cut_chunks,
    is_ordered,
    judge_chunks,
    keep_real,
    order_usable,
)

SOURCE = ["We", "discussing", "about", "its", "."]
GOLD = [Edit(1, 1, ("have been",), "M:VERB"), Edit(2, 3, ("",), "U:PREP"), Edit(3, 4, ("it",), "R:PRON")]


def test_chunks_of_the_papers_example() -> None:
    """Figure 2, step 1: a dummy at every boundary but where something is inserted."""
    assert cut_chunks(SOURCE, GOLD) == [
        Chunk(0, 0, "", ""),
        Chunk(0, 1, "We", "We"),
        Chunk(1, 1, "", "have been", "M:VERB", True),
        Chunk(1, 2, "discussing", "discussing"),
        Chunk(2, 2, "", ""),
        Chunk(2, 3, "about", "", "U:PREP", True),
        Chunk(3, 3, "", ""),
        Chunk(3, 4, "its", "it", "R:PRON", True),
        Chunk(4, 4, "", ""),
        Chunk(4, 5, ".", "."),
        Chunk(5, 5, "", ""),
    ]


@pytest.mark.parametrize(
    ("tokens", "edits", "spans", "why"),
    [
        ([], [], ["0-0"], "no token, one slot"),
        ([""], [], ["0-0", "0-1", "1-1"], "an empty source has one empty token"),
        (["a", "b"], [Edit(0, 2, ("x",))], ["0-0", "0-2", "2-2"], "no slot inside an edit"),
        (["a"], [Edit(0, 0, ("x",)), Edit(0, 0, ("y",))], ["0-0", "0-0", "0-1", "1-1"], "two insertions, no dummy"),
        (["a"], [Edit(0, 0, ("x",)), Edit(0, 1, ("y",))], ["0-0", "0-1", "1-1"], "insertion, then replacement"),
        (["a"], [Edit(1, 1, (".",))], ["0-0", "0-1", "1-1"], "an insertion takes the last slot"),
    ],
)
def test_where_chunks_lie(tokens: list[str], edits: list[Edit], spans: list[str], why: str) -> None:
    """Every boundary between chunks has one zero-width place, or the insertions made there."""
    assert [f"{chunk.start}-{chunk.end}" for chunk in cut_chunks(tokens, edits)] == spans, why


def judgement(tokens: list[str], gold: list[Edit], system: list[Edit]) -> dict[str, int]:
    """Return the judgement of each gold chunk by its span, those of an unchanged output left out."""
    chunks = GoldChunks(tokens, gold)
    found = chunks.judge(system)
    assert [found.get(number, chunks.unchanged(number)) for number in range(chunks.n_chunks)] == judge_chunks(
        cut_chunks(tokens, gold), cut_chunks(tokens, system)
    )
    return {f"{chunks.chunks()[number].start}-{chunks.chunks()[number].end}": found[number] for number in found}


TOKENS = ["My", "cat", "sleep", "in", "sun"]
SLEEPS = Edit(2, 3, ("sleeps",))


@pytest.mark.parametrize(
    ("gold", "system", "expected", "why"),
    [
        ([SLEEPS], [SLEEPS], {"2-3": 3}, "solved"),
        ([SLEEPS], [Edit(2, 3, ("slept",))], {"2-3": 2}, "changed wrongly"),
        ([SLEEPS], [Edit(2, 2, ("often",))], {"2-2": 2, "2-3": 2}, "an insertion before an error reaches it"),
        ([SLEEPS], [Edit(3, 3, ("often",))], {"3-3": 2}, "an insertion after it does not"),
        ([SLEEPS], [Edit(2, 2, ("often",)), SLEEPS], {"2-2": 2, "2-3": 3}, "a solved error is solved all the same"),
        ([], [Edit(2, 2, ("often",))], {"2-2": 2}, "nor does an insertion reach a token that is right"),
        ([], [Edit(1, 4, ("x",))], {"1-2": 2, "2-3": 2, "3-4": 2}, "one wide edit, three wrong; dummies inside match"),
        (
            [Edit(2, 2, ("often",))],
            [Edit(1, 3, ("x",))],
            {"1-2": 2, "2-3": 2, "2-2": 0},
            "an insertion inside is missed",
        ),
        ([Edit(1, 4, ("x",))], [Edit(2, 2, ("y",)), SLEEPS], {"1-4": 2}, "several edits, one wrong"),
        ([Edit(3, 5, ("on",))], [Edit(3, 4, ("on",)), Edit(4, 5, ("",))], {"3-5": 2}, "the same text, cut otherwise"),
        ([], [Edit(1, 2, ("cat",))], {"1-2": 3}, "an edit that changes nothing counts as solved"),
        ([Edit(1, 2, ("cat",))], [Edit(1, 1, ("big",))], {"1-1": 2}, "nothing to do, nothing done"),
        ([Edit(1, 3, ("cat sleep",))], [Edit(2, 2, ("x",))], {"1-3": 2}, "the same, but cut otherwise"),
        ([], [Edit(2, 2, ("",))], {"2-2": 3}, "an empty insertion equals a dummy"),
        ([Edit(2, 2, ("",))], [Edit(1, 3, ("x",))], {"1-2": 2, "2-3": 2, "2-2": 0}, "which a wide edit hides"),
        (
            [Edit(3, 3, (",",)), Edit(3, 3, ("and",))],
            [Edit(3, 3, ("and",)), Edit(3, 3, ("or",))],
            {"3-3": 3},
            "two at one place are compared each on its own",
        ),
    ],
)
def test_judgements(gold: list[Edit], system: list[Edit], expected: dict[str, int], why: str) -> None:
    """What follows from the judgement of chunks (docs/difficulty.md); 3 is correct and modified, 2 modified only."""
    assert (CORRECT, MODIFIED) == (1, 2)
    assert judgement(TOKENS, gold, system) == expected, why


@st.composite
def edit_lists(draw: st.DrawFn, tokens: list[str]) -> list[Edit]:
    """Draw edits in order, insertions, identities and repeated places among them."""
    edits: list[Edit] = []
    position = 0
    while position <= len(tokens) and draw(st.integers(0, 3)):
        start = draw(st.integers(position, len(tokens)))
        end = draw(st.integers(start, min(len(tokens), start + 3)))
        own = " ".join(tokens[start:end])
        edits.append(Edit(start, end, (draw(st.sampled_from(["", "a", "b", "a b", own])),)))
        position = end
    return edits


@st.composite
def judged_sentences(draw: st.DrawFn) -> tuple[list[str], list[Edit], list[Edit]]:
    tokens = draw(st.lists(st.sampled_from(["a", "b", "c"]), max_size=7))
    gold = draw(edit_lists(tokens))
    return tokens, gold, draw(edit_lists(tokens) | st.just(gold))


@given(judged_sentences())
def test_the_quick_judge_equals_the_definition(case: tuple[list[str], list[Edit], list[Edit]]) -> None:
    """On random edits; the numbering of chunks too."""
    tokens, gold, system = case
    chunks = GoldChunks(tokens, gold)
    full = cut_chunks(tokens, gold)
    assert chunks.chunks() == full
    assert chunks.n_chunks == len(full)
    assert list(chunks.edits) == [number for number, chunk in enumerate(full) if chunk.is_edited]
    found = chunks.judge(system)
    quick = [found.get(number, chunks.unchanged(number)) for number in range(len(full))]
    assert quick == judge_chunks(full, cut_chunks(tokens, system))


def test_what_is_left_out() -> None:
    """Types that ask for no change, and edits outside the sentence."""
    kept = Edit(0, 1, ("x",), "R")
    odd = [Edit(0, 1, ("x",), kind) for kind in ("noop", "UNK", "Um")]
    assert keep_real([*odd, kept, Edit(-1, -1, ("",)), Edit(1, 3, ("y",))], 2) == [kept]


def test_order_of_edits() -> None:
    """Left to right without overlap; places may repeat for insertions."""
    a, b, c = Edit(2, 2, ("x",)), Edit(2, 3, ("y",)), Edit(2, 2, ("z",))
    assert is_ordered([a, c, b, Edit(3, 3, ("z",))])
    assert not is_ordered([b, a])
    assert not is_ordered([Edit(0, 3, ("z",)), b])
    assert order_usable([b, c, a, Edit(0, 1, ("w",))], 3) == [Edit(0, 1, ("w",)), c, a, b]
