"""Data sets of documents: single files or folders of them, paired with source texts by their leading number."""

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from errata.errors import ErrataError, FileError, FormatError, InputError, MissingExtraError
from errata.findings import Finding, report
from errata.formats import Format, get_format, guess_format
from errata.formats.conversion import to_document
from errata.formats.files import AnyPath, as_input, bare_suffix, display_name, document_number, read_text, unpacked_name
from errata.formats.losses import FEATURES, Loss, Losses
from errata.formats.offsets import AUTO, UNITS, find_unit, from_code_points, to_code_points
from errata.formats.registry import OWN_SUFFIXES, missing_extra, offered_formats
from errata.formats.writing import is_stream, temporary_folder
from errata.model import CHARACTERS, Corpus, Text
from errata.records import replace


def _suffix(path: Path) -> str:
    return bare_suffix(path.name)


def _seen(folder: Path, suffixes: Iterable[str]) -> list[Path]:
    """Return the files of a folder with one of these suffixes."""
    return sorted(path for path in folder.iterdir() if _suffix(path) in suffixes and not path.name.startswith("."))


def _files(folder: Path, suffixes: set[str]) -> list[Path]:
    """Return the files of a folder with one of these suffixes and a leading number; skip others with a warning."""
    seen = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    chosen = [path for path in seen if _suffix(path) in suffixes and path.name[0].isdecimal()]
    left = [path.name for path in seen if path not in chosen]
    if left:
        message = (
            f"{len(left)} files were skipped, first {left[0]}; documents have a leading number and the suffix "
            f"{' or '.join(sorted(suffixes))}"
        )
        report(Finding("left-out", message, str(folder), count=len(left)), 4)
    if not chosen:
        raise FormatError(
            f"{folder} has no files NNNN….{'/'.join(sorted(s[1:] for s in suffixes))}; give another folder"
        )
    return chosen


def _edit_files(folder: Path, form: Format | None = None) -> list[tuple[Path, Format]]:
    """Return the annotated files of a folder: in the named format, or stand-off edits, or otherwise edits in texts."""
    if form is not None and ".xml" not in form.suffixes:
        return _named_files(folder, form)
    others = {_suffix(path) for path in folder.iterdir()} - OWN_SUFFIXES
    if form is None and others and (filling := _filling(folder)):
        # A file without edits does not show which of the formats with this suffix it is in; its neighbours do.
        form = next((form for path in filling if (form := _guessed(path))), None) or guess_format(filling[0])
        return [(path, form) for path in filling]
    if form is None and not _seen(folder, [".xml"]):
        if _seen(folder, [".m2"]):
            return _named_files(folder, get_format("m2"))
        for suffix in sorted(others):
            if remedy := missing_extra(suffix):
                raise MissingExtraError(f"the format of {folder}/*{suffix} is not installed; {remedy}")
    forms = [(path, guess_format(path)) for path in _files(folder, {".xml"})]
    hoo = next((found for _, found in forms if found.name == "hoo"), None)
    wanted = form or hoo
    left = [path.name for path, found in forms if wanted is not None and found != wanted]
    if left:
        what = "documents without stand-off edits" if wanted == hoo else "files in other formats"
        message = f"{len(left)} {what} were skipped, first {left[0]}"
        report(Finding("left-out", message, str(folder), count=len(left)), 4)
    if len(left) == len(forms):
        raise FormatError(f"{folder} has no files in the format {wanted and wanted.name}; give another folder")
    return [(path, found) for path, found in forms if wanted is None or found == wanted]


def _filling(folder: Path) -> list[Path]:
    """Return the files of a folder in formats of plug-ins that store a folder of files."""
    return _seen(folder, {s for form in offered_formats().values() if form.fills_folders for s in form.suffixes})


