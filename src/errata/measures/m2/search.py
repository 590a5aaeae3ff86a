"""MaxMatch: the changes between source and output that agree best with each annotator's gold edits.

Three editions of the search are offered, under the names users give them.

* `official`: the M² scorer's last version, exact down to ties and rounding; `errata.measures.m2.lattice` defines it.
* `3.2`: the release of the CoNLL-2014 shared task. It gives words inserted before the first source word
  different offsets and is otherwise the same.
* `paper`: Dahlmeier & Ng (2012). One edit lattice, as many gold edits matched as any path can, then the paper's
  tie rules in whole numbers; `kernels.overlap` defines it.

If a lattice of the first two has more arcs than a budget, it is searched by a bounded algorithm, and the result
says so. Pack sources and gold edits once, then search any number of outputs.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from errata.kernels.buffers import Texts
from errata.kernels.lattices import build_lattices
from errata.kernels.limits import TooLargeError
from errata.kernels.marks import mark
from errata.kernels.matches import N_COLUMNS, count_matches, read_paths, room_for_paths
from errata.kernels.maxmatch import search_exactly
from errata.kernels.origins import search_bounded
from errata.kernels.overlap import search_overlap
from errata.kernels.structures import Lattices
from errata.kernels.survey import survey
from errata.measures.m2 import lattice
from errata.measures.m2.proposals import Gold, Proposal, count_overlap, pack_gold, pack_texts
from errata.records import dataclass, replace

__all__ = ["Counts", "Edition", "Effort", "Gold", "Matches", "pack_gold", "pack_texts", "search"]

Edition = Literal["official", "3.2", "paper"]

DEFAULT_BUDGET = 2 * 10**7
"""Lattices with up to this many arcs are searched exactly: 80 times the largest seen in real outputs."""

PLAIN_BUDGET = 2 * 10**5
"""The same if edition 3.2 needs the plain search, which takes a second or two for this many."""

_STEPS_PER_ARC = 16
"""Steps per arc of the budget after which the exact search gives up; real outputs take fewer than 5."""

_CELLS_AT_ONCE = 1 << 22


class Counts(NamedTuple):
    """What the measure adds up: gold edits matched, changes proposed, gold edits."""

    correct: int
    proposed: int
    gold: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How one sentence was searched.

    `pairs` is the number of arcs: an estimate when the method is bounded, and 0 in edition `paper` and for an
    output equal to its source. Only the bounded method has a `width`, the number of origins kept per vertex
    and number of unchanged tokens, and may have dropped some.
    """

    method: Literal["exact", "bounded"] = "exact"
    n_vertices: int = 0
    pairs: int = 0
    width: int = 0
    has_dropped: bool = False


_NO_EFFORT = Effort()


@dataclass(frozen=True)
class Matches:
    """The outcome of a search: counts and proposals of every row, effort of every sentence.

    The arrays are flat: `counts` has three numbers a row; the proposals of row r, six numbers each in the
    order of `Proposal`, are those from `first_proposal[r]` to `first_proposal[r + 1]`.
    """

    gold: Gold
    outputs: Texts
    edition: Edition
    counts: array[int]
    first_proposal: array[int]
    proposals: array[int]
    efforts: tuple[Effort, ...]

    def count(self, row: int) -> Counts:
        """Return the counts of one row."""
        return Counts(*self.counts[3 * row : 3 * row + 3])

    def edits(self, row: int) -> tuple[Proposal, ...]:
        """Return the proposals of one row, from left to right."""
        return tuple(
            Proposal(*self.proposals[N_COLUMNS * p : N_COLUMNS * (p + 1)])
            for p in range(self.first_proposal[row], self.first_proposal[row + 1])
        )

    @property
    def bounded(self) -> tuple[int, ...]:
        """The sentences decided by the bounded method."""
        return tuple(index for index, effort in enumerate(self.efforts) if effort.method == "bounded")

    def filtered(self, keep: Callable[[int, Proposal], bool]) -> Matches:
        """Drop the proposals for which `keep(sentence, proposal)` is false and count again.

        The search itself is not repeated: dropped proposals were still preferred to other paths.
        """
        kept = [
            [proposal for proposal in self.edits(row) if keep(sentence, proposal)]
            for sentence in range(len(self.gold))
            for row in self.gold.rows(sentence)
        ]
        return _counted(self, *_pack_proposals(kept))


def search(
    gold: Gold,
    outputs: Texts | Sequence[Sequence[int]],
    *,
    unchanged: int = 2,
    edition: Edition = "official",
    budget: int | None = DEFAULT_BUDGET,
) -> Matches:
    """Find each annotator's proposals and counts for every sentence.

    `unchanged` is the maximum number of unchanged tokens in a proposal. Lattices with more than `budget` arcs,
    or that take more than 16 times as many steps for an annotator, are searched by the bounded method: None for
    no limit, 0 to use it always (edition `paper` never needs it). Raises `TooLargeError` with the number of a
    sentence that is beyond that, too.

    >>> from errata.measures.m2.proposals import GoldEdit
    >>> gold = pack_gold([[1, 2, 3]], [[[GoldEdit(1, 2, ((9,),))], []]])
    >>> matches = search(gold, [[1, 9, 3]])
    >>> [matches.count(row) for row in gold.rows(0)]
    [Counts(correct=1, proposed=1, gold=1), Counts(correct=0, proposed=1, gold=0)]
    """
    if edition not in get_args(Edition):
        raise ValueError(f"unknown edition {edition!r}; there are {', '.join(get_args(Edition))}")
    packed = outputs if isinstance(outputs, Texts) else pack_texts(outputs)
    if len(packed) != len(gold):
        raise ValueError(f"{len(packed)} outputs but {len(gold)} sources")
    if unchanged < 0 or (budget is not None and budget < 0):
        raise ValueError(f"unchanged ({unchanged}) and budget ({budget}) must not be negative")
    # More unchanged tokens than there are tokens change nothing, and the kernels count in 32 bits.
    unchanged = min(unchanged, len(packed.ids))
    parts = []
    for begin, end in _blocks(gold.sources, packed):
        try:
            parts.append(_search_part(gold.part(begin, end), packed.part(begin, end), unchanged, edition, budget))
        except TooLargeError as error:
            raise error.moved(begin) from None
    return parts[0] if len(parts) == 1 else _joined(gold, packed, parts)


