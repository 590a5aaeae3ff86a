"""JSON without surprises: no name twice, no number that is none, no half characters, bounded nesting."""

import json
from math import isfinite
from typing import NoReturn

from errata.errors import FormatError


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise ValueError(f"{twice!r} stands twice in one object; keep one of them")
    return made


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON; write null where there is none")


def _number(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError(f"the number {digits:.20} is too large")
    return number


def parse_json(text: str, name: str, line: int = 1) -> object:
    """Return the value of a JSON text that begins at a line of a file; whatever is wrong with it is a FormatError."""
    try:
        value: object = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_float=_number)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise FormatError(
            f"{name}, line {line + error.lineno - 1}, column {error.colno}: not JSON ({error.msg}); is the file whole?"
        ) from None
    except UnicodeEncodeError:
        raise FormatError(
            f"{name}, line {line}: a \\u escape makes half a character (a lone surrogate), which no text can hold; "
            "write the character itself"
        ) from None
    except RecursionError:
        raise FormatError(
            f"{name}, line {line}: lists or objects nest too deep; this is no file of this format"
        ) from None
    except ValueError as error:
        raise FormatError(f"{name}, line {line}: {error}") from None
    return value


def to_json(value: object, what: str) -> str:
    """Return a value as one line of JSON, characters as they are; a value JSON does not have is refused."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"{what} cannot be written as JSON: {error}") from None
