"""From alignment operations to edits: which neighbours belong together.

The merging rules of ERRANT (Felice, Bryant and Briscoe, COLING 2016, §3.2) as far as strings can decide them.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from errata.extract.english import (
    AUXILIARY,
    CONTENT,
    DETERMINER,
    OPEN,
    PARTICLE,
    is_possessive,
    is_punctuation,
    stem,
    word_class,
)
from errata.kernels.wordalign import DELETED, INSERTED, SUBSTITUTED, TRANSPOSED

MAX_RUN = 50
"""A run of changes with more words than this on one side is a rewrite, not a series of corrections: it stays one edit
and is reported. This also bounds the search."""
_SEVERAL = 0
"""The operation of several that have been joined."""
_SIMILAR = 0.75
_MAX_LETTERS = 62
"""Longer words are compared by their first letters only, as in the alignment."""
_UNMARKED = str.maketrans("", "", "'’-")


class Span(NamedTuple):
    """Source tokens `start` to `end` and the output tokens `output_start` to `output_end` that take their place."""

    operation: int
    start: int
    end: int
    output_start: int
    output_end: int


def merge_operations(operations: Sequence[Span], source: list[str], output: list[str]) -> list[Span]:
    """Return the edits formed by the operations on one sentence, in order; matches are left out."""
    edits: list[Span] = []
    run: list[Span] = []
    for span in operations:
        alone = span.operation == TRANSPOSED
        if run and (alone or span.start > run[-1].end or span.output_start > run[-1].output_end):
            edits += run if len(run) == 1 else _Run(source, output).merge(run)
            run = []
        if alone:
            edits.append(span)
        else:
            run.append(span)
    return edits + (run if len(run) <= 1 else _Run(source, output).merge(run))


def are_apart(operations: Sequence[Span]) -> bool:
    """Tell whether no two operations are adjacent, so that each of them is an edit."""
    return all(
        two.operation == TRANSPOSED
        or one.operation == TRANSPOSED
        or two.start > one.end
        or two.output_start > one.output_end
        for one, two in pairwise(operations)
    )


def _join(run: Sequence[Span]) -> Span:
    first, last = run[0], run[-1]
    return Span(_SEVERAL, first.start, last.end, first.output_start, last.output_end)


def is_rewriting(n_words: int, n_new: int) -> bool:
    """Tell whether a change has too many words, before and after, to be split into corrections."""
    return min(n_words, n_new) > 0 and max(n_words, n_new) > MAX_RUN


def similarity(one: str, other: str) -> float:
    """Return the share of letters that two words have in common, in order.

    >>> similarity("their", "there")
    0.8
    """
    one, other = one[:_MAX_LETTERS], other[:_MAX_LETTERS]
    row = [0] * (len(other) + 1)
    for letter in one:
        diagonal = 0
        for at, candidate in enumerate(other, 1):
            above = row[at]
            row[at] = diagonal + 1 if letter == candidate else max(above, row[at - 1])
            diagonal = above
    return 2 * row[-1] / (len(one) + len(other))


class _Run:
    """Merges a run of neighbouring insertions, deletions and substitutions of one sentence."""

    def __init__(self, source: list[str], output: list[str]) -> None:
        self._source = source
        self._output = output

    def merge(self, run: Sequence[Span]) -> list[Span]:
        """Return the edits of a run: the first rule that applies to the longest stretch splits it, and so on."""
        if len(run) <= 1:
            return list(run)
        operations = {span.operation for span in run}
        whole = _join(run)
        if operations in ({INSERTED}, {DELETED}) or is_rewriting(
            whole.end - whole.start, whole.output_end - whole.output_start
        ):
            return [whole]
        has_content = False
        for length in range(len(run), 1, -1):
            for first in range(len(run) - length + 1):
                stretch = run[first : first + length]
                if all(span.operation != SUBSTITUTED for span in stretch):
                    continue
                cuts = self._rule(run, first, first + length)
                if cuts is not None:
                    # What a rule joins stands between two cuts; the rest is looked at anew.
                    start, stop = cuts
                    middle = [_join(run[start:stop])] if stop > start else []
                    return [*self.merge(run[:start]), *middle, *self.merge(run[stop:])]
                has_content = has_content or not CONTENT.isdisjoint(map(word_class, self._words(stretch)))
        return [_join(run)] if has_content else list(run)

    def _words(self, stretch: Sequence[Span]) -> list[str]:
        whole = _join(stretch)
        return self._source[whole.start : whole.end] + self._output[whole.output_start : whole.output_end]

    def _rule(self, run: Sequence[Span], first: int, stop: int) -> tuple[int, int] | None:
        """Return which operations to join, as a range; an empty one splits there; None if no rule applies."""
        whole = _join(run[first:stop])
        old = self._source[whole.start : whole.end]
        new = self._output[whole.output_start : whole.output_end]
        if first == 0 and (is_possessive(self._source, whole.start) or is_possessive(self._output, whole.output_start)):
            return 1, 1
        if is_possessive(self._source, whole.end - 1) or is_possessive(self._output, whole.output_end - 1):
            return stop - 2, stop
        if old[-1].lower() == new[-1].lower():
            # Doctor → The doctor; . he → , He
            if first == 0 and ((len(old) == 1 and new[0][0].isupper()) or (len(new) == 1 and old[0][0].isupper())):
                return first, stop
            if any(len(words) > 1 and is_punctuation(words[-2]) for words in (old, new)):
                return stop - 2, stop
        if _squeezed(old) == _squeezed(new):
            return first, stop
        if len(old) != len(new) and _belong_together(old + new):
            return first, stop
        if stop - first == 2:
            if len(old) == len(new) == 2 or self._has_similar(run[first:stop]):
                return first + 1, first + 1
            if stop == len(run) and DETERMINER in map(word_class, self._words(run[-1:])):
                return stop - 1, stop - 1
        return None

    def _has_similar(self, pair: Sequence[Span]) -> bool:
        """Tell whether a word is replaced by a similar one: an edit of its own."""
        return any(
            similarity(self._source[span.start], self._output[span.output_start]) > _SIMILAR
            for span in pair
            if span.operation == SUBSTITUTED
        )


def _squeezed(words: Sequence[str]) -> str:
    return "".join(words).lower().translate(_UNMARKED)


def _belong_together(words: Sequence[str]) -> bool:
    """Tell whether all words are of one closed class, or auxiliaries and particles with forms of one verb."""
    classes = set(map(word_class, words))
    if classes <= {AUXILIARY, PARTICLE, OPEN} and classes != {OPEN}:
        return len({stem(word) for word in words if word_class(word) == OPEN}) <= 1
    return len(classes) == 1 and OPEN not in classes
