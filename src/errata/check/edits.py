"""Edits by token, in M2 also after mistakes: whether they fit their sentence and each other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from errata.check.findings import Findings
from errata.codes import DOCTOR
from errata.findings import INFO, Place
from errata.formats.m2 import ANNOTATION, BLANK, PASSED_OVER, SOURCE, MistakeError, classify, parse_annotation
from errata.model import NOOP, UNCORRECTED, Annotator, Edit, Text, annotator_order
from errata.records import dataclass, field

_SHOWN = 10
"""The number of annotators that a message names."""


@dataclass(slots=True)
class Mark:
    """What an annotator says about one place of a sentence: an edit, or None for "nothing to change"."""

    annotator: Annotator
    edit: Edit | None
    place: Place


@dataclass(slots=True)
class Block:
    """A sentence of an annotated file: its number from 1, its first line, and its annotations in file order."""

    source: str
    number: int
    line: int | None = None
    marks: list[Mark] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """The place of the sentence."""
        return Place(self.line, self.number)

    def by_annotator(self) -> dict[Annotator, list[Mark]]:
        """Return the annotations of each annotator, in file order."""
        layers: dict[Annotator, list[Mark]] = {}
        for mark in self.marks:
            layers.setdefault(mark.annotator, []).append(mark)
        return layers


def scan_m2(lines: Sequence[str], findings: Findings) -> list[Block]:
    """Return the sentences of M2 with their edits; lines that cannot be parsed are reported and skipped.

    Errors here are what `errata.formats.m2` refuses, and the sentences are those it reads: the two share a
    grammar, and a test keeps them consistent.
    """
    blocks: list[Block] = []
    block: Block | None = None
    for number, line in enumerate(lines, 1):
        kind = classify(line, block is not None)
        place = Place(number, block.number if block else None)
        if kind == ANNOTATION and block is not None:
            _add_mark(block, line, place, findings)
        elif kind == ANNOTATION:
            findings.add("m2-orphan", f"{line[:60]!r} follows a blank line", place)
        elif kind == SOURCE:
            if block is not None:
                message = f"a second S line in the block that begins at line {block.line}"
                findings.add("m2-second-source", message, Place(number, block.number + 1))
            block = Block(line[2:], len(blocks) + 1, number)
            blocks.append(block)
        elif kind == BLANK:
            block = None
        elif kind == PASSED_OVER:
            findings.add("m2-passed-over", f"{line[:60]!r} is ignored", place)
        else:
            findings.add("m2-line", f"{line[:60]!r} is not an M2 line", Place(number))
    return blocks


def _add_mark(block: Block, line: str, place: Place, findings: Findings) -> None:
    """Add the content of an `A` line to its block, unless it is invalid."""
    try:
        annotation = parse_annotation(line)
    except MistakeError as mistake:
        findings.add(mistake.code, mistake.what, place)
        return
    for code, what in annotation.odd:
        if code in DOCTOR:
            findings.add(code, what, place)
    block.marks.append(Mark(annotation.annotator, annotation.edit, place))


def as_blocks(sentences: Iterable[Text]) -> Iterator[Block]:
    """Yield sentences from a reader; their lines are unknown."""
    for number, sentence in enumerate(sentences, 1):
        place = Place(None, number)
        marks = [Mark(layer.annotator, edit, place) for layer in sentence.layers for edit in layer.edits or (None,)]
        yield Block(sentence.source, number, None, marks)


def is_unchanged(edit: Edit, tokens: Sequence[str]) -> bool:
    """Tell whether an edit leaves its sentence unchanged, whichever correction is chosen, without being a noop."""
    if edit.type == UNCORRECTED or not edit.corrections or not edit.fits(len(tokens)):
        return False
    there = list(tokens[edit.start : edit.end])
    return all(correction.split() == there for correction in edit.corrections)


def find_duplicates(marks: Sequence[Mark]) -> list[Mark]:
    """Return the annotations of one annotator that repeat an earlier one, other than insertions.

    The same word may well be inserted twice in one place, with another one in between.
    """
    seen: set[Edit | None] = set()
    repeated = []
    for mark in marks:
        if mark.edit in seen:
            repeated.append(mark)
        elif mark.edit is None or mark.edit.start != mark.edit.end:
            seen.add(mark.edit)
    return repeated


def text_order(edit: Edit) -> tuple[int, int]:
    """Sort key of edits: by start, then end."""
    return (edit.start, edit.end)


def look_at_edits(blocks: Sequence[Block], findings: Findings, *, is_gold: bool, is_ordered: bool) -> None:
    """Report edits that do not fit their sentence or each other; `is_ordered` says whether the file orders them."""
    for block in blocks:
        tokens, n_at_blanks = block.source.split(), block.source.count(" ") + 1
        for layer in block.by_annotator().values():
            for mark in layer:
                if mark.edit:
                    _look_at_edit(mark, tokens, n_at_blanks, findings, is_gold)
            _look_at_layer(layer, findings, is_ordered)


def _look_at_edit(mark: Mark, tokens: Sequence[str], n_at_blanks: int, findings: Findings, is_gold: bool) -> None:
    """Report what is wrong with a single edit; `n_at_blanks` is the number of tokens split at each space."""
    edit, place = mark.edit, mark.place
    assert edit is not None
    span = f"edit {edit.start} {edit.end}"
    if not edit.fits(len(tokens)):
        message = f"{span} does not fit a sentence of {len(tokens)} tokens"
        if edit.fits(n_at_blanks):
            message += f"; it would if empty tokens between double spaces were counted ({n_at_blanks} tokens)"
        findings.add("offset-range", message, place)
    elif is_unchanged(edit, tokens):
        there = " ".join(tokens[edit.start : edit.end])
        does = f"inserts {edit.written!r}, but the source already has {there!r} there" if there else "inserts nothing"
        findings.add("edit-unchanged", f"{span} {does}", place)
    if not edit.type:
        findings.add("type-missing", f"{span} has no type", place, severity=None if is_gold else INFO)


def _look_at_layer(layer: Sequence[Mark], findings: Findings, is_ordered: bool) -> None:
    """Report what is wrong with the edits of one annotator in one sentence, taken together."""
    if len(layer) == 1:
        return
    repeated = find_duplicates(layer)
    for mark in repeated:
        what = NOOP if mark.edit is None else f"edit {mark.edit.start} {mark.edit.end}"
        findings.add("edit-duplicate", f"{what} of annotator {mark.annotator} appears twice", mark.place)
    left_out = set(map(id, repeated))  # equal marks are not the same mark
    marks = [mark for mark in layer if id(mark) not in left_out]
    edits = [(mark.edit, mark.place) for mark in marks if mark.edit]
    if edits and len(edits) < len(marks):
        place = next(mark.place for mark in marks if mark.edit is None)
        findings.add("noop-mixed", f"annotator {marks[0].annotator} has a noop line and {len(edits)} edits", place)
    for (one, _), (two, place) in pairwise(edits):
        if one == two:
            findings.add("insertion-repeated", f"{two.written!r} is inserted twice at {two.start}", place)
        if is_ordered and text_order(two) < text_order(one):
            findings.add("edit-unsorted", f"edit {two.start} {two.end} follows edit {one.start} {one.end}", place)
    widest: Edit | None = None  # the edit that reaches furthest so far
    for edit, place in sorted(edits, key=lambda item: text_order(item[0])):
        if widest and widest.end > edit.start:
            findings.add("overlap", f"edit {edit.start} {edit.end} overlaps edit {widest.start} {widest.end}", place)
        if widest is None or edit.end > widest.end:
            widest = edit


def annotators_of(blocks: Iterable[Block]) -> list[Annotator]:
    """Return every annotator of a file, in order."""
    return sorted({mark.annotator for block in blocks for mark in block.marks}, key=annotator_order)


def look_at_annotators(blocks: Sequence[Block], findings: Findings) -> None:
    """Report annotators with odd names or missing from sentences annotated by others, and sentences without any."""
    annotators = annotators_of(blocks)
    if annotators != list(range(len(annotators))):
        first = next(mark for block in blocks for mark in block.marks if mark.annotator not in range(len(annotators)))
        names = ", ".join(map(str, annotators[:_SHOWN]))
        findings.add_all("annotator-ids", f"the file has {len(annotators)} annotators, called {names}", [first.place])
    present = [(block, {mark.annotator for mark in block.marks}) for block in blocks]
    n_seen = sum(bool(seen) for _, seen in present)
    n_present = Counter(who for _, seen in present for who in seen)
    absences = [f"annotator {who}: {n_seen - n_present[who]}" for who in annotators if n_present[who] < n_seen]
    if absences:
        absences[_SHOWN:] = [f"{len(absences) - _SHOWN} more"] if len(absences) > _SHOWN else []
        places = [block.place for block, seen in present if seen and len(seen) < len(annotators)]
        message = f"{len(places)} of {n_seen} annotated sentences lack an annotator ({', '.join(absences)})"
        findings.add_all("annotator-absent", message, places)
    bare = [block.place for block, seen in present if not seen]
    if bare and len(bare) < len(blocks) and any(mark.edit is None for block in blocks for mark in block.marks):
        message = f"{len(bare)} of {len(blocks)} sentences have no A line, while others have noop lines"
        findings.add_all("not-annotated", message, bare)
