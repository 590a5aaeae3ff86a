"""The references of a sentence, prepared once for every output, and how to describe the chosen one."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from errata.measures.imeasure.clusters import GoldError, find_errors
from errata.measures.imeasure.combinations import (
    Combinations,
    Error,
    NoReferenceError,
    RankedText,
    annotator_references,
)
from errata.measures.imeasure.groups import Group, group_errors
from errata.measures.imeasure.stretches import Budget
from errata.model import Annotator, Reference, Text
from errata.records import dataclass
from errata.text.vocabulary import WordNumbers

DEFAULT_BUDGET = Budget()

_FEW = 8  # combinations that are enumerated: quicker than cutting


@dataclass(frozen=True, slots=True)
class References:
    """All references of a sentence: built only from its annotation, so that they serve for every output.

    Either `texts` lists them, or they are the combinations of `groups`; neither if a group is beyond the
    budget. `annotators` are those of the texts, if annotators are not mixed.
    """

    combinations: Combinations
    errors: tuple[Error, ...]
    n_combinations: int
    texts: tuple[RankedText, ...] | None
    groups: tuple[Group, ...] | None
    annotators: tuple[int | None, ...] | None = None

    @property
    def source(self) -> tuple[int, ...]:
        """The source."""
        return self.combinations.source

    def text(self, rank: int) -> tuple[int, ...]:
        """Return the reference of a rank."""
        if self.annotators is not None and self.texts is not None:
            return next(text.tokens for text in self.texts if text.rank == rank)
        text = self.combinations.text(self.combinations.choices(rank))
        assert text is not None, "what has a rank has no conflict"
        return text

    def alternatives(self, rank: int) -> tuple[int | None, ...]:
        """Return the index of the chosen alternative in each error, or none where it is left alone."""
        if self.annotators is None:
            chosen = zip(self.combinations.options, self.combinations.choices(rank), strict=True)
            return tuple(found[choice].alternative for found, choice in chosen)
        annotator = self.annotators[rank]
        return tuple(
            next((at for at, item in enumerate(error.alternatives) if item.annotator == annotator), None)
            for error in self.errors
        )


def mix_references(source: Sequence[int], errors: Sequence[Error], budget: Budget = DEFAULT_BUDGET) -> References:
    """Prepare the references for every combination of alternatives.

    Raises `NoReferenceError` if there is none: an error without options, or conflicts in every combination.
    """
    combinations = Combinations.of(source, errors)
    for number, found in enumerate(combinations.options, 1):
        if not found:
            raise NoReferenceError(
                f"error {number} of {len(errors)} is required but has no alternative; "
                "give it one or mark it as not required"
            )
    texts = groups = None
    if combinations.number <= _FEW:
        texts = tuple(combinations.enumerate())
    else:
        found_groups = group_errors(combinations, budget.max_alternatives)
        groups = None if found_groups is None else tuple(found_groups)
    return References(combinations, tuple(errors), combinations.number, texts, groups)


def separate_references(source: Sequence[int], errors: Sequence[Error], n_annotators: int) -> References:
    """Prepare one reference per annotator: nothing is mixed, and nothing can conflict.

    `n_annotators` are those of the sentence; if some of them changed nothing, or none is known, the source
    is a reference too.
    """
    texts: dict[tuple[int, ...], int | None] = {}
    for annotator, text in annotator_references(source, errors, n_annotators):
        texts.setdefault(text, annotator)
    combinations = Combinations.of(source, errors)
    references = tuple(RankedText(text, number) for number, text in enumerate(texts))
    annotators = tuple(texts.values())
    return References(combinations, tuple(errors), combinations.number, references, None, annotators)


def list_references(source: Sequence[int], texts: Sequence[Sequence[int]]) -> References:
    """Prepare whole texts as references: each is one alternative for the sentence, and there is nothing to mix.

    Their indices in the list are used as annotators; equal texts count once.
    """
    first: dict[tuple[int, ...], int] = {}
    for number, text in enumerate(texts):
        first.setdefault(tuple(text), number)
    references = tuple(RankedText(text, rank) for rank, text in enumerate(first))
    return References(Combinations.of(source, ()), (), len(texts), references, None, tuple(first.values()))


@dataclass(frozen=True)
class ReferenceRules:
    """How references are built: mixed or annotator by annotator, corrections re-tokenised or not."""

    mix: bool
    retokenise: bool
    budget: Budget

    def find(
        self, sentence: Text, texts: Sequence[Reference], encode: Callable[[str], Iterable[int]]
    ) -> "GoldReferences":
        """Return all references of a sentence: those of its errors, or the texts if there are any.

        Raises `NoReferenceError` or `InputError` if its annotation gives none.
        """
        source = tuple(encode(sentence.source))
        if texts:
            listed = list_references(source, [tuple(encode(text.text)) for text in texts])
            return GoldReferences(tuple([text.label for text in texts]), (), listed)
        labels = sentence.annotators
        gold_errors = find_errors(sentence, retokenise=self.retokenise)
        places = {label: place for place, label in enumerate(labels)}
        errors = [error.encode(encode, places) for error in gold_errors]
        return GoldReferences(labels, gold_errors, self.prepare(source, errors, len(labels)))

    def prepare(self, source: Sequence[int], errors: Sequence[Error], n_annotators: int) -> References:
        """Prepare the references given by the errors of a source."""
        if self.mix:
            return mix_references(source, errors, self.budget)
        return separate_references(source, errors, n_annotators)

    def describe(self, sentence: Text, texts: Sequence[Reference], rank: int) -> dict[str, Any]:
        """Return the text of a reference, and for each error the corrections it uses.

        >>> from errata.model import Layer, Edit
        >>> go = Text("He go .", (Layer(0, (Edit(1, 2, ("goes",)),)), Layer(1, (Edit(1, 2, ("went",)),))))
        >>> ReferenceRules(True, True, Budget()).describe(go, (), 1)
        {'reference_text': 'He went .', 'alternatives': [{'error': 1, 'annotator': 1, 'corrections': [[1, 2, 'went']]}]}
        """
        words = WordNumbers()
        found = self.find(sentence, texts, words.encode)
        return {
            "reference_text": words.decode(found.references.text(rank)),
            "alternatives": found.alternatives(rank),
        }


@dataclass(frozen=True)
class GoldReferences:
    """All references of a sentence; `labels` are its annotators, or the numbers of the given texts."""

    labels: tuple[Annotator, ...]
    errors: Sequence[GoldError]
    references: References

    def label(self, rank: int) -> Annotator | None:
        """Return whose reference it is; nobody's if annotators are mixed, or if it is the source."""
        annotators = self.references.annotators
        who = None if annotators is None else annotators[rank]
        return None if who is None else self.labels[who]

    def alternatives(self, rank: int) -> list[dict[str, Any]]:
        """Return for each error whose corrections the reference uses; nobody's where it is left alone."""
        described = []
        for number, (error, place) in enumerate(zip(self.errors, self.references.alternatives(rank), strict=True), 1):
            taken = [] if place is None else [error.alternatives[place]]
            who = taken[0].annotator if taken else None
            if taken and self.references.annotators is not None:  # an annotator's alternatives all go together
                taken = [item for item in error.alternatives if item.annotator == who]
            corrections = [list(correction) for item in taken for correction in item.corrections]
            described.append({"error": number, "annotator": who, "corrections": corrections})
        return described
