"""The certified choice is that of plain enumeration: counts, reference, ties."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.measures.letters import ids
from tests.support import only_compiled

from errata.kernels.limits import TooLargeError
from errata.measures.imeasure import candidates as candidates_module
from errata.measures.imeasure import references as references_module
from errata.measures.imeasure.candidates import (
    Candidate,
    choose_by_enumeration,
    choose_counts,
    count_listed,
    find_candidates,
)
from errata.measures.imeasure.combinations import Alternative, Error, NoReferenceError, SpanCorrection
from errata.measures.imeasure.countsets import unpack
from errata.measures.imeasure.formulas import METRICS, Criterion, improvement, weighted_accuracy
from errata.measures.imeasure.references import References, list_references, mix_references, separate_references
from errata.measures.imeasure.stretches import Budget
from errata.measures.imeasure.threeway import NO_COUNTS, ColumnCounts, count_many, count_references, count_sentences

Text = tuple[list[int], list[int], list[Error]]

CRITERION = Criterion()
LEAVE = None
Options = list[list[tuple[int, int, str]] | None]


@st.composite
def corrections(draw: st.DrawFn, n: int, size: int) -> SpanCorrection:
    start = draw(st.integers(0, n))
    end = min(n, start + draw(st.sampled_from((0, 0, 1, 1, 2, 3))))
    tokens = draw(st.lists(st.integers(0, size - 1), max_size=2))
    return SpanCorrection(start, end, tuple(tokens))


@st.composite
def errors(draw: st.DrawFn, n: int, size: int) -> Error:
    alternatives = draw(st.lists(st.lists(corrections(n, size), min_size=1, max_size=2), min_size=1, max_size=2))
    return Error(
        tuple(Alternative(annotator, tuple(items)) for annotator, items in enumerate(alternatives)),
        draw(st.sampled_from((False, False, True))),
    )


@st.composite
def sentences(draw: st.DrawFn) -> tuple[list[int], list[int], list[Error]]:
    """A source, an output made from it by few changes (or out of nothing), and up to three errors."""
    size = draw(st.sampled_from((2, 3, 8)))
    tokens = st.integers(0, size - 1)
    source = draw(st.lists(tokens, max_size=6))
    output = list(source)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(output)))
        output[at : at + draw(st.integers(0, 2))] = draw(st.lists(tokens, max_size=1))
    if draw(st.integers(0, 9)) == 0:
        output = draw(st.lists(tokens, max_size=6))
    return source, output, draw(st.lists(errors(len(source), size), max_size=3))


@pytest.fixture(autouse=True)
def _never_enumerate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut every sentence, even those with few combinations."""
    monkeypatch.setattr(references_module, "_FEW", 0)


def make_errors(*described: Options) -> list[Error]:
    """Make errors of options; None is to leave the error alone."""
    return [
        Error(
            tuple(
                Alternative(number, tuple(SpanCorrection(start, end, ids(text)) for start, end, text in option))
                for number, option in enumerate(options)
                if option is not LEAVE
            ),
            LEAVE not in options,
        )
        for options in described
    ]


def choose(references: References, output: Sequence[int]) -> tuple[Candidate, int]:
    """Choose the quick way, where that has to be proved."""
    candidates = find_candidates(references, output, CRITERION)
    assert candidates.is_proved
    return choose_counts(candidates.count_set, CRITERION)


def count_quickly(source: Sequence[int], output: Sequence[int], reference: Sequence[int]) -> ColumnCounts:
    return count_many([(source, output, reference)])[0]


