"""Fetch a preset: download it or take a local copy, verify every file, and install all of them or none."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from errata.errors import FileError, FormatError
from errata.findings import remedy
from errata.presets import Preset, cache_folder
from errata.presets.archives import extract

if TYPE_CHECKING:
    from urllib.request import OpenerDirector, Request

_CHUNK = 1 << 16
_MAX_DOWNLOAD = 1 << 30
_TIMEOUT = 30
Progress = Callable[[str, int, int | None], None]
"""Called with the address, the bytes so far and the total, if the server gives it."""


class Fetched(NamedTuple):
    """What was installed: the folder, the SHA-256 of each file, and the files whose official checksum is unknown."""

    folder: Path
    sums: dict[str, str]
    unverified: tuple[str, ...]


def fetch(preset: Preset, origin: Path | None = None, progress: Progress = lambda *_: None) -> Fetched:
    """Install a preset in the cache, from a local folder or archive if one is given, else from its address."""
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    if origin is None and preset.ask:
        raise FileError(f"{preset.name} cannot be downloaded: {preset.ask}")
    with tempfile.TemporaryDirectory(dir=cache, prefix=".fetching-") as made:
        work = Path(made) / preset.name
        work.mkdir()
        targets = [work / item.name for item in preset.files]
        wanted = [item.origin for item in preset.files]
        known = [item.sha256 for item in preset.files]
        if origin is not None:
            extract(origin, wanted, targets, known)
        elif preset.archive:
            extract(download(preset.archive, cache / "downloads", progress), wanted, targets, known)
        else:
            for path, target in zip(wanted, targets, strict=True):
                shutil.move(download(preset.base + path, cache / "downloads", progress), target)
        sums = {item.name: _verify(work / item.name, item.sha256, preset) for item in preset.files}
        if preset.merge:
            _merge(preset, work)
        _check_gold(preset, work)
        _install(work, cache / preset.name)
    unverified = tuple(item.name for item in preset.files if not item.sha256)
    return Fetched(cache / preset.name, sums, unverified)


def _verify(path: Path, expected: str, preset: Preset) -> str:
    with path.open("rb") as stream:
        seen = hashlib.file_digest(stream, "sha256").hexdigest()
    if expected and seen != expected:
        raise FormatError(
            f"{preset.name}: {path.name} has SHA-256 {seen}, but the official file has {expected}; it is another "
            "release, or the download is damaged; nothing was installed"
        )
    return seen


def _merge(preset: Preset, work: Path) -> None:
    from errata.formats import read, write
    from errata.model.merging import merge

    write(merge([read(work / name) for name in preset.merge]), work / preset.gold)


def _check_gold(preset: Preset, work: Path) -> None:
    """Refuse a gold other than the declared one: by number of sentences, and by fingerprint if known."""
    if not preset.gold:
        return
    from errata.formats import read

    gold = read(work / preset.gold)
    for what, seen, declared in (
        ("sentences", len(gold), preset.sentences),
        ("fingerprint", gold.fingerprint, preset.fingerprint),
    ):
        if declared and seen != declared:
            raise FormatError(
                f"{preset.name}: the gold has {what} {seen}, expected {declared}; it is another release: "
                "nothing was installed"
            )


def _install(work: Path, folder: Path) -> None:
    """Move the finished folder into place; an existing one is replaced only now."""
    old = work.parent / "old"
    if folder.exists():
        folder.replace(old)
    work.replace(folder)


def download(address: str, folder: Path, progress: Progress = lambda *_: None) -> Path:
    """Return the file at an address, kept in the folder; an interrupted download resumes where it stopped.

    Only HTTP(S) is supported, and redirection from HTTPS to HTTP is refused. The download must have the announced size.
    """
    from urllib.request import Request

    if urlsplit(address).scheme not in {"http", "https"}:
        raise FileError(f"{address}: only http and https addresses can be downloaded")
    folder.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(address.encode()).hexdigest()[:12]
    part = folder / f"{key}-{Path(urlsplit(address).path).name}.part"
    held = part.stat().st_size if part.exists() else 0
    request = Request(address, headers={"User-Agent": "errata", "Accept-Encoding": "identity"})
    if held:
        request.add_header("Range", f"bytes={held}-")
    _receive(request, part, held, progress)
    done = part.with_suffix("")
    part.replace(done)
    return done


def _receive(request: "Request", part: Path, held: int, progress: Progress) -> None:
    import http.client
    from urllib.error import HTTPError, URLError

    address = request.full_url
    try:
        with _opener().open(request, timeout=_TIMEOUT) as answer:
            resumed = answer.status == 206 and answer.headers.get("Content-Range", "").startswith(f"bytes {held}-")
            size = held if resumed else 0
            length = answer.headers.get("Content-Length")
            total = size + int(length) if length and length.isdecimal() else None
            if total is not None and total > _MAX_DOWNLOAD:
                raise FileError(f"{address} has {total:,} bytes, more than any corpus we know; nothing was downloaded")
            with part.open("ab" if resumed else "wb") as out:
                while chunk := answer.read(_CHUNK):
                    out.write(chunk)
                    size += len(chunk)
                    if size > _MAX_DOWNLOAD:
                        raise FileError(f"{address} does not end after {size:,} bytes; stopped")
                    progress(address, size, total)
    except HTTPError as error:
        error.close()
        if error.code == 416:  # what is held is not what the server has now
            part.unlink(missing_ok=True)
        raise FileError(
            f"{address}: the server answered {error.code} {error.reason}",
            remedy("download it yourself and pass it with {copy}"),
        ) from None
    except (URLError, OSError, http.client.HTTPException) as error:
        if isinstance(error, FileError):
            raise
        reason = getattr(error, "reason", None) or error
        raise FileError(
            f"{address}: {reason}",
            remedy("try again to resume, or download it yourself and pass it with {copy}"),
        ) from None
    if total is not None and size != total:
        raise FileError(f"{address}: {size:,} of {total:,} bytes arrived; try again to resume")


def _opener() -> "OpenerDirector":
    from urllib.request import HTTPRedirectHandler, build_opener

    class _Careful(HTTPRedirectHandler):
        def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]  # as the base
            if urlsplit(newurl).scheme != "https" and urlsplit(req.full_url).scheme == "https":
                raise FileError(f"{req.full_url} redirects to {newurl}, which is not encrypted; refused")
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    return build_opener(_Careful)
