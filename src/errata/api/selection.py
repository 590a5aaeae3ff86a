"""Which sentences to explain: by number, by a word in them, by type of error, or the worst."""

import math
from collections.abc import Iterable, Sequence

from errata.errors import InputError
from errata.findings import remedy
from errata.measures.data import Score
from errata.model import CHARACTERS, NOOP, Corpus, Edit, Output
from errata.text.messages import plural


def has_type(kind: str, wanted: str) -> bool:
    """Tell whether a type begins as wanted, with its operation or without.

    >>> [has_type("R:VERB:SVA", wanted) for wanted in ("R", "R:VERB", "VERB:SVA", "NOUN")]
    [True, True, True, False]
    """
    return kind.startswith(wanted) or (kind[1:2] == ":" and kind[2:].startswith(wanted))


def _edits(gold: Corpus, output: Output, index: int) -> list[Edit]:
    """Return the edits of all annotators and of the system."""
    return [*gold[index].all_edits, *output.edits_of(index)]


def _types(gold: Corpus, output: Output, index: int) -> set[str]:
    return {edit.type for edit in _edits(gold, output, index)} - {NOOP}


def _texts(gold: Corpus, output: Output, index: int) -> list[str]:
    if gold.unit == CHARACTERS:
        texts = [part.text for part in gold[index].parts]
        edits = _edits(gold, output, index)
        return texts + [text for edit in edits for text in (edit.original, *edit.corrections) if text]
    references = [reference.text for reference in gold.references(index)]
    return [gold[index].source, output.texts[index], *references]


def _rank(score: Score, index: int) -> float:
    """Return how good a sentence is, more being better; where that is not defined, better than all others."""
    value = score.sentence_values(index)[score.made_by.value_names[0]]
    return math.inf if math.isnan(value) else value if score.better == "higher" else -value


def select(
    gold: Corpus,
    output: Output,
    score: Score,
    *,
    sentences: Sequence[int] | None,
    worst: int | None,
    grep: str | None,
    error_type: str | None,
) -> list[int]:
    """Return the sentences that meet every condition, in the order of the file, the worst first.

    `sentences` count from 0; a sentence that is not there is refused.
    """
    n = len(gold)
    what = gold.noun
    for index in sentences or ():
        if not 0 <= index < n:
            raise InputError(
                f"there is no {what} {index + 1} (index {index}); {gold.name} has {plural(n, what)}, counted from 1"
            )
    found: Iterable[int] = range(n) if sentences is None else list(dict.fromkeys(sentences))
    if grep is not None:
        found = [index for index in found if any(grep in text for text in _texts(gold, output, index))]
    if error_type is not None:
        found = [index for index in found if any(has_type(kind, error_type) for kind in _types(gold, output, index))]
    if worst is not None:
        found = sorted(found, key=lambda index: _rank(score, index))[:worst]
    return list(found)


def nothing_found(
    gold: Corpus,
    outputs: Sequence[Output],
    sentences: Sequence[int] | None,
    grep: str | None,
    error_type: str | None,
) -> InputError:
    """Return what to say where no sentence of any system meets the conditions."""
    what = f"{gold.noun}s"
    looked_at = range(len(gold)) if sentences is None else sentences
    if grep is not None and not any(
        grep in text for output in outputs for index in looked_at for text in _texts(gold, output, index)
    ):
        return InputError(f"none of the {what} looked at has {grep!r} in source, output or reference")
    known = sorted({kind for output in outputs for index in looked_at for kind in _types(gold, output, index)})
    if not known:
        return InputError("no edit of the sentences looked at has a type", remedy("have edits extracted ({extract})"))
    also = "" if grep is None else f" beside {grep!r}"
    return InputError(
        f"none of the {what} looked at has an edit of type {error_type!r}{also}; there are: {', '.join(known[:40])}"
        f"{', …' if len(known) > 40 else ''}"
    )
