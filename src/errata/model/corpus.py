"""Corpora: texts in order, a gold data set or what one system submitted for it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

from errata.digests import sha256_hex
from errata.errors import InputError, LengthError
from errata.findings import remedy
from errata.model.applying import apply_each
from errata.model.edits import Annotator, annotator_order
from errata.model.texts import NOUNS, TOKENS, Text, Unit
from errata.records import dataclass, replace

if TYPE_CHECKING:
    from errata.model.flat import FlatTexts


@dataclass(frozen=True, slots=True)
class Reference:
    """A corrected text and the annotator (or the number of the reference file) it comes from."""

    text: str
    label: Annotator


@dataclass(frozen=True)
class Corpus:
    """Texts of one unit in file order, with their name.

    They are annotated (edits by annotators, including those who found nothing to change), or have plain references (the
    same number for every sentence, possibly none), or both, if edits were extracted from references. `origin` is what
    messages call it, such as the folder it was read from; `offset_unit` is what offsets in the document files counted;
    `extractor` is how the edits of documents were extracted from texts, empty if they were given. `notes` are what
    signatures say about how the texts were made, `made_from` is the fingerprint of the original texts.
    """

    texts: tuple[Text, ...]
    name: str = "gold"
    is_annotated: bool = True
    origin: str = ""
    offset_unit: str = "codepoint"
    extractor: str = ""
    notes: tuple[str, ...] = ()
    made_from: str = ""

    def __repr__(self) -> str:
        return f"Corpus({self.name!r}, {len(self)} {self.noun}s)"

    @classmethod
    def from_texts(
        cls, sources: Sequence[str], reference_sets: Sequence[Sequence[str]] = (), name: str = "references"
    ) -> "Corpus":
        """Pair each source with the texts at its index in the reference sets.

        >>> Corpus.from_texts(["He go ."], [["He goes ."], ["He went ."]]).references(0)
        (Reference(text='He goes .', label=0), Reference(text='He went .', label=1))
        """
        for number, references in enumerate((sources, *reference_sets)):
            if isinstance(references, str):
                what = f"reference set {number - 1}" if number else "the sources"
                raise InputError(f"{what}: a single string where a list of sentences is expected")
        for number, references in enumerate(reference_sets):
            if len(references) != len(sources):
                raise LengthError(
                    f"reference set {number} has {len(references)} sentences but there are {len(sources)} sources"
                )
        columns = zip(*reference_sets, strict=True) if reference_sets else ((),) * len(sources)
        pairs = zip(sources, columns, strict=True)
        texts = tuple(Text(source, (), tuple(column)) for source, column in pairs)
        return cls(texts, name, is_annotated=False)

    @classmethod
    def of_flat(cls, flat: "FlatTexts", name: str) -> "Corpus":
        """Return annotated sentences; `texts` are created on first access."""
        made = cls((), name)
        made.__dict__["_flat"] = flat
        del made.__dict__["texts"]
        return made

    @property
    def flat(self) -> "FlatTexts | None":
        """The texts in flat arrays, if they were read that way."""
        return cast("FlatTexts | None", self.__dict__.get("_flat"))

    @classmethod
    def accept(cls, value: object) -> "Corpus":
        """Return what a caller gave as gold if it is a corpus, refuse it if not."""
        if not isinstance(value, Corpus):
            raise InputError(f"gold is a {type(value).__name__}; give a Corpus (errata.read reads one)")
        value.require(value.unit)
        return value

    def require(self, unit: Unit) -> None:
        """Refuse texts whose edits count another unit: they would be applied, and scored, in the wrong places."""
        if self.flat is not None and unit == TOKENS:
            return
        odd = next((place for place, text in enumerate(self.texts) if text.unit != unit), None)
        if odd is not None:
            raise InputError(
                f"{self.called}, text {odd + 1}: a {self.texts[odd].noun} where {NOUNS[unit]}s are expected; edits of "
                "sentences count tokens, those of documents characters: convert first (errata.to_corpus, "
                "errata.to_document)"
            )

    @property
    def unit(self) -> Unit:
        """What the offsets of edits count; tokens if there is no text at all."""
        return self.texts[0].unit if self.flat is None and self.texts else TOKENS

    @property
    def is_crossed(self) -> bool:
        """Whether documents were split into these sentences, or sentences joined to this document, for a measure."""
        return any(note.startswith(("lines:", "document:")) for note in self.notes)

    @property
    def noun(self) -> str:
        """What messages call its texts: sentence or document."""
        return NOUNS[self.unit]

    @property
    def called(self) -> str:
        """What messages call it."""
        return self.origin or self.name

    def __len__(self) -> int:
        return len(self.texts if self.flat is None else self.flat)

    def __iter__(self) -> Iterator[Text]:
        return iter(self.texts)

    def __getitem__(self, index: int) -> Text:
        return self.texts[index]

    @property
    def sources(self) -> list[str]:
        """The source of every text."""
        return [sentence.source for sentence in self.texts] if self.flat is None else list(self.flat.sources)

    @property
    def corrections(self) -> list[str]:
        """Every text that an edit or a reference inserts, in file order."""
        found: list[str] = []
        for sentence in self.texts:
            for layer in sentence.layers:
                for edit in layer.edits:
                    found += edit.corrections
            found += sentence.references
        return found

    @property
    def types(self) -> frozenset[str]:
        """The types of all edits."""
        if self.flat is not None:
            return self.flat.types
        return frozenset([edit.type for text in self.texts for layer in text.layers for edit in layer.edits])

    @cached_property
    def annotators(self) -> tuple[Annotator, ...]:
        """Everyone who annotated any text, in ascending order."""
        if self.flat is not None:
            return self.flat.annotators
        seen = {layer.annotator for sentence in self.texts for layer in sentence.layers}
        return tuple(sorted(seen, key=annotator_order))

    @property
    def ids(self) -> tuple[str, ...]:
        """The id of every sentence; empty if any has none."""
        if self.flat is not None:
            return ()
        ids = tuple([sentence.details.id for sentence in self.texts])
        return () if None in ids else cast("tuple[str, ...]", ids)

    @property
    def given_ids(self) -> list[str]:
        """The id of every text, empty for those without one; an empty tuple if none has one."""
        ids = [text.id for text in self.texts] if self.flat is None else []
        return ids if any(ids) else []

    @property
    def n_references(self) -> int:
        """The number of references per sentence."""
        if self.flat is None and self.texts and self.texts[0].references:
            return len(self.texts[0].references)
        return max(len(self.annotators), 1) if self.is_annotated else 0

    def references(self, index: int, annotators: Sequence[Annotator] | None = None) -> tuple[Reference, ...]:
        """Return the texts the sentence may be corrected to, one per annotator or reference set.

        An annotator's text is the source with the edits applied. If an annotator is absent, the lowest one present is
        used instead, or the source if none is, so every sentence has the same number of references. `annotators` are
        those of the whole, if this corpus is a part.
        """
        annotators = self.annotators if annotators is None else annotators
        sentence = self.texts[index]
        if sentence.unit != TOKENS:
            self.require(TOKENS)
        if sentence.references or not self.is_annotated:
            return tuple(Reference(text, number) for number, text in enumerate(sentence.references))
        made = apply_each(sentence.source, [layer.edits for layer in sentence.layers])
        present = tuple([layer.annotator for layer in sentence.layers])
        if present and present == annotators:  # as in nearly all sentences
            return tuple(map(Reference, made, present))
        texts = dict(zip(present, made, strict=True))
        lowest = min(texts, key=annotator_order, default=None)
        if lowest is None:
            return tuple(Reference(sentence.source, annotator) for annotator in annotators or (0,))
        labels = (annotator if annotator in texts else lowest for annotator in annotators)
        return tuple(Reference(texts[label], label) for label in labels)

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits that change with any source, edit, annotator or reference, but not with names."""
        if self.made_from:
            return self.made_from
        if self.flat is not None:
            return self.flat.fingerprint
        content = _content_of_sentences(self.texts) if self.unit == TOKENS else _content_of_documents(self.texts)
        return sha256_hex(content)[:8]

    def select(self, indices: Iterable[int]) -> "Corpus":
        """Return the texts at the indices, in that order.

        The annotators of the result are those who annotated any of the chosen texts.
        """
        if self.flat is not None and isinstance(indices, range) and indices and indices.step == 1:
            made = replace(self, texts=())
            del made.__dict__["texts"]
            made.__dict__["_flat"] = self.flat.part(indices.start, indices.stop)
            return made
        return replace(self, texts=tuple(self.texts[index] for index in indices))

    def only(self, numbers: Sequence[int]) -> "Corpus":
        """Return the texts with these numbers, from 0; a note for signatures says how many, unless all are selected.

        The fingerprint is that of the selected texts.
        """
        if len(numbers) == len(self):
            return self
        note = f"only:{len(numbers)}/{len(self)}"
        return replace(self.select(numbers), notes=(*self.notes, note), made_from="")

    def part(self, start: int, stop: int | None) -> "Corpus":
        """Return a run of consecutive texts."""
        return replace(self, texts=self.texts[start:stop])

    def map(self, change: Callable[[Text], Text]) -> "Corpus":
        """Return the corpus with every text changed."""
        return replace(self, texts=tuple(map(change, self.texts)))

    def select_annotators(self, annotators: Iterable[Annotator]) -> "Corpus":
        """Return every text with only these annotators' layers, and the reference texts these were extracted from.

        An unknown annotator is refused.
        """
        wanted = set(annotators)
        unknown = sorted(wanted - set(self.annotators), key=annotator_order)
        if unknown:
            known = ", ".join(map(str, self.annotators)) or "none"
            raise InputError(f"{self.called} has no annotator {unknown[0]!r}; it has: {known}")
        self.check_references()
        return self.map(
            lambda text: replace(
                text,
                layers=tuple(layer for layer in text.layers if layer.annotator in wanted),
                references=tuple(
                    reference for who, reference in zip(self.annotators, text.references, strict=False) if who in wanted
                ),
            )
        )

    @property
    def has_references(self) -> bool:
        """Whether any text has references."""
        return self.flat is None and any(text.references for text in self.texts)

    def check_references(self) -> None:
        """Refuse reference texts that cannot be matched to annotators."""
        n_annotators = len(self.annotators)
        odd = next((item for item in self.texts if len(item.references) not in {0, n_annotators}), None)
        if odd is not None:
            raise InputError(
                f"{self.name} has {len(odd.references)} reference texts as well as the edits of {n_annotators} "
                f"annotators, "
                "so they cannot be matched to annotators; extract the edits from the references, or drop the references"
            )

    def paired_with(self, gold: "Corpus", missing_file: str = "error") -> "Corpus":
        """Return the documents in the gold's order, with the gold's source texts if known."""
        pairs = zip(self.ordered_like(gold, missing_file), gold, strict=True)
        documents = [document.with_text_of(other, self.called) for document, other in pairs]
        return replace(self, texts=tuple(documents))

    def is_only_partner_of(self, other: "Corpus") -> bool:
        """Tell whether both are a single document, one without a number: they belong together whatever their ids."""
        return len(self) == len(other) == 1 and not (self[0].id.isdecimal() and other[0].id.isdecimal())

    def ordered_like(self, gold: "Corpus", missing_file: str = "error") -> "Corpus":
        """Return the documents in the gold's order, paired by id; anything without a partner is refused.

        The ids of files in folders are their leading numbers (`errata.document_number`). With missing_file="empty" a
        document that is missing here counts as an empty submission. If both sets are a
        single document and one of them has no number, they belong together whatever their names.
        """
        if missing_file not in {"error", "empty"}:
            raise InputError(f"missing_file must be error or empty, not {missing_file!r}")
        mine, wanted = self.by_id, gold.by_id
        if self.is_only_partner_of(gold):
            mine = {gold[0].id: self[0].with_details(id=gold[0].id)}
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
                remedy("add what is missing, or treat it as an empty submission: {missing_empty}"),
            )
        return replace(self, texts=tuple(mine.get(id, Text.document(id)) for id in wanted))

    @property
    def by_id(self) -> dict[str, Text]:
        """The documents by their ids, each of which occurs once."""
        known: dict[str, Text] = {}
        for document in self.texts:
            if document.id in known:
                raise InputError(
                    f"{self.called} has document {document.id} twice; each set or run needs a folder of its own"
                )
            known[document.id] = document
        return known


