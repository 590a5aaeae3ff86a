"""The MaxMatch interface: its editions, its refusals, and the paper's theorem by brute force."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from errata.measures.m2 import lattice
from errata.measures.m2 import search as maxmatch
from errata.measures.m2.proposals import NO_TOKEN, GoldEdit, Proposal, count_correct, count_overlap, fits
from errata.measures.m2.search import Edition, Matches, pack_gold, pack_texts, search

EDITIONS: tuple[Edition, ...] = ("official", "3.2", "paper")
Triple = tuple[int, int, int]


def search_one(
    source: Sequence[int],
    output: Sequence[int],
    edits: Sequence[GoldEdit],
    *,
    edition: Edition = "official",
    unchanged: int = 2,
) -> Matches:
    return search(pack_gold([source], [[edits]]), [output], edition=edition, unchanged=unchanged)


def random_edits(rng: random.Random, source: Sequence[int], output: Sequence[int]) -> list[GoldEdit]:
    edits = []
    for _ in range(rng.choice((0, 1, 2, 3, 5))):
        start = rng.randint(0, len(source))
        end = min(len(source), start + rng.choice((0, 0, 1, 1, 2)))
        corrections = []
        for _ in range(rng.choice((1, 1, 2))):
            at = rng.randint(0, len(output))
            corrections.append(tuple(output[at : at + rng.randint(0, 2)]))
        edits.append(GoldEdit(start, end, tuple(corrections)))
    return edits


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_output_equal_to_its_source_proposes_nothing(edition: Edition) -> None:
    matches = search_one([4, 5], [4, 5], [GoldEdit(0, 1, ((4,),))], edition=edition)
    assert matches.count(0) == (0, 0, 1)
    assert matches.edits(0) == ()
    assert matches.efforts[0].n_vertices == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_empty_texts_and_empty_batches(edition: Edition) -> None:
    assert list(search(pack_gold([], []), [], edition=edition).counts) == []
    assert search_one([], [], [], edition=edition).count(0) == (0, 0, 0)
    assert search_one([], [7], [GoldEdit(0, 0, ((7,),))], edition=edition).count(0) == (1, 1, 1)
    assert search_one([7], [], [GoldEdit(0, 1, ((),))], edition=edition).count(0) == (1, 1, 1)
    # A sentence without annotators has no rows.
    without = search(pack_gold([[1], [1]], [[], [[]]]), [[2], [2]], edition=edition)
    assert list(without.counts) == [0, 1, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_impossible_token_is_never_met(edition: Edition) -> None:
    possible, impossible = GoldEdit(1, 2, ((8, 9),)), GoldEdit(1, 2, ((8, NO_TOKEN, 9),))
    assert search_one([1, 2], [1, 8, 9], [possible], edition=edition).count(0).correct == 1
    assert search_one([1, 2], [1, 8, 9], [impossible], edition=edition).count(0) == (0, 1, 1)


def test_refusals_name_the_numbers() -> None:
    with pytest.raises(ValueError, match="2 sources but annotators for 1"):
        pack_gold([[1], [2]], [[]])
    with pytest.raises(ValueError, match=r"gold edit 0 3 of sentence 1 .* 1 tokens"):
        pack_gold([[1, 2, 3], [1]], [[], [[GoldEdit(0, 3, ((1,),))]]])
    with pytest.raises(ValueError, match="gold edit -1 -1"):
        pack_gold([[1]], [[[GoldEdit(-1, -1, ((),))]]])
    with pytest.raises(ValueError, match="found -2"):
        pack_texts([[1, NO_TOKEN]])
    with pytest.raises(ValueError, match="1 outputs but 2 sources"):
        search(pack_gold([[1], [2]], [[[]], [[]]]), [[1]])
    with pytest.raises(ValueError, match=r"unknown edition 'fast'; there are official, 3\.2, paper"):
        search(pack_gold([[1]], [[[]]]), [[2]], edition="fast")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unchanged"):
        search(pack_gold([[1]], [[[]]]), [[2]], unchanged=-1)
    with pytest.raises(ValueError, match="budget"):
        search(pack_gold([[1]], [[[]]]), [[2]], budget=-1)


def test_gold_can_be_read_back() -> None:
    edits = (GoldEdit(0, 1, ((), (3, 4))), GoldEdit(1, 1, ((NO_TOKEN,),)))
    gold = pack_gold([[1], [2]], [[edits, ()], [(), edits[:1]]])
    assert [list(gold.rows(k)) for k in range(2)] == [[0, 1], [2, 3]]
    assert [gold.edits(row) for row in range(4)] == [edits, (), (), edits[:1]]


def test_a_huge_limit_is_the_same_as_a_sufficient_one() -> None:
    source, output = [1, 2, 3, 4, 5, 6], [9, 2, 3, 4, 5, 8]
    assert search_one(source, output, [], unchanged=10**12).edits(0) == (Proposal(0, 6, 0, 6, 0, 6),)
    assert search_one(source, output, [], unchanged=3).count(0).proposed == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_filtering_counts_anew(edition: Edition) -> None:
    """What is filtered out is neither proposed nor met; gold stays, and so does the original outcome."""
    edits = [GoldEdit(0, 1, ((7,),)), GoldEdit(4, 5, ((8,),))]
    matches = search(
        pack_gold([[1], [1, 2, 3, 4, 5]], [[[]], [edits, edits[1:]]]), [[1], [7, 2, 3, 4, 8]], edition=edition
    )
    later = matches.filtered(lambda sentence, proposal: sentence == 1 and proposal.source_start > 1)
    assert [matches.count(row) for row in (1, 2)] == [(2, 2, 2), (1, 2, 1)]
    assert [later.count(row) for row in (1, 2)] == [(1, 1, 2), (1, 1, 1)]
    assert later.edits(1) == matches.edits(1)[1:]
    assert matches.filtered(lambda sentence, proposal: True) == matches


def test_release_3_2_equals_its_definition() -> None:
    """Every sentence as in the plain search of that edition."""
    rng = random.Random(32)
    n_differing = 0
    for _ in range(300):
        n_letters = rng.randint(1, 5)
        source = [rng.randrange(n_letters) for _ in range(rng.randint(0, 8))]
        output = [rng.randrange(n_letters) for _ in range(rng.randint(0, 8))]
        if source == output:
            continue
        edits = random_edits(rng, source, output)
        matches = search_one(source, output, edits, edition="3.2")
        made = lattice.propose(lattice.build(source, output, edition="3.2"), edits)
        assert matches.edits(0) == made
        assert matches.count(0) == (count_correct(made, edits, source, output), len(made), len(edits))
        assert matches.efforts[0].method == "exact"
        n_differing += search_one(source, output, edits).edits(0) != made
    assert n_differing > 20


def test_release_3_2_on_too_large_a_lattice_is_called_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The official proposals stay, and the result does not claim to be exact."""
    monkeypatch.setattr(maxmatch, "PLAIN_BUDGET", 10)
    matches = search_one([1, 2, 3], [7, 8, 9], [], edition="3.2")
    assert matches.edits(0) == search_one([1, 2, 3], [7, 8, 9], []).edits(0)
    assert matches.bounded == (0,)


