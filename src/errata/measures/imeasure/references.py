"""Errors with alternative corrections, and the references that choosing among them gives.

This is the plain version: every combination in turn. It defines the references, their order and their
numbers; `errata.measures.imeasure.alternatives` finds the best of them without looking at each.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple


class NoReferenceError(ValueError):
    """An error has no option, or every combination of options corrects some span twice."""


class SpanCorrection(NamedTuple):
    """Replacement of the source tokens from `start` up to `end`; equal bounds insert before `start`."""

    start: int
    end: int
    tokens: tuple[int, ...]


class Alternative(NamedTuple):
    """One annotator's way to correct an error: all its corrections together."""

    annotator: int
    corrections: tuple[SpanCorrection, ...]


class Error(NamedTuple):
    """One independent place of a sentence with its alternatives; if not required it may be left alone."""

    alternatives: tuple[Alternative, ...]
    is_required: bool = True


class Option(NamedTuple):
    """What may be done about an error: corrections in order, and the alternative (none: leave it alone)."""

    corrections: tuple[SpanCorrection, ...]
    alternative: int | None


class RankedText(NamedTuple):
    """A corrected text, and its rank: the place of its first combination, the last error running fastest."""

    tokens: tuple[int, ...]
    rank: int


def _merge_spans(corrections: Sequence[SpanCorrection]) -> tuple[SpanCorrection, ...]:
    """Join the tokens of corrections of one span, in their order; sort by span."""
    if len(corrections) == 1:
        return tuple(corrections)
    merged: dict[tuple[int, int], tuple[int, ...]] = {}
    for start, end, tokens in corrections:
        merged[start, end] = merged.get((start, end), ()) + tokens
    return tuple(SpanCorrection(start, end, merged[start, end]) for start, end in sorted(merged))


def list_options(error: Error) -> tuple[Option, ...]:
    """List the different options of an error: leaving it alone if that is allowed, then the alternatives.

    >>> twice = tuple(Alternative(annotator, (SpanCorrection(1, 2, (7,)),)) for annotator in (0, 1))
    >>> [option.alternative for option in list_options(Error(twice, is_required=False))]
    [None, 0]
    """
    options: dict[tuple[SpanCorrection, ...], Option] = {}
    if not error.is_required:
        options[()] = Option((), None)
    for index, alternative in enumerate(error.alternatives):
        corrections = _merge_spans(alternative.corrections)
        options.setdefault(corrections, Option(corrections, index))
    return tuple(options.values())


def list_all_options(errors: Sequence[Error]) -> tuple[tuple[Option, ...], ...]:
    """List the options of each error; an error without any is refused."""
    options = tuple(map(list_options, errors))
    for number, found in enumerate(options, 1):
        if not found:
            raise NoReferenceError(
                f"error {number} of {len(errors)} is required but has no alternative; "
                "give it one or mark it as not required"
            )
    return options


def replace_spans(tokens: Sequence[int], corrections: Sequence[SpanCorrection], *, is_guarded: bool) -> list[int]:
    """Apply corrections from right to left as slice replacements, whatever overlaps.

    Offsets beyond the end are clamped and negative ones count from the end, as slices do. With the guard a
    correction that would leave nothing is skipped.
    """
    result = list(tokens)
    for start, end, replacement in sorted(corrections, key=lambda item: item[:2], reverse=True):
        before = result[start:end] if is_guarded else None
        result[start:end] = replacement
        if before and not result:
            result = before
    return result


def has_conflict(corrections: Sequence[SpanCorrection]) -> bool:
    """Tell whether two corrections have exactly the same span: the only conflict there is."""
    return len({item[:2] for item in corrections}) < len(corrections)


def apply_corrections(source: Sequence[int], corrections: Sequence[SpanCorrection]) -> tuple[int, ...]:
    """Return the corrected text; never empty unless the source is.

    >>> apply_corrections((1, 2, 3), [SpanCorrection(0, 1, ()), SpanCorrection(2, 2, (9,))])
    (2, 9, 3)
    """
    return tuple(replace_spans(source, corrections, is_guarded=True))


def combine(options: Sequence[Sequence[Option]], choices: Sequence[int]) -> list[SpanCorrection]:
    """Put the corrections of the chosen options into one list."""
    return [item for found, choice in zip(options, choices, strict=True) for item in found[choice].corrections]


def find_rank(choices: Sequence[int], weights: Sequence[int]) -> int:
    """Return the rank of a combination: the places of its options are the digits, weights their values."""
    return sum(map(int.__mul__, choices, weights))


def find_choices(rank: int, options: Sequence[Sequence[Option]], weights: Sequence[int]) -> list[int]:
    """Return the places of the options in the combination of a rank.

    >>> option = Option((), None)
    >>> find_choices(5, [[option] * 2, [option] * 3], [3, 1])
    [1, 2]
    """
    return [rank // weight % len(found) for weight, found in zip(weights, options, strict=True)]


def enumerate_references(source: Sequence[int], options: Sequence[Sequence[Option]]) -> list[RankedText]:
    """List the different references of all combinations, in the order of their first combination.

    Combinations in conflict are left out; if none remains there is no reference, which is refused.

    >>> error = Error((Alternative(0, (SpanCorrection(1, 1, (7,)),)),), is_required=False)
    >>> [reference.tokens for reference in enumerate_references((1, 2), list_all_options([error]))]
    [(1, 2), (1, 7, 2)]
    """
    references: dict[tuple[int, ...], int] = {}
    for rank, choices in enumerate(product(*(range(len(found)) for found in options))):
        corrections = combine(options, choices)
        if not has_conflict(corrections):
            references.setdefault(apply_corrections(source, corrections), rank)
    if not references:
        raise conflict_error(len(options))
    return [RankedText(tokens, rank) for tokens, rank in references.items()]


def conflict_error(n_errors: int) -> NoReferenceError:
    """Return the error to raise when no combination is free of conflicts."""
    return NoReferenceError(
        f"every combination of the alternatives of {n_errors} errors corrects some span twice, "
        "so there is no reference; put alternatives for one span into one error"
    )


def annotator_references(
    source: Sequence[int], errors: Sequence[Error], n_annotators: int
) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """Give each annotator and the text with all its corrections: references without mixing.

    The source comes last, with no annotator, if some of the `n_annotators` changed nothing or none is known.
    """
    annotators = sorted({item.annotator for error in errors for item in error.alternatives})
    for annotator in annotators:
        corrections = [
            correction
            for error in errors
            for alternative in error.alternatives
            if alternative.annotator == annotator
            for correction in _merge_spans(alternative.corrections)
        ]
        yield annotator, apply_corrections(source, corrections)
    if len(annotators) < n_annotators or n_annotators <= 0:
        yield None, tuple(source)
