"""Corpora of sentences, and what systems made of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from errata.errors import InputError, LengthError
from errata.model.applying import apply_edits
from errata.model.edits import Annotator, Edit, Layer, annotator_order
from errata.model.texts import Text


@dataclass(frozen=True, slots=True)
class Reference:
    """A corrected text and the annotator (or the number of the reference file) it comes from."""

    text: str
    label: Annotator


@dataclass(frozen=True)
class Corpus:
    """Sentences in file order, with the name they are known by in messages.

    Either annotated (edits by annotators, also where none found anything to change) or with plain references (as many
    texts for every sentence, perhaps none), or with both, where edits were extracted from references.
    """

    sentences: tuple[Text, ...]
    name: str = "gold"
    is_annotated: bool = True

    def __repr__(self) -> str:
        return f"Corpus({self.name!r}, {len(self)} sentences)"

    @classmethod
    def from_texts(
        cls, sources: Sequence[str], reference_sets: Sequence[Sequence[str]] = (), name: str = "references"
    ) -> "Corpus":
        """Pair each source with the texts that stand at its place in the reference sets.

        >>> Corpus.from_texts(["He go ."], [["He goes ."], ["He went ."]]).references(0)
        (Reference(text='He goes .', label=0), Reference(text='He went .', label=1))
        """
        for number, references in enumerate(reference_sets):
            if len(references) != len(sources):
                raise LengthError(
                    f"reference set {number} has {len(references)} sentences but there are {len(sources)} sources"
                )
        columns = zip(*reference_sets, strict=True) if reference_sets else ((),) * len(sources)
        pairs = zip(sources, columns, strict=True)
        sentences = tuple(Text(source, (), tuple(texts)) for source, texts in pairs)
        return cls(sentences, name, is_annotated=False)

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[Text]:
        return iter(self.sentences)

    def __getitem__(self, index: int) -> Text:
        return self.sentences[index]

    @property
    def sources(self) -> list[str]:
        """The source of every sentence."""
        return [sentence.source for sentence in self.sentences]

    @property
    def corrections(self) -> list[str]:
        """Every text that an edit or a reference puts in, in file order."""
        found: list[str] = []
        for sentence in self.sentences:
            for layer in sentence.layers:
                for edit in layer.edits:
                    found += edit.corrections
            found += sentence.references
        return found

    @cached_property
    def annotators(self) -> tuple[Annotator, ...]:
        """Everyone who annotated any sentence, in ascending order."""
        seen = {layer.annotator for sentence in self.sentences for layer in sentence.layers}
        return tuple(sorted(seen, key=annotator_order))

    @property
    def ids(self) -> tuple[str, ...]:
        """The id of every sentence; nothing where one has none."""
        ids = tuple([sentence.details.id for sentence in self.sentences])
        return () if None in ids else cast("tuple[str, ...]", ids)

    @property
    def n_references(self) -> int:
        """How many references every sentence has."""
        if self.sentences and self.sentences[0].references:
            return len(self.sentences[0].references)
        return max(len(self.annotators), 1) if self.is_annotated else 0

    def references(self, index: int, annotators: Sequence[Annotator] | None = None) -> tuple[Reference, ...]:
        """Return the texts the sentence may be corrected to, one per annotator or reference set.

        An annotator's text is the source with the edits applied. Where an annotator is absent the lowest present
        one stands in, where none is present the source does, so every sentence has as many references. `annotators`
        are those of the whole, where this corpus is a part.
        """
        annotators = self.annotators if annotators is None else annotators
        sentence = self.sentences[index]
        if sentence.references or not self.is_annotated:
            return tuple(Reference(text, number) for number, text in enumerate(sentence.references))
        texts = {layer.annotator: apply_edits(sentence.source, layer.edits) for layer in sentence.layers}
        lowest = min(texts, key=annotator_order, default=None)
        if lowest is None:
            return tuple(Reference(sentence.source, annotator) for annotator in annotators or (0,))
        labels = (annotator if annotator in texts else lowest for annotator in annotators)
        return tuple(Reference(texts[label], label) for label in labels)

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits that change with any source, edit, annotator or reference."""
        import hashlib
        import marshal

        content = [
            (
                sentence.source,
                sentence.references,
                [
                    (
                        layer.annotator,
                        [(e.start, e.end, e.raw or e.corrections, e.type, e.required, e.comment) for e in layer.edits],
                    )
                    for layer in sentence.layers
                ],
            )
            for sentence in self.sentences
        ]
        # Version 0 of the format writes every value out, so equal content gives equal bytes; repr() takes 5 ms more.
        return hashlib.sha256(marshal.dumps(content, 0)).hexdigest()[:8]

    def select(self, indices: Iterable[int]) -> "Corpus":
        """Return the sentences at the indices, in that order.

        The annotators of the result are those who annotated any of the chosen sentences.
        """
        return replace(self, sentences=tuple(self.sentences[index] for index in indices))

    def select_annotators(self, annotators: Iterable[Annotator]) -> "Corpus":
        """Return every sentence with only these annotators' layers, and the reference texts these were extracted from.

        An annotator nobody knows is refused.
        """
        wanted = set(annotators)
        unknown = sorted(wanted - set(self.annotators), key=annotator_order)
        if unknown:
            raise InputError(
                f"{self.name} has no annotator {unknown[0]!r}; it has: {', '.join(map(str, self.annotators)) or 'none'}"
            )
        self._check_references()
        sentences = [
            replace(
                sentence,
                layers=tuple(layer for layer in sentence.layers if layer.annotator in wanted),
                references=tuple(
                    text for who, text in zip(self.annotators, sentence.references, strict=False) if who in wanted
                ),
            )
            for sentence in self.sentences
        ]
        return replace(self, sentences=tuple(sentences))

    def _outputs(self) -> list[str]:
        """Return what a table has in its column `output`; without that, an output would be taken to change nothing."""
        texts: list[object] = [(sentence.extra or {}).get("output") for sentence in self.sentences]
        for number, text in enumerate(texts, 1):
            if not isinstance(text, str):
                raise InputError(
                    f"{self.name} has no output of a system: sentence {number} has no annotator and no text in a "
                    "column 'output'. Read a table with role='output'; a noop line of M2 says that nothing changed"
                )
        return [str(text) for text in texts]

    @property
    def _has_references(self) -> bool:
        return any(sentence.references for sentence in self.sentences)

    def _check_references(self) -> None:
        """Refuse reference texts of which the edits do not tell whose they are."""
        n_annotators = len(self.annotators)
        odd = next((item for item in self.sentences if len(item.references) not in {0, n_annotators}), None)
        if odd is not None:
            raise InputError(
                f"{self.name} has {len(odd.references)} reference texts beside the edits of {n_annotators} annotators, "
                "so that whose they are cannot be told; extract the edits from the references, or leave those out"
            )


