"""M2 files, read on after every mistake so that all are found in one go.

What is an error here is what `errata.formats.m2` refuses, and the sentences are those it reads: the two share a
grammar, and a test holds them to that.
"""

from collections.abc import Sequence

from errata.check.edits import Block, Mark
from errata.check.findings import Findings
from errata.codes import DOCTOR
from errata.findings import Place
from errata.formats.m2 import ANNOTATION, BLANK, PASSED_OVER, SOURCE, MistakeError, classify, parse_annotation


def scan(lines: Sequence[str], findings: Findings) -> list[Block]:
    """Return the sentences with their edits; lines that cannot be understood are reported and passed over."""
    blocks: list[Block] = []
    block: Block | None = None
    for number, line in enumerate(lines, 1):
        kind = classify(line, block is not None)
        place = Place(number, block.number if block else None)
        if kind == ANNOTATION and block is not None:
            _add_mark(block, line, place, findings)
        elif kind == ANNOTATION:
            findings.add("m2-orphan", f"{line[:60]!r} stands behind an empty line", place)
        elif kind == SOURCE:
            if block is not None:
                message = f"a second S line in the block that begins at line {block.line}"
                findings.add("m2-second-source", message, Place(number, block.number + 1))
            block = Block(line[2:], len(blocks) + 1, number)
            blocks.append(block)
        elif kind == BLANK:
            block = None
        elif kind == PASSED_OVER:
            findings.add("m2-passed-over", f"{line[:60]!r} is not read", place)
        else:
            findings.add("m2-line", f"{line[:60]!r} is no line of an M2 file", Place(number))
    return blocks


def _add_mark(block: Block, line: str, place: Place, findings: Findings) -> None:
    """Add what an `A` line says to its block, unless it makes no sense."""
    try:
        annotation = parse_annotation(line)
    except MistakeError as mistake:
        findings.add(mistake.code, mistake.what, place)
        return
    for code, what in annotation.odd:
        if code in DOCTOR:
            findings.add(code, what, place)
    block.marks.append(Mark(annotation.annotator, annotation.edit, place))
