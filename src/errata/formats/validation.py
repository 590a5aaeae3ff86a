"""Whether the edits of a document are sound and fit its text: findings with a code and a severity."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from errata.documents import CharacterEdit, Document, DocumentSet
from errata.errors import InputError
from errata.formats.xml import NOT_XML

ERROR, WARNING, INFO = "error", "warning", "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is odd about an edit: a code, how bad it is, which edit, and in words."""

    code: str
    severity: str
    index: str | None
    message: str


def validate(document: Document, *, is_gold: bool = True, strict: bool = False) -> list[Finding]:
    """Return what is odd about the edits, in file order; with `strict`, errors are raised together.

    Without the text of a part its edits are not compared with it. Every warning leaves scoring defined.

    >>> from errata.documents import CharacterEdit, Document
    >>> odd = CharacterEdit(3, 5, "so", ("so",), "RV", "1")
    >>> [(found.code, found.severity) for found in validate(Document.of("1", "He go.", [odd]))]
    [('original-mismatch', 'error'), ('noop', 'warning')]
    """
    findings = [finding for who in document.annotators for finding in _check_layer(document.by(who), is_gold)]
    errors = [finding for finding in findings if finding.severity == ERROR]
    if strict and errors:
        listed = "; ".join(f"{finding.message} ({finding.code})" for finding in errors[:5])
        more = f"; and {len(errors) - 5} more" if len(errors) > 5 else ""
        raise InputError(f"document {document.id} has {len(errors)} errors: {listed}{more}")
    return findings


def _check_layer(document: Document, is_gold: bool) -> Iterator[Finding]:
    """Yield what is odd about the edits of a document's only annotator."""
    for edit in document.edits:
        yield from _check_edit(document, edit, is_gold)
    yield from _check_indices(document, is_gold)
    yield from _check_ranges(document)
    yield from _check_csets(document)


def _check_edit(document: Document, edit: CharacterEdit, is_gold: bool) -> Iterator[Finding]:
    def found(code: str, severity: str, what: str) -> Finding:
        return Finding(code, severity, edit.index, f"{edit.place} {what}")

    source = document.text_of(edit.part)
    if not 0 <= edit.start <= edit.end or (source is not None and edit.end > len(source)):
        limit = "" if source is None else f" of {len(source)} characters"
        yield found("offset-range", ERROR, f"lies outside the text{limit}")
    elif source is not None and source[edit.start : edit.end] != edit.original:
        there = source[edit.start : edit.end]
        if there.strip() == edit.original.strip():
            yield found("original-blank", WARNING, f"has {edit.original!r} for {there!r}; the source text wins")
        else:
            yield found("original-mismatch", ERROR, f"should change {edit.original!r}, but the text has {there!r}")
    elif document.parts and source is None:
        yield found("offset-range", ERROR, "names a part that the document has not")
    made = edit.corrections or ()
    strings = [item for item in made if item is not None]
    if edit.is_insertion and "" in made:
        yield found("insert-empty", WARNING, "inserts nothing; read as the null correction")
    elif edit.original in strings:
        yield found("noop", WARNING, "has a correction that changes nothing")
    if made and not strings:
        yield found("null-only", WARNING, "has only null corrections")
    if len(set(strings)) < len(strings):
        yield found("duplicate-correction", WARNING, "lists a correction twice")
    if None in made[1:] and made[0] is not None and edit.cset is None:
        yield found("null-not-first", INFO, "has its null correction behind another")
    if not edit.type:
        yield found("type-missing", WARNING if is_gold else INFO, "has no type")
    text = "".join([edit.original, *strings, edit.type or "", edit.index or "", edit.part or "", edit.cset or ""])
    if not text.isprintable() and NOT_XML.search(text):
        yield found("not-xml-char", INFO, "holds a character that XML cannot carry: an error when written as XML")


def _check_indices(document: Document, is_gold: bool) -> Iterator[Finding]:
    if is_gold:
        for edit in document.edits:
            if edit.index is None:
                yield Finding("index-missing", WARNING, None, f"{edit.place} has no index")
    for index, count in Counter(edit.index for edit in document.edits if edit.index is not None).items():
        if count > 1:
            yield Finding("index-duplicate", ERROR, index, f"index {index} stands {count} times")


def _check_ranges(document: Document) -> Iterator[Finding]:
    ordered = sorted(document.edits, key=lambda edit: (edit.part or "", edit.start, edit.end))
    widest: CharacterEdit | None = None  # the edit that reaches furthest so far
    for before, edit in zip([None, *ordered], ordered, strict=False):
        if before and (before.part, before.start, before.end) == (edit.part, edit.start, edit.end):
            yield Finding("same-point", WARNING, edit.index, f"{edit.place} has the range of {before.place}")
        if widest and widest.part == edit.part and edit.start < widest.end:
            yield Finding("overlap", WARNING, edit.index, f"{edit.place} overlaps {widest.place}")
        if widest is None or widest.part != edit.part or edit.end > widest.end:
            widest = edit


def _check_csets(document: Document) -> Iterator[Finding]:
    members: dict[str, list[CharacterEdit]] = {}
    for edit in document.edits:
        if edit.cset is not None:
            members.setdefault(edit.cset, []).append(edit)
    for name, edits in members.items():
        if len(edits) == 1:
            yield Finding("cset-single", WARNING, edits[0].index, f"cset {name} has one member, {edits[0].place}")
        lengths = {len(edit.corrections or ()) for edit in edits} - {0, 1}
        if len(lengths) > 1:
            yield Finding(
                "cset-lengths", WARNING, edits[0].index, f"the members of cset {name} have lists of different length"
            )


def summarise(documents: DocumentSet, *, is_gold: bool) -> list[str]:
    """Return one message for each code found at severity warning or error, with its count and first example."""
    seen: dict[str, tuple[int, str]] = {}
    for document in documents:
        for finding in validate(document, is_gold=is_gold):
            if finding.severity != INFO:
                count, first = seen.get(finding.code, (0, f"document {document.id}, {finding.message}"))
                seen[finding.code] = (count + 1, first)
    return [f"{documents.called}: {count} × {code}; first: {first}" for code, (count, first) in seen.items()]
