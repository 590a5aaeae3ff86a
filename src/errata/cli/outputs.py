"""Files that a command line names to be written, refused where something else would be lost."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from errata.errors import FormatError, InputError
from errata.formats.files import STDIN, read_bytes
from errata.formats.writing import output_name

_HTML = b"<!doctype html"


def check_not_read(written: Mapping[str, str | None], read: Iterable[str | None]) -> None:
    """Refuse to write over a file that is read; `written` has the path that each option or argument names."""
    places = {Path(path).resolve(): path for path in read if path and path != STDIN}
    for name, path in written.items():
        if path and path != STDIN and Path(path).resolve() in places:
            raise InputError(f"{name} {path} would take the place of {path}, which is read; give it another name")


def check_apart(written: Mapping[str, str | None]) -> None:
    """Refuse to write two things to one place, where the second would take that of the first."""
    taken: dict[Path | str, str] = {}
    for name, path in written.items():
        if not path or path == os.devnull:
            continue
        place = path if path == STDIN else Path(path).resolve()
        if place in taken:
            raise InputError(
                f"{taken[place]} and {name} would both be written to {output_name(path)}; give each a name of its own"
            )
        taken[place] = name


def check_page(option: str, path: str) -> None:
    """Refuse to write a page over a file that is none: it may be one that was to be read."""
    if _is_filled(path) and not next(read_bytes(path))[: len(_HTML)].lower() == _HTML:
        raise InputError(
            f"{option} {path} would take the place of a file that is no HTML page (it does not begin with "
            f"{_HTML.decode()}); {option} takes the name of the page: write {option} PAGE.html, or remove {path} first"
        )


def check_weight_file(option: str, path: str) -> None:
    """Refuse to write weights over a file that holds none: it may be one that was to be read."""
    from errata.measures.difficulty.weights import read_weights

    try:
        if _is_filled(path):
            read_weights(path)
    except FormatError as error:
        raise InputError(
            f"{option} {path} would take the place of a file that holds no weights ({error}); {option} takes the name "
            f"of the file to write: remove {path} first, or give another name"
        ) from None


def _is_filled(path: str) -> bool:
    file = Path(path)
    return path != STDIN and file.is_file() and file.stat().st_size > 0
