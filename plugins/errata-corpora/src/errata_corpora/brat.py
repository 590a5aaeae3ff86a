"""BRAT stand-off files: `.ann` with the edits of one annotator, and `.txt` with the text next to it.

    T1	SVA 3 5	go
    #1	AnnotatorNotes T1	goes
    A1	Optional T1

Every note on an annotation is a correction (`<DELETE>` is the empty one); the attribute `Optional` is the null
correction, listed first. BRAT has no empty ranges, so an insertion is attached to what follows it, with the attribute
`Insertion`, or, at the end of the text, to what precedes it (`Insertion` with the value end). `Cset` and `Index` are
our own attributes. A range of several pieces becomes as many edits of one consistency set. Other lines are kept.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from errata import (
    Edit,
    FormatError,
    Loss,
    Losses,
    Notes,
    Remedy,
    Text,
    one_line,
    open_text,
    write_lines,
    write_text,
)
from errata_corpora import BRAT
from errata_corpora.fields import STREAM, AnyPath, Correction, Extra, map_extra, without

_RANGE = re.compile(r"(\S+) ([0-9]{1,10} [0-9]{1,10}(?:;[0-9]{1,10} [0-9]{1,10})*)")
_ID = re.compile(r"T[0-9]{1,9}")
_LINES = "lines"
"""The unknown field of the document that keeps lines of other kinds."""
_END = "end"
_WORD_BEHIND = re.compile(r"\s*\S+")
_WORD_BEFORE = re.compile(r"\S+\s*\Z")
_MAX_WORD = 1000
_GIVE_TEXT = Remedy("give it (text)", "give it (--source)")


@dataclass(frozen=True)
class Convention:
    """What notes and attributes mean; other projects may name them differently."""

    note: str = "AnnotatorNotes"
    delete: str = "<DELETE>"
    optional: str = "Optional"
    insertion: str = "Insertion"
    cset: str = "Cset"
    index: str = "Index"
    untyped: str = "Edit"


@dataclass
class _Found:
    """An annotation with what other lines say about it."""

    id: str
    line: int
    label: str
    pieces: list[tuple[int, int]]
    notes: list[str] = field(default_factory=list)
    attributes: dict[str, str | bool] = field(default_factory=dict)


def _text_path(path: AnyPath) -> Path:
    """Return the path of an annotation file's text."""
    stem, packed = _stem(path)
    plain = Path(path).with_name(f"{stem}.txt")
    return plain if plain.exists() or not packed else Path(path).with_name(f"{stem}.txt{packed}")


def _stem(path: AnyPath) -> tuple[str, str]:
    """Return the name of a document and its compression suffix."""
    name = open_text(path).unpacked_name
    return name.removesuffix(".ann"), Path(path).name.removeprefix(name)


def read(path: AnyPath, *, text: AnyPath | None = None, **convention: str) -> Text:
    """Read a document; its id is the file name. Its text is in the same folder, unless `text` names another file.

    The names of notes and attributes can be set: note, delete, optional, insertion, cset, index, untyped.
    """
    file = open_text(path)
    name = file.name
    if text is None and os.fspath(path) == STREAM:
        raise FormatError("annotations from standard input come without their text", _GIVE_TEXT)
    where = _text_path(path) if text is None else Path(text)
    if not where.exists():
        raise FormatError(f"{name} needs the text that it annotates, but {where} does not exist", _GIVE_TEXT)
    source = open_text(where).read()
    meaning = Convention(**convention)
    found, others = _lines_of(file.read(), name, source, meaning)
    notes = Notes(name)
    edits: list[Edit] = []
    for item in found.values():
        edits += _edits(item, source, meaning, notes)
    notes.warn()
    extra = {_LINES: others} if others else None
    return Text.document(_stem(path)[0], source, tuple(edits), extra=extra)


def _lines_of(content: str, name: str, text: str, meaning: Convention) -> tuple[dict[str, _Found], list[str]]:
    """Return the annotations by id, and the lines that neither are annotations nor refer to one."""
    found: dict[str, _Found] = {}
    about: list[tuple[int, str]] = []
    others: list[str] = []
    for number, raw in enumerate(content.split("\n"), 1):
        line = raw.removesuffix("\r")
        if not line:
            continue
        if line[0] in "#AM":
            about.append((number, line))
            continue
        if line[0] != "T":
            others.append(line)
            continue
        try:
            item = _annotation(line, number, text)
            if item.id in found:
                raise ValueError(f"{item.id} appears twice (first on line {found[item.id].line}); ids are unique")
        except ValueError as error:
            raise FormatError(f"{name}, line {number}: {error}") from None
        found[item.id] = item
    for number, line in about:  # may come before what it is about
        try:
            if not _tell(line, found, meaning):
                others.append(line)
        except ValueError as error:
            raise FormatError(f"{name}, line {number}: {error}") from None
    return found, others


