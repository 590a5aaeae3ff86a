"""What the fields of a token edit have no place for, kept in its comment as M2 has one, and found there again.

The index, the consistency set, where null corrections stood, the type of an edit without corrections, a flag that the
edit is optional. A comment that says nothing of the kind stays as it is.
"""

import re
from dataclasses import dataclass

from errata.documents import Correction
from errata.model import UNCORRECTED, Edit, Extra

_CODED = {"%": "%25", "|": "%7C", ";": "%3B", "=": "%3D", "\n": "%0A", "\r": "%0D"}
_ONLY = "only"
_FIELD = r"(?:(?:cset|index|joined|type|comment)=[^;=]*|null=(?:only\d{1,3}|\d{1,3}(?:\+\d{1,3})*)|optional=yes)"
_OURS = re.compile(f"{_FIELD}(?:;{_FIELD})*")


@dataclass(frozen=True, slots=True)
class Fields:
    """What an edit says beside its place; `corrections` that are None are absent, a None among them is null."""

    corrections: tuple[Correction, ...] | None
    type: str | None = None
    index: str | None = None
    cset: str | None = None
    joined: str | None = None
    comment: str | None = None
    optional: bool = False


def _encode(text: str) -> str:
    return "".join(_CODED.get(character, character) for character in text)


def _decode(text: str) -> str:
    for character, code in reversed(_CODED.items()):
        text = text.replace(code, character)
    return text


def _write_comment(items: dict[str, str | None]) -> str:
    given = {name: value for name, value in items.items() if value is not None}
    if given.keys() == {"comment"} and not _is_ours(given["comment"]):
        return given["comment"]
    return ";".join(f"{name}={_encode(value)}" for name, value in given.items())


def _read_comment(comment: str) -> dict[str, str]:
    """Return what a comment of ours holds, or the comment itself."""
    if not comment:
        return {}
    if not _OURS.fullmatch(comment):
        return {"comment": comment}
    return {name: _decode(value) for name, _, value in (item.partition("=") for item in comment.split(";"))}


def _is_ours(comment: str) -> bool:
    return _OURS.fullmatch(comment) is not None


def write_fields(
    start: int, end: int, kept: str, fields: Fields, score: float | None = None, extra: Extra | None = None
) -> Edit:
    """Return a token edit that says all of it; `kept` are the words that stand in its place.

    >>> write_fields(1, 2, "go", Fields((None, "goes"), "RV", index="7"))
    Edit(start=1, end=2, corrections=('goes',), type='RV', required=False, comment='index=7')
    """
    made = fields.corrections
    strings = tuple([correction for correction in made or () if correction is not None])
    nulls = [place for place, correction in enumerate(made or ()) if correction is None]
    items: dict[str, str | None] = {"cset": fields.cset, "index": fields.index, "joined": fields.joined}
    kind = fields.type or ""
    if made is None:
        items["type"] = fields.type
        kind = UNCORRECTED
    elif not strings:
        items["null"] = f"{_ONLY}{len(nulls)}"
    elif nulls and (fields.optional or nulls != [0]):
        items["null"] = "+".join(map(str, nulls))
    items["comment"] = fields.comment
    if fields.optional:
        items["optional"] = "yes"
    corrections, required, comment = strings or (kept,), not (nulls or fields.optional), _write_comment(items)
    if score is None and extra is None:
        return Edit(start, end, corrections, kind, required, comment)
    from errata.records import DetailedEdit

    return DetailedEdit(start, end, corrections, kind, required, comment, score=score, extra=extra)


def read_fields(edit: Edit, kept: str) -> Fields:
    """Return what a token edit says; `kept` are the words that stand in its place.

    >>> read_fields(Edit(1, 2, ("go",), "UNK"), "go").corrections is None
    True
    """
    items = _read_comment(edit.comment) if edit.comment else {}
    made: tuple[Correction, ...] | None = edit.corrections
    kind = edit.type or None
    optional = "optional" in items
    if kind == UNCORRECTED and edit.corrections == (kept,):
        made, kind = None, items.get("type")
    elif not edit.required and (not optional or "null" in items):
        made = _with_nulls(edit.corrections, items.get("null", "0"))
    return Fields(
        made, kind, items.get("index"), items.get("cset"), items.get("joined"), items.get("comment"), optional
    )


def _with_nulls(strings: tuple[str, ...], where: str) -> tuple[Correction, ...]:
    """Return the alternatives with null corrections where they stood."""
    if where.startswith(_ONLY):
        return (None,) * int(where.removeprefix(_ONLY))
    made: list[Correction] = list(strings)
    for place in map(int, where.split("+")):
        made.insert(place, None)
    return tuple(made)
