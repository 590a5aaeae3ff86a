"""Tables in parts: JSON Lines and Parquet, one file or many, local or anywhere fsspec can read.

A part is a run of rows, given by a byte range or the number of a row group, so that the process that counts it reads
it. Its texts become lines of bytes, like those of plain files.
"""

import glob
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, islice, pairwise
from typing import IO, Any, NamedTuple

from errata.engines.parts import Block, Work, block_of_lines, cut_lines_of
from errata.errors import FileError, FormatError, InputError, MissingExtraError
from errata.formats.registry import GOLD, output_role
from errata.formats.rivals import LOOKED_AT, Rivals
from errata.formats.roles import Roles, find_roles, shown
from errata.formats.strict_json import parse_json
from errata.kernels.lines import find_every, marshal_rows
from errata.records import dataclass
from errata.text.packed import PackedLines

JSONL, PARQUET = ".jsonl", ".parquet"
_CHUNK = 1 << 20


def is_table(path: str) -> bool:
    """Tell whether a path, with or without an asterisk, names tables that can be read in parts."""
    return path.endswith((JSONL, PARQUET))


def find_tables(path: str) -> list[str]:
    """Return the files matching a path with asterisks, in order."""
    if "://" in path:
        filesystem, inner = _remote(path)
        found = filesystem.glob(inner) if glob.has_magic(inner) else [inner] if filesystem.exists(inner) else []
        files = sorted(filesystem.unstrip_protocol(name) for name in found)
    else:
        files = sorted(glob.glob(path)) if glob.has_magic(path) else [path] if os.path.isfile(path) else []  # noqa: PTH113, PTH207
    if not files:
        raise FileError(f"{path} names no file; check the path")
    return files