def _named_files(folder: Path, form: Format) -> list[tuple[Path, Format]]:
    """Return the files of a folder with a suffix of the format, whatever their names."""
    found = _seen(folder, form.suffixes)
    names = " or ".join(f"*{suffix}" for suffix in form.suffixes)
    if not found:
        raise FormatError(f"{folder} has no files {names}; give another folder")
    if form.holds == "sentences":  # documents may have their texts beside them
        left = [path.name for path in sorted(folder.iterdir()) if path not in found and not path.name.startswith(".")]
        if left:
            message = f"{len(left)} files that are not called {names} were skipped, first {left[0]}"
            report(Finding("left-out", message, str(folder), count=len(left)), 4)
    return [(path, form) for path in found]


def _guessed(path: Path) -> Format | None:
    try:
        return guess_format(path)
    except FormatError:
        return None


def _documents(
    path: AnyPath,
    form: Format,
    source: AnyPath | None = None,
    **settings: object,
) -> list[Text]:
    if form.holds == "sentences":
        raise FormatError(
            f"{display_name(path)} is in the format {form.name}, which holds sentences; documents with edits by "
            "character offset are expected here, such as HOO XML"
        )
    if source is not None and "text" in form.read_settings:
        settings["text"] = source
    return list(form.read_documents(path, **settings))


def _in_folder(path: Path, form: Format, **settings: object) -> list[Text]:
    """Return the documents of a file in a folder; sentences become one document, named after the file."""
    if form.holds != "sentences":
        return _documents(path, form, None, **settings)
    corpus = Corpus(tuple(form.read(path, **settings)), display_name(path))
    name = unpacked_name(path)
    return [to_document(corpus, name.removesuffix(Path(name).suffix))]


def read_documents(
    path: AnyPath,
    source: AnyPath | None = None,
    *,
    offset_unit: str = AUTO,
    format: str | None = None,
    **settings: object,
) -> Corpus:
    """Read the edits of a document, or of every document in a folder, with their source texts if given.

    Files in folders are paired by their leading number; in a folder of M2 files, each file is a document named after
    it. `offset_unit` is what the files count: "codepoint", "utf8", "utf16", or "auto" for the one that fits the texts
    best. Without texts, offsets are unchanged. `settings` are those of the format.
    """
    if offset_unit not in {*UNITS, AUTO}:
        raise InputError(f"offset_unit must be {', '.join(UNITS)} or {AUTO}, not {offset_unit!r}")
    name = os.fspath(path)
    if Path(name).is_dir():
        files = _edit_files(Path(name), get_format(format) if format else None)
        documents = [document for file, form in files for document in _in_folder(file, form, **settings)]
        forms = [form for _, form in files]
    else:
        file = as_input(path)
        forms = [get_format(format) if format else guess_format(file)]
        documents = _documents(file, forms[0], source, **settings)
    read = Corpus(tuple(documents), name=display_name(path))
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
    path: AnyPath,
    gold: Corpus,
    missing_file: str = "error",
    offset_unit: str | None = None,
    source: AnyPath | None = None,
) -> Corpus:
    """Read the edits of a system, or of another annotator, and pair them with the gold's documents.

    Offsets count the same units as the gold's unless `offset_unit` says otherwise, in the gold's texts if known.
    Formats that cannot be read without the text (LanguageTool) get it from `source`.
    """
    unit = offset_unit or gold.offset_unit
    file = as_input(path)
    forms = [form for _, form in _edit_files(Path(path))] if Path(path).is_dir() else [guess_format(file)]
    needs_text = any("text" in form.read_settings for form in forms)
    read = read_documents(file, source if needs_text else None, offset_unit=unit)
    marked = {document.id for document in read if document.has_text}
    paired = read.paired_with(gold, missing_file)
    if unit == AUTO:
        unit = find_unit(paired)
    return paired.map(
        lambda document: document if document.id in marked or not document.has_text else to_code_points(document, unit)
    )


def read_sources(path: AnyPath) -> Corpus:
    """Read source texts without edits: plain text, unchanged, or HOO XML."""
    folder = Path(path)
    if folder.is_dir():
        files = _files(folder, {".txt", ".xml"})
        texts = [
            _source(file)
            for file in map(as_input, files)
            if bare_suffix(file) == ".txt" or guess_format(file).name != "hoo"
        ]
    else:
        texts = [_source(path)]
    return Corpus(tuple(texts), name=os.fspath(path))


