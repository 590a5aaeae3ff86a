"""Conversion from and to documents with edits by character offset, for `errata convert`."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from errata.cli.inputs import holds_documents
from errata.corpus import Annotator
from errata.documents import Document, DocumentSet
from errata.errors import InputError
from errata.extract.documents import extract_documents
from errata.formats import Format, available_formats, get_format, guess_format, read, write
from errata.formats.conversion import to_corpus, to_document
from errata.formats.datasets import read_documents, read_sources, write_documents
from errata.formats.files import STDIN, write_lines
from errata.formats.hoo import document_number


def add_options(parser: ArgumentParser) -> None:
    """Declare the options that only documents have."""
    add = parser.add_argument_group("documents (HOO)").add_argument
    add("--source", metavar="FILE", help="the source text, or the folder of source texts, of the documents in IN")
    add("--extract", metavar="HOW", help="IN is corrected text; get the edits out of it by this: wdiff")
    add("--annotator", metavar="NAME", help="whose edits become those of the document, if IN has several annotators")
    add("--offset-unit", choices=("auto", "codepoint", "utf8", "utf16"), default="auto", help="what offsets of IN count")
    add("--cross", choices=("error", "skip", "merge-segments"), default="error", help="edits over the end of a line")
    add(
        "--alternatives",
        choices=("join", "first", "annotators"),
        default="join",
        help="several corrections of an edit: in one edit of M2, only the first, or one annotator each",
    )
    add("--text", metavar="FILE", help="write the source text here: stand-off edits do not hold it")


def output_format(path: str, name: str | None) -> Format | None:
    """Return the format that is named, or that the suffix of a file speaks for; None where neither does."""
    if name:
        return get_format(name)
    bare = path.removesuffix(".gz").removesuffix(".xz")
    return next((form for form in available_formats().values() if Path(bare).suffix in form.suffixes), None)


def concerns_documents(options: Namespace, path: str, out: str) -> bool:
    """Tell whether a conversion reads or writes documents."""
    target = output_format(out, options.write_as)
    if options.read_as:
        return get_format(options.read_as).holds_document or bool(target and target.holds_document)
    return holds_documents(path) or bool(target and target.holds_document)


def convert(options: Namespace, path: str, out: str) -> None:
    """Read documents, or sentences that become one; write them as what is asked for."""
    documents = _read(options, path)
    target = output_format(out, options.write_as) or get_format("hoo")
    if options.text:
        _write_texts(documents, options.text)
    if target.holds_document:
        write_documents(documents, out, target.name)
    elif target.name == "text":
        _write_texts(documents.map(Document.corrected), out)
    else:
        _write_sentences(options, documents, out, target)


def _read(options: Namespace, path: str) -> DocumentSet:
    if options.extract:
        if not options.source:
            raise InputError("--extract needs --source as well: the text that was corrected")
        return extract_documents(read_sources(options.source), read_sources(path), options.extract)
    if Path(path).is_dir() or (get_format(options.read_as) if options.read_as else guess_format(path)).holds_document:
        return read_documents(path, options.source, offset_unit=options.offset_unit, format=options.read_as)
    corpus = read(path, options.read_as)
    if options.source:
        raise InputError(f"{path} holds sentences, which have their source; leave --source out")
    who: Annotator | None = options.annotator
    if who is not None and who.isdecimal() and int(who) in corpus.annotators:
        who = int(who)
    return DocumentSet((to_document(corpus, document_number(path), who),), name=path)


def _write_texts(documents: DocumentSet, out: str) -> None:
    """Write texts as they stand, one to a file or several to a folder."""
    texts = {document.id: "".join(part.text for part in document.parts) for document in documents}
    if not all(document.has_text for document in documents):
        raise InputError("the source text is not known; give it with --source")
    if len(texts) == 1 and not Path(out).is_dir():
        _write_text(out, next(iter(texts.values())))
        return
    Path(out).mkdir(exist_ok=True)
    for name, text in texts.items():
        _write_text(str(Path(out) / f"{name}.txt"), text)


def _write_text(path: str, text: str) -> None:
    lines = text.split("\n")
    write_lines(path, lines[:-1] if not lines[-1] else lines)


def _write_sentences(options: Namespace, documents: DocumentSet, out: str, target: Format) -> None:
    """Write one file for each document: formats of sentences have no place for documents."""
    settings = {"cross": options.cross, "alternatives": options.alternatives}
    corpora = {document.id: to_corpus(document, **settings) for document in documents}
    if len(corpora) == 1 and not (out != STDIN and Path(out).is_dir()):
        write(next(iter(corpora.values())), out, target.name)
        return
    Path(out).mkdir(exist_ok=True)
    for name, corpus in corpora.items():
        write(replace(corpus, name=name), Path(out) / f"{name}{target.suffixes[0]}", target.name)
