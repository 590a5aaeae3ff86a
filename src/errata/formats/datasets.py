"""Data sets of documents: single files or folders of them, paired with source texts by their leading number."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from warnings import warn

from errata.documents import Document, DocumentSet, Part, by_id
from errata.errors import ErrataWarning, FormatError, InputError
from errata.formats import Format, get_format, guess_format
from errata.formats.files import display_name, read_text
from errata.formats.hoo import document_number
from errata.formats.losses import Loss
from errata.formats.offsets import AUTO, UNITS, find_unit, from_code_points, to_code_points

_PACKED = {".gz", ".xz"}


def _suffix(path: Path) -> str:
    return (Path(path.stem).suffix if path.suffix in _PACKED else path.suffix).lower()


def _files(folder: Path, suffixes: set[str]) -> list[Path]:
    """Return the files of a folder with such suffixes and a leading number; others are left out with a warning."""
    seen = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    chosen = [path for path in seen if _suffix(path) in suffixes and path.name[0].isdecimal()]
    left = [path.name for path in seen if path not in chosen]
    if left:
        warn(
            f"{folder}: {len(left)} files were left out, first {left[0]}; documents have a leading number and the "
            f"suffix {' or '.join(sorted(suffixes))}",
            ErrataWarning,
            stacklevel=4,
        )
    if not chosen:
        raise FormatError(
            f"{folder} has no files NNNN….{'/'.join(sorted(s[1:] for s in suffixes))}; give another folder"
        )
    return chosen


def _edit_files(folder: Path) -> Iterator[tuple[Path, Format]]:
    """Yield the annotated files of a folder: stand-off edits, or else documents with inline marks."""
    if stand_off := sorted(path for path in folder.iterdir() if _suffix(path) == ".ann"):
        # A file without edits does not show which of the formats with this suffix it is in; its neighbours do.
        form = next((form for path in stand_off if (form := _guessed(path))), None) or guess_format(stand_off[0])
        yield from ((path, form) for path in stand_off)
        return
    forms = [(path, guess_format(path)) for path in _files(folder, {".xml"})]
    has_stand_off = any(form.name == "hoo" for _, form in forms)
    sources = [path.name for path, form in forms if form.name != "hoo"]
    if has_stand_off and sources:
        warn(
            f"{folder}: {len(sources)} documents without stand-off edits were left out, first {sources[0]}",
            ErrataWarning,
            stacklevel=4,
        )
    yield from ((path, form) for path, form in forms if form.name == "hoo" or not has_stand_off)


def _guessed(path: Path) -> Format | None:
    try:
        return guess_format(path)
    except FormatError:
        return None


def _documents(
    path: str | os.PathLike[str], form: Format, source: str | os.PathLike[str] | None = None
) -> list[Document]:
    if form.holds == "sentences":
        raise FormatError(
            f"{display_name(path)} is in the format {form.name}, which holds sentences; documents with edits by "
            "character offset are wanted here, such as HOO XML"
        )
    settings = {"text": source} if source is not None and "text" in form.read_settings else {}
    return list(form.read_documents(path, **settings))


def read_documents(
    path: str | os.PathLike[str],
    source: str | os.PathLike[str] | None = None,
    *,
    offset_unit: str = AUTO,
    format: str | None = None,
) -> DocumentSet:
    """Read the edits of a document, or of every document in a folder, with their source texts if these are given.

    Files of folders are paired by their leading number. `offset_unit` is what the files count: "codepoint", "utf8",
    "utf16", or "auto" for the one that fits the texts best. Without texts offsets stay as they are.
    """
    if offset_unit not in {*UNITS, AUTO}:
        raise InputError(f"offset_unit is {offset_unit!r}; it takes {', '.join(UNITS)} or {AUTO}")
    name = os.fspath(path)
    if Path(name).is_dir():
        files = list(_edit_files(Path(name)))
        documents = [document for found in files for document in _documents(*found)]
        forms = [form for _, form in files]
    else:
        forms = [get_format(format) if format else guess_format(path)]
        documents = _documents(path, forms[0], source)
    read = DocumentSet(tuple(documents), name=display_name(path))
    is_marked = all(document.has_text for document in read)  # edits in the text itself have no offsets in the file
    if source is not None and not all("text" in form.read_settings for form in forms):
        read = _with_sources(read, read_sources(source))
    if all(form.counts_code_points for form in forms):
        return read
    if is_marked or not all(document.has_text for document in read):
        return replace(read, offset_unit=UNITS[0] if offset_unit == AUTO else offset_unit)
    unit = find_unit(read) if offset_unit == AUTO else offset_unit
    return replace(read.map(lambda document: to_code_points(document, unit)), offset_unit=unit)


def read_submission(
    path: str | os.PathLike[str],
    gold: DocumentSet,
    missing_file: str = "error",
    offset_unit: str | None = None,
    source: str | os.PathLike[str] | None = None,
) -> DocumentSet:
    """Read the edits of a system, or of another annotator, and pair them with the gold's documents.

    Offsets count what the gold's do unless `offset_unit` says otherwise, in the gold's texts where these are known.
    Formats that cannot be read without the text (LanguageTool) get it from `source`.
    """
    unit = offset_unit or gold.offset_unit
    files = list(_edit_files(Path(path))) if Path(path).is_dir() else [(Path(path), guess_format(path))]
    needs_text = any("text" in form.read_settings for _, form in files)
    read = read_documents(path, source if needs_text else None, offset_unit=unit)
    marked = {document.id for document in read if document.has_text}
    paired = read.paired_with(gold, missing_file)
    if unit == AUTO:
        unit = find_unit(paired)
    return paired.map(
        lambda document: document if document.id in marked or not document.has_text else to_code_points(document, unit)
    )


def read_sources(path: str | os.PathLike[str]) -> DocumentSet:
    """Read source texts without edits: plain text, taken as it stands, or HOO XML."""
    folder = Path(path)
    if folder.is_dir():
        files = _files(folder, {".txt", ".xml"})
        texts = [_source(file) for file in files if _suffix(file) == ".txt" or guess_format(file).name != "hoo"]
    else:
        texts = [_source(folder)]
    return DocumentSet(tuple(texts), name=os.fspath(path))


def _source(path: Path) -> Document:
    if _suffix(path) == ".xml":
        return replace(_documents(path, guess_format(path))[0], layers=())
    return Document(document_number(path), None, (Part(None, read_text(path)),))


def _with_sources(documents: DocumentSet, sources: DocumentSet) -> DocumentSet:
    """Return the documents with their texts; a document without text is refused, a text without document reported."""
    known = by_id(sources)
    if len(documents) == len(sources) == 1 and not (documents[0].id.isdecimal() and sources[0].id.isdecimal()):
        known = {documents[0].id: sources[0]}
    missing = [document.id for document in documents if document.id not in known]
    if missing:
        raise FormatError(
            f"{sources.called} has no source text for document {missing[0]} of {documents.called} "
            f"({len(missing)} of {len(documents)} are missing); files are paired by their leading number"
        )
    wanted_ids = {document.id for document in documents}
    unused = [id for id in known if id not in wanted_ids]
    if unused:
        warn(
            f"{sources.called}: {len(unused)} source texts have no document in {documents.called}, first {unused[0]}",
            ErrataWarning,
            stacklevel=3,
        )
    wanted = DocumentSet(tuple(replace(known[document.id], id=document.id) for document in documents))
    return documents.paired_with(wanted)


def write_documents(
    documents: DocumentSet,
    path: str | os.PathLike[str],
    format: str = "hoo",
    *,
    offset_unit: str = UNITS[0],
    loss: str = "warn",
) -> list[Loss]:
    """Write documents to a file; of a format that holds one document a file, several to a folder under their ids.

    What the format cannot carry is returned, and said, refused or passed over (loss="warn", "error" or "ignore").
    """
    form = get_format(format)
    if form.holds == "sentences":
        raise FormatError(f"the format {format} holds sentences, not documents")
    converted = [from_code_points(document, offset_unit) for document in documents]
    target = Path(path)
    if form.holds != "document" or (len(converted) == 1 and not target.is_dir()):
        return form.write_documents(path, converted, loss=loss)
    target.mkdir(exist_ok=True)
    return [
        lost
        for document in converted
        for lost in form.write_documents(target / f"{document.id}{form.suffixes[0]}", [document], loss=loss)
    ]
