"""Texts and gold edits packed into the flat buffers the kernels read."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from errata.kernels.buffers import Texts
from errata.kernels.structures import Annotations
from errata.measures.m2.proposals import GoldEdit


@dataclass(frozen=True)
class Gold:
    """Sources and the gold edits of their annotators; made by `pack_gold`.

    An annotator of one sentence is a *row*; rows are numbered through, sentence by sentence.
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
        """Return the sentences `begin:end` alone."""
        return Gold(self.sources.part(begin, end), self.annotations.part(begin, end))


def pack_texts(texts: Sequence[Sequence[int]]) -> Texts:
    """Pack token sequences; ids are 0 or more and fit 32 bits."""
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
