"""M2: tokenised sentences, each followed by the edits of its annotators.

    S She go in school
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    A 2 3|||R:PREP|||to||into|||REQUIRED|||-NONE-|||0
    A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

Reading is lenient where the meaning is clear; there is only one way of writing. Round trips keep the model, not the
bytes. One grammar parses the lines both for the reader, which refuses mistakes, and for the doctor, which goes on.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from errata.errors import FormatError
from errata.findings import Notes
from errata.formats.files import AnyPath, Refuse, cut_blocks, display_name, read_pieces, refusing
from errata.formats.writing import one_line, write_lines
from errata.kernels.m2blocks import COMPILED, Scanner, make_texts
from errata.model import EMPTY, NOOP, Annotator, Edit, Layer, Text, make_edit
from errata.model.flat import DRAFTS, FlatTexts
from errata.records import replace

if TYPE_CHECKING:
    from errata.formats.losses import Loss

NOOP_LINE = f"A -1 -1|||{NOOP}|||{EMPTY}|||REQUIRED|||{EMPTY}|||"
N_FIELDS = 6
SOURCE, ANNOTATION, BLANK, PASSED_OVER, STRANGE = "source", "annotation", "blank", "passed over", "strange"
"""The kinds of lines; ignored ones say nothing that we keep."""
_PASSED_OVER = re.compile(r"I |T\d+(-A\d+)?( |$)")


class MistakeError(ValueError):
    """A line that makes no sense: its code, its content in brief, and the reader's reason to refuse it."""

    def __init__(self, code: str, what: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.what = what


class Annotation(NamedTuple):
    """The content of an `A` line: an annotator's edit, None for a noop, and the correction as written.

    `odd` has codes and messages for what can be understood but should not be there.
    """

    annotator: Annotator
    edit: Edit | None
    written: str
    odd: tuple[tuple[str, str], ...] = ()


def classify(line: str, in_block: bool) -> str:
    """Return the kind of a line, inside or outside a block."""
    if line[:2] == "A ":
        return ANNOTATION
    if is_source_line(line):
        return SOURCE
    if not line or not line.strip():
        return BLANK
    return PASSED_OVER if in_block and _PASSED_OVER.match(line) else STRANGE


def is_source_line(line: str) -> bool:
    """Tell whether a line begins a block."""
    return line[:2] == "S " or line == "S"


def is_integer(text: str) -> bool:
    """Tell whether a text is a plain whole number."""
    # int() would also take '1_0', '+1', ' 1 ' and the digits of other scripts.
    return text.isascii() and text.removeprefix("-").isdecimal()


@lru_cache(256)
def _parse_annotator(text: str, is_last: bool) -> Annotator:
    who = text.strip()
    if not who or who == EMPTY or not (is_last or is_integer(who)):
        raise ValueError(
            f"{who!r}, the sixth field, is not an annotator; an empty alternative inside, or '|||' in a "
            f"correction, shifts "
            "the fields"
        )
    # The original scorers number annotators, so that 00 is 0 here, unlike for `as_annotator`.
    return int(who) if is_integer(who) else who


@lru_cache(4096)  # the same few thousand spans make up any corpus
def _parse_span(text: str) -> tuple[int, int]:
    """Return the offsets of the first field, which still has the line's `A ` before it."""
    offsets = text[2:].split()
    if len(offsets) < 2:
        raise ValueError(f"expected two token offsets, found {text[2:]!r}; write 'A START END|||…'")
    start, end = offsets[:2]
    if not is_integer(start) or not is_integer(end):
        raise ValueError(f"{end if is_integer(start) else start!r} is not a token offset; write 'A START END|||…'")
    return int(start), int(end)


def parse_annotation(line: str) -> Annotation:
    """Return the content of an `A` line; a `MistakeError` if it makes no sense."""
    fields = line.split("|||")
    n_fields = len(fields)
    if n_fields < N_FIELDS:
        reason = (
            f"{n_fields} fields but an annotation has {N_FIELDS}, "
            "START END|||TYPE|||CORRECTION|||REQUIRED|||COMMENT|||ANNOTATOR"
        )
        raise MistakeError("m2-fields", f"{n_fields} fields, not {N_FIELDS}, in {line[:60]!r}", reason)
    span, kind, correction, need, comment, who = fields[:N_FIELDS]
    try:
        annotator = _parse_annotator(who, n_fields == N_FIELDS)
    except ValueError as error:  # or a number of more digits than Python reads
        what = f"{who.strip()!r}, the sixth field, is not an annotator in {line[:80]!r}"
        raise MistakeError("m2-annotator", what, str(error)) from None
    try:
        start, end = _parse_span(span)
    except ValueError as error:
        raise MistakeError("m2-offsets", f"expected two offsets, found {span[2:]!r}", str(error)) from None
    note = "" if comment == EMPTY else comment
    is_noop = kind == NOOP
    if need == "REQUIRED" and "||" not in correction and correction != EMPTY and n_fields == N_FIELDS and not is_noop:
        return Annotation(annotator, make_edit(start, end, correction, kind, note), correction)  # nearly all lines
    odd = []
    if is_noop and (start, end) != (-1, -1):
        odd.append(("noop-offsets", f"a noop line has the offsets {start} {end}"))
    if n_fields > N_FIELDS:
        odd.append(("m2-extra-fields", f"{n_fields} fields, not {N_FIELDS}, in {line[:80]!r}"))
    if need.startswith("||"):
        odd.append(("m2-lost-alternative", f"{correction + '||'!r} ends in an empty alternative"))
    needed = need.removeprefix("||")
    if needed not in {"REQUIRED", "OPTIONAL"}:
        odd.append(("m2-required", f"{needed!r} is neither REQUIRED nor OPTIONAL"))
    if is_noop:
        return Annotation(annotator, None, correction, tuple(odd))
    corrections = tuple(["" if piece == EMPTY else piece for piece in correction.split("||")])
    edit = Edit(start, end, corrections, kind, needed != "OPTIONAL", note)
    return Annotation(annotator, edit, correction, tuple(odd))


_ODD_BLANKS = re.compile(r"  |[^\S ]")
_ODD_LINES = {
    "noop-offsets": (
        "noop lines with offsets (read as no change, as the M2 scorer does; the I-measure's program "
        "counts them as edits)"
    ),
    "m2-extra-fields": "annotations with more than six fields (the rest was left out)",
    "m2-lost-alternative": f"empty last alternatives that the format cannot hold (lost; write {EMPTY})",
}
"""Messages about `A` lines that can be understood but are odd."""


def _parse_edit(line: str, number: int, notes: Notes) -> tuple[Annotator, Edit | None]:
    """Return the annotator and the edit of an `A` line, None for a noop; a ValueError says what is wrong."""
    annotator, edit, written, odd = parse_annotation(line)
    for code, _ in odd:
        if code in _ODD_LINES:
            notes.add(_ODD_LINES[code], number, repr(line[2:]), code=code)
    if edit is None or edit.written == written:
        return annotator, edit
    return annotator, replace(edit, raw=written)


def _finish(source: str, layers: dict[Annotator, list[Edit]], unsorted: set[Annotator], at: int, notes: Notes) -> Text:
    """Return a sentence from a complete block."""
    for who in unsorted:
        ordered = sorted(layers[who], key=lambda edit: (edit.start, edit.end))
        if any(one.end > two.start for one, two in pairwise(ordered)):
            kind = "sentences with overlapping edits of one annotator (kept; reference texts take the first)"
            notes.add(kind, at, f"annotator {who}", code="overlap")
    return Text(source, tuple([Layer(who, tuple(edits)) for who, edits in layers.items()]))


def read(path: AnyPath, *, errors: str = "strict") -> Iterator[Text]:
    """Yield the sentences of an M2 file.

    Blocks are separated by blank lines. `I` and `T…` lines (indices, target texts) are skipped with a warning. A
    sentence without `A` lines has no annotators; a noop line says that its annotator found nothing to change. Edits
    that reach outside their sentence are kept, with a warning. A malformed block is refused, or skipped with
    a warning (errors="warn").
    """
    yield from _read(read_pieces(path), display_name(path), errors)


def read_flat(path: AnyPath, *, errors: str = "strict") -> "FlatTexts | tuple[Text, ...]":
    """Return all sentences at once: as flat arrays if every block of the file is plain, otherwise as from `read`."""
    pieces: list[bytes] = []
    damage: FormatError | None = None
    try:
        pieces += read_pieces(path)
    except FormatError as error:
        damage = error  # what is wrong with lines before it is said first
    if COMPILED and damage is None:
        data = b"".join([piece.replace(b"\r\n", b"\n") if b"\r" in piece else piece for piece in pieces])
        scanner = Scanner(data)
        if scanner.scan(0)[0] == len(data):
            blocks = scanner.take()
            return FlatTexts(blocks) if len(blocks) else ()

    def again() -> Iterator[bytes]:
        yield from pieces
        if damage is not None:
            raise damage

    return tuple(_read(again(), display_name(path), errors))


def _read(pieces: Iterable[bytes], name: str, errors: str) -> Iterator[Text]:
    """Yield the sentences of a file, read piece by piece."""
    refuse = refusing(errors, "block")
    notes = Notes(name)
    n_lines = 0
    for data in cut_blocks(pieces, name):
        at = 0
        scanner = Scanner(data) if COMPILED else None
        while at < len(data):
            stop = len(data)
            if scanner is not None:
                at, passed = scanner.scan(at)
                yield from make_texts(scanner.take(), DRAFTS)
                n_lines += passed
                blank = data.find(b"\n\n", at)
                stop = blank + 2 if blank >= 0 else len(data)
            odd = data[at:stop].decode()
            yield from _parse(odd.split("\n"), n_lines + 1, notes, refuse)
            n_lines += odd.count("\n")
            at = stop
    notes.warn()


def _parse(lines: Iterable[str], first: int, notes: Notes, refuse: Refuse) -> Iterator[Text]:
    """Yield the sentences of whole blocks, with lines numbered from `first`."""
    name = notes.name
    is_refused = False  # and so is the rest of the block
    source: str | None = None
    n_tokens = 0
    layers: dict[Annotator, list[Edit]] = {}
    unsorted: set[Annotator] = set()
    started = 0
    for number, line in enumerate(lines, first):
        if is_refused:
            source, is_refused = None, bool(line.strip())
            continue
        kind = classify(line, source is not None)
        if kind == ANNOTATION:
            if source is None:
                refuse(
                    f"{name}, line {number}: an annotation before any 'S' line: {line!r}; each block begins with 'S '"
                )
                is_refused = True
                continue
            try:
                annotator, edit = _parse_edit(line, number, notes)
            except ValueError as error:
                refuse(f"{name}, line {number}: {error}: {line!r}")
                is_refused = True
                continue
            edits = layers.get(annotator)
            if edits is None:
                edits = layers[annotator] = []
            if edit is not None:
                if edits and edits[-1].end > edit.start:
                    unsorted.add(annotator)
                edits.append(edit)
                if not 0 <= edit.start <= edit.end <= n_tokens:
                    example = f"edit {edit.start} {edit.end} in a sentence of {n_tokens} tokens"
                    if edit.type != edit.type.strip():
                        notes.add(
                            "edits outside their sentence whose fields have white space around them, so that not even "
                            f"{NOOP!r} is recognised; write '|||' without spaces around it",
                            number,
                            f"{example}, {line[:60]!r}",
                            one="edit outside its sentence whose fields have white space around them, so that not even "
                            f"{NOOP!r} is recognised; write '|||' without spaces around it",
                            code="offset-range",
                        )
                        continue
                    notes.add(
                        "edits reach outside their sentence or run backwards (most measures leave them out, errant and "
                        "imeasure count them)",
                        number,
                        example,
                        one="edit reaches outside its sentence or runs backwards (most measures leave it out, errant "
                        "and imeasure count it)",
                        code="offset-range",
                    )
        elif kind == SOURCE:
            if source is not None:
                refuse(
                    f"{name}, line {number}: a second 'S' line in the block that begins at line {started}; "
                    "put an empty line between sentences"
                )
                is_refused = True
                continue
            source, started, layers, unsorted = line[2:], number, {}, set()
            tokens = source.split()
            n_tokens = len(tokens)
            if " ".join(tokens) != source and tokens and _ODD_BLANKS.search(source.strip(" ")):
                notes.add(
                    "sentences with double spaces or white space other than spaces (offsets count words at any "
                    "white space)",
                    number,
                    repr(source[:60]),
                    code="odd-space",
                )
        elif kind == BLANK:
            if source is not None:
                yield _finish(source, layers, unsorted, started, notes)
                source = None
        elif kind == PASSED_OVER:
            what = "lines that begin with I or T (indices, target texts) were ignored"
            notes.add(what, number, repr(line[:60]), code="m2-passed-over")
        else:
            refuse(f"{name}, line {number}: neither 'S', 'A' nor an empty line: {line[:60]!r}; is this an M2 file?")
            is_refused = True
    if source is not None and not is_refused:
        yield _finish(source, layers, unsorted, started, notes)


def _field(text: str, what: str, *, means: tuple[str, ...] = (), separator: str = "|||") -> str:
    """Return a field's text, unless it would merge with the separators around it or be read as something else."""
    if separator in text or text.startswith("|") or text.endswith("|") or text in means:
        raise FormatError(f"the {what} {text!r} cannot be written in M2, where it means something else")
    return one_line(text, what)


def _corrections(edit: Edit) -> str:
    if not edit.corrections:
        raise FormatError(f"an edit without any correction cannot be written in M2: {edit}")
    for correction in edit.corrections:
        _field(correction, "correction", means=(EMPTY,), separator="||")
    if edit.corrections == ("",):
        return ""
    return "||".join(correction or EMPTY for correction in edit.corrections)


def _annotator(annotator: Annotator) -> str:
    who = _field(str(annotator), "annotator", means=("", EMPTY))
    if isinstance(annotator, str) and (who != who.strip() or is_integer(who)):
        raise FormatError(f"the annotator {annotator!r} cannot be written in M2, where it means something else")
    return who


def _lines(sentences: Iterable[Text]) -> Iterator[str]:
    for sentence in sentences:
        if sentence.references and not sentence.layers:
            raise FormatError(f"M2 holds edits, not reference texts, and {sentence.source!r} has those")
        yield "S " + one_line(sentence.source, "source")
        seen: set[Annotator] = set()
        for layer in sentence.layers:
            if layer.annotator in seen:
                raise FormatError(
                    f"{sentence.source!r} has two layers of annotator {layer.annotator!r}; M2 would join them"
                )
            seen.add(layer.annotator)
            who = _annotator(layer.annotator)
            if not layer.edits:
                yield NOOP_LINE + who
            for edit in layer.edits:
                kind = _field(edit.type, "type", means=(NOOP,))
                need = "REQUIRED" if edit.required else "OPTIONAL"
                comment = _field(edit.comment, "comment", means=(EMPTY,)) or EMPTY
                span = f"A {edit.start} {edit.end}"
                yield "|||".join((span, kind, _corrections(edit), need, comment, who))
        yield ""


def write(path: AnyPath, sentences: Iterable[Text], *, loss: str = "warn") -> "list[Loss]":
    """Write sentences with their annotations atomically, with the edits in their given order.

    A deletion is an empty field, or `-NONE-` among alternatives. A field that M2 would read as something else is
    refused; reference texts, ids, scores and the like are lost.
    """
    from errata.formats.losses import Losses  # only what writes needs it

    losses = Losses(path, "m2", loss)
    write_lines(path, _lines(losses.checked(sentences)))
    return losses.report()
