"""Comma-separated tables of sentences or edits, quoted as in RFC 4180. See `errata.formats.tables`."""

import os
from collections.abc import Iterable, Iterator, Mapping

from errata.corpus import Sentence
from errata.documents import Document
from errata.formats import tables
from errata.formats.losses import Loss


def read(path: str | os.PathLike[str], *, columns: Mapping[str, str] | None = None) -> Iterator[Sentence | Document]:
    """Yield the sentences or documents of a table."""
    return tables.read(path, "csv", columns)


def write(
    path: str | os.PathLike[str], items: Iterable[Sentence | Document], *, loss: str = "warn", table: str = "auto"
) -> list[Loss]:
    """Write a table of edits or of sentences."""
    return tables.write(path, items, "csv", loss=loss, table=table)
