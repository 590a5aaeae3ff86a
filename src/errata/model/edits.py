"""Edits, and the layers that hold one annotator's edits of a text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from errata.records import dataclass, field, fields, replace

Annotator = int | str
"""Who made an annotation: an integer in M2 files, a name elsewhere."""

Extra = Mapping[str, object]
"""Fields unknown to the model, as in the file: JSON values by name."""

Correction = str | None
"""The replacement of a range; None, the null correction, leaves it as it is."""

NOOP = "noop"
"""The type in M2 of a line that says that its annotator found nothing to change."""
UNCORRECTED = "UNK"
"""ERRANT's type of an error that was detected but not corrected; its correction equals the original."""
EMPTY = "-NONE-"
"""What M2 files have for an empty correction among others, and for an empty comment; some files for any."""

_NUMBER = "0|-?[1-9][0-9]{0,3999}"  # Python does not read numbers that are much longer


def as_annotator(text: str) -> Annotator:
    """Return the annotator named by a text: a number if it is plainly written as one, otherwise a name.

    >>> as_annotator("12"), as_annotator("ann"), as_annotator("007")
    (12, 'ann', '007')
    """
    return int(text) if re.fullmatch(_NUMBER, text) else text


def annotator_order(annotator: Annotator) -> tuple[bool, int, str]:
    """Sort key of annotators: numbers by value, then names.

    >>> sorted(["b", 10, 9, "a"], key=annotator_order)
    [9, 10, 'a', 'b']
    """
    if isinstance(annotator, str):
        return (True, 0, annotator)
    return (False, annotator, "")


@dataclass(frozen=True, slots=True)
class EditDetails:
    """Rare properties of edits, kept separate so that edits stay small.

    `original` is the text in the range according to the file. Edits that share a `cset` belong together: their
    alternatives are linked by position. Edits of different parts never meet. `nulls` are the positions of null
    corrections ("leave it as it is") among the alternatives; `score` is a system's confidence; `joined` names the edits
    merged into this one.
    """

    original: str = ""
    index: str | None = None
    part: str | None = None
    cset: str | None = None
    file: str | None = None
    score: float | None = None
    nulls: tuple[int, ...] = ()
    joined: str | None = None
    extra: Extra | None = field(default=None, hash=False)


NO_DETAILS = EditDetails()
"""The details of nearly all edits."""


