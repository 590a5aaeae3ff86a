"""What offsets count: code points internally, but UTF-8 bytes or UTF-16 units in some files."""

from collections.abc import Callable

from errata.errors import FormatError
from errata.findings import Finding, remedy, report
from errata.model import Corpus, Edit, Text
from errata.records import replace

UNITS = ("codepoint", "utf8", "utf16")
"""The possible units of offsets, in the order that decides ties."""
AUTO = "auto"
_NAMES = {"codepoint": "code points", "utf8": "UTF-8 bytes", "utf16": "UTF-16 units"}
_MOST_UNFIT = 0.05
"""If more originals than this do not match their range, text and edits do not belong together."""


class OffsetTable:
    """Maps positions in one unit to code points and back; built in time linear in the text.

    >>> table = OffsetTable("né e", "utf8")
    >>> [table.to_code_point(byte) for byte in range(6)]
    [0, 1, None, 2, 3, 4]
    >>> table.from_code_point(2)
    3
    """

    def __init__(self, text: str, unit: str) -> None:
        self._length = len(text)
        self._starts: list[int] | None = None
        self._code_points: dict[int, int] = {}
        if unit == "codepoint" or text.isascii():
            return
        position = 0
        self._starts = [0]
        for character in text:
            if unit == "utf8":
                position += len(character.encode("utf-8", "surrogatepass"))
            else:
                position += 2 if character > "\uffff" else 1
            self._starts.append(position)
        self._code_points = {start: number for number, start in enumerate(self._starts)}

    def to_code_point(self, position: int) -> int | None:
        """Return the code point that starts at a position, None inside a character; positions past the end stay."""
        if self._starts is None:
            return position
        beyond = position - self._starts[-1]
        if position < 0 or beyond > 0:
            return position if position < 0 else self._length + beyond
        return self._code_points.get(position)

    def from_code_point(self, position: int) -> int:
        """Return the position of a code point in the unit."""
        if self._starts is None:
            return position
        beyond = position - self._length
        if position < 0 or beyond > 0:
            return position if position < 0 else self._starts[-1] + beyond
        return self._starts[position]


def _tables(document: Text, unit: str) -> dict[str | None, OffsetTable]:
    return {part.id: OffsetTable(part.text, unit) for part in document.parts}


def count_fitting(document: Text, unit: str) -> tuple[int, int]:
    """Return how many originals match their range in the unit, and how many ranges are not empty.

    White space around either is ignored: files that were reformatted have lost some.
    """
    tables = _tables(document, unit)
    texts = document.texts
    n_fit = n_tried = 0
    for edit in document.all_edits:
        if edit.is_insertion:
            continue
        n_tried += 1
        text, table = texts.get(edit.part), tables.get(edit.part)
        if text is None or table is None:
            continue
        start, end = table.to_code_point(edit.start), table.to_code_point(edit.end)
        if start is not None and end is not None and 0 <= start <= end <= len(text):
            n_fit += text[start:end].strip() == edit.original.strip()
    return n_fit, n_tried


def find_unit(documents: Corpus) -> str:
    """Return the unit in which most originals match the texts; refuse if no unit makes (nearly) all of them match."""
    fits = {unit: [count_fitting(document, unit) for document in documents] for unit in UNITS}
    best = max(UNITS, key=lambda unit: (sum(n_fit for n_fit, _ in fits[unit]), -UNITS.index(unit)))
    for document, (n_fit, n_tried) in zip(documents, fits[best], strict=True):
        if n_tried - n_fit > _MOST_UNFIT * n_tried:
            raise FormatError(
                f"{documents.called}, document {document.id}: only {n_fit} of {n_tried} originals are where the "
                f"edits say, counting {_NAMES[best]} (the best of three units); do edits and text belong "
                "together?",
                remedy("If so, name the unit ({offset_unit})"),
            )
    if best != "codepoint":
        shown = {unit: sum(n_fit for n_fit, _ in fits[unit]) for unit in UNITS}
        n_tried = sum(n for _, n in fits[best])
        message = (
            f"offsets count {_NAMES[best]} ({shown[best]} of {n_tried} originals fit; {shown['codepoint']} as code "
            "points)"
        )
        report(Finding("offset-unit", message, documents.called), 3)
    return best


def to_code_points(document: Text, unit: str) -> Text:
    """Return a document with edits in code points, given that they count the unit; its text is required."""
    return _converted(document, unit, OffsetTable.to_code_point)


def from_code_points(document: Text, unit: str) -> Text:
    """Return a document with edits in the unit, for files that other programs read."""
    return _converted(document, unit, OffsetTable.from_code_point)


def _converted(document: Text, unit: str, convert: Callable[[OffsetTable, int], int | None]) -> Text:
    if unit == "codepoint":
        return document
    tables = _tables(document, unit)

    def moved(edit: Edit) -> Edit:
        table = tables.get(edit.part)
        if table is None:
            raise FormatError(
                f"document {document.id}: the text of {edit.place} is not known, so its offsets cannot be converted"
            )
        start, end = convert(table, edit.start), convert(table, edit.end)
        if start is None or end is None:
            raise FormatError(
                f"document {document.id}: {edit.place} begins or ends inside a character ({_NAMES[unit]})"
            )
        return replace(edit, start=start, end=end)

    return document.map_edits(lambda edits: map(moved, edits))
