"""Open, decompress and decode files line by line."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

from errata.errors import FileError, FormatError, InputError, MissingExtraError
from errata.findings import Finding, Place, Remedy, report
from errata.records import dataclass
from errata.text.messages import read_number

if TYPE_CHECKING:
    from errata.formats.registry import Format

_CHUNK = 1 << 20
_MAX_UNPACKED = 4
"""GiB up to which compressed files are unpacked; the environment variable `UNPACKED_LIMIT` sets another limit."""
_MAX_RATIO = 100
"""Texts compress to about a tenth. Anything below a hundredth is treated as an attack..."""
_FREE = 1 << 26
"""...if it unpacks to more than 64 MiB, below which it can do no harm."""
UNPACKED_LIMIT = "ERRATA_MAX_UNPACKED"
_Piece = TypeVar("_Piece")
_MAX_LINE = 1 << 26
"""A line of more than 64 MiB is not a sentence."""

AnyPath = str | os.PathLike[str]
STDIN = "-"
PACKED = (".gz", ".xz", ".zst")
"""Suffixes of compressed files."""


def display_name(path: AnyPath) -> str:
    """Return the path as messages show it."""
    return "standard input" if os.fspath(path) == STDIN else os.fspath(path)


def base_name(path: AnyPath) -> str:
    """Return the last part of a path, like `pathlib`, which takes 5 ms to load and which small runs do not need.

    >>> base_name("gold/a.m2"), base_name("gold/")
    ('a.m2', 'gold')
    """
    name = os.path.basename(path)  # noqa: PTH119
    if name and name != os.curdir:
        return name
    from pathlib import Path

    return Path(path).name


def suffix_of(name: str) -> str:
    """Return the suffix of a name, like `pathlib`.

    >>> suffix_of("a.m2.gz"), suffix_of(".gz"), suffix_of("a")
    ('.gz', '', '')
    """
    at = name.rfind(".")
    return name[at:] if 0 < at < len(name) - 1 else ""


def unpacked_name(path: AnyPath) -> str:
    """Return the name of a file without its compression suffix.

    >>> unpacked_name("gold/a.m2.gz")
    'a.m2'
    """
    name = base_name(path)
    return name.removesuffix(suffix_of(name)) if suffix_of(name) in PACKED else name


def bare_suffix(path: AnyPath) -> str:
    """Return the suffix of a path in lower case, ignoring a compression suffix."""
    return suffix_of(unpacked_name(path)).lower()


def is_pipe(path: AnyPath) -> bool:
    """Tell whether a path names something that can be read only once."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116  # see `base_name`
    except (OSError, ValueError):  # a NUL in the name is a ValueError; whoever opens it will say so
        return False


def load_zstd(name: str) -> Any:
    """Return the module for `.zst`: Python includes it from 3.14 on."""
    for module in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(module)
        except ImportError:
            continue
    raise MissingExtraError(f"{name} is compressed with zstd, which needs Python 3.14 or: pip install 'errata[zstd]'")


@contextmanager
def opened(path: AnyPath) -> Iterator[IO[bytes]]:
    """Open a file for reading, decompressed; errors while reading become messages."""
    name = os.fspath(path)
    if name == STDIN:
        if sys.stdin is None:
            raise FileError("standard input is closed; give a file")
        yield sys.stdin.buffer
        return
    damage: tuple[type[Exception], ...] = (OSError,)
    try:
        if name.endswith(".gz"):
            import gzip
            import zlib

            damage = (OSError, EOFError, zlib.error)
            stream = cast("IO[bytes]", gzip.open(name, "rb"))
        elif name.endswith(".xz"):
            import lzma

            damage = (OSError, EOFError, lzma.LZMAError)
            stream = lzma.open(name, "rb")
        elif name.endswith(".zst"):
            zstd = load_zstd(name)
            damage = (OSError, EOFError, zstd.ZstdError)
            stream = cast("IO[bytes]", zstd.open(name, "rb"))
        else:
            stream = open(name or os.curdir, "rb")  # noqa: PTH123  # see `base_name`; closed below
    except FileNotFoundError:
        raise FileError(f"{name} does not exist; check the path") from None
    except IsADirectoryError:
        raise FileError(f"{name} is a directory; give a file") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{name} cannot be opened: {getattr(error, 'strerror', None) or error}") from None
    with stream:
        try:
            yield stream
        except damage as error:
            raise FormatError(f"{name} cannot be read: {error}; the file may be damaged") from None


