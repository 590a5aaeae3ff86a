"""HOO documents as XML: edits marked in the running text, or the bare source of HOO 2012.

    <HOO><p>He <edit type="AGV">go<corrections><correction>goes</correction></corrections></edit> home.</p></HOO>

The source text is all character data outside `corrections`; tags contribute nothing, not even a line end. If there
is a `BODY`, as in the HOO 2012 sources, only `P` elements hold text, joined without separators, and each `PART`
has its own text and offsets.
"""

from collections.abc import Iterable, Iterator, Mapping

from errata.errors import FormatError
from errata.formats.files import AnyPath, display_name, document_number
from errata.formats.hoo import EditHandler, corrections_lines
from errata.formats.losses import Loss, Losses, check_fit
from errata.formats.writing import write_lines
from errata.formats.xml import attributes, decoded, escape_text, parse
from errata.model import Edit, Part, Text, order_by_text
from errata.records import replace

ROOT = "HOO"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


class _Text:
    """The text of a part so far."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)


class _Inline(EditHandler):
    """Parses a document, collecting its text and edits part by part."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str | None, _Text] = {}
        self.edits: list[Edit] = []
        self._part: str | None = None
        self._has_body = False
        self._n_paragraphs = 0  # how many P elements are open
        self._attributes: Mapping[str, str] | None = None  # of the open edit
        self._in_corrections = False
        self._original: list[str] = []
        self._original_is_empty = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self.path:
            if tag != ROOT:
                raise ValueError(f"the root element is <{tag}>, but a document is in <{ROOT}>")
        elif self._in_corrections:
            self.start_in_corrections(tag)
        elif self._attributes is not None:
            self._start_in_edit(tag)
        elif tag == "edit":
            if not self._counts():
                raise ValueError("an <edit> outside the text")
            self._attributes, self._original, self._original_is_empty = attributes, [], False
        elif tag == "BODY":
            self._has_body = True
            self.texts.clear()  # layout before BODY
        elif tag == "PART":
            self._start_part(attributes.get("id"))
        elif tag == "P":
            self._n_paragraphs += 1

    def _start_part(self, part: str | None) -> None:
        if part is None or part in self.texts:
            raise ValueError("a <PART> without id" if part is None else f"<PART> {part!r} for the second time")
        self._part = part
        self.texts[part] = _Text()

    def _start_in_edit(self, tag: str) -> None:
        if tag == "edit":
            raise ValueError("an <edit> inside another <edit>; edits cannot be nested")
        if tag == "corrections":
            self.begin_corrections()
            self._in_corrections = True
        elif tag == "empty":
            self._original_is_empty = True
        else:
            raise ValueError(f"<{tag}> does not belong in <edit>")

    def end(self, tag: str) -> None:
        if self._in_corrections:
            self._in_corrections = tag != "corrections"
            self.end_in_corrections(tag)
        elif tag == "edit":
            self._end_edit()
        elif tag == "PART":
            self._part = None
        elif tag == "P":
            self._n_paragraphs -= 1

    def data(self, text: str) -> None:
        if self._in_corrections:
            super().data(text)
        elif self._attributes is not None:
            self._original.append(text)
        elif self._counts():
            self._text().add(text)

    def _counts(self) -> bool:
        """Whether character data here is part of the text."""
        return self._n_paragraphs > 0 if self._has_body else "HEAD" not in self.path

    def _text(self) -> _Text:
        return self.texts.setdefault(self._part, _Text())

    def _end_edit(self) -> None:
        given, self._attributes = self._attributes, None
        assert given is not None
        original = "".join(self._original)
        if self._original_is_empty:
            if original.strip():
                raise ValueError(f"<edit> holds both <empty/> and text: {original.strip()!r}")
            original = ""
        text = self._text()
        start = text.length
        text.add(original)
        self.edits.append(
            Edit.of(
                start,
                text.length,
                original,
                self.take_corrections(),
                given.get("type"),
                given.get("index"),
                self._part,
                given.get("cset"),
            )
        )


def parse_document(pieces: Iterable[str], name: str, id: str) -> Text:
    """Read text and edits from the text of an XML document."""
    reader = _Inline()
    parse(pieces, name, reader)
    texts = reader.texts or {None: _Text()}
    parts = tuple(Part(part, "".join(text.pieces)) for part, text in texts.items())
    return Text.document(id, parts, tuple(reader.edits))


def read(path: AnyPath) -> Text:
    """Read a document with the edits marked in it, if any; its id is the file's leading number."""
    return parse_document(decoded(path), display_name(path), document_number(path))


def to_inline(document: Text) -> str:
    """Return the text with the edits marked in it; edits that overlap or do not fit the text are refused.

    If an original differs from the text only in the spaces around it, the text is right.

    >>> from errata.model import Text
    >>> from errata.model import Edit
    >>> to_inline(Text.document("1", "He go.", [Edit.of(3, 5, "go", ("goes",))]))
    '<HOO><p>He <edit>go<corrections><correction>goes</correction></corrections></edit>.</p></HOO>'
    """
    text = document.text
    pieces = []
    position = 0
    for edit in order_by_text(document.edits):
        if edit.part is not None or edit.file is not None:
            raise FormatError(f"document {document.id}: {edit.place} names a part or file, which inline marks cannot")
        check_fit(document.id, text, edit)
        pieces.append(escape_text(text[position : edit.start], "text"))
        marks = attributes([("type", edit.type or None), ("index", edit.index), ("cset", edit.cset)])
        made = "".join(corrections_lines(edit.alternatives)) if edit.alternatives else ""
        pieces.append(f"<edit{marks}>{escape_text(text[edit.start : edit.end], 'text') or '<empty/>'}{made}</edit>")
        position = edit.end
    pieces.append(escape_text(text[position:], "text"))
    return f"<HOO><p>{''.join(pieces)}</p></HOO>"


def _lines(document: Text) -> Iterator[str]:
    yield _DECLARATION
    yield to_inline(document)


def write_source(path: AnyPath, document: Text) -> None:
    """Write only the source text, in parts as in HOO 2012, each with one paragraph."""
    if document.is_divided:
        if any(part.id is None for part in document.parts):
            raise FormatError(f"document {document.id} has a part without id among its {len(document.parts)} parts")
        paragraphs = ((attributes([("id", part.id)]), escape_text(part.text, "text")) for part in document.parts)
        parts = "\n".join(f"<PART{id}><P>{text}</P></PART>" for id, text in paragraphs)
        body = f"<HOO><BODY>\n{parts}\n</BODY></HOO>"
    else:
        body = to_inline(replace(document, layers=()))
    write_lines(path, [_DECLARATION, body])


def write(path: AnyPath, document: Text, *, loss: str = "warn") -> list[Loss]:
    """Write a document with its edits marked in the text; the write is atomic."""
    losses = Losses(path, "hoo-inline", loss)
    (checked,) = losses.checked([document])
    write_lines(path, _lines(checked))
    return losses.report()
