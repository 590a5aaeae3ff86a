"""Counting files of lines part by part, in this process or others, in constant memory.

Every file is scanned once to find its parts; then they are processed, in file order whoever counts them.
"""

import stat
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial, reduce
from itertools import pairwise, repeat
from operator import add
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from errata.check.surveys import ColumnSurvey, PairSurvey
from errata.engines import MEMORY
from errata.engines.local import in_workers
from errata.engines.parts import (
    AnyPart,
    Counted,
    CountParts,
    Describe,
    Part,
    Piece,
    Sums,
    Work,
    count_part,
    describe_part,
    learn_part,
)
from errata.engines.rows import Budget, Rows
from errata.errors import FileError
from errata.formats.files import PACKED, read_bytes
from errata.kernels.lines import find_every, marshal_rows
from errata.measures.base import Measure
from errata.measures.data import Noticed, Table
from errata.records import dataclass, replace
from errata.stages import Progress
from errata.text.packed import PackedLines

PART = 4096
"""Lines per part."""
_LONGEST = 1 << 26
"""A line with more bytes than this is not a sentence; reading such a file whole refuses it."""
_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


class Run(Protocol):
    """Has parts processed, wherever that is, and yields the results in order."""

    def __call__(self, count: Callable[[_Given], _Made], parts: Iterable[_Given], /) -> Iterator[_Made]:
        """Process the parts."""


class FileIndex(NamedTuple):
    """A file of lines: their number, where each part begins, and whether the last line is empty."""

    path: str
    n_lines: int
    starts: tuple[int, ...]
    """The position of every `PART`th line, and the end."""
    ends_empty: bool
    is_plain: bool
    """Whether the text can be split into parts: it has no byte-order mark, no lone CR and no oversized lines."""

    @property
    def is_packed(self) -> bool:
        """Whether it must be decompressed from the start."""
        return self.path.endswith(PACKED)


def index_file(path: str, lines_of_a_part: int | None = None) -> FileIndex:
    """Scan a file for its lines."""
    every = lines_of_a_part or PART
    n_lines = size = longest = since = 0
    starts = [0]
    head, tail = b"", b""
    for piece in read_bytes(path):
        n_here, places = find_every(piece, n_lines, every)
        starts += [size + place for place in places]
        since = len(piece) - 1 - piece.rfind(b"\n") if n_here else since + len(piece)
        longest = max(longest, since)
        n_lines, size = n_lines + n_here, size + len(piece)
        head = head or piece[:1024]
        tail = (tail + piece[-3:])[-3:]
    if tail and not tail.endswith(b"\n"):
        n_lines += 1
    if starts[-1] != size:
        starts.append(size)
    is_plain = not head.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) and longest <= _LONGEST and n_lines > 1
    # Whether the last of several lines is empty: what is between the last two line feeds, a CR left out.
    ends_empty = tail.endswith((b"\n\n", b"\n\r\n", b"\n\r"))
    return FileIndex(path, n_lines, tuple(starts), ends_empty, is_plain)


def index_files(paths: Sequence[str], workers: int) -> list[FileIndex]:
    """Scan several files at once if others may work, too: threads suffice for reading, unpacking and counting bytes."""
    if workers == 1:
        return [*map(index_file, paths)]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as threads:
        return [*threads.map(index_file, paths)]


def is_file(path: str) -> bool:
    """Tell whether a path names a file that can be read as often as needed."""
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


@dataclass(frozen=True)
class Files:
    """Source, references and outputs as files with one sentence per line and equal numbers of lines."""

    indices: tuple[FileIndex, ...]
    n_lines: int
    n_references: int

    def parts(self) -> Iterator[Part]:
        """Yield the parts: byte ranges, or the bytes themselves for compressed files."""
        unpacked = {index.path: unpacked_pieces(index.path, index.starts) for index in self.indices if index.is_packed}
        for number, first in enumerate(range(0, self.n_lines, PART)):
            ready = {path: next(pieces) for path, pieces in unpacked.items()}
            yield Part(
                first,
                min(PART, self.n_lines - first),
                tuple(
                    ready.get(index.path) or Piece(index.path, index.starts[number], index.starts[number + 1])
                    for index in self.indices
                ),
            )

    @property
    def sizes(self) -> list[int]:
        """The bytes of every file."""
        return [index.starts[-1] for index in self.indices]

    def only(self, number: int) -> "Files":
        """Return source, references and only the output of that number (from 0)."""
        gold = 1 + self.n_references
        return Files((*self.indices[:gold], self.indices[gold + number]), self.n_lines, self.n_references)

    def again(self, number: int) -> Iterator[tuple[int, PackedLines, PackedLines, Sequence[PackedLines]]]:
        """Read sources, the file of that number (from 1), and the references again."""
        for part in self.parts():
            lines = part.lines()
            yield part.first, lines[0], lines[number], lines[1 : 1 + self.n_references]

    def content(self) -> Iterator[bytes]:
        """Yield the gold in the form used for fingerprints, in one piece per part."""
        for part in self.parts():
            gold = part.only(1 + self.n_references)
            # Whoever counts the part has found it to be text before this is asked for.
            yield marshal_rows([lines.buffers for lines in gold.cut(gold.read(), is_text=True)])


