"""How like two texts are: the share of words that they have in common."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from errata.text.raw.units import scan, words_of


@lru_cache(1 << 16)
def _words_of_chunk(chunk: str, dropped: str) -> tuple[str, ...]:
    return tuple(words_of(scan(chunk, dropped)))


def text_words(text: str, dropped: str) -> list[str]:
    """Return the words of a text, in lower case; no word goes across white space, so that chunks are known already.

    >>> text_words("It's two-fold.", "")
    ['it', 's', 'two', 'fold']
    """
    return [word for chunk in text.split() for word in _words_of_chunk(chunk, dropped)]


def n_common(one: Iterable[str], other: Iterable[str]) -> int:
    """Return how many words two texts have in common, each as often as in both."""
    return (Counter(one) & Counter(other)).total()


def likeness(one: Sequence[str], other: Sequence[str]) -> Fraction:
    """Return twice the common words by all words of both texts; 1 if neither has any.

    >>> likeness(["he", "go"], ["he", "goes", "home"])
    Fraction(2, 5)
    """
    total = len(one) + len(other)
    return Fraction(2 * n_common(one, other), total) if total else Fraction(1)
