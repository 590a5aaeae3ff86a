"""Names that stand twice in a list, found in one pass over it."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)


def first_repeated(names: Iterable[Name]) -> Name | None:
    """Return the first name that stands there for the second time, None where all differ.

    >>> first_repeated(["a", "b", "c", "b", "a"])
    'b'
    """
    seen: set[Name] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
