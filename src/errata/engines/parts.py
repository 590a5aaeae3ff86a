"""Texts in parts: files of lines split at the same line numbers; each part is read, counted and surveyed by itself.

A part is given by byte ranges of its files, so that the process that counts it reads them, here or on another
machine. The result is small: counts, or only their sums, and the surveys of the checks.
"""

import math
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

from errata.check.outputs import find_twins
from errata.check.surveys import ColumnSurvey, PairSurvey
from errata.errors import FileError
from errata.formats.files import decode
from errata.kernels.lines import interleave, marshal_rows
from errata.measures.base import Measure
from errata.measures.data import GoldBlock, GoldTexts, Noticed, Number, Table, exact_parts
from errata.model import Annotator, Corpus, Output, content_of_run
from errata.records import dataclass, field
from errata.text.packed import PackedLines


class Piece(NamedTuple):
    """A range of bytes of a file, or the bytes themselves if only one process can read them."""

    path: str
    start: int
    stop: int
    data: bytes | None = None

    @property
    def size(self) -> int | None:
        """The expected number of bytes, if they are read later."""
        return self.stop - self.start if self.data is None else None

    def read(self) -> bytes:
        """Return the bytes."""
        if self.data is not None:
            return self.data
        with Path(self.path).open("rb", buffering=0) as file:
            file.seek(self.start)
            found = file.read(self.stop - self.start)
            while len(found) < self.stop - self.start and (more := file.read(self.stop - self.start - len(found))):
                found += more
        return found


class Part(NamedTuple):
    """Lines `first` to `first + n_lines` of every file: source, references, outputs."""

    first: int
    n_lines: int
    pieces: tuple[Piece, ...]

    def read(self) -> list[bytes]:
        """Read the bytes of every file."""
        return [piece.read() for piece in self.pieces]

    def lines(self) -> list[PackedLines]:
        """Read the lines."""
        return self.cut(self.read())

    def cut(self, data: Sequence[bytes], is_text: bool = False) -> list[PackedLines]:
        """Split what was read into lines; bytes that are not text are refused, unless that was checked before."""
        return [
            cut_lines_of(found, piece.path, self.first, self.n_lines, piece.size, is_text)
            for piece, found in zip(self.pieces, data, strict=True)
        ]

    def block(self, data: Sequence[bytes], work: "Work") -> "Block":
        """Return the content, ready to be counted."""
        return block_of_lines(self.first, self.cut(data), work)

    @property
    def paths(self) -> tuple[str, ...]:
        """The file of every text."""
        return tuple(piece.path for piece in self.pieces)

    def only(self, n_texts: int) -> "Part":
        """Return only the files with these numbers."""
        return self._replace(pieces=self.pieces[:n_texts])


def cut_lines_of(
    data: bytes, path: str, first: int, n_lines: int, size: int | None = None, is_text: bool = False
) -> PackedLines:
    """Split off this many lines, of known size if given, from the content of a file."""
    if not is_text:
        decode(data, path, first)
    lines = PackedLines.cut(data, n_lines)
    if (size is not None and len(data) != size) or len(lines) != n_lines:
        raise FileError(
            f"{path} has {len(lines)} lines where it had {n_lines} (from line {first + 1} on): "
            "it changed while it was being read, or was replaced; run again while nothing writes to the files"
        )
    return lines


class AnyPart(Protocol):
    """Lines of all texts, or rows of tables, that any process can read."""

    @property
    def first(self) -> int:
        """The number of the first line."""

    @property
    def n_lines(self) -> int:
        """The number of lines."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The file of every text."""

    def read(self) -> list[bytes]:
        """Read the bytes of every text."""

    def block(self, data: Sequence[bytes], work: "Work") -> "Block":
        """Return the content, ready to be counted."""


class IrregularError(Exception):
    """A part is not what its file promised, or needs the whole: the files must be read whole."""


class Work(NamedTuple):
    """What to do with each part: the measures, the number of references, the names of the systems."""

    measures: tuple[Measure, ...]
    n_references: int
    systems: tuple[str, ...]
    keeps_rows: bool
    """Whether rows are needed at the end, or only their sums."""
    marshals: bool
    """Whether to return the gold in the form used for fingerprints."""
    sums_bytes: bool = False
    """Whether to return the checksum of each file's bytes."""
    keeps_notes: bool = True
    """Whether the measures' notes on each row are needed at the end, or only what scores need of them."""
    keeps_details: bool = True
    """Whether the details of scores are needed."""
    learned: tuple[object, ...] = ()
    """What measures learned from all parts in advance, if any of them does."""

    def known(self, row: int) -> object:
        """Return what a measure learned."""
        return self.learned[row] if self.learned else None


