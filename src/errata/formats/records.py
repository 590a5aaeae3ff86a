"""The JSON objects for sentences and documents in JSON Lines and formats based on it: written, and read back.

In token edits, what M2 cannot hold is in the comment; here each item has its own key, and is put back into the
comment when read. The few edits for which that would not be exact are marked "verbatim".
"""

from collections.abc import Mapping
from typing import Any

from errata.errors import FormatError
from errata.formats.comment_fields import pack, unpack
from errata.formats.strict_json import first_repeated
from errata.model import (
    TOKENS,
    UNCORRECTED,
    Annotator,
    Edit,
    EditDetails,
    Extra,
    Layer,
    Part,
    Text,
    Token,
    as_annotator,
)
from errata.text.words import word_ranges

VERSION = "gec-jsonl/1"
TOKEN, CHAR = "token", "char"
_SENTENCE_KEYS = frozenset(["format", "id", "text", "tokens", "meta", "references", "unit", "annotations", "parts"])
_DOCUMENT_KEYS = frozenset(["format", "id", "text", "tokens", "meta", "file", "unit", "annotations", "parts"])
_PART_KEYS = frozenset(["id", "text", "tokens"])
_LAYER_KEYS = frozenset(["annotator", "edits"])
_SHARED = "start end unit original corrections type optional cset index comment score"
_EDIT_KEYS = frozenset(f"{_SHARED} joined raw verbatim".split())
_CHARACTER_EDIT_KEYS = frozenset(f"{_SHARED} part file".split())


