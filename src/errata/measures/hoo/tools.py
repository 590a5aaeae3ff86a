"""How the programs of HOO 2011 (release 2.31) and HOO 2012 (release 0.81) align and count, found by running them.

They measure overlap from the viewpoint of one edit, so that a pair can be detected and spurious at once, and they read
lists with an empty correction in their own way. Where a program would stop with an exception, the pair counts as
not aligned or not equal, and the tally says so.
"""

from collections.abc import Sequence

from errata.measures.hoo.spans import touching_pairs
from errata.measures.hoo.tally import Fate, Tally
from errata.model import Correction, Edit, Text


class _Opaque:
    """A correction that equals nothing, not even another of its kind."""


_OPAQUE = _Opaque()
_Read = str | None | _Opaque


class _Edit:
    """An edit as the programs read it."""

    __slots__ = ("corrections", "edit", "end", "first", "is_bare_deletion", "is_optional", "start")

    def __init__(self, edit: Edit) -> None:
        self.edit = edit
        self.start, self.end = edit.start, edit.end
        made = edit.alternatives
        self.corrections = _read(made)
        self.first: _Read = self.corrections[0] if self.corrections else None
        self.is_optional = bool(edit.nulls) and "" not in made
        self.is_bare_deletion = made == ("",)


def _read(made: tuple[Correction, ...]) -> tuple[_Read, ...]:
    """Return the list as read: if it has an empty string, which comes last, all other values equal nothing."""
    if "" not in made:
        return made
    n_empty = sum(correction == "" for correction in made)
    return (_OPAQUE,) * (len(made) - n_empty) + ("",) * n_empty


class _Comparison:
    """Compares edits as one program does, remembering whether it would have stopped."""

    def __init__(self, *, is_2012: bool, folds: bool) -> None:
        self._forgives_blanks = is_2012
        self._folds = folds
        self.would_fail = False

    def meets(self, x: _Edit, y: _Edit) -> tuple[bool, bool]:
        """Return whether x overlaps y, and whether completely, from the viewpoint of x."""
        if x.start < x.end:
            if y.start == y.end:
                return x.start < y.start < x.end, False
            if self._same_but_for_a_blank(x, y):
                return True, True
            shared = min(x.end, y.end) > max(x.start, y.start)
            return shared, shared and (x.start, x.end) == (y.start, y.end)
        if y.start == y.end:
            return x.start == y.start, x.start == y.start
        if y.start < x.start < y.end:
            return True, False
        # On a border a point overlaps one character of a range, if its correction is part of the range's.
        found = (x.start == y.end and self._fits_border(x, y, at_end=True)) or (
            x.start == y.start and self._fits_border(x, y, at_end=False)
        )
        return found, found and y.end - y.start == 1

    def _fits_border(self, x: _Edit, y: _Edit, at_end: bool) -> bool:
        if not x.corrections:
            return True
        strings = [made for made in x.corrections if isinstance(made, str) and made]
        if not y.corrections or not strings:
            return False
        if not isinstance(y.first, str):
            self.would_fail = True
            return False
        return any(y.first.endswith(made) if at_end else y.first.startswith(made) for made in strings)

    def _same_but_for_a_blank(self, x: _Edit, y: _Edit) -> bool:
        if not self._forgives_blanks or x.is_bare_deletion == y.is_bare_deletion:
            return False
        deletion, other = (x, y) if x.is_bare_deletion else (y, x)
        original, there = deletion.edit.original, (other.start, other.end)
        return (original.startswith(" ") and there == (deletion.start + 1, deletion.end)) or (
            original.endswith(" ") and there == (deletion.start, deletion.end - 1)
        )

    def is_valid(self, gold: _Edit, system: _Edit) -> bool:
        """Tell whether the system's first correction is one of the gold's."""
        if not gold.corrections:
            return True
        if not self._folds:
            return gold.is_optional if not system.corrections else self._among(system.first, gold.corrections)
        for made in gold.corrections:
            if not isinstance(made, str) or (system.corrections and not isinstance(system.first, str)):
                self.would_fail = True
                break
            if system.corrections and isinstance(system.first, str) and made.lower() == system.first.lower():
                return True
        if not system.corrections:
            return gold.is_optional
        lowered = [made.lower() if isinstance(made, str) else made for made in gold.corrections]
        return self._among(system.first.lower() if isinstance(system.first, str) else system.first, lowered)

    @staticmethod
    def _among(value: _Read, values: Sequence[_Read]) -> bool:
        return not isinstance(value, _Opaque) and any(
            not isinstance(made, _Opaque) and made == value for made in values
        )


def count_as_tool(gold: Text, system: Text, *, is_2012: bool, folds: bool) -> Tally:
    """Count the edits of one document as the program of 2011 or 2012 does; only the latter uses parts and spaces.

    `folds` makes it ignore case when comparing corrections.
    """
    ours, theirs = [_Edit(edit) for edit in gold.edits], [_Edit(edit) for edit in system.edits]

    def spans(edits: Sequence[_Edit]) -> list[tuple[str, int, int]]:
        return [((item.edit.part or "") if is_2012 else "", item.start, item.end) for item in edits]

    comparison = _Comparison(is_2012=is_2012, folds=folds)
    detected, met = [False] * len(ours), [False] * len(theirs)
    gold_partners: list[list[_Edit]] = [[] for _ in ours]
    system_partners: list[list[_Edit]] = [[] for _ in theirs]
    for i, j in touching_pairs(spans(ours), spans(theirs)):
        overlaps, wholly = comparison.meets(ours[i], theirs[j])
        detected[i] |= overlaps
        if wholly:
            gold_partners[i].append(theirs[j])
        overlaps, wholly = comparison.meets(theirs[j], ours[i])
        met[j] |= overlaps
        if wholly:
            system_partners[j].append(ours[i])
    corrected = [
        any(comparison.is_valid(item, other) for other in found)
        for item, found in zip(ours, gold_partners, strict=True)
    ]
    # Only the gold's viewpoint is compared by the program that folds, so only there can it stop.
    silent = _Comparison(is_2012=is_2012, folds=folds)
    corrected_system = [
        any(silent.is_valid(other, item) for other in found)
        for item, found in zip(theirs, system_partners, strict=True)
    ]
    tally = Tally.of(
        [
            Fate(item.edit, found, bool(partners), right, item.is_optional)
            for item, found, partners, right in zip(ours, detected, gold_partners, corrected, strict=True)
        ],
        [
            Fate(item.edit, is_met, bool(partners), right)
            for item, is_met, partners, right in zip(theirs, met, system_partners, corrected_system, strict=True)
        ],
    )
    tally.tool_would_fail = comparison.would_fail
    return tally
