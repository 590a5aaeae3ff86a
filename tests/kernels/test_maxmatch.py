"""The MaxMatch kernels give what the plain search gives, and the bounded one what it promises."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errata.align import lattice, maxmatch
from errata.align.edits import GoldEdit, Proposal, count_correct
from errata.align.lattice import Lattice, Link, Vertex
from errata.align.maxmatch import Gold, Matches, pack_gold, pack_texts, search
from errata.kernels.buffers import zeros
from errata.kernels.lattices import build_lattices
from errata.kernels.marks import mark
from errata.kernels.matches import read_paths, room_for_paths
from errata.kernels.origins import COMPILED, search_bounded
from errata.kernels.structures import MET
from errata.kernels.survey import survey

Case = tuple[list[int], list[int], list[list[GoldEdit]]]
Numbers = Sequence[int]
LIMITS = [0, 1, 2, 3, 5]


def random_case(rng: random.Random, longest: int, null_edits: bool = True) -> Case:
    """Few letters, much repetition, gold edits that often fit, in any order, some listed twice."""
    n_letters = rng.randint(1, 8)

    def letters(n: int) -> list[int]:
        return [rng.randrange(n_letters) for _ in range(n)]

    source = letters(rng.randint(0, longest))
    output: list[int] = []
    if rng.random() < 0.5:
        output = letters(rng.randint(0, longest))
    else:
        for word in source:
            output += rng.choice(([word], [word], [word], letters(1), [word, *letters(rng.randint(1, 2))], []))
    rows = []
    for _ in range(rng.randint(1, 3)):
        edits = []
        for _ in range(rng.choice((0, 1, 2, 3, 5, 8))):
            start = rng.randint(0, len(source))
            end = min(len(source), start + rng.choice((0, 0, 0, 1, 1, 2, 3)))
            if rng.random() < 0.03:
                start, end = end, start
            corrections = []
            for _ in range(rng.choice((1, 1, 2, 3))):
                at = rng.randint(0, len(output))
                likely = output[at : at + rng.randint(0, 3)]
                corrections.append(tuple(rng.choice((likely, likely, letters(rng.randint(0, 3)), source[start:end]))))
            if not null_edits:
                corrections = [c for c in corrections if c != tuple(source[start:end])] or [(99,)]
            edits.append(GoldEdit(start, end, tuple(corrections)))
        if rng.random() < 0.7:
            edits.sort(key=lambda edit: (edit.start, edit.end))
        if edits and rng.random() < 0.1:
            edits.append(edits[0])
        rows.append(edits)
    return source, output, rows


def insertion_case(rng: random.Random) -> Case:
    """A short source, an output of long insertions, many gold insertions at few places."""
    source = [rng.randrange(4) for _ in range(rng.randint(0, 2))]
    output: list[int] = []
    for word in [*source, 9]:
        output += [rng.randrange(3) for _ in range(rng.randint(0, 6))] + [word]
    rows = []
    for _ in range(2):
        edits = []
        for _ in range(rng.randint(1, 6)):
            place = rng.randint(0, len(source))
            at = rng.randrange(len(output))
            edits.append(GoldEdit(place, place, (tuple(output[at : at + rng.randint(1, 3)]),)))
        rows.append(edits)
    return source, output, rows


def packed(cases: Sequence[Case]) -> Gold:
    return pack_gold([source for source, _, _ in cases], [rows for _, _, rows in cases])


def found(cases: Sequence[Case], unchanged: int, budget: int | None = None) -> Matches:
    return search(packed(cases), [output for _, output, _ in cases], unchanged=unchanged, budget=budget)


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


def test_marks_hold_the_weights_of_all_insertions_and_the_fitting_arcs() -> None:
    """Codes and fits, read back as weights, are those of the plain search, arc by arc."""
    rng = random.Random(10)
    batch = [insertion_case(rng) for _ in range(300)] + [random_case(rng, 10) for _ in range(100)]
    batch = [case for case in batch if case[0] != case[1]]
    gold = packed(batch)
    lattices = build_lattices(gold.sources, pack_texts([output for _, output, _ in batch]))
    marks = mark(lattices, gold.annotations)
    n_met_and_charged = 0
    for sentence, (source, output, rows) in enumerate(batch):
        plain = lattice.build(source, output)
        reward = len(plain.listing)
        for row, edits in zip(gold.rows(sentence), rows, strict=True):
            weight = lattice.weigh(plain, edits)
            fitting = {
                (plain.vertices[marks.fits[2 * f]], plain.vertices[marks.fits[2 * f + 1]])
                for f in range(marks.first_fit[row], marks.first_fit[row + 1])
            }
            for link in plain.listing:
                if link[0][0] < link[1][0]:
                    assert (weight[link] == -reward) == (link in fitting), (source, output, edits, link)
            for place in range(marks.first_place[row], marks.first_place[row + 1]):
                links = sorted({link for link in plain.arcs if link[0][0] == link[1][0] == marks.places[place]})
                for index, link in enumerate(links):
                    code = marks.codes[marks.first_code[place] + index]
                    expected = float(-reward if code >= MET else plain.arcs[link].length)
                    for _ in range(code % MET):
                        expected += lattice.EPSILON
                    assert weight[link] == expected, (source, output, edits, link)
                    n_met_and_charged += code > MET
    assert n_met_and_charged > 100


tokens = st.integers(0, 3)
texts = st.lists(tokens, max_size=9)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    source, output = draw(texts), draw(texts)
    offsets = st.integers(0, len(source))
    corrections = st.lists(st.lists(tokens, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple)
    edits = st.builds(GoldEdit, offsets, offsets, corrections)
    return source, output, draw(st.lists(st.lists(edits, max_size=6), min_size=1, max_size=2))


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


# The bounded search --------------------------------------------------------------------------------------


def settled(plain: Lattice, weight: dict[Link, float]) -> list[Link]:
    """The path by the settling-time rule, without the long keep arcs that survived."""
    listing = [link for link in plain.listing if not plain.arcs[link].is_keep or plain.arcs[link].length == 1]
    places: dict[Link, list[int]] = {}
    for place, link in enumerate(listing):
        places.setdefault(link, []).append(place)
    origins: dict[Vertex, list[Vertex]] = {}
    for a, b in places:
        origins.setdefault(b, []).append(a)
    value: dict[Vertex, float] = {(0, 0): 0.0}
    time = {(0, 0): -1}
    origin: dict[Vertex, Vertex] = {}
    for b in plain.vertices[1:]:
        candidates = []
        for a in origins[b]:
            turn, place = divmod(time[a], len(listing)) if time[a] >= 0 else (0, -1)
            later = [p for p in places[a, b] if p > place]
            when = turn * len(listing) + later[0] if later else (turn + 1) * len(listing) + places[a, b][0]
            candidates.append((value[a] + weight[a, b], when, a))
        value[b], time[b], origin[b] = min(candidates)
    path = [plain.vertices[-1]]
    while path[-1] != (0, 0):
        path.append(origin[path[-1]])
    return list(pairwise(reversed(path)))


def searched_by_lists(batch: Sequence[Case], unchanged: int, width: int) -> tuple[Gold, Numbers, Numbers, Numbers]:
    """Proposals of the bounded search with the true reward and a chosen width."""
    gold = packed(batch)
    lattices = build_lattices(gold.sources, pack_texts([output for _, output, _ in batch]))
    marks = mark(lattices, gold.annotations)
    sizes = replace(survey(lattices, unchanged, -1), is_exact=zeros("B", len(batch)))
    paths = room_for_paths(lattices, gold.annotations)
    _, has_dropped = search_bounded(lattices, gold.annotations, marks, sizes, unchanged, paths, width)
    proposals, first = read_paths(lattices, gold.annotations, paths, unchanged)
    return gold, proposals, first, has_dropped


@pytest.mark.parametrize("unchanged", LIMITS)
def test_lists_of_all_origins_follow_the_settling_times(unchanged: int) -> None:
    """With nothing dropped the bounded search is the settling-time rule."""
    rng = random.Random(40 + unchanged)
    batch = [random_case(rng, 12) for _ in range(120)] + [insertion_case(rng) for _ in range(60)]
    batch += [random_case(rng, 26) for _ in range(6)]
    gold, proposals, first, has_dropped = searched_by_lists(batch, unchanged, width=10**4)
    assert not any(has_dropped)
    for sentence, (source, output, rows) in enumerate(batch):
        if source == output:
            continue
        plain = lattice.build(source, output, unchanged=unchanged)
        for row, edits in zip(gold.rows(sentence), rows, strict=True):
            made = [
                plain.proposal(link)
                for link in settled(plain, lattice.weigh(plain, edits))
                if not plain.arcs[link].is_keep
            ]
            got = [Proposal(*proposals[6 * p : 6 * p + 6]) for p in range(first[row], first[row + 1])]
            assert got == made, (source, output, edits)


@pytest.mark.parametrize(("null_edits", "most"), [(False, 1), (True, 20)])
def test_bounded_search_nearly_always_counts_the_same(null_edits: bool, most: int) -> None:
    """Of some 5,000 random rows at most so many differ; more where gold edits change nothing."""
    rng = random.Random(77)
    differing = compared = 0
    for unchanged in LIMITS:
        batch = [random_case(rng, 12, null_edits) for _ in range(500)]
        exact, bounded = found(batch, unchanged), found(batch, unchanged, budget=0)
        for row in range(len(exact.first_proposal) - 1):
            compared += 1
            differing += exact.count(row) != bounded.count(row)
    assert compared > 4000
    assert differing <= most


def test_narrow_lists_drop_origins_and_say_so() -> None:
    source, output = list(range(12)), list(range(100, 112))
    _, proposals, first, has_dropped = searched_by_lists([(source, output, [[]])], 2, width=1)
    assert has_dropped[0]
    # One arc from corner to corner is still the best, and its origin the best everywhere.
    assert (list(proposals), list(first)) == ([0, 12, 0, 12, 0, 12], [0, 1])


@pytest.mark.parametrize("size", [16, 40])
def test_bounded_search_of_larger_rewrites(size: int) -> None:
    """Rows of lists outgrow their first room; counts equal the exact ones."""
    rng = random.Random(size)
    source = [rng.randrange(40) for _ in range(size)]
    output = [rng.randrange(40) for _ in range(size + 5)]
    edits = [
        GoldEdit(k, k + k % 3, (tuple(output[k : k + 1 + k % 2]), tuple(output[k + 1 : k + 2])))
        for k in range(1, size - 3, 4)
    ]
    case = (source, output, [edits, edits[::2], []])
    exact, bounded = found([case], 2), found([case], 2, budget=0)
    assert bounded.efforts[0].method == "bounded"
    assert bounded.efforts[0].width == 256
    assert list(bounded.counts) == list(exact.counts)
    assert exact.count(0).correct > 0


def test_budget_decides_the_method() -> None:
    gold = pack_gold([[1, 2]], [[[]]])
    output = [[3, 3, 2, 1]]
    assert search(gold, output, budget=34).efforts[0].method == "exact"
    assert search(gold, output, budget=33).efforts[0].method == "bounded"
    assert search(gold, output, budget=None).efforts[0].method == "exact"
