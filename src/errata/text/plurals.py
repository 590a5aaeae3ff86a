"""Numbers with what they count."""


def plural(n: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, and perhaps what follows; `many` is the noun with an s where it is not given.

    >>> plural(1, "line"), plural(2, "line"), plural(2, "line is", "lines are")
    ('1 line', '2 lines', '2 lines are')
    """
    return f"{n} {one if n == 1 else many or f'{one}s'}"
