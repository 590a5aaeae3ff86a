"""The bounded search follows the settling times of the plain one where it drops nothing, and says where it does."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.lattice_cases import BATCHES, LIMITS, Case, built, found, insertion_case, random_case

from errata.kernels.buffers import zeros
from errata.kernels.marks import mark
from errata.kernels.matches import read_paths, room_for_paths
from errata.kernels.origins import search_bounded
from errata.kernels.survey import survey
from errata.measures.m2 import lattice
from errata.measures.m2.lattice import Lattice, Link, Vertex
from errata.measures.m2.proposals import GoldEdit, Proposal
from errata.measures.m2.search import Gold

Numbers = Sequence[int]


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
    gold, lattices = built(batch)
    marks = mark(lattices, gold.annotations)
    sizes = replace(survey(lattices, unchanged, -1), is_exact=zeros("B", len(batch)))
    paths = room_for_paths(lattices, gold.annotations)
    _, has_dropped = search_bounded(lattices, gold.annotations, marks, sizes, unchanged, paths, width)
    proposals, first = read_paths(lattices, gold.annotations, paths, unchanged)
    return gold, proposals, first, has_dropped


def assert_as_settled(batch: Sequence[Case], unchanged: int) -> None:
    """With lists long enough for all origins the proposals are those of the settling-time rule."""
    gold, proposals, first, has_dropped = searched_by_lists(batch, unchanged, width=10**4)
    assert not any(has_dropped)
    for sentence, (source, output, rows) in enumerate(batch):
        plain = lattice.build(source, output, unchanged=unchanged)
        for row, edits in zip(gold.rows(sentence), rows, strict=True):
            links = settled(plain, lattice.weigh(plain, edits)) if source != output else []
            made = [plain.proposal(link) for link in links if not plain.arcs[link].is_keep]
            got = [Proposal(*proposals[6 * p : 6 * p + 6]) for p in range(first[row], first[row + 1])]
            assert got == made, (source, output, edits)


@given(BATCHES, st.sampled_from(LIMITS))
@settings(max_examples=100, deadline=None)
def test_lists_of_all_origins_follow_the_settling_times(batch: list[Case], unchanged: int) -> None:
    """Empty texts, equal texts and repetition among them; sentences do not disturb each other."""
    assert_as_settled(batch, unchanged)


@pytest.mark.parametrize("unchanged", LIMITS)
def test_many_gold_edits_and_longer_texts(unchanged: int) -> None:
    """Edits that often fit, listed twice or out of order."""
    rng = random.Random(40 + unchanged)
    batch = [random_case(rng, 12) for _ in range(120)] + [insertion_case(rng) for _ in range(60)]
    assert_as_settled(batch + [random_case(rng, 26) for _ in range(6)], unchanged)


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
    """What is dropped is not what promises most."""
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