def to_record(item: Text) -> dict[str, Any]:
    """Return the object for a sentence or a document.

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
            _LAYER_KEYS,
        )
        for layer in item.layers
    ]
    return _joined(record, item.extra, _SENTENCE_KEYS if counts_tokens else _DOCUMENT_KEYS)


def _given(**values: Any) -> dict[str, Any]:
    """Return the values that are not empty."""
    return {name: value for name, value in values.items() if value is not None}


def _joined(made: dict[str, Any], extra: Extra | None, known: frozenset[str]) -> dict[str, Any]:
    """Return an object with the unknown fields; none of them may have the name of a known one."""
    if not extra:
        return made
    taken = sorted(known & extra.keys())
    if taken:
        raise FormatError(f"a field from another format is called {taken[0]!r}, which has a meaning here; rename it")
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
    return _joined(_given(id=part.id, text=part.text, tokens=_tokens(part.tokens)), part.extra, _PART_KEYS)


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
    return _joined(made, edit.extra, _EDIT_KEYS)


def _said(edit: Edit) -> dict[str, Any]:
    """Return the content of an edit except its position."""
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
    return _joined(made, edit.extra, _CHARACTER_EDIT_KEYS)


class _Object:
    """A JSON object whose keys are removed one by one; the remaining ones are kept as unknown fields."""

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{what} is {_shown(value)}, not an object")
        self._values = dict(value)
        self._what = what

    def take(self, name: str, kind: type | tuple[type, ...], default: Any = None, *, needed: bool = False) -> Any:
        """Return a value and remove it."""
        if name not in self._values:
            if needed:
                raise ValueError(f"{self._what} has no {name!r}")
            return default
        value = self._values.pop(name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ValueError(f"{name!r} of {self._what} is {_shown(value)}, not {_KINDS.get(kind, 'as it must be')}")
        return value

    def plain(self, known: frozenset[str]) -> Mapping[str, Any] | None:
        """Return the values if none is unknown."""
        return self._values if self._values.keys() <= known else None

    def rest(self) -> Extra | None:
        """Return the remaining keys."""
        return self._values or None


_PLAIN = frozenset({"start", "end", "original", "corrections", "type"})
_KINDS: Mapping[Any, str] = {
    str: "a string",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    (int, float): "a number",
    (int, str): "a string",
}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _strings(values: list[Any], what: str, *, nulls: bool = False) -> tuple[Any, ...]:
    for value in values:
        if not isinstance(value, str) and not (nulls and value is None):
            raise ValueError(f"{what} hold {_shown(value)}; they are strings{' or null' if nulls else ''}")
    return tuple(values)


def from_record(value: object, number: int) -> Text:
    """Return the sentence or document of an object; a ValueError says what is wrong with it.

    `number` is the id of a document that has none.
    """
    record = _Object(value, "the record")
    version = record.take("format", str, "")
    if version != VERSION:
        said = f"has the format {version!r}" if version else "does not say its format"
        raise ValueError(f'the record {said}; errata reads "format":"{VERSION}"')
    layers = [_Object(item, "an annotation") for item in record.take("annotations", list, [])]
    edits = [[_Object(item, "an edit") for item in layer.take("edits", list, needed=True)] for layer in layers]
    unit = _unit(record, [edit for own in edits for edit in own])
    annotators = [as_annotator(str(layer.take("annotator", (int, str), needed=True))) for layer in layers]
    twice = first_repeated(annotators)
    if twice is not None:
        raise ValueError(f"annotator {twice!r} has two layers; give all edits in one")
    texts = _parts(record)
    if unit is None:
        divided = any(part.id is not None or "\n" in part.text for part in texts)
        unit = CHAR if divided or not texts else TOKEN
    if unit == CHAR:
        known = {part.id: part.text for part in texts}
        made = tuple(
            Layer(who, tuple([_character_edit(edit, known) for edit in own]), layer.rest())
            for who, own, layer in zip(annotators, edits, layers, strict=True)
        )
        return Text.document(
            record.take("id", str, str(number)),
            texts,
            file=record.take("file", str),
            layers=made,
            meta=record.take("meta", dict),
            extra=record.rest(),
        )
    return _sentence(record, texts, annotators, edits, [layer.rest() for layer in layers])


def _unit(record: _Object, edits: list[_Object]) -> str | None:
    said = {edit.take("unit", str, needed=True) for edit in edits}
    own = record.take("unit", str)
    units = said | ({own} if own is not None else set())
    unknown = sorted(units - {TOKEN, CHAR})
    if unknown:
        raise ValueError(f"the unit is {unknown[0]!r}; offsets count {TOKEN!r} or {CHAR!r}")
    if len(units) > 1:
        raise ValueError("some edits count tokens and others characters; the edits of one record count the same")
    return next(iter(units), None)


def _parts(record: _Object) -> tuple[Part, ...]:
    text = record.take("text", str)
    given = record.take("parts", list)
    if given is None:
        return () if text is None else (Part(None, text, _read_tokens(record, text)),)
    if text is not None:
        raise ValueError("the record has both 'text' and 'parts'")
    parts = []
    for item in given:
        part = _Object(item, "a part")
        content = part.take("text", str, needed=True)
        parts.append(Part(part.take("id", str), content, _read_tokens(part, content), part.rest()))
    return tuple(parts)


def _read_tokens(holder: _Object, text: str) -> tuple[Token, ...] | None:
    given = holder.take("tokens", list)
    if given is None:
        return None
    tokens = []
    reached = 0
    for item in given:
        if not isinstance(item, list) or not 2 <= len(item) <= 3 or not all(type(place) is int for place in item[:2]):
            raise ValueError(f"a token is {_shown(item)}, not [start, end] or [start, end, form]")
        token = Token(*item)
        if not reached <= token.start <= token.end <= len(text) or not isinstance(token.form, str | None):
            raise ValueError(f"the token {_shown(item)} does not follow the previous one within the text")
        tokens.append(token)
        reached = token.end
    return tuple(tokens)


def _character_edit(edit: _Object, texts: Mapping[str | None, str]) -> Edit:
    start, end = edit.take("start", int, needed=True), edit.take("end", int, needed=True)
    made, original, part = edit.take("corrections", list), edit.take("original", str), edit.take("part", str)
    text = texts.get(part)
    if original is not None and text is not None and 0 <= start <= end <= len(text):
        there = text[start:end]
        if there.strip() != original.strip():  # files of the HOO tasks cut the spaces at the ends
            where = "" if part is None else f" of part {part}"
            raise ValueError(
                f"the edit at {start} to {end}{where} should change {original!r}, but the text has {there!r} "
                f"there; correct "
                "its offsets or its original"
            )
    return Edit.of(
        start,
        end,
        original or "",
        _strings(made or [], "corrections", nulls=True),
        edit.take("type", str),
        edit.take("index", str),
        part,
        edit.take("cset", str),
        edit.take("file", str),
        edit.take("comment", str),
        edit.take("score", (int, float)),
        edit.take("optional", bool, False),
        edit.rest(),
    )


def _sentence(
    record: _Object,
    texts: tuple[Part, ...],
    annotators: list[Annotator],
    edits: list[list[_Object]],
    extras: list[Extra | None],
) -> Text:
    if len(texts) != 1 or texts[0].id is not None:
        raise ValueError("a record whose edits count tokens needs one 'text'")
    (part,) = texts
    source, text = part.text, None
    if part.tokens is not None:
        words = [part.text[token.start : token.end] if token.form is None else token.form for token in part.tokens]
        odd = next((word for word in words if word.split() != [word]), None)
        if odd is not None:
            raise ValueError(f"the token {odd!r} is empty or holds white space, so that words cannot be counted")
        if any(token.form is not None for token in part.tokens) or word_ranges(source) != [t[:2] for t in part.tokens]:
            source, text = " ".join(words), part.text
    words = source.split()
    layers = tuple(
        [
            Layer(who, tuple([_edit(edit, words) for edit in own]), rest)
            for who, own, rest in zip(annotators, edits, extras, strict=True)
        ]
    )
    references = _strings(record.take("references", list, []), "references")
    id, meta, extra = record.take("id", str), record.take("meta", dict), record.rest()
    return Text.of(source, layers, references, id=id, text=text, ranges=part.tokens, meta=meta, extra=extra)


def _plain_edit(values: Mapping[str, Any], words: list[str]) -> Edit | None:
    """Return an edit that has only the usual fields, None if anything needs a closer look."""
    start, end, made, kind = values.get("start"), values.get("end"), values.get("corrections"), values.get("type", "")
    if type(start) is not int or type(end) is not int or type(made) is not list or not made or kind == UNCORRECTED:
        return None
    if not 0 <= start <= end <= len(words) or values.get("original") != " ".join(words[start:end]):
        return None
    if type(kind) is not str or not all(type(correction) is str for correction in made):
        return None
    return Edit(start, end, tuple(made), kind)


def _edit(edit: _Object, words: list[str]) -> Edit:
    plain = edit.plain(_PLAIN)
    quick = None if plain is None else _plain_edit(plain, words)
    if quick is not None:
        return quick
    start, end = edit.take("start", int, needed=True), edit.take("end", int, needed=True)
    kept = " ".join(words[start:end]) if 0 <= start <= end <= len(words) else ""
    original = edit.take("original", str)
    if original is not None and original != kept and 0 <= start <= end <= len(words):
        raise ValueError(f"the edit {start} to {end} should change {original!r}, but the text has {kept!r} there")
    made, kind = edit.take("corrections", list), edit.take("type", str)
    corrections = _strings(made or [], "corrections", nulls=True)
    optional, comment = edit.take("optional", bool, False), edit.take("comment", str)
    score, raw = edit.take("score", (int, float)), edit.take("raw", str)
    is_verbatim = edit.take("verbatim", bool, False)
    if is_verbatim:
        if made is None or None in corrections:
            raise ValueError("a verbatim edit has a list of corrections without null")
        details = EditDetails(score=score, extra=edit.rest())
        return Edit(start, end, corrections, kind or "", not optional, comment or "", raw, details)
    index, cset, joined = edit.take("index", str), edit.take("cset", str), edit.take("joined", str)
    details = EditDetails(index=index, cset=cset, joined=joined, score=score, extra=edit.rest())
    said = Edit(start, end, (), kind or "", not optional, comment or "", raw, details)
    return pack(said.with_alternatives(corrections), kept)