class GoldLines(GoldBlock):
    """Sources and references as lines in buffers; sentence objects are only made if a measure asks for them."""

    def __init__(self, first: int, sources: PackedLines, references: Sequence[PackedLines]) -> None:
        self.first = first
        self.sources = sources
        self.columns = references
        self.annotators = ()
        self.picked_from = None
        self.places = ()

    @cached_property
    def corpus(self) -> Corpus:  # type: ignore[override]  # made when first asked for
        """The same as a corpus."""
        return Corpus.from_texts(list(self.sources), [list(column) for column in self.columns])

    def content(self) -> bytes:
        """Return the gold in the form used for fingerprints."""
        return marshal_rows([lines.buffers for lines in (self.sources, *self.columns)])

    def texts(self, unit: str, strip: bool) -> GoldTexts:
        """Return sources and references as integers."""
        if strip or unit == "char":
            return super().texts(unit, strip)
        return self.once(("texts", unit, strip), lambda: self._interleaved(unit))

    def _interleaved(self, unit: str) -> GoldTexts:
        columns = [self.vocabulary(unit).flatten(lines) for lines in (self.sources, *self.columns)]
        n, width = len(self.sources), len(self.columns)
        return GoldTexts(
            unit,
            False,
            self.vocabulary(unit),
            interleave(columns),
            array("i", range(0, n * (width + 1) + 1, width + 1)),
            array("i", range(0, n * width + 1, width)),
            [*range(width)] * n,
        )


class AnnotatedLines(GoldBlock):
    """Sentences with the annotators' edits, as read from a part."""

    def content(self) -> bytes:
        """Return the gold in the form used for fingerprints."""
        flat = self.corpus.flat
        return content_of_run(self.corpus.texts) if flat is None else flat.content


class Block(NamedTuple):
    """The content of a part: the gold; sources, references and outputs as lines; the outputs as measures take them."""

    gold: GoldLines | AnnotatedLines
    columns: list[PackedLines]
    outputs: list[Output]
    wanted: PackedLines | None = None
    """The corrections of annotated gold."""
    said: tuple[bool, ...] = ()
    """The files about which the reader issued warnings."""


def block_of_lines(first: int, columns: list[PackedLines], work: Work) -> Block:
    """Return lines of plain text, ready to be counted."""
    sources, *others = columns
    gold = GoldLines(first, sources, others[: work.n_references])
    outputs = zip(work.systems, others[work.n_references :], strict=True)
    return Block(gold, columns, [Output(name, texts) for name, texts in outputs])


@dataclass
class Sums:
    """The chosen rows of parts, summed, and the exact sums of sentence values, if their mean is needed."""

    columns: tuple[str, ...]
    totals: list[Number]
    n_sentences: int
    values: dict[str, list[float]] = field(default_factory=dict)
    """Numbers with the exact sum of the values."""

    @classmethod
    def of(cls, measure: Measure, table: Table, choice: list[int]) -> "Sums":
        """Sum the chosen rows of a part."""
        made = cls(table.columns, table.total(choice), len(table))
        if measure.averages_rows:
            rows = measure.averaged_rows(table, choice)
            made.values = {name: exact_parts([row[name] for row in rows]) for name in rows[0]} if rows else {}
        return made

    def join(self, other: "Sums") -> None:
        """Add the sums of another part."""
        self.totals = [one + two for one, two in zip(self.totals, other.totals, strict=True)]
        self.n_sentences += other.n_sentences
        self.values = {name: exact_parts([*parts, *other.values[name]]) for name, parts in self.values.items()}

    def means(self) -> dict[str, float]:
        """Return the mean of each value over all sentences."""
        return {name: math.fsum(parts) / self.n_sentences for name, parts in self.values.items()}


@dataclass
class Counted:
    """The results of a part: for each measure and system its rows, or their sums; and the surveys of the checks."""

    counts: list[list[Table | Sums]]
    columns: list[ColumnSurvey]
    pairs: list[PairSurvey]
    """Surveys of every file but the source, compared with it."""
    content: bytes = b""
    checksums: list[int] = field(default_factory=list)
    """Checksums of each file's bytes, if requested."""
    wanted: ColumnSurvey | None = None
    """Survey of the corrections of annotated gold."""
    said: list[bool] = field(default_factory=list)
    """The annotated files about which the reader issued warnings."""
    noticed: list[list[Noticed]] = field(default_factory=list)
    """The measures' observations about annotated gold and each output."""
    annotators: list[Annotator] = field(default_factory=list)
    """The fingerprint pieces of annotated gold."""
    twins: list[list[Annotator]] = field(default_factory=list)
    """For each output, the annotators whose corrected text it is."""