class InputFile(os.PathLike[str]):
    """A file to be read, which readers accept as a path: opened once, inspected, and then read on from there.

    So the format of standard input or a pipe can be detected like that of any file. Anything read a second time is
    opened again, unless it can be read only once.
    """

    form: "Format | None" = None
    """The format, once detected."""

    def __init__(self, path: AnyPath) -> None:
        self._path = os.fspath(path)
        self._rest: Iterator[bytes] = iter(())
        self._was_read = False

    def __fspath__(self) -> str:
        return self._path

    def __str__(self) -> str:
        return self._path

    @property
    def name(self) -> str:
        """The path as messages show it."""
        return display_name(self._path)

    @cached_property
    def is_stream(self) -> bool:
        """Whether it can be read only once."""
        return self._path == STDIN or is_pipe(self._path)

    @cached_property
    def head(self) -> bytes:
        """The first piece, or enough pieces for a whole line; for inspection before the file is read."""
        self._rest = read_bytes(self._path)
        pieces: list[bytes] = []
        for piece in self._rest:
            pieces.append(piece)
            if b"\n" in piece or len(pieces) > _MAX_LINE // _CHUNK:
                break
        return b"".join(pieces)

    @property
    def beginning(self) -> "os.PathLike[str]":
        """A short file for readers to inspect: the first whole lines, about a megabyte of them."""
        return _Beginning(self)

    def pieces(self) -> Iterator[bytes]:
        """Yield the decompressed bytes, starting with those that were inspected."""
        if self._was_read and self.is_stream:
            raise FormatError(f"{self.name} can be read only once; give a file")
        looked_at: bytes | None = self.__dict__.pop("head", None)
        rest = read_bytes(self._path) if looked_at is None else self._rest
        self._was_read, self._rest = True, iter(())
        if looked_at:
            yield looked_at
        yield from rest


class _Beginning(os.PathLike[str]):
    def __init__(self, file: InputFile) -> None:
        self._file = file

    def __fspath__(self) -> str:
        return os.fspath(self._file)

    def pieces(self) -> Iterator[bytes]:
        """Yield whole lines; a file shorter than a piece is yielded whole."""
        head = self._file.head
        yield head if len(head) < _CHUNK else head[: head.rfind(b"\n") + 1] or head


def as_input(path: AnyPath) -> InputFile:
    """Return a path as a file that is opened once."""
    return path if isinstance(path, InputFile) else InputFile(path)


def read_bytes(path: AnyPath) -> Iterator[bytes]:
    """Yield the file's decompressed bytes in pieces of about a megabyte."""
    if isinstance(path, InputFile | _Beginning):
        yield from path.pieces()
        return
    with opened(path) as stream:
        pieces = iter(lambda: stream.read(_CHUNK), b"")
        yield from bounded(path, pieces, len) if os.fspath(path).endswith(PACKED) else pieces


def bounded(path: AnyPath, pieces: Iterable[_Piece], size: Callable[[_Piece], int]) -> Iterator[_Piece]:
    """Yield the content of a compressed file piece by piece; refuse it if that is far larger than the file."""
    limit, why = _limit(path)
    total = 0
    for piece in pieces:
        total += size(piece)
        if total > limit:
            raise FormatError(
                f"{display_name(path)} unpacks to more than {why}; if you trust it, unpack it first, or allow N GiB by "
                f"{UNPACKED_LIMIT}=N in the environment"
            )
        yield piece


