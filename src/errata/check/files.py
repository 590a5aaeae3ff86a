"""One file as the doctor sees it: its kind detected from its content, and read despite mistakes."""

import codecs
from collections.abc import Mapping, Sequence
from pathlib import Path
from warnings import WarningMessage, catch_warnings, simplefilter

from errata.check.contents import Contents, look_at, look_at_texts
from errata.check.edits import Block, annotators_of, as_blocks, look_at_annotators, look_at_edits, scan_m2
from errata.check.findings import Findings
from errata.check.segmentation import check_segmentation
from errata.errors import ErrataError, FileError, FormatError, InputError, MissingExtraError
from errata.findings import NOWHERE, ErrataWarning, Finding, Place, as_finding
from errata.formats import Format, guess_format, holds_documents
from errata.formats.files import STDIN, display_name, is_pipe, read_bytes
from errata.formats.m2 import is_source_line
from errata.formats.offsets import AUTO, UNITS
from errata.formats.plain import N_LOOKED_AT, looks_like_json, looks_like_m2, looks_like_markup
from errata.model import CHARACTERS, TOKENS, Annotator, Corpus, Output
from errata.model.judgements import Judgements
from errata.records import dataclass, field, replace

GOLD, SOURCE, REFERENCE, OUTPUT, TEXT = "gold", "source", "reference", "output", "text"
JUDGEMENTS, SCORES = "judgements", "scores"
"""What a file is for; `text` has no role of its own."""
_OF_TEXTS = {b"source", b"start", b"end"}
"""A table with one of these columns has sentences or edits, not scores."""


@dataclass
class File:
    """A file: its role, what it holds, and what is odd about it.

    `format` is empty if it could not be detected. Plain text has `contents`; annotated sentences have `blocks`,
    documents with character edits `documents`.
    """

    path: str
    role: str
    findings: Findings
    format: str = ""
    contents: Contents | None = None
    blocks: list[Block] | None = None
    outputs: list[str] | None = None
    """A table's column of outputs."""
    ids: tuple[str, ...] = ()
    references: Sequence[Sequence[str]] = ()
    """The reference texts of each annotated sentence or row of a table."""
    documents: Corpus | None = field(default=None, repr=False)
    holds_texts: bool = False
    """Whether the documents are whole texts without edits."""
    judgements: Judgements | None = field(default=None, repr=False)
    """What people said of outputs."""
    n_scores: int | None = None
    """The number of rows in a table of scores."""
    system: str = ""
    """The system's name in judgements, unless it is the file's."""

    @property
    def name(self) -> str:
        """What messages call it."""
        return display_name(self.path)

    @property
    def is_text(self) -> bool:
        """Whether it is plain text, one sentence per line."""
        return self.format == "text"

    @property
    def has_references(self) -> bool:
        """Whether any sentence has reference texts."""
        return any(self.references)

    @property
    def sources(self) -> Sequence[str] | None:
        """The lines of plain text, or the source sentences of an annotated file; None if there are no sentences."""
        if self.blocks is not None:
            return [block.source for block in self.blocks]
        return self.contents.lines if self.contents and self.is_text else None

    @property
    def annotators(self) -> list[Annotator]:
        """Its annotators."""
        return annotators_of(self.blocks or ())

    def place(self, index: int) -> Place:
        """Return the place of the sentence with that index, counted from 0; just after the last one, no place."""
        if self.blocks is not None:
            return self.blocks[index].place if index < len(self.blocks) else NOWHERE
        return Place(index + 1) if index < len(self.sources or ()) else NOWHERE

    def report(self, findings: Sequence[Finding]) -> None:
        """Report the findings of text checks, at the places of their lines in the file."""
        for found in findings:
            places = tuple(self.place((place.line or place.sentence or 1) - 1) for place in found.places)
            self.findings.include(replace(found, places=places, hint=None))