class Readable(Protocol):
    """Texts in parts: files of lines, or tables."""

    @property
    def n_lines(self) -> int:
        """The number of sentences."""

    @property
    def n_references(self) -> int:
        """The number of references."""

    @property
    def sizes(self) -> list[int]:
        """A value for each file that changes with its content."""

    def parts(self) -> Iterator[AnyPart]:
        """Yield the parts."""

    def only(self, number: int) -> "Readable":
        """Return source, references and only the output of that number (from 0)."""

    def again(self, number: int) -> Iterator[tuple[int, PackedLines, PackedLines, Sequence[PackedLines]]]:
        """Read sources, the text of that number (from 1), and the references again."""

    def content(self) -> Iterator[bytes]:
        """Yield the gold in the form used for fingerprints, in one piece per part."""


def unpacked_pieces(path: str, starts: Sequence[int]) -> Iterator[Piece]:
    """Yield the parts of a compressed file, which begin at these positions."""
    held, at = b"", 0
    pieces = read_bytes(path)
    for start, stop in pairwise(starts):
        while at + len(held) < stop:
            held += next(pieces, b"") or _changed(path)
        yield Piece(path, start, stop, held[: stop - at])
        held, at = held[stop - at :], stop


def _changed(path: str) -> bytes:
    raise FileError(f"{path} was changed while it was read; run again while nothing writes to the files")


def in_process(count: Callable[[_Given], _Made], parts: Iterable[_Given]) -> Iterator[_Made]:
    """Count parts here, one after the other."""
    return map(count, parts)


def by_workers(workers: int) -> Run:
    """Return a counter with this many processes, which read their own byte ranges."""
    return lambda count, parts: in_workers(count, parts, workers)


@dataclass
class Streamed:
    """The combined results of all parts."""

    counts: list[list["Table | Sums"]]
    columns: list[ColumnSurvey]
    pairs: list[PairSurvey]
    digest: str
    gathered: list[list[Any]]
    """What measures need of dropped notes, for each measure and system."""
    picks: "list[list[array[int] | None]]"
    """The chosen row of each sentence, counted from its first row, if it depends on other parts."""
    gold: Counted
    """What is known about annotated gold."""


def count_files(
    files: Readable, work: Work, run: CountParts, progress: Progress | None = None, megabytes: float = MEMORY
) -> Streamed:
    """Count all parts; the result does not depend on the counter, since parts are joined in file order.

    Rows that must be kept go to a temporary file once they exceed this many megabytes in total.
    """
    with closing(Budget(megabytes)) as budget:
        return _count_files(files, work, run, progress, budget)