def _limit(path: AnyPath) -> tuple[int, str]:
    """Return how many bytes a compressed file may unpack to, and the reason for the limit."""
    given = os.environ.get(UNPACKED_LIMIT)
    try:
        gigabytes = read_number(given, int, 1, 1 << 20) if given else _MAX_UNPACKED
    except ValueError as error:
        raise InputError(f"{UNPACKED_LIMIT} in the environment {error} (of GiB)") from None
    most = int(gigabytes) << 30
    packed = 0 if os.fspath(path) == STDIN else os.stat(path).st_size  # noqa: PTH116
    by_ratio = max(_MAX_RATIO * packed, _FREE)
    if given or by_ratio >= most or not packed:  # of a pipe the size is not known
        return most, f"{gigabytes} GiB"
    return by_ratio, f"{by_ratio >> 20} MiB, over {_MAX_RATIO} times its size"


def _chunks(path: AnyPath) -> Iterator[bytes]:
    """Yield the file's decompressed bytes in pieces that end with a line feed, except perhaps the last."""
    rest: list[bytes] = []
    held = 0
    for piece in read_bytes(path):
        end = piece.rfind(b"\n") + 1
        if end:
            yield b"".join([*rest, piece[:end]])
            rest, held = [piece[end:]], len(piece) - end
            continue
        rest.append(piece)
        held += len(piece)
        if held > _MAX_LINE:
            raise FormatError(
                f"{display_name(path)} has a line of more than {_MAX_LINE >> 20} MiB; is this a text file?"
            )
    if any(rest):
        yield b"".join(rest)


_BOM_UTF8 = b"\xef\xbb\xbf"
BOMS_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def _without_mark(data: bytes, name: str) -> bytes:
    """Return the beginning of a file without a byte-order mark; UTF-16 is refused."""
    if data.startswith(BOMS_UTF16):
        raise FormatError(f"{name} is UTF-16, not UTF-8; convert it first: iconv -f UTF-16 -t UTF-8 IN > OUT")
    if not data.startswith(_BOM_UTF8):
        return data
    report(Finding("bom", f"{name} starts with a byte-order mark; ignored", places=(Place(1),)), 4)
    return data[len(_BOM_UTF8) :]


def decode(data: bytes, name: str, n_lines: int = 0) -> str:
    """Return bytes that follow this many lines as text; invalid UTF-8 is refused."""
    if b"\0" in data:
        line = n_lines + data.count(b"\n", 0, data.index(b"\0")) + 1
        raise FormatError(f"{name}, line {line}: a NUL byte; this is a binary file, give a text file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = n_lines + data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"{name}, line {line}: byte 0x{data[error.start]:02x} is not valid UTF-8 ({error.reason}); "
            "convert the file to UTF-8 first, for example: iconv -f WINDOWS-1252 -t UTF-8 IN > OUT"
        ) from None


def read_text(path: AnyPath) -> str:
    """Return the whole of a UTF-8 text file unchanged, line ends included, but without a byte-order mark."""
    name = display_name(path)
    return decode(_without_mark(b"".join(read_bytes(path)), name), name)


def _texts(path: AnyPath, universal: bool) -> Iterator[str]:
    """Yield a UTF-8 text file in pieces that end with a line feed, except perhaps the last; see `read_lines`."""
    return (text for _, text in _checked(path, universal))


def read_pieces(path: AnyPath) -> Iterator[bytes]:
    """Yield a text file in pieces that end with a line feed, except perhaps the last: the pieces `read_lines` uses."""
    return (piece for piece, _ in _checked(path, universal=False))


def _checked(path: AnyPath, universal: bool) -> Iterator[tuple[bytes, str]]:
    """Yield the pieces of a text file as bytes and as text."""
    name = display_name(path)
    n_lines = 0
    for number, raw in enumerate(_chunks(path)):
        chunk = raw
        if universal:
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        elif number == 0:
            chunk = _without_mark(chunk, name)
            if b"\r" in chunk and b"\n" not in chunk:
                raise FormatError(
                    f"{name}: lines end in CR alone, so the whole file is one line; convert it first: tr '\\r' "
                    f"'\\n' < IN > OUT"
                )
        yield chunk, decode(chunk, name, n_lines)
        n_lines += chunk.count(b"\n")


