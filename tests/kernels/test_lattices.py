"""The lattices of the kernel have the vertices and base arcs of the plain definition."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.lattice_cases import BATCHES, Case, built, random_case, vertices_of

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


@pytest.mark.parametrize("both_tables", [True, False])
def test_long_texts(both_tables: bool) -> None:
    """Near copies, and complete rewrites whose vertices need more room than is there at first."""
    rng = random.Random(1)
    rewrite: Case = (list(range(40)), list(range(100, 135)), [])
    assert_as_defined([*(random_case(rng, 60) for _ in range(4)), rewrite, ([], [1] * 50, []), rewrite], both_tables)
