"""Split a source wherever any of several sets of edits touches it, so that all of them have the same chunks.

CLEME (Ye et al., EMNLP 2023, §3.1) compares such chunks: the output and all references share their boundaries.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from errata.model import EMPTY, Annotator, Edit, Text, applicable

Words = tuple[str, ...] | None
"""What a text has in place of a chunk of the source, None if it has no edit."""


class Change(NamedTuple):
    """Put `words` in place of source tokens `start` to `end` (exclusive)."""

    start: int
    end: int
    words: tuple[str, ...]


def as_changes(edits: Sequence[Edit], n_tokens: int, first: bool = False) -> list[Change]:
    """Return the edits that can be applied together, by position.

    Alternatives are one text as written, such as `to||into`, as in the original; `first` takes only the first.
    """
    if not edits:
        return []
    changes = []
    for edit in applicable(edits, n_tokens):
        words = tuple((edit.corrections[0] if first else edit.written).split())
        changes.append(Change(edit.start, edit.end, () if words[:1] == (EMPTY,) else words))
    return changes


def shared_intervals(targets: Sequence[Sequence[Change]]) -> list[tuple[int, int]]:
    """Return the source intervals that any target changes, joined where they overlap or touch.

    An insertion is an interval without width; it touches what begins or ends at its place.

    >>> shared_intervals([[Change(1, 2, ("goes",)), Change(4, 4, ("to",))], [Change(2, 2, ("off",))]])
    [(1, 2), (4, 4)]
    """
    spans = sorted([(change.start, change.end) for changes in targets for change in changes])
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            if end > joined[-1][1]:
                joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def cut_target(tokens: Sequence[str], intervals: Sequence[tuple[int, int]], changes: Sequence[Change]) -> list[Words]:
    """Return what one target has in place of each shared interval, None if it has no edit there.

    An edit that restores the original text changes nothing but counts as an edit.
    """
    if not changes:
        return [None] * len(intervals)
    chunks: list[Words] = []
    at = 0
    for start, end in intervals:
        if at == len(changes) or changes[at].start > end:
            chunks.append(None)
            continue
        words: list[str] = []
        reached = start
        while at < len(changes) and changes[at].start <= end:
            change = changes[at]
            words += tokens[reached : change.start]
            words += change.words
            reached = change.end
            at += 1
        words += tokens[reached:end]
        chunks.append(tuple(words))
    return chunks


class SharedChunks(NamedTuple):
    """One sentence split into chunks: for each shared interval the source's, the output's and the references' words.

    None means that a text has no edit. `n_gaps` counts the chunks between the intervals, which nobody changes;
    `judged` caches the verdicts on the chunks, by how they were compared, for the next level that asks.
    """

    source: list[tuple[str, ...]]
    output: list[Words]
    references: list[list[Words]]
    labels: list[Annotator]
    intervals: list[tuple[int, int]]
    n_gaps: int
    judged: dict[tuple[str, bool], Any]


_Target = tuple[Annotator, Sequence[Change]]
"""A text by its changes, and whose text it is."""
_OUTPUT = "output"


def _is_empty(changes: Sequence[Change], n_tokens: int) -> bool:
    """Tell whether nothing is left of the source."""
    # A list, because a generator costs more than the few changes of a sentence.
    kept = n_tokens - sum([change.end - change.start for change in changes])
    return not kept and not any(change.words for change in changes)


def _without_empty(targets: Sequence[_Target], n_tokens: int) -> list[_Target]:
    """Drop empty targets as release 1.0 does: the one after each is kept without being checked."""
    kept: list[_Target] = []
    is_seen = True
    for target in targets:
        if is_seen and _is_empty(target[1], n_tokens):
            is_seen = False
        else:
            kept.append(target)
            is_seen = True
    return kept


_MOST_REMEMBERED = 20_000
_remembered: dict[tuple[int, int, bool, bool], tuple[Text, Sequence[Edit], SharedChunks]] = {}
"""The chunks of a sentence and an output's edits, keyed by identity; references to both keep their ids valid."""
_references: dict[tuple[int, bool], tuple[Text, list[_Target]]] = {}
"""The same for the references of a sentence."""


def cut_once(sentence: Text, edits: Sequence[Edit], *, joint: bool = False, first: bool = False) -> SharedChunks:
    """Split as `cut_shared`, with a cache: learning, counting and every level need the same chunks."""
    key = (id(sentence), id(edits), joint, first)
    found = _remembered.get(key)
    if found is None:
        if len(_remembered) >= _MOST_REMEMBERED:
            _remembered.clear()
        found = _remembered[key] = (sentence, edits, cut_shared(sentence, edits, joint=joint, first=first))
    return found[2]


def _changes_of_references(sentence: Text, n: int, first: bool) -> list[_Target]:
    """Return every reference of a sentence of `n` tokens by its changes, once for all outputs."""
    key = (id(sentence), first)
    found = _references.get(key)
    if found is None:
        if len(_references) >= _MOST_REMEMBERED:
            _references.clear()
        changes: list[_Target] = [(layer.annotator, as_changes(layer.edits, n, first)) for layer in sentence.seen]
        found = _references[key] = (sentence, changes)
    return found[1]


def cut_shared(sentence: Text, edits: Sequence[Edit], *, joint: bool = False, first: bool = False) -> SharedChunks:
    """Split a sentence where the output or any reference changes it.

    Empty references are dropped, unless all are empty. With `joint`, as in release 1.0, so is an empty
    output, and the first reference then takes its place; the text after a dropped one always stays.
    `first` is that of `as_changes`.
    """
    tokens = sentence.tokens
    n = len(tokens)
    output: Sequence[Change] = as_changes(edits, n, first)
    references = _changes_of_references(sentence, n, first)
    kept = [item for item in references if not _is_empty(item[1], n)]
    if joint and len(references) > 1 and kept:
        (_, output), *references = _without_empty([(_OUTPUT, output), *references], n)
    elif len(references) > 1:
        references = kept or references[:1]
    intervals = shared_intervals([output, *[changes for _, changes in references]])
    labels = [label for label, _ in references]
    if not intervals:
        return SharedChunks([], [], [[] for _ in references], labels, [], int(n > 0), {})
    # Between two intervals there is always something; before the first and after the last there may be nothing.
    outer = (intervals[0][0] > 0) + (intervals[-1][1] < n)
    return SharedChunks(
        [tokens[start:end] for start, end in intervals],
        cut_target(tokens, intervals, output),
        [cut_target(tokens, intervals, changes) for _, changes in references],
        labels,
        intervals,
        outer + len(intervals) - 1,
        {},
    )
