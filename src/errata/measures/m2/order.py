"""Gold edits that M² can lose because others, to their right, are listed before them, and those it counts twice."""

from collections.abc import Iterable, Sequence

from errata.findings import Finding, Place, remedy
from errata.measures.data import Noticed
from errata.model import Corpus, Edit
from errata.text.messages import plural

_CODE, _TWICE = "edit-unsorted", "edit-duplicate"


def is_out_of_reach(edits: Iterable[Edit]) -> bool:
    """Tell whether an edit is listed after one that begins where it ends or further right.

    Of edits that overlap, only one can match, so their order does not matter.

    >>> det, verb = Edit(4, 4, ("the",)), Edit(2, 3, ("sits",))
    >>> is_out_of_reach([verb, det]), is_out_of_reach([det, verb])
    (False, True)
    """
    start = end = -1
    for edit in edits:
        if edit.start > start or (edit.start == start and edit.end > end):
            start, end = edit.start, edit.end
        elif edit.end <= start and (edit.start, edit.end) != (start, end):
            return True
    return False


def is_twice(edits: Sequence[Edit]) -> bool:
    """Tell whether two edits put the same text in the place of the same words, so that one proposal matches both."""
    changes = [
        (edit.start, edit.end, correction)
        for edit in edits
        for correction in set(edit.corrections)
        if edit.start < edit.end
    ]
    return len(set(changes)) < len(changes)


def notice_order(gold: Corpus, first: int) -> Noticed:
    """Count the sentences of a run that have such edits, and note the first."""
    found: dict[str, list[int]] = {_CODE: [], _TWICE: []}
    for number, sentence in enumerate(gold, first + 1):
        layers = [layer.edits for layer in sentence.layers if len(layer.edits) > 1]
        if any(map(is_out_of_reach, layers)):
            found[_CODE].append(number)
        if any(map(is_twice, layers)):
            found[_TWICE].append(number)
    return {code: [len(numbers), numbers[0]] for code, numbers in found.items() if numbers}


def say_order(measure: str, name: str, noticed: Noticed) -> list[Finding]:
    """Report them."""
    findings = []
    if _CODE in noticed:
        count, number = noticed[_CODE]
        have = plural(count, "sentence has", "sentences have")
        message = (
            f"{have} edits of one annotator that are not in ascending order, first in sentence {number}; {measure} "
            "matches edits in the order of the file, as its program does, so those listed after one further right may "
            "count as missed even if the output has them"
        )
        advice = remedy("to have them count, sort the edits: {sort}")
        findings.append(Finding(_CODE, message, name, (Place(sentence=number),), count, hint=advice))
    if _TWICE in noticed:
        count, number = noticed[_TWICE]
        have = plural(count, "sentence has", "sentences have")
        message = (
            f"{have} the same edit of one annotator twice, first in sentence {number}; {measure} counts it as matched "
            "twice by one edit of an output, as its program does, so precision and F can exceed 100 percent"
        )
        advice = remedy("remove one of the two: errata validate lists them")
        findings.append(Finding(_TWICE, message, name, (Place(sentence=number),), count, hint=advice))
    return findings
