"""SGML of the NUCLE corpus and the CoNLL-2013 and CoNLL-2014 shared tasks: mistakes by paragraph and offset.

    <DOC nid="7">
    <TEXT>
    <P>
    He go home.
    </P>
    </TEXT>
    <ANNOTATION teacher_id="1">
    <MISTAKE start_par="0" start_off="3" end_par="0" end_off="5">
    <TYPE>SVA</TYPE>
    <CORRECTION>goes</CORRECTION>
    </MISTAKE>
    </ANNOTATION>
    </DOC>

This is not XML: there is no root, `&` and `<` are not escaped, and tags may be in either case. Only the tags of the
format count as tags. Internally, the paragraphs of a document are one text, joined by line feeds, so that a mistake
may extend into the next paragraph; the title is a paragraph too. If a text is not simply one `P` per line,
`extra` records which stretches are paragraphs. Anything that cannot be an edit is kept in the `extra` of its layer.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from errata import (
    Edit,
    FormatError,
    InputError,
    Layer,
    Loss,
    Losses,
    Notes,
    Text,
    as_annotator,
    open_text,
    refusing,
    write_lines,
)
from errata_corpora import NUCLE
from errata_corpora.fields import Annotator, AnyPath, Extra, map_extra, without
from errata_corpora.sgml import (
    content,
    decode,
    documents,
    escape,
    escape_field,
    is_layout,
    is_name,
    tag,
    tag_pattern,
    tags,
)

_PARENTS = {
    "DOC": "",
    "TEXT": "DOC",
    "TITLE": "TEXT",
    "P": "TEXT",
    "ANNOTATION": "DOC",
    "MISTAKE": "ANNOTATION",
    "TYPE": "MISTAKE",
    "CORRECTION": "MISTAKE",
    "COMMENT": "MISTAKE",
}
_LEAVES = {"TITLE", "P", "TYPE", "CORRECTION", "COMMENT"}
_TAGS = tag_pattern(_PARENTS)
_FIELDS = ("start_par", "start_off", "end_par", "end_off")
_PARAGRAPHS = "paragraphs"
_MISTAKES = "mistakes"
ENTITIES = ("decode", "keep")


class _Paragraph(NamedTuple):
    """A stretch of a document's text, and whether it is a TITLE or a P."""

    tag: str
    start: int
    end: int


@dataclass
class _Mistake:
    """A mistake as it is in the file."""

    attributes: Mapping[str, str]
    line: int
    fields: dict[str, str] = field(default_factory=dict)


