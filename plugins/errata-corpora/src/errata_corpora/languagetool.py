"""LanguageTool's JSON answers: what it found in a text that the answer does not contain.

    {"matches": [{"offset": 3, "length": 2, "message": "…", "replacements": [{"value": "goes"}, …],
                  "rule": {"id": "HE_VERB_AGR", "issueType": "grammar", "category": {"id": "GRAMMAR"}}}]}

Offsets count UTF-16 units. The first replacement is the correction, the others are kept in `extra`; without any, the
error was only detected. This format is read, not written.
"""

import os
from bisect import bisect_right
from collections.abc import Iterable
from typing import NoReturn, cast

from errata import (
    Edit,
    FormatError,
    InputError,
    Layer,
    Notes,
    OffsetTable,
    Remedy,
    Text,
    document_number,
    open_text,
    parse_json,
)
from errata_corpora.fields import STREAM, AnyPath

OVERLAPS = ("first", "longest", "error")
TYPES = ("rule", "category", "issue")
_BREAKS = "\r\n"
_KEEP_ONE = Remedy(
    "keep one of them (overlap='first' or 'longest')",
    "keep one of them (--from languagetool:overlap=first or longest)",
)


def read(
    path: AnyPath,
    *,
    text: AnyPath | None = None,
    overlap: str = "first",
    types: str = "rule",
) -> Text:
    """Read the matches found in the text of another file as the edits of annotator "languagetool".

    Of overlapping matches the first or the longest is kept, or they are an error. Types are rule ids, category ids
    or kinds of issues.
    """
    if overlap not in OVERLAPS:
        raise InputError(f"overlap must be one of {', '.join(OVERLAPS)}, not {overlap!r}")
    if types not in TYPES:
        raise InputError(f"types must be one of {', '.join(TYPES)}, not {types!r}")
    file = open_text(path)
    name = file.name
    if text is None:
        how = Remedy("give that (text)", "give that (--source)")
        raise FormatError(f"{name} holds what LanguageTool found, but not the text it looked at", how)
    try:
        answer = parse_json(file.read())
    except ValueError as error:
        raise FormatError(f"{name} is not JSON ({error}); is the file complete?") from None
    matches = answer.get("matches") if isinstance(answer, dict) else None
    if not isinstance(matches, list):
        raise FormatError(f"{name} has no list of 'matches'; is this a LanguageTool response?")
    source = open_text(text).read()
    table = OffsetTable(source, "utf16")
    notes = Notes(name, "match")
    edits: list[Edit] = []
    for number, match in enumerate(matches, 1):
        try:
            edits.append(_edit(match, number, source, table, types, notes))
        except ValueError as error:
            raise FormatError(f"{name}, match {number}: {error}") from None
    kept = _apart(edits, overlap, name, notes)
    notes.warn()
    meta = {key: value for key, value in cast("dict[str, object]", answer).items() if key != "matches"} or None
    return Text.document(document_number(path), source, layers=(Layer("languagetool", kept),), meta=meta)


def _field(value: object, name: str, kind: type) -> object:
    """Return a field of an object, None if it is missing; a ValueError if it has the wrong type."""
    found = value.get(name) if isinstance(value, dict) else None
    if found is not None and type(found) is not kind:
        raise ValueError(f"{name!r} should be {kind.__name__}, but is {found!r:.60}")
    return found


