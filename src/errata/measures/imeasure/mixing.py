"""The errors of a gold as the I-measure combines them: every reference, doubtful clusters, and fully mixed gold."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod

from errata.errors import InputError
from errata.measures.imeasure.clusters import GoldError, find_errors
from errata.measures.imeasure.references import DEFAULT_BUDGET, ReferenceRules
from errata.model import Corpus, Edit, Layer, Text
from errata.records import dataclass
from errata.text.messages import plural
from errata.text.vocabulary import WordNumbers

UNEQUAL, TOUCHING = "unequal spans", "touching"
REASONS = {
    UNEQUAL: "its corrections do not all replace the same words",
    TOUCHING: "a correction ends where one of another error begins",
}
"""Why a person must decide whether alternatives can be combined freely."""
MOST_MIXED = 1024


@dataclass(frozen=True)
class ListedReference:
    """A reference of a sentence, and the annotator whose corrections it uses for each error; None: left alone."""

    text: str
    annotators: tuple[object, ...]


@dataclass(frozen=True)
class Doubt:
    """An error whose alternatives may not combine freely, with its spans and the reason."""

    sentence: int
    error: int
    spans: tuple[tuple[int, int], ...]
    reason: str


def count_combinations(errors: Sequence[GoldError]) -> int:
    """Return in how many ways the errors can be corrected, including impossible ones; equal corrections count once."""
    return prod(len(_options(error)) for error in errors)


def _options(error: GoldError) -> list[tuple[tuple[int, int, str], ...]]:
    """Return the options for an error, leaving it alone first."""
    alternatives = [tuple(alternative.corrections) for alternative in error.alternatives]
    return list(dict.fromkeys(alternatives if error.is_required else [(), *alternatives]))


def list_references(sentence: Text, limit: int = MOST_MIXED, *, retokenise: bool = True) -> list[ListedReference]:
    """Return the references from combining the alternatives of a sentence, in order, up to a limit.

    Combinations that correct the same words twice are excluded; equal texts count once.

    >>> go = Text("He go .", (Layer(0, (Edit(1, 2, ("goes",)),)), Layer(1, (Edit(1, 2, ("went",)),))))
    >>> [(found.text, found.annotators) for found in list_references(go)]
    [('He goes .', (0,)), ('He went .', (1,))]
    """
    words = WordNumbers()
    rules = ReferenceRules(True, retokenise, DEFAULT_BUDGET)
    known = rules.find(sentence, (), words.encode)
    texts = known.references.combinations.enumerate()
    return [
        ListedReference(words.decode(text.tokens), tuple(item["annotator"] for item in known.alternatives(text.rank)))
        for text in islice(texts, limit)
    ]


def find_doubtful(gold: Corpus) -> list[Doubt]:
    """Return the errors of a gold whose alternatives may not be combined freely.

    Felice & Briscoe (2015, §3) exclude sentences with such clusters by hand; these two rules find them automatically.
    """
    found = []
    for index, sentence in enumerate(gold):
        errors = find_errors(sentence)
        spans = [_spans(error) for error in errors]
        starts = [{start for start, _ in own} for own in spans]
        ends = [{end for _, end in own} for own in spans]
        for place, (error, own) in enumerate(zip(errors, spans, strict=True)):
            others = [other for other in range(len(errors)) if other != place]
            touches = any(starts[place] & ends[other] or ends[place] & starts[other] for other in others)
            reasons = [UNEQUAL] * (len(own) > 1) + [TOUCHING] * touches
            if reasons:
                found.append(Doubt(index, error.number, tuple(sorted(own)), " and ".join(reasons)))
    return found


def _spans(error: GoldError) -> set[tuple[int, int]]:
    return {(start, end) for alternative in error.alternatives for start, end, _ in alternative.corrections}


def mix_annotations(gold: Corpus, limit: int = MOST_MIXED, *, cut: bool = False) -> tuple[Corpus, list[int]]:
    """Return a gold with an annotator for every combination of alternatives, and the sentences that have too many.

    These are refused, or with `cut` keep the first `limit` combinations. M² on such a gold is that of Table 10.
    """
    sentences, beyond = [], []
    for index, sentence in enumerate(gold):
        errors = find_errors(sentence, retokenise=False)
        n = count_combinations(errors)
        if n > limit:
            if not cut:
                raise InputError(
                    f"{gold.name}, sentence {index + 1}: {n:,} combinations of alternatives are more than the limit of "
                    f"{plural(limit, 'annotator')}; raise it, or allow the loss of the rest"
                )
            beyond.append(index)
        mixed = list(dict.fromkeys(islice(_combinations(errors), limit)))
        layers = tuple(Layer(who, edits) for who, edits in enumerate(mixed))
        sentences.append(Text.of(sentence.source, layers if sentence.layers else (), id=sentence.details.id))
    return Corpus(tuple(sentences), gold.name), beyond


def _combinations(errors: Sequence[GoldError]) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits of every combination without two corrections of one span, in the order of ranks."""
    kinds = ["/".join(error.types) for error in errors]
    for chosen in product(*map(_options, errors)):
        edits = [
            Edit(start, end, (text,), kind)
            for kind, corrections in zip(kinds, chosen, strict=True)
            for start, end, text in corrections
        ]
        if len({(edit.start, edit.end) for edit in edits}) == len(edits):
            yield tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
