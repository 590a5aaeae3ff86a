"""JSON of the BEA-2019 shared task (W&I+LOCNESS, FCE): one document per line, edits by code points.

    {"id": "7", "cefr": "A2.i", "text": "He go home.", "edits": [[0, [[3, 5, "goes"]]]]}

`edits` lists annotators with their edits: start, end, correction and, if there is a fourth item, a type. A null
correction means that the error was seen but no repair is known. All other keys are metadata.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from errata import (
    Edit,
    FormatError,
    Layer,
    Loss,
    Losses,
    Text,
    open_text,
    parse_json,
    refusing,
    to_json,
    write_lines,
)
from errata_corpora import BEA
from errata_corpora.fields import Annotator, AnyPath, map_extra, without

_OWN = ("id", "text", "edits")
_ITEMS = "items"
"""The unknown field that keeps further items of an edit."""


def read(path: AnyPath, *, errors: str = "strict") -> Iterator[Text]:
    """Yield the documents of a file; a document without an id is named after its line number.

    A line that is not a document is refused, or skipped with a warning (errors="warn").
    """
    file = open_text(path)
    refuse = refusing(errors, "document")
    for number, line in enumerate(file.lines(), 1):
        if not line or line.isspace():
            continue
        try:
            document = _document(parse_json(line), number)
        except ValueError as error:
            refuse(f"{file.name}, line {number}: {error}")
        else:
            yield document


def _document(value: object, number: int) -> Text:
    if not isinstance(value, dict):
        raise ValueError(f"expected an object on every line, found {_shown(value)}")
    text = value.get("text")
    if not isinstance(text, str):
        raise ValueError(f"'text' should be the text of the document, but is {_shown(text)}")
    id = value.get("id", number)
    if isinstance(id, bool) or not isinstance(id, str | int):
        raise ValueError(f"'id' should be a name or number, but is {_shown(id)}")
    layers = tuple(_layer(item, text) for item in _list(value.get("edits", []), "edits"))
    names = [layer.annotator for layer in layers]
    if len(set(names)) < len(names):
        twice = next(who for at, who in enumerate(names) if who in names[:at])
        raise ValueError(f"annotator {twice!r} appears twice in 'edits'; put all edits of an annotator in one list")
    meta = {key: item for key, item in value.items() if key not in _OWN} or None
    return Text.document(str(id), text, layers=layers, meta=meta)


def _shown(value: object) -> str:
    return "missing" if value is None else f"{value!r:.60}"


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"'{what}' should be a list, but is {_shown(value)}")
    return cast("list[object]", value)


def _layer(item: object, text: str) -> Layer:
    pair = _list(item, "edits of an annotator")
    if len(pair) != 2 or isinstance(pair[0], bool) or not isinstance(pair[0], str | int):
        raise ValueError(f"'edits' must list pairs of annotator and edits, not {_shown(item)}")
    return Layer(pair[0], tuple(_edit(one, text) for one in _list(pair[1], "edits of an annotator")))


def _edit(item: object, text: str) -> Edit:
    fields = _list(item, "edit")
    start, end, made = fields[:3] if len(fields) >= 3 else (None, None, None)
    kind, *more = fields[3:] or [None]
    if type(start) is not int or type(end) is not int:
        raise ValueError(f"an edit must be [start, end, correction], optionally followed by a type, not {_shown(item)}")
    if not 0 <= start <= end <= len(text):
        raise ValueError(
            f"the edit at {start} to {end} is not in the text of {len(text)} characters; offsets count code points, "
            "from 0, the end exclusive"
        )
    if not isinstance(made, str | None) or not isinstance(kind, str | None):
        raise ValueError(f"correction and type of an edit must be text or null, not {_shown(item)}")
    extra = {_ITEMS: more} if more else None
    return Edit.of(start, end, text[start:end], None if made is None else (made,), kind, extra=extra)


def _without_own(document: Text) -> Text:
    layers = tuple(
        map_extra(layer, lambda extra: extra, lambda extra: without(extra, _ITEMS)) for layer in document.layers
    )
    return replace(document, layers=layers)


def _items(edit: Edit) -> list[object]:
    more = (edit.extra or {}).get(_ITEMS)
    items: list[object] = [edit.start, edit.end, next(iter(edit.corrections), None)]
    if edit.type or more:
        items.append(edit.type or None)
    return [*items, *(cast("list[object]", more) if isinstance(more, list) else ())]


def _lines(documents: Iterable[Text], losses: Losses) -> Iterator[str]:
    for document in losses.undivided(documents, _without_own):
        where = f"document {document.id}"
        meta: Mapping[str, object] = without(document.meta, *_OWN) or {}
        if len(meta) < len(document.meta or ()):
            losses.add("metadata called id, text or edits", where)
        layers: list[tuple[Annotator, list[list[object]]]] = []
        for layer in document.layers:
            left = [edit for edit in layer.edits if not edit.is_null_only]
            if len(left) < len(layer.edits):
                losses.add("edits that only say the text may stay (skipped)", where, len(layer.edits) - len(left))
            layers.append((layer.annotator, [_items(edit) for edit in left]))
        try:
            yield to_json({"id": document.id, **meta, "text": document.text, "edits": layers})
        except (TypeError, ValueError) as error:
            raise FormatError(f"{where} cannot be written as JSON: {error}") from None


def write(path: AnyPath, documents: Iterable[Text], *, loss: str = "warn") -> list[Loss]:
    """Write documents, one per line, each edit with its first correction; the write is atomic."""
    losses = Losses(path, BEA, loss)
    write_lines(path, _lines(documents, losses))
    return losses.report()