def read_lines(path: AnyPath, *, universal: bool = False, ends: bool = False) -> Iterator[str]:
    """Yield the lines of a UTF-8 text file: split at LF only, one CR before it dropped, nothing else changed.

    A byte-order mark at the start is removed with a warning; a file with CR but no LF is refused. `universal` reads as
    Python's text mode does instead: a lone CR ends a line, a byte-order mark stays. With `ends`, lines keep their ends.
    `.gz`, `.xz` and `.zst` files are decompressed, "-" is standard input.
    """
    for text in _texts(path, universal):
        yield from cut_lines(text, ends=ends)


def cut_lines(text: str, *, ends: bool = False) -> list[str]:
    """Return the lines of a text, or of a piece of it that ends with a line feed."""
    lines = text.split("\n")
    last = lines.pop()
    if ends:
        lines = [f"{line}\n" for line in lines]
    if last:
        lines.append(last)
    if "\r" in text and not ends:
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    return lines


def cut_blocks(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield text in pieces that end with an empty line, except perhaps the last; otherwise like `read_lines`."""
    held = b""
    for piece in pieces:
        held += piece.replace(b"\r\n", b"\n").removesuffix(b"\r") if b"\r" in piece else piece
        end = held.rfind(b"\n\n") + 2
        if end > 1:
            yield held[:end]
            held = held[end:]
        elif len(held) > _MAX_LINE and len(held.decode()) > _MAX_LINE:
            raise FormatError(
                f"{name} has no empty line within {_MAX_LINE >> 20} million characters; "
                "an empty line ends each sentence"
            )
    if held:
        yield held


@dataclass(frozen=True)
class TextFile:
    """A text file to be read, or standard input ("-"): decompressed, with encoding and size checked in any case."""

    path: AnyPath

    @property
    def name(self) -> str:
        """The path as messages show it."""
        return display_name(self.path)

    @property
    def unpacked_name(self) -> str:
        """The name of the file without its folder and compression suffix."""
        return unpacked_name(self.path)

    def read(self) -> str:
        """Return the whole text unchanged, line ends included, but without a byte-order mark."""
        return read_text(self.path)

    def lines(self) -> Iterator[str]:
        """Yield the lines: split at LF only, one CR before it dropped, nothing else changed."""
        return read_lines(self.path)

    def pieces(self) -> Iterator[str]:
        """Yield the text of XML or SGML in pieces, decoded as declared in its first line, UTF-8 by default."""
        from errata.formats.xml import decoded

        return decoded(self.path)


def open_text(path: AnyPath) -> TextFile:
    """Return a text file to be read; `.gz`, `.xz` and `.zst` are decompressed, "-" is standard input.

    >>> open_text("gold/essay.ann.gz").unpacked_name
    'essay.ann'
    """
    return TextFile(path)


Refuse = Callable[..., None]
"""Called by a reader with what is wrong when something cannot be read, and possibly a remedy."""


def refusing(errors: str, what: str) -> Refuse:
    """Return a function for readers to call when something cannot be read: it raises, or warns that it is skipped.

    `errors` is "strict" or "warn", `what` is the thing that is skipped.

    >>> refuse = refusing("strict", "document")
    >>> refuse("a.json, line 2: no text")
    Traceback (most recent call last):
    ...
    errata.errors.FormatError: a.json, line 2: no text
    """
    if errors not in {"strict", "warn"}:
        raise InputError(f"errors must be strict or warn, not {errors!r}")

    def refuse(message: str, hint: Remedy | None = None) -> None:
        if errors == "strict":
            raise FormatError(message, hint) from None
        report(Finding("left-out", f"{message}; the {what} was left out", hint=hint), 3)

    return refuse


def document_number(path: AnyPath) -> str:
    """Return the leading number of a file's name, by which files are paired; without one, the name without suffix.

    >>> document_number("gold/0001GE.xml"), document_number("00417X0.xml"), document_number("essay.xml.gz")
    ('0001', '0041', 'essay')
    """
    name = base_name(path)
    digits = len(name) - len(name.lstrip("0123456789"))
    return name[: min(digits, 4)] or name.partition(".")[0]
