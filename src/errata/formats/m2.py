"""M2: tokenised sentences, each followed by the edits of its annotators.

    S She go in school
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    A 2 3|||R:PREP|||to||into|||REQUIRED|||-NONE-|||0
    A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

Read leniently where the meaning is clear, written in one way only. Round trips keep the model, not the bytes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from errata.errors import FormatError
from errata.formats.files import AnyPath, display_name, one_line, read_blocks, write_lines
from errata.formats.m2_grammar import (
    ANNOTATION,
    BLANK,
    NOOP_LINE,
    PASSED_OVER,
    SOURCE,
    classify,
    is_integer,
    parse_annotation,
)
from errata.formats.notes import Notes, Refuse, refusing
from errata.kernels.m2blocks import COMPILED, parse_blocks
from errata.model import EMPTY, NOOP, Annotator, Edit, Layer, Text, make_edit

if TYPE_CHECKING:
    from errata.formats.losses import Loss

_ODD_BLANKS = re.compile(r"  |[^\S ]")
_ODD_LINES = {
    "noop-offsets": (
        "noop lines with offsets (taken to change nothing, as by the M2 scorer; to the I-measure's they are edits)"
    ),
    "m2-extra-fields": "annotations with more than six fields (the rest was left out)",
    "m2-lost-alternative": f"empty last alternatives that the format cannot hold (lost; write {EMPTY})",
}
"""What is said of `A` lines that can be understood but should not be."""


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
    """Return a sentence all of whose block has been read."""
    for who in unsorted:
        ordered = sorted(layers[who], key=lambda edit: (edit.start, edit.end))
        if any(one.end > two.start for one, two in pairwise(ordered)):
            kind = "sentences with overlapping edits of one annotator (kept; reference texts take the first)"
            notes.add(kind, at, f"annotator {who}", code="overlap")
    return Text(source, tuple([Layer(who, tuple(edits)) for who, edits in layers.items()]))


def read(path: AnyPath, *, errors: str = "strict") -> Iterator[Text]:
    """Yield the sentences of an M2 file.

    Blocks are separated by blank lines. `I` and `T…` lines (indices, target texts) are passed over with a warning. A
    sentence without `A` lines has no annotators; a noop line says that its annotator found nothing to change. Edits
    that reach outside their sentence are kept, with a warning. A block that is malformed is refused, or left out with
    a warning (errors="warn").
    """
    refuse = refusing(errors, "block")
    notes = Notes(display_name(path))
    n_lines = 0
    for text in read_blocks(path):
        at = 0
        while at < len(text):
            stop = len(text)
            if COMPILED:
                sentences, at, passed = parse_blocks(text, at, make_edit, Layer, Text)
                yield from sentences
                n_lines += passed
                blank = text.find("\n\n", at)
                stop = blank + 2 if blank >= 0 else len(text)
            odd = text[at:stop]
            yield from _parse(odd.split("\n"), n_lines + 1, notes, refuse)
            n_lines += odd.count("\n")
            at = stop
    notes.warn()


def _parse(lines: Iterable[str], first: int, notes: Notes, refuse: Refuse) -> Iterator[Text]:
    """Yield the sentences of whole blocks, whose lines are numbered from `first`."""
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
                    "sentences with double blanks or white space other than blanks (offsets count words at any "
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
            what = "lines that begin with I or T (indices, target texts) were passed over"
            notes.add(what, number, repr(line[:60]), code="m2-passed-over")
        else:
            refuse(f"{name}, line {number}: neither 'S', 'A' nor an empty line: {line[:60]!r}; is this an M2 file?")
            is_refused = True
    if source is not None and not is_refused:
        yield _finish(source, layers, unsorted, started, notes)


def _field(text: str, what: str, *, means: tuple[str, ...] = (), separator: str = "|||") -> str:
    """Return a field's text, unless it would run into the separators around it or be read as something else."""
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
    """Write sentences with their annotations, edits in the order they have; the file appears whole or not at all.

    A deletion is an empty field, or `-NONE-` among alternatives. A field that M2 would read as something else is
    refused; reference texts, ids, scores and the like are lost.
    """
    from errata.formats.losses import Losses  # only what writes needs it

    losses = Losses(path, "m2", loss)
    write_lines(path, _lines(losses.checked(sentences)))
    return losses.report()
