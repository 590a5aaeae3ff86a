"""The MaxMatch kernels together give what the plain search gives."""

import random
from collections.abc import Sequence
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.lattice_cases import LIMITS, Case, cases, found, insertion_case, random_case

from errata.kernels import lattices, matches, origins, overlap
from errata.kernels import maxmatch as kernel
from errata.kernels.limits import TooLargeError
from errata.kernels.maxmatch import COMPILED
from errata.measures.m2 import lattice
from errata.measures.m2 import search as maxmatch
from errata.measures.m2.proposals import GoldEdit, count_correct
from errata.measures.m2.search import pack_gold, search


def assert_as_defined(cases: Sequence[Case], unchanged: int) -> None:
    """Sizes, proposals and counts are those of the plain search."""
    matches = found(cases, unchanged)
    for sentence, (source, output, rows) in enumerate(cases):
        effort = matches.efforts[sentence]
        assert effort.method == "exact"
        if source == output:
            assert (effort.n_vertices, effort.pairs) == (0, 0)
        plain = lattice.build(source, output, unchanged=unchanged)
        if source != output:
            assert (effort.n_vertices, effort.pairs) == (len(plain.vertices), len(plain.arcs)), (source, output)
        for row, edits in zip(matches.gold.rows(sentence), rows, strict=True):
            made = lattice.propose(plain, edits) if source != output else ()
            assert matches.edits(row) == made, (source, output, edits)
            assert matches.count(row) == (
                count_correct(made, edits, source, output),
                len(made),
                len(edits),
            ), (source, output, edits)


@pytest.mark.parametrize("unchanged", LIMITS)
@pytest.mark.parametrize(("seed", "n_cases", "longest"), [(1, 250, 12), (2, 15, 26)])
def test_exact_search_equals_the_plain_search(unchanged: int, seed: int, n_cases: int, longest: int) -> None:
    rng = random.Random(100 * seed + unchanged)
    assert_as_defined([random_case(rng, longest) for _ in range(n_cases)], unchanged)


@pytest.mark.parametrize("unchanged", [0, 2])
def test_competing_insertions_equal_the_plain_search(unchanged: int) -> None:
    rng = random.Random(9)
    assert_as_defined([insertion_case(rng) for _ in range(300)], unchanged)


@settings(max_examples=300, deadline=None)
@given(case=cases(), unchanged=st.sampled_from(LIMITS))
def test_exact_search_equals_the_plain_search_on_any_input(case: Case, unchanged: int) -> None:
    assert_as_defined([case], unchanged)


def test_long_repetitive_text_equals_the_plain_search() -> None:
    """Repetition makes the longest histories: the kernel has to ask for more room in the middle."""
    source = [1, 2, 3, 1, 2, 4, 1, 2, 3, 5] * 2
    output = [1, 2, 3, 6] * 5
    edits = [GoldEdit(2, 4, ((3, 6),)), GoldEdit(10, 10, ((6,), (3, 6))), GoldEdit(12, 13, ((),))]
    assert_as_defined([(source, output, [edits, []])], 2)


@pytest.mark.parametrize("count", [1, 2, 40])
def test_many_insertions_at_gold_places(count: int) -> None:
    """A long insertion needs one code for each of its parts."""
    output = [1, *([7, 8] * count), 2]
    edits = [GoldEdit(1, 1, ((8,),)), GoldEdit(1, 1, ((7, 8), (8, 7))), GoldEdit(1, 1, ((7,),))]
    assert_as_defined([([1, 2], output, [edits, edits[::-1]])], 2)


def test_sentences_and_annotators_do_not_influence_each_other() -> None:
    """A batch gives what its sentences give alone, and a row what it gives without the other rows."""
    rng = random.Random(5)
    batch = [random_case(rng, 14) for _ in range(60)]
    together = found(batch, 2)
    for sentence, (source, output, rows) in enumerate(batch):
        for row, edits in zip(together.gold.rows(sentence), rows, strict=True):
            alone = found([(source, output, [edits])], 2)
            assert alone.edits(0) == together.edits(row)
            assert alone.efforts[0] == together.efforts[sentence]


