"""From the annotation of a sentence to errors with alternatives: as declared there, or by clustering its edits.

Edits may say which error they belong to, as in I-measure XML: `error=2` in the comment. Edits of other
files, such as M2, are clustered as in the I-measure's converter: overlapping edits are corrections of
the same error, whoever made them. Surprises of the original that are kept: an insertion next to a replacement is
a separate error, so that both can be applied; edits of one annotator that depend on each other become
independent; clusters that a later edit would connect stay apart.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from errata.errors import InputError
from errata.measures.imeasure.combinations import Alternative, Error, SpanCorrection
from errata.model import EMPTY, NOOP, Annotator, Edit, Text, annotator_order
from errata.text.treebank import split_treebank

_PLACE = re.compile(r"(?:^|;)error=(0|[1-9]\d*)(?:;alt=([1-9]\d*))?(?:;|$)")


class GoldAlternative(NamedTuple):
    """One annotator's way to correct an error: spans of the source with the text that replaces each."""

    annotator: Annotator
    corrections: tuple[tuple[int, int, str], ...]


class GoldError(NamedTuple):
    """An error in a sentence's annotation; if it is not required it may be left alone."""

    alternatives: tuple[GoldAlternative, ...]
    is_required: bool
    types: tuple[str, ...]
    number: int

    def encode(self, encode: Callable[[str], Iterable[int]], annotators: Mapping[Annotator, int]) -> Error:
        """Return the error with numbers for words, and for annotators."""
        return Error(
            tuple(
                [
                    Alternative(
                        annotators[who],
                        tuple([SpanCorrection(start, end, tuple(encode(text))) for start, end, text in corrections]),
                    )
                    for who, corrections in self.alternatives
                ]
            ),
            self.is_required,
        )


def write_place(error: int, alternative: int | None = None) -> str:
    """Return the comment that assigns an edit to an error and, if that is ambiguous, to one of its alternatives.

    Without the second number an annotator has one alternative, and annotators come in ascending order.

    >>> write_place(2), write_place(2, 1)
    ('error=2', 'error=2;alt=1')
    """
    return f"error={error}" if alternative is None else f"error={error};alt={alternative}"


def read_place(comment: str) -> tuple[int, int | None] | None:
    """Return the arguments of `write_place`, or nothing if the comment does not have them.

    >>> read_place("error=2"), read_place("cset=7;error=2;alt=1"), read_place("unsure")
    ((2, None), (2, 1), None)
    """
    found = _PLACE.search(comment) if comment else None
    return found and (int(found[1]), int(found[2]) if found[2] else None)


def say_no_correction(edit: Edit) -> str:
    """Return a message about an edit that detects an error without correcting it."""
    return f"the edit {edit.start} {edit.end} ({edit.type}) has no correction, so it makes no reference"


def is_written_none(edit: Edit) -> bool:
    """Tell whether the first correction is a deletion that the file writes as `-NONE-`.

    The original's converter treats that as a word.

    >>> [is_written_none(Edit(0, 1, ("",), raw=raw)) for raw in (None, "-NONE-", "-NONE-||to")]
    [False, True, True]
    """
    return edit.corrections[:1] == ("",) and edit.written.partition("||")[0] == EMPTY


def get_correction(edit: Edit, *, retokenise: bool = True) -> str:
    """Return the text that an edit inserts: its first correction.

    The original re-tokenises it (`errata.text.treebank`), which alters 10 of 5,873 corrections of CoNLL-2014.

    >>> edit = Edit(0, 1, ("known,the", "known"))
    >>> get_correction(edit), get_correction(edit, retokenise=False)
    ('known , the', 'known,the')
    """
    if not edit.corrections:
        raise InputError(say_no_correction(edit))
    first = edit.corrections[0]
    return retokenised(first) if retokenise else first


@lru_cache(1 << 12)  # half of the corrections of a corpus are the same few words
def retokenised(text: str) -> str:
    """Return a correction as the original's converter splits it."""
    return " ".join(split_treebank(text))


