"""Put a new file in the place of an old one, whole or not at all; remove what killed processes left of such work."""

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO

from errata.errors import FileError

_OURS = re.compile(r"\.errata-(\d+)-\w+\.tmp", re.ASCII)
"""What temporary files and folders are called; the number is that of the process."""
_OLD = 24 * 60 * 60
"""After so many seconds without a change, a temporary file is left over, if its process is gone too."""


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes the path's place when all went well and vanishes when not.

    Where a link leads, the file it leads to is replaced; a file keeps its mode. Of several writers at once, each
    writes a whole file and the last one's stays.
    """
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
def temporary_folder(parent: Path) -> Iterator[Path]:
    """Give a folder beside what is to be replaced, for files that appear together; it vanishes in the end."""
    from tempfile import TemporaryDirectory

    clear_left_over(parent)
    with TemporaryDirectory(prefix=f".errata-{os.getpid()}-", suffix=".tmp", dir=parent) as name:
        yield Path(name)


@cache  # once for each folder: thousands of files may be written to it
def clear_left_over(folder: Path) -> None:
    """Remove temporary files of processes that were killed, as far as we may; links are not followed."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            named = _OURS.fullmatch(entry.name)
            if named and _is_left_over(entry, int(named[1])):
                with suppress(OSError):
                    _remove(entry)


def _is_left_over(entry: os.DirEntry[str], process: int) -> bool:
    """Tell whether a temporary file is old and no process of its number runs.

    The age counts too since the process may run on another machine that shares the folder.
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
        Path(entry.path).unlink()