def open_file(
    path: str,
    role: str,
    source: str | None = None,
    offset_unit: str = AUTO,
    columns: Mapping[str, str] | None = None,
    *,
    is_output: bool = False,
) -> File:
    """Read a file, or a folder of documents, and report what readers would refuse; a missing file is refused.

    `source` holds the texts of documents, `offset_unit` is what their offsets count; `columns` maps the columns
    of a table, and a table that `is_output` must have an output column.
    """
    file = File(path, role, Findings(display_name(path)))
    if Path(path).is_dir():
        return _read_documents(file, source, offset_unit)
    try:
        data = b"".join(read_bytes(path))
    except FileError:
        raise
    except FormatError as error:
        file.findings.add_error("unreadable", error)
        return file
    form, refusal = _guess(path)
    if form and form.name not in {"m2", "text"}:
        file.format = form.name
        file.holds_texts = form.holds_texts
        if file.holds_texts:
            return _read_model(file, form, {})
        if form.holds == "rankings":
            return _read_judgements(file)
        if form.holds_document or (source is not None and is_set(path)):
            return _read_documents(file, source, offset_unit)
        if form.name == "tsv" and not columns and (head := _columns(data)).isdisjoint(_OF_TEXTS) and b"system" in head:
            return _read_scores(file, by_sentence=b"index" in head)
        told = {"columns": columns or {}, "role": OUTPUT if is_output else None}
        return _read_model(file, form, {name: told[name] for name in told if name in form.read_settings})
    file.contents = look_at(data, file.findings)
    lines = file.contents.lines
    if (form and form.name == "m2") or looks_like_m2(lines[:N_LOOKED_AT]):
        _scan_m2(file, lines)
    elif looks_like_markup(lines) or (refusal and not file.findings.codes):
        file.findings.add_error("unreadable", refusal or FormatError("XML can be read only from a file with a name"))
    elif looks_like_json(lines[:N_LOOKED_AT]):
        file.findings.add("wrong-format", "every line is a JSON object, but the file is read as plain text", Place(1))
    else:
        file.format = "text"
    return file


def is_set(path: str) -> bool:
    """Tell whether a file or folder holds documents with edits; if undecidable, report something else."""
    try:
        return holds_documents(path) and (Path(path).is_dir() or not guess_format(path).holds_texts)
    except (FormatError, MissingExtraError):
        return False


def _guess(path: str) -> tuple[Format | None, ErrataError | None]:
    """Return the format that a file's name and content suggest, or why its content cannot be parsed."""
    if path == STDIN or is_pipe(path):
        return None, None
    try:
        return guess_format(path), None
    except (FormatError, MissingExtraError) as error:
        return None, error


def _scan_m2(file: File, lines: list[str]) -> None:
    if lines and not any(map(is_source_line, lines)):
        message = f"it is read as M2, but no line begins with 'S '; the first is {lines[0][:60]!r}"
        file.findings.add("wrong-format", message, Place(1))
    else:
        file.format = "m2"
        file.blocks = scan_m2(lines, file.findings)


def _read_model(file: File, form: Format, settings: Mapping[str, object]) -> File:
    """Read a format without an examination of its own: its reader's messages become findings."""
    with catch_warnings(record=True) as caught:
        simplefilter("always", ErrataWarning)
        try:
            items = list(form.read_items(file.path, **settings))
        except ErrataError as error:
            file.findings.add_error("unreadable", error)
            items = []
    _report_warnings(file, caught)
    documents = [item for item in items if item.unit == CHARACTERS]
    sentences = [item for item in items if item.unit == TOKENS]
    if documents:
        file.documents = Corpus(tuple(documents), name=file.name)
    if sentences:
        file.blocks = list(as_blocks(sentences))
        corpus = Corpus(tuple(sentences), file.name)
        file.ids = corpus.ids
        file.references = [sentence.references for sentence in sentences]
        if settings.get("role") == OUTPUT and not corpus.annotators:
            try:
                file.outputs = list(Output.from_corpus(file.name, corpus).texts)
            except InputError as error:
                file.findings.add("no-output", error.what.removeprefix(f"{file.name} "), hint=error.remedy)
    if not items and not file.findings.codes:
        file.findings.add("empty-file", "the file has no sentences")
    return file


