"""HOO stand-off XML: the edits of one document; its text is elsewhere.

    <edits>
    <edit type="MY" index="0001-0004" start="631" end="631">
    <original><empty/></original>
    <corrections>
    <correction/>
    <correction>both </correction>
    </corrections>
    </edit>
    </edits>

`<correction/>` is the null correction, `<correction><empty/></correction>` the empty string; without `corrections`
none is known. Spaces inside `original` and `correction` count, so nothing is indented there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from errata.findings import Finding, report
from errata.formats.files import AnyPath, display_name, document_number
from errata.formats.losses import Loss, Losses
from errata.formats.writing import write_lines
from errata.formats.xml import XmlHandler, attributes, decoded, escape_field, parse
from errata.model import Correction, Edit, Text

ROOT = "edits"


class EditHandler(XmlHandler):
    """Shared by both HOO formats: text as it is, or `<empty/>` with layout around it; lists of corrections."""

    def __init__(self) -> None:
        super().__init__()
        self.collecting = False  # inside `original` or `correction`, or in the text of an inline edit
        self._pieces: list[str] = []
        self._is_marked_empty = False
        self._corrections: list[Correction] | None = None

    def begin_content(self) -> None:
        """Begin to collect text."""
        self.collecting = True
        self._pieces = []
        self._is_marked_empty = False

    def mark_empty(self) -> None:
        """Record an `<empty/>` within the text being collected."""
        self._is_marked_empty = True

    def end_content(self, tag: str) -> str:
        """Return the text collected, spaces included."""
        self.collecting = False
        pieces = self._pieces
        text = pieces[0] if len(pieces) == 1 else "".join(pieces)
        if not self._is_marked_empty:
            return text
        if text.strip():
            raise ValueError(f"<{tag}> holds both <empty/> and text: {text.strip()!r}")
        return ""

    def begin_corrections(self) -> None:
        """Begin a list of corrections; an edit has at most one."""
        if self._corrections is not None:
            raise ValueError("a second <corrections> in one <edit>")
        self._corrections = []

    def start_in_corrections(self, tag: str) -> None:
        """Handle an element inside `corrections`."""
        if tag == "correction" and not self.collecting:
            self.begin_content()
        elif tag == "empty" and self.collecting:
            self._is_marked_empty = True
        else:
            raise ValueError(f"<{tag}> does not belong in <{'correction' if self.collecting else 'corrections'}>")

    def end_in_corrections(self, tag: str) -> None:
        """Handle the end of an element inside `corrections`."""
        if tag == "correction":
            has_content = self._is_marked_empty or self._pieces
            text = self.end_content(tag)
            assert self._corrections is not None
            self._corrections.append(text if has_content else None)

    def take_corrections(self) -> tuple[Correction, ...] | None:
        """Return the corrections of the edit that ends, None if there are none, and reset them."""
        made, self._corrections = self._corrections, None
        return tuple(made) if made else None

    def data(self, text: str) -> None:
        """Handle text: collect it where it belongs; elsewhere only white space is allowed."""
        if self.collecting:
            self._pieces.append(text)
        elif not text.isspace():
            raise ValueError(f"text outside <original> and <correction>: {text.strip()!r:.60}")


def read_offset(attributes: Mapping[str, str], name: str) -> int:
    """Return an attribute that must be a whole number."""
    text = attributes.get(name)
    if text is None:
        raise ValueError(f"an <edit> without {name!r}")
    if not text.isdecimal() or not text.isascii():
        digits = text.strip()
        if not digits.removeprefix("-").isdecimal() or not digits.isascii():
            raise ValueError(f"{name} is {text!r}, not a whole number")
    return int(text)


class _Edits(EditHandler):
    """Parses stand-off edits."""

    def __init__(self) -> None:
        super().__init__()
        self.edits: list[Edit] = []
        self.file: str | None = None
        self.odd: dict[str, int] = {}
        self._attributes: Mapping[str, str] = {}
        self._original: str | None = None
        self._skipped = 0  # how many elements are open that the format does not know

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        depth = len(self.path)
        if self._skipped:
            self._skipped += 1
        elif depth == 3:
            self._start_content(tag)
        elif depth == 2 and tag == "original":
            if self._original is not None:
                raise ValueError("a second <original> in one <edit>")
            self.begin_content()
        elif depth == 2 and tag == "corrections":
            self.begin_corrections()
        elif depth == 1 and tag == "edit":
            self._attributes = attributes
        elif depth == 0:
            if tag != ROOT:
                raise ValueError(f"the root element is <{tag}>, but stand-off edits are in <{ROOT}>")
            self.file = attributes.get("file")
        elif depth <= 2:
            self._note(f"elements <{tag}>, which the format does not have (ignored)")
            self._skipped = 1
        else:
            self.start_in_corrections(tag)

    def _start_content(self, tag: str) -> None:
        if self.path[2] == "corrections":
            self.start_in_corrections(tag)
        elif tag == "empty":
            self.mark_empty()
        else:
            raise ValueError(f"<{tag}> does not belong in <original>")

    def end(self, tag: str) -> None:
        depth = len(self.path)
        if self._skipped:
            self._skipped -= 1
        elif depth == 3:
            self.end_in_corrections(tag)
        elif depth == 2 and tag == "original":
            self._original = self.end_content(tag)
        elif depth == 1:
            self._end_edit()

    def data(self, text: str) -> None:
        if not self._skipped:
            super().data(text)

    def _note(self, what: str) -> None:
        self.odd[what] = self.odd.get(what, 0) + 1

    def _end_edit(self) -> None:
        given = self._attributes
        start, end = read_offset(given, "start"), read_offset(given, "end")
        if self._original is None and start != end:
            raise ValueError(f"the <edit> at {start} to {end} has no <original>")
        if self._corrections == []:
            self._note("empty <corrections> (read as: no correction is known)")
        self.edits.append(
            Edit.of(
                start,
                end,
                self._original or "",
                self.take_corrections(),
                given.get("type"),
                given.get("index"),
                given.get("part") or None,
                given.get("cset") or None,
                given.get("file"),
            )
        )
        self._original = None


def parse_edits(pieces: Iterable[str], name: str, id: str) -> Text:
    """Read stand-off edits from the text of an XML document."""
    reader = _Edits()
    parse(pieces, name, reader)
    for what, count in reader.odd.items():
        report(Finding("reader-note", f"{count} {what}", name, count=count), 3)
    return Text.document(id, edits=tuple(reader.edits), file=reader.file)


def read(path: AnyPath) -> Text:
    """Read the edits of one document, with offsets as in the file; its id is the file's leading number."""
    return parse_edits(decoded(path), display_name(path), document_number(path))