@dataclass(frozen=True)
class Output:
    """What one system made of the sources: texts, and the edits behind them where they are known.

    `origin` is what messages call it, such as the file it was read from; `sources` are the texts that the system
    corrected and `ids` their names, where the file says so.
    """

    name: str
    texts: Sequence[str]
    edits: Sequence[tuple[Edit, ...]] | None = None
    origin: str = ""
    sources: Sequence[str] = ()
    ids: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"Output({self.name!r}, {len(self)} sentences)"

    @property
    def called(self) -> str:
        """What messages call it."""
        return self.origin or self.name

    def __len__(self) -> int:
        return len(self.texts)

    def part(self, start: int, stop: int) -> "Output":
        """Return a run of consecutive sentences."""
        return replace(self, texts=self.texts[start:stop], edits=self.edits and self.edits[start:stop])

    @classmethod
    def from_corpus(cls, name: str, corpus: Corpus) -> "Output":
        """Take the edits of a corpus that has one annotator, and the texts they make; or its outputs, if it is a table.

        >>> Output.from_corpus("mine", Corpus((Text("a b", (Layer(0, (Edit(0, 1, ("x",)),)),)),))).texts
        ['x b']
        """
        if len(corpus.annotators) > 1:
            raise InputError(
                f"{corpus.name} has {len(corpus.annotators)} annotators ({', '.join(map(str, corpus.annotators))}), "
                "but the output of a system has one"
            )
        if not corpus.annotators:
            return cls(
                name, corpus._outputs(), None, corpus.name, corpus.sources if any(corpus.sources) else (), corpus.ids
            )
        edits = [sentence.layers[0].edits if sentence.layers else () for sentence in corpus]
        texts = [apply_edits(sentence.source, made) for sentence, made in zip(corpus, edits, strict=True)]
        return cls(name, texts, edits, corpus.name, corpus.sources, corpus.ids)