def _columns(data: bytes) -> set[bytes]:
    """Return the cells of a table's first line."""
    line = data.removeprefix(codecs.BOM_UTF8).partition(b"\n")[0]
    return {cell.strip() for cell in line.split(b"\t")}


def _read_scores(file: File, *, by_sentence: bool) -> File:
    """Read a table of scores of systems, or of their sentences, in the form that `errata metaeval` takes."""
    from errata.formats.judgements import read_human_scores, read_scores

    file.role = SCORES
    with catch_warnings(record=True) as caught:
        simplefilter("always", ErrataWarning)
        try:
            if by_sentence:
                file.n_scores = sum(len(own) for own in read_scores(file.path).values() if isinstance(own, Mapping))
            else:
                table = read_human_scores(file.path)
                if not table.numeric:
                    table.column()  # says what is not a number
                file.n_scores = len(table.systems)
        except ErrataError as error:
            file.findings.add_error("unreadable", error)
    _report_warnings(file, caught)
    return file


def _read_judgements(file: File) -> File:
    """Read rankings by people; warnings and errors of the reader are findings."""
    from errata.formats.judgements import read

    file.role = JUDGEMENTS
    with catch_warnings(record=True) as caught:
        simplefilter("always", ErrataWarning)
        try:
            file.judgements = read(file.path)
        except ErrataError as error:
            file.findings.add_error("unreadable", error)
    _report_warnings(file, caught)
    return file


def _read_documents(file: File, source: str | None, offset_unit: str) -> File:
    """Read a document, or a folder of them; warnings and errors of the readers are findings."""
    from errata.formats.datasets import read_documents

    file.format = file.format or "folder"
    refusals: list[ErrataError] = []
    # Where no unit fits, reading goes on in code points: then each edit is looked at, and the refusal is one finding.
    units = (AUTO, UNITS[0]) if offset_unit == AUTO else (offset_unit,)
    with catch_warnings(record=True) as caught:
        simplefilter("always", ErrataWarning)
        for unit in units:
            try:
                file.documents = read_documents(file.path, source, offset_unit=unit)
                break
            except FileError:
                raise
            except ErrataError as error:
                refusals.append(error)
    if file.documents is None:
        file.findings.add_error("unreadable", refusals[0])
    else:
        for refusal in refusals:
            file.findings.add_error("reader-warning", refusal)
        _report_warnings(file, caught)
    return file


def _report_warnings(file: File, caught: Sequence[WarningMessage]) -> None:
    for warning in caught:
        found = as_finding(warning.message)
        message = found.message if found.file in {"", file.name} else f"{found.file}: {found.message}"
        file.findings.add("reader-warning", message, hint=found.hint)


def examine_alone(file: File) -> None:
    """Report what is odd about a file that has been read, given its content and role."""
    is_gold = file.role == GOLD
    if file.documents is not None:
        from errata.check.documents import validate_document

        for document in file.documents:
            for found in validate_document(document, is_gold=is_gold):
                message = f"document {document.id}, {found.message}"
                file.findings.add(found.code, message, severity=found.severity)
    if file.blocks is not None:
        if not file.blocks and "empty-file" not in file.findings.codes:
            file.findings.add("empty-file", "the file has no sentences")
        look_at_edits(file.blocks, file.findings, is_gold=is_gold, is_ordered=file.format == "m2")
        look_at_annotators(file.blocks, file.findings)
        look_at_texts(_texts(file.blocks), file.findings)
        if file.outputs is not None:
            look_at_texts(zip(file.outputs, map(file.place, range(len(file.outputs))), strict=True), file.findings)
    elif file.contents and file.is_text:
        lines = file.contents.lines
        look_at_texts(zip(lines, map(Place, range(1, len(lines) + 1)), strict=True), file.findings)
    file.report(check_segmentation(file.name, file.sources or (), "sentence" if file.blocks is not None else "line"))


def _texts(blocks: Sequence[Block]) -> list[tuple[str, Place]]:
    texts = []
    for block in blocks:
        texts.append((block.source, block.place))
        for mark in block.marks:
            if mark.edit:
                texts += [(correction, mark.place) for correction in mark.edit.corrections]
    return texts
