"""Rows of an edit table, made of the records of JSON Lines and turned into them again.

A record is a row with its text, then for each annotator a row for every edit, or one row without an edit. A cell that
is empty says nothing; what has no column of its own is in `more`.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from math import isfinite, nan
from typing import Any

from errata.errors import FormatError
from errata.formats.from_records import from_record
from errata.formats.strict_json import parse_json, to_json
from errata.formats.to_records import VERSION, to_record
from errata.model import Text

_EDIT = (
    "start",
    "end",
    "unit",
    "original",
    "corrections",
    "type",
    "optional",
    "cset",
    "index",
    "part",
    "comment",
    "score",
)
COLUMNS = ("document", "text", "annotator", *_EDIT, "more")
_TRUTHS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def is_edit_table(names: Container[str]) -> bool:
    """Tell whether these are the columns of an edit table."""
    return "start" in names and "end" in names


def rows(items: Iterable[Text]) -> Iterator[list[str]]:
    """Yield the header and the rows of an edit table."""
    yield list(COLUMNS)
    for number, item in enumerate(items, 1):
        for row in _record_rows(to_record(item), number):
            yield [row.get(column, "") for column in COLUMNS]


def _record_rows(record: dict[str, Any], number: int) -> Iterator[dict[str, str]]:
    layers = record.pop("annotations")
    record.pop("format")
    id = record.pop("id", None)
    named = {"document": id or str(number)}  # rows need something to be told apart by
    yield named | _row(record, ("text", "unit"), {} if id else {"id": id})
    for layer in layers:
        edits = layer.pop("edits")
        who = {"annotator": layer.pop("annotator")}
        if not who["annotator"]:
            raise FormatError(f"document {named['document']} has an annotator without a name; a table needs one")
        if not edits or layer:
            yield named | who | _row(layer, (), {})
        for edit in edits:
            yield named | who | _row(edit, _EDIT, {})


def _row(values: dict[str, Any], columns: Iterable[str], more: dict[str, Any]) -> dict[str, str]:
    """Return the cells of an object; an empty string would be no value, so it goes where nothing is mistaken."""
    cells = {}
    for column in columns:
        value = values.pop(column, None)
        if value == "" and column != "original":
            more[column] = value
        elif value is not None:
            cells[column] = _cell(value)
    taken = sorted(values.keys() & set(COLUMNS))
    if taken:
        raise FormatError(f"a field of another format is called {taken[0]!r} like a column of the table; rename it")
    more |= values
    return cells | {"more": to_json(more)} if more else cells


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else to_json(value)


def read(rows: Iterable[tuple[int, Mapping[str, str]]], name: str) -> Iterator[Text]:
    """Yield the records of an edit table; rows of one document stand together."""
    record: dict[str, Any] | None = None
    document, started, count = "", 0, 0
    for number, row in rows:
        is_text = not (row.get("annotator") or row["start"])
        begins = record is None or row.get("document", "") != document or is_text
        try:
            if begins:
                if record is not None:
                    yield _item(record, count)
                document, started, count = row.get("document", ""), number, count + 1
                record = {"format": VERSION, "annotations": {}} | ({"id": document} if document else {})
            assert record is not None
            _take(record, row)
        except ValueError as error:
            raise FormatError(f"{name}, line {started if begins else number}: {error}") from None
    if record is not None:
        try:
            yield _item(record, count)
        except ValueError as error:
            raise FormatError(f"{name}, line {started}: {error}") from None


def _item(record: dict[str, Any], count: int) -> Text:
    return from_record(record | {"annotations": list(record["annotations"].values())}, count)


def _take(record: dict[str, Any], row: Mapping[str, str]) -> None:
    """Put a row into the record it belongs to."""
    values = _values(row)
    annotator, start = values.pop("annotator", None), values.get("start")
    values.pop("document", None)
    if annotator is None and start is None:
        record |= values
        if record.get("id", "") is None:
            del record["id"]
        return
    if "text" in values and record.setdefault("text", values["text"]) != values.pop("text"):
        raise ValueError("the text differs from that of the rows before; a document has one")
    if start is None or "end" not in values:
        if start is not None or "end" in values:
            raise ValueError("an edit has a start and an end")
        _layer(record, annotator).update(values)
        return
    if "unit" not in values:
        raise ValueError("the edit does not say what its offsets count; add a column 'unit' with 'char' or 'token'")
    _layer(record, "0" if annotator is None else annotator)["edits"].append(values)


def _layer(record: dict[str, Any], annotator: str) -> dict[str, Any]:
    layer: dict[str, Any] = record["annotations"].setdefault(annotator, {"annotator": annotator, "edits": []})
    return layer


def _values(row: Mapping[str, str]) -> dict[str, Any]:
    """Return what the cells of a row say."""
    values: dict[str, Any] = {column: cell for column, cell in row.items() if cell and column != "more"}
    for column in ("start", "end"):
        if column in values:
            values[column] = _number(column, values[column])
    if "corrections" in values:
        values["corrections"] = _json("corrections", values["corrections"], list)
    if "score" in values:
        try:
            score = float(values["score"].replace(",", "."))  # a spreadsheet may write a decimal comma
        except ValueError:
            score = nan
        if not isfinite(score):
            raise ValueError(f"the score {values['score']!r} is no number")
        values["score"] = score
    if "optional" in values:
        said = values["optional"].lower()
        if said not in _TRUTHS:
            raise ValueError(f"optional is {values['optional']!r}; it takes yes or no")
        values["optional"] = _TRUTHS[said]
    if row.get("more"):
        values |= _json("more", row["more"], dict)
    return values


def _number(column: str, text: str) -> int:
    if not text.removeprefix("-").isdecimal() or not text.isascii():
        raise ValueError(f"the {column} {text!r} is no whole number")
    return int(text)


def _json(column: str, text: str, kind: type) -> Any:
    try:
        value = parse_json(text)
    except ValueError as error:
        raise ValueError(f"the column {column!r} holds no JSON: {error}") from None
    if not isinstance(value, kind):
        raise ValueError(
            f"the column {column!r} holds {text[:40]!r}, not a JSON {'list' if kind is list else 'object'}"
        )
    return value
