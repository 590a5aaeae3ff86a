"""XML from untrusted sources: no entity declarations, nothing from outside the file, bounded nesting and size.

A reader is an `XmlHandler`; it reports mistakes as ValueErrors, to which file and line are added here.
"""

import codecs
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping

from errata.errors import FormatError
from errata.formats.files import AnyPath, display_name, read_bytes

_MAX_DEPTH = 64
"""The formats read here have fewer than ten levels."""
_LEAST_FED = 1 << 16
_MAX_SIZE = 1 << 30
"""A document has at most a GiB of markup."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNMARKED = ((b"<\0?\0", "utf-16-le"), (b"\0<\0?", "utf-16-be"))
_DECLARED = re.compile(rb"""\A<\?xml\s[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")
_CHARACTER_SETS = re.compile(
    r"utf-8|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+|big5(hkscs)?|gb(2312|k|18030)|hz|euc_\w+|iso2022_\w+|"
    r"shift_jis\w*|johab|tis-620|ptcp154|kz1048|hp-roman8"
)
"""Python's codecs, by their own names, that may be used in files; others (idna, unicode_escape) are not for text."""
_BEFORE_ROOT = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL)
_TAG = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document can hold."""

_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_FIELD = str.maketrans({"\t": "&#9;", "\n": "&#10;", '"': "&quot;"})


class XmlHandler(ABC):
    """Handles the elements and text of a document; `path` has the names of the open elements, outermost first."""

    line: Callable[[], int] = staticmethod(lambda: 0)
    """Returns the current line."""

    def __init__(self) -> None:
        self.path: list[str] = []

    @abstractmethod
    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element; `path` does not include it yet."""

    @abstractmethod
    def end(self, tag: str) -> None:
        """Handle the end of an element; `path` no longer includes it."""

    @abstractmethod
    def data(self, text: str) -> None:
        """Handle character data, possibly in several pieces."""


def _encoding(head: bytes, name: str) -> tuple[str, int]:
    """Return the encoding of a document and the length of its byte-order mark."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, len(mark)
    for beginning, encoding in _UNMARKED:
        if head.startswith(beginning):
            return encoding, 0
    declared = _DECLARED.match(head)
    encoding = declared[1].decode() if declared else "utf-8"
    try:
        is_known = _CHARACTER_SETS.fullmatch(codecs.lookup(encoding).name) is not None
        # What declares itself in ASCII cannot be in UTF-16 or EBCDIC.
        fits = is_known and (not declared or declared[0].decode(encoding).startswith("<?xml"))
    except (LookupError, UnicodeError, ValueError):
        fits = False
    if not fits:
        raise FormatError(
            f"{name} declares the encoding {encoding!r}, which is wrong or unknown; "
            "convert it to UTF-8 and correct the declaration"
        )
    return encoding, 0


def decoded(path: AnyPath) -> Iterator[str]:
    """Yield the text of an XML file, decoded by its byte-order mark or declaration, UTF-8 if it has neither."""
    name = display_name(path)
    pieces = read_bytes(path)
    first = next(pieces, b"")
    encoding, skip = _encoding(first, name)
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    n_lines = 1
    total = 0
    for piece, last in _with_last(first[skip:], pieces):
        try:
            text = decoder.decode(piece, last)
        except UnicodeError as error:
            before, place = b"", ""
            if isinstance(error, UnicodeDecodeError):
                before = error.object[: error.start]
                place = f": byte 0x{error.object[error.start]:02x}"
            line = n_lines + before.decode(encoding, "replace").count("\n")
            raise FormatError(
                f"{name}, line {line}{place} is not valid {encoding.upper()}; "
                "convert the file to UTF-8, or correct the encoding that its first line declares"
            ) from None
        n_lines += text.count("\n")
        total += len(text)
        if total > _MAX_SIZE:
            raise FormatError(f"{name} holds more than {_MAX_SIZE >> 30} GiB of XML; split it into documents")
        yield text


def _with_last(first: bytes, rest: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield pieces, each with whether it is the last."""
    pending = first
    for piece in rest:
        yield pending, False
        pending = piece
    yield pending, True


