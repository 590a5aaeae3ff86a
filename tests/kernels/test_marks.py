"""Marks, read back as weights of arcs, are those of the plain search."""

import random
from collections.abc import Sequence

from hypothesis import given, settings
from tests.kernels.lattice_cases import BATCHES, Case, built, insertion_case, random_case, vertices_of

from errata.kernels.marks import mark
from errata.kernels.structures import MET, Marks
from errata.measures.m2 import lattice
from errata.measures.m2.lattice import Lattice, Link
from errata.measures.m2.proposals import GoldEdit


def assert_as_weighed(plain: Lattice, weight: dict[Link, float], marks: Marks, row: int) -> int:
    """The arcs a row rewards and the codes of its insertions; return how many are met and charged as well."""
    reward = -float(len(plain.listing))
    fits = marks.fits[2 * marks.first_fit[row] : 2 * marks.first_fit[row + 1]]
    assert list(fits[::2]) == sorted(fits[::2])
    fitting = {(plain.vertices[a], plain.vertices[b]) for a, b in zip(fits[::2], fits[1::2], strict=True)}
    for link in plain.listing:
        if link[0][0] < link[1][0]:
            assert (weight[link] == reward) == (link in fitting), link
    places = marks.places[marks.first_place[row] : marks.first_place[row + 1]]
    assert list(places) == sorted(set(places))
    n_met_and_charged = 0
    for place, position in enumerate(places, marks.first_place[row]):
        links = sorted(link for link in plain.arcs if link[0][0] == link[1][0] == position)
        for at, link in enumerate(links, marks.first_code[place]):
            code = marks.codes[at]
            expected = reward if code >= MET else float(plain.arcs[link].length)
            for _ in range(code % MET):
                expected += lattice.EPSILON
            assert weight[link] == expected, link
            n_met_and_charged += code > MET
    return n_met_and_charged


def assert_as_defined(batch: Sequence[Case]) -> int:
    """All rows of all sentences; return the number of insertions both met and charged."""
    gold, lattices = built(batch)
    marks = mark(lattices, gold.annotations)
    n_met_and_charged = 0
    for sentence, (source, output, rows) in enumerate(batch):
        if source == output:
            continue
        plain = lattice.build(source, output)
        assert list(plain.vertices) == vertices_of(lattices, sentence)
        for row, edits in zip(gold.rows(sentence), rows, strict=True):
            places = marks.places[marks.first_place[row] : marks.first_place[row + 1]]
            assert set(places) == {edit.start for edit in edits if edit.start == edit.end}
            n_met_and_charged += assert_as_weighed(plain, lattice.weigh(plain, edits), marks, row)
    return n_met_and_charged


@given(BATCHES)
@settings(max_examples=100, deadline=None)
def test_marks_are_those_of_the_definition(batch: list[Case]) -> None:
    """Empty texts, equal texts and repetition among them; sentences do not disturb each other."""
    assert_as_defined(batch)


def test_many_gold_edits_and_competing_insertions() -> None:
    """Edits that often fit, listed twice or out of order; the original may charge an insertion that it has met."""
    rng = random.Random(10)
    batch = [insertion_case(rng) for _ in range(200)] + [random_case(rng, 12) for _ in range(80)]
    assert assert_as_defined(batch) > 100


def test_a_long_insertion() -> None:
    """Every part of it has a code, more of them than there is room for at first."""
    output = [1, *([7, 8] * 20), 2]
    edits = [GoldEdit(1, 1, ((8,),)), GoldEdit(1, 1, ((7, 8), (8, 7))), GoldEdit(1, 1, ((7,),))]
    assert_as_defined([([1, 2], output, [edits, edits[::-1]])])
