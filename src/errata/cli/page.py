"""The argument --html of commands that also write a page."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from errata.cli.inputs import check_not_read, is_filled
from errata.errors import InputError
from errata.formats.files import read_bytes

if TYPE_CHECKING:
    from argparse import ArgumentParser

_HTML = b"<!doctype html"


def add_page(parser: "ArgumentParser", about: str) -> None:
    """Add the argument; `about` says what the page shows."""
    parser.add_argument("--html", metavar="FILE", help=f"also write a page with {about}, which works offline")


def check_page(path: str | None, read: Iterable[str | None] = (), name: str = "--html") -> None:
    """Refuse to overwrite an input with the page, or a file that is not a page: it may be meant as an input."""
    check_not_read({name: path}, read)
    if path and is_filled(path) and not next(read_bytes(path))[: len(_HTML)].lower() == _HTML:
        raise InputError(
            f"{name} {path} would overwrite a file that is not an HTML page (it does not begin with "
            f"{_HTML.decode()}); {name} takes the name of the page: write {name} PAGE.html, or remove {path} first"
        )
