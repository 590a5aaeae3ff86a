"""Comma-separated tables of sentences or edits, quoted as in RFC 4180. See `errata.formats.tables`."""

from collections.abc import Iterable, Iterator, Mapping

from errata.formats import tables
from errata.formats.files import AnyPath
from errata.formats.losses import Loss
from errata.model import Text


def read(path: AnyPath, *, columns: Mapping[str, str] | None = None, role: str | None = None) -> Iterator[Text]:
    """Yield the sentences or documents of a table."""
    return tables.read(path, "csv", columns, role)


def write(path: AnyPath, items: Iterable[Text], *, loss: str = "warn", table: str = "auto") -> list[Loss]:
    """Write a table of edits or of sentences."""
    return tables.write(path, items, "csv", loss=loss, table=table)
