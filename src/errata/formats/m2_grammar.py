"""What the lines of an M2 file say: the one grammar of the reader, which refuses, and of the doctor, who goes on.

S She go in school
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
"""

import re
from functools import lru_cache
from typing import NamedTuple

from errata.model import EMPTY, NOOP, Annotator, Edit, make_edit

NOOP_LINE = f"A -1 -1|||{NOOP}|||{EMPTY}|||REQUIRED|||{EMPTY}|||"
N_FIELDS = 6
SOURCE, ANNOTATION, BLANK, PASSED_OVER, STRANGE = "source", "annotation", "blank", "passed over", "strange"
"""What a line may be; those passed over say nothing that we keep."""
_PASSED_OVER = re.compile(r"I |T\d+(-A\d+)?( |$)")


class MistakeError(ValueError):
    """A line that makes no sense: its code, what is there in few words, and the reader's reason to refuse it."""

    def __init__(self, code: str, what: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.what = what


class Annotation(NamedTuple):
    """What an `A` line says: the edit of an annotator, None for a noop, and the correction as it is written.

    `odd` has codes and words for what can be understood but should not be.
    """

    annotator: Annotator
    edit: Edit | None
    written: str
    odd: tuple[tuple[str, str], ...] = ()


def classify(line: str, in_block: bool) -> str:
    """Tell what a line is, inside a block or outside."""
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
    """Tell whether a text is a whole number written plainly."""
    # int() would also take '1_0', '+1', ' 1 ' and the digits of other scripts.
    return text.isascii() and text.removeprefix("-").isdecimal()


@lru_cache(256)
def _parse_annotator(text: str, is_last: bool) -> Annotator:
    who = text.strip()
    if not who or who == EMPTY or not (is_last or is_integer(who)):
        raise ValueError(
            f"{who!r}, the sixth field, is no annotator; an empty alternative inside, or '|||' in a correction, shifts "
            "the fields"
        )
    # The original scorers number annotators, so that 00 is 0 here, unlike for `as_annotator`.
    return int(who) if is_integer(who) else who


@lru_cache(4096)  # the same few thousand spans make up any corpus
def _parse_span(text: str) -> tuple[int, int]:
    """Return the offsets of the first field, which still has the line's `A ` before it."""
    offsets = text[2:].split()
    if len(offsets) < 2:
        raise ValueError(f"two token offsets wanted, found {text[2:]!r}; write 'A START END|||…'")
    start, end = offsets[:2]
    if not is_integer(start) or not is_integer(end):
        raise ValueError(f"{end if is_integer(start) else start!r} is no token offset; write 'A START END|||…'")
    return int(start), int(end)


def parse_annotation(line: str) -> Annotation:
    """Return what an `A` line says; a `MistakeError` where it makes no sense."""
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
        what = f"{who.strip()!r}, the sixth field, is no annotator in {line[:80]!r}"
        raise MistakeError("m2-annotator", what, str(error)) from None
    try:
        start, end = _parse_span(span)
    except ValueError as error:
        raise MistakeError("m2-offsets", f"{span[2:]!r} are no two offsets", str(error)) from None
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