def count_part(work: Work, part: AnyPart) -> Counted:
    """Read, survey and count one part."""
    data = part.read()
    block = part.block(data, work)
    gold, columns, outputs = block.gold, block.columns, block.outputs
    sources, *others = columns
    surveys = [ColumnSurvey.of(column, part.first) for column in columns]
    vocabulary = gold.vocabulary("word")
    numbered = [vocabulary.flatten(column, sources) for column in columns]
    kinds = vocabulary.kinds()
    if isinstance(gold, GoldLines) and vocabulary.splits_as_ascii:  # so nothing needs numbering a second time
        gold.once(("vocabulary", "ascii-word"), lambda: vocabulary)
    pairs = [
        PairSurvey.of(sources, other, (surveys[0], survey), (numbered[0], ids), kinds, part.first)
        for other, survey, ids in zip(others, surveys[1:], numbered[1:], strict=True)
    ]
    for survey, column in zip(surveys, columns, strict=True):
        survey.flags = array("i")
        text = column.data.replace(b"\r\n", b"\n") if b"\r" in column.data else column.data
        survey.checksum = zlib.crc32(text if text.endswith(b"\n") else text + b"\n")
    if isinstance(gold, AnnotatedLines) and any(
        measure.refuses(gold.corpus, output) for measure in work.measures for output in outputs
    ):
        raise IrregularError
    found = Counted(
        [[_count(work, row, gold, output) for output in outputs] for row in range(len(work.measures))],
        surveys,
        pairs,
        gold.content() if work.marshals else b"",
        [*map(zlib.crc32, data)] if work.sums_bytes else [],
    )
    if isinstance(gold, AnnotatedLines):
        assert block.wanted is not None
        found.wanted = ColumnSurvey.of(block.wanted, 0)
        found.wanted.flags = array("i")
        found.said = list(block.said)
        found.noticed = [
            [
                measure.notice(gold.corpus, gold.first),
                *(measure.notice_output(gold.corpus, output, gold.first) for output in outputs),
            ]
            for measure in work.measures
        ]
        found.annotators = list(gold.corpus.annotators)
        everyone = gold.annotators or ()
        found.twins = [find_twins(gold.corpus, column, everyone) for column in others]
    return found


def learn_part(work: Work, part: AnyPart) -> list[list[Sequence[int]]]:
    """Return what each measure sums up about a part for each output before counting."""
    block = part.block(part.read(), work)
    corpus = block.gold.corpus
    return [
        [measure.learn_run(corpus, output) if measure.learns_on else () for output in block.outputs]
        for measure in work.measures
    ]


CountParts = Callable[[Callable[[AnyPart], Counted], Iterable[AnyPart]], Iterator[Counted]]
"""Has parts counted, wherever that is, and yields the results in order."""
Describe = Callable[[Measure, Table, int, "list[int] | None"], list[str]]
"""Describes every sentence of a part, given the number of its first sentence and the chosen rows."""


def describe_part(work: Work, describe: Describe, chosen: "tuple[AnyPart, list[int] | None]") -> list[str]:
    """Read and count one part for a single measure and system, and describe its sentences.

    The chosen row of each sentence is passed along if it depends on other parts.
    """
    part, picks = chosen
    block = part.block(part.read(), work)
    table = work.measures[0].count(block.gold, block.outputs[0], work.known(0))
    rows = None if picks is None else [start + pick for start, pick in zip(table.bounds, picks, strict=False)]
    return describe(work.measures[0], table, part.first, rows)


def _count(work: Work, row: int, gold: GoldBlock, output: Output) -> "Table | Sums":
    measure = work.measures[row]
    table = measure.count(gold, output, work.known(row))
    if not work.keeps_notes and measure.chooses_on:
        return measure.condense(table, work.keeps_details)
    if work.keeps_rows or not measure.chooses_alone(work.n_references) or table.counts.typecode != "q":
        return table
    choice = measure.choose(table)
    assert isinstance(choice, list)
    return Sums.of(measure, table, choice)
