"""Bring sentences and documents into the shape that a format holds, and note what is lost on the way."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import cast

from errata.corpus import Corpus
from errata.documents import Document
from errata.errors import InputError
from errata.findings import remedy
from errata.formats.conversion import to_corpus, to_document
from errata.formats.files import AnyPath, bare_suffix, display_name
from errata.formats.hoo import document_number
from errata.formats.imeasure_xml import ONLY_SCRIPT, SCRIPT
from errata.formats.losses import Losses
from errata.model import Annotator, Sentence, apply_edits
from errata.records import Item, Segment

OF_DOCUMENTS = frozenset({"silence", "annotators", "edits", "text"})
"""What sentences carry of the documents that they are made of, whatever the format."""
OF_SENTENCES = frozenset({"silence", "annotators", "edits", "text", "ranges", "files", "parts"})
"""What a document carries of the sentences that it is made of, besides their edits."""


def sentences_of(items: Iterable[Item]) -> Iterator[Sentence]:
    """Yield sentences as they are, and of documents their lines."""
    for item in items:
        if isinstance(item, Document):
            yield from to_corpus(item)
        else:
            yield item


def documents_of(items: Iterable[Item], path: AnyPath) -> Iterator[Document]:
    """Yield documents as they are, and of sentences that stand together one, with the number of the file as its id."""
    for is_document, run in groupby(items, lambda item: isinstance(item, Document)):
        if is_document:
            yield from cast("Iterator[Document]", run)
        else:
            corpus = Corpus(tuple(cast("Iterator[Sentence]", run)), display_name(path))
            yield to_document(corpus, document_number(path))


def as_sentences(
    items: Iterable[Item],
    losses: Losses,
    *,
    cross: str = "error",
    alternatives: str = "join",
    tokens: str | Sequence[str] = "space",
    made_up: Collection[str] = (),
    scripts: bool = False,
) -> Iterator[Sentence]:
    """Yield sentences as they are, and of documents their lines; behind the last, refuse what must not be lost.

    `made_up` are ids that say nothing; with `scripts`, the others are kept in the metadata of the lines.
    """
    for number, item in enumerate(items, 1):
        if not isinstance(item, Document):
            yield item
            continue
        place = f"document {item.id}"
        check_document(item.map_edits(lambda _edits: ()), number, losses, made_up)
        named = sum(edit.file is not None for edit in item.all_edits)
        if named:
            losses.add("names of source files", place, named)
        lines = to_corpus(item, cross=cross, alternatives=alternatives, tokens=tokens, losses=losses)
        if scripts and item.id not in made_up and not item.id == str(number) == ONLY_SCRIPT:
            meta = {**(item.meta or {}), SCRIPT: item.id}
            yield from (Segment(line.source, line.layers, meta=meta) for line in lines)
        else:
            yield from lines
    losses.refuse()


def check_document(document: Document, number: int, losses: Losses, made_up: Collection[str] = ()) -> None:
    """Note what is lost of a document; not its id, if that is but its number in the file, or else made up."""
    is_made_up = document.id == str(number) or document.id in made_up
    losses.check(document, f"document {document.id}", but=("documents",) if is_made_up else ())


def as_document(items: Iterable[Sentence], id: str, losses: Losses, name: str, text: str | None = None) -> Document:
    """Return sentences as the lines of a document, or their edits in a running text; note what is lost."""
    sentences = tuple(items)
    corpus = Corpus(sentences, name)
    for number, sentence in enumerate(sentences, 1):
        if isinstance(sentence, Segment) or sentence.references:
            losses.check(replace(sentence, layers=()), f"sentence {number}")
        absent = len(corpus.annotators) - len(sentence.layers)
        if absent:
            losses.add("signs that an annotator did not see a sentence", f"sentence {number}", absent)
    return to_document(corpus, id, text=text, losses=losses)


def corrected_text(items: Iterable[Item], losses: Losses, name: str) -> Iterator[Sentence]:
    """Yield the corrected text of the only annotator, line by line; where nobody annotated, the text as it is.

    The edits are lost, and so is who did not look: where the annotator is absent, the source stands.
    """
    known: Annotator | None = None
    for number, item in enumerate(items, 1):
        if isinstance(item, Document):
            raise InputError(f"{name} has both documents and sentences; write one kind at a time")
        for layer in item.layers:
            known = layer.annotator if known is None else known
            if layer.annotator != known:
                command = "{convert}" if bare_suffix(losses.path) == ".txt" else "{convert_to_text}"
                words = f"text is corrected by one and holds no edits: {command}"
                raise InputError(
                    f"{name} has the annotators {known} and {layer.annotator}",
                    remedy(words, file=name, out=losses.path, annotator=known),
                )
        losses.check(item, f"sentence {number}")
        edits = item.layers[0].edits if item.layers else ()
        yield Sentence(apply_edits(item.source, edits), (), () if item.layers else item.references)
    losses.refuse()
