"""Numbers with what they count."""

from collections.abc import Sequence


def plural(n: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, and perhaps what follows; `many` is the noun with an s where it is not given.

    >>> plural(1, "line"), plural(2, "line"), plural(2, "line is", "lines are")
    ('1 line', '2 lines', '2 lines are')
    """
    return f"{n} {one if n == 1 else many or f'{one}s'}"


def listed(lines: Sequence[int], noun: str = "line", most: int = 3) -> str:
    """Return the numbers of the first few lines, counted from 1.

    >>> listed([0, 4, 7, 9]), listed([3])
    ('lines 1, 5, 8 …', 'line 4')
    """
    numbers = ", ".join(str(index + 1) for index in lines[:most])
    return f"{noun}{'s' if len(lines) > 1 else ''} {numbers}{' …' if len(lines) > most else ''}"
