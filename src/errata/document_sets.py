"""Sets of documents: paired with one another by their ids, merged, chosen from."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from errata.documents import Document
from errata.errors import InputError, LengthError
from errata.findings import remedy
from errata.model import Annotator, annotator_order


@dataclass(frozen=True)
class DocumentSet:
    """Documents in order: a gold data set, or what one system submitted for it.

    `origin` is what messages call it, such as the folder it was read from; `offset_unit` is what its files counted
    in; `extractor` is how the edits were got out of texts, empty where they were given.
    """

    documents: tuple[Document, ...]
    name: str = "gold"
    origin: str = ""
    offset_unit: str = "codepoint"
    extractor: str = ""

    def __repr__(self) -> str:
        return f"DocumentSet({self.name!r}, {len(self)} documents)"

    @property
    def called(self) -> str:
        """What messages call it."""
        return self.origin or self.name

    def __len__(self) -> int:
        return len(self.documents)

    def __iter__(self) -> Iterator[Document]:
        return iter(self.documents)

    def __getitem__(self, index: int) -> Document:
        return self.documents[index]

    def part(self, start: int, stop: int | None) -> "DocumentSet":
        """Return a run of consecutive documents."""
        return replace(self, documents=self.documents[start:stop])

    def map(self, change: Callable[[Document], Document]) -> "DocumentSet":
        """Return the set with every document changed."""
        return replace(self, documents=tuple(map(change, self.documents)))

    @cached_property
    def annotators(self) -> tuple[Annotator, ...]:
        """Everyone who annotated any document, in ascending order."""
        seen = {layer.annotator for document in self.documents for layer in document.layers}
        return tuple(sorted(seen, key=annotator_order))

    def by(self, annotator: Annotator) -> "DocumentSet":
        """Return the documents with only this annotator's edits; an annotator nobody knows is refused."""
        if annotator not in self.annotators:
            raise InputError(
                f"{self.called} has no annotator {annotator!r}; it has: "
                f"{', '.join(map(str, self.annotators)) or 'none'}"
            )
        return self.map(lambda document: document.by(annotator))

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits that change with any edit or source text, but not with names."""
        import hashlib

        several = any(len(document.layers) > 1 for document in self.documents)
        content = [
            (
                [(part.id, part.text) for part in document.parts],
                [
                    (e.part, e.start, e.end, e.original, e.alternatives or None, e.type or None, e.cset)
                    for layer in document.layers
                    for e in layer.edits
                ],
                # Who made the edits matters only where there is a choice.
                *([[(layer.annotator, len(layer.edits)) for layer in document.layers]] if several else []),
            )
            for document in self.documents
        ]
        return hashlib.sha256(repr(content).encode("utf-8", "surrogatepass")).hexdigest()[:8]

    def paired_with(self, gold: "DocumentSet", missing_file: str = "error") -> "DocumentSet":
        """Return the documents in the order of the gold's, with the gold's source texts where they are known."""
        pairs = zip(self.ordered_like(gold, missing_file), gold, strict=True)
        documents = [document.with_text_of(other, self.called) for document, other in pairs]
        return replace(self, documents=tuple(documents))

    def is_only_partner_of(self, other: "DocumentSet") -> bool:
        """Tell whether both are a single document, one without a number: they belong together whatever their ids."""
        return len(self) == len(other) == 1 and not (self[0].id.isdecimal() and other[0].id.isdecimal())

    def ordered_like(self, gold: "DocumentSet", missing_file: str = "error") -> "DocumentSet":
        """Return the documents in the order of the gold's, paired by id; whatever has no partner is refused.

        With missing_file="empty" a document that is missing here is an empty submission. Where both sets are a
        single document and one of them has no number, they belong together whatever their names.
        """
        if missing_file not in {"error", "empty"}:
            raise InputError(f"missing_file is {missing_file!r}; it takes error or empty")
        mine, wanted = index_by_id(self), index_by_id(gold)
        if self.is_only_partner_of(gold):
            mine = {gold[0].id: replace(self[0], id=gold[0].id)}
        extra = [id for id in mine if id not in wanted]
        if extra:
            raise LengthError(
                f"{self.called} has {_listed(extra)}, but {gold.called} has no such document "
                f"(it has {_listed(list(wanted))}); files are paired by their leading number"
            )
        missing = [id for id in wanted if id not in mine]
        if missing and missing_file != "empty":
            raise LengthError(
                f"{self.called} has no {_listed(missing)}, but {gold.called} has",
                remedy("add what is missing, or take it for an empty submission: {missing_empty}"),
            )
        return replace(self, documents=tuple(mine.get(id, Document(id)) for id in wanted))


def merge_documents(sets: Sequence[DocumentSet]) -> DocumentSet:
    """Join annotations of the same documents into one set, annotators numbered anew in the order given.

    Documents are paired by id. One that only some sets have was seen by those annotators only.

    >>> one, two = (DocumentSet((Document.of("1", "a b", ()),)) for _ in range(2))
    >>> merge_documents([one, two]).annotators
    (0, 1)
    """
    if not sets:
        raise InputError("nothing to merge: give at least one set of documents")
    merged: dict[str, Document] = {}
    n_annotators = 0
    for documents in sets:
        number = {annotator: n_annotators + rank for rank, annotator in enumerate(documents.annotators)}
        n_annotators += len(number)
        for id, document in index_by_id(documents).items():
            layers = tuple(replace(layer, annotator=number[layer.annotator]) for layer in document.layers)
            known = merged.get(id, replace(document, layers=())).with_text_of(document, documents.called)
            merged[id] = replace(known, layers=(*known.layers, *layers))
    units = {documents.offset_unit for documents in sets}
    if len(units) > 1:
        raise InputError(
            f"the offsets of {sets[0].called} and the others count different things: {', '.join(sorted(units))}"
        )
    return replace(sets[0], documents=tuple(merged.values()))


def index_by_id(documents: DocumentSet) -> dict[str, Document]:
    """Return documents by their ids; none may come twice."""
    known: dict[str, Document] = {}
    for document in documents:
        if document.id in known:
            raise InputError(
                f"{documents.called} has document {document.id} twice; each set or run needs a folder of its own"
            )
        known[document.id] = document
    return known


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:5])
    more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
    return f"document{'s' if len(ids) > 1 else ''} {shown}{more}"
