"""Vectors kept on disk: an `.npz` file with those of every text, for one layer of one model."""

import hashlib
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errata.errors import FormatError, InputError
from errata.formats.files import AnyPath, display_name
from errata.formats.writing import replacing

Array = NDArray[Any]
_ABOUT = "about.npy"
_BROKEN = (OSError, ValueError, EOFError, zipfile.BadZipFile)
"""What numpy and zipfile raise for an invalid file."""


def _key(text: tuple[int, ...]) -> str:
    return hashlib.sha256(np.array(text, dtype="<i8").tobytes()).hexdigest()[:32] + ".npy"


class VectorCache:
    """A file of vectors, read text by text; additions are written when complete.

    Each text is identified by the hash of its pieces. The file records everything that its vectors depend on.
    """

    def __init__(self, path: AnyPath) -> None:
        self.path = Path(path)

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path}

    @cached_property
    def _file(self) -> zipfile.ZipFile | None:
        try:
            return zipfile.ZipFile(self.path)
        except FileNotFoundError:
            return None
        except _BROKEN:
            raise self._no_cache() from None

    @cached_property
    def _about(self) -> str:
        if _ABOUT not in self._names:
            raise self._no_cache()
        return str(self._array(_ABOUT))

    def _no_cache(self) -> FormatError:
        return FormatError(
            f"{display_name(self.path)} is not a cache of vectors, or a damaged one; give another path, and the model "
            "is asked again"
        )

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(() if self._file is None else self._file.namelist())

    def _array(self, name: str) -> Array:
        assert self._file is not None
        try:
            with self._file.open(name) as stream:
                found: Array = np.lib.format.read_array(stream, allow_pickle=False)
        except _BROKEN:
            raise self._no_cache() from None
        return found

    def check(self, about: str) -> None:
        """Refuse a file for something else."""
        if self._file is not None and self._about != about:
            raise InputError(
                f"{display_name(self.path)} holds vectors of {self._about}, but these are of {about}; give another "
                "path, or remove the file"
            )

    def __contains__(self, text: tuple[int, ...]) -> bool:
        """Tell whether the vectors of a text are stored."""
        return _key(text) in self._names

    def read(self, text: tuple[int, ...]) -> Array:
        """Return the stored vectors of a text."""
        found = self._array(_key(text))
        if found.ndim != 2 or len(found) != len(text):
            raise self._no_cache()
        return found

    @contextmanager
    def adding(self, about: str) -> Iterator[Callable[[tuple[int, ...], Array], None]]:
        """Return a function that adds the vectors of a text; on success, a new file replaces the old one."""
        old = self._file
        with replacing(self.path) as fresh, zipfile.ZipFile(fresh, "w", zipfile.ZIP_STORED) as packed:
            _put(packed, _ABOUT, np.array(about))
            for name in sorted(self._names - {_ABOUT}):
                _put(packed, name, self._array(name))
            yield lambda text, vectors: _put(packed, _key(text), vectors)
        if old is not None:
            old.close()
        for name in ("_file", "_names", "_about"):
            self.__dict__.pop(name, None)


def _put(packed: zipfile.ZipFile, name: str, array: Array) -> None:
    with packed.open(name, "w", force_zip64=True) as stream:
        np.lib.format.write_array(stream, array, allow_pickle=False)