def _blocks(sources: Texts, outputs: Texts) -> Iterator[tuple[int, int]]:
    """Divide the sentences so that the lattices of a block do not need much memory at once."""
    begin = cells = 0
    for index in range(len(sources)):
        n = sources.bounds[index + 1] - sources.bounds[index]
        m = outputs.bounds[index + 1] - outputs.bounds[index]
        cells += (n + 1) * (m + 1)
        if cells > _CELLS_AT_ONCE and index > begin:
            yield begin, index
            begin, cells = index, (n + 1) * (m + 1)
    yield begin, len(sources)


def _search_part(gold: Gold, outputs: Texts, unchanged: int, edition: Edition, budget: int | None) -> Matches:
    annotations = gold.annotations
    lattices = build_lattices(gold.sources, outputs, both_tables=edition != "paper")
    first = lattices.first_vertex
    marks = mark(lattices, annotations)
    paths = room_for_paths(lattices, annotations)
    if edition == "paper":
        counts = search_overlap(lattices, annotations, marks, unchanged, paths)
        efforts = [Effort(n_vertices=first[k + 1] - first[k]) for k in range(len(gold))]
    else:
        sizes = survey(lattices, unchanged, -1 if budget is None else budget)
        steps = -1 if budget is None else _STEPS_PER_ARC * budget
        search_exactly(lattices, annotations, marks, sizes, unchanged, paths, steps)
        widths, has_dropped = search_bounded(lattices, annotations, marks, sizes, unchanged, paths)
        efforts = [
            Effort(
                "exact" if sizes.is_exact[k] else "bounded",
                first[k + 1] - first[k],
                sizes.pairs[k],
                widths[k],
                bool(has_dropped[k]),
            )
            if first[k] < first[k + 1]
            else _NO_EFFORT
            for k in range(len(gold))
        ]
    proposals, first_proposal = read_paths(lattices, annotations, paths, unchanged)
    matches = Matches(gold, outputs, edition, array("q"), first_proposal, proposals, tuple(efforts))
    if edition == "paper":
        for row in range(gold.n_rows):
            counts[3 * row + 1] = first_proposal[row + 1] - first_proposal[row]
        return replace(matches, counts=counts)
    if edition == "3.2":
        return _as_in_release_3_2(matches, lattices, unchanged)
    return _counted(matches, first_proposal, proposals)


def _as_in_release_3_2(matches: Matches, lattices: Lattices, unchanged: int) -> Matches:
    """Search again with the plain search if words are inserted before the first source word.

    If the lattice is too large for that, the official proposals stay and the sentence counts as bounded.
    """
    gold, outputs = matches.gold, matches.outputs
    efforts = list(matches.efforts)
    found: dict[int, tuple[Proposal, ...]] = {}
    for sentence in range(len(gold)):
        first = lattices.first_vertex[sentence]
        # Insertions in row 0 begin in the first slot of the first vertex.
        if first == lattices.first_vertex[sentence + 1] or lattices.target[3 * first] < 0:
            continue
        if efforts[sentence].method == "bounded" or efforts[sentence].pairs > PLAIN_BUDGET:
            efforts[sentence] = replace(efforts[sentence], method="bounded")
            continue
        source, output = gold.sources.text(sentence), outputs.text(sentence)
        plain = lattice.build(source, output, unchanged=unchanged, edition="3.2")
        for row in gold.rows(sentence):
            found[row] = lattice.propose(plain, gold.edits(row))
    made = [found[row] if row in found else matches.edits(row) for row in range(gold.n_rows)]
    return _counted(replace(matches, efforts=tuple(efforts)), *_pack_proposals(made))


def _pack_proposals(rows: Sequence[Sequence[Proposal]]) -> tuple[array[int], array[int]]:
    first, numbers = array("q", [0]), array("i")
    for row in rows:
        for p in row:
            numbers.extend((p.start, p.end, p.source_start, p.source_end, p.output_start, p.output_end))
        first.append(len(numbers) // N_COLUMNS)
    return first, numbers


def _counted(matches: Matches, first_proposal: array[int], proposals: array[int]) -> Matches:
    """Return the matches with these proposals and their counts."""
    gold, outputs = matches.gold, matches.outputs
    counts = count_matches(gold.sources, outputs, gold.annotations, proposals, first_proposal)
    new = replace(matches, counts=counts, first_proposal=first_proposal, proposals=proposals)
    if matches.edition == "paper":
        for sentence in range(len(gold)):
            source, output = gold.sources.text(sentence), outputs.text(sentence)
            for row in gold.rows(sentence):
                counts[3 * row] = count_overlap(new.edits(row), gold.edits(row), source, output)
    return new


def _joined(gold: Gold, outputs: Texts, parts: Sequence[Matches]) -> Matches:
    counts, first_proposal, proposals = array("q"), array("q", [0]), array("i")
    for part in parts:
        counts.extend(part.counts)
        proposals.extend(part.proposals)
        first_proposal.extend([first_proposal[-1] + offset for offset in part.first_proposal[1:]])
    efforts = tuple(effort for part in parts for effort in part.efforts)
    return Matches(gold, outputs, parts[0].edition, counts, first_proposal, proposals, efforts)
