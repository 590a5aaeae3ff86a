"""Wording of messages: numbers as given by users, numbers with nouns, and text made safe to print."""

import math
import re
import sys
from collections.abc import Sequence

_MAX_QUOTED = 40
_NOUNS: dict[object, str] = {int: "a whole number", float: "a number"}


def describe_range(kind: object, low: float | None = None, high: float | None = None) -> str:
    """Describe the allowed numbers.

    >>> describe_range(int, 1, 100), describe_range(float, 0)
    ('a whole number from 1 to 100', 'a number of at least 0')
    """
    if low is None and high is None:
        return _NOUNS[kind]
    if high is None:
        return f"{_NOUNS[kind]} of at least {low}"
    return f"{_NOUNS[kind]} {f'of at most {high}' if low is None else f'from {low} to {high}'}"


def quote(value: object) -> str:
    """Quote a user's input, shortened if necessary.

    >>> quote("1e5"), quote(1.0), quote("9" * 5000)
    ("'1e5'", '1', "'9999999999999999999999999999999999999999…' (5000 characters)")
    """
    if isinstance(value, str) and len(value) > _MAX_QUOTED:
        return f"'{value[:_MAX_QUOTED]}…' ({len(value)} characters)"
    if isinstance(value, int) and abs(value) >= 10**_MAX_QUOTED:  # of 4,300 digits Python refuses to write it at all
        return f"a whole number of some {value.bit_length() * math.log10(2):.0f} digits"
    return repr(value).removesuffix(".0") if isinstance(value, float) else f"{value!r:.60}"


def is_within(value: float, low: float | None, high: float | None) -> bool:
    """Tell whether a number is within its bounds, and at most the largest float."""
    return abs(value) <= sys.float_info.max and (low is None or low <= value) and (high is None or value <= high)


def read_number(text: str, kind: type[int] | type[float], low: float | None, high: float | None) -> int | float:
    """Return the number in a text; a ValueError says what is allowed.

    Other forms that Python accepts (1_000, surrounding spaces) are refused as typos.
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


def plural(n: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, and optionally what follows; `many` is the plural, by default with an s.

    >>> plural(1, "line"), plural(2, "line"), plural(2, "line is", "lines are")
    ('1 line', '2 lines', '2 lines are')
    """
    return f"{n} {one if n == 1 else many or f'{one}s'}"


def its_source(lines: Sequence[int], verb: str = "do") -> str:
    """Say of the sources of some lines that they do (or are) not.

    >>> its_source([3]), its_source([3, 4], "are")
    ('its source does not', 'their sources are not')
    """
    return f"their sources {verb} not" if len(lines) != 1 else f"its source {'does' if verb == 'do' else 'is'} not"


def listed(lines: Sequence[int], noun: str = "line", most: int = 3) -> str:
    """Return the numbers of the first few lines, counted from 1.

    >>> listed([0, 4, 7, 9]), listed([3])
    ('lines 1, 5, 8 …', 'line 4')
    """
    numbers = ", ".join(str(index + 1) for index in lines[:most])
    return f"{noun}{'s' if len(lines) > 1 else ''} {numbers}{' …' if len(lines) > most else ''}"


_SUBTLE = "\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
"""8-bit control characters, marks that change the writing direction, and invisible characters.

Right-to-left letters are kept, and so are the joiners that their scripts and emoji need.
"""
_UNSAFE = f"[\x00-\x1f{_SUBTLE}]"


def printable(text: str) -> str:
    r"""Return a text on one line with its contents made visible.

    >>> print(printable("a\x1b[2Jb \u202ec\n"), printable("שלום"))
    a\x1b[2Jb \u202ec\n שלום
    """
    if text.isprintable():
        return text
    return re.sub(_UNSAFE, lambda found: found[0].encode("unicode_escape").decode(), text)


def printable_json(text: str) -> str:
    """Return equivalent JSON that is safe for a terminal; `json` only escapes 7-bit control characters.

    >>> print(printable_json('"\\x9b31m"'))
    "\\u009b31m"
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return re.sub(f"[{_SUBTLE}]", lambda found: f"\\u{ord(found[0]):04x}", text)
