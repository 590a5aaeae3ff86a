"""TSV and CSV tables of two kinds, with columns recognised by name.

A *sentence table* has the columns `source`, `reference_1`, `reference_2` … and optionally `id` and `output`, or others
that `errata.formats.roles` accepts for these. An *edit table* has one row per edit, with the columns `document`,
`annotator`, `start`, `end`, `unit`, `original`, `corrections` (a JSON list) and more. The tables that we write begin
each document with a row for its text, and have a row for each annotator who found nothing to change; `more` holds, as
JSON, anything without a column.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import isfinite, nan
from typing import Any, NamedTuple

from errata.errors import FormatError, InputError
from errata.findings import Finding, report
from errata.formats.cells import Row, count_formulas, read_csv, read_tsv, tell_formulas, write_csv, write_tsv
from errata.formats.files import AnyPath, display_name
from errata.formats.losses import Loss, Losses
from errata.formats.records import VERSION, from_record, to_record
from errata.formats.rivals import Rivals
from errata.formats.roles import Roles, check_columns, find_roles, is_role, list_columns
from errata.formats.strict_json import parse_json, to_json
from errata.formats.writing import output_name, write_lines
from errata.model import CHARACTERS, Text
from errata.text.messages import plural

_REFERENCE = "reference_"
_SENTENCE_TABLE = frozenset({"text", "references", "documents", "extra"})
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


class _Syntax(NamedTuple):
    read: Callable[[AnyPath], Iterator[Row]]
    write: Callable[[Sequence[str]], str]


_SYNTAX = {"tsv": _Syntax(read_tsv, write_tsv), "csv": _Syntax(read_csv, write_csv)}


def read(
    path: AnyPath, format: str, columns: Mapping[str, str] | None = None, role: str | None = None
) -> Iterator[Text]:
    """Yield the sentences or documents of a table.

    `columns` maps our columns to those of the file, such as {"source": "src", "reference_1": "tgt"}. `role` is
    "gold" or "output": what the table is read for, and which columns it must then have.
    """
    name = display_name(path)
    rows = _SYNTAX[format].read(path)
    _, header = next(rows, (0, []))
    if not header:
        return
    header = [column.strip() for column in header]
    told = columns or {}
    if {"start", "end"} <= {*header, *told}:
        yield from read_edits(_full(rows, our_names(header, told, name), name), name)
        return
    roles = find_roles(header, told, name, role)
    rivals = Rivals(roles, name)
    for number, cells in _full(rows, header, name):
        if rivals.is_looking:
            rivals.add(cells)
        try:
            yield roles.sentence(cells)
        except ValueError as error:
            raise FormatError(f"{name}, line {number}: {error}") from None
    rivals.finish()


def our_names(header: Sequence[str], columns: Mapping[str, str], name: str) -> list[str]:
    """Return the column names of an edit table, with those in `columns` replaced by ours; none may occur twice."""
    known = frozenset(header)
    missing = [(ours, theirs) for ours, theirs in columns.items() if theirs not in known]
    for ours_missing, theirs in missing:
        if not is_role(ours_missing):  # what is said of tables of sentences may be about another file
            raise FormatError(f"{name} has no column {theirs!r}; it has: {list_columns(header)}")
    ours = {theirs: mine for mine, theirs in columns.items()}
    names = [ours.get(column, column) for column in header]
    check_columns(names, name)
    return names


def _full(rows: Iterable[Row], names: Sequence[str], name: str) -> Iterator[tuple[int, dict[str, str]]]:
    for number, cells in rows:
        if len(cells) != len(names):
            raise FormatError(
                f"{name}, line {number}: {plural(len(cells), 'cell')}, but the header has "
                f"{plural(len(names), 'column')}"
            )
        yield number, dict(zip(names, cells, strict=True))


def write(
    path: AnyPath,
    items: Iterable[Text],
    format: str,
    *,
    loss: str = "warn",
    table: str = "auto",
) -> list[Loss]:
    """Write a table of edits, or of sentences if they are not annotated; the first items decide.

    `table` selects one: "edits" or "sentences". The write is atomic.
    """
    if table not in {"auto", "edits", "sentences"}:
        raise InputError(f"table must be auto, edits or sentences, not {table!r}")
    rest = iter(items)
    seen = list(islice(rest, 1))
    while table == "auto":
        last = seen[-1] if seen else None
        if last is None or last.unit == CHARACTERS or last.layers or last.ranges:
            table = "edits"
        elif last.references or not (more := list(islice(rest, 1))):
            table = "sentences"
        else:  # a sentence without annotators may come before others that have some
            seen += more
    first = seen[0] if seen else None
    losses = Losses(path, format, loss, _SENTENCE_TABLE if table == "sentences" else None)
    checked = losses.checked(chain(seen, rest))
    rows = _sentence_rows(checked, first, losses) if table == "sentences" else edit_rows(checked)
    write_lines(path, _lines(rows, format, output_name(path)))
    return losses.report()


def _lines(rows: Iterable[Sequence[str]], format: str, name: str) -> Iterator[str]:
    to_line = _SYNTAX[format].write
    n_formulas = 0
    for cells in rows:
        if any("\0" in cell for cell in cells):
            raise FormatError("a cell contains a NUL character, which no text file can hold")
        n_formulas += count_formulas([cells])
        yield to_line(cells)
    if n_formulas:
        report(Finding("formulas", tell_formulas(n_formulas), name, count=n_formulas), 4)


def _sentence_rows(items: Iterable[Text], first: Text | None, losses: Losses) -> Iterator[list[str]]:
    """Yield the rows of a sentence table; the first sentence determines the columns."""
    first = first or Text("")
    n_references = len(first.references)
    has_id = first.details.id is not None
    others = [name for name, value in (first.extra or {}).items() if isinstance(value, str)]
    references = tuple(f"{_REFERENCE}{number}" for number in range(1, n_references + 1))
    header = [*(["id"] if has_id else []), "source", *references, *others]
    if find_roles(header, {}, "the table") != Roles("source", references, id="id" if has_id else None):
        shown = list_columns(others)
        raise FormatError(f"a field from another format is called like a column of the table: {shown}; rename it")
    yield header
    known = frozenset(others)
    for number, item in enumerate(items, 1):
        if item.unit == CHARACTERS:
            raise FormatError(f"document {item.id} cannot be written to a table of sentences; write one of edits")
        if len(item.references) != n_references:
            raise FormatError(
                f"sentence {number} has {len(item.references)} references but the first has {n_references}"
            )
        extra = item.extra or {}
        if item.details.id is not None and not has_id:
            losses.add("ids of documents or sentences", f"sentence {number}")
        lost = [name for name in extra if name not in known or not isinstance(extra[name], str)]
        lost += [name for name in others if name not in extra]  # an empty cell would say something
        if lost:
            losses.add("fields of other formats", f"sentence {number}: {lost[0]}", len(lost))
        cells = [str(extra.get(name, "")) for name in others]
        yield [*([item.id] if has_id else []), item.source, *item.references, *cells]


def edit_rows(items: Iterable[Text]) -> Iterator[list[str]]:
    """Yield the header and the rows of an edit table.

    A record of JSON Lines becomes a row with its text, then for each annotator one row per edit, or one row without an
    edit. An empty cell has no meaning; anything without a column of its own is in `more`.
    """
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
    """Return the cells of an object; an empty string, which a cell cannot express, goes into `more`."""
    cells = {}
    for column in columns:
        value = values.pop(column, None)
        if value == "" and column != "original":
            more[column] = value
        elif value is not None:
            cells[column] = _cell(value)
    taken = sorted(values.keys() & set(COLUMNS))
    if taken:
        raise FormatError(f"a field from another format is called {taken[0]!r} like a column of the table; rename it")
    more |= values
    return cells | {"more": to_json(more)} if more else cells


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else to_json(value)


def read_edits(rows: Iterable[tuple[int, Mapping[str, str]]], name: str) -> Iterator[Text]:
    """Yield the records of an edit table; the rows of a document must be consecutive."""
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
        raise ValueError("the text differs from that of the preceding rows; a document has one text")
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
    """Return the values in the cells of a row."""
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
            raise ValueError(f"the score {values['score']!r} is not a number")
        values["score"] = score
    if "optional" in values:
        said = values["optional"].lower()
        if said not in _TRUTHS:
            raise ValueError(f"optional must be yes or no, not {values['optional']!r}")
        values["optional"] = _TRUTHS[said]
    if row.get("more"):
        values |= _json("more", row["more"], dict)
    return values


def _number(column: str, text: str) -> int:
    if not text.removeprefix("-").isdecimal() or not text.isascii():
        raise ValueError(f"the {column} {text!r} is not a whole number")
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