def _annotation(line: str, number: int, text: str) -> _Found:
    id, tab, rest = line.partition("\t")
    place, _, shown = rest.partition("\t")
    given = _RANGE.fullmatch(place)
    if not tab or not _ID.fullmatch(id) or not given:
        raise ValueError(f"an annotation is 'T1, tab, Type START END, tab, text', not {line!r:.60}")
    pieces = []
    for piece in given[2].split(";"):
        start, end = map(int, piece.split(" "))
        if not start <= end <= len(text):
            raise ValueError(f"{id} is at {start} to {end}, but the text has {len(text)} characters")
        pieces.append((start, end))
    # Line ends are spaces in this column.
    there = " ".join(text[start:end] for start, end in pieces)
    if there.split() != shown.split():
        raise ValueError(
            f"{id} should be {shown!r:.60}, but the text has {there!r:.60} there; text and annotations do not belong "
            "together, or the line ends of the text were changed since"
        )
    return _Found(id, number, given[1], pieces)


def _tell(line: str, found: Mapping[str, _Found], meaning: Convention) -> bool:
    """Add a note or an attribute to its target; False if that is not a text annotation."""
    _, tab, rest = line.partition("\t")
    head, second, content = rest.partition("\t")
    fields = head.split(" ")
    if not tab or len(fields) < 2:
        raise ValueError(f"a note or attribute is 'id, tab, Name T1', not {line!r:.60}")
    kind, target, *value = fields
    if target not in found:
        if _ID.fullmatch(target):
            raise ValueError(f"{line.split(chr(9))[0]} is about {target}, which is not in the file; remove one of them")
        return False
    item = found[target]
    if line[0] == "#":
        if kind != meaning.note or not second:
            return False
        item.notes.append(content)
        return True
    if kind in item.attributes:
        raise ValueError(f"{target} has the attribute {kind} twice; keep one of them")
    item.attributes[kind] = " ".join(value) if value else True
    return True


def _corrections(item: _Found, meaning: Convention) -> tuple[Correction, ...] | None:
    made: list[Correction] = [None] if item.attributes.pop(meaning.optional, False) else []
    made += ["" if note == meaning.delete else note for note in item.notes]
    return tuple(made) or None


def _edits(item: _Found, text: str, meaning: Convention, notes: Notes) -> list[Edit]:
    """Return the edits of an annotation: one for each piece of its range."""
    made = _corrections(item, meaning)
    attributes = item.attributes
    insertion = attributes.pop(meaning.insertion, False)
    index, cset = attributes.pop(meaning.index, item.id), attributes.pop(meaning.cset, None)
    kind = None if item.label == meaning.untyped else item.label
    group = None if cset is None else str(cset)
    extra = dict(attributes) or None
    if insertion or len(item.pieces) == 1:
        start, end = item.pieces[0]
        if insertion:
            start = end = item.pieces[-1][1] if insertion == _END else start
        return [Edit.of(start, end, text[start:end], made, kind, str(index), cset=group, extra=extra)]
    shares, comment = _shares(made, len(item.pieces)), None
    if made is not None and shares is None:
        comment = "; ".join(item.notes) or None
        notes.add(
            "ranges in pieces whose correction does not say what becomes of each (read as not known)",
            item.line,
            item.id,
        )
    return [
        Edit.of(
            start,
            end,
            text[start:end],
            None if shares is None else tuple(None if share is None else share[at] for share in shares),
            kind,
            f"{index}-{at + 1}",
            cset=group or item.id,
            comment=comment,
            extra=extra,
        )
        for at, (start, end) in enumerate(item.pieces)
    ]


def _shares(made: tuple[Correction, ...] | None, n: int) -> list[list[str] | None] | None:
    """Return what each correction makes of each piece: split at semicolons like the range, or all deleted."""
    shares = [[""] * n if string == "" else string and string.split(";") for string in made or ()]
    if not shares or any(share is not None and len(share) != n for share in shares):
        return None
    return [share if isinstance(share, list) else None for share in shares]


def _insertion(text: str, point: int, id: str) -> tuple[int, int, bool]:
    """Return a non-empty range that begins or ends at a point, and whether it ends there."""
    if behind := _WORD_BEHIND.match(text, point, point + _MAX_WORD):
        return point, behind.end(), False
    if before := _WORD_BEFORE.search(text, max(point - _MAX_WORD, 0), point):
        return before.start(), point, True
    if not text:
        raise FormatError(f"document {id} has no text, where BRAT cannot insert anything")
    return (point, len(text), False) if point < len(text) else (0, point, True)


