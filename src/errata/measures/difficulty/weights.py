"""Difficulty weights: for each gold chunk of each sentence, how many of the systems got it right.

There are two formats. The plain one of the authors' files has the number of systems on its first line and then a line
of counts for each sentence. The JSON one also says for which gold, reference and weight function it was made, and from
which systems, so that numbers made with it later can be trusted. Neither contains weights: they follow from the
counts.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

from errata._version import __version__
from errata.digests import sha256_hex
from errata.errors import FormatError, InputError
from errata.formats.files import AnyPath, bare_suffix, display_name, read_lines
from errata.formats.writing import write_lines
from errata.model import Annotator
from errata.records import dataclass, field

T = TypeVar("T")
_KIND = "errata difficulty weights"
_SCHEMA = 1
_MOST_SYSTEMS = 10**9
"""Nobody has more systems; a larger number in a file is a mistake, or malicious."""
_MOST_DIGITS = 1000
"""Python does not parse much longer numbers."""


class Made(dict[int, T]):
    """What is made of the few numbers that occur: looked up a hundred thousand times, which a call would make slow."""

    def __init__(self, make: Callable[[int], T]) -> None:
        self._make = make

    def __missing__(self, number: int) -> T:
        made = self[number] = self._make(number)
        return made


@dataclass(frozen=True)
class Weights:
    """How many of `n_systems` systems got each chunk of each sentence right, and what the counts are for.

    Anything that a file does not say is empty or None. `name` is what messages call it.

    >>> Weights(3, ((3, 1, 2),)).fingerprint
    '960936c9'
    """

    n_systems: int
    solved: tuple[tuple[int, ...], ...] = field(repr=False)
    gold: str = ""
    reference: Annotator | None = None
    function: tuple[float, float, float] | None = None
    systems: tuple[str, ...] = ()
    name: str = field(default="weights", compare=False)
    first_line: int = field(default=0, compare=False, repr=False)
    """The line of the file with the counts of the first sentence, 0 if there is no file."""

    def __post_init__(self) -> None:
        if self.n_systems < 1:
            raise InputError(f"{self.name}: weights come from at least one system, not {self.n_systems}")
        if self.n_systems > _MOST_SYSTEMS:
            raise InputError(
                f"{self.name}: weights of {self.n_systems!s:.20} systems, but errata takes those of {_MOST_SYSTEMS} at "
                "most; the first number of a plain weight file is how many systems were judged"
            )
        for index, counts in enumerate(self.solved):
            if not counts or min(counts) < 0 or max(counts) > self.n_systems:
                raise FormatError(
                    f"{self.name}, {self.place(index)}: {_odd(counts, self.n_systems)}; every sentence has counts "
                    f"from 0 to {self.n_systems}, the number of systems"
                )

    def __str__(self) -> str:
        return self.fingerprint

    def place(self, index: int) -> str:
        """Return the place of a sentence's counts."""
        return f"line {self.first_line + index}" if self.first_line else f"sentence {index + 1}"

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits that change with any count, the same for both formats."""
        return sha256_hex("\n".join(_plain_lines(self)).encode())[:8]


def _odd(counts: Sequence[int], n_systems: int) -> str:
    if not counts:
        return "no counts"
    return f"{next(count for count in counts if not 0 <= count <= n_systems)} is not a count of systems"


def _plain_lines(weights: Weights) -> Iterator[str]:
    yield str(weights.n_systems)
    written = Made(str)
    for counts in weights.solved:
        yield " ".join([written[count] for count in counts])


def _json_lines(weights: Weights) -> Iterator[str]:
    about: dict[str, Any] = {"format": _KIND, "schema": _SCHEMA, "errata": __version__}
    if weights.gold:
        about["gold"] = weights.gold
    if weights.reference is not None:
        about["reference"] = weights.reference
    if weights.function is not None:
        about["function"] = dict(zip("abc", weights.function, strict=True))
    about |= {"systems": list(weights.systems), "N": weights.n_systems}
    yield json.dumps(about, ensure_ascii=False)[:-1] + ', "n": ['
    last = len(weights.solved) - 1
    for index, counts in enumerate(weights.solved):
        yield json.dumps(list(counts)) + ("" if index == last else ",")
    yield "]}"


def write_weights(weights: Weights, path: AnyPath) -> None:
    """Write weights: as JSON if the name ends in `.json` (possibly compressed), otherwise in the plain format."""
    write_lines(path, _json_lines(weights) if bare_suffix(path) == ".json" else _plain_lines(weights))


def read_weights(path: AnyPath) -> Weights:
    """Read weights in either format, detected from the content."""
    name = display_name(path)
    lines = list(read_lines(path))
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise FormatError(f"{name} is empty; a weight file begins with the number of systems")
    return _from_json(lines, name) if lines[0].lstrip().startswith("{") else _from_plain(lines, name)


def _from_plain(lines: Sequence[str], name: str) -> Weights:
    if not _is_count(lines[0].strip()):
        raise FormatError(
            f"{name}, line 1: expected the number of systems here, not {lines[0][:60]!r}; is this a weight file?"
        )
    solved = tuple(_counts(line, number, name) for number, line in enumerate(lines[1:], 2))
    return Weights(int(lines[0].strip()), solved, name=name, first_line=2)


def _counts(line: str, number: int, name: str) -> tuple[int, ...]:
    words = line.split()
    wrong = next((word for word in words if not _is_count(word)), None)
    if wrong is not None:
        raise FormatError(
            f"{name}, line {number}: {wrong!r:.60} is not a count of systems; counts are whole numbers from 0"
        )
    return tuple(map(int, words))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def _from_json(lines: Iterable[str], name: str) -> Weights:
    try:
        data = json.loads("\n".join(lines))
    except json.JSONDecodeError as error:
        raise FormatError(f"{name}, line {error.lineno}: not valid JSON ({error.msg})") from None
    except RecursionError:
        raise FormatError(f"{name} is nested too deeply for a weight file") from None
    except ValueError as error:  # a number too long to be read
        raise FormatError(f"{name}: not valid JSON ({error})") from None
    if data.get("format") != _KIND:
        raise FormatError(f'{name} is JSON but not a weight file: its "format" is not {_KIND!r}')
    if data.get("schema") != _SCHEMA:
        raise FormatError(f"{name} has schema {data.get('schema')!r}, but this version of errata reads {_SCHEMA}")
    function = data.get("function")
    try:
        return Weights(
            n_systems=_of(int, data["N"]),
            solved=tuple(tuple([_of(int, count) for count in counts]) for counts in _of(list, data["n"])),
            gold=_of(str, data.get("gold", "")),
            reference=_of((int, str, type(None)), data.get("reference")),
            function=None if function is None else _function(function),
            systems=tuple(_of(str, system) for system in _of(list, data.get("systems", []))),
            name=name,
        )
    except (KeyError, TypeError, OverflowError) as error:
        raise FormatError(f"{name} is not a complete weight file: {error} is missing or of the wrong kind") from None


def _function(function: Any) -> tuple[float, float, float]:
    a, b, c = (float(_of((int, float), function[key])) for key in "abc")
    return a, b, c


def _of(kind: type | tuple[type, ...], value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(repr(value)[:60])
    return value
