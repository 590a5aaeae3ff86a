"""Numbers that users give: read plainly, held within bounds, and quoted so that no message is flooded."""

import math
import sys

_MAX_QUOTED = 40
_NOUNS: dict[object, str] = {int: "a whole number", float: "a number"}


def describe_range(kind: object, low: float | None = None, high: float | None = None) -> str:
    """Say which numbers are taken.

    >>> describe_range(int, 1, 100), describe_range(float, 0)
    ('a whole number from 1 to 100', 'a number of at least 0')
    """
    if low is None and high is None:
        return _NOUNS[kind]
    if high is None:
        return f"{_NOUNS[kind]} of at least {low}"
    return f"{_NOUNS[kind]} {f'of at most {high}' if low is None else f'from {low} to {high}'}"


def quote(value: object) -> str:
    """Show what a user gave, however long it is.

    >>> quote("1e5"), quote(1.0), quote("9" * 5000)
    ("'1e5'", '1', "'9999999999999999999999999999999999999999…' (5000 characters)")
    """
    if isinstance(value, str) and len(value) > _MAX_QUOTED:
        return f"'{value[:_MAX_QUOTED]}…' ({len(value)} characters)"
    if isinstance(value, int) and abs(value) >= 10**_MAX_QUOTED:  # of 4,300 digits Python refuses to write it at all
        return f"a whole number of some {value.bit_length() * math.log10(2):.0f} digits"
    return repr(value).removesuffix(".0") if isinstance(value, float) else f"{value!r:.60}"


def is_within(value: float, low: float | None, high: float | None) -> bool:
    """Tell whether a number is within its bounds, and in any case no larger than a float can be."""
    return abs(value) <= sys.float_info.max and (low is None or low <= value) and (high is None or value <= high)


def read_number(text: str, kind: type[int] | type[float], low: float | None, high: float | None) -> int | float:
    """Return the number that a text stands for; a ValueError says what is taken instead.

    What Python reads besides (1_000, spaces around) is refused, as a slip of the finger.
    """
    try:
        if "_" in text or text != text.strip():
            raise ValueError
        value = kind(text)  # refuses more than 4,300 digits, whose time would grow with their square
        if is_within(value, low, high):
            return value
    except ValueError:
        pass
    raise ValueError(f"takes {describe_range(kind, low, high)}, not {quote(text)}")
