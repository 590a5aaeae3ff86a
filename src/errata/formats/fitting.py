"""Fit sentences and documents to what a format can hold, and record what is lost."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from errata.errors import InputError
from errata.findings import remedy
from errata.formats.conversion import to_corpus, to_document
from errata.formats.files import bare_suffix
from errata.formats.imeasure_xml import ONLY_SCRIPT, SCRIPT
from errata.formats.losses import Losses
from errata.model import CHARACTERS, TOKENS, Annotator, Corpus, Text, apply_edits
from errata.records import replace

OF_DOCUMENTS = frozenset({"silence", "annotators", "edits", "text"})
"""What sentences keep of the documents they were made from, in any format."""
OF_SENTENCES = frozenset({"silence", "annotators", "edits", "text", "ranges", "files", "parts"})
"""What a document keeps of the sentences it was made from, besides their edits."""


def sentences_of(items: Iterable[Text]) -> Iterator[Text]:
    """Yield sentences as they are, and documents as their lines."""
    for item in items:
        if item.unit == CHARACTERS:
            yield from to_corpus(item)
        else:
            yield item


def documents_of(items: Iterable[Text], name: str, make: Callable[[Corpus], Text]) -> Iterator[Text]:
    """Yield documents as they are, and sentences that belong together as documents, called `name`."""
    for unit, run in groupby(items, lambda item: item.unit):
        if unit == CHARACTERS:
            yield from run
        else:
            yield make(Corpus(tuple(run), name))


def as_sentences(
    items: Iterable[Text],
    losses: Losses,
    *,
    cross: str = "error",
    alternatives: str = "join",
    tokens: str | Sequence[str] = "space",
    made_up: Collection[str] = (),
    scripts: bool = False,
) -> Iterator[Text]:
    """Yield sentences as they are, and documents as their lines; after the last, refuse losses.

    `made_up` are ids without meaning; with `scripts`, the others are kept in the metadata of the lines.
    """
    for number, item in enumerate(items, 1):
        if item.unit == TOKENS:
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
            yield from (Text.of(line.source, line.layers, meta=meta) for line in lines)
        else:
            yield from lines
    losses.refuse()


def check_document(document: Text, number: int, losses: Losses, made_up: Collection[str] = ()) -> None:
    """Record the losses of a document, except an id that is only its number in the file, or made up."""
    is_made_up = document.id == str(number) or document.id in made_up
    losses.check(document, f"document {document.id}", but=("documents",) if is_made_up else ())


def as_document(corpus: Corpus, id: str, losses: Losses, text: str | None = None) -> Text:
    """Return sentences as the lines of a document, or with their edits in a running text; record losses."""
    for number, sentence in enumerate(corpus, 1):
        losses.check(replace(sentence, layers=()), f"sentence {number}")
        absent = len(corpus.annotators) - len(sentence.layers)
        if absent:
            losses.add("signs that an annotator did not see a sentence", f"sentence {number}", absent)
    return to_document(corpus, id, text=text, losses=losses)


def corrected_text(items: Iterable[Text], losses: Losses, name: str) -> Iterator[Text]:
    """Yield the corrected text of the only annotator, line by line; unannotated text stays as it is.

    The edits are lost, and so is who did not annotate: if the annotator is absent, the source is used.
    """
    known: Annotator | None = None
    for number, item in enumerate(items, 1):
        if item.unit == CHARACTERS:
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
        yield Text(apply_edits(item.source, edits), (), () if item.layers else item.references)
    losses.refuse()
