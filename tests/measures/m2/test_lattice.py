"""The plain M² search: worked examples and cases that separate it from its kin."""

from collections.abc import Sequence

import pytest
from tests.measures.letters import ids

from errata.measures.m2.lattice import build, propose, relax, weigh
from errata.measures.m2.proposals import GoldEdit, count_correct


def gold(*edits: tuple[int, int, Sequence[str]]) -> list[GoldEdit]:
    """Edits as (start, end, corrections)."""
    return [GoldEdit(start, end, tuple(ids(text) for text in texts)) for start, end, texts in edits]


def counts(source: str, output: str, edits: list[GoldEdit], unchanged: int = 2) -> tuple[int, int, int]:
    made = propose(build(ids(source), ids(output), unchanged=unchanged), edits)
    return count_correct(made, edits, ids(source), ids(output)), len(made), len(edits)


def test_worked_example_of_a_substitution() -> None:
    """Every arc in its place, with its weight."""
    lattice = build(ids("a b c"), ids("a x c"))
    assert lattice.vertices == ((0, 0), (1, 1), (1, 2), (2, 1), (2, 2), (3, 3))
    weight = weigh(lattice, [])
    assert [(*link, weight[link]) for link in lattice.listing] == [
        ((0, 0), (1, 1), 1.0),
        ((0, 0), (1, 1), 1.0),
        ((1, 1), (1, 2), 1.001),
        ((1, 1), (2, 1), 1.001),
        ((1, 1), (2, 2), 1.0019999999999998),
        ((1, 1), (2, 2), 1.0019999999999998),
        ((1, 2), (2, 2), 1.001),
        ((2, 1), (2, 2), 1.001),
        ((2, 2), (3, 3), 1.0),
        ((2, 2), (3, 3), 1.0),
        ((0, 0), (1, 2), 2.001),
        ((0, 0), (2, 1), 2.001),
        ((0, 0), (2, 2), 2.001),
        ((0, 0), (3, 3), 3.001),
        ((1, 1), (3, 3), 2.001),
        ((1, 2), (3, 3), 2.001),
        ((2, 1), (3, 3), 2.001),
    ]
    assert relax(lattice, weight) == [((0, 0), (3, 3))]


def test_worked_example_of_an_insertion() -> None:
    """The second listing of a met insertion gives back one ε."""
    edits = gold((1, 1, ["t"]))
    lattice = build(ids("g i"), ids("g t i"))
    assert lattice.vertices == ((0, 0), (1, 1), (1, 2), (2, 3))
    assert len(lattice.listing) == 9
    assert weigh(lattice, edits)[(1, 1), (1, 2)] == -9 + 0.001
    assert counts("g i", "g t i", edits) == (1, 1, 1)


def test_worked_example_of_a_deletion() -> None:
    """Both tables list the same arcs; the phrase over both tokens is the cheaper way."""
    lattice = build(ids("a b"), ids("b"))
    weight = weigh(lattice, [])
    assert [(*link, weight[link]) for link in lattice.listing] == [
        ((0, 0), (1, 0), 1.0019999999999998),
        ((0, 0), (1, 0), 1.0019999999999998),
        ((1, 0), (2, 1), 1.0),
        ((1, 0), (2, 1), 1.0),
        ((0, 0), (2, 1), 2.001),
    ]
    assert [(p.start, p.end, p.output_start, p.output_end) for p in propose(lattice, [])] == [(0, 2, 0, 1)]


def test_histories_not_settling_times() -> None:
    """A value not yet final already rounds to the final sum further on."""
    source, output = "a a a b a a a b a", "b a b a b a b b b a b"
    edits = gold(
        (0, 0, ["a b"]),
        (1, 3, ["b"]),
        (3, 4, ["b a", ""]),
        (4, 6, [""]),
        (6, 7, ["b a"]),
        (7, 8, ["a a"]),
        (9, 9, ["b a a", "a", "b"]),
    )
    assert len(build(ids(source), ids(output)).listing) == 439
    assert counts(source, output, edits) == (2, 5, 7)


@pytest.mark.parametrize(
    ("source", "output", "sizes", "expected", "reason"),
    [
        ("a b", "c c b a", (10, 34, 42), (0, 2, 0), "an arc listed twice ties with two phrases"),
        ("d a d c c d c", "b d c c b c d b d a", (None, 380, 415), (0, 2, 0), "a blocked arc"),
    ],
)
def test_vectors_without_gold(
    source: str, output: str, sizes: tuple[int | None, int, int], expected: tuple[int, int, int], reason: str
) -> None:
    """Sizes of lattices and counts, worked out by hand."""
    lattice = build(ids(source), ids(output))
    n_vertices, n_pairs, n_listings = sizes
    assert n_vertices in (None, len(lattice.vertices))
    assert (len(lattice.arcs), len(lattice.listing)) == (n_pairs, n_listings)
    assert counts(source, output, []) == expected, reason