class _Reader:
    """Parses one document, from its first tag to `</DOC>`."""

    def __init__(self, line: int, decodes: bool, notes: Notes) -> None:
        self.line = line
        self._decodes = decodes
        self._notes = notes
        self._path: list[str] = []
        self._id: str | None = None
        self._meta: dict[str, str] = {}
        self._paragraphs: list[tuple[str, str]] | None = None
        self._layers: dict[str, tuple[dict[str, str], list[_Mistake]]] = {}
        self._mistakes: list[_Mistake] = []

    def read(self, document: str) -> Text:
        """Return the document."""
        for found in tags(document, _TAGS, self.line):
            self.line = found.line
            parent = self._path[-1] if self._path else ""
            if parent not in _LEAVES and not is_layout(found.before, is_before=not parent):
                where = f"in <{parent}>" if parent else "before <DOC>"
                raise ValueError(f"text {where}, where only tags belong: {found.before.strip()!r:.60}")
            if found.closes:
                self._close(found.name, found.before)
            else:
                self._open(found.name, found.attributes)
                if found.is_empty:
                    self._close(found.name, "")
        return self._document()

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        parent = self._path[-1] if self._path else ""
        if parent in _LEAVES:
            raise ValueError(f"<{name}> inside <{parent}>; close that first, or write &lt; if this is not a tag")
        if _PARENTS[name] != parent:
            where = f"inside <{parent}>" if parent else "outside any document"
            raise ValueError(
                f"<{name}> {where}, but it belongs {f'in <{_PARENTS[name]}>' if _PARENTS[name] else 'first'}"
            )
        self._path.append(name)
        if name == "DOC":
            self._id = attributes.pop("nid", None)
            self._meta = attributes
            if self._id is None:
                raise ValueError("a <DOC> without nid, by which it is called")
        elif name == "TEXT":
            if self._paragraphs is not None:
                raise ValueError("a second <TEXT> in one <DOC>; put all paragraphs in one")
            self._paragraphs = []
        elif name == "ANNOTATION":
            who = attributes.pop("teacher_id", None)
            if who is None or who in self._layers:
                problem = "an <ANNOTATION> without teacher_id" if who is None else f"teacher_id {who!r} appears twice"
                raise ValueError(f"{problem}; every annotator has one <ANNOTATION> of a document")
            self._mistakes = []
            self._layers[who] = (attributes, self._mistakes)
        elif name == "MISTAKE":
            self._mistakes.append(_Mistake(attributes, self.line))
        elif attributes:
            self._notes.add(f"attributes of <{name}> that were ignored", self.line, ", ".join(attributes))

    def _close(self, name: str, inside: str) -> None:
        if not self._path or self._path[-1] != name:
            raise ValueError(f"</{name}> closes {f'<{self._path[-1]}>' if self._path else 'nothing'}")
        self._path.pop()
        if name not in _LEAVES:
            return
        text = decode(content(inside)) if self._decodes else content(inside)
        if name in {"TITLE", "P"}:
            assert self._paragraphs is not None
            self._paragraphs.append((name, text))
            return
        fields = self._mistakes[-1].fields
        if name in fields:
            raise ValueError(f"a second <{name}> in one <MISTAKE>")
        fields[name] = text

    def _document(self) -> Text:
        if self._paragraphs is None:
            raise ValueError(f"document {self._id} has no <TEXT>")
        text = "\n".join(inside for _, inside in self._paragraphs)
        paragraphs = []
        start = 0
        for kind, inside in self._paragraphs:
            paragraphs.append(_Paragraph(kind, start, start + len(inside)))
            start += len(inside) + 1
        layers = tuple(
            self._layer(as_annotator(who), attributes, mistakes, text, paragraphs)
            for who, (attributes, mistakes) in self._layers.items()
        )
        extra = None if paragraphs == _by_lines(text) else {_PARAGRAPHS: [list(item) for item in paragraphs]}
        assert self._id is not None
        return Text.document(self._id, text, layers=layers, meta=self._meta or None, extra=extra)

    def _layer(
        self,
        who: Annotator,
        attributes: Mapping[str, str],
        mistakes: Sequence[_Mistake],
        text: str,
        paragraphs: Sequence[_Paragraph],
    ) -> Layer:
        edits: list[tuple[Edit, _Mistake]] = []
        odd: list[object] = []
        for mistake in mistakes:
            try:
                start, end = _range(mistake.attributes, paragraphs)
            except ValueError as error:
                self._notes.add("mistakes that are not edits (kept aside)", mistake.line, str(error))
                odd.append(dict(mistake.attributes) | mistake.fields)
                continue
            edits.append((_edit(mistake, start, end, text), mistake))
        self._note_oddities(edits)
        extra: dict[str, object] = dict(attributes) | ({_MISTAKES: odd} if odd else {})
        return Layer(who, tuple(edit for edit, _ in edits), extra or None)

    def _note_oddities(self, edits: list[tuple[Edit, _Mistake]]) -> None:
        for edit, mistake in edits:
            given = mistake.attributes
            if given["start_par"] != given["end_par"]:
                self._notes.add("mistakes that reach from one paragraph into another", mistake.line, edit.place)
            if edit.original[:1].isspace():
                self._notes.add("mistakes that begin with a space", mistake.line, edit.place)
        reached = 0
        for edit, mistake in sorted(edits, key=lambda pair: (pair[0].start, pair[0].end)):
            if edit.start < reached:
                self._notes.add("mistakes that overlap another", mistake.line, edit.place)
            reached = max(reached, edit.end)


def _range(given: Mapping[str, str], paragraphs: Sequence[_Paragraph]) -> tuple[int, int]:
    """Return the range of a mistake in the text of all paragraphs; a ValueError says why there is none."""
    numbers = []
    for name in _FIELDS:
        value = given.get(name, "")
        if not (value.isascii() and value.isdecimal()) or len(value) > 9:
            raise ValueError(f"{name} is {value!r}, not a whole number")
        numbers.append(int(value))
    places = []
    for number, offset in (numbers[:2], numbers[2:]):
        if number >= len(paragraphs):
            raise ValueError(f"paragraph {number} of {len(paragraphs)}, counted from 0")
        _, start, end = paragraphs[number]
        if offset > end - start:
            raise ValueError(f"offset {offset} in paragraph {number} of {end - start} characters")
        places.append(start + offset)
    if places[0] > places[1]:
        raise ValueError(f"the range is reversed: {numbers}")
    return places[0], places[1]


def _edit(mistake: _Mistake, start: int, end: int, text: str) -> Edit:
    fields = mistake.fields
    made = fields.get("CORRECTION")
    return Edit.of(
        start,
        end,
        text[start:end],
        None if made is None else (made,),
        fields.get("TYPE") or None,
        comment=fields.get("COMMENT"),
        extra=without(mistake.attributes, *_FIELDS),
    )


def _by_lines(text: str) -> list[_Paragraph]:
    """Return the paragraphs of a text with one paragraph per line."""
    made = []
    start = 0
    for line in text.split("\n"):
        made.append(_Paragraph("P", start, start + len(line)))
        start += len(line) + 1
    return made


def read(path: AnyPath, *, entities: str = "decode", errors: str = "strict") -> Iterator[Text]:
    """Yield the documents of a file, with one in memory at a time.

    `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numeric references are decoded before offsets are counted, unless
    entities="keep". A document with misplaced tags is refused, or skipped with a warning
    (errors="warn").
    """
    refuse = refusing(errors, "document")
    if entities not in ENTITIES:
        raise InputError(f"entities must be {' or '.join(ENTITIES)}, not {entities!r}")
    name = open_text(path).name
    notes = Notes(name)
    for document, line in documents(path):
        reader = _Reader(line, entities == "decode", notes)
        try:
            found = reader.read(document)
        except ValueError as error:
            refuse(f"{name}, line {reader.line}: {error}")
        else:
            yield found
    notes.warn()


