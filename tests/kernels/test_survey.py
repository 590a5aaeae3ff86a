"""Sizes of lattices are those of the plain search; estimates are what they say."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.lattice_cases import BATCHES, LIMITS, Case, built, random_case, vertices_of

from errata.kernels.survey import survey
from errata.measures.m2 import lattice


def assert_as_defined(batch: Sequence[Case], unchanged: int) -> int:
    """Pairs, listings and the long keep arcs that the clean-up forgot; return the number of these."""
    _, lattices = built(batch)
    sizes = survey(lattices, unchanged, -1)
    n_survivors = 0
    for sentence, (source, output, _) in enumerate(batch):
        assert sizes.is_exact[sentence]
        if source == output:
            assert (sizes.pairs[sentence], sizes.listings[sentence]) == (0, 0)
            continue
        plain = lattice.build(source, output, unchanged=unchanged)
        assert sizes.pairs[sentence] == len(plain.arcs), (source, output)
        assert sizes.listings[sentence] == len(plain.listing), (source, output)
        listed = set(plain.listing)
        first = lattices.first_vertex[sentence]
        for number, (i, j) in enumerate(vertices_of(lattices, sentence), first):
            for at in range(sizes.first_slot[number], sizes.first_slot[number + 1]):
                length = at - sizes.first_slot[number] + 2
                link = (i - length, j - length), (i, j)
                assert plain.arcs[link].is_keep
                assert sizes.survives[at] == (link in listed), (source, output, link)
                n_survivors += sizes.survives[at]
        n_slots = sizes.first_slot[lattices.first_vertex[sentence + 1]] - sizes.first_slot[first]
        assert n_slots == sum(arc.is_keep and arc.length > 1 for arc in plain.arcs.values())
    return n_survivors


@given(BATCHES, st.sampled_from(LIMITS))
@settings(max_examples=100, deadline=None)
def test_sizes_are_those_of_the_definition(batch: list[Case], unchanged: int) -> None:
    """Empty texts, equal texts and repetition among them; sentences do not disturb each other."""
    assert_as_defined(batch, unchanged)


@pytest.mark.parametrize("unchanged", LIMITS)
def test_sizes_of_longer_texts(unchanged: int) -> None:
    """Where four tokens may stay unchanged some long keep arcs outlive the clean-up."""
    rng = random.Random(unchanged)
    batch: list[Case] = [random_case(rng, 24) for _ in range(12)]
    batch.append(([1, 2, 3, 1, 2, 4, 5] * 3, [1, 2, 3, 6, 5] * 4, []))
    n_survivors = assert_as_defined(batch, unchanged)
    assert n_survivors > 0 or unchanged < 2


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 3), (12, 12), (4, 9), (12, 1)])
def test_listings_of_a_complete_rewrite(n: int, m: int) -> None:
    """Of equally long texts the n substitutions are tight in both tables, where they cost as much."""
    sizes = survey(built([(list(range(n)), list(range(100, 100 + m)), [])])[1], 2, -1)
    pairs = (n + 2) * (n + 1) // 2 * ((m + 2) * (m + 1) // 2) - (n + 1) * (m + 1)
    assert sizes.pairs[0] == pairs
    if n == m:
        assert sizes.listings[0] == pairs + n


def test_beyond_the_budget_listings_are_a_power_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to 1024 vertices all are looked at: pairs are exact, listings rounded up as they were before the clean-up."""
    rng = random.Random(3)
    monkeypatch.setattr(lattice, "_clean", lambda links, _: links)
    for source, output, _ in [random_case(rng, 12) for _ in range(40)]:
        if source == output:
            continue
        plain = lattice.build(source, output)
        _, lattices = built([(source, output, [])])
        budget = len(plain.arcs)
        assert survey(lattices, 2, budget).is_exact[0]
        sizes = survey(lattices, 2, budget - 1)
        assert not sizes.is_exact[0]
        assert sizes.pairs[0] == budget
        assert sizes.listings[0] == 1 << (len(plain.listing) - 1).bit_length()
