"""The part of `errata convert` that reads or writes documents with edits by character offset."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from errata.cli.inputs import holds_documents
from errata.corpus import Annotator, Corpus
from errata.documents import Document, DocumentSet
from errata.errors import InputError
from errata.extract.documents import EXTRACTORS, extract_documents
from errata.formats import Format, available_formats, get_format, guess_format, read, write
from errata.formats.conversion import to_corpus, to_document
from errata.formats.datasets import read_documents, read_sources, write_documents
from errata.formats.files import STDIN, write_text
from errata.formats.hoo import document_number


def add_options(parser: ArgumentParser) -> None:
    """Declare the options that only documents have."""
    add = parser.add_argument_group("documents (HOO)").add_argument
    add("--text", metavar="FILE", help="write the source text here too: stand-off edits do not hold it")
    add("--annotator", metavar="NAME", help="whose edits become those of a document, if IN has several annotators")
    add(
        "--offset-unit", choices=("auto", "codepoint", "utf8", "utf16"), default="auto", help="what offsets of IN count"
    )
    add(
        "--cross",
        choices=("error", "skip", "merge-segments"),
        default="error",
        help="edits that reach over the end of a line, where OUT holds sentences",
    )
    add(
        "--alternatives",
        choices=("join", "first", "annotators"),
        default="join",
        help="several corrections, where OUT holds sentences: in one edit, only the first, or one annotator each",
    )


def _target(options: Namespace, out: str) -> Format | None:
    """Return the format that is named for OUT, or that its suffix speaks for; None where neither does."""
    if options.write_as:
        return get_format(options.write_as)
    suffixes = [suffix for suffix in Path(out).suffixes if suffix not in {".gz", ".xz"}][-1:]
    return next((form for form in available_formats().values() if set(suffixes) & set(form.suffixes)), None)


def _reads_documents(options: Namespace, path: str) -> bool:
    return get_format(options.read_as).holds_document if options.read_as else holds_documents(path)


def concerns(options: Namespace, path: str, out: str) -> bool:
    """Tell whether a conversion reads or writes documents."""
    target = _target(options, out)
    return options.extract in EXTRACTORS or bool(target and target.holds_document) or _reads_documents(options, path)


def convert(options: Namespace, path: str, out: str) -> None:
    """Read documents, or sentences that become one; write them as what is asked for."""
    documents = _read(options, path)
    target = _target(options, out)
    if options.text:
        _write_each(documents, options.text, ".txt", _write_text)
    if target is None or target.holds_document or (target.root and not options.write_as):
        # Several formats are in files called .xml: documents stay documents unless another is named.
        write_documents(documents, out, target.name if target and target.holds_document else "hoo")
    elif target.name == "text":
        _write_each(documents.map(Document.corrected), out, ".txt", _write_text)
    else:
        form = target.name
        made = {
            document.id: to_corpus(document, cross=options.cross, alternatives=options.alternatives)
            for document in documents
        }
        _write_each(documents, out, target.suffixes[0], lambda to, document: write(made[document.id], to, form))


def _read(options: Namespace, path: str) -> DocumentSet:
    if options.extract:
        if not options.source:
            raise InputError("--extract needs --source as well: the text that was corrected")
        if options.extract not in EXTRACTORS:
            raise InputError(f"documents are compared by {' or '.join(EXTRACTORS)}, not by {options.extract!r}")
        return extract_documents(read_sources(options.source), read_sources(path), options.extract)
    if _reads_documents(options, path):
        return read_documents(path, options.source, offset_unit=options.offset_unit, format=options.read_as)
    if options.source:
        raise InputError(f"{path} holds sentences, which have their source; leave --source out")
    return _from_sentences(options, path)


def _from_sentences(options: Namespace, path: str) -> DocumentSet:
    form = get_format(options.read_as) if options.read_as else guess_format(path)
    if not form.is_annotated:
        raise InputError(f"{path} is plain text; documents have edits: give --source SOURCE --extract wdiff as well")
    corpus: Corpus = read(path, form.name)
    name: str | None = options.annotator
    known: dict[str, Annotator] = {str(annotator): annotator for annotator in corpus.annotators}
    who = None if name is None else known.get(name, name)
    return DocumentSet((to_document(corpus, document_number(path), who),), name=path)


def _write_text(path: str, document: Document) -> None:
    if not document.has_text:
        raise InputError(f"the source text of document {document.id} is not known; give it with --source")
    write_text(path, "".join(part.text for part in document.parts))


def _write_each(documents: DocumentSet, out: str, suffix: str, write_one: Callable[[str, Document], object]) -> None:
    """Write one document to a file, several to a folder under their ids."""
    if len(documents) == 1 and (out == STDIN or not Path(out).is_dir()):
        write_one(out, documents[0])
        return
    Path(out).mkdir(exist_ok=True)
    for document in documents:
        write_one(str(Path(out) / f"{document.id}{suffix}"), document)