def _source(path: AnyPath) -> Text:
    if bare_suffix(path) == ".xml":
        file = as_input(path)
        return replace(_documents(file, guess_format(file))[0], layers=())
    return Text.document(document_number(path), read_text(path))


def _with_sources(documents: Corpus, sources: Corpus) -> Corpus:
    """Return the documents with their texts; a document without text is refused, a text without document reported."""
    known = sources.by_id
    if documents.is_only_partner_of(sources):
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
        message = f"{len(unused)} source texts have no document in {documents.called}, first {unused[0]}"
        report(Finding("unused-source", message, sources.called, count=len(unused)), 3)
    wanted = Corpus(tuple(known[document.id].with_details(id=document.id) for document in documents))
    return documents.paired_with(wanted)


def write_documents(
    documents: Corpus,
    path: AnyPath,
    format: str = "hoo",
    *,
    offset_unit: str = UNITS[0],
    loss: str = "warn",
    **settings: object,
) -> list[Loss]:
    """Write documents to a file, or to a folder under their ids if the format holds one document per file.

    Either all documents are written or none. What the format cannot hold is returned, and reported, refused or ignored
    (loss="warn", "error" or "ignore"). `settings` are those of the format.
    """
    form = get_format(format)
    if form.holds == "sentences":
        raise FormatError(f"the format {format} holds sentences, not documents")
    documents.require(CHARACTERS)
    converted = [from_code_points(document, offset_unit) for document in documents]
    if form.holds != "document":
        return form.write(path, converted, loss=loss, **settings)
    losses = Losses(path, format, loss, FEATURES)
    write_each(
        converted,
        path,
        form.suffixes[0],
        lambda place, document, how: form.write(place, [document], loss=how, **settings),
        losses,
    )
    return losses.report()


def _file_names(documents: Sequence[Text], suffix: str) -> list[str]:
    """Return the documents' file names, or refuse their ids."""
    names: dict[str, None] = {}
    for document in documents:
        name = f"{document.id}{suffix}"
        if name in names:
            raise InputError(f"two documents are called {document.id!r}; rename one, since each gets a file")
        if Path(name).name != name or "\0" in name or not _can_be_encoded(name):
            raise InputError(f"the id {document.id!r} cannot be the name of a file; rename the document")
        names[name] = None
    return list(names)


def _can_be_encoded(name: str) -> bool:
    try:
        os.fsencode(name)
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


def write_each(
    documents: Sequence[Text],
    path: AnyPath,
    suffix: str,
    write_one: Callable[[AnyPath, Text, str], Iterable[Loss]],
    losses: Losses,
) -> None:
    """Write one document to a file, several to a folder under their ids; all of them or none.

    `write_one` writes a document, told how to treat losses, and returns them; `losses` collects them, so that they can
    be refused before any file appears.
    """
    target = Path(os.path.realpath(path))
    is_file = len(documents) == 1 and not target.is_dir()
    if is_stream(path):
        if not is_file:
            raise InputError(f"{len(documents)} documents need as many files; give a folder instead of {str(path)!r}")
        losses.refuse()
        losses.include(write_one(path, documents[0], losses.policy if losses.policy == "error" else "ignore"))
        return
    names = [target.name] if is_file else _file_names(documents, suffix)
    folder = target.parent if is_file else target
    try:
        with temporary_folder(target.parent) as temporary:
            for name, document in zip(names, documents, strict=True):
                losses.include(write_one(temporary / name, document, "ignore"))
            losses.refuse()
            made = sorted(temporary.iterdir())
            for file in made:  # some formats put the text beside
                known = folder / file.name
                if file.name not in names and known.exists() and known.read_bytes() != file.read_bytes():
                    raise FormatError(
                        f"{known} already exists and holds another text; remove it, or write to another place"
                    )
            folder.mkdir(exist_ok=True)
            for file in made:
                file.replace(folder / file.name)
    except ErrataError:
        raise
    except OSError as error:
        raise FileError(f"{target} cannot be written: {error.strerror or error}") from None