def feed(pieces: Iterable[str], take: Callable[[str], object], position: Callable[[], int]) -> Iterator[None]:
    """Feed a text to a parser, yielding after every step.

    A parser that waits for the end of a tag, comment or the like starts over with it each time. So while its position
    does not change, it gets twice as much next time: a long comment costs no more than other text of that length.
    """
    held: list[str] = []
    n_held, wanted, reached = 0, _LEAST_FED, -1
    for piece in pieces:
        held.append(piece)
        n_held += len(piece)
        if n_held >= wanted:
            take("".join(held))
            yield
            before, reached = reached, position()
            wanted = 2 * n_held if reached == before else _LEAST_FED
            held, n_held = [], 0
    take("".join(held))
    yield


def read_xml(path: AnyPath, handler: XmlHandler) -> None:
    """Parse an XML file safely: no entity is expanded, nothing is fetched, mistakes are `FormatError`s."""
    parse(decoded(path), display_name(path), handler)


def parse(pieces: Iterable[str], name: str, handler: XmlHandler) -> None:
    """Parse an XML document; mistakes are `FormatError`s with the line."""
    from xml.parsers.expat import ExpatError
    from xml.parsers.expat.errors import messages

    from defusedxml.ElementTree import DefusedXMLParser

    # Its own callbacks would build a tree through two layers of Python; only its guarded parser is wanted.
    expat = DefusedXMLParser(target=_Nothing()).parser
    path = handler.path
    handler.line = lambda: expat.CurrentLineNumber

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(path) >= _MAX_DEPTH:
            raise ValueError(f"elements are nested more than {_MAX_DEPTH} deep; no format that errata reads needs that")
        tag = tag.rpartition("}")[2]
        handler.start(tag, attributes)
        path.append(tag)

    def end(tag: str) -> None:
        handler.end(path.pop())

    def doctype(root: str, system: str | None, public: str | None, has_internal_subset: int) -> None:
        if has_internal_subset:
            raise ValueError("the document type holds declarations, which are not read; remove them")

    expat.StartDoctypeDeclHandler = doctype
    expat.StartElementHandler = start
    expat.EndElementHandler = end
    expat.CharacterDataHandler = handler.data
    expat.ordered_attributes = False
    expat.buffer_text = True
    try:
        for _ in feed(pieces, lambda piece: expat.Parse(piece, False), lambda: expat.CurrentByteIndex):
            pass
        expat.Parse("", True)
    except ExpatError as error:
        reason = messages.get(error.code, str(error))
        raise FormatError(f"{name}, line {error.lineno}: not well-formed XML ({reason})") from None
    except FormatError:
        raise
    except ValueError as error:  # what a reader finds wrong, and what the guarded parser refuses
        raise FormatError(f"{name}, line {expat.CurrentLineNumber}: {error}") from None


class _Nothing:
    """A target that builds nothing; because it has `data`, undefined entities are errors instead of being skipped."""

    data = doctype = close = staticmethod(lambda *_: None)


def root_element(path: AnyPath) -> str:
    """Return the name of a file's root element, "" if it does not look like XML."""
    head = next(read_bytes(path), b"")[: 1 << 16]
    try:
        encoding, skip = _encoding(head, display_name(path))
    except FormatError:  # whoever reads it will say so
        encoding, skip = "latin-1", 0
    text = head[skip:].decode(encoding, "replace")
    before = _BEFORE_ROOT.match(text)
    assert before
    found = _TAG.match(text, before.end())
    return found[1] if found else ""


def check_characters(text: str, what: str) -> str:
    """Return the text if XML can hold it; control characters and lone surrogates are refused."""
    bad = NOT_XML.search(text)
    if bad:
        raise FormatError(
            f"the {what} {text[:60]!r} holds U+{ord(bad.group()):04X} at position {bad.start()}, "
            "which XML cannot hold (not-xml-char); remove it first"
        )
    return text


def escape_text(text: str, what: str) -> str:
    """Return running text as XML, with its line ends unchanged."""
    return check_characters(text, what).translate(_IN_TEXT)


def escape_field(text: str, what: str) -> str:
    """Return text escaped so that no reader changes it: tabs, line ends and quotes as character references."""
    return escape_text(text, what).translate(_IN_FIELD)


def attributes(pairs: Iterable[tuple[str, str | int | None]]) -> str:
    """Return the attributes of a tag as text, without those that are None.

    >>> attributes([("type", "RV"), ("index", None), ("start", 3)])
    ' type="RV" start="3"'
    """
    return "".join(
        f' {name}="{escape_field(str(value), f"attribute {name}")}"' for name, value in pairs if value is not None
    )