VECTORS: dict[str, tuple[str, str, list[Options], list[int]]] = {
    "C1": ("a", "a a", [[LEAVE, [(1, 1, "a")]]], [1, 1, 0, 0, 0, 1, 1]),
    "C2": ("a b c a", "c b a b", [[LEAVE, [(3, 4, "b c")]]], [1, 1, 3, 1, 0, 3, 2]),
    "C2'": ("a a b c", "b a c a", [[LEAVE, [(3, 4, "a b")]]], [1, 2, 3, 2, 2, 3, 2]),
    "C3": ("a b a b", "c a", [[LEAVE, [(1, 4, "c")]]], [1, 1, 2, 2, 2, 1, 3]),
    "C3'": ("a b a a", "a a b c", [[LEAVE, [(1, 3, "c")]]], [0, 2, 3, 2, 2, 2, 2]),
    "G2": (
        "a b c",
        "a x",
        [[[(3, 3, "d")]], [LEAVE, [(2, 3, "")]], [LEAVE, [(1, 3, "x")]]],
        [2, 1, 0, 0, 0, 1, 2],
    ),
    "G3": ("a b", "x", [[[(0, 2, "")]], [LEAVE, [(0, 0, "x")]]], [1, 0, 2, 0, 0, 2, 1]),
    "L1": ("c c", "", [[LEAVE, [(0, 1, "b")]], [LEAVE, [(1, 2, "")]]], [1, 0, 1, 1, 1, 0, 2]),
    "L2": ("a", "b", [[LEAVE, [(0, 1, "")]], [LEAVE, [(1, 1, "c")]]], [0, 0, 1, 1, 1, 0, 1]),
    "N1": ("a", "a", [[[(0, 1, "b")], [(0, 1, "a a a")]]], [0, 1, 0, 2, 0, 1, 2]),
    "T1": ("a", "", [[LEAVE, [(0, 0, "a")]]], [0, 0, 1, 0, 0, 1, 0]),
    "I1": ("a", "", [[LEAVE, [(0, 1, "b")]]], [0, 0, 1, 1, 1, 0, 1]),
}
"""Small cases: source, output, errors, best counts."""


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str) -> None:
    source, output, described, expected = VECTORS[name]
    references = mix_references(ids(source), make_errors(*described))
    chosen = choose(references, ids(output))
    assert list(chosen[0].counts) == expected
    assert chosen == choose_by_enumeration(references, ids(output), CRITERION)


@pytest.mark.parametrize(
    ("name", "wacc", "i"),
    [
        ("C2", 0.3, -0.5),
        ("C3", 0.5, 1 / 3),
        ("C3'", 2 / 7, -3 / 7),
        ("L1", 4 / 7, 4 / 7),
        ("G3", 1 / 3, -0.5),
    ],
)
def test_values_of_the_vectors(name: str, wacc: float, i: float) -> None:
    counts = ColumnCounts(*VECTORS[name][3])
    base = counts.base_tn / (counts.base_tn + counts.base_fn)
    assert weighted_accuracy(*counts.correction) == wacc
    assert improvement(wacc, base) == pytest.approx(i, abs=1e-15)  # the quotients are rounded


def test_conflicts_across_neighbours() -> None:
    """An insertion at the border of two merged errors conflicts with one of a third."""
    errors = make_errors(
        [LEAVE, [(1, 3, "x")], [(3, 3, "y")]],
        [LEAVE, [(3, 4, "")]],
        [LEAVE, [(3, 3, "z"), (5, 5, "w")]],
    )
    references = mix_references(ids("a b c d e f"), errors)
    expected = (
        "a b c d e f|a b c z d e w f|a b c e f|a b c z e w f|a x d e f|a x z d e w f|a x e f|a x z e w f|"
        "a b c y d e f|a b c y e f"
    )
    assert references.n_combinations == 12
    assert references.groups is not None
    assert [len(group.alternatives) for group in references.groups] == [10]
    texts = [reference.tokens for reference in references.combinations.enumerate()]
    assert texts == [ids(text) for text in expected.split("|")]
    assert find_candidates(references, ids("a x"), Criterion("ci")).n_references == 10


def test_complete_ties_go_to_the_first_combination() -> None:
    """Case T1: different counts, all eight numbers equal."""
    references = mix_references(ids("a"), make_errors([LEAVE, [(0, 0, "a")]]))
    best, n_tied = choose(references, [])
    assert (references.alternatives(best.rank), n_tied) == ((None,), 2)
    assert references.text(best.rank) == ids("a")


def test_order_of_errors_is_that_of_the_document() -> None:
    """Among equals the error listed last changes first, wherever it is in the text."""
    early: Options = [LEAVE, [(0, 0, "a")]]
    late: Options = [LEAVE, [(1, 1, "a")]]
    for described in ((early, late), (late, early)):
        references = mix_references(ids("a"), make_errors(*described))
        chosen = choose(references, ids("a a"))
        assert chosen == choose_by_enumeration(references, ids("a a"), CRITERION)
        assert references.alternatives(chosen[0].rank) == (None, 0)