@dataclass(frozen=True, slots=True, repr=False)
class Edit:
    """Replace `start` to `end` (exclusive) of a source, in its unit, by a correction.

    `corrections` holds the alternatives in order of preference; an empty string deletes; an empty list means that
    the annotator saw an error but knew no correction. `start == end` inserts. Spans are kept as in the file,
    so they may extend outside the text. The `Layer` that holds the edit says who made it. `raw` is the correction
    as in the file if that differs from `corrections`, such as `-NONE-` for an empty one.
    """

    start: int
    end: int
    corrections: tuple[str, ...]
    type: str = ""
    required: bool = True
    comment: str = ""
    raw: str | None = field(default=None, compare=False)
    details: EditDetails = NO_DETAILS

    @classmethod
    def of(
        cls,
        start: int,
        end: int,
        original: str,
        alternatives: Iterable[Correction] | None = (),
        type: str | None = "",
        index: str | None = None,
        part: str | None = None,
        cset: str | None = None,
        file: str | None = None,
        comment: str | None = "",
        score: float | None = None,
        optional: bool = False,
        extra: Extra | None = None,
    ) -> "Edit":
        """Make an edit by character; files also give the original text, and possibly more.

        A None among the alternatives is the null correction: the text may stay as it is.

        >>> Edit.of(4, 6, "go", (None, "goes"))
        Edit.of(4, 6, 'go', (None, 'goes'))
        >>> Edit.of(4, 6, "go", (None, "goes")).corrections
        ('goes',)
        """
        made = tuple(alternatives or ())
        nulls = tuple([place for place, correction in enumerate(made) if correction is None])
        details = EditDetails(original, index, part, cset, file, score, nulls, None, extra)
        strings = tuple([correction for correction in made if correction is not None])
        return cls(start, end, strings, type or "", not optional, comment or "", None, details)

    def __repr__(self) -> str:
        shown = [("type", self.type, ""), ("required", self.required, True), ("comment", self.comment, "")]
        head = f"Edit({self.start}, {self.end}, {self.corrections!r}"
        if self.details != NO_DETAILS:
            head = f"Edit.of({self.start}, {self.end}, {self.original!r}, {self.alternatives!r}"
            others = [item for item in fields(EditDetails) if item.name not in {"original", "nulls"}]
            shown += [(item.name, getattr(self.details, item.name), None) for item in others]
        return head + "".join(f", {name}={value!r}" for name, value, usual in shown if value != usual) + ")"

    def with_details(self, **changes: Any) -> "Edit":
        """Return the edit with other values in its `EditDetails`.

        >>> Edit(1, 2, ("goes",)).with_details(score=0.5).score
        0.5
        """
        return replace(self, details=replace(self.details, **changes))

    def with_alternatives(self, alternatives: Sequence[Correction]) -> "Edit":
        """Return the edit with other alternatives, with null corrections as None."""
        made = replace(self, corrections=tuple([correction for correction in alternatives if correction is not None]))
        nulls = tuple([place for place, correction in enumerate(alternatives) if correction is None])
        return made if nulls == self.nulls else made.with_details(nulls=nulls)

    @property
    def original(self) -> str:
        """The text in the range according to the file."""
        return self.details.original

    @property
    def index(self) -> str | None:
        """The edit's id in the file."""
        return self.details.index

    @property
    def part(self) -> str | None:
        """The part of the text in which the edit's offsets count."""
        return self.details.part

    @property
    def cset(self) -> str | None:
        """The consistency set the edit belongs to."""
        return self.details.cset

    @property
    def file(self) -> str | None:
        """The name of the source file, if the edit gives it."""
        return self.details.file

    @property
    def score(self) -> float | None:
        """The confidence of the system that made the edit."""
        return self.details.score

    @property
    def nulls(self) -> tuple[int, ...]:
        """The positions of null corrections among the alternatives."""
        return self.details.nulls

    @property
    def joined(self) -> str | None:
        """The indices of the edits merged into this one."""
        return self.details.joined

    @property
    def extra(self) -> Extra | None:
        """Fields unknown to the model."""
        return self.details.extra

    @property
    def alternatives(self) -> tuple[Correction, ...]:
        """The corrections including null ones, which are None, in order."""
        if not self.nulls:
            return self.corrections
        made: list[Correction] = list(self.corrections)
        for place in self.nulls:
            made.insert(place, None)
        return tuple(made)

    @property
    def optional(self) -> bool:
        """Whether the file marks the edit as optional."""
        return not self.required

    @property
    def is_optional(self) -> bool:
        """Whether leaving the text as it is counts as right; inserting nothing also leaves it as it is.

        >>> Edit.of(4, 6, "go", (None, "goes")).is_optional
        True
        """
        return not self.required or bool(self.nulls) or (self.start == self.end and "" in self.corrections)

    @property
    def is_insertion(self) -> bool:
        """Whether the edit only adds text, at a point."""
        return self.start == self.end

    @property
    def is_null_only(self) -> bool:
        """Whether the edit only says that the text may stay."""
        return bool(self.nulls) and not self.corrections

    @property
    def kind(self) -> str:
        """Insertion, deletion (the first correction that is not null is empty) or replacement."""
        if self.is_insertion:
            return "insertion"
        return "deletion" if self.corrections[:1] == ("",) else "replacement"

    @property
    def place(self) -> str:
        """How messages name the edit."""
        part = "" if self.part is None else f" of part {self.part}"
        return f"edit {self.index or '(no index)'} at {self.start} to {self.end}{part}"

    @property
    def written(self) -> str:
        """The correction as in M2, including alternatives: the form that programs compare as a whole.

        >>> Edit(2, 3, ("to", "")).written
        'to||-NONE-'
        """
        if self.raw is not None:
            return self.raw
        if len(self.corrections) == 1:
            return self.corrections[0]
        return "||".join(correction or EMPTY for correction in self.corrections)

    @property
    def is_noop(self) -> bool:
        """Whether the edit only says that there is nothing to change."""
        return self.type == NOOP

    def fits(self, length: int) -> bool:
        """Tell whether the span lies within a text of that length."""
        return 0 <= self.start <= self.end <= length


class EditDraft:
    """An `Edit` under construction: the same slots, mutable, as filling a frozen object takes five times as long."""

    __slots__ = Edit.__slots__
    start: int
    end: int
    corrections: tuple[str, ...]
    type: str
    required: bool
    comment: str
    raw: str | None
    details: EditDetails


def make_edit(start: int, end: int, correction: str, type: str, comment: str) -> Edit:
    """Return a required edit with one correction, fast, for readers that create millions of them."""
    draft = EditDraft()
    draft.start = start
    draft.end = end
    draft.corrections = (correction,)
    draft.type = type
    draft.required = True
    draft.comment = comment
    draft.raw = None
    draft.details = NO_DETAILS
    draft.__class__ = Edit  # type: ignore[assignment]  # the slots are the same
    return cast("Edit", draft)


@dataclass(frozen=True, slots=True)
class Layer:
    """One annotator's edits of one text, in file order; no edits means "looked, nothing to change"."""

    annotator: Annotator
    edits: tuple[Edit, ...] = ()
    extra: Extra | None = field(default=None, hash=False)


class LayerDraft:
    """A `Layer` under construction."""

    __slots__ = Layer.__slots__