# Edition paper -------------------------------------------------------------------------------------------


def arcs_of_the_paper(
    source: Sequence[int], output: Sequence[int], unchanged: int
) -> dict[lattice.Link, tuple[int, bool]]:
    """All arcs of the paper's lattice with length and whether they change something, straight from §2.1."""
    base = lattice.tight_links(source, output, substitution=1)
    vertices = sorted({vertex for link in base for vertex in link})

    def keeps(link: lattice.Link) -> bool:
        (i, j), (i_end, j_end) = link
        return i_end > i and j_end > j and source[i] == output[j]

    def ways(a: lattice.Vertex, b: lattice.Vertex) -> Iterator[list[lattice.Link]]:
        if a == b:
            yield []
        for link in base:
            if link[0] == a and link[1] <= b:
                for rest in ways(link[1], b):
                    yield [link, *rest]

    arcs = {link: (1, not keeps(link)) for link in base}
    for a, b in combinations(vertices, 2):
        lengths = [len(way) for way in ways(a, b) if sum(map(keeps, way)) <= unchanged and not all(map(keeps, way))]
        if lengths:
            arcs[a, b] = (min(lengths), True)
    return arcs


def all_paths(
    arcs: dict[lattice.Link, tuple[int, bool]], vertex: lattice.Vertex, goal: lattice.Vertex
) -> Iterator[list[lattice.Link]]:
    if vertex == goal:
        yield []
    for link in arcs:
        if link[0] == vertex:
            for rest in all_paths(arcs, link[1], goal):
                yield [link, *rest]


def objectives(
    path: list[lattice.Link],
    arcs: dict[lattice.Link, tuple[int, bool]],
    edits: Sequence[GoldEdit],
    source: Sequence[int],
    output: Sequence[int],
) -> Iterator[Triple]:
    """The paper's objective for every way to give the path's arcs gold edits, one each, in file order."""
    if not path:
        yield 0, 0, 0
        return
    (a, b), *rest = path
    length, changes = arcs[a, b]
    for matched, total, number in objectives(rest, arcs, edits, source, output):
        yield matched, total + length, number + 1
    if not changes:
        return
    proposal = Proposal(a[0], b[0], a[0], b[0], a[1], b[1])
    for index, edit in enumerate(edits):
        if fits(proposal, edit, source, output):
            # Of the edits with these offsets only later ones remain; others are not in competition.
            left = [
                other
                for k, other in enumerate(edits)
                if k > index or (other.start, other.end) != (edit.start, edit.end)
            ]
            for matched, total, number in objectives(rest, arcs, left, source, output):
                yield matched - 1, total, number


