"""MaxMatch: the changes between source and output that agree best with each annotator's gold edits.

Three editions of the search are offered, under the names users give them:

official  the M² scorer's last state, exact to its ties and its rounding (`align.lattice` is the definition)
3.2       the release of the CoNLL-2014 shared task, which gives words inserted before the first source word other
          offsets; where there are none it is the same
paper     Dahlmeier & Ng (2012): one edit lattice, as many gold edits met as any path can, then their tie rules in
          whole numbers (`kernels.overlap`)

Lattices of the official edition with more arcs than a budget are searched by a bounded algorithm, and the result
says so. Pack sources and gold edits once, then search any number of outputs.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from errata.align import lattice
from errata.align.edits import GoldEdit, Proposal, count_overlap
from errata.kernels._buffers import Annotations, Lattices, Texts, zeros
from errata.kernels.lattices import build_lattices
from errata.kernels.marks import mark
from errata.kernels.matches import N_COLUMNS, count_matches, read_paths, room_for_paths
from errata.kernels.maxmatch import search_exactly
from errata.kernels.origins import search_bounded
from errata.kernels.overlap import search_overlap
from errata.kernels.survey import survey

Edition = Literal["official", "3.2", "paper"]

DEFAULT_BUDGET = 2 * 10**7
"""Arcs (pairs of vertices) up to which a lattice is searched exactly: 80 times the largest seen in real outputs."""

PLAIN_BUDGET = 2 * 10**5
"""The same where edition 3.2 needs the plain search, which takes about a second for so many."""

_CELLS_AT_ONCE = 1 << 22


class Counts(NamedTuple):
    """What the measure adds up: gold edits met, changes proposed, gold edits."""

    correct: int
    proposed: int
    gold: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How one sentence was searched.

    `listings` is the original's number of listed arcs, the reward of a met edit; it and `pairs` are estimates when the
    method is bounded, and 0 in edition `paper` and for an output equal to its source. Only the bounded method has a
    `width`, the number of origins kept per vertex and number of unchanged tokens, and may have dropped some.
    """

    method: Literal["exact", "bounded"]
    n_vertices: int
    pairs: int
    listings: int
    width: int
    has_dropped: bool


@dataclass(frozen=True)
class Gold:
    """Sources and the gold edits of their annotators, packed for the kernels; made by `pack_gold`.

    An annotator of one sentence is a *row*; rows are numbered through, sentence by sentence.
    """

    sources: Texts
    annotations: Annotations

    def __len__(self) -> int:
        return len(self.sources)

    def rows(self, sentence: int) -> range:
        """Return the rows of one sentence."""
        return range(self.annotations.first_row[sentence], self.annotations.first_row[sentence + 1])

    def edits(self, row: int) -> tuple[GoldEdit, ...]:
        """Return the gold edits of one row."""
        packed = self.annotations
        bounds, ids = packed.corrections.bounds, packed.corrections.ids
        return tuple(
            GoldEdit(
                packed.start[e],
                packed.end[e],
                tuple(
                    tuple(ids[bounds[c] : bounds[c + 1]])
                    for c in range(packed.first_correction[e], packed.first_correction[e + 1])
                ),
            )
            for e in range(packed.first_edit[row], packed.first_edit[row + 1])
        )


@dataclass(frozen=True)
class Matches:
    """The outcome of a search: counts and proposals of every row, effort of every sentence.

    The arrays are flat: `counts` has three numbers a row; the proposals of row r, six numbers each in the order of
    `Proposal`, are those from `first_proposal[r]` to `first_proposal[r + 1]`.
    """

    gold: Gold
    outputs: Texts
    edition: Edition
    counts: array
    first_proposal: array
    proposals: array
    n_vertices: array
    pairs: array
    listings: array
    is_exact: array
    widths: array
    has_dropped: array

    def count(self, row: int) -> Counts:
        """Return the counts of one row."""
        return Counts(*self.counts[3 * row : 3 * row + 3])

    def edits(self, row: int) -> tuple[Proposal, ...]:
        """Return the proposals of one row, from left to right."""
        return tuple(
            Proposal(*self.proposals[N_COLUMNS * p : N_COLUMNS * (p + 1)])
            for p in range(self.first_proposal[row], self.first_proposal[row + 1])
        )

    def effort(self, sentence: int) -> Effort:
        """Tell how one sentence was searched."""
        return Effort(
            "exact" if self.is_exact[sentence] else "bounded",
            self.n_vertices[sentence],
            self.pairs[sentence],
            self.listings[sentence],
            self.widths[sentence],
            bool(self.has_dropped[sentence]),
        )

    @property
    def bounded(self) -> tuple[int, ...]:
        """The sentences decided by the bounded method."""
        return tuple(index for index, exact in enumerate(self.is_exact) if not exact)

    def filtered(self, keep: Callable[[int, Proposal], bool]) -> "Matches":
        """Drop the proposals for which `keep(sentence, proposal)` is false and count anew; the search stays."""
        kept = [
            [proposal for proposal in self.edits(row) if keep(sentence, proposal)]
            for sentence in range(len(self.gold))
            for row in self.gold.rows(sentence)
        ]
        first_proposal, proposals = _pack_proposals(kept)
        counted = replace(self, first_proposal=first_proposal, proposals=proposals)
        return replace(counted, counts=_count(counted))


