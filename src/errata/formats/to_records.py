"""The objects that stand for sentences and documents in JSON Lines, and in what is built on it.

Token edits say what M2 has no place for in their comment; here each thing has a key of its own, and is put into the
comment again on the way back. The few edits for which that would not be exact are marked "verbatim".
"""

from typing import Any

from errata.errors import FormatError
from errata.formats.comment_fields import pack, unpack
from errata.model import TOKENS, UNCORRECTED, Annotator, Edit, Extra, Part, Text, Token, as_annotator

VERSION = "gec-jsonl/1"
TOKEN, CHAR = "token", "char"
SENTENCE_KEYS = frozenset(["format", "id", "text", "tokens", "meta", "references", "unit", "annotations", "parts"])
DOCUMENT_KEYS = frozenset(["format", "id", "text", "tokens", "meta", "file", "unit", "annotations", "parts"])
PART_KEYS = frozenset(["id", "text", "tokens"])
LAYER_KEYS = frozenset(["annotator", "edits"])
_SHARED = "start end unit original corrections type optional cset index comment score"
EDIT_KEYS = frozenset(f"{_SHARED} joined raw verbatim".split())
CHARACTER_EDIT_KEYS = frozenset(f"{_SHARED} part file".split())


def to_record(item: Text) -> dict[str, Any]:
    """Return the object that stands for a sentence or a document.

    >>> from errata.model import Layer
    >>> to_record(Text("He go .", (Layer(0, (Edit(1, 2, ("goes",), "SVA"),)),)))["annotations"][0]["edits"]
    [{'start': 1, 'end': 2, 'unit': 'token', 'original': 'go', 'corrections': ['goes'], 'type': 'SVA'}]
    """
    is_whole = item.details.parts is None
    counts_tokens = item.unit == TOKENS
    record: dict[str, Any] = {"format": VERSION}
    record |= _given(
        id=item.details.id,
        text=item.text if is_whole else None,
        tokens=_tokens(item.ranges),
        parts=None if is_whole else [_of_part(part) for part in item.parts] or None,
        file=item.file,
        meta=item.meta,
        references=list(item.references) or None,
    )
    if not any(layer.edits for layer in item.layers):
        record["unit"] = TOKEN if counts_tokens else CHAR
    words = item.source.split() if counts_tokens else []
    record["annotations"] = [
        _joined(
            {
                "annotator": _name(layer.annotator),
                "edits": [_of_edit(edit, words) if counts_tokens else _of_character_edit(edit) for edit in layer.edits],
            },
            layer.extra,
            LAYER_KEYS,
        )
        for layer in item.layers
    ]
    return _joined(record, item.extra, SENTENCE_KEYS if counts_tokens else DOCUMENT_KEYS)


def _given(**values: Any) -> dict[str, Any]:
    """Return the values that say something."""
    return {name: value for name, value in values.items() if value is not None}


def _joined(made: dict[str, Any], extra: Extra | None, known: frozenset[str]) -> dict[str, Any]:
    """Return an object with the fields that we do not know; none may look like one that we do."""
    if not extra:
        return made
    taken = sorted(known & extra.keys())
    if taken:
        raise FormatError(f"a field of another format is called {taken[0]!r}, which means something here; rename it")
    return made | dict(extra)


def _name(annotator: Annotator) -> str:
    text = str(annotator)
    if isinstance(annotator, str) and as_annotator(text) != annotator:
        raise FormatError(f"the annotator {annotator!r} cannot be written: it would be read as the number")
    return text


def _tokens(tokens: tuple[Token, ...] | None) -> list[list[Any]] | None:
    if tokens is None:
        return None
    return [[token.start, token.end] if token.form is None else list(token) for token in tokens]


def _of_part(part: Part) -> dict[str, Any]:
    return _joined(_given(id=part.id, text=part.text, tokens=_tokens(part.tokens)), part.extra, PART_KEYS)


def _of_edit(edit: Edit, words: list[str]) -> dict[str, Any]:
    original = " ".join(words[edit.start : edit.end]) if edit.fits(len(words)) else ""
    made: dict[str, Any] = {"start": edit.start, "end": edit.end, "unit": TOKEN, "original": original}
    if edit.required and not edit.comment and edit.type != UNCORRECTED and edit.corrections:  # nearly all of them
        made["corrections"] = list(edit.corrections)
        if edit.type:
            made["type"] = edit.type
    else:
        # Key by key where it can be put together again exactly.
        said = unpack(edit, original)
        is_exact = pack(said, original) == edit
        made |= _said(said) if is_exact else {"corrections": [], **_said(edit), "verbatim": True}
    made |= _given(score=edit.score, raw=edit.raw)
    return _joined(made, edit.extra, EDIT_KEYS)


def _said(edit: Edit) -> dict[str, Any]:
    """Return what an edit says besides its place."""
    return _given(
        corrections=list(edit.alternatives) or None,
        type=edit.type or None,
        optional=edit.optional or None,
        part=edit.part,
        cset=edit.cset,
        index=edit.index,
        joined=edit.joined,
        file=edit.file,
        comment=edit.comment or None,
    )


def _of_character_edit(edit: Edit) -> dict[str, Any]:
    made: dict[str, Any] = {"start": edit.start, "end": edit.end, "unit": CHAR, "original": edit.original}
    made |= _said(edit) | _given(score=edit.score)
    return _joined(made, edit.extra, CHARACTER_EDIT_KEYS)
