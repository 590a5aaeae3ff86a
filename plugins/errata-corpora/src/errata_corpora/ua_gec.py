r"""The inline markup of the UA-GEC corpus: one document, the edits of one annotator in braces.

    He {go=>goes:::error_type=G/Case} home{=>.:::error_type=Punctuation}

An empty left side is an insertion, an empty right side a deletion; `|` separates alternatives. Other
`:::key=value` pairs are kept in `extra`. Braces around anything else are text. A file called `0007.a2.ann` is
document 0007 by annotator 2. With escape=True a backslash escapes the next character, which is our own
extension.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
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
    open_text,
    order_by_text,
    write_text,
)
from errata_corpora import UA_GEC
from errata_corpora.fields import Annotator, AnyPath, Extra, map_extra, without

_ARROW, _PAIR, _TYPE, _OR = "=>", ":::", "error_type", "|"
_MARK = re.compile(r"[{}]|=>|:::(?!:)|\|")  # of four colons the first is text: {=>::::error_type=Punctuation}
_MARK_OR_ESCAPED = re.compile(rf"\\[\\{{}}=:|]|{_MARK.pattern}")
_MEANT = re.compile(r"[{}|\\]|=>|:::")
_NAME = re.compile(r"(?P<id>.+)[._-]a(?P<annotator>\d{1,6})", re.DOTALL)
ALTERNATIVES = ("first", "join")


class _Open(NamedTuple):
    """An open brace: where it is in the text and in the list of marks."""

    position: int
    mark: int


def _name(path: AnyPath) -> tuple[str, Annotator]:
    """Return the id and the annotator given by a file's name."""
    stem = open_text(path).unpacked_name.removesuffix(".ann").removesuffix(".txt")
    found = _NAME.fullmatch(stem)
    return (found["id"], int(found["annotator"])) if found else (stem, 0)


class _Marks:
    """The marks of a text: matching braces and the separators of fields between them."""

    def __init__(self, text: str, escape: bool) -> None:
        self.text = text
        self.escape = escape
        self.left: list[tuple[int, str]] = []  # where braces begin what is taken for text though it holds '=>', and why
        found = (_MARK_OR_ESCAPED if escape else _MARK).finditer(text)
        self.marks = [(mark.start(), mark[0]) for mark in found if mark[0][0] != "\\"]

    def groups(self) -> Iterator[tuple[int, int]]:
        """Yield the marks at which each group begins and ends; a ValueError refuses nested groups."""
        stack: list[_Open] = []
        arrows: list[list[int]] = [[]]  # of each open brace, and outside all
        inner: list[int] = [0]  # how many pairs of braces stand in each
        for number, (position, mark) in enumerate(self.marks):
            if mark == "{":
                stack.append(_Open(position, number))
                arrows.append([])
                inner.append(0)
            elif mark == _ARROW:
                arrows[-1].append(position)
            elif mark == "}" and stack:
                opened, has_arrow, n_inner = stack.pop(), bool(arrows.pop()), inner.pop()
                inner[-1] += 1
                if has_arrow and n_inner:
                    raise _MarkupError(
                        opened.position,
                        "braces inside a group; groups cannot be nested, and braces of the text must be escaped",
                    )
                if has_arrow:
                    yield opened.mark, number
        for opened, found in zip(stack, arrows[1:], strict=True):
            if found:
                self.left.append((opened.position, "unclosed braces with '=>' after them (read as text)"))

    def plain(self, text: str) -> str:
        """Return text with its escapes removed."""
        return re.sub(r"\\([\\{}=:|])", r"\1", text) if self.escape else text


class _MarkupError(ValueError):
    """What is wrong, and where in the text."""

    def __init__(self, position: int, message: str) -> None:
        super().__init__(message)
        self.position = position


class _NoGroupError(ValueError):
    """Why braces with an arrow are not a group."""