def pack_texts(texts: Sequence[Sequence[int]]) -> Texts:
    """Pack token sequences; ids are 0 or more and fit 32 bits."""
    packed = _pack(texts)
    if len(packed.ids) and min(packed.ids) < 0:
        raise ValueError(f"token ids must not be negative, found {min(packed.ids)}")
    return packed


def _pack(texts: Sequence[Sequence[int]]) -> Texts:
    ids, bounds = array("i"), array("i", [0])
    for text in texts:
        ids.extend(text)
        bounds.append(len(ids))
    return Texts(ids, bounds)


def pack_gold(sources: Sequence[Sequence[int]], annotators: Sequence[Sequence[Sequence[GoldEdit]]]) -> Gold:
    """Pack the sources and, for each of them, the edits of each of its annotators in file order.

    Offsets must lie within the source; a correction may hold `NO_TOKEN`.
    """
    if len(sources) != len(annotators):
        raise ValueError(f"{len(sources)} sources but annotators for {len(annotators)} sentences")
    first_row, first_edit, first_correction = array("i", [0]), array("i", [0]), array("i", [0])
    start, end = array("i"), array("i")
    corrections: list[Sequence[int]] = []
    for index, (source, rows) in enumerate(zip(sources, annotators, strict=True)):
        for edits in rows:
            for edit in edits:
                if not (0 <= edit.start <= len(source) and 0 <= edit.end <= len(source)):
                    raise ValueError(
                        f"gold edit {edit.start} {edit.end} of sentence {index} does not lie within its "
                        f"{len(source)} tokens; such edits are to be dropped before"
                    )
                start.append(edit.start)
                end.append(edit.end)
                corrections.extend(edit.corrections)
                first_correction.append(len(corrections))
            first_edit.append(len(start))
        first_row.append(len(first_edit) - 1)
    packed = Annotations(first_row, first_edit, start, end, first_correction, _pack(corrections))
    return Gold(pack_texts(sources), packed)


def search(
    gold: Gold,
    outputs: Texts | Sequence[Sequence[int]],
    *,
    unchanged: int = 2,
    edition: Edition = "official",
    budget: int | None = DEFAULT_BUDGET,
) -> Matches:
    """Find each annotator's proposals and counts for every sentence.

    `unchanged` is the most unchanged tokens a proposal may contain. Lattices with more than `budget` arcs are searched
    by the bounded method: None for no limit, 0 to use it always (edition `paper` needs none).

    >>> gold = pack_gold([[1, 2, 3]], [[[GoldEdit(1, 2, ((9,),))], []]])
    >>> matches = search(gold, [[1, 9, 3]])
    >>> [matches.count(row) for row in gold.rows(0)]
    [Counts(correct=1, proposed=1, gold=1), Counts(correct=0, proposed=1, gold=0)]
    """
    packed = outputs if isinstance(outputs, Texts) else pack_texts(outputs)
    if len(packed) != len(gold):
        raise ValueError(f"{len(packed)} outputs but {len(gold)} sources")
    if unchanged < 0 or (budget is not None and budget < 0):
        raise ValueError(f"unchanged ({unchanged}) and budget ({budget}) must not be negative")
    # More unchanged tokens than there are tokens change nothing, and the kernels count in 32 bits.
    unchanged = min(unchanged, len(packed.ids))
    parts = [
        _search_part(
            Gold(gold.sources.part(begin, end), gold.annotations.part(begin, end)),
            packed.part(begin, end),
            unchanged,
            edition,
            -1 if budget is None else budget,
        )
        for begin, end in _blocks(gold.sources, packed)
    ]
    return _joined(gold, packed, parts) if len(parts) != 1 else parts[0]


def _blocks(sources: Texts, outputs: Texts) -> Iterator[tuple[int, int]]:
    """Divide the sentences so that the lattices of a block need not much memory at once."""
    begin = cells = 0
    for index in range(len(sources)):
        n = sources.bounds[index + 1] - sources.bounds[index]
        m = outputs.bounds[index + 1] - outputs.bounds[index]
        cells += (n + 1) * (m + 1)
        if cells > _CELLS_AT_ONCE and index > begin:
            yield begin, index
            begin, cells = index, (n + 1) * (m + 1)
    yield begin, len(sources)


