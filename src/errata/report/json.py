"""JSON as all reports write it: what is not defined is null, and one envelope around everything."""

import math
from collections.abc import Iterable, Mapping, Sequence

from errata._version import __version__
from errata.text.messages import printable_json

SCHEMA = 1
"""Version of the JSON schema; a change that breaks readers raises it."""


def number(value: float) -> float | None:
    """Return a number, None where it is not defined."""
    return None if math.isnan(value) else value


def numbers(values: Mapping[str, float]) -> dict[str, float | None]:
    """Return numbers under their names, None for those that are not defined."""
    return {name: number(value) for name, value in values.items()}


def dumps(value: object, indent: int | None = None) -> str:
    """Return a value as JSON, in one line unless it is indented."""
    import json  # costs the start-up of every table 5 ms otherwise

    return printable_json(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent))


def list_of(items: Iterable[str]) -> str:
    """Return a JSON list of what is JSON already, one item a line."""
    return "[\n  " + ",\n  ".join(items) + "\n ]"


def inner_list(values: Iterable[object]) -> str:
    """Return a JSON list within another, one value a line."""
    lines = ",\n    ".join(map(dumps, values))
    return f"[\n    {lines}]" if lines else "[]"


def envelope(warnings: Sequence[str], parts: Mapping[str, str]) -> str:
    """Return a whole report as one JSON object; its parts are JSON already."""
    inner = "".join(f' "{name}": {text},\n' for name, text in parts.items())
    return f'{{"errata": {dumps(__version__)}, "schema": {SCHEMA},\n{inner} "warnings": {dumps(list(warnings))}}}'
