"""The search of edition `paper` finds the path of the definition: most gold edits met, then least length, then arcs."""

import random
from collections import defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.lattice_cases import BATCHES, LIMITS, Case, built, insertion_case, random_case, vertices_of

from errata.kernels.marks import mark
from errata.kernels.matches import room_for_paths
from errata.kernels.overlap import search_overlap
from errata.measures.m2.lattice import Vertex, tight_links
from errata.measures.m2.proposals import GoldEdit, Proposal, fits

State = tuple[Vertex, int]
"""A vertex, and how many of the gold insertions of its row are behind the path."""


def arcs_of_the_paper(source: Sequence[int], output: Sequence[int], unchanged: int) -> dict[Vertex, dict[Vertex, int]]:
    """The length of every arc that changes something: of the shortest way with at most so many tokens unchanged."""
    steps: dict[Vertex, list[tuple[Vertex, bool]]] = defaultdict(list)
    for (i, j), (i_end, j_end) in tight_links(source, output, substitution=1):
        steps[i, j].append(((i_end, j_end), i_end > i and j_end > j and source[i] == output[j]))
    arcs: dict[Vertex, dict[Vertex, int]] = {}
    for origin in [*steps, (len(source), len(output))]:
        lengths = {(origin, 0, False): 0}  # by vertex, unchanged tokens, and whether something has changed
        arcs[origin] = {}
        for length in range(1, len(source) + len(output) + 1):
            ends = [state for state, least in lengths.items() if least == length - 1]
            for vertex, kept, has_changed in ends:
                for b, keeps in steps[vertex]:
                    if kept + keeps <= unchanged:
                        lengths.setdefault((b, kept + keeps, has_changed or not keeps), length)
        for (b, _, has_changed), length in lengths.items():
            if has_changed:
                arcs[origin][b] = min(length, arcs[origin].get(b, length))
    return arcs


def find_path(source: list[int], output: list[int], edits: list[GoldEdit], unchanged: int) -> tuple[int, list[Vertex]]:
    """Return the number of gold edits met on the best path, and its vertices; of equals the earliest origins."""
    arcs = arcs_of_the_paper(source, output, unchanged)
    best: dict[State, tuple[tuple[int, int, int], State | None]] = {((0, 0), 0): ((0, 0, 0), None)}

    def offer(state: State, key: tuple[int, int, int], origin: State) -> None:
        best[state] = min(best.get(state, (key, origin)), (key, origin))

    for a in sorted(arcs):
        insertions = [edit for edit in edits if edit.start == edit.end == a[0]]
        for state in sorted(state for state in best if state[0] == a):
            (matched, length, number), _ = best[state]
            i, j = a
            if i < len(source) and j < len(output) and source[i] == output[j] and (i + 1, j + 1) in arcs:
                offer(((i + 1, j + 1), 0), (matched, length + 1, number + 1), state)
            for b, more in arcs[a].items():
                behind = state[1] if b[0] == i else 0
                offer((b, behind), (matched, length + more, number + 1), state)
                proposal = Proposal(i, b[0], i, b[0], j, b[1])
                if b[0] > i and any(fits(proposal, edit, source, output) for edit in edits):
                    offer((b, 0), (matched - 1, length, number), state)
                for later in range(behind, len(insertions) if b[0] == i else 0):
                    if fits(proposal, insertions[later], source, output):
                        offer((b, later + 1), (matched - 1, length, number), state)
    last = min((state for state in best if state[0] == max(arcs)), key=lambda state: (best[state][0], state))
    path: list[State] = [last]
    while (origin := best[path[-1]][1]) is not None:
        path.append(origin)
    return -best[last][0][0], [vertex for vertex, _ in reversed(path)]


def assert_as_defined(batch: Sequence[Case], unchanged: int) -> int:
    """Counts and paths of all rows; return the number of gold edits met."""
    gold, lattices = built(batch, both_tables=False)
    paths = room_for_paths(lattices, gold.annotations)
    counts = search_overlap(lattices, gold.annotations, mark(lattices, gold.annotations), unchanged, paths)
    for sentence, (source, output, rows) in enumerate(batch):
        vertices = vertices_of(lattices, sentence)
        for row, edits in zip(gold.rows(sentence), rows, strict=True):
            n_met, path = find_path(source, output, edits, unchanged) if source != output else (0, [])
            assert list(counts[3 * row : 3 * row + 3]) == [n_met, 0, len(edits)], (source, output, edits)
            found = paths.vertices[paths.begin[row] : paths.bounds[row + 1]]
            assert [vertices[vertex] for vertex in found] == path, (source, output, edits)
    return sum(counts[::3])


@given(BATCHES, st.sampled_from(LIMITS))
@settings(max_examples=100, deadline=None)
def test_paths_are_those_of_the_definition(batch: list[Case], unchanged: int) -> None:
    """Empty texts, equal texts and repetition among them; sentences do not disturb each other."""
    assert_as_defined(batch, unchanged)


@pytest.mark.parametrize("unchanged", LIMITS)
def test_many_gold_edits_and_longer_texts(unchanged: int) -> None:
    """Edits that often fit, listed twice or out of order, and several insertions at one place."""
    rng = random.Random(60 + unchanged)
    batch = [random_case(rng, 8) for _ in range(40)] + [insertion_case(rng) for _ in range(40)]
    assert assert_as_defined(batch + [random_case(rng, 20) for _ in range(3)], unchanged) > 50
