"""Random sources, outputs and gold edits for the MaxMatch kernels, and what the kernels make of them."""

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from errata.kernels.lattices import build_lattices
from errata.kernels.structures import Lattices
from errata.measures.m2.lattice import Vertex
from errata.measures.m2.proposals import GoldEdit
from errata.measures.m2.search import Gold, Matches, pack_gold, pack_texts, search

Case = tuple[list[int], list[int], list[list[GoldEdit]]]
LIMITS = [0, 1, 2, 3, 5]


def random_case(rng: random.Random, longest: int, null_edits: bool = True) -> Case:
    """Few letters, much repetition, gold edits that often fit, in any order, some listed twice."""
    n_letters = rng.randint(1, 8)

    def letters(n: int) -> list[int]:
        return [rng.randrange(n_letters) for _ in range(n)]

    source = letters(rng.randint(0, longest))
    output: list[int] = []
    if rng.random() < 0.5:
        output = letters(rng.randint(0, longest))
    else:
        for word in source:
            output += rng.choice(([word], [word], [word], letters(1), [word, *letters(rng.randint(1, 2))], []))
    rows = []
    for _ in range(rng.randint(1, 3)):
        edits = []
        for _ in range(rng.choice((0, 1, 2, 3, 5, 8))):
            start = rng.randint(0, len(source))
            end = min(len(source), start + rng.choice((0, 0, 0, 1, 1, 2, 3)))
            if rng.random() < 0.03:
                start, end = end, start
            corrections = []
            for _ in range(rng.choice((1, 1, 2, 3))):
                at = rng.randint(0, len(output))
                likely = output[at : at + rng.randint(0, 3)]
                corrections.append(tuple(rng.choice((likely, likely, letters(rng.randint(0, 3)), source[start:end]))))
            if not null_edits:
                corrections = [c for c in corrections if c != tuple(source[start:end])] or [(99,)]
            edits.append(GoldEdit(start, end, tuple(corrections)))
        if rng.random() < 0.7:
            edits.sort(key=lambda edit: (edit.start, edit.end))
        if edits and rng.random() < 0.1:
            edits.append(edits[0])
        rows.append(edits)
    return source, output, rows


def insertion_case(rng: random.Random) -> Case:
    """A short source, an output of long insertions, many gold insertions at few places."""
    source = [rng.randrange(4) for _ in range(rng.randint(0, 2))]
    output: list[int] = []
    for word in [*source, 9]:
        output += [rng.randrange(3) for _ in range(rng.randint(0, 6))] + [word]
    rows = []
    for _ in range(2):
        edits = []
        for _ in range(rng.randint(1, 6)):
            place = rng.randint(0, len(source))
            at = rng.randrange(len(output))
            edits.append(GoldEdit(place, place, (tuple(output[at : at + rng.randint(1, 3)]),)))
        rows.append(edits)
    return source, output, rows


def packed(cases: Sequence[Case]) -> Gold:
    """Return sources and gold edits as kernels take them."""
    return pack_gold([source for source, _, _ in cases], [rows for _, _, rows in cases])


def built(batch: Sequence[Case], *, both_tables: bool = True) -> tuple[Gold, Lattices]:
    """Return the packed gold and the lattices of all cases."""
    gold = packed(batch)
    return gold, build_lattices(gold.sources, pack_texts([output for _, output, _ in batch]), both_tables)


def vertices_of(lattices: Lattices, sentence: int) -> list[Vertex]:
    """Return the vertices of one sentence by number."""
    numbers = range(lattices.first_vertex[sentence], lattices.first_vertex[sentence + 1])
    return [(lattices.row[number], lattices.column[number]) for number in numbers]


def found(cases: Sequence[Case], unchanged: int, budget: int | None = None) -> Matches:
    """Return what the whole search finds."""
    return search(packed(cases), [output for _, output, _ in cases], unchanged=unchanged, budget=budget)


tokens = st.integers(0, 3)
texts = st.lists(tokens, max_size=9)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw short texts of few letters, the same text twice too, and the gold edits of one or two annotators."""
    source, output = draw(texts), draw(texts)
    offsets = st.integers(0, len(source))
    corrections = st.lists(st.lists(tokens, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple)
    edits = st.builds(GoldEdit, offsets, offsets, corrections)
    return source, output, draw(st.lists(st.lists(edits, max_size=6), min_size=1, max_size=2))


BATCHES = st.lists(cases(), max_size=3)
