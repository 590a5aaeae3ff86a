"""Parquet, for large corpora: the records of JSON Lines as rows with nested columns (extra `errata[parquet]`).

Keys without a column of their own are kept as JSON in columns called `more`. Tables by others can be read too, if they
have, or are told to have, a column `source` with `reference_1` and so on, or `text` with `edits`: see
`errata.formats.parquet_tables`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import islice
from typing import Any

from errata.errors import FormatError, MissingExtraError
from errata.formats.files import STDIN, AnyPath, bounded, display_name, opened, output_name, writing
from errata.formats.from_records import from_record
from errata.formats.losses import Loss, Losses
from errata.formats.strict_json import parse_json, to_json
from errata.formats.to_records import VERSION, to_record
from errata.model import Text

SCHEMA_VERSION = b"gec-parquet/1"
_KEY = b"errata.schema"
_BATCH = 32
"""So many rows are unpacked at a time: a few bytes of a file may stand for many long texts."""
"""Records that are held in memory at a time."""
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
    """Write sentences and documents, a row each; the file appears whole or not at all."""
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
    """Return an object with what has no column of its own put together as JSON."""
    more = {name: value for name, value in values.items() if name not in columns or name == "more"}
    if not more:
        return values
    return {name: value for name, value in values.items() if name not in more} | {"more": to_json(more)}


def read(path: AnyPath, *, columns: Mapping[str, str] | None = None, role: str | None = None) -> Iterator[Text]:
    """Yield the sentences and documents of a file; `columns` and `role` are about tables by others."""
    pa, pq = _load()
    name = display_name(path)
    with opened(path) as stream:
        # The end of a Parquet file says what is in it.
        source = BytesIO(stream.read()) if os.fspath(path) == STDIN else stream
        try:
            file = pq.ParquetFile(source)
            version = (file.schema_arrow.metadata or {}).get(_KEY)
            if version is None:
                from errata.formats import parquet_tables

                yield from parquet_tables.read(pa, file.schema_arrow, _batches(file, path), name, columns or {}, role)
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
    """Yield the rows of an open file, some at a time, as long as they are not far more than the file."""
    return bounded(path, file.iter_batches(_BATCH), lambda batch: int(batch.nbytes))


def _records(batches: Iterable[Any], name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the records of a file that says it has our schema; a column of another type is refused."""
    number = 0
    for batch in batches:
        try:
            for record in map(_record, batch.to_pylist()):
                number += 1
                yield number, record
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise FormatError(
                f"{name}, row {number + 1}: its columns are not those of the schema; is the file whole?"
            ) from None


def _item(record: dict[str, Any], number: int, name: str) -> Text:
    try:
        return from_record(record, number)
    except ValueError as error:
        raise FormatError(f"{name}, row {number}: {error}") from None


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an object says, the JSON in `more` taken apart."""
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
