"""The references that a gold sentence stands for in the I-measure, and how to speak of the one that was chosen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from errata.measures.imeasure.alternatives import References, list_references, mix_references, separate_references
from errata.measures.imeasure.clusters import GoldError, find_errors
from errata.measures.imeasure.stretches import Budget
from errata.model import Annotator, Reference, Sentence
from errata.text.vocabulary import WordNumbers


@dataclass(frozen=True)
class ReferenceRules:
    """What references are made by: mixed or annotator by annotator, corrections re-tokenised or not."""

    mix: bool
    retokenise: bool
    budget: Budget

    def find(
        self, sentence: Sentence, texts: Sequence[Reference], encode: Callable[[str], Iterable[int]]
    ) -> "GoldReferences":
        """Return all references of a sentence: those of its errors, or the texts if there are any.

        Raises `NoReferenceError` or `InputError` if its annotation makes none.
        """
        source = tuple(encode(sentence.source))
        if texts:
            listed = list_references(source, [tuple(encode(text.text)) for text in texts])
            return GoldReferences(tuple([text.label for text in texts]), (), listed)
        labels = sentence.annotators
        gold_errors = find_errors(sentence, retokenise=self.retokenise)
        places = {label: place for place, label in enumerate(labels)}
        errors = [error.encode(encode, places) for error in gold_errors]
        if self.mix:
            references = mix_references(source, errors, self.budget)
        else:
            references = separate_references(source, errors, len(labels))
        return GoldReferences(labels, gold_errors, references)

    def describe(self, sentence: Sentence, texts: Sequence[Reference], rank: int) -> dict[str, Any]:
        """Return the text of a reference, and for each error the corrections it takes.

        >>> from errata.model import Layer, Edit
        >>> go = Sentence("He go .", (Layer(0, (Edit(1, 2, ("goes",)),)), Layer(1, (Edit(1, 2, ("went",)),))))
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
    errors: tuple[GoldError, ...]
    references: References

    def label(self, rank: int) -> Annotator | None:
        """Return whose reference it is; nobody's if annotators are mixed, or if it is the source."""
        annotators = self.references.annotators
        who = None if annotators is None else annotators[rank]
        return None if who is None else self.labels[who]

    def alternatives(self, rank: int) -> list[dict[str, Any]]:
        """Return for each error whose corrections the reference takes; nobody's where it is left alone."""
        described = []
        for number, (error, place) in enumerate(zip(self.errors, self.references.alternatives(rank), strict=True), 1):
            taken = [] if place is None else [error.alternatives[place]]
            who = taken[0].annotator if taken else None
            if taken and self.references.annotators is not None:  # an annotator's alternatives all go together
                taken = [item for item in error.alternatives if item.annotator == who]
            corrections = [list(correction) for item in taken for correction in item.corrections]
            described.append({"error": number, "annotator": who, "corrections": corrections})
        return described
