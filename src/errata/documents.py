"""Documents with character-offset edits, as the HOO framework defines them (Dale and Narroway, LREC 2012).

Offsets count code points of the source text, half-open. A correction is a string, the empty string (delete the range)
or None, the null correction (leave the text as it is). `corrections` that are None are absent: the annotator knew of
an error but of no repair.

A document has a layer for every annotator who saw it: a layer without edits says "looked, nothing to change", no
layer says "did not look". Most files have one annotator, so `Document(id, edits, parts)` and `document.edits` are about
the only layer, and refuse where there are several.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from errata.corpus import Annotator, annotator_order
from errata.errors import InputError, LengthError

Correction = str | None
"""What to put in place of a range; None leaves it as it is."""

Extra = Mapping[str, object]
"""Fields that the model does not know, as the file had them: values of JSON by name."""


@dataclass(frozen=True, slots=True)
class CharacterEdit:
    """Replace characters `start` to `end` (exclusive) of a text, or of one part of it, by one of the corrections.

    `original` is what the file says stands there. Edits of different parts never meet. Edits that share a `cset`
    belong together: their lists of corrections are linked by position. `optional` is a flag of files that have one;
    `score` is how sure a system is.

    >>> CharacterEdit(4, 6, "go", (None, "goes")).is_optional
    True
    >>> CharacterEdit(4, 6, "go", ("goes",), score=0.5)
    CharacterEdit(4, 6, 'go', corrections=('goes',), score=0.5)
    """

    start: int
    end: int
    original: str
    corrections: tuple[Correction, ...] | None = None
    type: str | None = None
    index: str | None = None
    part: str | None = None
    cset: str | None = None
    file: str | None = None
    comment: str | None = None
    score: float | None = None
    optional: bool = False
    extra: Extra | None = field(default=None, hash=False)

    def __repr__(self) -> str:
        named = ((item.name, getattr(self, item.name)) for item in fields(self)[3:])
        given = [f"{name}={value!r}" for name, value in named if value is not None and value is not False]
        return f"CharacterEdit({', '.join([f'{self.start}, {self.end}, {self.original!r}', *given])})"

    @property
    def is_insertion(self) -> bool:
        """Whether the edit only adds text, at a point."""
        return self.start == self.end

    @property
    def is_optional(self) -> bool:
        """Whether leaving the text as it is counts as right.

        An insertion of nothing also leaves it as it is.
        """
        made = self.corrections or ()
        return self.optional or None in made or (self.start == self.end and "" in made)

    @property
    def strings(self) -> tuple[str, ...]:
        """The corrections that are not null."""
        return tuple(made for made in self.corrections or () if made is not None)

    @property
    def is_null_only(self) -> bool:
        """Whether all that the edit says is that the text may stay."""
        return bool(self.corrections) and not self.strings

    @property
    def kind(self) -> str:
        """Insertion, deletion (the first correction that is not null is empty) or replacement."""
        if self.is_insertion:
            return "insertion"
        return "deletion" if self.strings[:1] == ("",) else "replacement"

    @property
    def place(self) -> str:
        """How messages name the edit."""
        part = "" if self.part is None else f" of part {self.part}"
        return f"edit {self.index or '(no index)'} at {self.start} to {self.end}{part}"


class Token(NamedTuple):
    """Where a token stands in the text, and its form where the tokeniser changed it."""

    start: int
    end: int
    form: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A text with offsets of its own; the only part of an undivided document has no id.

    `tokens` are None where the file says nothing of them.
    """

    id: str | None
    text: str
    tokens: tuple[Token, ...] | None = None
    extra: Extra | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Layer:
    """One annotator's edits of one document, in file order; no edits means "looked, nothing to change"."""

    annotator: Annotator
    edits: tuple[CharacterEdit, ...] = ()
    extra: Extra | None = field(default=None, hash=False)