def cluster_spans(spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Group the spans that belong to one error; return the indices of each group, in text order.

    Two spans overlap if they share a token, are equal, or one is an insertion strictly inside the other. Longest
    spans first, each joins the first group that has a member it overlaps, or opens a new one. Groups are ordered by
    their first member.

    >>> cluster_spans([(0, 1), (0, 2), (2, 2), (1, 2)])
    [[1, 0, 3], [2]]
    """
    in_order = sorted(range(len(spans)), key=spans.__getitem__)
    if _are_apart([spans[index] for index in in_order]):
        return [[index] for index in in_order]
    clusters: list[list[int]] = []
    nowhere = len(spans)
    size = max(0, *map(max, spans))  # offsets may run backwards, or be negative
    # The first group with a member that has this token, that goes on both sides of this place, that inserts there.
    # Each span joins the first of all it meets, so its number may be written over theirs.
    at_token, around = [nowhere] * size, [nowhere] * (size + 1)
    inserting: dict[int, int] = {}
    for index in sorted(range(len(spans)), key=lambda at: spans[at][0] - spans[at][1]):
        start, end = spans[index]
        first = (
            min(at_token[start:end], default=nowhere)
            if start < end
            else min(around[start], inserting.get(start, nowhere))
        )
        if first == nowhere:
            first = len(clusters)
            clusters.append([])
        clusters[first].append(index)
        if start < end:
            at_token[start:end] = [first] * (end - start)
            around[start + 1 : end] = [first] * (end - start - 1)
        else:
            inserting[start] = first
    return sorted(clusters, key=lambda cluster: spans[cluster[0]])


def _are_apart(spans: Iterable[tuple[int, int]]) -> bool:
    """Tell whether no span overlaps another, as is true of nearly all annotators; they come in text order."""
    before, reached = (-1, -1), 0
    for span in spans:
        start, end = span
        if not reached <= start <= end or span == before:
            return False
        before, reached = span, end
    return True


def _is_noop(edit: Edit) -> bool:
    return edit.start == edit.end == -1 and edit.type.lower() == NOOP


def find_errors(sentence: Text, *, retokenise: bool = True, keep_optional: bool = False) -> tuple[GoldError, ...]:
    """Return the errors of a sentence with the annotators' alternatives.

    If the edits do not say, an error is required if everyone who annotated the sentence corrected it, including those
    who found nothing to change; and corrections are re-tokenised unless told not to. The original ignores
    OPTIONAL; with `keep_optional` an error with such an edit is not required.

    >>> from errata.model import Layer
    >>> go = Layer(0, (Edit(1, 2, ("goes",), "SVA"),))
    >>> find_errors(Text("He go .", (go, Layer(1))))
    (GoldError(alternatives=(GoldAlternative(annotator=0, corrections=((1, 2, 'goes'),)),), is_required=False, \
types=('SVA',), number=1),)
    """
    edits = [(layer.annotator, edit) for layer in sentence.layers for edit in layer.edits if not _is_noop(edit)]
    if any(edit.comment for _, edit in edits):
        places = [read_place(edit.comment) for _, edit in edits]
        n_placed = sum(place is not None for place in places)
        if 0 < n_placed < len(edits):
            lost = next(edit for (_, edit), place in zip(edits, places, strict=True) if place is None)
            raise InputError(
                f"{n_placed} of {len(edits)} edits say which error they belong to (comment 'error=1'), others do not, "
                f"such as {lost.start} {lost.end} ({lost.type}); say it of all or of none"
            )
        if n_placed:
            return _read_errors([(*place, *item) for place, item in zip(places, edits, strict=True) if place])
    return _cluster_errors(edits, len(sentence.layers), retokenise=retokenise, keep_optional=keep_optional)


def _cluster_errors(
    edits: Sequence[tuple[Annotator, Edit]], n_annotators: int, *, retokenise: bool, keep_optional: bool
) -> tuple[GoldError, ...]:
    errors = []
    for number, cluster in enumerate(cluster_spans([(edit.start, edit.end) for _, edit in edits]), 1):
        corrections: dict[Annotator, list[tuple[int, int, str]]] = {}
        types: dict[str, None] = {}
        for index in cluster:
            who, edit = edits[index]
            text = get_correction(edit, retokenise=retokenise)
            corrections.setdefault(who, []).append((edit.start, edit.end, text))
            types[edit.type] = None
        alternatives = [
            GoldAlternative(who, tuple(corrections[who])) for who in sorted(corrections, key=annotator_order)
        ]
        is_required = len(alternatives) == n_annotators and (
            not keep_optional or all(edits[index][1].required for index in cluster)
        )
        errors.append(GoldError(tuple(alternatives), is_required, tuple(types), number))
    return tuple(errors)


def _read_errors(placed: Sequence[tuple[int, int | None, Annotator, Edit]]) -> tuple[GoldError, ...]:
    """Return the errors named by edits, in the order of their numbers; alternatives by theirs, then by annotator."""
    errors: dict[int, dict[tuple[int, tuple[bool, int, str]], list[tuple[Annotator, Edit]]]] = {}
    for error, alternative, who, edit in placed:
        key = (alternative or 0, annotator_order(who))
        errors.setdefault(error, {}).setdefault(key, []).append((who, edit))
    found = []
    for number, alternatives in sorted(errors.items()):
        members = [edit for items in alternatives.values() for _, edit in items]
        found.append(
            GoldError(
                tuple(
                    [
                        GoldAlternative(
                            items[0][0],
                            tuple([(e.start, e.end, get_correction(e, retokenise=False)) for _, e in items]),
                        )
                        for _, items in sorted(alternatives.items(), key=lambda pair: pair[0])
                    ]
                ),
                all(edit.required for edit in members),
                tuple(dict.fromkeys(edit.type for edit in members)),
                number,
            )
        )
    return tuple(found)
