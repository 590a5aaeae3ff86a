"""JSON Lines, our own lossless format: one sentence or document per line.

    {"format":"gec-jsonl/1","text":"He go .","annotations":[{"annotator":"0","edits":[
     {"start":1,"end":2,"unit":"token","original":"go","corrections":["goes"],"type":"R:VERB:SVA"}]}]}

(on one line). Records whose edits count tokens are sentences, those whose edits count characters are documents; the
page "File formats" of the documentation describes every key. Unknown keys are kept. Objects from elsewhere, which
do not name that format, are rows of a table: `errata.formats.roles` decides what each key is for.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from errata.errors import FormatError, InputError
from errata.findings import Remedy, remedy
from errata.formats.files import AnyPath, display_name, read_lines, refusing
from errata.formats.losses import Loss, Losses
from errata.formats.records import from_record, to_record
from errata.formats.registry import BESIDE, OUTPUT
from errata.formats.rivals import Rivals
from errata.formats.roles import Roles, find_roles, list_columns, name_output, told_columns
from errata.formats.strict_json import parse_json, to_json
from errata.formats.writing import write_lines
from errata.model import TOKENS, Text

_OURS = frozenset({"format", "annotations", "edits", "parts"})
"""Keys that a row of a table does not have."""


class _Reader:
    """Turns the values of lines into items; the first decides whether they are our records or rows of a table."""

    def __init__(self, columns: Mapping[str, str], role: str | None, name: str) -> None:
        self._name = name
        self._rivals: Rivals | None = None
        self._columns = columns
        self._role = role
        self._is_output = role in {OUTPUT, BESIDE}
        self._is_table: bool | None = None
        self._roles: dict[tuple[str, ...], Roles] = {}
        self._paths = [name for name in told_columns(columns) if "." in name]

    def item(self, value: object, number: int) -> Text:
        """Return the item of a line; a ValueError says what is wrong with it."""
        if self._is_table is None:
            self._is_table = isinstance(value, dict) and _OURS.isdisjoint(value)
        if self._is_table and isinstance(value, dict):
            return self._row(value)
        item = from_record(value, number)
        if self._is_output and item.unit == TOKENS and not item.layers:
            return name_output(item, self._columns)
        return item

    def _row(self, value: dict[str, Any]) -> Text:
        for path in self._paths:
            if path not in value and (found := _inner(value, path)) is not None:
                value = {**value, path: found}
        keys = tuple(value)
        roles = self._roles.get(keys)
        if roles is None:
            odd = next((key for key in keys if key in _OURS), None)
            if odd is not None:
                raise ValueError(
                    f"the record has the key {odd!r}, but the first one is a row of a table, without edits"
                )
            roles = self._find_roles(value)
            first = next(iter(self._roles.values()), roles)
            if roles != first:
                raise ValueError(
                    f"this record has the {_shown(roles, 'column')}, but the first one has {_shown(first)}"
                )
            self._roles[keys] = roles
            self._rivals = self._rivals or Rivals(roles, self._name)
        if self._rivals and self._rivals.is_looking:
            self._rivals.add(value)
        try:
            return roles.sentence(value)
        except ValueError as error:
            column = roles.output or ""
            texts = [] if isinstance(value.get(column), str) else _inner_texts(value.get(column), f"{column}.")
            raise InputError(str(error), _say_path(texts, "name")) from None

    def finish(self) -> None:
        """Warn of what all records show."""
        if self._rivals:
            self._rivals.finish()

    def _check_texts(self, value: dict[str, Any]) -> None:
        """Refuse a record without an output that the ones before have, such as that of a request that failed."""
        first = next(iter(self._roles.values()), None)
        if first and first.output is not None and first.output not in value:
            raise ValueError(
                f"the record has no {first.output!r}, which the records before it have, only "
                f"{list_columns(list(value))}; give every record its output, the source if there is none"
            )

    def _find_roles(self, value: dict[str, Any]) -> Roles:
        try:
            return find_roles(tuple(value), self._columns, "the record", self._role)
        except FormatError as error:
            self._check_texts(value)
            texts = _inner_texts(value) if self._is_output and OUTPUT not in self._columns else []
            raise FormatError(error.what, _say_path(texts, "Name") or error.remedy) from None


_ANSWERS = frozenset(
    ("content", "text", "completion", "output", "response", "resps", "filtered_resps", "generated_text")
)
"""Keys under which harnesses and services store a model's output."""


