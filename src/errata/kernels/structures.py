"""The data that MaxMatch kernels exchange, in flat buffers.

Offsets are as in `buffers`; vertices are numbered within their sentence.
"""

from array import array
from collections.abc import Sequence

from errata.kernels.buffers import Texts, append_offsets, rebased
from errata.records import dataclass


@dataclass(frozen=True)
class Annotations:
    """Gold edits of all annotators; an annotator of one sentence is a *row*.

    Rows of sentence s: `first_row[s]` to `first_row[s + 1]`. Edits of row r, in file order: `first_edit[r]`
    …; alternatives of edit e: `first_correction[e]` …; these are texts in `corrections`.
    """

    first_row: array
    first_edit: array
    start: array
    end: array
    first_correction: array
    corrections: Texts

    def part(self, begin: int, end: int) -> "Annotations":
        """Return the rows of only the sentences `begin:end`."""
        if (begin, end) == (0, len(self.first_row) - 1):
            return self
        rows = self.first_row[begin : end + 1]
        edits = self.first_edit[rows[0] : rows[-1] + 1]
        corrections = self.first_correction[edits[0] : edits[-1] + 1]
        return Annotations(
            rebased(rows),
            rebased(edits),
            self.start[edits[0] : edits[-1]],
            self.end[edits[0] : edits[-1]],
            rebased(corrections),
            self.corrections.part(corrections[0], corrections[-1]),
        )

    def picked(self, places: Sequence[int]) -> "Annotations":
        """Return the rows of the sentences at these positions."""
        first_row, first_edit, first_correction = array("i", [0]), array("i", [0]), array("i", [0])
        start, end, ids, bounds = array("i"), array("i"), array("i"), array("i", [0])
        texts = self.corrections
        for place in places:
            row, rows_end = self.first_row[place], self.first_row[place + 1]
            edit, edits_end = self.first_edit[row], self.first_edit[rows_end]
            correction, corrections_end = self.first_correction[edit], self.first_correction[edits_end]
            append_offsets(first_row, self.first_row, place, place + 1)
            append_offsets(first_edit, self.first_edit, row, rows_end)
            append_offsets(first_correction, self.first_correction, edit, edits_end)
            append_offsets(bounds, texts.bounds, correction, corrections_end)
            start.extend(self.start[edit:edits_end])
            end.extend(self.end[edit:edits_end])
            ids.extend(texts.ids[texts.bounds[correction] : texts.bounds[corrections_end]])
        return Annotations(first_row, first_edit, start, end, first_correction, Texts(ids, bounds))


@dataclass(frozen=True)
class Lattices:
    """Vertices and base arcs of every sentence; none for a sentence whose output equals its source.

    Vertex v of sentence s is at `first_vertex[s] + v`, sorted by (row, column). `first_in_row` has the
    first vertex of each source position, n + 2 numbers a sentence beginning at `source bounds[s] + 2 s`. A
    vertex has three slots for outgoing base arcs: insertion, deletion, diagonal. `target` is the end vertex
    or -1; `kind` is the number of tables the arc is tight in, plus `KEEP` if it leaves a token unchanged.
    """

    sources: Texts
    outputs: Texts
    first_vertex: array
    first_in_row: array
    row: array
    column: array
    target: array
    kind: array


KEEP = 4


@dataclass(frozen=True)
class Marks:
    """Where the gold edits of each row touch its lattice; independent of lengths and of the other rows.

    `fits`: pairs (origin, target) of vertices whose arc, if stored, matches an edit with start < end; those
    of row r are `first_fit[r]` …, their origins ascend, and a pair may occur twice. `places`: the
    source positions with gold insertions, ascending, from `first_place[r]`; `codes` has one byte per
    insertion arc there, sorted by (origin, target), from `first_code[place]`: `MET` if the arc is rewarded,
    plus the number of times it is charged ε (after that).
    """

    first_fit: array
    fits: array
    first_place: array
    places: array
    first_code: array
    codes: array


MET = 64


@dataclass(frozen=True)
class Survey:
    """Sizes of the lattices; those with `is_exact` are searched exactly.

    For the others `pairs` and `listings` are estimates, or exact if the exact search was given up.

    `listings` is the reward of a matched edit: the number of listed arcs, with repeats, after the clean-up (an
    estimate is a power of two). `survives` tells for a keep arc of L ≥ 2 tokens into vertex v (global
    number) whether the clean-up left it; its entry is `first_slot[v] + L - 2`.
    """

    pairs: array
    listings: array
    is_exact: array
    first_slot: array
    survives: array


@dataclass(frozen=True)
class Paths:
    """The vertices of every row's path, from `begin[r]` to `bounds[r + 1]`; room begins at `bounds[r]`."""

    bounds: array
    begin: array
    vertices: array
