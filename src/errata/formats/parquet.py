"""Parquet, for large corpora: the records of JSON Lines as rows with nested columns (extra `errata[parquet]`).

Keys without a column of their own are stored as JSON in columns called `more`. Other tables can be read too, if they
have, or `columns` names, a column `source` with `reference_1` and so on, or `text` with `edits`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import islice
from typing import Any

from errata.errors import FormatError, MissingExtraError
from errata.findings import Finding, report
from errata.formats.files import STDIN, AnyPath, bounded, display_name, opened
from errata.formats.losses import Loss, Losses
from errata.formats.records import VERSION, from_record, to_record
from errata.formats.rivals import Rivals
from errata.formats.roles import find_roles
from errata.formats.strict_json import parse_json, to_json
from errata.formats.tables import our_names
from errata.formats.writing import output_name, writing
from errata.model import Text

SCHEMA_VERSION = b"gec-parquet/1"
_KEY = b"errata.schema"
_BATCH = 32
"""Rows unpacked at a time: a few bytes of a file may expand to many long texts."""
_EDIT_STRINGS = ("unit", "original", "type", "cset", "index", "part", "file", "comment", "joined", "raw")


def _load() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError(
            f"Parquet needs a package that is not installed ({error.name}); "
            "install the extra: pip install 'errata[parquet]', or '.[parquet]' in a clone"
        ) from None
    return pyarrow, pyarrow.parquet


def _schema(pa: Any) -> Any:
    string, integer = pa.string(), pa.int64()
    tokens = pa.list_(pa.struct([("start", integer), ("end", integer), ("form", string)]))
    edit = pa.struct(
        [
            ("start", integer),
            ("end", integer),
            ("corrections", pa.list_(string)),
            *((name, string) for name in _EDIT_STRINGS),
            ("optional", pa.bool_()),
            ("verbatim", pa.bool_()),
            ("score", pa.float64()),
            ("more", string),
        ]
    )
    layer = pa.struct([("annotator", string), ("edits", pa.list_(edit)), ("more", string)])
    text = pa.large_string()
    part = pa.struct([("id", string), ("text", text), ("tokens", tokens), ("more", string)])
    columns = [
        ("id", string),
        ("text", text),
        ("unit", string),
        ("tokens", tokens),
        ("parts", pa.list_(part)),
        ("references", pa.list_(text)),
        ("file", string),
        ("meta", string),
        ("annotations", pa.list_(layer)),
        ("more", string),
    ]
    return pa.schema(columns, metadata={_KEY: SCHEMA_VERSION})


def write(path: AnyPath, items: Iterable[Text], *, loss: str = "warn") -> list[Loss]:
    """Write sentences and documents, one per row; the write is atomic."""
    pa, pq = _load()
    schema = _schema(pa)
    losses = Losses(path, "parquet", loss)
    columns = {name: frozenset(_names(schema, name)) for name in ("edit", "layer", "part", "record")}
    rows = (_row(to_record(item), columns) for item in losses.checked(items))
    with writing(path) as stream, pq.ParquetWriter(stream, schema) as writer:
        while batch := list(islice(rows, _BATCH)):
            try:
                writer.write_batch(pa.RecordBatch.from_pylist(batch, schema=schema))
            except (pa.ArrowException, OverflowError, ValueError) as error:
                raise FormatError(f"{output_name(path)} cannot be written as Parquet: {error}") from None
    return losses.report()


def _names(schema: Any, what: str) -> list[str]:
    """Return the names of the columns, or of the fields inside one."""
    if what == "record":
        return list(schema.names)
    inner = schema.field("parts" if what == "part" else "annotations").type.value_type
    if what == "edit":
        inner = inner.field("edits").type.value_type
    return [field.name for field in inner]


def _row(record: dict[str, Any], columns: Mapping[str, frozenset[str]]) -> dict[str, Any]:
    del record["format"]
    if "meta" in record:
        record["meta"] = to_json(record["meta"])
    for holder in (record, *record.get("parts", ())):
        if "tokens" in holder:
            holder["tokens"] = [dict(zip(("start", "end", "form"), token, strict=False)) for token in holder["tokens"]]
    if "parts" in record:
        record["parts"] = [_with_more(part, columns["part"]) for part in record["parts"]]
    for layer in record["annotations"]:
        layer["edits"] = [_with_more(edit, columns["edit"]) for edit in layer["edits"]]
    record["annotations"] = [_with_more(layer, columns["layer"]) for layer in record["annotations"]]
    return _with_more(record, columns["record"])


def _with_more(values: dict[str, Any], columns: frozenset[str]) -> dict[str, Any]:
    """Return an object in which everything without a column of its own is combined as JSON."""
    more = {name: value for name, value in values.items() if name not in columns or name == "more"}
    if not more:
        return values
    return {name: value for name, value in values.items() if name not in more} | {"more": to_json(more)}


def read(path: AnyPath, *, columns: Mapping[str, str] | None = None, role: str | None = None) -> Iterator[Text]:
    """Yield the sentences and documents of a file; `columns` and `role` apply to tables by others."""
    pa, pq = _load()
    name = display_name(path)
    with opened(path) as stream:
        # The end of a Parquet file says what is in it.
        source = BytesIO(stream.read()) if os.fspath(path) == STDIN else stream
        try:
            file = pq.ParquetFile(source)
            version = (file.schema_arrow.metadata or {}).get(_KEY)
            if version is None:
                yield from _read_foreign(pa, file.schema_arrow, _batches(file, path), name, columns or {}, role)
                return
            if version != SCHEMA_VERSION:
                raise FormatError(
                    f"{name} has the schema {version.decode()!r}; {SCHEMA_VERSION.decode()!r} can be read"
                )
            for number, record in _records(_batches(file, path), name):
                yield _item(record, number, name)
        except (pa.ArrowException, UnicodeDecodeError) as error:
            raise FormatError(f"{name} cannot be read as Parquet: {error}") from None


def _batches(file: Any, path: AnyPath) -> Iterator[Any]:
    """Yield the rows of an open file, a few at a time, as long as they are not far larger than the file."""
    return bounded(path, file.iter_batches(_BATCH), lambda batch: int(batch.nbytes))


def _records(batches: Iterable[Any], name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the records of a file that declares our schema; a column of another type is refused."""
    number = 0
    for batch in batches:
        try:
            for record in map(_record, batch.to_pylist()):
                number += 1
                yield number, record
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise FormatError(
                f"{name}, row {number + 1}: its columns are not those of the schema; is the file complete?"
            ) from None


