"""The certificate finds the failing runs that looking at every start of a run by itself finds."""

import random
from array import array
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from errata.kernels.certificate import MAX_CUTS, Alternatives, find_failing_runs

GAP, MISMATCH = 4, 6
"""Costs are doubled."""


class Chain(NamedTuple):
    """A sentence with its cuts: per stretch what source, output and references have there, and what each is charged."""

    cuts: list[tuple[int, bool]]
    """The source token of each cut, and whether the output lacks it."""
    sources: list[list[int]]
    outputs: list[list[int]]
    references: list[list[list[int]]]
    sr_charges: list[list[int]]
    hr_charges: list[list[int]]
    sh_charges: list[int]


def read_token(row: list[float], text: Sequence[int], token: int, forbidden: tuple[int, bool] | None) -> list[float]:
    """Return the costs of all prefixes of `text` after one more token of the lattice, without a forbidden edge."""
    new: list[float] = []
    for p, cost in enumerate(row):
        ways = [] if forbidden == (p, True) else [cost + GAP]
        if p and forbidden != (p - 1, False):
            ways.append(row[p - 1] + (0 if text[p - 1] == token else MISMATCH))
        if p:
            ways.append(new[p - 1] + GAP)
        new.append(min(ways, default=inf))
    return new


def failing_runs(
    text: Sequence[int],
    edges: Sequence[tuple[int, bool]],
    tokens: Sequence[int],
    stretches: Sequence[Sequence[Sequence[int]]],
    charges: Sequence[Sequence[int]],
) -> list[tuple[int, int]]:
    """The definition for a text against a lattice: the worst run to each edge, if it does not cost more than charged.

    Cut c has its edge at `edges[c]`: a place in the text, and whether the cut's token stands against a gap there.
    """
    ends = [place for place, _ in edges] + [len(text)]
    values: dict[tuple[int, int], float] = {}
    for start in range(len(edges) + 1):
        begin = 0 if start == 0 else edges[start - 1][0] + (not edges[start - 1][1])
        row = [GAP * float(p - begin) if p >= begin else inf for p in range(len(text) + 1)]
        for at in range(start, len(edges) + 1):
            results = []
            for alternative, charge in zip(stretches[at], charges[at], strict=True):
                after = row
                for token in alternative:
                    after = read_token(after, text, token, None)
                results.append([cost - charge for cost in after])
            row = [min(costs) for costs in zip(*results, strict=True)]
            if at > start:
                values[start, at + 1] = row[ends[at]]
            if at < len(edges):
                row = [cost - GAP * edges[at][1] for cost in read_token(row, text, tokens[at], edges[at])]
    failures = []
    for end in range(2, len(edges) + 2):
        value, start = min((values[start, end], -start) for start in range(end - 1))
        if value <= 0:
            failures.append((-start, end))
    return failures


def join(stretches: Sequence[Sequence[int]], tokens: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return the text of stretches with tokens between them, and where these stand."""
    text, places = list(stretches[0]), []
    for stretch, between in zip(stretches[1:], tokens, strict=True):
        places.append(len(text))
        text += [*between, *stretch]
    return text, places


def assert_as_defined(chain: Chain) -> int:
    """The failures of all three pairs; return their number."""
    tokens = [token for token, _ in chain.cuts]
    gaps = [is_deleted for _, is_deleted in chain.cuts]
    source, source_places = join(chain.sources, [[token] for token in tokens])
    output, output_places = join(chain.outputs, [[] if is_deleted else [token] for token, is_deleted in chain.cuts])
    to_source, to_output = [(place, False) for place in source_places], list(zip(output_places, gaps, strict=True))
    expected = failing_runs(source, to_source, tokens, chain.references, chain.sr_charges)
    expected += failing_runs(output, to_output, tokens, chain.references, chain.hr_charges)
    own, own_charges = [[stretch] for stretch in chain.sources], [[charge] for charge in chain.sh_charges]
    expected += failing_runs(output, to_output, tokens, own, own_charges)

    ids, first, bounds = array("i", source + output), array("i", [0]), array("i")
    for texts in chain.references:
        for text in texts:
            bounds.append(len(ids))
            ids.extend(text)
            bounds.append(len(ids))
        first.append(len(bounds) // 2)
    cuts = array("i", [n for cut in zip(source_places, output_places, gaps, strict=True) for n in cut])
    sr, hr = (array("i", [n for row in rows for n in row]) for rows in (chain.sr_charges, chain.hr_charges))
    alternatives = Alternatives(first, bounds, sr, hr, array("i", chain.sh_charges))
    found = find_failing_runs(ids, len(source), len(output), cuts, alternatives)
    assert found == expected, chain
    return len(found)


def make_chain(integer: Callable[[int, int], int], n_cuts: int, longest: int, highest: int) -> Chain:
    """Make a chain of random integers between bounds: few words, texts of all lengths, stretches that all share."""
    size = integer(1, 4)

    def words() -> list[int]:
        return [integer(0, size - 1) for _ in range(integer(0, longest))]

    sources = [words() for _ in range(n_cuts + 1)]
    outputs = [list(stretch) if integer(0, 1) else words() for stretch in sources]
    references = [[words() if integer(0, 1) else list(stretch) for _ in range(integer(1, 3))] for stretch in sources]
    sr, hr = ([[integer(0, highest) for _ in texts] for texts in references] for _ in range(2))
    cuts = [(integer(0, size - 1), not integer(0, 3)) for _ in range(n_cuts)]
    return Chain(cuts, sources, outputs, references, sr, hr, [integer(0, highest) for _ in sources])


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_failures_are_those_of_the_definition(data: st.DataObject) -> None:
    """Kept and deleted cuts, empty stretches, texts that repeat one word, and no cut at all."""
    n_cuts, highest = data.draw(st.integers(0, 4)), data.draw(st.sampled_from([0, 3, 8]))
    assert_as_defined(make_chain(lambda low, high: data.draw(st.integers(low, high)), n_cuts, 2, highest))


def test_long_sentences() -> None:
    """Some of the cuts hold and some do not."""
    rng = random.Random(5)
    counts = [assert_as_defined(make_chain(rng.randint, 25, 4, highest)) for highest in (0, 1, 2, 4, 6)]
    assert min(counts) < 10 < 40 < max(counts)


def test_more_cuts_than_a_cell_holds_prove_nothing() -> None:
    """The start of a run has to fit into the lower bits of a cell."""
    nothing = array("i", [0])
    assert (
        find_failing_runs(nothing, 0, 0, array("i", bytes(12 * (MAX_CUTS + 1))), Alternatives(*[nothing] * 5)) is None
    )


def test_tables_beyond_half_a_gigabyte_prove_nothing() -> None:
    """A sentence without cuts is one stretch, and its table is the square of it."""
    n = 6_000
    whole, empty = array("i", [0, 1]), array("i", [0])
    ids = array("i", range(3 * n))
    spans = array("i", [2 * n, 3 * n])
    assert find_failing_runs(ids, n, n, array("i"), Alternatives(whole, spans, empty, empty, empty)) is None
