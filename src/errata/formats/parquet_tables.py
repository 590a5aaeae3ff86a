"""Parquet tables by others: which column is for what, and whether its type can be that, before any value is taken."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from errata.errors import FormatError
from errata.findings import Finding, report
from errata.formats.from_records import from_record
from errata.formats.roles import find_roles
from errata.formats.tables import our_names
from errata.formats.to_records import VERSION
from errata.model import Text


def read(
    pa: Any, schema: Any, batches: Iterable[Any], name: str, columns: Mapping[str, str], role: str | None
) -> Iterator[Text]:
    """Yield the sentences of a table with sources, or the items of one with texts and their edits."""
    table = _Table(pa, schema, batches, name)
    names = {*table.header, *columns}
    if {"text", "edits"} <= names and "source" not in names:
        yield from _edits(table, our_names(table.header, columns, name))
        return
    roles = find_roles(table.header, columns, name, role)
    for column in (roles.source, *roles.references, roles.output):
        table.check(column, table.is_text, "text")
    table.check(roles.listed, table.is_texts, "text or a list of texts")
    table.check(roles.id, table.is_id, "text or whole numbers")
    for number, cells in table.rows(table.header):
        try:
            yield roles.sentence({column: cell for column, cell in cells.items() if cell is not None})
        except ValueError as error:
            raise FormatError(f"{name}, row {number}: {error}") from None


def _edits(table: "_Table", names: list[str]) -> Iterator[Text]:
    for ours, is_kind, kind in (
        ("text", table.is_text, "text"),
        ("edits", table.is_edits, "a list of structures"),
        ("annotator", table.is_id, "text or whole numbers"),
    ):
        table.check(table.header[names.index(ours)] if ours in names else None, is_kind, kind)
    for number, cells in table.rows(names):
        given = {column: cell for column, cell in cells.items() if cell is not None}
        try:
            edits = [_without_nulls(edit) for edit in given.pop("edits", ())]
            layers = [{"annotator": str(given.pop("annotator", 0)), "edits": edits}]
            yield from_record(given | {"format": VERSION, "annotations": layers}, number)
        except ValueError as error:
            raise FormatError(f"{table.name}, row {number}: {error}") from None


def _without_nulls(edit: Mapping[str, Any] | None) -> dict[str, Any]:
    if edit is None:
        raise ValueError("an edit is null, not a structure")
    return {name: value for name, value in edit.items() if value is not None}


class _Table:
    """A table whose types are known before its rows are."""

    def __init__(self, pa: Any, schema: Any, batches: Iterable[Any], name: str) -> None:
        self._pa = pa
        self._batches = batches
        self._types = [(field.name, field.type) for field in schema]
        self.name = name
        self.header = [column for column, _ in self._types]

    def check(self, column: str | None, is_kind: Any, kind: str) -> None:
        """Refuse a column of a type that it cannot have."""
        found = next((type for name, type in self._types if name == column), None)
        if found is not None and not is_kind(found):
            raise FormatError(
                f"{self.name}: the column {column!r} is of the type {str(found)[:80]}; it must hold {kind}"
            )

    def rows(self, names: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the rows, numbered from 1; columns that only Parquet can hold are left out with a warning."""
        places = []
        for place, (column, type) in enumerate(self._types):
            if self._is_plain(type):
                places.append(place)
            else:
                message = f"the column {column!r} of the type {str(type)[:80]} was left out"
                report(Finding("left-out", message, self.name), 3)
        kept = [names[place] for place in places]
        number = 0
        for batch in self._batches:
            values = [batch.column(place).to_pylist() for place in places]
            for row in zip(*values, strict=True):
                number += 1
                yield number, dict(zip(kept, row, strict=True))

    def is_text(self, type: Any) -> bool:
        """Tell whether values are texts, perhaps by a dictionary."""
        types = self._pa.types
        if types.is_dictionary(type):
            return self.is_text(type.value_type)
        return bool(types.is_string(type) or types.is_large_string(type) or str(type) == "string_view")

    def is_texts(self, type: Any) -> bool:
        """Tell whether values are texts or lists of them."""
        return self.is_text(type) or (self._is_list(type) and self.is_text(type.value_type))

    def is_id(self, type: Any) -> bool:
        """Tell whether values can be ids."""
        return self.is_text(type) or bool(self._pa.types.is_integer(type))

    def is_edits(self, type: Any) -> bool:
        """Tell whether values are lists of structures."""
        return self._is_list(type) and bool(self._pa.types.is_struct(type.value_type))

    def _is_list(self, type: Any) -> bool:
        types = self._pa.types
        return bool(types.is_list(type) or types.is_large_list(type) or types.is_fixed_size_list(type))

    def _is_plain(self, type: Any) -> bool:
        """Tell whether values are such as JSON has."""
        types = self._pa.types
        if self._is_list(type):
            return self._is_plain(type.value_type)
        if types.is_struct(type):
            return all(self._is_plain(type.field(place).type) for place in range(type.num_fields))
        if types.is_dictionary(type):
            return self._is_plain(type.value_type)
        plain = (types.is_integer, types.is_floating, types.is_boolean, types.is_null, self.is_text)
        return any(is_kind(type) for is_kind in plain)
