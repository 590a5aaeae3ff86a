"""M2: tokenised sentences, each followed by the edits of its annotators.

    S She go in school
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    A 2 3|||R:PREP|||to||into|||REQUIRED|||-NONE-|||0
    A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

Read leniently where the meaning is clear, written in one way only. Round trips keep the model, not the bytes.
"""

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from warnings import warn

from errata.corpus import Annotation, Annotator, Edit, Sentence
from errata.errors import ErrataWarning, FormatError
from errata.formats.files import display_name, read_lines, write_lines
from errata.formats.plain import one_line

_EMPTY = "-NONE-"
_NOOP = "noop"
_NOOP_LINE = f"A -1 -1|||{_NOOP}|||{_EMPTY}|||REQUIRED|||{_EMPTY}|||"
_N_FIELDS = 6


class _Notes:
    """Collects what is odd about a file, to be said in one warning for each kind."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._kinds: dict[str, tuple[int, str]] = {}

    def add(self, kind: str, line: int, example: str) -> None:
        count, first = self._kinds.get(kind, (0, f"line {line}: {example}"))
        self._kinds[kind] = (count + 1, first)

    def warn(self) -> None:
        for kind, (count, first) in self._kinds.items():
            warn(f"{self._name}: {count} {kind}; first at {first}", ErrataWarning, stacklevel=4)


def _is_integer(text: str) -> bool:
    # int() would also take '1_0', '+1' and ' 1 '.
    return text.isdecimal() or (text[:1] == "-" and text[1:].isdecimal())


# The same few offsets and annotators stand on thousands of lines.
@lru_cache(1 << 12)
def _parse_offsets(span: str) -> tuple[int, int]:
    offsets = span.split()
    if len(offsets) < 2:
        raise ValueError(f"two token offsets wanted, found {span!r}; write 'A START END|||…'")
    start, end = offsets[:2]
    if not _is_integer(start) or not _is_integer(end):
        raise ValueError(f"{end if _is_integer(start) else start!r} is no token offset; write 'A START END|||…'")
    return int(start), int(end)


@lru_cache(1 << 12)
def _parse_annotator(text: str) -> Annotator:
    who = text.strip()
    if not who:
        raise ValueError("the annotator (sixth field) is empty")
    return int(who) if _is_integer(who) else who


def _parse_edit(body: str, number: int, notes: _Notes) -> tuple[Annotator, Edit | None]:
    """Return the annotator and the edit of an `A` line, None for a noop; a ValueError says what is wrong."""
    fields = body.split("|||")
    if len(fields) != _N_FIELDS:
        if len(fields) < _N_FIELDS:
            raise ValueError(
                f"{len(fields)} fields but an annotation has {_N_FIELDS}, "
                "START END|||TYPE|||CORRECTION|||REQUIRED|||COMMENT|||ANNOTATOR"
            )
        notes.add("annotations with more than six fields (the rest was left out)", number, repr(body))
    span, kind, correction, need, comment, who = fields[:_N_FIELDS]
    annotator = _parse_annotator(who)
    start, end = _parse_offsets(span)
    if need[:2] == "||":
        notes.add(f"empty last alternatives that the format cannot hold (lost; write {_EMPTY})", number, repr(body))
    if kind == _NOOP:
        return annotator, None
    corrections = (
        tuple(["" if piece == _EMPTY else piece for piece in correction.split("||")])
        if "||" in correction or correction == _EMPTY
        else (correction,)
    )
    return annotator, Edit(start, end, corrections, kind, need != "OPTIONAL", "" if comment == _EMPTY else comment)


def read(path: str | os.PathLike[str]) -> Iterator[Sentence]:
    """Yield the sentences of an M2 file.

    Blocks are separated by blank lines. `I` and `T…` lines (indices, target texts) are passed over. A sentence
    without `A` lines has no annotators; a noop line says that its annotator found nothing to change. Edits that
    reach outside their sentence are kept, with a warning.
    """
    name = display_name(path)
    notes = _Notes(name)
    source: str | None = None
    n_tokens = 0
    layers: dict[Annotator, list[Edit]] = {}
    started = 0

    def finish() -> Sentence:
        assert source is not None
        return Sentence(source, tuple([Annotation(who, tuple(edits)) for who, edits in layers.items()]))

    for number, line in enumerate(read_lines(path), 1):
        if line.startswith("A "):
            if source is None:
                raise FormatError(f"{name}, line {number}: an annotation before any 'S' line: {line!r}")
            try:
                annotator, edit = _parse_edit(line[2:], number, notes)
            except ValueError as error:
                raise FormatError(f"{name}, line {number}: {error}: {line!r}") from None
            edits = layers.setdefault(annotator, [])
            if edit is not None:
                edits.append(edit)
                if not edit.fits(n_tokens):
                    example = f"edit {edit.start} {edit.end} in a sentence of {n_tokens} tokens"
                    notes.add("edits reach outside their sentence (kept; measures leave them out)", number, example)
        elif line.startswith("S ") or line == "S":
            if source is not None:
                raise FormatError(
                    f"{name}, line {number}: a second 'S' line in the block that begins at line {started}; "
                    "put an empty line between sentences"
                )
            source, started, layers = line[2:], number, {}
            tokens = source.split()
            n_tokens = len(tokens)
            if tokens and tokens != source.strip(" ").split(" "):
                notes.add(
                    "sentences with double blanks or white space other than blanks (offsets count words at any "
                    "white space)",
                    number,
                    repr(source[:60]),
                )
        elif not line.strip():
            if source is not None:
                yield finish()
                source = None
        elif not line.startswith(("T", "I ")) or source is None:
            raise FormatError(
                f"{name}, line {number}: neither 'S', 'A' nor an empty line: {line[:60]!r}; is this an M2 file?"
            )
    if source is not None:
        yield finish()
    notes.warn()


def _field(text: str, what: str) -> str:
    if "|||" in text:
        raise FormatError(f"the {what} {text!r} contains '|||' and cannot be written in M2")
    return one_line(text, what)


def _corrections(edit: Edit) -> str:
    for correction in edit.corrections:
        # A bar at either end would run into the separators around it.
        if "||" in correction or correction.startswith("|") or correction.endswith("|") or correction == _EMPTY:
            raise FormatError(f"the correction {correction!r} cannot be written in M2, where it means something else")
    if edit.corrections == ("",):
        return ""
    return _field("||".join(correction or _EMPTY for correction in edit.corrections), "correction")


def _lines(sentences: Iterable[Sentence]) -> Iterator[str]:
    for sentence in sentences:
        if sentence.references:
            raise FormatError(f"M2 holds edits, not reference texts, and {sentence.source!r} has those")
        yield "S " + one_line(sentence.source, "source")
        for layer in sentence.annotations:
            who = _field(str(layer.annotator), "annotator")
            if not layer.edits:
                yield _NOOP_LINE + who
            for edit in layer.edits:
                kind = _field(edit.type, "type")
                if kind == _NOOP:
                    raise FormatError(f"an edit of type {_NOOP!r} cannot be written in M2, where it means no edit")
                need = "REQUIRED" if edit.required else "OPTIONAL"
                comment = _field(edit.comment, "comment") or _EMPTY
                span = f"A {edit.start} {edit.end}"
                yield "|||".join((span, kind, _corrections(edit), need, comment, who))
        yield ""


def write(path: str | os.PathLike[str], sentences: Iterable[Sentence]) -> None:
    """Write sentences with their annotations, edits in the order they have; the file appears whole or not at all.

    A deletion is an empty field, or `-NONE-` among alternatives. What M2 cannot hold is refused.
    """
    write_lines(path, _lines(sentences))
