"""Groups of errors that can influence each other; a reference is a choice in each group and the text in between.

Different groups share no token and no span, and no replacement reaches from one into another; so conflicts
and the order of application only matter within groups, and every combination of group alternatives is a
reference.
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from errata.measures.imeasure.combinations import (
    Combinations,
    Option,
    SpanCorrection,
    conflict_error,
    has_conflict,
    replace_spans,
)

_MARKER = -(1 << 63)  # stands for a token behind the group; real tokens have 32 bits


class Group(NamedTuple):
    """The texts that may replace source[start:end], each with its part of the rank of the reference."""

    start: int
    end: int
    alternatives: tuple[tuple[tuple[int, ...], int], ...]


class _Hull:
    """The part of the source that some errors touch; `inserts` are the positions where they may insert."""

    __slots__ = ("end", "errors", "inserts", "start")

    def __init__(self, start: int, end: int, errors: list[int], inserts: set[int]) -> None:
        self.start = start
        self.end = end
        self.errors = errors
        self.inserts = inserts

    def touches(self, other: "_Hull") -> bool:
        """Tell whether a hull that does not start before this one overlaps it or may insert at its end."""
        return other.start < self.end or (
            other.start == self.end and other.start in self.inserts and other.start in other.inserts
        )

    def absorb(self, other: "_Hull") -> None:
        self.end = max(self.end, other.end)
        self.errors += other.errors
        self.inserts |= other.inserts


def _find_hulls(options: Sequence[Sequence[Option]]) -> list[_Hull]:
    hulls = []
    for number, found in enumerate(options):
        corrections = [item for option in found for item in option.corrections]
        if corrections:
            inserts = {start for start, end, _ in corrections if start == end}
            start = min(item.start for item in corrections)
            hulls.append(_Hull(start, max(item.end for item in corrections), [number], inserts))
    return hulls


def _merge_hulls(hulls: list[_Hull]) -> list[_Hull]:
    """Merge hulls until none touches another; a merged hull may touch more than its parts did."""
    while True:
        hulls.sort(key=lambda hull: (hull.start, hull.end))
        merged: list[_Hull] = []
        for hull in hulls:
            if merged and merged[-1].touches(hull):
                merged[-1].absorb(hull)
            else:
                merged.append(hull)
        if len(merged) == len(hulls):
            return merged
        hulls = merged


def _extend(hulls: list[_Hull], at: int, end: int, n: int) -> list[_Hull]:
    """Extend a hull to `end`, including everything that starts before, even an insertion after the last token."""
    hull = hulls[at]
    hull.end = min(n, end)
    behind = hulls[at + 1 :]
    for other in behind:
        if other.start < end:
            hull.absorb(other)
    return hulls[: at + 1] + [other for other in behind if other.start >= end]


def _enumerate_whole(combinations: Combinations, limit: int) -> list[Group] | None:
    """Put all errors into one group for the whole sentence: needed if a correction may delete everything."""
    if combinations.number > limit:
        return None
    return [Group(0, len(combinations.source), tuple(combinations.enumerate()))]


def _enumerate_group(combinations: Combinations, hull: _Hull, is_last: bool) -> tuple[Group, int]:
    """Enumerate the texts of one group; also return how many tokens after it some combination deletes.

    That happens if a replacement has shortened the text and an overlapping one, with its offsets
    unchanged, then reaches too far. Markers represent the text after the group; another group there may make it
    longer than the source.
    """
    source, options, weights = combinations.source, combinations.options, combinations.weights
    start, end = hull.start, hull.end
    errors = sorted(hull.errors)
    if len(errors) == 1 and all(len(option.corrections) <= 1 for option in options[errors[0]]):
        single: dict[tuple[int, ...], int] = {}
        weight = weights[errors[0]]
        for choice, option in enumerate(options[errors[0]]):
            if option.corrections:
                first, last, tokens = option.corrections[0]
                text = (*source[start:first], *tokens, *source[last:end])
            else:
                text = tuple(source[start:end])
            single.setdefault(text, choice * weight)
        return Group(start, end, tuple(single.items())), 0
    behind = len(source) - end
    n_markers = behind if is_last else behind + end - start + 1
    window = [*source[start:end], *[_MARKER] * n_markers]
    texts: dict[tuple[int, ...], int] = {}
    reach = 0
    for choices in product(*(range(len(options[error])) for error in errors)):
        corrections = [
            SpanCorrection(first - start, last - start, tokens)
            for error, choice in zip(errors, choices, strict=True)
            for first, last, tokens in options[error][choice].corrections
        ]
        if has_conflict(corrections):
            continue
        changed = replace_spans(window, corrections, is_guarded=False)
        left = changed.count(_MARKER)
        reach = max(reach, n_markers - left)
        rank = sum(choice * weights[error] for error, choice in zip(errors, choices, strict=True))
        texts.setdefault(tuple(changed[: len(changed) - left]), rank)
    if not texts:
        raise conflict_error(len(errors))
    return Group(start, end, tuple(texts.items())), reach


def group_errors(combinations: Combinations, limit: int) -> list[Group] | None:
    """Return the groups in text order, or nothing if a group has more than `limit` combinations."""
    options, n = combinations.options, len(combinations.source)
    hulls = _find_hulls(options)
    if any(not 0 <= start <= end <= n for found in options for option in found for start, end, _ in option.corrections):
        return _enumerate_whole(combinations, limit)  # offsets that mean something else to a slice
    groups: list[Group] = []
    hulls = _merge_hulls(hulls)
    while len(groups) < len(hulls):
        hull = hulls[len(groups)]
        if prod(len(options[error]) for error in hull.errors) > limit:
            return None
        group, reach = _enumerate_group(combinations, hull, hull is hulls[-1])
        if reach:
            hulls = _merge_hulls(_extend(hulls, len(groups), hull.end + reach, n))
            groups.clear()
        else:
            groups.append(group)
    # All can be deleted only if every token is touched and every group not at the beginning can be empty.
    if sum(group.end - group.start for group in groups) == n and all(
        group.start == 0 or any(not text for text, _ in group.alternatives) for group in groups
    ):
        return _enumerate_whole(combinations, limit) if groups else []
    return groups
