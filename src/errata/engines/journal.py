"""The counts of a run, part by part, in a file from which an interrupted run resumes.

Every line is a checksum and JSON. The first line says what is counted; each other holds the counts of one part, with
the checksums of the bytes it was read from. A truncated line and everything after it are ignored.
"""

import base64
import json
import os
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any

from errata._version import __version__
from errata.check.cuts import Unchanged
from errata.check.surveys import ColumnSurvey, Frequent, PairSurvey, Seen
from errata.engines.parts import AnyPart, Counted, CountParts, Sums, Work
from errata.errors import FileError, FormatError
from errata.formats.files import display_name
from errata.measures.data import Table

_CLASSES: Mapping[str, type] = {
    kind.__name__: kind for kind in (Counted, ColumnSurvey, Frequent, PairSurvey, Seen, Sums, Table, Unchanged)
}


class Journal:
    """The file of one run's counted parts."""

    def __init__(self, path: str, about: Mapping[str, Any]) -> None:
        self._path = path
        self._about = {"errata": __version__, **about}
        self._size = 0
        """Bytes of complete lines in the file."""

    def run(self, run: CountParts, work: Work) -> CountParts:
        """Return a function that yields the stored parts, has the others counted, and stores these."""

        def resumed(count: Callable[[AnyPart], Counted], parts: Iterable[AnyPart]) -> Iterator[Counted]:
            left = iter(parts)
            for saved in self._read():
                part = next(left, None)
                if part is None:
                    raise FormatError(f"{self._path} has more parts than the files; {_REMEDY}")
                yield self._checked(saved, part, work)
            with self._open() as file:
                for made in run(count, left):
                    self._append(file, _plain(made))
                    yield made

        return resumed

    def remove(self) -> None:
        """Remove the file: the run has succeeded."""
        with suppress(FileNotFoundError):
            os.unlink(self._path)  # noqa: PTH108  # a string

    def _read(self) -> Iterator[Counted]:
        """Yield the stored parts, if the file exists, and remember where they end."""
        if os.path.exists(self._path) and not os.path.isfile(self._path):  # noqa: PTH110, PTH113
            raise FileError(f"{self._path} is not a regular file, so counts cannot be kept in it; give another name")
        try:
            file = open(self._path, "rb")  # noqa: PTH123, SIM115  # a string
        except FileNotFoundError:
            return
        except OSError as error:
            raise FileError(f"{self._path} cannot be read: {error.strerror}") from None
        with file:
            lines = _whole_lines(file)
            about = next(lines, None)
            if about is None:
                if os.path.getsize(self._path):  # noqa: PTH202
                    raise FormatError(f"{self._path} does not hold the counts of an interrupted run; {_REMEDY}")
                return
            self._compare(about[1])
            self._size = about[0]
            for end, saved in lines:
                yield _restored(saved)
                self._size = end

    def _compare(self, about: Mapping[str, Any]) -> None:
        """Refuse a file of another run."""
        for key, mine in self._about.items():
            theirs = about.get(key) if isinstance(about, dict) else None
            if theirs != mine:
                differ = f"{key} was {_short(theirs)} there and is {_short(mine)} now"
                raise FormatError(f"{self._path} belongs to another run: {differ}; {_REMEDY}")

    def _checked(self, saved: Counted, part: AnyPart, work: Work) -> Counted:
        """Return a stored part, if its bytes are unchanged."""
        data = part.read()
        for path, bytes_now, checksum in zip(part.paths, data, saved.checksums, strict=True):
            if zlib.crc32(bytes_now) != checksum:
                raise FileError(
                    f"{display_name(path)} was changed since {self._path} was written, between lines "
                    f"{part.first + 1} and {part.first + part.n_lines}; {_REMEDY}"
                )
        saved.content = part.block(data, work).gold.content() if work.marshals else b""  # which is not kept
        return saved

    def _open(self) -> IO[bytes]:
        """Open the file after its last part; a new file begins with what is counted."""
        try:
            file = open(self._path, "r+b" if self._size else "wb")  # noqa: PTH123, SIM115  # a string
        except OSError as error:
            raise FileError(f"{self._path} cannot be written: {error.strerror}") from None
        file.truncate(self._size)
        file.seek(self._size)
        if not self._size:
            self._append(file, self._about)
        return file

    def _append(self, file: IO[bytes], item: object) -> None:
        text = json.dumps(item, separators=(",", ":")).encode()
        try:
            file.write(b"%08x %s\n" % (zlib.crc32(text), text))
            file.flush()
        except OSError as error:
            raise FileError(f"{self._path} cannot be written: {error.strerror}") from None


_REMEDY = "remove it to start over, or give the files it was made with"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:200]}…"


def _whole_lines(file: IO[bytes]) -> Iterator[tuple[int, Any]]:
    """Yield the complete lines, each with its end."""
    end = 0
    for line in file:
        end += len(line)
        checksum, _, text = line.removesuffix(b"\n").partition(b" ")
        if not line.endswith(b"\n") or b"%08x" % zlib.crc32(text) != checksum:
            return
        yield end, json.loads(text)


def _plain(value: Any) -> Any:
    """Return a value in JSON types; other types become an object with one key."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [*map(_plain, value)]
    if isinstance(value, tuple):
        return {"tuple": [*map(_plain, value)]}
    if isinstance(value, array):
        return {"array": [value.typecode, base64.b64encode(value.tobytes()).decode()]}
    if isinstance(value, Counter):
        return {"counter": [[_plain(key), count] for key, count in value.items()]}
    if isinstance(value, dict):
        return {"dict": [[_plain(key), _plain(item)] for key, item in value.items()]}
    name = type(value).__name__
    assert _CLASSES.get(name) is type(value), f"{name} cannot be kept"
    return {"class": name, **{key: _plain(item) for key, item in vars(value).items() if key != "content"}}


def _restored(value: Any) -> Any:
    """Reverse `_plain`."""
    if isinstance(value, list):
        return [*map(_restored, value)]
    if not isinstance(value, dict):
        return value
    if "class" in value:
        kind = _CLASSES[value.pop("class")]
        made: Any = object.__new__(kind)
        made.__dict__.update((key, _restored(item)) for key, item in value.items())
        return made
    [(kind, held)] = value.items()
    if kind == "tuple":
        return tuple(map(_restored, held))
    if kind == "array":
        return array(held[0], base64.b64decode(held[1]))
    pairs = ((_restored(key), _restored(item)) for key, item in held)
    return Counter(dict(pairs)) if kind == "counter" else dict(pairs)