def _split(marks: _Marks, first: int, last: int) -> tuple[str, list[str], list[tuple[str, str]]]:
    """Return the source, the alternatives and the pairs of a group."""
    text = marks.text
    begin = marks.marks[first][0]
    end = marks.marks[last][0]
    arrow: int | None = None
    borders: list[int] = []  # where alternatives begin and end
    pairs: list[int] = []
    for position, mark in marks.marks[first + 1 : last]:
        if mark == _PAIR:
            pairs.append(position)
        elif mark == _ARROW and not pairs:
            if arrow is not None:
                raise _NoGroupError("with '=>' twice")
            arrow = position
        elif mark == _OR and arrow is not None and not pairs:
            borders.append(position)
    if arrow is None:
        raise _NoGroupError("with ':::' before '=>'")
    source = text[begin + 1 : arrow]
    borders = [arrow + len(_ARROW) - 1, *borders, pairs[0] if pairs else end]
    targets = [text[low + 1 : high] for low, high in pairwise(borders)]
    named = []
    for low, high in pairwise([*pairs, end]):
        key, equals, value = text[low + len(_PAIR) : high].partition("=")
        if not equals or not key:
            raise _NoGroupError("with ':::' but no key=value after it")
        named.append((key, marks.plain(value)))
    return marks.plain(source), [marks.plain(target) for target in targets], named


def parse_markup(text: str, *, escape: bool = False) -> tuple[str, tuple[Edit, ...]]:
    """Return the source text and the edits of a text with markup; a ValueError says what is wrong with it.

    >>> parse_markup("He {go=>goes:::error_type=G/Number} {x}.")
    ('He go {x}.', (Edit.of(3, 5, 'go', ('goes',), type='G/Number'),))
    """
    return _parse(_Marks(text, escape))


def _parse(marks: _Marks) -> tuple[str, tuple[Edit, ...]]:
    text = marks.text
    pieces: list[str] = []
    edits: list[Edit] = []
    length = reached = 0

    def add(piece: str) -> None:
        nonlocal length
        pieces.append(piece)
        length += len(piece)

    for first, last in marks.groups():
        begin, end = marks.marks[first][0], marks.marks[last][0]
        try:
            source, targets, pairs = _split(marks, first, last)
        except _NoGroupError as reason:
            marks.left.append((begin, f"braces {reason} (read as text)"))
            continue
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise _MarkupError(begin, "a key appears twice in one group; keep one of them")
        kind = fields.pop(_TYPE, None)
        add(marks.plain(text[reached:begin]))
        start = length
        add(source)
        edits.append(Edit.of(start, length, source, tuple(targets), kind, extra=fields or None))
        reached = end + 1
    add(marks.plain(text[reached:]))
    return "".join(pieces), tuple(edits)


def _metadata(path: AnyPath, id: str, annotator: Annotator) -> Extra | None:
    """Return the row for a document and annotator in a table of documents."""
    import csv
    from io import StringIO

    file = open_text(path)
    try:
        rows = list(csv.DictReader(StringIO(file.read(), newline=""), strict=True))
    except csv.Error as error:
        raise FormatError(f"{file.name} is not a comma-separated metadata table: {error}") from None
    if rows and "id" not in rows[0]:
        known = ", ".join(map(str, rows[0]))
        raise FormatError(f"{file.name} has no column 'id', which identifies the document (it has {known})")
    mine = [row for row in rows if str(row["id"]).lstrip("0") == id.lstrip("0")]
    exact = [row for row in mine if row.get("annotator_id") == str(annotator)]
    return next(({key: value for key, value in row.items() if isinstance(key, str)} for row in exact or mine), None)


def read(path: AnyPath, *, escape: bool = False, metadata: AnyPath | None = None) -> Text:
    """Read a document; its id and annotator are taken from the file name.

    `escape` removes the backslashes of a file written with them; `metadata` is a CSV file with a row per document.
    """
    file = open_text(path)
    content = file.read()
    marks = _Marks(content, escape)
    try:
        text, edits = _parse(marks)
    except _MarkupError as error:
        line = content.count("\n", 0, error.position) + 1
        raise FormatError(f"{file.name}, line {line}: {error}") from None
    notes = Notes(file.name)
    line, reached = 1, 0
    for position, what in sorted(marks.left):
        line += content.count("\n", reached, position)
        reached = position
        notes.add(what, line, repr(content[position : position + 40]))
    notes.warn()
    id, annotator = _name(path)
    meta = None if metadata is None else _metadata(metadata, id, annotator)
    return Text.document(id, text, layers=(Layer(annotator, edits),), meta=meta)