@dataclass(frozen=True, init=False)
class Document:
    """Edits of one source text, and the text where it is known.

    Give the edits of the only annotator, called 0, or the layers of several. `Document(id)` was seen by nobody.

    >>> Document.of("0001", "He go home.", [CharacterEdit(3, 5, "go", ("goes",))]).corrected().text
    'He goes home.'
    >>> Document("0002", (), layers=None).layers, Document("0002").layers
    ((Layer(annotator=0, edits=(), extra=None),), ())
    """

    id: str
    layers: tuple[Layer, ...]
    parts: tuple[Part, ...]
    file: str | None
    meta: Extra | None = field(hash=False)
    extra: Extra | None = field(hash=False)

    def __init__(
        self,
        id: str,
        edits: Iterable[CharacterEdit] | None = None,
        parts: Iterable[Part] = (),
        file: str | None = None,
        *,
        layers: Iterable[Layer] | None = None,
        meta: Extra | None = None,
        extra: Extra | None = None,
    ) -> None:
        if edits is not None and layers is not None:
            raise InputError(
                f"document {id} is given both edits and layers; layers hold the edits (to change the edits of the "
                "only annotator: document.with_edits(…))"
            )
        made = tuple(layers or ()) if edits is None else (Layer(0, tuple(edits)),)
        values = (id, made, tuple(parts), file, meta, extra)
        for item, value in zip(fields(self), values, strict=True):
            object.__setattr__(self, item.name, value)

    @classmethod
    def of(cls, id: str, text: str, edits: Iterable[CharacterEdit] | None = None) -> "Document":
        """Make an undivided document of a text and edits."""
        return cls(id, edits, (Part(None, text),))

    @cached_property
    def edits(self) -> tuple[CharacterEdit, ...]:
        """The edits of the only annotator; none of a document that nobody annotated."""
        if len(self.layers) > 1:
            raise InputError(
                f"document {self.id} has {len(self.layers)} annotators ({', '.join(map(str, self.annotators))}), where "
                "the edits of one are wanted; choose one"
            )
        return self.layers[0].edits if self.layers else ()

    @property
    def annotators(self) -> tuple[Annotator, ...]:
        """Who annotated the document, in file order."""
        return tuple(layer.annotator for layer in self.layers)

    def layer(self, annotator: Annotator) -> Layer | None:
        """Return the annotator's layer, None where the annotator is absent."""
        return next((layer for layer in self.layers if layer.annotator == annotator), None)

    def by(self, annotator: Annotator) -> "Document":
        """Return the document with only this annotator's layer; with none where the annotator is absent."""
        return replace(self, layers=tuple(layer for layer in self.layers if layer.annotator == annotator))

    def with_edits(self, edits: Iterable[CharacterEdit]) -> "Document":
        """Return the document with other edits of its only annotator.

        >>> Document.of("1", "He go.").with_edits([CharacterEdit(3, 5, "go", ("goes",))]).edits
        (CharacterEdit(3, 5, 'go', corrections=('goes',)),)
        """
        made = tuple(edits)
        if self.edits == made and self.layers:
            return self
        layer = self.layers[0] if self.layers else Layer(0)
        return replace(self, layers=(replace(layer, edits=made),))

    def map_edits(self, change: Callable[[tuple[CharacterEdit, ...]], Iterable[CharacterEdit]]) -> "Document":
        """Return the document with the edits of every layer changed."""
        layers = (replace(layer, edits=tuple(change(layer.edits))) for layer in self.layers)
        return replace(self, layers=tuple(layers))

    @property
    def has_text(self) -> bool:
        """Whether the source text is known."""
        return bool(self.parts)

    @property
    def text(self) -> str:
        """The source text of an undivided document."""
        if len(self.parts) != 1 or self.parts[0].id is not None:
            what = f"{len(self.parts)} parts" if self.parts else "no text"
            raise InputError(f"document {self.id} has {what}, where one undivided text is wanted")
        return self.parts[0].text

    def text_of(self, part: str | None) -> str | None:
        """Return the text of a part, None where it is not known."""
        return self._texts.get(part)

    @cached_property
    def _texts(self) -> dict[str | None, str]:
        return {part.id: part.text for part in self.parts}

    def edits_of(self, part: str | None) -> list[CharacterEdit]:
        """Return the edits of a part, in file order."""
        return [edit for edit in self.edits if edit.part == part]

    def corrected(self) -> "Document":
        """Return the text with the first correction of every edit put in; null and absent ones change nothing."""
        made = tuple(Part(part.id, apply_character_edits(part.text, self.edits_of(part.id))) for part in self.parts)
        return Document(self.id, None, made, self.file, meta=self.meta)

    def _with_text_of(self, other: "Document", called: str) -> "Document":
        if not self.parts or not other.parts:
            return replace(self, parts=other.parts or self.parts)
        if self._texts != other._texts:
            raise InputError(
                f"{called}: document {self.id} has another source text than the gold's; "
                "edits can only be compared if they are of the same text"
            )
        return self

    def numbered(self, prefix: str) -> "Document":
        """Return the document with an index for every edit that has none: prefix-1, prefix-2 and so on."""
        if all(edit.index is not None for edit in self.edits):
            return self
        count = 0
        edits = []
        for edit in self.edits:
            if edit.index is None:
                count += 1
                edits.append(replace(edit, index=f"{prefix}-{count}"))
            else:
                edits.append(edit)
        return self.with_edits(edits)


def in_text_order(edits: Iterable[CharacterEdit]) -> list[CharacterEdit]:
    """Return edits of one part by position; edits that overlap are refused."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    for before, after in pairwise(ordered):
        if after.start < before.end:
            raise InputError(f"{before.place} and {after.place} overlap; edits that overlap cannot be applied together")
    return ordered


def apply_character_edits(text: str, edits: Iterable[CharacterEdit]) -> str:
    """Return the text with the first correction of every edit put in, insertions at one point in the order given.

    >>> apply_character_edits("a dogs", [CharacterEdit(0, 0, "", ("Not ",)), CharacterEdit(2, 6, "dogs", ("dog",))])
    'Not a dog'
    """
    pieces = []
    position = 0
    for edit in in_text_order(edits):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise InputError(f"{edit.place} lies outside the text of {len(text)} characters")
        first = edit.corrections[0] if edit.corrections else None
        if first is not None:
            pieces += [text[position : edit.start], first]
            position = edit.end
    return "".join([*pieces, text[position:]])


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
                    (e.part, e.start, e.end, e.original, e.corrections, e.type, e.cset)
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
        documents = [document._with_text_of(other, self.called) for document, other in pairs]
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
        mine, wanted = by_id(self), by_id(gold)
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
                f"{self.called} has no {_listed(missing)}, but {gold.called} has; add what is missing, or take it for "
                "an empty submission: missing_file='empty' (--missing-file empty)"
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
        for id, document in by_id(documents).items():
            layers = tuple(replace(layer, annotator=number[layer.annotator]) for layer in document.layers)
            known = merged.get(id, replace(document, layers=()))._with_text_of(document, documents.called)
            merged[id] = replace(known, layers=(*known.layers, *layers))
    units = {documents.offset_unit for documents in sets}
    if len(units) > 1:
        raise InputError(
            f"the offsets of {sets[0].called} and the others count different things: {', '.join(sorted(units))}"
        )
    return replace(sets[0], documents=tuple(merged.values()))


def by_id(documents: DocumentSet) -> dict[str, Document]:
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