_ASKED = frozenset(("doc", "prompt", "messages", "input", "inputs", "request", "arguments", "metadata"))
"""Keys under which they store a model's input."""


def _say_path(paths: list[str], name: str) -> Remedy | None:
    """Return the path of a text inside a record, if there is one."""
    return remedy("{name} the text inside: {columns} output={path}", name=name, path=paths[0]) if paths else None


def _inner_texts(value: object, before: str = "") -> list[str]:
    """Return the paths to texts inside an object that may be a model's output, most likely first.

    >>> _inner_texts({"id": "x", "choices": [{"message": {"role": "assistant", "content": "He goes ."}}]})
    ['choices.0.message.content']
    """
    items = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    found: list[str] = []
    for key, inner in items:
        path = f"{before}{key}"
        if isinstance(inner, str):
            if before and not _ANSWERS.isdisjoint(path.split(".")) and (key in _ANSWERS or isinstance(key, int)):
                found.append(path)
        elif key not in _ASKED:
            found += _inner_texts(inner, f"{path}.")
    return found


def _inner(value: object, path: str) -> object:
    """Return the value at a path inside an object, such as `choices.0.message.content`; None if there is none.

    >>> _inner({"choices": [{"text": "He goes ."}]}, "choices.0.text")
    'He goes .'
    """
    for name in path.split("."):
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def _shown(roles: Roles, noun: str = "") -> str:
    names = [roles.source, *roles.references, roles.listed, roles.output, roles.id]
    *others, last = [name for name in names if name is not None]
    listed = f"{', '.join(others)} and {last}" if others else last
    return f"{noun}{'s' if others else ''} {listed}" if noun else listed


def read(
    path: AnyPath,
    *,
    surrogates: str = "error",
    errors: str = "strict",
    columns: Mapping[str, str] | None = None,
    role: str | None = None,
) -> Iterator[Text]:
    """Yield the sentences and documents of a file; empty lines are skipped.

    A lone surrogate is refused, or replaced (surrogates="replace"). A line that is not a record is refused, or skipped
    with a warning (errors="warn"). `columns` and `role` are those of tables.
    """
    name = display_name(path)
    refuse = refusing(errors, "record")
    reader = _Reader(columns or {}, role, name)
    for number, line in enumerate(read_lines(path), 1):
        if line and not line.isspace():
            try:
                item = reader.item(parse_json(line, surrogates=surrogates), number)
            except (FormatError, InputError) as error:
                refuse(f"{name}, line {number}: {error.what}", error.remedy or say_json_lines(line))
            except ValueError as error:
                refuse(f"{name}, line {number}: {error}", say_json_lines(line))
            else:
                yield item
    reader.finish()


def say_json_lines(line: str) -> Remedy | None:
    """Return what to do with a file whose first line is not a record: how JSON of other forms becomes JSON Lines."""
    begins = line.strip()[:1]
    if begins in ("{", "["):
        # An object over several lines, or a list of objects, is JSON but not JSON Lines.
        is_open = line.strip() in ("{", "[") or (begins == "[" and line.count("{") > 0)
        if not is_open:
            return None
        command = "jq -c '.[]'" if begins == "[" else "jq -c ."
        return Remedy(*[f"JSON Lines has one object per line, without line breaks; rewrite it: {command} IN > OUT"] * 2)
    looks = ", it looks like M2: name the format ({format}) or rename the file" if line.startswith("S ") else ""
    return remedy(f"this does not look like JSON{looks}", form="m2")


def write(path: AnyPath, items: Iterable[Text], *, loss: str = "warn") -> list[Loss]:
    """Write sentences and documents, one per line, atomically; equal items give equal bytes."""
    losses = Losses(path, "jsonl", loss)
    write_lines(path, _lines(losses.checked(items)))
    return losses.report()


def _lines(items: Iterable[Text]) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        try:
            yield to_json(to_record(item))
        except (TypeError, ValueError) as error:
            raise FormatError(f"record {number} cannot be written as JSON: {error}") from None
