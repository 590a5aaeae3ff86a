"""Strict JSON: no duplicate keys, no NaN or infinity, no lone surrogates, no excessive nesting."""

import json
import re
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

Name = TypeVar("Name", bound=Hashable)

_DEEPEST = 100
"""The maximum nesting depth; traversing values needs that much stack, whatever its limit is."""
_TOO_DEEP = f"the values are nested too deeply (more than {_DEEPEST} levels), which no record needs"
_NO_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[^\[\]{}"]+', re.DOTALL)
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_SURROGATE = re.compile("[\ud800-\udfff]")


def first_repeated(names: Iterable[Name]) -> Name | None:
    """Return the first name that occurs twice, None if all differ.

    >>> first_repeated(["a", "b", "c", "b", "a"])
    'b'
    """
    seen: set[Name] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError(f"the key {first_repeated(name for name, _ in pairs)!r} appears twice in one object")
    return made


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        raise ValueError(f"the number {text} is too large")
    return number


@cache
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_finite)


def _depth(text: str) -> int:
    """Return the nesting depth of brackets in a JSON text, ignoring those in strings."""
    return max(accumulate(map(_STEPS.__getitem__, _NO_BRACKETS.sub("", text))), default=0)


def _replaced(value: Any) -> Any:
    """Return a value with every lone surrogate replaced by U+FFFD."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_replaced(item) for item in value]
    if isinstance(value, dict):
        return {_replaced(name): _replaced(item) for name, item in value.items()}
    return value


def parse_json(text: str, *, surrogates: str = "error") -> Any:
    """Return the value of a JSON text; a ValueError says what is wrong with it.

    A lone surrogate, which no text can hold, is an error, or is replaced by U+FFFD (surrogates="replace").

    >>> parse_json('{"a": [1, null]}')
    {'a': [1, None]}
    >>> parse_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ...
    ValueError: the key 'a' appears twice in one object
    """
    if text.count("[") + text.count("{") > _DEEPEST and _depth(text) > _DEEPEST:
        raise ValueError(_TOO_DEEP)
    try:
        value = _decoder().decode(text)
        # Only an escape can bring half of a pair in: the file is UTF-8.
        clean = _replaced(value) if "\\u" in text else value
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg.removesuffix(' at')} at character {error.pos + 1}") from None
    if clean != value and surrogates != "replace":
        raise ValueError("half of a surrogate pair (\\ud800 to \\udfff), which is not a character")
    return clean


def to_json(value: Any) -> str:
    """Return a value as JSON on one line, without escaping characters; equal values give equal text.

    >>> to_json({"text": "né", "score": 0.5})
    '{"text":"né","score":0.5}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
