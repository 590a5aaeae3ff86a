"""Sentences in flat arrays: objects are created only on request, and most measures need none."""

import marshal
import re
from array import array
from collections.abc import Iterator
from functools import cached_property
from itertools import chain, pairwise, repeat

from errata.digests import new_sha256
from errata.kernels.buffers import rebased
from errata.kernels.lines import gather_lines
from errata.kernels.m2blocks import Blocks, Draft, make_edits, make_texts, marshal_blocks
from errata.model.edits import NO_DETAILS, Annotator, Edit, EditDraft, Layer, LayerDraft
from errata.model.texts import NO_TEXT_DETAILS, TOKENS, Text, TextDraft
from errata.records import dataclass

DRAFTS: tuple[Draft, Draft, Draft] = (
    (EditDraft, Edit, NO_DETAILS),
    (LayerDraft, Layer, None),
    (TextDraft, Text, (TOKENS, NO_TEXT_DETAILS)),
)
"""How the kernel creates texts."""
Lines = tuple[bytes, "array[int]", "array[int]"]
"""Consecutive lines as bytes, with the start and end of each."""


_NOT_SINGLE_SPACES = r"[^\S \n]|  |(?m:^ )|(?m: $)"
_PART = 4096
"""The number of sentences digested at once."""


@dataclass(frozen=True)
class FlatTexts:
    """Sentences with layers of edits, each edit with one correction and no details, as positions in bytes."""

    blocks: Blocks

    def __len__(self) -> int:
        return len(self.blocks)

    def part(self, start: int, stop: int) -> "FlatTexts":
        """Return a separate run of consecutive sentences, keeping only their bytes."""
        whole = self.blocks
        begin = whole.source_starts[start]
        end = whole.source_starts[stop] if stop < len(whole) else len(whole.data)
        layers = whole.first_layer[start : stop + 1]
        edits = whole.first_edit[layers[0] : layers[-1] + 1]
        run = slice(edits[0], edits[-1])

        def cut(places: "array[int]", where: slice) -> "array[int]":
            return array("i", [place - begin for place in places[where]])

        sources = slice(start, stop)
        made = Blocks(
            whole.data[begin:end],
            (cut(whole.source_starts, sources), cut(whole.source_ends, sources)),
            (rebased(layers), whole.annotators[layers[0] : layers[-1]], rebased(edits)),
            (
                whole.starts[run],
                whole.ends[run],
                cut(whole.types, run),
                cut(whole.corrections, run),
                cut(whole.correction_ends, run),
            ),
        )
        return FlatTexts(made)

    def texts(self) -> tuple[Text, ...]:
        """Return the sentences as objects."""
        return tuple(make_texts(self.blocks, DRAFTS))

    def edits_alone(self) -> list[tuple[Edit, ...]]:
        """Return the edits of the first annotator of each sentence, without an object for anything else."""
        layers = make_edits(self.blocks, DRAFTS[0])
        firsts = self.blocks.first_layer
        return [layers[first] if first < stop else () for first, stop in pairwise(firsts)]

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The source of every sentence."""
        data, _, _ = self.source_lines()
        return tuple(data.decode().split("\n")[:-1])

    def source_lines(self) -> Lines:
        """Return the source of every sentence."""
        return gather_lines(self.blocks.data, self.blocks.source_starts, self.blocks.source_ends)

    def correction_lines(self) -> Lines:
        """Return the correction of every edit."""
        return gather_lines(self.blocks.data, self.blocks.corrections, self.blocks.correction_ends)

    def changes(self) -> Iterator[tuple[int, int, int, str]]:
        """Yield for every edit its sentence, from 0, the number of tokens there, and its correction."""
        layers, edits = self.blocks.first_layer, self.blocks.first_edit
        places = chain.from_iterable(
            repeat(index, edits[layers[index + 1]] - edits[layers[index]]) for index in range(len(self))
        )
        corrections, _, _ = self.correction_lines()
        return zip(places, self.blocks.starts, self.blocks.ends, corrections.decode().split("\n"), strict=False)

    @property
    def corrected(self) -> list[str] | None:
        """The first annotator's version of every source; None if a correction has more than single spaces."""
        from errata.kernels.flatmatch import corrected_lines

        corrections, _, _ = self.correction_lines()
        if re.search(_NOT_SINGLE_SPACES, corrections.decode()):
            return None
        return corrected_lines(self.blocks).decode().split("\n")[:-1]

    @property
    def types(self) -> frozenset[str]:
        """The types of all edits."""
        data, begins, ends = self.blocks.data, self.blocks.types, self.blocks.corrections
        kinds = {data[begin : end - 3] for begin, end in zip(begins, ends, strict=True)}
        return frozenset(map(bytes.decode, kinds))

    @property
    def annotators(self) -> tuple[Annotator, ...]:
        """Everyone who annotated any sentence, in ascending order."""
        return tuple(sorted(set(self.blocks.annotators)))

    @property
    def content(self) -> bytes:
        """The value of `content_of_run` for the sentences."""
        return marshal_blocks(self.blocks, 0, len(self))

    @property
    def fingerprint(self) -> str:
        """The value of `Corpus.fingerprint` for the sentences, computed part by part."""
        digest = new_sha256(2 * len(self.blocks.data))
        digest.update(marshal.dumps([], 0)[:1] + len(self).to_bytes(4, "little"))
        for first in range(0, len(self), _PART):
            digest.update(marshal_blocks(self.blocks, first, min(first + _PART, len(self))))
        return str(digest.hexdigest())[:8]