criteria = st.builds(
    Criterion,
    st.sampled_from([aspect + metric for aspect in "cd" for metric in METRICS] + ["cwacc"] * 12),
    st.sampled_from((2.0, 1.0, 3.0, 0.5, 0.3)),
    st.sampled_from((1.0, 0.5, 2.0, 0.3, 0.0)),
)
totals = st.one_of(
    st.just(NO_COUNTS),
    st.lists(st.integers(0, 9), min_size=7, max_size=7).map(
        lambda c: ColumnCounts(c[0], c[1], c[2] + c[4], c[3] + c[4], c[4], c[5], c[6])
    ),
)


@pytest.mark.slow
@given(sentences(), criteria, totals, st.booleans())
@settings(max_examples=600, deadline=None)
def test_choice_is_that_of_enumeration(
    sentence: Text, criterion: Criterion, before: ColumnCounts, is_paper_baseline: bool
) -> None:
    source, output, errors = sentence
    try:
        references = mix_references(source, errors)
    except NoReferenceError:
        return
    candidates = find_candidates(references, output, criterion, is_paper_baseline=is_paper_baseline)
    expected = choose_by_enumeration(
        references, output, criterion, before, is_paper_baseline=is_paper_baseline, count=count_quickly
    )
    assert candidates.is_proved
    assert choose_counts(candidates.count_set, criterion, before) == expected


@given(sentences())
@settings(max_examples=400, deadline=None)
def test_all_counts_are_those_of_enumeration(sentence: Text) -> None:
    """Without pruning the whole set agrees: counts, numbers of references, first ranks."""
    source, output, errors = sentence
    try:
        references = mix_references(source, errors)
    except NoReferenceError:
        return
    candidates = find_candidates(references, output, Criterion("ci"))
    texts = references.combinations.enumerate()
    found: dict[ColumnCounts, list[int]] = {}
    for counts, text in zip(count_many([(source, output, t.tokens) for t in texts]), texts, strict=True):
        found.setdefault(counts, []).append(text.rank)
    expected = sorted((ranks[0], len(ranks), counts) for counts, ranks in found.items())
    assert [(m.rank, m.n_references, m.counts) for m in candidates.members()] == expected
    assert candidates.is_proved
    assert candidates.n_references == len(texts)


@pytest.mark.slow
@only_compiled
def test_all_small_sentences_with_one_error() -> None:
    """Sources of four tokens, outputs of two and four, one optional replacement: rare traps are among these.

    Without the gap terms of the certificate, or with equality allowed, a handful of the 226,800 go wrong.
    """
    sources = [
        source
        for source in product(range(3), repeat=4)
        if all(token <= max(source[:at], default=-1) + 1 for at, token in enumerate(source))
    ]
    outputs = [output for length in (2, 4) for output in product(range(3), repeat=length)]
    texts = [text for length in (1, 2) for text in product(range(3), repeat=length)]
    criterion = Criterion("ci")
    wrong = []
    for source, start, end, text in product(sources, range(5), range(5), texts):
        if start > end:
            continue
        error = Error((Alternative(0, (SpanCorrection(start, end, text),)),), is_required=False)
        references = mix_references(source, [error])
        both = [text.tokens for text in references.combinations.enumerate()]
        counts = count_many([(source, output, reference) for output in outputs for reference in both])
        for number, output in enumerate(outputs):
            found = {unpack(packed) for packed in find_candidates(references, output, criterion).count_set}
            if found != set(counts[number * len(both) : (number + 1) * len(both)]):
                wrong.append((source, output, start, end, text))
    assert wrong == []


@given(sentences())
@settings(max_examples=25, deadline=None)
def test_choice_is_that_of_the_cube(sentence: Text) -> None:
    """The same with the plain alignment, which shares no code with the quick one."""
    source, output, errors = sentence
    try:
        references = mix_references(source, errors[:2])
    except NoReferenceError:
        return
    assert choose(references, output) == choose_by_enumeration(references, output, CRITERION)