def _search_part(gold: Gold, outputs: Texts, unchanged: int, edition: Edition, budget: int) -> Matches:
    annotations = gold.annotations
    lattices = build_lattices(gold.sources, outputs, both_tables=edition != "paper")
    marks = mark(lattices, annotations)
    paths = room_for_paths(lattices, annotations)
    n = len(gold)
    first = lattices.first_vertex
    n_vertices = array("q", [first[k + 1] - first[k] for k in range(n)])
    if edition == "paper":
        counts = search_overlap(lattices, annotations, marks, unchanged, paths)
        pairs, listings, is_exact = zeros("q", n)[:n], zeros("q", n)[:n], array("B", [1] * n)
        widths, has_dropped = zeros("i", n)[:n], zeros("B", n)[:n]
    else:
        sizes = survey(lattices, unchanged, budget)
        search_exactly(lattices, annotations, marks, sizes, unchanged, paths)
        widths, has_dropped = search_bounded(lattices, annotations, marks, sizes, unchanged, paths)
        pairs, listings, is_exact = sizes.pairs[:n], sizes.listings[:n], sizes.is_exact[:n]
    proposals, first_proposal = read_paths(lattices, annotations, paths, unchanged)
    matches = Matches(
        gold,
        outputs,
        edition,
        array("q"),
        first_proposal,
        proposals,
        n_vertices,
        pairs,
        listings,
        is_exact,
        widths[:n],
        has_dropped[:n],
    )
    if edition == "paper":
        for row in range(len(counts) // 3):
            counts[3 * row + 1] = first_proposal[row + 1] - first_proposal[row]
        return replace(matches, counts=counts)
    if edition == "3.2":
        matches = _as_in_release_3_2(matches, lattices, unchanged)
    return replace(matches, counts=_count(matches))


def _as_in_release_3_2(matches: Matches, lattices: Lattices, unchanged: int) -> Matches:
    """Search again, plainly, where words are inserted before the first source word.

    Where the lattice is too large for that the official proposals stay and the sentence counts as bounded.
    """
    gold, outputs = matches.gold, matches.outputs
    is_exact = matches.is_exact[:]
    found = {}
    for sentence in range(len(gold)):
        first = lattices.first_vertex[sentence]
        # Whatever is inserted there begins with the first slot of the first vertex.
        if first == lattices.first_vertex[sentence + 1] or lattices.target[3 * first] < 0:
            continue
        if not is_exact[sentence] or matches.pairs[sentence] > PLAIN_BUDGET:
            is_exact[sentence] = 0
            continue
        plain = lattice.build(
            gold.sources.text(sentence), outputs.text(sentence), unchanged=unchanged, edition="3.2"
        )
        for row in gold.rows(sentence):
            found[row] = lattice.propose(plain, gold.edits(row))
    if not found:
        return replace(matches, is_exact=is_exact)
    n_rows = len(matches.first_proposal) - 1
    first_proposal, proposals = _pack_proposals(
        [found[row] if row in found else matches.edits(row) for row in range(n_rows)]
    )
    return replace(matches, is_exact=is_exact, first_proposal=first_proposal, proposals=proposals)


def _pack_proposals(rows: Sequence[Sequence[Proposal]]) -> tuple[array, array]:
    first, numbers = array("q", [0]), array("i")
    for row in rows:
        for p in row:
            numbers.extend(
                (p.start, p.end, p.source_start, p.source_end, p.output_start, p.output_end),
            )
        first.append(len(numbers) // N_COLUMNS)
    return first, numbers


def _count(matches: Matches) -> array:
    gold, outputs = matches.gold, matches.outputs
    counts = count_matches(
        gold.sources, outputs, gold.annotations, matches.proposals, matches.first_proposal
    )
    if matches.edition == "paper":
        for sentence in range(len(gold)):
            source, output = gold.sources.text(sentence), outputs.text(sentence)
            for row in gold.rows(sentence):
                counts[3 * row] = count_overlap(matches.edits(row), gold.edits(row), source, output)
    return counts


def _joined(gold: Gold, outputs: Texts, parts: Sequence[Matches]) -> Matches:
    first_proposal = array("q", [0])
    for part in parts:
        first_proposal.extend([first_proposal[-1] + offset for offset in part.first_proposal[1:]])

    def column(name: str) -> array:
        joined = getattr(parts[0], name)[:]
        for part in parts[1:]:
            joined.extend(getattr(part, name))
        return joined

    return Matches(
        gold,
        outputs,
        parts[0].edition,
        column("counts"),
        first_proposal,
        column("proposals"),
        column("n_vertices"),
        column("pairs"),
        column("listings"),
        column("is_exact"),
        column("widths"),
        column("has_dropped"),
    )
