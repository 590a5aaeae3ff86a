"""Edits, annotations, sentences and corpora: the immutable data every room speaks.

Offsets here count tokens; `errata.documents` has those that count characters.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast

from errata.errors import InputError, LengthError

Annotator = int | str
"""Who made an annotation: an integer in M2 files, a name elsewhere."""

NOOP = "noop"
"""The type that M2 gives to a line which says that its annotator found nothing to change."""
UNCORRECTED = "UNK"
"""The type ERRANT gives to an error that was seen but not corrected; its correction is what stands there."""
EMPTY = "-NONE-"
"""What M2 writes for an empty correction among others, and for an empty comment; some files for any."""

_NUMBER = re.compile("0|-?[1-9][0-9]{0,3999}")  # Python does not read numbers that are much longer


def as_annotator(text: str) -> Annotator:
    """Return the annotator that a text stands for: a number where it is one written plainly, else a name.

    >>> as_annotator("12"), as_annotator("ann"), as_annotator("007")
    (12, 'ann', '007')
    """
    return int(text) if _NUMBER.fullmatch(text) else text


def annotator_order(annotator: Annotator) -> tuple[bool, int, str]:
    """Sort key of annotators: numbers by value, then names.

    >>> sorted(["b", 10, 9, "a"], key=annotator_order)
    [9, 10, 'a', 'b']
    """
    if isinstance(annotator, str):
        return (True, 0, annotator)
    return (False, annotator, "")


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace tokens `start` to `end` (exclusive) of a source by a correction.

    `corrections` holds the alternatives in order of preference; an empty string deletes. `start == end` inserts.
    Spans are kept as the file gave them, so they may reach outside the sentence. Who made the edit is said
    once, by the `Annotation` that holds it. `raw` is the correction as the file had it where `corrections` no longer
    tell, such as `-NONE-` for an empty one.
    """

    start: int
    end: int
    corrections: tuple[str, ...]
    type: str = ""
    required: bool = True
    comment: str = ""
    raw: str | None = field(default=None, repr=False, compare=False)

    @property
    def written(self) -> str:
        """The correction as M2 writes it, alternatives included: what programs compare that look no further.

        >>> Edit(2, 3, ("to", "")).written
        'to||-NONE-'
        """
        if self.raw is not None:
            return self.raw
        if len(self.corrections) == 1:
            return self.corrections[0]
        return "||".join(correction or EMPTY for correction in self.corrections)

    @property
    def is_noop(self) -> bool:
        """Whether the edit only says that there is nothing to change."""
        return self.type == NOOP

    def fits(self, n_tokens: int) -> bool:
        """Tell whether the span lies within a sentence of `n_tokens`."""
        return 0 <= self.start <= self.end <= n_tokens


class _Draft:
    """An `Edit` in the making: the same slots, but open, since filling a frozen object takes five times as long."""

    __slots__ = Edit.__slots__
    start: int
    end: int
    corrections: tuple[str, ...]
    type: str
    required: bool
    comment: str
    raw: str | None


def make_edit(start: int, end: int, correction: str, type: str, comment: str) -> Edit:
    """Return a required edit with one correction, quickly, for readers that make them by the million."""
    draft = _Draft()
    draft.start = start
    draft.end = end
    draft.corrections = (correction,)
    draft.type = type
    draft.required = True
    draft.comment = comment
    draft.raw = None
    draft.__class__ = Edit  # type: ignore[assignment]  # the slots are the same
    return cast("Edit", draft)


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotator's edits of one sentence, in file order; no edits means "looked, nothing to change"."""

    annotator: Annotator
    edits: tuple[Edit, ...] = ()


_UNSEEN = (Annotation(0),)


@dataclass(frozen=True, slots=True)
class Reference:
    """A corrected text and the annotator (or the number of the reference file) it comes from."""

    text: str
    label: Annotator