def _make_texts(corpus: Corpus) -> tuple[Text, ...]:
    assert corpus.flat is not None
    return corpus.flat.texts()


_LATER = cached_property(_make_texts)
_LATER.__set_name__(Corpus, "texts")
Corpus.texts = _LATER  # type: ignore[assignment]  # for those without: `Corpus.of_flat`


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:5])
    more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
    return f"document{'s' if len(ids) > 1 else ''} {shown}{more}"


def _content_of_sentences(texts: Iterable[Text]) -> bytes:
    import marshal

    content = [
        (
            text.source,
            text.references,
            [
                (
                    layer.annotator,
                    [(e.start, e.end, e.raw or e.corrections, e.type, e.required, e.comment) for e in layer.edits],
                )
                for layer in text.layers
            ],
        )
        for text in texts
    ]
    # Version 0 of the format writes every value out, so equal content gives equal bytes; repr() takes 5 ms more.
    return marshal.dumps(content, 0)


def content_of_run(texts: Iterable[Text]) -> bytes:
    """Return the data from which the fingerprint of a run of sentences is computed, without the leading count."""
    return _content_of_sentences(texts)[5:]


def _content_of_documents(texts: Sequence[Text]) -> bytes:
    several = any(len(text.layers) > 1 for text in texts)
    content = [
        (
            [(part.id, part.text) for part in text.parts],
            [
                (e.part, e.start, e.end, e.original, e.alternatives or None, e.type or None, e.cset)
                for layer in text.layers
                for e in layer.edits
            ],
            # Who made the edits matters only where there is a choice.
            *([[(layer.annotator, len(layer.edits)) for layer in text.layers]] if several else []),
        )
        for text in texts
    ]
    return repr(content).encode("utf-8", "surrogatepass")
