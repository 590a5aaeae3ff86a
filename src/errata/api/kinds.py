"""Which kinds of errors systems correct: marked edits counted by type, length, place and sentence."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from math import nan

from errata.api.marks import Marks, SentenceMarks
from errata.errors import OptionError
from errata.extract.inventories import have_operations, is_errant, types_in
from errata.model import Edit, Text
from errata.records import dataclass
from errata.text.messages import quote

VALUES = ("recall", "precision", "f")
RANGES = frozenset({"length", "place", "sentence", "edits"})
"""Groupings whose groups follow one another, so that they are never put in another order."""
_OPERATIONS = {"M": "missing", "R": "replacement", "U": "unnecessary"}
_LENGTHS = (1, 2, 3, 5)
_SENTENCES = (0, 11, 21, 31, 41)
_EDITS = (0, 1, 2, 3, 5)
_PLACES = ("first third", "middle third", "last third")
_BETA = 0.5

Counts = tuple[int, int, int]
"""Numbers of right, wrong and missed edits."""


@dataclass(frozen=True)
class Group:
    """One kind of error, with each system's numbers of right, wrong and missed edits."""

    name: str
    counts: tuple[Counts, ...]

    @property
    def n_gold(self) -> int:
        """How many edits of the gold are of this kind: the most that any system was compared with."""
        return max((right + missed for right, _, missed in self.counts), default=0)

    @property
    def difficulty(self) -> float:
        """The share of systems that miss such an edit, nan if the gold has none."""
        wanted = sum(right + missed for right, _, missed in self.counts)
        return sum(missed for _, _, missed in self.counts) / wanted if wanted else nan

    def base(self, name: str, system: int) -> int:
        """Return how many edits recall, precision or F0.5 of a system is a share of."""
        right, wrong, missed = self.counts[system]
        return {"recall": right + missed, "precision": right + wrong, "f": right + wrong + missed}[name]

    def value(self, name: str, system: int) -> float:
        """Return recall, precision or F0.5 of a system, nan if undefined."""
        right, wrong, missed = self.counts[system]
        whole = self.base(name, system)
        if not whole:
            return nan
        square = _BETA * _BETA
        return right / whole if name != "f" else (1 + square) * right / ((1 + square) * right + square * missed + wrong)


@dataclass(frozen=True)
class Grouping:
    """All edits grouped in one way; `title` names the way, and `groups` are in their natural order."""

    name: str
    title: str
    groups: tuple[Group, ...]


def _binned(bounds: Sequence[int], value: int) -> str:
    """Return the range of whole numbers that a value falls in.

    >>> [_binned((0, 11, 21), n) for n in (3, 11, 40)]
    ['0–10', '11–20', '21+']
    """
    place = bisect_right(bounds, value) - 1
    low = bounds[place]
    if place + 1 == len(bounds):
        return f"{low}+"
    high = bounds[place + 1] - 1
    return str(low) if low == high else f"{low}–{high}"


def _operation(edit: Edit) -> str:
    return "M" if edit.is_insertion else "U" if not edit.written else "R"


def _length(edit: Edit) -> str:
    return _binned(_LENGTHS, max(edit.end - edit.start, len(edit.written.split()), 1))


def _place(edit: Edit, n_tokens: int) -> str:
    return _PLACES[min(2, 3 * max(edit.start, 0) // max(n_tokens, 1))]


_Key = Callable[[Edit, Text, SentenceMarks], str]


def _keys(marks: Marks) -> Iterator[tuple[str, str, _Key, Sequence[str] | None]]:
    """Yield every grouping that the types allow: name, title, the group of an edit, the order of groups if fixed."""
    types = types_in(edit.type for sentence in marks.gold for layer in sentence.layers for edit in layer.edits)
    types |= types_in(edit.type for output in marks.outputs for edits in output.edits or () for edit in edits)
    has_operations = have_operations(types) and types != {""}
    if types - {"", *_OPERATIONS}:
        yield "type", "type", lambda edit, *_: edit.type or "no type", None
        if is_errant(types):
            yield "category", "category", lambda edit, *_: edit.type[2:] or edit.type, None

    def operation(edit: Edit, *_: object) -> str:
        letter = edit.type[:1] if has_operations else _operation(edit)
        return _OPERATIONS.get(letter, edit.type)

    yield "operation", "operation", operation, tuple(_OPERATIONS.values())
    lengths = [_binned(_LENGTHS, bound) for bound in _LENGTHS]
    yield "length", "tokens in the edit", lambda edit, *_: _length(edit), lengths
    yield "place", "position in the sentence", lambda edit, text, _: _place(edit, len(text.tokens)), _PLACES
    sizes = [_binned(_SENTENCES, bound) for bound in _SENTENCES]
    yield "sentence", "tokens in the sentence", lambda _, text, __: _binned(_SENTENCES, len(text.tokens)), sizes
    numbers = [_binned(_EDITS, bound) for bound in _EDITS]
    yield "edits", "gold edits in the sentence", lambda _, __, found: _binned(_EDITS, found.n_gold), numbers


def count_kinds(marks: Marks) -> tuple[Grouping, ...]:
    """Return the marked edits grouped in every way that their types allow.

    What is right or missed counts under the annotator's type, what is wrong under the system's, as in ERRANT.
    """
    edits = list(_all_edits(marks))
    made = []
    for name, title, key, order in _keys(marks):
        counts: dict[str, list[list[int]]] = {group: _zeros(marks) for group in order or ()}
        for system, verdict, edit, text, found in edits:
            counts.setdefault(key(edit, text, found), _zeros(marks))[system][verdict] += 1
        groups = [Group(group, tuple((r, w, m) for r, w, m in rows)) for group, rows in counts.items()]
        groups = [group for group in groups if any(map(any, group.counts))]
        if order is None:
            groups.sort(key=lambda group: (-group.n_gold, group.name))
        made.append(Grouping(name, title, tuple(groups)))
    return tuple(made)


def _zeros(marks: Marks) -> list[list[int]]:
    return [[0, 0, 0] for _ in marks.outputs]


def _all_edits(marks: Marks) -> Iterator[tuple[int, int, Edit, Text, SentenceMarks]]:
    """Yield every edit that is right (0), wrong (1) or missed (2), with system and sentence."""
    for system, sentences in enumerate(marks.sentences):
        for text, found in zip(marks.gold, sentences, strict=True):
            for verdict, edits in enumerate((_gold_side(marks, text, found), found.wrong, found.missed)):
                yield from ((system, verdict, edit, text, found) for edit in edits)


def _gold_side(marks: Marks, text: Text, found: SentenceMarks) -> list[Edit]:
    """Return the annotator's edits that the system made."""
    if not found.right:
        return []
    missed = set(map(id, found.missed))
    layer = text.seen[found.layer].edits
    verdicts = marks.measure.judge_edits(found.right, layer)[1]
    return [edit for edit, is_made in zip(layer, verdicts, strict=True) if is_made and id(edit) not in missed]


def grouping_of(kinds: Sequence[Grouping], name: str) -> Grouping:
    """Return the grouping with that name, or refuse one that these edits do not have."""
    for grouping in kinds:
        if grouping.name == name:
            return grouping
    known = ", ".join(grouping.name for grouping in kinds)
    raise OptionError(f"edits cannot be grouped by {quote(name)} here; there are: {known}")