def order_by_ids(gold: Sequence[str], output: Sequence[str], gold_name: str, output_name: str) -> list[int] | None:
    """Return where the sentence of each id of the gold stands in an output; None where that is its own place.

    Nothing is said of sentences without ids; ids that are not the same, and such as stand twice, are refused.
    """
    if not gold or not output or tuple(gold) == tuple(output):
        return None
    for one, other, named, known in (
        (output_name, gold_name, output, frozenset(gold)),
        (gold_name, output_name, gold, frozenset(output)),
    ):
        odd = next((place for place, id in enumerate(named) if id not in known), None)
        if odd is not None:
            raise InputError(
                f"{one}, sentence {odd + 1}: {other} has no sentence with the id {named[odd]!r}; give files of the "
                "same sentences, or leave the ids out of one"
            )
        if len(set(named)) < len(named):
            twice = next(id for id, count in Counter(named).items() if count > 1)
            raise InputError(f"{one} has the id {twice!r} twice, so that sentences cannot be matched by their ids")
    places = {id: place for place, id in enumerate(output)}
    return [places[id] for id in gold]


def merge(corpora: Sequence[Corpus]) -> Corpus:
    """Join annotations of the same sentences into one corpus, annotators numbered anew in the order given.

    Where edits were extracted from reference texts, these are joined too.

    >>> one, two = (Corpus((Text("a b", (Layer(0),)),)) for _ in range(2))
    >>> merge([one, two]).annotators
    (0, 1)
    """
    if not corpora:
        raise InputError("nothing to merge: give at least one corpus")
    plain = [corpus.name for corpus in corpora if not corpus.is_annotated]
    if plain:
        raise InputError(f"{plain[0]} has no annotators; only annotated corpora can be merged")
    first = corpora[0]
    layers: list[list[Layer]] = [[] for _ in first]
    references: list[tuple[str, ...]] = [() for _ in first]
    n_annotators = 0
    for corpus in corpora:
        if len(corpus) != len(first):
            raise LengthError(
                f"{corpus.name} has {len(corpus)} sentences but {first.name} has {len(first)}; "
                "only annotations of the same sentences can be merged"
            )
        if corpus._has_references != first._has_references:
            with_texts, without = (corpus, first) if corpus._has_references else (first, corpus)
            raise InputError(
                f"{with_texts.name} has reference texts beside its edits but {without.name} has not; merge corpora "
                "that all have them, or none"
            )
        corpus._check_references()
        number = {annotator: n_annotators + rank for rank, annotator in enumerate(corpus.annotators)}
        n_annotators += len(number)
        for index, (sentence, known) in enumerate(zip(corpus, first, strict=True)):
            if sentence.source != known.source:
                raise InputError(
                    f"sentence {index + 1} differs: {corpus.name} has {sentence.source!r} "
                    f"but {first.name} has {known.source!r}"
                )
            layers[index] += [replace(layer, annotator=number[layer.annotator]) for layer in sentence.layers]
            references[index] += sentence.references
    sentences = [
        replace(sentence, layers=tuple(joined), references=texts)
        for sentence, joined, texts in zip(first, layers, references, strict=True)
    ]
    return Corpus(tuple(sentences), name=first.name)
