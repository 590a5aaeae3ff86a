"""Errors with alternative corrections, and the texts that result from choosing among them.

This is the plain version: every combination in turn. It defines the references, their order and their ranks;
`errata.measures.imeasure.candidates` finds the best of them without looking at each.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from errata.records import dataclass


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
    """One way to treat an error: corrections in order, and the alternative (none: leave it alone)."""

    corrections: tuple[SpanCorrection, ...]
    alternative: int | None


_ALONE = Option((), None)


class RankedText(NamedTuple):
    """A corrected text, and its rank: the position of its first combination, with the last error varying fastest."""

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
    """List the different options of an error: leaving it alone if allowed, then the alternatives.

    >>> twice = tuple(Alternative(annotator, (SpanCorrection(1, 2, (7,)),)) for annotator in (0, 1))
    >>> [option.alternative for option in list_options(Error(twice, is_required=False))]
    [None, 0]
    """
    if len(error.alternatives) == 1:  # as most have
        only = Option(_merge_spans(error.alternatives[0].corrections), 0)
        if error.is_required:
            return (only,)
        return (_ALONE, only) if only.corrections else (_ALONE,)
    options: dict[tuple[SpanCorrection, ...], Option] = {}
    if not error.is_required:
        options[()] = _ALONE
    for index, alternative in enumerate(error.alternatives):
        corrections = _merge_spans(alternative.corrections)
        options.setdefault(corrections, Option(corrections, index))
    return tuple(options.values())


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
    return len(corrections) > 1 and len({item[:2] for item in corrections}) < len(corrections)


def apply_corrections(source: Sequence[int], corrections: Sequence[SpanCorrection]) -> tuple[int, ...]:
    """Return the corrected text; never empty unless the source is.

    >>> apply_corrections((1, 2, 3), [SpanCorrection(0, 1, ()), SpanCorrection(2, 2, (9,))])
    (2, 9, 3)
    """
    if len(corrections) == 1:  # as in most texts of most sentences
        start, end, tokens = corrections[0]
        if 0 <= start <= end <= len(source) and (tokens or end - start < len(source)):
            return (*source[:start], *tokens, *source[end:])
    return tuple(replace_spans(source, corrections, is_guarded=True))


@dataclass(frozen=True, slots=True)
class Combinations:
    """All ways to choose an option for each error of a source; a combination is given by the indices of its options.

    The rank of a combination has these indices as digits, the last error varying fastest; `weights` are their values.
    """

    source: tuple[int, ...]
    options: tuple[tuple[Option, ...], ...]
    weights: tuple[int, ...]
    number: int

    @classmethod
    def of(cls, source: Sequence[int], errors: Sequence[Error]) -> "Combinations":
        """List the options of each error."""
        options = tuple(map(list_options, errors))
        weights = []
        number = 1
        for found in reversed(options):
            weights.append(number)
            number *= len(found)
        return cls(tuple(source), options, tuple(reversed(weights)), number)

    def rank(self, choices: Sequence[int]) -> int:
        """Return the rank of a combination."""
        return sum(map(int.__mul__, choices, self.weights))

    def choices(self, rank: int) -> list[int]:
        """Return the combination of a rank.

        >>> option = Option((), None)
        >>> Combinations((), ((option,) * 2, (option,) * 3), (3, 1), 6).choices(5)
        [1, 2]
        """
        return [rank // weight % len(found) for weight, found in zip(self.weights, self.options, strict=True)]

    def text(self, choices: Sequence[int]) -> tuple[int, ...] | None:
        """Return the text of a combination, None if two corrections are in conflict."""
        chosen = zip(self.options, choices, strict=True)
        corrections = [item for found, choice in chosen for item in found[choice].corrections]
        return None if has_conflict(corrections) else apply_corrections(self.source, corrections)

    def enumerate(self) -> list[RankedText]:
        """List the different texts of all combinations, in the order of their first combination.

        Combinations in conflict are left out; if none remains there is no reference, which is an error.

        >>> error = Error((Alternative(0, (SpanCorrection(1, 1, (7,)),)),), is_required=False)
        >>> [reference.tokens for reference in Combinations.of((1, 2), [error]).enumerate()]
        [(1, 2), (1, 7, 2)]
        """
        ranks: dict[tuple[int, ...], int] = {}
        for rank, chosen in enumerate(product(*self.options)):
            corrections = [item for option in chosen for item in option.corrections]
            if not has_conflict(corrections):
                ranks.setdefault(apply_corrections(self.source, corrections) if corrections else self.source, rank)
        if not ranks:
            raise conflict_error(len(self.options))
        return [RankedText(tokens, rank) for tokens, rank in ranks.items()]


def conflict_error(n_errors: int) -> NoReferenceError:
    """Return the error to raise when no combination is free of conflicts."""
    return NoReferenceError(
        f"every combination of the alternatives of {n_errors} errors corrects some span twice, "
        "so there is no reference; put alternatives for one span into one error"
    )


def annotator_references(
    source: Sequence[int], errors: Sequence[Error], n_annotators: int
) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """Return each annotator with the text of all their corrections: references without mixing.

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
