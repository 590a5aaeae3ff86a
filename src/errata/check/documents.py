"""Whether the edits of a document are valid and fit its text: findings with a code and a severity."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import dropwhile

from errata.findings import INFO, Finding
from errata.formats.xml import NOT_XML
from errata.model import Corpus, Edit, Layer, Text


def validate_document(document: Text, *, is_gold: bool = True) -> list[Finding]:
    """Return what is wrong with the edits, annotator by annotator, in file order.

    If a part has no text, its edits are not compared with it. Warnings leave scoring well defined.
    """
    findings: list[Finding] = []
    texts = document.texts
    for layer in document.layers:
        findings += [finding for edit in layer.edits for finding in _check_edit(texts, edit, is_gold)]
        findings += [*_check_indices(layer, is_gold), *_check_ranges(layer), *_check_csets(layer)]
    return findings


def _finding(code: str, index: str | None, message: str, severity: str | None = None) -> Finding:
    return Finding(code, message, index=index, level=severity)


def _check_edit(texts: Mapping[str | None, str], edit: Edit, is_gold: bool) -> Iterator[Finding]:
    def found(code: str, what: str, severity: str | None = None) -> Finding:
        return _finding(code, edit.index, f"{edit.place} {what}", severity)

    source = texts.get(edit.part)
    original = edit.original
    if not 0 <= edit.start <= edit.end or (source is not None and edit.end > len(source)):
        limit = "" if source is None else f" of {len(source)} characters"
        yield found("offset-range", f"is outside the text{limit}")
    elif source is not None and (there := source[edit.start : edit.end]) != original:
        if there.strip() == original.strip():
            yield found("original-blank", f"has {original!r} for {there!r}; the source text wins")
            original = there
        else:
            yield found("original-mismatch", f"should change {original!r}, but the text has {there!r}")
    elif texts and source is None:
        yield found("offset-range", "names a part that the document does not have")
    made, strings = edit.alternatives, edit.corrections
    if edit.is_insertion and "" in made:
        yield found("insert-empty", "inserts nothing; read as the null correction")
    elif original in strings:
        yield found("noop", "has a correction that changes nothing")
    if made and not strings:
        yield found("null-only", "has only null corrections")
    if len(set(strings)) < len(strings):
        yield found("duplicate-correction", "lists a correction twice")
    if edit.cset is None and None in dropwhile(lambda correction: correction is None, made):
        yield found("null-not-first", "has its null correction after another")
    if not edit.type:
        yield found("type-missing", "has no type", None if is_gold else INFO)
    text = "".join([edit.original, *strings, edit.type, edit.index or "", edit.part or "", edit.cset or ""])
    if not text.isprintable() and NOT_XML.search(text):
        yield found("not-xml-char", "holds a character that XML cannot hold: an error when written as XML")


def _check_indices(layer: Layer, is_gold: bool) -> Iterator[Finding]:
    if is_gold:
        for edit in layer.edits:
            if edit.index is None:
                yield _finding("index-missing", None, f"{edit.place} has no index")
    for index, count in Counter(edit.index for edit in layer.edits if edit.index is not None).items():
        if count > 1:
            yield _finding("index-duplicate", index, f"index {index} appears {count} times")


def _check_ranges(layer: Layer) -> Iterator[Finding]:
    ordered = sorted(layer.edits, key=lambda edit: (edit.part or "", edit.start, edit.end))
    widest: Edit | None = None  # the edit that reaches furthest so far
    for before, edit in zip([None, *ordered], ordered, strict=False):
        if before and (before.part, before.start, before.end) == (edit.part, edit.start, edit.end):
            yield _finding("same-point", edit.index, f"{edit.place} has the range of {before.place}")
        if widest and widest.part == edit.part and edit.start < widest.end:
            yield _finding("overlap", edit.index, f"{edit.place} overlaps {widest.place}")
        if widest is None or widest.part != edit.part or edit.end > widest.end:
            widest = edit


def _check_csets(layer: Layer) -> Iterator[Finding]:
    members: dict[str, list[Edit]] = {}
    for edit in layer.edits:
        if edit.cset is not None:
            members.setdefault(edit.cset, []).append(edit)
    for name, edits in members.items():
        if len(edits) == 1:
            yield _finding("cset-single", edits[0].index, f"cset {name} has one member, {edits[0].place}")
        lengths = {len(edit.alternatives) for edit in edits} - {0, 1}
        if len(lengths) > 1:
            yield _finding("cset-lengths", edits[0].index, f"the members of cset {name} have lists of different length")


def summarise(documents: Corpus, *, is_gold: bool) -> list[Finding]:
    """Return one finding for each code found at severity warning or error, with its count and first example."""
    seen: dict[str, tuple[int, str]] = {}
    for document in documents:
        for finding in validate_document(document, is_gold=is_gold):
            if finding.severity != INFO:
                count, first = seen.get(finding.code, (0, f"document {document.id}, {finding.message}"))
                seen[finding.code] = (count + 1, first)
    return [
        Finding(code, f"{count} × {code}; first: {first}", documents.called, count=count)
        for code, (count, first) in seen.items()
    ]
