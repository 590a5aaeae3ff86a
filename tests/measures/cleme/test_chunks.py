"""Chunks whose boundaries several texts share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import annotated

from errata import Edit, Text
from errata.measures.cleme.chunks import Change, as_changes, cut_once, cut_shared, cut_target, shared_intervals


def test_intervals_that_touch_are_joined() -> None:
    """Also an insertion with what begins or ends at its place; two insertions at one place are one interval."""
    assert shared_intervals([[Change(1, 2, ("x",))], [Change(2, 3, ("y",))]]) == [(1, 3)]
    assert shared_intervals([[Change(1, 2, ("x",))], [Change(1, 1, ("y",)), Change(2, 2, ("z",))]]) == [(1, 2)]
    assert shared_intervals([[Change(4, 4, ("x",))], [Change(4, 4, ("y",)), Change(6, 6, ())]]) == [(4, 4), (6, 6)]
    assert shared_intervals([[Change(0, 5, ())], [Change(1, 2, ("y",))]]) == [(0, 5)]
    assert shared_intervals([[], []]) == []


def test_a_chunk_holds_everything_in_place_of_its_interval() -> None:
    """Unchanged words between two edits, and insertions at both ends; None where there is no edit."""
    tokens = list("abcdef")
    changes = [Change(1, 1, ("x",)), Change(2, 3, ()), Change(4, 4, ("y", "z"))]
    assert cut_target(tokens, [(1, 4), (5, 6)], changes) == [("x", "b", "d", "y", "z"), None]
    assert cut_target(tokens, [(1, 4)], []) == [None]


def test_only_edits_that_fit_together_are_taken() -> None:
    """In order of position; -NONE- is no word."""
    edits = [Edit(3, 4, ("y",)), Edit(0, 2, ("x",)), Edit(1, 2, ("z",)), Edit(9, 9, ("w",)), Edit(2, 3, ("-NONE-",))]
    assert as_changes(edits, 4) == [Change(0, 2, ("x",)), Change(2, 3, ()), Change(3, 4, ("y",))]


def pair(*layers: list[Edit]) -> Text:
    return annotated(*layers, source="a b")


NOTHING_LEFT = [Edit(0, 2, ("",))]
CHANGED = [Edit(1, 2, ("x",))]


def test_empty_references_are_left_out_unless_all_are_empty() -> None:
    """One that is alone stays, too."""
    assert cut_shared(pair(NOTHING_LEFT, CHANGED), []).labels == [1]
    assert cut_shared(pair(NOTHING_LEFT, NOTHING_LEFT), []).labels == [0]
    assert cut_shared(pair(NOTHING_LEFT), []).labels == [0]
    assert cut_shared(Text("a b"), []).labels == [0]


def test_release_1_0_leaves_out_an_empty_output() -> None:
    """The first reference then stands in its place; without several references nothing is left out."""
    assert cut_shared(pair(CHANGED, []), NOTHING_LEFT, joint=True).output == [("x",)]
    assert cut_shared(pair(CHANGED, []), NOTHING_LEFT, joint=True).labels == [1]
    assert cut_shared(pair(CHANGED, NOTHING_LEFT), NOTHING_LEFT, joint=True).labels == []
    assert cut_shared(pair(CHANGED), NOTHING_LEFT, joint=True).output == [()]
    assert cut_shared(pair(NOTHING_LEFT, NOTHING_LEFT), NOTHING_LEFT, joint=True).output == [()]
    assert cut_shared(pair(NOTHING_LEFT, NOTHING_LEFT), NOTHING_LEFT, joint=True).labels == [0]
    assert cut_shared(pair(CHANGED, NOTHING_LEFT), CHANGED, joint=True).labels == [0]


@pytest.mark.parametrize(
    ("references", "labels"),
    [
        ([NOTHING_LEFT, NOTHING_LEFT, CHANGED], [1, 2]),
        ([NOTHING_LEFT, CHANGED, NOTHING_LEFT], [1]),
        ([NOTHING_LEFT, NOTHING_LEFT, NOTHING_LEFT, CHANGED], [1, 3]),
        ([NOTHING_LEFT] * 4 + [CHANGED], [1, 3, 4]),
    ],
)
def test_release_1_0_keeps_every_second_of_empty_references_in_a_row(
    references: list[list[Edit]], labels: list[int]
) -> None:
    """Two in a row were seen with the original; release 1.1 leaves all of them out."""
    assert cut_shared(pair(*references), CHANGED, joint=True).labels == labels
    full = [number for number, edits in enumerate(references) if edits == CHANGED]
    assert cut_shared(pair(*references), CHANGED).labels == full


def test_release_1_0_keeps_an_empty_reference_after_an_empty_output() -> None:
    """The output is left out, the reference after it stands in its place unseen."""
    made = cut_shared(pair(NOTHING_LEFT, CHANGED), NOTHING_LEFT, joint=True)
    assert (made.output, made.labels) == ([()], [1])


def test_alternatives_are_one_text_or_the_first() -> None:
    """As written, empty ones included; or what is preferred."""
    edits = [Edit(0, 1, ("to", "into")), Edit(1, 2, ("", "x")), Edit(2, 3, ("-NONE- y",))]
    assert [change.words for change in as_changes(edits, 3)] == [("to||into",), ("-NONE-||x",), ()]
    assert [change.words for change in as_changes(edits, 3, first=True)] == [("to",), (), ()]


WORDS = st.sampled_from("abcd")


@st.composite
def layers(draw: st.DrawFn, n: int) -> list[Edit]:
    """Draw edits in order that do not overlap."""
    edits: list[Edit] = []
    at = 0
    while at <= n and len(edits) < 3 and draw(st.booleans()):
        start = draw(st.integers(at, n))
        end = draw(st.integers(start, n))
        edits.append(Edit(start, end, (" ".join(draw(st.lists(WORDS, max_size=2))),)))
        at = end
    return edits


@given(st.data())
def test_chunks_put_together_are_the_texts(data: st.DataObject) -> None:
    """For the output and every reference, whatever the edits."""
    tokens = data.draw(st.lists(WORDS, max_size=6))
    n = len(tokens)
    text = " ".join(tokens)
    edits = [data.draw(layers(n)) for _ in range(3)]
    given_sentence = annotated(*edits[1:], source=text)
    made = cut_shared(given_sentence, edits[0])
    texts = [annotated(edits[0], source=text).corrected(0), *(given_sentence.corrected(who) for who in made.labels)]
    for chunks, expected in zip([made.output, *made.references], texts, strict=True):
        words, at, n_gaps = [], 0, 0
        for (start, end), chunk in zip(made.intervals, chunks, strict=True):
            n_gaps += start > at
            words += tokens[at:start]
            words += tokens[start:end] if chunk is None else list(chunk)
            at = end
        assert words + tokens[at:] == expected.text.split()
        assert n_gaps + (at < n) == made.n_gaps


def test_a_sentence_is_cut_once_for_the_same_edits() -> None:
    """What is remembered is what would be cut, by identity of the edits and by the rules that apply."""
    sentence = pair(CHANGED, CHANGED)
    edits: list[Edit] = []
    others: list[Edit] = []
    kept = cut_once(sentence, edits)
    assert kept == cut_shared(sentence, edits)
    assert cut_once(sentence, edits) is kept
    assert cut_once(sentence, others) is not kept
    assert cut_once(sentence, edits, joint=True) is not kept