@dataclass(frozen=True, slots=True)
class Sentence:
    """A source with what annotators made of it, or with whole reference texts.

    An annotator who is not among `annotations` did not see the sentence; one who is there without edits found
    nothing to change.

    >>> dog = Sentence("A dogs bark .", (Annotation(0, (Edit(0, 1, ("The",)),)), Annotation(1)))
    >>> dog.corrected(0), dog.corrected(1)
    ('The dogs bark .', 'A dogs bark .')
    """

    source: str
    annotations: tuple[Annotation, ...] = ()
    references: tuple[str, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """The source split at white space: what the offsets of edits count."""
        return tuple(self.source.split())

    @property
    def annotators(self) -> tuple[Annotator, ...]:
        """The annotators present, in ascending order."""
        return tuple(sorted((layer.annotator for layer in self.annotations), key=annotator_order))

    @property
    def seen(self) -> tuple[Annotation, ...]:
        """The annotations; of a sentence without any, that of an annotator 0 who found nothing to change."""
        return self.annotations or _UNSEEN

    def annotation(self, annotator: Annotator) -> Annotation | None:
        """Return the annotator's layer, None where the annotator is absent."""
        for layer in self.annotations:
            if layer.annotator == annotator:
                return layer
        return None

    def corrected(self, annotator: Annotator) -> str:
        """Return the source with the annotator's edits applied, first alternatives only."""
        layer = self.annotation(annotator)
        if layer is None:
            raise InputError(
                f"annotator {annotator!r} is absent from the sentence {self.source!r}; "
                f"present: {', '.join(map(str, self.annotators)) or 'none'}"
            )
        return apply_edits(self.source, layer.edits)


def applicable(edits: Iterable[Edit], n_tokens: int) -> list[Edit]:
    """Return the edits that can be applied together, by position, insertions of one place in file order.

    Left out: edits outside the sentence, those without a correction, and of overlapping edits all but the first.
    """
    kept: list[Edit] = []
    reached = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.corrections and edit.fits(n_tokens) and edit.start >= reached:
            kept.append(edit)
            reached = edit.end
    return kept


def apply_edits(source: str, edits: Iterable[Edit]) -> str:
    """Return the source with the first alternative of each applicable edit put in.

    White space that no edit touches stays as it is; new words are set off by one blank.

    >>> apply_edits("She go  in school", [Edit(1, 2, ("goes",)), Edit(3, 3, ("the",)), Edit(4, 4, (".",))])
    'She goes  in the school .'
    """
    edits = tuple(edits)
    if not edits:
        return source
    tokens = source.split()
    to_apply = applicable(edits, len(tokens))
    if not to_apply:
        return source
    if source != " ".join(tokens):
        return _splice(source, tokens, to_apply)
    words: list[str] = []
    position = 0
    for edit in to_apply:
        words += tokens[position : edit.start]
        words += edit.corrections[0].split()
        position = edit.end
    words += tokens[position:]
    return " ".join(words)


def _splice(source: str, tokens: Sequence[str], edits: Iterable[Edit]) -> str:
    """Apply edits to a source that has more than single blanks between its tokens."""
    gaps = re.split(r"\S+", source) if tokens else [""]  # one before each token, one behind them all
    head, tail = gaps[0], gaps[-1]
    pieces: list[tuple[str, str]] = []
    position = 0
    for edit in edits:
        pieces += zip(gaps[position : edit.start], tokens[position : edit.start], strict=True)
        gap = gaps[edit.start] if edit.start < len(tokens) else " "
        for word in edit.corrections[0].split():
            pieces.append((gap, word))
            gap = " "
        if edit.start == edit.end:
            gaps[edit.start] = gap  # the new words took the gap of the token behind them
        position = edit.end
    pieces += zip(gaps[position:-1], tokens[position:], strict=True)
    body = "".join((gap or " ") + word for gap, word in pieces[1:])
    return f"{head}{pieces[0][1]}{body}{tail}" if pieces else ""


@dataclass(frozen=True)
class Corpus:
    """Sentences in file order, with the name they are known by in messages.

    Either annotated (edits by annotators, also where none found anything to change) or with plain references (as many
    texts for every sentence, perhaps none), or with both, where edits were extracted from references.
    """

    sentences: tuple[Sentence, ...]
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
        sentences = tuple(Sentence(source, (), tuple(texts)) for source, texts in pairs)
        return cls(sentences, name, is_annotated=False)

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __getitem__(self, index: int) -> Sentence:
        return self.sentences[index]

    @property
    def sources(self) -> list[str]:
        """The source of every sentence."""
        return [sentence.source for sentence in self.sentences]

    @cached_property
    def annotators(self) -> tuple[Annotator, ...]:
        """Everyone who annotated any sentence, in ascending order."""
        seen = {layer.annotator for sentence in self.sentences for layer in sentence.annotations}
        return tuple(sorted(seen, key=annotator_order))

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
        texts = {layer.annotator: apply_edits(sentence.source, layer.edits) for layer in sentence.annotations}
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
                    for layer in sentence.annotations
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
                annotations=tuple(layer for layer in sentence.annotations if layer.annotator in wanted),
                references=tuple(
                    text for who, text in zip(self.annotators, sentence.references, strict=False) if who in wanted
                ),
            )
            for sentence in self.sentences
        ]
        return replace(self, sentences=tuple(sentences))

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

    `origin` is what messages call it, such as the file it was read from; `sources` are the texts that the edits
    change, where the file says so.
    """

    name: str
    texts: Sequence[str]
    edits: Sequence[tuple[Edit, ...]] | None = None
    origin: str = ""
    sources: Sequence[str] = ()

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
        """Take the edits of a corpus that has one annotator, and the texts they make.

        >>> Output.from_corpus("mine", Corpus((Sentence("a b", (Annotation(0, (Edit(0, 1, ("x",)),)),)),))).texts
        ['x b']
        """
        if len(corpus.annotators) > 1:
            raise InputError(
                f"{corpus.name} has {len(corpus.annotators)} annotators ({', '.join(map(str, corpus.annotators))}), "
                "but the output of a system has one"
            )
        edits = [sentence.annotations[0].edits if sentence.annotations else () for sentence in corpus]
        texts = [apply_edits(sentence.source, made) for sentence, made in zip(corpus, edits, strict=True)]
        return cls(name, texts, edits, corpus.name, corpus.sources)


def merge(corpora: Sequence[Corpus]) -> Corpus:
    """Join annotations of the same sentences into one corpus, annotators numbered anew in the order given.

    Where edits were extracted from reference texts, these are joined too.

    >>> one, two = (Corpus((Sentence("a b", (Annotation(0),)),)) for _ in range(2))
    >>> merge([one, two]).annotators
    (0, 1)
    """
    if not corpora:
        raise InputError("nothing to merge: give at least one corpus")
    plain = [corpus.name for corpus in corpora if not corpus.is_annotated]
    if plain:
        raise InputError(f"{plain[0]} has no annotators; only annotated corpora can be merged")
    first = corpora[0]
    layers: list[list[Annotation]] = [[] for _ in first]
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
            layers[index] += [replace(layer, annotator=number[layer.annotator]) for layer in sentence.annotations]
            references[index] += sentence.references
    sentences = [
        replace(sentence, annotations=tuple(joined), references=texts)
        for sentence, joined, texts in zip(first, layers, references, strict=True)
    ]
    return Corpus(tuple(sentences), name=first.name)