@pytest.mark.parametrize("unchanged", [0, 1, 2, 3])
def test_paper_edition_reaches_the_greatest_overlap_of_all_paths(unchanged: int) -> None:
    """Theorem 1, by brute force; of the paths that reach it, the shortest, then the one of fewest arcs."""
    rng = random.Random(2012 + unchanged)
    n_matched = n_competing = 0
    for _ in range(60):
        n_letters = rng.randint(1, 4)
        source = [rng.randrange(n_letters) for _ in range(rng.randint(0, 4))]
        output = [rng.randrange(n_letters) for _ in range(rng.randint(0, 4))]
        if source == output:
            continue
        edits = random_edits(rng, source, output)
        arcs = arcs_of_the_paper(source, output, unchanged)
        paths = list(all_paths(arcs, (0, 0), (len(source), len(output))))
        best = min(triple for path in paths for triple in objectives(path, arcs, edits, source, output))
        matches = search_one(source, output, edits, edition="paper", unchanged=unchanged)
        made = matches.edits(0)
        assert matches.count(0) == (-best[0], len(made), len(edits)), (source, output, edits)
        assert count_overlap(made, edits, source, output) == -best[0]
        # The path found attains the whole objective: its changes, and single kept tokens between them.
        changes = [((p.source_start, p.output_start), (p.source_end, p.output_end)) for p in made]
        mine = [path for path in paths if [link for link in path if arcs[link][1]] == changes]
        assert len(mine) == 1
        assert min(objectives(mine[0], arcs, edits, source, output)) == best, (source, output, edits)
        n_matched -= best[0]
        n_competing += sum(edit.start == edit.end for edit in edits) > 1
    assert n_matched > 20
    assert n_competing > 5


def test_paper_edition_prefers_the_last_arc_that_begins_first() -> None:
    """The tie rule: of equally good last arcs the one that begins first, and so on towards the start."""
    rng = random.Random(7)
    n_tied = 0
    for _ in range(150):
        unchanged = rng.randrange(3)
        source, output = ([rng.randrange(2) for _ in range(rng.randint(1, 4))] for _ in range(2))
        if source == output:
            continue
        edits = [edit for edit in random_edits(rng, source, output) if edit.start != edit.end]
        arcs = arcs_of_the_paper(source, output, unchanged)
        paths = list(all_paths(arcs, (0, 0), (len(source), len(output))))
        value = [min(objectives(path, arcs, edits, source, output)) for path in paths]
        best = [path for path, triple in zip(paths, value, strict=True) if triple == min(value)]
        chosen = min(best, key=lambda path: [a for a, _ in reversed(path)])
        matches = search_one(source, output, edits, edition="paper", unchanged=unchanged)
        assert [((p.source_start, p.output_start), (p.source_end, p.output_end)) for p in matches.edits(0)] == [
            link for link in chosen if arcs[link][1]
        ], (source, output, edits, unchanged)
        n_tied += len(best) > 1
    assert n_tied > 20


@pytest.mark.parametrize(
    ("source", "output", "edits", "official", "paper", "reason"),
    [
        ([1, 2], [1, 9, 2], [GoldEdit(1, 1, ((9,),))], (1, 1, 1), (1, 1, 1), "the ordinary case"),
        ([1], [9, 9, 1], [GoldEdit(0, 0, ((9,),))], (1, 2, 1), (1, 2, 1), "one gold insertion, made twice"),
        ([1], [9], [GoldEdit(0, 1, ((9,),))] * 2, (2, 1, 2), (1, 1, 2), "one gold edit, listed twice"),
        (
            [1, 2, 3, 4, 5],
            [7, 2, 3, 4, 8],
            [GoldEdit(4, 5, ((8,),)), GoldEdit(0, 1, ((7,),))],
            (1, 2, 2),
            (2, 2, 2),
            "gold edits out of order",
        ),
        ([1], [9], [GoldEdit(0, 0, ((9,),))], (1, 2, 1), (0, 1, 1), "only a costlier way meets it"),
    ],
)
def test_where_the_editions_differ(
    source: list[int],
    output: list[int],
    edits: list[GoldEdit],
    official: tuple[int, int, int],
    paper: tuple[int, int, int],
    reason: str,
) -> None:
    assert search_one(source, output, edits).count(0) == official, reason
    assert search_one(source, output, edits, edition="paper").count(0) == paper, reason


def test_paper_edition_takes_the_way_with_fewest_unchanged_tokens() -> None:
    """Two words exchanged: two substitutions keep nothing, a deletion and an insertion keep one word."""
    both = GoldEdit(0, 2, ((2, 1),))
    assert search_one([1, 2], [2, 1], [both], edition="paper", unchanged=0).count(0) == (1, 1, 1)


def test_paper_edition_handles_large_rewrites() -> None:
    """Cost is linear in the vertices: no budget, no bounded method."""
    source, output = list(range(150)), list(range(1000, 1150))
    edits = [GoldEdit(k, k + 1, ((1000 + k,),)) for k in range(0, 150, 10)]
    matches = search_one(source, output, edits, edition="paper")
    assert matches.count(0).correct == len(edits)
    assert matches.efforts[0].method == "exact"