def test_blocks_do_not_change_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the sentences are divided, the outcome is the same, array by array."""
    rng = random.Random(6)
    batch = [random_case(rng, 10) for _ in range(40)]
    whole = found(batch, 2)
    monkeypatch.setattr(maxmatch, "_CELLS_AT_ONCE", 100)
    divided = found(batch, 2)
    assert divided == whole


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 3), (20, 20), (30, 30), (4, 9), (12, 1)])
def test_size_of_a_complete_rewrite(n: int, m: int) -> None:
    """Every cell is a vertex, and all pairs of cells in order are arcs."""
    matches = search(pack_gold([list(range(n))], [[[]]]), [list(range(1000, 1000 + m))])
    pairs = (n + 2) * (n + 1) // 2 * ((m + 2) * (m + 1) // 2) - (n + 1) * (m + 1)
    assert (matches.efforts[0].n_vertices, matches.efforts[0].pairs) == ((n + 1) * (m + 1), pairs)
    assert matches.count(0) == (0, 1, 0)


@pytest.mark.skipif(not COMPILED, reason="takes a minute uncompiled")
def test_large_complete_rewrite() -> None:
    """200 tokens, far beyond the budget."""
    edits = [GoldEdit(1, 2, ((1001,),)), GoldEdit(10, 10, ((1009,),))]
    matches = search(pack_gold([list(range(200))], [[edits, []]]), [list(range(1000, 1200))])
    assert [matches.count(row) for row in range(2)] == [(2, 5, 2), (0, 1, 0)]
    effort = matches.efforts[0]
    assert (effort.method, effort.n_vertices) == ("bounded", 40401)
    assert effort.width == 2 * 10**7 // (40401 * 3)
    assert effort.has_dropped
    assert abs(effort.pairs / 412_090_200 - 1) < 0.01
    assert matches.bounded == (0,)


def test_budget_decides_the_method() -> None:
    gold = pack_gold([[1, 2]], [[[]]])
    output = [[3, 3, 2, 1]]
    assert search(gold, output, budget=34).efforts[0].method == "exact"
    assert search(gold, output, budget=33).efforts[0].method == "bounded"
    assert search(gold, output, budget=None).efforts[0].method == "exact"


def test_too_many_steps_leave_a_sentence_to_the_bounded_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is known exactly all the same, and the other sentences are searched as before."""
    rng = random.Random(4)
    texts = [[rng.randrange(3) for _ in range(60)] for _ in range(2)]
    gold = pack_gold([texts[0], [1, 2]], [[[GoldEdit(5, 6, ((7,),))]], [[GoldEdit(1, 2, ((3,),))]]])
    outputs = [texts[1], [1, 3]]
    exact = search(gold, outputs)
    assert [effort.method for effort in exact.efforts] == ["exact", "exact"]
    budget = exact.efforts[0].pairs
    monkeypatch.setattr(maxmatch, "_STEPS_PER_ARC", 1)
    given_up = search(gold, outputs, budget=budget)
    assert [effort.method for effort in given_up.efforts] == ["bounded", "exact"]
    assert given_up.efforts[0].pairs == budget
    assert given_up.counts == exact.counts
    assert [effort.method for effort in search(gold, outputs, budget=None).efforts] == ["exact", "exact"]


def test_annotators_in_groups_are_found_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many annotators of a large lattice are searched some at a time, for the sake of memory."""
    rng = random.Random(6)
    some = [random_case(rng, 12) for _ in range(20)]
    sources = [source for source, _, _ in some]
    rows = [[edits for _ in range(3) for edits in layers] for _, _, layers in some]
    outputs = [output for _, output, _ in some]
    expected = search(pack_gold(sources, rows), outputs)
    monkeypatch.setattr(kernel, "MAX_HISTORIES", 60)
    found_in_groups = search(pack_gold(sources, rows), outputs)
    assert (found_in_groups.counts, found_in_groups.proposals) == (expected.counts, expected.proposals)


@pytest.mark.parametrize(
    ("module", "name", "edition", "words"),
    [
        (lattices, "MAX_CELLS", "official", "comparing 6 words with 7 takes a table of"),
        (lattices, "MAX_VERTICES", "official", "6 words can be aligned with 7 in so many ways"),
        (overlap, "MAX_STATES", "paper", "6 words against 7 take"),
        (matches, "MAX_PATHS", "official", "1 annotators of so long a sentence"),
        (origins, "MAX_VISITS", "official", "vertices for 1 annotators"),
    ],
)
def test_sentences_beyond_a_limit_are_refused_by_number(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, edition: maxmatch.Edition, words: str
) -> None:
    """Also where the sentences are searched part by part."""
    monkeypatch.setattr(module, name, 12)
    monkeypatch.setattr(maxmatch, "_CELLS_AT_ONCE", 12)
    gold = pack_gold([[1], [2], [1, 2, 3, 4, 5, 6]], [[[]], [[]], [[]]])
    with pytest.raises(TooLargeError, match=words) as caught:
        search(gold, [[1], [3], [7, 8, 9, 10, 11, 12, 13]], edition=edition, budget=0)
    assert caught.value.index == 2
