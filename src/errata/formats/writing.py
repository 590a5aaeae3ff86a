"""Atomic writing of files, compressed if the name says so; removes what killed processes left behind."""

import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import IO, TYPE_CHECKING, cast

from errata.errors import FileError, FormatError
from errata.formats.files import STDIN, AnyPath, load_zstd

if TYPE_CHECKING:
    from pathlib import Path  # slow to load, and few runs write files

_MAX_HELD = 1 << 26
"""Up to 64 MiB written to a stream are held in memory, the rest in a file."""
_OURS = r"(?a:\.errata-(\d+)-\w+\.tmp)"
"""The names of temporary files and folders; the number is the process id."""
_OLD = 24 * 60 * 60
"""After this many seconds without a change, a temporary file is stale, if its process is gone too."""


def output_name(path: AnyPath) -> str:
    """Return the path of an output file as messages show it."""
    return "standard output" if os.fspath(path) == STDIN else os.fspath(path)


def is_stream(path: AnyPath) -> bool:
    """Tell whether a path can be written to but not replaced: standard output, a pipe or a device."""
    from pathlib import Path

    target = Path(path)
    return os.fspath(path) == STDIN or (target.exists() and not target.is_file() and not target.is_dir())


def one_line(text: str, what: str) -> str:
    """Return the text if it fits on one line; refuse it otherwise.

    >>> one_line("He goes home .", "source")
    'He goes home .'
    """
    if "\n" in text or text.endswith("\r"):
        raise FormatError(f"the {what} {text!r} contains a line break and cannot be written on one line")
    if "\0" in text:
        raise FormatError(f"the {what} {text!r} contains a NUL character, which no text file can hold")
    return text


def _encoded(number: int, line: str) -> bytes:
    if number == 0 and line.startswith("\ufeff"):
        raise FormatError(f"the first line {line!r} starts with U+FEFF, which would be read as a byte-order mark")
    try:
        return f"{line}\n".encode()
    except UnicodeEncodeError:
        raise FormatError(f"line {number + 1} holds a lone surrogate, which UTF-8 cannot: {line!r}") from None


def write_lines(path: AnyPath, lines: Iterable[str]) -> None:
    """Write lines as UTF-8 with LF ends, compressed if the name ends in `.gz`, `.xz` or `.zst`.

    The write is atomic. "-" is standard output. Equal lines give equal bytes.
    """
    _write(path, (_encoded(number, line) for number, line in enumerate(lines)))


def write_pieces(path: AnyPath, pieces: Iterable[str]) -> None:
    """Write a text given in pieces as UTF-8; otherwise like `write_lines`."""
    _write(path, (piece.encode() for piece in pieces))


def write_text(path: AnyPath, text: str) -> None:
    """Write a text as UTF-8 with its line ends unchanged; otherwise like `write_lines`."""
    _write(path, iter([_encoded(0, text)[:-1]]))


@contextmanager
def _holding(path: "Path") -> Iterator[IO[bytes]]:
    """Write to a device, a pipe or standard output ("-") only when complete: a fragment must not look like a file."""
    from shutil import copyfileobj
    from tempfile import SpooledTemporaryFile

    with SpooledTemporaryFile(_MAX_HELD) as held:
        yield cast("IO[bytes]", held)
        held.seek(0)
        if str(path) == STDIN:
            stream = getattr(sys.stdout, "buffer", None)
            if stream is None:  # who redirects it within Python may take text alone
                sys.stdout.write(held.read().decode())
                return
            copyfileobj(held, stream)
            stream.flush()
            return
        try:
            with path.open("wb") as stream:
                copyfileobj(held, stream)
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror or error}") from None


@contextmanager
def writing(path: AnyPath) -> Iterator[IO[bytes]]:
    """Open a file, or standard output, for writing bytes; the write is atomic."""
    from pathlib import Path

    with (_holding if is_stream(path) else replacing)(Path(path)) as stream:
        yield stream


def _write(path: AnyPath, data: Iterator[bytes]) -> None:
    from pathlib import Path

    target = Path(path)
    with writing(path) as stream:
        if target.suffix == ".gz":
            import gzip

            with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
                packed.writelines(data)
        elif target.suffix == ".xz":
            import lzma

            with lzma.open(stream, "wb") as packed_xz:
                packed_xz.writelines(data)
        elif target.suffix == ".zst":
            with load_zstd(os.fspath(path)).open(stream, "wb") as packed_zst:
                packed_zst.writelines(data)
        else:
            stream.writelines(data)


@contextmanager
def replacing(path: "Path") -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces the path on success and disappears on failure.

    If the path is a link, its target is replaced; a file keeps its mode. If several processes write at once, each
    writes a whole file and the last one wins.
    """
    from pathlib import Path

    if not path.name or path.is_dir():
        raise FileError(f"{path} is a folder; give a file")
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise FileError(f"{path} may not be written to")
    clear_left_over(target.parent)
    # The name is short, whatever that of the target, and unlike that of any other writer, in this process too.
    temporary = target.with_name(f".errata-{os.getpid()}-{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("xb") as stream:
            yield stream
        with suppress(FileNotFoundError):
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):  # after a replacement it is gone already
            temporary.unlink()


@contextmanager
def temporary_folder(parent: "Path") -> "Iterator[Path]":
    """Yield a temporary folder next to the target, for files that must appear together; it is removed at the end."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    clear_left_over(parent)
    with TemporaryDirectory(prefix=f".errata-{os.getpid()}-", suffix=".tmp", dir=parent) as name:
        yield Path(name)


@cache  # once for each folder: thousands of files may be written to it
def clear_left_over(folder: "Path") -> None:
    """Remove temporary files of killed processes, if permitted; links are not followed."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            named = re.fullmatch(_OURS, entry.name)
            if named and _is_left_over(entry, int(named[1])):
                with suppress(OSError):
                    _remove(entry)


def _is_left_over(entry: os.DirEntry[str], process: int) -> bool:
    """Tell whether a temporary file is old and no process with its number is running.

    Age counts too, since the process may run on another machine that shares the folder.
    """
    try:
        is_old = time.time() - entry.stat(follow_symlinks=False).st_mtime > _OLD
    except OSError:  # another process was quicker
        return False
    return is_old and not entry.is_symlink() and not _is_running(process)


def _is_running(process: int) -> bool:
    if os.name != "posix":  # there a signal would end the process; but a file that is open cannot be removed there
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # another user's, or not a number of a process
        return True
    return True


def _remove(entry: os.DirEntry[str]) -> None:
    if entry.is_dir(follow_symlinks=False):
        from shutil import rmtree

        rmtree(entry.path)
    elif entry.is_file(follow_symlinks=False):
        os.unlink(entry.path)  # noqa: PTH108  # pathlib is slow to load
