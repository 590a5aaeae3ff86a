"""What a check of texts returns: something suspicious, where it shows, and in words."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Sign:
    """Something suspicious: a code, the lines where it shows, counted from 0, and the whole of it in words."""

    code: str
    lines: Sequence[int]
    message: str

    def __str__(self) -> str:
        return self.message


def listed(lines: Sequence[int], noun: str = "line", most: int = 3) -> str:
    """Return the numbers of the first few lines, counted from 1.

    >>> listed([0, 4, 7, 9]), listed([3])
    ('lines 1, 5, 8 …', 'line 4')
    """
    numbers = ", ".join(str(index + 1) for index in lines[:most])
    return f"{noun}{'s' if len(lines) > 1 else ''} {numbers}{' …' if len(lines) > most else ''}"
