"""The inventory that error types come from: ERRANT's, another one, or none; different ones are not comparable."""

import re
from collections.abc import Iterable

from errata.model import NOOP, UNCORRECTED

Types = frozenset[str]


def types_in(types: Iterable[str]) -> Types:
    """Return the types that name a kind of error; `noop` and `UNK` are common to all inventories."""
    return frozenset(types) - {NOOP, UNCORRECTED}


def is_errant(types: Types) -> bool:
    """Tell whether the types are those of ERRANT: an operation, a colon, a category.

    >>> is_errant(frozenset({"R:VERB:SVA", "M:DET"})), is_errant(frozenset({"ArtOrDet"}))
    (True, False)
    """
    return all(map(re.compile("[MRU]:.").match, types))


def have_operations(types: Types) -> bool:
    """Tell whether every type is one of ERRANT's, or at least its operation.

    >>> have_operations(frozenset({"R:VERB", "M"})), have_operations(frozenset({"Mec"}))
    (True, False)
    """
    return all(map(re.compile("[MRU](:.|$)").match, types))


def are_two(ours: Types, theirs: Types) -> bool:
    """Tell whether types come from two inventories: none in common, and only one side has ERRANT's, or any at all.

    >>> are_two(frozenset({"ArtOrDet", "Vform"}), frozenset({"M:DET"}))
    True
    >>> are_two(frozenset({"R:VERB"}), frozenset({"M:DET"}))
    False
    """
    if not ours or not theirs or ours & theirs:
        return False
    return is_errant(ours) != is_errant(theirs) or (ours == {""}) != (theirs == {""})


def examples(types: Types) -> str:
    """Return a few of the types, for messages."""
    shown = sorted(types)[:3]
    return "no types" if shown == [""] else f"types such as {', '.join(filter(None, shown))}"