@given(sentences(), st.integers(1, 3), st.integers(0, 300))
@settings(max_examples=150, deadline=None)
def test_beyond_the_budget_the_result_is_a_true_one_and_says_so(
    sentence: Text, max_alternatives: int, max_cells: int
) -> None:
    source, output, errors = sentence
    budget = Budget(max_alternatives, max_cells, 2)
    try:
        references = mix_references(source, errors, budget)
    except NoReferenceError:
        return
    try:
        best = choose_by_enumeration(references, output, CRITERION, count=count_quickly)
    except NoReferenceError:
        with pytest.raises(NoReferenceError):
            find_candidates(references, output, CRITERION, budget=budget)
        return
    candidates = find_candidates(references, output, CRITERION, budget=budget)
    chosen = choose_counts(candidates.count_set, CRITERION)
    counts, rank, _ = chosen[0]
    assert counts == count_quickly(source, output, references.text(rank))
    assert CRITERION.key(counts) <= CRITERION.key(best[0].counts)
    if candidates.is_proved:
        assert chosen == best


def test_a_sentence_with_very_many_references_is_proved_at_once() -> None:
    n = 120
    source = list(range(n))
    errors = make_errors(*([LEAVE, [(at, at + 1, "x")], [(at, at + 1, "y z")]] for at in range(0, n, 3)))
    output = [ord("x") if token % 6 == 0 else token for token in source]
    references = mix_references(source, errors)
    candidates = find_candidates(references, output, CRITERION)
    assert references.n_combinations == candidates.n_references == 3 ** (n // 3)
    assert candidates.is_proved
    best, _ = choose_counts(candidates.count_set, CRITERION)
    assert best.counts == count_quickly(source, output, references.text(best.rank))
    assert best.counts.tp == n // 6
    assert references.alternatives(best.rank) == (0, None) * (n // 6)


def test_offsets_outside_the_sentence_mean_what_slices_mean() -> None:
    errors = make_errors([LEAVE, [(-1, 3, "x")]], [LEAVE, [(2, 9, "y")], [(4, 4, "z")]])
    references = mix_references(ids("a b c"), errors)
    chosen = choose(references, ids("a b y"))
    assert chosen == choose_by_enumeration(references, ids("a b y"), CRITERION)
    assert references.text(chosen[0].rank) == ids("a b y")


def test_empty_texts_have_empty_counts() -> None:
    references = mix_references([], [])
    assert choose(references, []) == (Candidate(NO_COUNTS, 0, 1), 1)
    assert references.text(0) == ()
    references = mix_references([], make_errors([LEAVE, [(0, 0, "x")]]))
    assert list(choose(references, ids("x"))[0].counts) == [1, 0, 0, 0, 0, 0, 1]


def test_annotators_are_not_mixed_on_demand() -> None:
    source, output = ids("a b c"), ids("x b y")
    errors = make_errors([[(0, 1, "x")], [(0, 1, "w")]], [LEAVE, [(2, 3, "z")], [(2, 3, "y")]])
    mixed = mix_references(source, errors)
    assert mixed.text(choose(mixed, output)[0].rank) == tuple(output)
    apart = separate_references(source, errors, 2)
    chosen = choose(apart, output)
    assert chosen == choose_by_enumeration(apart, output, CRITERION)
    assert apart.text(chosen[0].rank) != tuple(output)
    assert apart.n_combinations == mixed.n_combinations == 6


def test_bad_input_is_refused() -> None:
    with pytest.raises(NoReferenceError, match="error 1 of 1"):
        mix_references([1], [Error(())])
    with pytest.raises(NoReferenceError, match="twice"):
        mix_references([1], make_errors([[(0, 0, "x")]], [[(0, 0, "y")]]))


def test_listed_references_are_counted_together_or_else_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same rows, in groups of any size; where one sentence is too much, none of its group has any."""
    texts = [("a b c", ["a b c", "a x c"]), ("", [""]), ("a", ["b", "c d", "a"])]
    sentences = [(list_references(ids(text), [ids(one) for one in several]), ids("a c")) for text, several in texts]
    alone = [count_references(ids(text), ids("a c"), [ids(one) for one in several]) for text, several in texts]
    for together in (1, 2, 64):
        monkeypatch.setattr(candidates_module, "_TOGETHER", together)
        assert list(count_listed(sentences)) == alone

    def refuse(several: list[Any]) -> Any:
        if len(several) == 2:
            raise TooLargeError("too long")
        return count_sentences(several)

    monkeypatch.setattr(candidates_module, "_TOGETHER", 2)
    monkeypatch.setattr(candidates_module, "count_sentences", refuse)
    assert list(count_listed(sentences)) == [None, None, alone[2]]
