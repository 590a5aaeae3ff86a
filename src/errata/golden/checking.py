"""The original programs' numbers compared with ours: one `Check` for each, whatever structure they come in."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from errata.records import dataclass, field

EVERY, SOME, EACH = "*", "?", "+"
"""In a path: all items, the same on both sides; all expected items, of which more may be found; each item
found, all compared with the same expected value."""


@dataclass(frozen=True)
class Check:
    """One number, or other value, of an original program, errata's value, and whether they agree."""

    where: str
    expected: object
    found: object
    agrees: bool

    def __str__(self) -> str:
        return f"{self.where}: expected {self.expected!r}, found {self.found!r}"


Checks = Iterator[Check]


def check(where: str, expected: Any, found: Any, *, rel: float = 0.0, absolute: float = 0.0) -> Checks:
    """Yield a check of every value in equal structures of mappings and sequences.

    Numbers agree within the larger of the tolerances, everything else only when equal. An item on one side only, or a
    difference in length, is a check that does not agree.

    >>> [str(item) for item in check("f", {"a": 1, "b": [2, 3]}, {"a": 1, "b": [2, 4]}) if not item.agrees]
    ['f, b, 1: expected 3, found 4']
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in expected.keys() | found.keys() if expected.keys() != found.keys() else expected:
            if key in expected and key in found:
                yield from check(f"{where}, {key}", expected[key], found[key], rel=rel, absolute=absolute)
            else:
                yield Check(f"{where}, {key}", expected.get(key), found.get(key), False)
    elif _is_list(expected) and _is_list(found):
        if len(expected) != len(found):
            yield Check(f"{where}, how many", len(expected), len(found), False)
        for number, pair in enumerate(zip(expected, found, strict=False)):
            yield from check(f"{where}, {number}", *pair, rel=rel, absolute=absolute)
    elif isinstance(expected, float) or isinstance(found, float):
        numbers = isinstance(expected, int | float) and isinstance(found, int | float)
        same = numbers and math.isclose(expected, found, rel_tol=rel, abs_tol=absolute)
        yield Check(where, expected, found, same or (numbers and expected != expected and found != found))
    else:
        yield Check(where, expected, found, expected == found)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def look(value: Any, path: str) -> Any:
    """Return what a path leads to, through keys, indices and attributes; None if there is nothing.

    The last step may select several: {a,b} or {new:old,b}, of which some may be missing, or [a,b].

    >>> look({"a": [{"x": 1, "y": 2}]}, "a/0/{x,z:y}")
    {'x': 1, 'z': 2}
    """
    for step in _steps(path):
        value = _step(value, step)
    return value


def _steps(path: str) -> tuple[str, ...]:
    return tuple(filter(None, path.split("/")))


def _step(value: Any, step: str) -> Any:
    if step[0] == "[":
        return [_step(value, name) for name in step[1:-1].split(",")]
    if step[0] == "{":
        pairs = (item.partition(":") for item in step[1:-1].split(","))
        picked = {new: _step(value, old or new) for new, _, old in pairs}
        return {name: item for name, item in picked.items() if item is not None} or None
    if isinstance(value, Mapping):
        return value.get(step)
    if _is_list(value):
        return value[int(step)] if int(step) < len(value) else None
    return getattr(value, step, None)


def _keys(value: Any) -> Iterable[str]:
    return value if isinstance(value, Mapping) else map(str, range(len(value))) if _is_list(value) else ()


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Which of an original's numbers must equal which of ours, and how closely.

    >>> rule = Comparison(expected="rows/*/F", found="sentences/*/f")
    >>> found = {"sentences": [{"f": 0.5}, {"f": 0.7}]}
    >>> [str(item) for item in rule.check("case", {"rows": [{"F": 0.5}, {"F": 0.6}]}, found) if not item.agrees]
    ['case, rows, 1, F: expected 0.6, found 0.7']
    """

    expected: str
    """The path to the original's numbers; see `look`, `EVERY`, `SOME` and `EACH`."""
    found: str
    """The path to ours, from a score or another part of `Run`; @name starts from the result of a measure's function."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options for this comparison, in addition to those of the setting."""
    rel: float = 0.0
    absolute: float = 0.0
    why: str = ""
    """Why there is a tolerance."""
    digits: int | None = None
    """The number of decimals that the original prints."""
    one_of: bool = False
    """Whether the original gives several values, any of which is accepted."""
    optional: bool = False
    """Whether some cases lack the numbers."""
    label: str = ""
    """Replaces the names of the path in the description of a check."""

    def applies_to(self, expected: Any) -> bool:
        """Tell whether there is anything to compare with."""
        start = "/".join(takewhile(lambda step: step not in {EVERY, SOME}, _steps(self.expected)))
        return not self.optional or look(expected, start) is not None

    def check(self, where: str, expected: Any, found: Any) -> Checks:
        """Yield a check for every number at the ends of the paths."""
        place = f"{where}, {self.label}" if self.label else where
        return self._follow(place, expected, _steps(self.expected), found, _steps(self.found))

    def _follow(self, where: str, expected: Any, theirs: tuple[str, ...], found: Any, ours: tuple[str, ...]) -> Checks:
        """Follow names on either side until both have the same items, or the paths end."""
        if theirs and theirs[0] not in {EVERY, SOME}:
            name = "" if self.label or theirs[0][0] in "{[" else f", {theirs[0]}"
            yield from self._follow(where + name, _step(expected, theirs[0]), theirs[1:], found, ours)
        elif ours and ours[0] == EACH:
            for key in _keys(found):
                yield from self._follow(f"{where}, {key}", expected, theirs, _step(found, key), ours[1:])
        elif ours and ours[0] not in {EVERY, SOME}:
            yield from self._follow(where, expected, theirs, _step(found, ours[0]), ours[1:])
        elif theirs:
            keys, others = list(_keys(expected)), list(_keys(found))
            if theirs[0] == EVERY and set(keys) != set(others):
                yield Check(f"{where}, which", keys, others, False)
            for key in keys:
                parts = _step(expected, key), theirs[1:], _step(found, key), ours[1:]
                yield from self._follow(f"{where}, {key}", *parts)
        else:
            yield from self._check_ends(where, expected, found)

    def _check_ends(self, where: str, expected: Any, found: Any) -> Checks:
        if self.one_of and found in expected:
            expected = found
        if self.digits is not None:
            expected, found = (_printed(value, self.digits) for value in (expected, found))
        return check(where, expected, found, rel=self.rel, absolute=self.absolute)


def _printed(value: Any, digits: int) -> Any:
    """Return numbers rounded to this many decimals; printed values are text in some files."""
    if isinstance(value, Mapping):
        return {key: _printed(item, digits) for key, item in value.items()}
    if _is_list(value):
        return [_printed(item, digits) for item in value]
    return value if value is None or isinstance(value, int) else round(float(value), digits)
