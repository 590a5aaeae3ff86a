"""Annotated files in parts: a gold of annotated sentences, and outputs as lines or with edits, split alike.

A part is given by byte ranges of its files, as for plain text; the process that counts it parses it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

from errata.engines.parts import AnnotatedLines, Block, IrregularError, Piece, Work, cut_lines_of
from errata.engines.stream import FileIndex, index_file, unpacked_pieces
from errata.errors import FileError
from errata.formats import guess_format
from errata.formats.files import PACKED, InputFile, display_name
from errata.formats.m2_parts import M2Index, index_m2, read_part
from errata.model import Annotator, Corpus, Output, as_tokens
from errata.records import dataclass
from errata.text.packed import PackedLines

SENTENCES = 1024
"""Sentences per part."""


class AnnotatedPart(NamedTuple):
    """Sentences `first` to `first + n_lines` of every file: the gold, and the outputs."""

    first: int
    n_lines: int
    pieces: tuple[Piece, ...]
    has_edits: tuple[bool, ...]
    annotators: tuple[Annotator, ...]
    """The number of annotators of the whole gold."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The file of every text."""
        return tuple(piece.path for piece in self.pieces)

    def read(self) -> list[bytes]:
        """Read the bytes of every file."""
        return [piece.read() for piece in self.pieces]

    def block(self, data: Sequence[bytes], work: Work) -> Block:
        """Parse what was read."""
        (gold, says_of_gold), *given = [
            self._corpus(piece, found) if has_edits else (self._lines(piece, found), False)
            for piece, found, has_edits in zip(self.pieces, data, self.has_edits, strict=True)
        ]
        assert isinstance(gold, Corpus)
        outputs = [
            _output(name, made, gold, piece)
            for name, (made, _), piece in zip(work.systems, given, self.pieces[1:], strict=True)
        ]
        annotated = AnnotatedLines(self.first, gold, self.annotators)
        sources, corrections = annotated.lines or (_packed(gold.sources), _packed(gold.corrections))
        columns = [sources, *(_packed(output.texts) for output in outputs)]
        return Block(annotated, columns, outputs, corrections, (says_of_gold, *(says for _, says in given)))

    def _corpus(self, piece: Piece, data: bytes) -> tuple[Corpus, bool]:
        """Return the sentences of a file, and whether the reader issued warnings."""
        if piece.size is not None and len(data) != piece.size:
            raise FileError(f"{piece.path} was changed while it was read; run again while nothing writes to the files")
        with catch_warnings(record=True) as said:
            simplefilter("always")
            corpus = read_part(piece.path, data)
        if len(corpus) != self.n_lines:
            raise IrregularError
        return corpus, bool(said)

    def _lines(self, piece: Piece, data: bytes) -> PackedLines:
        return cut_lines_of(data, piece.path, self.first, self.n_lines, piece.size)


def _output(name: str, made: Corpus | PackedLines, gold: Corpus, piece: Piece) -> Output:
    if isinstance(made, PackedLines):
        return Output(name, made, origin=display_name(piece.path))
    if any(
        ours != theirs and as_tokens(ours) != as_tokens(theirs)
        for ours, theirs in zip(gold.sources, made.sources, strict=True)
    ):
        raise IrregularError  # sentences in another order, or others
    return Output.of_run(name, made)


def _packed(texts: Sequence[str]) -> PackedLines:
    packed = texts if isinstance(texts, PackedLines) else PackedLines.pack(texts)
    if packed is None:
        raise IrregularError
    return packed


@dataclass(frozen=True)
class AnnotatedFiles:
    """An M2 gold and outputs, as M2 or text, with the same number of sentences."""

    indices: tuple[M2Index | FileIndex, ...]
    n_lines: int
    annotators: tuple[Annotator, ...]

    n_references = 0
    """References are derived from the edits."""

    def parts(self) -> Iterator[AnnotatedPart]:
        """Yield the parts: byte ranges, or the bytes themselves for compressed files."""
        has_edits = tuple(isinstance(index, M2Index) for index in self.indices)
        columns = [_pieces(index) for index in self.indices]
        firsts = range(0, self.n_lines, SENTENCES)
        for first, pieces in zip(firsts, zip(*columns, strict=True), strict=True):
            yield AnnotatedPart(first, min(SENTENCES, self.n_lines - first), pieces, has_edits, self.annotators)

    @property
    def sizes(self) -> list[int]:
        """The bytes of every file."""
        return [index.starts[-1] for index in self.indices]

    def only(self, number: int) -> "AnnotatedFiles":
        """Return the gold and only the output of that number (from 0)."""
        return AnnotatedFiles((self.indices[0], self.indices[1 + number]), self.n_lines, self.annotators)

    def again(self, number: int) -> Iterator[tuple[int, PackedLines, PackedLines, Sequence[PackedLines]]]:
        """Read sources, the output of that number (from 1), and all corrections again."""
        work = Work((), 0, ("",), keeps_rows=False, marshals=False)
        for part in self.only(number - 1).parts():
            block = part.block(part.read(), work)
            assert block.wanted is not None
            yield part.first, block.columns[0], block.columns[1], [block.wanted]

    def content(self) -> Iterator[bytes]:
        """Yield the gold in the form used for fingerprints, in one piece per part."""
        work = Work((), 0, (), keeps_rows=False, marshals=True)
        for part in AnnotatedFiles(self.indices[:1], self.n_lines, self.annotators).parts():
            yield part.block(part.read(), work).gold.content()


def _pieces(index: M2Index | FileIndex) -> Iterator[Piece]:
    if index.path.endswith(PACKED):
        return unpacked_pieces(index.path, index.starts)
    return (Piece(index.path, start, stop) for start, stop in pairwise(index.starts))


def is_m2(path: str) -> bool:
    """Tell whether a file is M2."""
    return guess_format(InputFile(path)).name == "m2"


def open_annotated(gold: str, outputs: Sequence[str]) -> AnnotatedFiles | None:
    """Index a gold and outputs; None if they must be read whole, if only for an error message."""
    first = index_m2(gold, SENTENCES)
    indices: list[M2Index | FileIndex] = [first]
    for path in outputs:
        indices.append(index_m2(path, SENTENCES) if is_m2(path) else index_file(path, SENTENCES))
    sizes = {index.n_sentences if isinstance(index, M2Index) else index.n_lines for index in indices}
    one_each = all(len(index.annotators) == 1 for index in indices[1:] if isinstance(index, M2Index))
    if len(sizes) > 1 or not first.annotators or not one_each or not all(index.is_plain for index in indices):
        return None
    return AnnotatedFiles(tuple(indices), first.n_sentences, first.annotators)