def _range(match: object, text: str, table: OffsetTable, number: int, notes: Notes) -> tuple[int, int]:
    offset, length = _field(match, "offset", int), _field(match, "length", int)
    if not isinstance(offset, int) or not isinstance(length, int) or offset < 0 or length < 0:
        raise ValueError(f"offset and length are {offset!r} and {length!r}; they must be whole numbers")
    start, end = table.to_code_point(offset), table.to_code_point(offset + length)
    if start is None or end is None:
        raise ValueError(
            f"{offset} to {offset + length} begins or ends inside a character (UTF-16 units); is this the text?"
        )
    beyond = end - len(text)
    if beyond > len(_BREAKS) or start > len(text):
        raise ValueError(
            f"{offset} to {offset + length} is not in the text of {table.from_code_point(len(text))} UTF-16 units; do "
            "they belong together?"
        )
    clipped = text[start:end].rstrip(_BREAKS)
    if (clipped and len(clipped) < end - start) or beyond > 0:
        notes.add("lengths that count line ends after the match (clipped)", number, f"{offset} to {offset + length}")
        end = start + len(clipped) if clipped else min(end, len(text))
    return start, end


def _edit(match: object, number: int, text: str, table: OffsetTable, types: str, notes: Notes) -> Edit:
    start, end = _range(match, text, table, number, notes)
    values = [
        _field(item, "value", str) for item in cast("Iterable[object]", _field(match, "replacements", list) or ())
    ]
    strings = [value for value in values if isinstance(value, str)]
    rule = _field(match, "rule", dict)
    category = _field(_field(rule, "category", dict), "id", str)
    ids = {"rule": _field(rule, "id", str), "category": category, "issue": _field(rule, "issueType", str)}
    kind, comment = ids[types], _field(match, "message", str)
    extra: dict[str, object] = {key: value for key, value in ids.items() if key != types and value is not None}
    if len(strings) > 1:
        extra["replacements"] = strings[1:]
    _check_context(match, text[start:end])
    return Edit.of(
        start,
        end,
        text[start:end],
        (strings[0],) if strings else None,
        kind if isinstance(kind, str) else None,
        comment=comment if isinstance(comment, str) else None,
        extra=extra or None,
    )


def _check_context(match: object, found: str) -> None:
    """Refuse a match whose context shows a different word than the text has there."""
    context = _field(match, "context", dict)
    shown, offset, length = (
        _field(context, name, kind) for name, kind in (("text", str), ("offset", int), ("length", int))
    )
    if not isinstance(shown, str) or not isinstance(offset, int) or not isinstance(length, int):
        return
    table = OffsetTable(shown, "utf16")
    start, end = table.to_code_point(offset), table.to_code_point(offset + length)
    if start is None or end is None or not 0 <= start <= end <= len(shown):
        return
    # The context has spaces for line ends, and may be cut short.
    if not found.split() or shown[start:end].split()[:1] == found.split()[:1] or found.startswith(shown[start:end]):
        return
    raise ValueError(
        f"its context has {shown[start:end]!r:.60}, but the text has {found!r:.60} there; do they belong together?"
    )


def _apart(edits: list[Edit], overlap: str, name: str, notes: Notes) -> tuple[Edit, ...]:
    """Return the edits in file order, without those that overlap others."""
    order = list(range(len(edits)))
    if overlap == "longest":
        order.sort(key=lambda at: edits[at].start - edits[at].end)  # stable: of equal length the first
    starts: list[int] = []
    kept: list[int] = []  # in text order, as are their starts
    for number in order:
        edit = edits[number]
        at = bisect_right(starts, edit.start)
        near = [edits[other] for other in kept[max(at - 1, 0) : at + 1]]
        other = next((other for other in near if other.start < edit.end and edit.start < other.end), None)
        if other is None:
            starts.insert(at, edit.start)
            kept.insert(at, number)
        elif overlap == "error":
            raise FormatError(f"{name}, match {number + 1}: {edit.place} overlaps {other.place}", _KEEP_ONE)
        else:
            notes.add("matches that overlap one that was kept (skipped)", number + 1, edit.place)
    return tuple(edits[number] for number in sorted(kept))


def write(path: AnyPath, document: Text, *, loss: str = "warn") -> NoReturn:
    """Refuse: only LanguageTool writes such answers."""
    name = "standard output" if os.fspath(path) == STREAM else os.fspath(path)
    raise FormatError(f"{name}: LanguageTool responses can be read but not written; write another format, such as bea")