_TAG = re.compile(r"""<edit(?=[\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>""")


def number_lines(path: AnyPath) -> list[str] | None:
    """Return the lines of a file with an index added to every edit without one, and nothing else changed.

    None if that cannot be done safely: there are tags in comments, or the file is not UTF-8.
    """
    before = "".join(decoded(path))
    if re.match(r"""<\?xml[^>]*encoding=["'](?!utf-8["'])""", before, re.IGNORECASE):
        return None
    wanted = parse_edits([before], display_name(path), "1")
    missing = {place for place, edit in enumerate(wanted.edits) if edit.index is None}
    found = wanted.with_unique_indices().edits
    tags = list(_TAG.finditer(before))
    if len(tags) != len(found):
        return None
    pieces, position = [], 0
    for place in sorted(missing):
        at = tags[place].start() + len("<edit")
        pieces += [before[position:at], attributes([("index", found[place].index)])]
        position = at
    text = "".join([*pieces, before[position:]])
    made = parse_edits([text], display_name(path), "1").edits
    # The reader must see just what was to be written; a tag inside a comment would tell here.
    is_safe = all(
        one == (two if place in missing else wanted.edits[place])
        for place, (one, two) in enumerate(zip(made, found, strict=True))
    )
    return text.removesuffix("\n").split("\n") if is_safe else None


def corrections_lines(corrections: tuple[Correction, ...]) -> Iterator[str]:
    """Yield a `corrections` element line by line."""
    yield "<corrections>"
    for made in corrections:
        if made is None:
            yield "<correction/>"
        else:
            yield f"<correction>{escape_field(made, 'correction') or '<empty/>'}</correction>"
    yield "</corrections>"


def _lines(document: Text) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<edits{attributes([('file', document.file)])}>"
    for edit in document.edits:
        fields = ("type", "index", "start", "end", "part", "cset", "file")
        yield f"<edit{attributes((name, getattr(edit, name)) for name in fields if name != 'type' or edit.type)}>"
        yield f"<original>{escape_field(edit.original, 'original') or '<empty/>'}</original>"
        if edit.alternatives:
            yield from corrections_lines(edit.alternatives)
        yield "</edit>"
    yield "</edits>"


def write(path: AnyPath, document: Text, *, loss: str = "warn") -> list[Loss]:
    """Write the edits of a document atomically; equal edits give equal bytes."""
    losses = Losses(path, "hoo", loss)
    (checked,) = losses.checked([document])
    write_lines(path, _lines(checked))
    return losses.report()
