"""Fields of a token edit that M2 cannot hold, stored in its comment and read back from there.

The index, the consistency set, the position of null corrections, the type of an edit without corrections, a flag for
optional edits. A comment with none of these is left as it is.
"""

import re

from errata.model import UNCORRECTED, Correction, Edit, EditDetails
from errata.records import replace

_CODED = {"%": "%25", "|": "%7C", ";": "%3B", "=": "%3D", "\n": "%0A", "\r": "%0D"}
_ONLY = "only"
_FIELD = r"(?:(?:cset|index|joined|type|comment)=[^;=]*|null=(?:only\d{1,3}|\d{1,3}(?:\+\d{1,3})*)|optional=yes)"
_OURS = re.compile(f"{_FIELD}(?:;{_FIELD})*")


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
    """Return the content of a comment of ours, or the comment itself."""
    if not comment:
        return {}
    if not _OURS.fullmatch(comment):
        return {"comment": comment}
    return {name: _decode(value) for name, _, value in (item.partition("=") for item in comment.split(";"))}


def _is_ours(comment: str) -> bool:
    return _OURS.fullmatch(comment) is not None


def pack(edit: Edit, kept: str) -> Edit:
    """Return a token edit whose comment holds what M2 cannot; `kept` are the original words in its place.

    >>> pack(Edit.of(1, 2, "go", (None, "goes"), "RV", index="7"), "go")
    Edit(1, 2, ('goes',), type='RV', required=False, comment='index=7')
    """
    nulls = edit.nulls
    items: dict[str, str | None] = {"cset": edit.cset, "index": edit.index, "joined": edit.joined}
    kind = edit.type
    if not edit.alternatives:
        items["type"] = edit.type or None
        kind = UNCORRECTED
    elif not edit.corrections:
        items["null"] = f"{_ONLY}{len(nulls)}"
    elif nulls and (edit.optional or nulls != (0,)):
        items["null"] = "+".join(map(str, nulls))
    items["comment"] = edit.comment or None
    if edit.optional:
        items["optional"] = "yes"
    details = EditDetails(score=edit.score, extra=edit.extra)
    required = edit.required and not nulls
    return Edit(
        edit.start, edit.end, edit.corrections or (kept,), kind, required, _write_comment(items), edit.raw, details
    )


def unpack(edit: Edit, kept: str) -> Edit:
    """Return a token edit with the content of its comment in its proper fields; `kept` are the original words.

    >>> unpack(Edit(1, 2, ("go",), "UNK"), "go").corrections
    ()
    """
    items = _read_comment(edit.comment) if edit.comment else {}
    made: tuple[Correction, ...] = edit.corrections
    kind = edit.type
    optional = "optional" in items
    if kind == UNCORRECTED and edit.corrections == (kept,):
        made, kind = (), items.get("type", "")
    elif not edit.required and (not optional or "null" in items):
        made = _with_nulls(edit.corrections, items.get("null", "0"))
    said = replace(edit, type=kind, required=not optional, comment=items.get("comment", ""))
    given = {name: items[name] for name in ("index", "cset", "joined") if name in items}
    return (said.with_details(**given) if given else said).with_alternatives(made)


def _with_nulls(strings: tuple[str, ...], where: str) -> tuple[Correction, ...]:
    """Return the alternatives with null corrections at their positions."""
    if where.startswith(_ONLY):
        return (None,) * int(where.removeprefix(_ONLY))
    made: list[Correction] = list(strings)
    for place in map(int, where.split("+")):
        made.insert(place, None)
    return tuple(made)