def _escaped(text: str, what: str, escape: bool, *, in_group: bool) -> str:
    found = _MEANT.search(text)
    if not found:
        return text
    if escape:
        return re.sub(r"([\\{}=:|])", r"\\\1", text)
    # Outside groups only braces can be mistaken; the backslash means nothing without `escape`.
    risky = re.search(r"[{}|]|=>|:::" if in_group else r"[{}]", text)
    if risky:
        raise FormatError(
            f"the {what} {text[:60]!r} holds {risky[0]!r}, which means something in the markup; remove it, or write "
            "and read with escape=True"
        )
    return text


def to_markup(document: Text, *, escape: bool = False, alternatives: str = "first") -> str:
    """Return the text with the edits in braces; overlapping edits are refused.

    >>> to_markup(Text.document("1", "He go.", [Edit.of(3, 5, "go", ("goes", "went"), "G/Tense")]))
    'He {go=>goes:::error_type=G/Tense}.'
    """
    pieces = []
    position = 0
    for edit in order_by_text(document.edits):
        if not edit.corrections:
            continue
        chosen = edit.corrections[:1] if alternatives == "first" else edit.corrections
        pieces.append(_escaped(document.text[position : edit.start], "text", escape, in_group=False))
        target = _OR.join(_escaped(made, "correction", escape, in_group=True) for made in chosen)
        fields = ([(_TYPE, edit.type)] if edit.type else []) + _own_pairs(edit.extra)
        named = "".join(f"{_PAIR}{key}={_escaped(value, key, escape, in_group=True)}" for key, value in fields)
        original = _escaped(document.text[edit.start : edit.end], "original", escape, in_group=True)
        pieces.append(f"{{{original}{_ARROW}{target}{named}}}")
        position = edit.end
    pieces.append(_escaped(document.text[position:], "text", escape, in_group=False))
    return "".join(pieces)


def _own_pairs(extra: Extra | None) -> list[tuple[str, str]]:
    """Return the unknown fields that can be written in a group."""
    return [
        (key, value)
        for key, value in (extra or {}).items()
        if isinstance(value, str) and key and key != _TYPE and not re.search(r"[\\{}=:|]", key)
    ]


def _without_own(document: Text) -> Text:
    def of_edit(extra: Extra | None) -> Extra | None:
        return without(extra, *(key for key, _ in _own_pairs(extra)))

    return replace(document, layers=tuple(map_extra(layer, lambda extra: extra, of_edit) for layer in document.layers))


def write(
    path: AnyPath,
    document: Text,
    *,
    loss: str = "warn",
    escape: bool = False,
    alternatives: str = "first",
) -> list[Loss]:
    """Write a document with its edits in the text; the write is atomic.

    Text that looks like markup is refused, or written with backslashes (escape=True), which other programs
    do not understand. If there are several corrections, the first is written, or all of them joined by `|`
    (alternatives="join").
    """
    if alternatives not in ALTERNATIVES:
        raise InputError(f"alternatives must be {' or '.join(ALTERNATIVES)}, not {alternatives!r}")
    losses = Losses(path, UA_GEC, loss)
    where = f"document {document.id}"
    for edit in document.edits:
        if edit.is_null_only:
            losses.add("edits that only say the text may stay (skipped)", where)
        elif alternatives == "first" and len(edit.corrections) > 1:
            losses.add("further corrections of one edit", where)
    (checked,) = losses.undivided([document], _without_own)
    write_text(path, to_markup(checked, escape=escape, alternatives=alternatives))
    return losses.report()