def _item(record: dict[str, Any], number: int, name: str) -> Text:
    try:
        return from_record(record, number)
    except ValueError as error:
        raise FormatError(f"{name}, row {number}: {error}") from None


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of an object, with the JSON in `more` expanded."""
    made = {name: value for name, value in values.items() if value is not None and name != "more"}
    if "tokens" in made:
        made["tokens"] = [[place for place in token.values() if place is not None] for token in made["tokens"]]
    return made | parse_json(values["more"]) if values.get("more") else made


def _record(row: Mapping[str, Any]) -> dict[str, Any]:
    record = {"format": VERSION} | _given(row)
    if "meta" in record:
        record["meta"] = parse_json(record["meta"])
    if "parts" in record:
        record["parts"] = [_given(part) for part in record["parts"]]
    layers = [_given(layer) for layer in record.get("annotations", ())]
    return record | {
        "annotations": [layer | {"edits": [_given(edit) for edit in layer.get("edits", ())]} for layer in layers]
    }


def _read_foreign(
    pa: Any, schema: Any, batches: Iterable[Any], name: str, columns: Mapping[str, str], role: str | None
) -> Iterator[Text]:
    """Yield the sentences of a table with sources, or the items of one with texts and their edits."""
    table = _Table(pa, schema, batches, name)
    names = {*table.header, *columns}
    if {"text", "edits"} <= names and "source" not in names:
        yield from _foreign_edits(table, our_names(table.header, columns, name))
        return
    roles = find_roles(table.header, columns, name, role)
    for column in (roles.source, *roles.references, roles.output):
        table.check(column, table.is_text, "text")
    table.check(roles.listed, table.is_texts, "text or a list of texts")
    table.check(roles.id, table.is_id, "text or whole numbers")
    rivals = Rivals(roles, name)
    for number, cells in table.rows(table.header):
        if rivals.is_looking:
            rivals.add(cells)
        try:
            yield roles.sentence({column: cell for column, cell in cells.items() if cell is not None})
        except ValueError as error:
            raise FormatError(f"{name}, row {number}: {error}") from None
    rivals.finish()


def _foreign_edits(table: "_Table", names: list[str]) -> Iterator[Text]:
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
    """A table by others; the types of its columns are checked before any value is read."""

    def __init__(self, pa: Any, schema: Any, batches: Iterable[Any], name: str) -> None:
        self._pa = pa
        self._batches = batches
        self._types = [(field.name, field.type) for field in schema]
        self.name = name
        self.header = [column for column, _ in self._types]

    def check(self, column: str | None, is_kind: Any, kind: str) -> None:
        """Refuse a column of the wrong type."""
        found = next((type for name, type in self._types if name == column), None)
        if found is not None and not is_kind(found):
            raise FormatError(
                f"{self.name}: the column {column!r} is of the type {str(found)[:80]}; it must hold {kind}"
            )

    def rows(self, names: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the rows, numbered from 1; columns that only Parquet can hold are skipped with a warning."""
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
        """Tell whether values are texts, possibly dictionary-encoded."""
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
        """Tell whether values are lists of structs."""
        return self._is_list(type) and bool(self._pa.types.is_struct(type.value_type))

    def _is_list(self, type: Any) -> bool:
        types = self._pa.types
        return bool(types.is_list(type) or types.is_large_list(type) or types.is_fixed_size_list(type))

    def _is_plain(self, type: Any) -> bool:
        """Tell whether values have JSON types."""
        types = self._pa.types
        if self._is_list(type):
            return self._is_plain(type.value_type)
        if types.is_struct(type):
            return all(self._is_plain(type.field(place).type) for place in range(type.num_fields))
        if types.is_dictionary(type):
            return self._is_plain(type.value_type)
        plain = (types.is_integer, types.is_floating, types.is_boolean, types.is_null, self.is_text)
        return any(is_kind(type) for is_kind in plain)
