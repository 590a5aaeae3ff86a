"""M2 files, read on after every mistake so that all are found in one go.

What is an error here is what `errata.formats.m2` refuses, and the sentences are those it reads; a test holds the two to
that.
"""

from collections.abc import Sequence

from errata.check.edits import Block, Mark
from errata.check.findings import Findings
from errata.findings import Place
from errata.formats.m2 import N_FIELDS, PASSED_OVER, is_integer
from errata.model import EMPTY, NOOP, Annotator, Edit


def is_source_line(line: str) -> bool:
    """Tell whether a line begins a block."""
    return line[:2] == "S " or line == "S"


def scan(lines: Sequence[str], findings: Findings) -> list[Block]:
    """Return the sentences with their edits; lines that cannot be understood are reported and passed over."""
    blocks: list[Block] = []
    block: Block | None = None
    for number, line in enumerate(lines, 1):
        if line[:2] == "A ":
            place = Place(number, block.number if block else None)
            if block is None:
                findings.add("m2-orphan", f"{line[:60]!r} stands behind an empty line", place)
            elif mark := parse_annotation(line, place, findings):
                block.marks.append(mark)
        elif is_source_line(line):
            if block is not None:
                message = f"a second S line in the block that begins at line {block.line}"
                findings.add("m2-second-source", message, Place(number, block.number + 1))
            block = Block(line[2:], len(blocks) + 1, number)
            blocks.append(block)
        elif not line.strip():
            block = None
        elif block is not None and PASSED_OVER.match(line):
            findings.add("m2-passed-over", f"{line[:60]!r} is not read", Place(number, block.number))
        else:
            findings.add("m2-line", f"{line[:60]!r} is no line of an M2 file", Place(number))
    return blocks


def parse_annotation(line: str, place: Place, findings: Findings) -> Mark | None:
    """Return what an `A` line says, None where it makes no sense."""
    fields = line[2:].split("|||")
    if len(fields) < N_FIELDS:
        findings.add("m2-fields", f"{len(fields)} fields, not {N_FIELDS}, in {line[:60]!r}", place)
        return None
    span, kind, correction, need, comment, who = fields[:N_FIELDS]
    annotator = _annotator(who, len(fields) == N_FIELDS)
    if annotator is None:
        findings.add("m2-annotator", f"{who.strip()!r}, the sixth field, is no annotator in {line[:80]!r}", place)
        return None
    offsets = _offsets(span)
    if offsets is None:
        findings.add("m2-offsets", f"{span!r} are no two offsets", place)
        return None
    if len(fields) > N_FIELDS:
        findings.add("m2-extra-fields", f"{len(fields)} fields, not {N_FIELDS}, in {line[:80]!r}", place)
    if need.startswith("||"):
        findings.add("m2-lost-alternative", f"{correction + '||'!r} ends in an empty alternative", place)
    needed = need.removeprefix("||")
    if needed not in {"REQUIRED", "OPTIONAL"}:
        findings.add("m2-required", f"{needed!r} is neither REQUIRED nor OPTIONAL", place)
    if kind == NOOP:
        return Mark(annotator, None, place)
    corrections = tuple("" if piece == EMPTY else piece for piece in correction.split("||"))
    note = "" if comment == EMPTY else comment
    return Mark(annotator, Edit(*offsets, corrections, kind, needed != "OPTIONAL", note), place)


def _annotator(text: str, is_last: bool) -> Annotator | None:
    who = text.strip()
    if not who or who == EMPTY or not (is_last or is_integer(who)):
        return None
    return _integer(who) if is_integer(who) else who


def _offsets(span: str) -> tuple[int, int] | None:
    offsets = [_integer(text) for text in span.split()[:2]]
    if len(offsets) < 2:
        return None
    start, end = offsets
    return None if start is None or end is None else (start, end)


def _integer(text: str) -> int | None:
    """Return a whole number written plainly; None for anything else, and for more digits than Python reads."""
    try:
        return int(text) if is_integer(text) else None
    except ValueError:
        return None