def test_a_surviving_long_keep_arc_meets_a_gold_edit_that_changes_nothing() -> None:
    """The path is drawn over it, but it is no proposal."""
    edits = gold((1, 1, ["a a a", "a a"]), (5, 6, [""]), (1, 3, ["", "a a"]))
    lattice = build(ids("a a a a a a"), ids("a a a a"), unchanged=5)
    assert len(lattice.listing) == 81
    assert any(lattice.arcs[link].is_keep and lattice.arcs[link].length > 1 for link in lattice.listing)
    assert counts("a a a a a a", "a a a a", edits, unchanged=5) == (1, 2, 3)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 2), (3, 3), (6, 6), (1, 4), (5, 2), (0, 3), (4, 0)])
def test_size_of_a_complete_rewrite(n: int, m: int) -> None:
    """Pairs = C(n+2, 2) C(m+2, 2) - (n+1)(m+1), and n listings more if n = m."""
    lattice = build(list(range(n)), list(range(100, 100 + m)))
    pairs = (n + 2) * (n + 1) // 2 * ((m + 2) * (m + 1) // 2) - (n + 1) * (m + 1)
    assert len(lattice.arcs) == pairs
    if n == m:
        assert len(lattice.listing) == pairs + n


def test_clean_up_skips_what_follows_a_removed_arc() -> None:
    """Of long keep arcs listed side by side every second one stays.

    They are listed by middle vertex, then origin: 0→2 | 0→3, 1→3 | 0→4, 1→4, 2→4, all next to each other.
    """
    lattice = build([1, 2, 3, 4], [1, 2, 3, 4, 5], unchanged=4)
    long_keeps = [link for link, arc in lattice.arcs.items() if arc.is_keep and arc.length > 1]
    kept = [link for link in lattice.listing if link in long_keeps]
    assert sorted(long_keeps) == [((i, i), (k, k)) for i in range(4) for k in range(i + 2, 5)]
    assert kept == [((0, 0), (3, 3)), ((0, 0), (4, 4)), ((2, 2), (4, 4))]


@pytest.mark.parametrize("unchanged", [0, 1, 2, 3])
def test_two_changes_merge_within_the_limit(unchanged: int) -> None:
    """Two substitutions two words apart are one proposal from `unchanged` 2 on."""
    expected = 1 if unchanged >= 2 else 2
    assert counts("a b c d", "x b c y", [], unchanged)[1] == expected


def test_length_of_the_path_without_gold_is_the_shortest_way() -> None:
    """Without rewards, sums of lengths along the path are those of the shortest path over base arcs."""
    source, output = ids("a b c a b"), ids("b a c c a b a")
    lattice = build(source, output)
    path = relax(lattice, weigh(lattice, []))
    steps = {lattice.vertices[0]: 0}
    for vertex in lattice.vertices:
        for a, b in lattice.arcs:
            if a == vertex and lattice.arcs[a, b].length == 1:
                steps[b] = min(steps.get(b, 99), steps[a] + 1)
    assert sum(lattice.arcs[link].length for link in path) == steps[lattice.vertices[-1]]


def test_edition_3_2_moves_insertions_before_the_first_word() -> None:
    """The second inserted word carries the offsets 1 1, two at once meet no gold edit 0 0."""
    source, output = ids("m n"), ids("i s m n")
    one, two = gold((0, 0, ["i s"])), gold((0, 0, ["i"]), (0, 0, ["s"]))
    official, release = build(source, output), build(source, output, edition="3.2")

    def offsets(edits: list[GoldEdit], new: bool) -> list[tuple[int, int]]:
        return [(p.start, p.end) for p in propose(release if new else official, edits)]

    assert offsets(one, new=False) == [(0, 0)]
    assert offsets(two, new=False) == [(0, 0), (0, 0)]
    assert count_correct(propose(official, two), two, source, output) == 2
    assert count_correct(propose(release, one), one, source, output) == 0
    assert offsets(two, new=True)[0] == (0, 0)
    assert count_correct(propose(release, two), two, source, output) == 1


def test_nothing_to_nothing_has_no_arc() -> None:
    lattice = build([], [])
    assert (lattice.vertices, lattice.listing, propose(lattice, [])) == (((0, 0),), (), ())
