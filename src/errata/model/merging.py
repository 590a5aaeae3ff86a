"""Join the annotations of several corpora into one."""

from collections.abc import Sequence

from errata.errors import InputError, LengthError
from errata.model.corpus import Corpus
from errata.model.edits import Layer
from errata.model.texts import TOKENS, Text
from errata.records import replace


def merge(corpora: Sequence[Corpus]) -> Corpus:
    """Merge annotations of the same texts into one corpus, with annotators renumbered in the order given.

    Sentences belong together by position, documents by id; a document that only some corpora have was seen
    by those annotators only. If edits were extracted from reference texts, these are merged too.

    >>> one, two = (Corpus((Text("a b", (Layer(0),)),)) for _ in range(2))
    >>> merge([one, two]).annotators
    (0, 1)
    """
    if not corpora:
        raise InputError("nothing to merge: give at least one corpus")
    first = corpora[0]
    for corpus in corpora:
        if not corpus.is_annotated:
            raise InputError(f"{corpus.called} has no annotators; only annotated corpora can be merged")
        if corpus.texts and corpus.unit != first.unit:
            raise InputError(
                f"{corpus.called} holds {corpus.noun}s but {first.called} holds {first.noun}s; only annotations of the "
                "same texts can be merged"
            )
    numbered = []
    n_annotators = 0
    for corpus in corpora:
        numbered.append(_renumbered(corpus, n_annotators))
        n_annotators += len(corpus.annotators)
    made = _merge_sentences(numbered) if first.unit == TOKENS else _merge_documents(numbered)
    return replace(first, texts=tuple(made))


def _renumbered(corpus: Corpus, first: int) -> Corpus:
    """Return the corpus with its annotators, in ascending order, renumbered from a number on."""
    number = {annotator: first + rank for rank, annotator in enumerate(corpus.annotators)}
    return corpus.map(
        lambda text: replace(
            text, layers=tuple(replace(layer, annotator=number[layer.annotator]) for layer in text.layers)
        )
    )


def _merge_sentences(corpora: Sequence[Corpus]) -> list[Text]:
    first = corpora[0]
    layers: list[list[Layer]] = [[] for _ in first]
    references: list[tuple[str, ...]] = [() for _ in first]
    for corpus in corpora:
        if len(corpus) != len(first):
            raise LengthError(
                f"{corpus.called} has {len(corpus)} sentences but {first.called} has {len(first)}; "
                "only annotations of the same sentences can be merged"
            )
        if corpus.has_references != first.has_references:
            with_texts, without = (corpus, first) if corpus.has_references else (first, corpus)
            raise InputError(
                f"{with_texts.called} has reference texts as well as edits but {without.called} does not; merge "
                f"corpora "
                "that all have them, or none"
            )
        corpus.check_references()
        for index, (sentence, known) in enumerate(zip(corpus, first, strict=True)):
            if sentence.source != known.source:
                raise InputError(
                    f"sentence {index + 1} differs: {corpus.called} has {sentence.source!r} "
                    f"but {first.called} has {known.source!r}"
                )
            layers[index] += sentence.layers
            references[index] += sentence.references
    return [
        replace(sentence, layers=tuple(joined), references=texts)
        for sentence, joined, texts in zip(first, layers, references, strict=True)
    ]


def _merge_documents(corpora: Sequence[Corpus]) -> list[Text]:
    merged: dict[str, Text] = {}
    for corpus in corpora:
        for id, document in corpus.by_id.items():
            known = merged.get(id, replace(document, layers=())).with_text_of(document, corpus.called)
            merged[id] = replace(known, layers=(*known.layers, *document.layers))
    units = {corpus.offset_unit for corpus in corpora}
    if len(units) > 1:
        raise InputError(
            f"the offsets of {corpora[0].called} and the others count different things: {', '.join(sorted(units))}"
        )
    return list(merged.values())
