"""Words or characters to integers, each line once per run."""

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from errata.kernels import words


class WordNumbers:
    """The plain twin of `errata.kernels.words.Interner`: split at white space, number words as they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def encode(self, line: str) -> "array[int]":
        """Return the numbers of the line's words, new words numbered on the way."""
        numbers = self._numbers
        return array("i", [numbers.setdefault(word, len(numbers)) for word in line.split()])


def _code_points(line: str) -> "array[int]":
    numbers = array("i")
    numbers.frombytes(line.encode("utf-32-le", "surrogatepass"))
    return numbers


@dataclass(frozen=True)
class Flat:
    """Texts one after the other: the tokens of text i are `ids[bounds[i]:bounds[i + 1]]`."""

    ids: "array[int]"
    bounds: "array[int]"


class Vocabulary:
    """Lines as integer tokens: `unit` "word" splits at Unicode white space, "char" takes every code point.

    Equal tokens get equal numbers within one vocabulary. A line met before costs one look-up.

    >>> Vocabulary("word").encode("the cat saw  the dog")
    array('i', [0, 1, 2, 0, 3])
    >>> Vocabulary("char").encode("a b")
    array('i', [97, 32, 98])
    """

    def __init__(self, unit: str) -> None:
        self._encode: Callable[[str], array[int]]
        self._numbers: words.Interner | WordNumbers | None = None
        if unit == "char":
            self._encode = _code_points
        else:
            self._numbers = words.Interner() if words.COMPILED else WordNumbers()
            self._encode = self._numbers.encode
        self._known: dict[str, array[int]] = {}

    def __len__(self) -> int:
        """Return how many different words there are; every code point is a token already."""
        return 0x110000 if self._numbers is None else len(self._numbers)

    def encode(self, line: str) -> "array[int]":
        """Return the line's tokens; the array is shared, so it must not be changed."""
        known = self._known.get(line)
        if known is None:
            known = self._known[line] = self._encode(line)
        return known

    def flatten(self, lines: Iterable[str]) -> Flat:
        """Return the tokens of many lines in one buffer."""
        ids = array("i")
        bounds = array("i", [0])
        for line in lines:
            ids.extend(self.encode(line))
            bounds.append(len(ids))
        return Flat(ids, bounds)
