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
_ABOUT = "about"


def _key(text: tuple[int, ...]) -> str:
    return hashlib.sha256(np.array(text, dtype="<i8").tobytes()).hexdigest()[:32]


class VectorCache:
    """A file of vectors, read text by text; what is added is written when all of it is there.

    Each text is known by the hash of its pieces. The file says for which model and layer it was made.
    """

    def __init__(self, path: AnyPath) -> None:
        self.path = Path(path)

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path}

    @cached_property
    def _file(self) -> Any:
        if not self.path.exists():
            return {}
        try:
            found = np.load(self.path, allow_pickle=False)
            if _ABOUT not in found.files:
                raise ValueError("it does not say of which model")
        except (OSError, ValueError, EOFError, zipfile.BadZipFile, AttributeError) as error:
            raise FormatError(
                f"{display_name(self.path)}: not a cache of vectors ({error!s:.100}); give another path, or remove it"
            ) from None
        return found

    def has(self, model: str, layer: int, text: tuple[int, ...]) -> bool:
        """Tell whether the vectors of a text are there; a file made for another model or layer is refused."""
        self._check(model, layer)
        return _key(text) in self._file

    def _check(self, model: str, layer: int) -> None:
        if not self._file:
            return
        wanted, found = _about(model, layer), str(self._file[_ABOUT])
        if found != wanted:
            raise InputError(
                f"{display_name(self.path)} holds vectors of {found}, but these are of {wanted}; give another path, or "
                "remove the file"
            )

    def read(self, text: tuple[int, ...]) -> Array:
        """Return the vectors of a text that is there."""
        try:
            found: Array = self._file[_key(text)]
        except (ValueError, OSError, zipfile.BadZipFile) as error:
            raise FormatError(f"{display_name(self.path)} is damaged ({error!s:.100}); remove it") from None
        return found

    @contextmanager
    def adding(self, model: str, layer: int) -> Iterator[Callable[[tuple[int, ...], Array], None]]:
        """Give what adds the vectors of a text; a new file takes the place of the old one when all went well."""
        self._check(model, layer)
        old = self._file
        with replacing(self.path) as fresh, zipfile.ZipFile(fresh, "w", zipfile.ZIP_STORED) as packed:
            _put(packed, _ABOUT, np.array(_about(model, layer)))
            for name in old.files if old else ():
                if name != _ABOUT:
                    _put(packed, name, old[name])
            yield lambda text, vectors: _put(packed, _key(text), vectors)
        if old:
            old.close()
        del self.__dict__["_file"]


def _about(model: str, layer: int) -> str:
    return f"model {model}, layer {layer}"


def _put(packed: zipfile.ZipFile, name: str, array: Array) -> None:
    with packed.open(f"{name}.npy", "w", force_zip64=True) as stream:
        np.lib.format.write_array(stream, array, allow_pickle=False)