def _remote(path: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise MissingExtraError(f"{path} needs fsspec; pip install 'errata[cluster]'") from None
    try:
        filesystem, inner = fsspec.core.url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    return filesystem, inner


def _open(path: str) -> IO[bytes]:
    try:
        if "://" in path:
            filesystem, inner = _remote(path)
            opened: IO[bytes] = filesystem.open(inner, "rb")
            return opened
        return open(path, "rb")  # noqa: PTH123  # a string
    except OSError as error:
        raise FileError(f"{path} cannot be opened: {error.strerror or error}") from None


class Rows(NamedTuple):
    """A run of rows of one file: a byte range of JSON Lines, or a row group of Parquet."""

    path: str
    first: int
    """The number of the first row in its file, from 0."""
    n_rows: int
    start: int
    """The first byte, or the number of the row group."""
    stop: int

    def read(self, columns: Sequence[str]) -> list[list[Any]]:
        """Return the cells of the given columns."""
        with _open(self.path) as file:
            if self.path.endswith(PARQUET):
                table = _parquet().ParquetFile(file).read_row_group(self.start, columns=list(dict.fromkeys(columns)))
                return [table.column(name).to_pylist() for name in columns]
            file.seek(self.start)
            lines = file.read(self.stop - self.start).removesuffix(b"\n").split(b"\n")
        rows = [self._row(line, number) for number, line in enumerate(lines, self.first + 1)]
        return [[row.get(name) for row in rows] for name in columns]

    def _row(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            row = parse_json(line.decode())
        except ValueError as error:
            raise FormatError(f"{self.path}, line {number}: {error}") from None
        if not isinstance(row, dict):
            raise FormatError(f"{self.path}, line {number}: expected a JSON object, found {line[:40]!r}")
        return row


def _parquet() -> Any:
    try:
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError("reading Parquet needs pyarrow; pip install 'errata[parquet]'") from None
    return pq


def index_table(path: str, rows_of_a_part: int) -> tuple[list[str], list[Rows]]:
    """Return the columns of a file and its parts."""
    with _open(path) as file:
        if path.endswith(PARQUET):
            try:
                read = _parquet().ParquetFile(file)
            except (OSError, ValueError) as error:
                raise FormatError(f"{path} cannot be read as Parquet: {error}") from None
            sizes = [read.metadata.row_group(number).num_rows for number in range(read.metadata.num_row_groups)]
            firsts = [sum(sizes[:number]) for number in range(len(sizes))]
            groups = [
                Rows(path, first, size, n, n + 1) for n, (first, size) in enumerate(zip(firsts, sizes, strict=True))
            ]
            return list(read.schema_arrow.names), groups
        return _index_lines(path, file, rows_of_a_part)


def _index_lines(path: str, file: IO[bytes], rows_of_a_part: int) -> tuple[list[str], list[Rows]]:
    n_lines = size = 0
    starts = [0]
    first, last = b"", b""
    while piece := file.read(_CHUNK):
        first = first if b"\n" in first else first + piece
        n_here, places = find_every(piece, n_lines, rows_of_a_part)
        starts += [size + place for place in places]
        n_lines, size, last = n_lines + n_here, size + len(piece), piece[-1:]
    n_lines += last not in {b"", b"\n"}
    if starts[-1] != size:
        starts.append(size)
    parts = [
        Rows(path, number * rows_of_a_part, min(rows_of_a_part, n_lines - number * rows_of_a_part), start, stop)
        for number, (start, stop) in enumerate(pairwise(starts))
    ]
    head = first.partition(b"\n")[0]
    return list(Rows(path, 0, 1, 0, 0)._row(head, 1)) if head else [], parts


class Cells(NamedTuple):
    """Columns of a run of rows whose texts are needed; the last may hold lists of texts."""

    rows: Rows
    columns: tuple[str, ...]
    n_listed: int = 0
    """The number of texts in each list of the last column; 0 if it holds single texts."""


class TablePart(NamedTuple):
    """Rows `first` to `first + n_lines` of tables: source and references, then the outputs."""

    first: int
    n_lines: int
    cells: tuple[Cells, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The file of every text."""
        return tuple(one.rows.path for one in self.cells for _ in range(len(one.columns) + max(one.n_listed - 1, 0)))

    def read(self) -> list[bytes]:
        """Read the texts, each column as lines; rows used as both gold and output are read once."""
        texts: list[bytes] = []
        known: dict[Rows, dict[str, list[Any]]] = {}
        for rows, several in groupby(sorted(self.cells, key=lambda one: one.rows), key=lambda one: one.rows):
            wanted = list(dict.fromkeys(name for one in several for name in one.columns))
            known[rows] = dict(zip(wanted, rows.read(wanted), strict=True))
        for rows, columns, n_listed in self.cells:
            for column in columns[: -1 if n_listed else None]:
                texts.append(_lines(rows, column, known[rows][column]))
            if n_listed:
                lists = [
                    _listed(rows, columns[-1], n, cell, n_listed) for n, cell in enumerate(known[rows][columns[-1]])
                ]
                texts += [_lines(rows, columns[-1], column) for column in zip(*lists, strict=True)]
        return texts

    def cut(self, data: Sequence[bytes]) -> list[PackedLines]:
        """Split what was read into lines."""
        return [cut_lines_of(text, path, self.first, self.n_lines) for path, text in zip(self.paths, data, strict=True)]

    def block(self, data: Sequence[bytes], work: Work) -> Block:
        """Return the content, ready to be counted."""
        return block_of_lines(self.first, self.cut(data), work)

    def lines(self) -> list[PackedLines]:
        """Read the lines."""
        return self.cut(self.read())

    def only(self, n_texts: int) -> "TablePart":
        """Return only the gold."""
        return self._replace(cells=self.cells[:1])


def _listed(rows: Rows, column: str, number: int, cell: object, n_listed: int) -> list[str]:
    texts = [cell] if isinstance(cell, str) else cell
    if not isinstance(texts, list) or len(texts) != n_listed:
        raise FormatError(
            f"{rows.path}, row {rows.first + number + 1}: the column {column!r} holds {shown(cell)}, but the first row "
            f"has a list of {n_listed} texts; leave the engine out to read tables with changing numbers of references"
        )
    return texts


def _lines(rows: Rows, column: str, cells: Sequence[object]) -> bytes:
    for number, cell in enumerate(cells, rows.first + 1):
        if not isinstance(cell, str):
            raise FormatError(f"{rows.path}, row {number}: the column {column!r} holds {shown(cell)}, not a text")
        if "\n" in cell or cell.endswith("\r"):
            raise FormatError(
                f"{rows.path}, row {number}: the column {column!r} holds a line break, which a text in parts cannot "
                "have; leave the engine out to read tables whole"
            )
    return "".join(f"{cell}\n" for cell in cells).encode()


@dataclass(frozen=True)
class Tables:
    """Gold and outputs as tables with the same rows, split at the same positions."""

    cut: tuple[TablePart, ...]
    n_lines: int
    n_references: int

    @property
    def sizes(self) -> list[int]:
        """A value for each file that changes with its content."""
        return [one.rows.stop - one.rows.start for part in self.cut for one in part.cells]

    def parts(self) -> Iterator[TablePart]:
        """Yield the parts."""
        return iter(self.cut)

    def only(self, number: int) -> "Tables":
        """Return source, references and only the output of that number (from 0)."""
        cut = tuple(part._replace(cells=(part.cells[0], part.cells[1 + number])) for part in self.cut)
        return Tables(cut, self.n_lines, self.n_references)

    def again(self, number: int) -> Iterator[tuple[int, PackedLines, PackedLines, Sequence[PackedLines]]]:
        """Read sources, the text of that number (from 1), and the references again."""
        for part in self.cut:
            lines = part.lines()
            yield part.first, lines[0], lines[number], lines[1 : 1 + self.n_references]

    def content(self) -> Iterator[bytes]:
        """Yield the gold in the form used for fingerprints, in one piece per part."""
        for part in self.cut:
            yield marshal_rows([lines.buffers for lines in part.only(0).lines()])


def open_tables(
    gold: str, outputs: Mapping[str, str], columns: Mapping[str, str], rows_of_a_part: int
) -> tuple[Tables, bool]:
    """Index tables of gold and outputs; also tell whether the outputs contain their own sources."""
    index = cache(lambda path: index_table(path, rows_of_a_part))
    wanted, roles = _parts_of(gold, index, columns, GOLD)
    n_listed = 0
    if roles.listed:
        first = wanted[0].read([roles.listed])[0][0]
        n_listed = len(first) if isinstance(first, list) else 1
    assert roles.source is not None
    names = (roles.source, *roles.references, *([roles.listed] if roles.listed else ()))
    cells = [[Cells(rows, names, n_listed)] for rows in wanted]
    has_sources = False
    for path in outputs.values():
        given, mine = _parts_of(path, index, columns, output_role(path, gold))
        assert mine.output is not None
        _look_for_rivals(path, given[0], mine)
        same = given == wanted
        if not same and (mine.id or mine.source):
            raise InputError(
                f"{path} has the column {mine.id or mine.source!r}, by which rows are matched to the gold, but only "
                "in tables that are read whole. Remove that column and put the rows in the order of the gold, or "
                "leave the engine out"
            )
        if [rows.n_rows for rows in given] != [rows.n_rows for rows in wanted]:
            raise FormatError(
                f"{path} is split into parts of {_sizes(given)} rows, but {gold} into parts of {_sizes(wanted)}; write "
                "both with the same files and row groups, or leave the engine out"
            )
        has_sources |= same
        for row, rows in zip(cells, given, strict=True):
            row.append(Cells(rows, (mine.output,)))
    firsts = [sum(rows.n_rows for rows in wanted[:number]) for number in range(len(wanted))]
    parts = [TablePart(first, rows.n_rows, tuple(row)) for first, rows, row in zip(firsts, wanted, cells, strict=True)]
    return Tables(tuple(parts), sum(rows.n_rows for rows in wanted), len(roles.references) + n_listed), has_sources


def _look_for_rivals(path: str, rows: Rows, roles: Roles) -> None:
    """Warn of columns that look like the output, given the first rows."""
    rivals = Rivals(roles, path)
    if rivals.is_looking:
        names = (roles.output or "", *roles.unknown)
        for row in islice(zip(*rows.read(names), strict=True), LOOKED_AT):
            rivals.add(dict(zip(names, row, strict=True)))
        rivals.finish()


def _sizes(parts: Sequence[Rows]) -> str:
    shown = [str(rows.n_rows) for rows in parts[:5]]
    return ", ".join(shown) + (", …" if len(parts) > len(shown) else "")


def _parts_of(path: str, index: Any, columns: Mapping[str, str], role: str) -> tuple[list[Rows], Roles]:
    """Return the parts of all files matching a path, which must have the same columns."""
    found: list[Rows] = []
    roles: Roles | None = None
    for file in find_tables(path):
        names, parts = index(file)
        if not parts:
            continue
        mine = find_roles(names, columns, file, role)
        if roles is not None and (mine.source, mine.references, mine.listed, mine.output) != (
            roles.source,
            roles.references,
            roles.listed,
            roles.output,
        ):
            raise FormatError(
                f"{file} has different columns from {found[0].path}: {', '.join(names)}; give files of the same kind"
            )
        roles = mine
        found += [rows for rows in parts if rows.n_rows]
    if roles is None or not found:
        raise FormatError(f"{path} has no rows")
    return found, roles
