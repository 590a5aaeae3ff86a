"""Safe extraction from a folder, a tar or a zip archive: only the wanted files, never more than expected."""

import hashlib
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path, PurePosixPath
from typing import IO

from errata.errors import ErrataError, FileError, FormatError

MAX_FILE = 1 << 28
"""No file of a preset exceeds 256 MiB; anything that claims or grows to more is refused."""
MAX_MEMBERS = 100_000
MAX_ARCHIVE = 1 << 32
"""And no archive exceeds 4 GiB in total: skipping a large file in a compressed tar means decompressing it."""
_CHUNK = 1 << 20


def extract(origin: Path, wanted: Sequence[str], targets: Sequence[Path], sums: Sequence[str] = ()) -> None:
    """Copy the wanted files of a folder or archive to the targets.

    A wanted path may be anywhere below the root, since archives differ in their outermost folder: the member whose
    path ends in it is used, else one with its bare name, or with that of its target. Of two such members the one with
    the SHA-256 in `sums` is used; if that is unknown, both are refused. Members' own paths are never written to.
    """
    with _told(origin), _opened(origin) as (names, open_member):
        for path, target, known in zip(wanted, targets, sums or repeat("", len(wanted)), strict=True):
            found = _find(path, target.name, names, origin)
            for name in found:
                with open_member(name) as stream:
                    seen = _copy(stream, target, f"{origin.name}: {name}")
                if seen == known:
                    break
            else:
                if len(found) > 1:
                    raise FileError(
                        f"{origin}: {' and '.join(found[:2])} could both be {path}, and neither has its known SHA-256"
                        if known
                        else f"{origin}: {' and '.join(found[:2])} could both be {path}; give a folder with one"
                    )


@contextmanager
def _told(origin: Path) -> Iterator[None]:
    """Turn any error raised on a damaged or encrypted archive into a message."""
    from lzma import LZMAError

    try:
        yield
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, zlib.error, LZMAError, RuntimeError) as error:
        if isinstance(error, ErrataError) or (isinstance(error, OSError) and error.errno):
            raise
        raise FormatError(
            f"{origin} cannot be unpacked ({error}); download it again, or unpack it yourself and give the folder"
        ) from None


def _find(wanted: str, kept_as: str, names: Sequence[str], origin: Path) -> list[str]:
    """Return the members that may be the wanted one: those that share the longest ending of its path."""
    parts = PurePosixPath(wanted).parts
    for ending in (*(parts[at:] for at in range(len(parts))), (kept_as,)):
        found = [name for name in names if PurePosixPath(name).parts[-len(ending) :] == ending]
        if found:
            return sorted(found)
    raise FileError(f"{origin} has no {wanted}; does it belong to another corpus or release?")


@contextmanager
def _opened(origin: Path) -> Iterator[tuple[list[str], Callable[[str], IO[bytes]]]]:
    if origin.is_dir():
        names = [path.relative_to(origin).as_posix() for path in origin.rglob("*") if path.is_file()]
        yield _limited(names, origin), lambda name: (origin / name).open("rb")
    elif zipfile.is_zipfile(origin):
        with zipfile.ZipFile(origin) as packed:
            yield _limited([item.filename for item in packed.infolist() if not item.is_dir()], origin), packed.open
    elif origin.is_file() and tarfile.is_tarfile(origin):
        with tarfile.open(origin) as packed_tar:
            members = _regular_files(packed_tar, origin)

            def open_member(name: str) -> IO[bytes]:
                stream = packed_tar.extractfile(members[name])
                assert stream is not None  # a regular file
                return stream

            yield _limited(list(members), origin), open_member
    else:
        what = (
            "is neither a folder nor an archive (tar, zip)"
            if origin.exists()
            else "does not exist; give a folder or an archive"
        )
        raise FileError(f"{origin} {what}")


def _regular_files(packed: tarfile.TarFile, origin: Path) -> dict[str, tarfile.TarInfo]:
    """Return the files of an archive by name, without links and devices; archive bombs are refused before unpacking."""
    members: dict[str, tarfile.TarInfo] = {}
    size = 0
    for n_seen, item in enumerate(packed):
        size += item.size
        if size > MAX_ARCHIVE or n_seen >= MAX_MEMBERS:
            raise FormatError(
                f"{origin} holds more than {MAX_ARCHIVE >> 30} GiB or {MAX_MEMBERS:,} files; is it the right one?"
            )
        if item.isreg():
            members[item.name] = item
    return members


def _limited(names: list[str], origin: Path) -> list[str]:
    if len(names) > MAX_MEMBERS:
        raise FormatError(f"{origin} holds {len(names):,} files, more than {MAX_MEMBERS:,}; is it the right one?")
    return names


def _copy(stream: IO[bytes], target: Path, what: str) -> str:
    """Write a stream to a file and return its SHA-256."""
    size, digest = 0, hashlib.sha256()
    with target.open("wb") as out:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > MAX_FILE:
                raise FormatError(
                    f"{what} has more than {MAX_FILE >> 20} MiB unpacked; no file of a corpus is that large"
                )
            digest.update(chunk)
            out.write(chunk)
    return digest.hexdigest()