def _own_attributes(extra: Extra | None, taken: Sequence[str]) -> dict[str, str]:
    """Return the unknown fields that can be written as attributes of a tag."""
    return {
        key: value
        for key, value in (extra or {}).items()
        if isinstance(value, str) and is_name(key) and key not in taken
    }


def _own_mistakes(extra: Extra | None) -> list[dict[str, str]]:
    found = (extra or {}).get(_MISTAKES)
    if not isinstance(found, list):
        return []
    return [item for item in found if isinstance(item, dict) and all(isinstance(value, str) for value in item.values())]


def _own_paragraphs(document: Text) -> list[_Paragraph]:
    """Return the paragraphs listed in the document if they add up to its text, otherwise its lines."""
    text = document.text
    found = (document.extra or {}).get(_PARAGRAPHS)
    if isinstance(found, list):
        made = [_Paragraph(*item) for item in found if isinstance(item, list | tuple) and len(item) == 3]
        fits = all(
            item.tag in {"TITLE", "P"} and type(item.start) is int and type(item.end) is int for item in made
        ) and len(made) == len(found)
        if (
            fits
            and "\n".join(text[item.start : item.end] for item in made) == text
            and all(before.end + 1 == after.start for before, after in pairwise(made))
        ):
            return made if made or not document.all_edits else _by_lines(text)
    return _by_lines(text)


def _without_own(document: Text) -> Text:
    def of_layer(extra: Extra | None) -> Extra | None:
        left = without(extra, *_own_attributes(extra, ("teacher_id",)))
        found = (left or {}).get(_MISTAKES)
        is_own = isinstance(found, list) and len(found) == len(_own_mistakes(extra))
        return without(left, _MISTAKES) if is_own else left

    def of_edit(extra: Extra | None) -> Extra | None:
        return without(extra, *_own_attributes(extra, _FIELDS))

    layers = tuple(map_extra(layer, of_layer, of_edit) for layer in document.layers)
    return replace(document, layers=layers).with_details(extra=without(document.extra, _PARAGRAPHS))


def _mistake(attributes: Iterable[tuple[str, object]], fields: Mapping[str, str]) -> Iterator[str]:
    yield tag("MISTAKE", attributes)
    for name, text in fields.items():
        yield f"<{name}>{escape_field(text)}</{name}>"
    yield "</MISTAKE>"


def _layer_lines(layer: Layer, paragraphs: Sequence[_Paragraph], losses: Losses, where: str) -> Iterator[str]:
    starts = [paragraph.start for paragraph in paragraphs]
    yield tag("ANNOTATION", [("teacher_id", layer.annotator), *_own_attributes(layer.extra, ("teacher_id",)).items()])
    for edit in layer.edits:
        if edit.is_null_only:
            losses.add("edits that only say the text may stay (skipped)", where)
            continue
        numbers: list[int] = []
        for position in (edit.start, edit.end):
            number = bisect_right(starts, position) - 1
            numbers += [number, position - starts[number]]
        fields = {"TYPE": edit.type}
        if edit.corrections:
            fields["CORRECTION"] = edit.corrections[0]
        if edit.comment:
            fields["COMMENT"] = edit.comment
        more = _own_attributes(edit.extra, _FIELDS)
        yield from _mistake([*zip(_FIELDS, numbers, strict=True), *more.items()], fields)
    for mistake in _own_mistakes(layer.extra):
        fields = {name: mistake[name] for name in ("TYPE", "CORRECTION", "COMMENT") if name in mistake}
        yield from _mistake([pair for pair in mistake.items() if pair[0] not in fields], fields)
    yield "</ANNOTATION>"


def _lines(items: Iterable[Text], losses: Losses) -> Iterator[str]:
    for document in losses.undivided(items, _without_own):
        meta = _own_attributes(document.meta, ("nid",))
        if len(meta) < len(document.meta or ()):
            losses.add("metadata that is not text", f"document {document.id}")
        yield tag("DOC", [("nid", document.id), *meta.items()])
        yield "<TEXT>"
        paragraphs = _own_paragraphs(document)
        for kind, start, end in paragraphs:
            yield f"<{kind}>"
            yield escape(document.text[start:end])
            yield f"</{kind}>"
        yield "</TEXT>"
        if len({str(who) for who in document.annotators}) < len(document.layers):
            raise FormatError(f"document {document.id} has two annotators of one name: {document.annotators}")
        for layer in document.layers:
            yield from _layer_lines(layer, paragraphs, losses, f"document {document.id}")
        yield "</DOC>"


def write(path: AnyPath, items: Iterable[Text], *, loss: str = "warn") -> list[Loss]:
    """Write documents atomically; each line of a text is a paragraph unless the document says otherwise.

    An edit is written with its first correction; one without any has none, which readers may take for a deletion.
    """
    losses = Losses(path, NUCLE, loss)
    write_lines(path, _lines(items, losses))
    return losses.report()