def _count_files(files: Readable, work: Work, run: CountParts, progress: Progress | None, budget: Budget) -> Streamed:
    import hashlib
    import marshal

    digest = hashlib.sha256(marshal.dumps([], 0)[:1] + files.n_lines.to_bytes(4, "little"))
    kept = [[Rows(budget) for _ in work.systems] for _ in work.measures]
    running = [[Running(measure) for _ in work.systems] for measure in work.measures]
    made: Counted | None = None
    total = files.n_lines * len(work.systems) * len(work.measures)
    # While others count, the gold is read here for the fingerprint.
    contents = repeat(b"") if work.marshals else files.content()
    done = 0
    for counted, content in zip(run(partial(count_part, work), files.parts()), contents, strict=False):
        digest.update(counted.content)
        digest.update(content)
        for row, counts in enumerate(counted.counts):
            for column, item in enumerate(counts):
                if isinstance(item, Table):
                    goes_on = not work.keeps_notes and work.measures[row].chooses_on
                    if goes_on:
                        running[row][column].add(item)
                    if work.keeps_rows or not goes_on:
                        kept[row][column].add(replace(item, notes=(), basis=None) if goes_on else item)
                elif made is not None:
                    sums = made.counts[row][column]
                    assert isinstance(sums, Sums)
                    sums.join(item)
        done += counted.columns[0].n_lines
        if progress:
            progress("counting", done * len(work.systems) * len(work.measures), total)
        if made is None:
            made = counted
            continue
        for mine, theirs in zip(made.columns, counted.columns, strict=True):
            mine.join(theirs)
        for ours, others in zip(made.pairs, counted.pairs, strict=True):
            ours.join(others)
        if made.wanted is not None and counted.wanted is not None:
            made.wanted.join(counted.wanted)
            made.said = [one or two for one, two in zip(made.said, counted.said, strict=True)]
            made.noticed = [[*map(_add_noticed, *both)] for both in zip(made.noticed, counted.noticed, strict=True)]
            made.annotators = list({*made.annotators, *counted.annotators})
            both = zip(made.twins, counted.twins, strict=True)
            made.twins = [[twin for twin in twins if twin in others] for twins, others in both]
    assert made is not None
    assert done == files.n_lines
    for row, tables in enumerate(kept):
        for column, found in enumerate(tables):
            chosen = running[row][column]
            if len(found):
                made.counts[row][column] = (
                    replace(found.table(), basis=chosen.gathered) if chosen.sums else found.table()
                )
            elif chosen.sums:
                made.counts[row][column] = chosen.sums
    gathered = [[one.gathered for one in several] for several in running]
    picks = [[one.picks if one.sums else None for one in several] for several in running]
    return Streamed(made.counts, made.columns, made.pairs, digest.hexdigest()[:8], gathered, picks, made)


def learn_files(files: Readable, work: Work, run: Run, progress: Progress | None = None) -> Work:
    """Let measures that must learn from all parts do so; return the job with what they learned."""
    if not any(measure.learns_on for measure in work.measures):
        return work
    sums: list[list[list[int]]] = [[[] for _ in work.systems] for _ in work.measures]
    for number, part in enumerate(run(partial(learn_part, work), files.parts())):
        for mine, theirs in zip(sums, part, strict=True):
            for column, more in enumerate(theirs):
                mine[column] = [*map(int.__add__, mine[column], more)] if number else list(more)
    learned = [
        measure.learn_from(dict(zip(work.systems, found, strict=True))) if measure.learns_on else None
        for measure, found in zip(work.measures, sums, strict=True)
    ]
    return work._replace(learned=tuple(learned))


class Running:
    """The chosen rows of parts as they arrive, each choice based on the sums of those before."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self.sums: Sums | None = None
        self.gathered: Any = None
        self.picks = array("H")

    def add(self, table: Table) -> None:
        """Choose the rows of the next part."""
        before = self.sums.totals if self.sums else [0] * len(table.columns)
        choice = self._measure.choose_after(table, before)
        sums = Sums.of(self._measure, table, choice)
        if self.sums is None:
            self.sums = sums
        else:
            self.sums.join(sums)
        if table.counts.typecode == "d":  # added one by one, as those of a whole table are
            columns = zip(*(table.row(row) for row in choice), strict=True)
            self.sums.totals = [reduce(add, column, start) for column, start in zip(columns, before, strict=True)]
        self.gathered = self._measure.gather(self.gathered, table, choice)
        self.picks.extend(map(int.__sub__, choice, table.bounds))


def _add_noticed(one: Noticed, other: Noticed) -> Noticed:
    """Return the combined observations of two runs: numbers added up, everything else from the first."""
    added = {code: [known[0] + other[code][0], *known[1:]] for code, known in one.items() if code in other}
    return {**other, **one, **added}


def describe_files(
    files: Readable, work: Work, describe: Describe, run: Run, picks: "array[int] | None" = None
) -> Iterator[str]:
    """Yield the text of every sentence under one measure, counted again, since only `picks` were kept."""
    chosen = (
        (part, None if picks is None else picks[part.first : part.first + part.n_lines].tolist())
        for part in files.parts()
    )
    for texts in run(partial(describe_part, work, describe), chosen):
        yield from texts
