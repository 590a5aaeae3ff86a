"""Edits over integer tokens: an annotator's, a system's, and when the two match.

`pack_gold` puts texts and gold edits into the flat buffers that kernels read.
"""

from array import array
from collections.abc import Iterable, Sequence

from errata.kernels.buffers import Texts
from errata.kernels.structures import Annotations
from errata.records import dataclass

NO_TOKEN = -2
"""Represents text in a gold correction that no output can contain (two spaces, say): equal to no token."""


@dataclass(frozen=True, slots=True)
class GoldEdit:
    """Source tokens `start:end` may be replaced by any of `corrections`, each a sequence of token ids.

    An empty correction deletes. `start > end` is legal, counts as a gold edit and is never matched.
    """

    start: int
    end: int
    corrections: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change found between two texts: source tokens became output tokens.

    `start` and `end` are the offsets used for comparison with gold edits. They are those of the
    source range, except in edition 3.2 of the M² scorer for words inserted before the first source word.
    """

    start: int
    end: int
    source_start: int
    source_end: int
    output_start: int
    output_end: int


def fits(proposal: Proposal, gold: GoldEdit, source: Sequence[int], output: Sequence[int]) -> bool:
    """Tell whether a proposal has the offsets, the original tokens and one of the corrections of a gold edit.

    >>> run = GoldEdit(1, 2, ((7,), (8, 9)))
    >>> fits(Proposal(1, 2, 1, 2, 1, 3), run, source=[5, 6], output=[5, 8, 9])
    True
    """
    return (
        (proposal.start, proposal.end) == (gold.start, gold.end)
        and tuple(source[proposal.source_start : proposal.source_end]) == tuple(source[gold.start : gold.end])
        and tuple(output[proposal.output_start : proposal.output_end]) in gold.corrections
    )


def count_correct(
    proposals: Iterable[Proposal], gold: Sequence[GoldEdit], source: Sequence[int], output: Sequence[int]
) -> int:
    """Count matched gold edits as the M² scorer does: from left to right, without stopping at the first match.

    A gold edit listed twice is matched twice by one proposal, and a gold edit listed before
    one already matched is out of reach.

    >>> twice = [GoldEdit(0, 1, ((9,),)), GoldEdit(0, 1, ((9,),))]
    >>> count_correct([Proposal(0, 1, 0, 1, 0, 1)], twice, source=[5], output=[9])
    2
    """
    correct = 0
    next_gold = 0
    for proposal in proposals:
        # The range is fixed before the scan: hits move the start for the next proposal only.
        for index in range(next_gold, len(gold)):
            if fits(proposal, gold[index], source, output):
                correct += 1
                next_gold = index + 1
    return correct


def count_overlap(
    proposals: Sequence[Proposal], gold: Sequence[GoldEdit], source: Sequence[int], output: Sequence[int]
) -> int:
    """Count matched gold edits as the M² paper intends: each gold edit and each proposal at most once.

    The spans of proposals advance, so only insertions in one place can compete; they match the gold
    insertions there in file order.

    >>> only_one = [GoldEdit(0, 0, ((9,),))]
    >>> count_overlap([Proposal(0, 0, 0, 0, 0, 1), Proposal(0, 0, 0, 0, 1, 2)], only_one, [5], [9, 9, 5])
    1
    """
    overlap = 0
    by_span: dict[tuple[int, int], list[Proposal]] = {}
    for proposal in proposals:
        by_span.setdefault((proposal.start, proposal.end), []).append(proposal)
    for (start, end), made in by_span.items():
        wanted = [edit for edit in gold if (edit.start, edit.end) == (start, end)]
        # The longest common subsequence under `fits`.
        best = [0] * (len(wanted) + 1)
        for proposal in made:
            before = best
            best = [0]
            for index, edit in enumerate(wanted):
                met = before[index] + fits(proposal, edit, source, output)
                best.append(max(met, before[index + 1], best[index]))
        overlap += best[-1]
    return overlap


def shrink(proposal: Proposal, source: Sequence[int], output: Sequence[int]) -> Proposal:
    """Remove the common leading, then the common trailing tokens from a proposal.

    >>> shrink(Proposal(0, 3, 0, 3, 0, 3), source=[1, 2, 3], output=[1, 9, 3])
    Proposal(start=1, end=2, source_start=1, source_end=2, output_start=1, output_end=2)
    """
    i, i_end = proposal.source_start, proposal.source_end
    j, j_end = proposal.output_start, proposal.output_end
    while i < i_end and j < j_end and source[i] == output[j]:
        i, j = i + 1, j + 1
    while i < i_end and j < j_end and source[i_end - 1] == output[j_end - 1]:
        i_end, j_end = i_end - 1, j_end - 1
    return Proposal(
        start=proposal.start + i - proposal.source_start,
        end=proposal.end - (proposal.source_end - i_end),
        source_start=i,
        source_end=i_end,
        output_start=j,
        output_end=j_end,
    )


@dataclass(frozen=True)
class Gold:
    """Sources and the gold edits of their annotators; made by `pack_gold`.

    An annotator of one sentence is a *row*; rows are numbered consecutively, sentence by sentence.
    """

    sources: Texts
    annotations: Annotations

    def __len__(self) -> int:
        return len(self.sources)

    @property
    def n_rows(self) -> int:
        """The number of rows of all sentences."""
        return len(self.annotations.first_edit) - 1

    def rows(self, sentence: int) -> range:
        """Return the rows of one sentence."""
        return range(self.annotations.first_row[sentence], self.annotations.first_row[sentence + 1])

    def edits(self, row: int) -> tuple[GoldEdit, ...]:
        """Return the gold edits of one row."""
        packed = self.annotations
        return tuple(
            GoldEdit(
                packed.start[edit],
                packed.end[edit],
                tuple(
                    tuple(packed.corrections.text(correction))
                    for correction in range(packed.first_correction[edit], packed.first_correction[edit + 1])
                ),
            )
            for edit in range(packed.first_edit[row], packed.first_edit[row + 1])
        )

    def part(self, begin: int, end: int) -> "Gold":
        """Return only the sentences `begin:end`."""
        return Gold(self.sources.part(begin, end), self.annotations.part(begin, end))

    def picked(self, places: Sequence[int]) -> "Gold":
        """Return the sentences at these places, in any order and number."""
        sources, _ = self.sources.picked(array("i", range(len(self) + 1)), places)
        return Gold(sources, self.annotations.picked(places))


def pack_texts(texts: Sequence[Sequence[int]]) -> Texts:
    """Pack token sequences; ids are at least 0 and fit in 32 bits."""
    packed = Texts.of(texts)
    if len(packed.ids) and min(packed.ids) < 0:
        raise ValueError(f"token ids must not be negative, found {min(packed.ids)}")
    return packed


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
    packed = Annotations(first_row, first_edit, start, end, first_correction, Texts.of(corrections))
    return Gold(pack_texts(sources), packed)
