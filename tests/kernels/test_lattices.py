"""The lattices of the kernel have the vertices and base arcs of the plain definition."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.lattice_cases import BATCHES, Case, built, random_case, vertices_of

from errata.kernels import lattices as lattices_kernel
from errata.kernels.limits import TooLargeError
from errata.kernels.structures import KEEP
from errata.measures.m2.lattice import Link, tight_links

MOVES = [(0, 1), (1, 0), (1, 1)]
"""What the three slots of a vertex are for: insertion, deletion, diagonal."""


def assert_as_defined(batch: Sequence[Case], both_tables: bool) -> None:
    """Every arc of every table, each with the number of tables it is tight in, and nothing else."""
    _, lattices = built(batch, both_tables=both_tables)
    assert lattices.first_vertex[0] == 0
    for sentence, (source, output, _) in enumerate(batch):
        vertices = vertices_of(lattices, sentence)
        if source == output:
            assert vertices == []
            continue
        tables = [tight_links(source, output, substitution) for substitution in ((1, 2) if both_tables else (1,))]
        expected: Counter[Link] = Counter(link for table in tables for link in table)
        for (i, j), (i_end, j_end) in list(expected):
            if (i_end, j_end) == (i + 1, j + 1) and source[i] == output[j]:
                expected[(i, j), (i_end, j_end)] += KEEP
        assert vertices == sorted({vertex for link in expected for vertex in link})
        found: Counter[Link] = Counter()
        first = lattices.first_vertex[sentence]
        for number, (i, j) in enumerate(vertices):
            for slot, (down, right) in enumerate(MOVES):
                at = 3 * (first + number) + slot
                if lattices.target[at] >= 0:
                    assert vertices[lattices.target[at]] == (i + down, j + right)
                    found[(i, j), (i + down, j + right)] = lattices.kind[at]
                else:
                    assert lattices.kind[at] == 0
        assert found == expected, (source, output)
        rows_at = lattices.sources.bounds[sentence] + 2 * sentence
        assert list(lattices.first_in_row[rows_at : rows_at + len(source) + 2]) == [
            sum(row < i for row, _ in vertices) for i in range(len(source) + 2)
        ]


@given(BATCHES, st.booleans())
@settings(max_examples=100, deadline=None)
def test_lattices_are_those_of_the_definition(batch: list[Case], both_tables: bool) -> None:
    """Empty texts, equal texts and repetition among them; sentences do not disturb each other."""
    assert_as_defined(batch, both_tables)


@given(BATCHES, st.booleans())
@settings(max_examples=100, deadline=None)
def test_a_band_holds_all_cheapest_ways(batch: list[Case], both_tables: bool) -> None:
    """Of long texts only a band is filled; here of all."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(lattices_kernel, "MAX_WHOLE", 0)
        patched.setattr(lattices_kernel, "FIRST_BAND", 0)
        assert_as_defined(batch, both_tables)


@pytest.mark.parametrize(("n_words", "n_different"), [(300, 40), (300, 1000), (120, 3)])
def test_a_band_widens_until_no_way_is_lost(n_words: int, n_different: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies with many changes, words moved far, and repetition: the lattice is that of the whole table."""
    rng = random.Random(n_different)
    source = [rng.randrange(n_different) for _ in range(n_words)]
    output = [word if rng.random() > 0.2 else rng.randrange(n_different) for word in source]
    output = output[n_words // 2 :] + output[: n_words // 3] if n_different == 40 else output
    batch: list[Case] = [(source, output, [])]
    whole = built(batch, both_tables=True)[1]
    monkeypatch.setattr(lattices_kernel, "MAX_WHOLE", 0)
    monkeypatch.setattr(lattices_kernel, "FIRST_BAND", 1)
    band = built(batch, both_tables=True)[1]
    assert vertices_of(band, 0) == vertices_of(whole, 0)
    assert (band.target, band.kind, band.first_in_row) == (whole.target, whole.kind, whole.first_in_row)


def test_what_differs_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the size and what to do, before a table is filled."""
    monkeypatch.setattr(lattices_kernel, "MAX_WHOLE", 100)
    monkeypatch.setattr(lattices_kernel, "MAX_CELLS", 1000)
    monkeypatch.setattr(lattices_kernel, "FIRST_BAND", 1)
    message = (
        "comparing 40 words with 40 takes a table of .* cells, at most 1,000 are filled; split the line into sentences"
    )
    with pytest.raises(TooLargeError, match=message) as caught:
        built([([1], [2], []), (list(range(40)), list(range(40, 80)), [])], both_tables=True)
    assert caught.value.index == 1


@pytest.mark.parametrize("both_tables", [True, False])
def test_long_texts(both_tables: bool) -> None:
    """Near copies, and complete rewrites whose vertices need more room than is there at first."""
    rng = random.Random(1)
    rewrite: Case = (list(range(40)), list(range(100, 135)), [])
    assert_as_defined([*(random_case(rng, 60) for _ in range(4)), rewrite, ([], [1] * 50, []), rewrite], both_tables)