class _Writer:
    """The lines of one document."""

    def __init__(self, document: Text, meaning: Convention, losses: Losses) -> None:
        self._document = document
        self._meaning = meaning
        self._losses = losses
        self._where = f"document {document.id}"
        self._n_notes = self._n_attributes = self._n_fresh = 0
        taken = [edit.index for edit in document.edits if edit.index and _ID.fullmatch(edit.index)]
        self._taken = set(taken)
        self._free = set(taken)  # ids that an edit may still have

    def lines(self) -> Iterator[str]:
        for edit in self._document.edits:
            yield from self._edit_lines(edit)
        others = (self._document.extra or {}).get(_LINES)
        for line in others if isinstance(others, list) else ():
            yield one_line(str(line), "line")

    def _id(self, edit: Edit) -> str:
        if edit.index in self._free:
            self._free.discard(edit.index)
            return edit.index
        while True:
            self._n_fresh += 1
            if (id := f"T{self._n_fresh}") not in self._taken:
                return id

    def _edit_lines(self, edit: Edit) -> Iterator[str]:
        meaning = self._meaning
        text = self._document.text
        id = self._id(edit)
        start, end, attributes = edit.start, edit.end, dict(_own_attributes(edit.extra, meaning))
        if edit.is_insertion:
            start, end, at_end = _insertion(text, edit.start, self._document.id)
            attributes[meaning.insertion] = _END if at_end else True
        label = edit.type or meaning.untyped
        if not label or label.split() != [label]:
            raise FormatError(
                f"{self._where}: {edit.place} has the type {label!r}, but BRAT labels cannot contain spaces"
            )
        if edit.type == meaning.untyped:
            self._losses.add(f"types called {meaning.untyped!r}, which means none", self._where)
        shown = re.sub(r"[\r\n\t]", " ", text[start:end])
        yield f"{id}\t{label} {start} {end}\t{shown}"
        made = edit.alternatives
        for number, correction in enumerate(made):
            if correction is None:
                if number:
                    self._losses.add("positions of null corrections after others", self._where)
                continue
            if correction == meaning.delete:
                raise FormatError(f"{self._where}: {edit.place} inserts {correction!r}, which means a deletion")
            self._n_notes += 1
            note = one_line(correction, "correction") or meaning.delete
            yield f"#{self._n_notes}\t{meaning.note} {id}\t{note}"
        if None in made:
            attributes[meaning.optional] = True
            if made.count(None) > 1:
                self._losses.add("further null corrections of one edit", self._where)
        for name, value in ((meaning.cset, edit.cset), (meaning.index, None if edit.index == id else edit.index)):
            if value is not None and value.split() == [value]:
                attributes[name] = value
            elif value is not None:
                self._losses.add("consistency sets and indices that contain spaces", self._where)
        for name, said in attributes.items():
            self._n_attributes += 1
            yield f"A{self._n_attributes}\t{name} {id}{'' if said is True else f' {said}'}"


def _own_attributes(extra: Extra | None, meaning: Convention) -> Iterable[tuple[str, str | bool]]:
    """Yield those unknown fields that can be attributes."""
    taken = {meaning.optional, meaning.insertion, meaning.cset, meaning.index}
    for name, value in (extra or {}).items():
        if name.split() == [name] and name not in taken:
            if value is True:
                yield name, True
            elif isinstance(value, str) and " ".join(value.split()) == value != "":
                yield name, value


def _without_own(document: Text, meaning: Convention) -> Text:
    def of_edit(extra: Extra | None) -> Extra | None:
        return without(extra, *(name for name, _ in _own_attributes(extra, meaning)))

    layers = tuple(map_extra(layer, lambda extra: extra, of_edit) for layer in document.layers)
    return replace(document, layers=layers).with_details(extra=without(document.extra, _LINES))


def write(path: AnyPath, document: Text, *, loss: str = "warn", **convention: str) -> list[Loss]:
    """Write the edits of a document, and its text next to them; an existing file with another text is left alone.

    Only the edits are written to standard output.
    """
    meaning = Convention(**convention)
    losses = Losses(path, BRAT, loss)
    (checked,) = losses.undivided([document], lambda document: _without_own(document, meaning))
    lines = list(_Writer(checked, meaning, losses).lines())
    is_stream = os.fspath(path) == STREAM
    if is_stream:
        losses.add("source texts", f"document {document.id}")
    losses.refuse()
    where = _text_path(path)
    is_new = not is_stream and not where.exists()
    if is_new:
        write_text(where, checked.text)
    elif not is_stream and open_text(where).read() != checked.text:
        raise FormatError(f"{where} already exists and holds another text; remove it, or write to another name")
    try:
        write_lines(path, lines)
    except BaseException:
        if is_new:
            where.unlink()
        raise
    return losses.report()
