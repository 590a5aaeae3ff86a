"""Words or characters to integers, each line once per run."""

from array import array
from collections.abc import Callable, Iterable
from typing import Any

from errata.kernels import words
from errata.kernels.buffers import Texts
from errata.kernels.lines import cut_lines
from errata.text.packed import PackedLines

_FEW = 64
"""More lines than this are numbered in one go, and not cached one by one."""
_MOST = 1 << 28
"""Texts with more characters are numbered line by line, so that errors can name the line."""


class WordNumbers:
    """The plain twin of `errata.kernels.words.Interner`: split at white space, number words as they come."""

    def __init__(self, only_ascii: bool = False, base: "WordNumbers | None" = None) -> None:
        self._only_ascii = only_ascii
        self._numbers: dict[str | bytes, int] = {}
        self._known: dict[str | bytes, int] = {} if base is None else base._numbers
        self._n_known = len(self._known)

    def __len__(self) -> int:
        return self._n_known + len(self._numbers)

    @property
    def splits_as_ascii(self) -> bool:
        """Whether it is known that all lines so far would be split at ASCII white space alone into the same words."""
        return False

    def encode(self, line: str) -> "array[int]":
        """Return the numbers of the line's words, adding new words."""
        words: list[str] | list[bytes] = (
            line.encode("utf-8", "surrogatepass").split() if self._only_ascii else line.split()
        )
        return array("i", map(self._number, words))

    def _number(self, word: str | bytes) -> int:
        known = self._known.get(word, self._n_known)
        return known if known < self._n_known else self._numbers.setdefault(word, len(self))

    def kinds(self) -> "array[int]":
        """Return for every word whether it has an ASCII letter or digit (1), none (0), or perhaps others (2)."""
        made = (word if isinstance(word, bytes) else word.encode("utf-8", "surrogatepass") for word in self._numbers)
        return array(
            "b", [1 if any(bytes([b]).isalnum() for b in word) else 0 if word.isascii() else 2 for word in made]
        )

    def words_from(self, first: int) -> list[str]:
        """Return the words with this number and all later ones, none of which a base has."""
        return list(map(str, self._numbers))[first - self._n_known :]

    def decode(self, numbers: Iterable[int]) -> str:
        """Return the words with these numbers, separated by single spaces."""
        words = [word if isinstance(word, str) else word.decode("utf-8", "surrogatepass") for word in self._numbers]
        return " ".join([words[number] for number in numbers])


def _code_points(line: str) -> "array[int]":
    numbers = array("i")
    numbers.frombytes(line.encode("utf-32-le", "surrogatepass"))
    return numbers


class Vocabulary:
    """Lines as integer tokens: `unit` "word" splits at Unicode white space, "char" takes every code point.

    "ascii-word" splits at ASCII white space only, like programs that read bytes.
    Equal tokens get equal numbers within one vocabulary. A line seen before costs one look-up.

    >>> Vocabulary("word").encode("the cat saw  the dog")
    array('i', [0, 1, 2, 0, 3])
    >>> Vocabulary("ascii-word").encode("the\u00a0cat saw")
    array('i', [0, 1])
    >>> Vocabulary("char").encode("a b")
    array('i', [97, 32, 98])
    """

    def __init__(self, unit: str, base: "Vocabulary | None" = None) -> None:
        self._unit = unit
        self._encode: Callable[[str], array[int]]
        self._numbers: words.Interner | WordNumbers | None = None
        if unit == "char":
            self._encode = _code_points
        else:
            kind: Any = words.Interner if words.COMPILED else WordNumbers
            self._numbers = kind(unit == "ascii-word", None if base is None else base._numbers)
            self._encode = self._numbers.encode
        self._known: dict[str, array[int]] = {}

    def extended(self) -> "Vocabulary":
        """Return a vocabulary that starts with the current content, and adds to it without changing this one.

        >>> whole = Vocabulary("word")
        >>> whole.encode("the cat"), whole.extended().encode("a cat"), whole.encode("dog")
        (array('i', [0, 1]), array('i', [2, 1]), array('i', [2]))
        """
        return Vocabulary(self._unit, self)

    def __len__(self) -> int:
        """Return the number of distinct words; every code point is already a token."""
        return 0x110000 if self._numbers is None else len(self._numbers)

    @property
    def splits_as_ascii(self) -> bool:
        """Whether "ascii-word" would have split all lines so far into the same words, as far as is known.

        >>> vocabulary = Vocabulary("word")
        >>> vocabulary.encode("He go .").tolist(), vocabulary.encode("He\u00a0go .").tolist()
        ([0, 1, 2], [0, 1, 2])
        >>> vocabulary.splits_as_ascii
        False
        """
        return self._numbers is not None and self._numbers.splits_as_ascii

    def kinds(self) -> "array[int]":
        """Return for every word whether it has an ASCII letter or digit (1), none (0), or perhaps others (2)."""
        assert self._numbers is not None
        return self._numbers.kinds()

    def words_from(self, first: int) -> list[str]:
        """Return the words with this number and higher ones.

        >>> vocabulary = Vocabulary("word")
        >>> vocabulary.encode("the cat saw the dog"), vocabulary.words_from(1)
        (array('i', [0, 1, 2, 0, 3]), ['cat', 'saw', 'dog'])
        """
        assert self._numbers is not None
        return self._numbers.words_from(first)

    @property
    def n_lines(self) -> int:
        """The number of distinct lines in the cache."""
        return len(self._known)

    def encode(self, line: str) -> "array[int]":
        """Return the line's tokens; the array is shared, so it must not be changed."""
        known = self._known.get(line)
        if known is None:
            known = self._known[line] = self._encode(str(line))  # kernels take no subclass, such as NumPy's strings
        return known

    def flatten(self, lines: Iterable[str], like: PackedLines | None = None) -> Texts:
        """Return the tokens of many lines in one buffer; faster if many are as in `like`, which were given before."""
        if isinstance(lines, PackedLines) and isinstance(self._numbers, words.Interner):
            known = lines.numbered.get(self)
            if known is None:
                numbered = like and like.numbered.get(self)
                fellows = (*like.buffers, numbered.ids, numbered.bounds) if like and numbered else None
                known = lines.numbered[self] = Texts(*self._numbers.encode_lines(*lines.buffers, fellows))
            return known
        lines = list(lines)
        if isinstance(self._numbers, words.Interner) and len(lines) > _FEW:
            text = "\n".join(lines) + "\n"
            if text.count("\n") == len(lines) and len(text) < _MOST:  # no line has a break in it
                data = text.encode("utf-8", "surrogatepass")
                return Texts(*self._numbers.encode_lines(data, *cut_lines(data, len(lines))))
        return Texts.of_arrays([self.encode(line) for line in lines])
