"""The three-way alignment kernel gives the alignment of the definition, however it gets there."""

import random
import tracemalloc
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errata.kernels import cube, threeway
from errata.kernels.limits import TooLargeError
from errata.kernels.threeway import N_COLUMNS, count_triples
from errata.measures.imeasure.threeway import align, align_by_cube, count_by_cube, count_many

texts = st.integers(2, 4).flatmap(lambda size: st.tuples(*[st.lists(st.integers(0, size - 1), max_size=5)] * 3))


def near_copies(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    """A source of up to 8 tokens and two texts made from it by few changes."""
    source = draw(st.lists(st.integers(0, 3), max_size=8))
    copies = []
    for _ in range(2):
        copy = list(source)
        for _ in range(draw(st.integers(0, 2))):
            at = draw(st.integers(0, len(copy)))
            copy[at : at + draw(st.integers(0, 2))] = draw(st.lists(st.integers(0, 3), max_size=2))
        copies.append(copy)
    return source, copies[0], copies[1]


@given(texts)
@settings(max_examples=300, deadline=None)
def test_search_counts_as_the_cube_does(triple: tuple[list[int], list[int], list[int]]) -> None:
    assert count_many([triple]) == [count_by_cube(*triple)]


@given(st.composite(near_copies)())
@settings(max_examples=60, deadline=None)
def test_search_finds_the_columns_of_the_cube(triple: tuple[list[int], list[int], list[int]]) -> None:
    assert align(*triple) == align_by_cube(*triple)
    assert count_many([triple]) == [count_by_cube(*triple)]


@pytest.mark.parametrize(("capacity", "share"), [(1, 1), (2, 1000), (8, 0)])
def test_small_tables_change_nothing(monkeypatch: pytest.MonkeyPatch, capacity: int, share: int) -> None:
    """A search that outgrows its table is repeated with a larger one or replaced by the cube."""
    triples = [([0, 1, 2, 0], [2, 1, 0, 1], [0, 2, 2, 1, 0]), ([0, 1], [1, 2], [2, 0]), ([0], [0], [0])]
    expected = count_many(triples)
    columns = [align(*triple) for triple in triples]
    monkeypatch.setattr(threeway, "_FIRST_CAPACITY", capacity)
    monkeypatch.setattr(threeway, "_CUBE_SHARE", share)
    assert count_many(triples) == expected
    assert [align(*triple) for triple in triples] == columns


def mixed_triples(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Ids and spans of two sources with their outputs, each met again and again with other references."""
    words = st.lists(st.integers(0, 3), max_size=7)
    ids: list[int] = []
    texts = []
    for text in draw(st.lists(words, min_size=8, max_size=8)):
        texts.append((len(ids), len(ids) + len(text)))
        ids += text
    pairs = [texts[:2], texts[2:4]]
    chosen = draw(st.lists(st.tuples(st.sampled_from(pairs), st.sampled_from(texts)), min_size=2, max_size=12))
    return ids, [place for pair, reference in chosen for span in (*pair, reference) for place in span]


@given(st.composite(mixed_triples)())
@settings(max_examples=200, deadline=None)
def test_triples_before_do_not_matter(drawn: tuple[list[int], list[int]]) -> None:
    """What is kept of the triple before, the distances of source and output, is that of this one."""
    ids, spans = array("i", drawn[0]), array("i", drawn[1])
    alone = array("i")
    for at in range(0, len(spans), 6):
        alone += count_triples(ids, spans[at : at + 6])
    assert count_triples(ids, spans) == alone


def test_counts_of_the_longest_alignments_fit() -> None:
    """Texts of as many words as a cube may take: all kept, all inserted, and all replaced twice."""
    n = cube.MAX_COLUMNS // 3
    same = array("i", [1] * n)
    assert cube.solve_cube(same, 0, n, 0, 0, 0, n, None)[:5] == (0, 0, n, 0, 0)
    ids = array("i", [*range(n), *range(n, 2 * n)])
    assert cube.solve_cube(ids, 0, 0, 0, 0, 0, n, None)[:5] == (0, 0, 0, n, 0)
    assert cube.solve_cube(ids, 0, 1, 0, 2 * n, 0, 2 * n, None)[:5] == (2 * n - 1, 1, 0, 0, 0)


def test_lengths_are_refused_before_they_overflow() -> None:
    """The sizes of 32 bits that these would have had are small, or negative."""
    for n, m, o in ((40_000, 40_000, 40_000), (1 << 21, 1, 2), (6_700, 6_700, 6_700)):
        ids = array("i", range(n + m + o))
        spans = array("i", [0, n, n, n + m, n + m, n + m + o])
        with pytest.raises(TooLargeError, match=f"stretches of {n:,}, {m:,} and {o:,} words, too long"):
            threeway.count_triples(ids, spans)


def test_unrelated_texts_are_refused_by_the_cells_of_their_cube(monkeypatch: pytest.MonkeyPatch) -> None:
    triple = ([0, 1, 2, 0], [2, 1, 0, 1], [0, 2, 2, 1, 0])
    monkeypatch.setattr(threeway, "_FIRST_CAPACITY", 1)
    monkeypatch.setattr(threeway, "_CUBE_SHARE", 1000)
    monkeypatch.setattr(threeway, "_MAX_CUBES", 2 * 150 - 1)
    assert len(count_many([triple])) == 1
    with pytest.raises(TooLargeError, match="300 cells would have to be filled"):
        count_many([triple, triple])
    monkeypatch.setattr(threeway, "MAX_STEPS", 149)
    with pytest.raises(TooLargeError, match=r"4, 4 and 5 words .* 150 cells"):
        align(*triple)


@pytest.mark.parametrize(
    ("source", "output", "reference", "counts"),
    [
        ("a", "a b c", "b c a", [2, 0, 2, 0, 0, 1, 2]),  # three optimal alignments differ in their counts
        ("a", "b c a", "a b c", [2, 0, 0, 2, 0, 1, 2]),
        ("a", "b c a", "b c a", [2, 1, 0, 0, 0, 1, 2]),
        ("a b c d", "a b c d", "d e f g", [0, 0, 0, 4, 0, 0, 4]),  # four mismatches rather than six gaps
        ("a", "a a", "b", [0, 0, 1, 1, 0, 0, 1]),
        ("", "", "", [0, 0, 0, 0, 0, 0, 0]),
        ("", "a", "", [0, 0, 1, 0, 0, 0, 0]),
        ("", "a", "b", [0, 0, 1, 1, 1, 0, 1]),
        ("a", "", "", [1, 0, 0, 0, 0, 0, 1]),
    ],
)
def test_counts_of_known_alignments(source: str, output: str, reference: str, counts: list[int]) -> None:
    s, h, r = ([ord(word) for word in text.split()] for text in (source, output, reference))
    assert list(count_many([(s, h, r)])[0]) == counts
    assert list(count_by_cube(s, h, r)) == counts


def test_rows_hold_the_costs() -> None:
    """The cost exceeds the sum of the pairwise distances where no alignment is optimal in all pairs."""
    rows = count_triples(array("i", [0, 1, 0, 1]), array("i", [0, 1, 1, 2, 2, 4]))
    assert len(rows) == N_COLUMNS
    cost, sh, sr, hr = rows[7:11]
    assert (sh, sr, hr) == (3, 2, 2)
    assert cost == 8


def test_no_triples_give_no_rows() -> None:
    assert count_triples(array("i"), array("i")) == array("i")


def test_a_search_that_is_repeated_frees_its_tables_first() -> None:
    """The tables of long texts take most of the memory: there is never room for two sets of them."""
    draw = random.Random(2)
    source = [draw.randrange(200) for _ in range(400)]
    output, reference = ([token if draw.random() > 0.2 else draw.randrange(200) for token in source] for _ in range(2))
    ids, spans = array("i", source + output + reference), array("i", [0, 400, 400, 800, 800, 1200])
    tracemalloc.start()
    try:
        [*_, work] = count_triples(ids, spans)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    n_table = 3 * 401 * 401
    assert (work - n_table) / 4 > threeway._FIRST_CAPACITY  # it was repeated
    assert most < 1.5 * 4 * n_table
