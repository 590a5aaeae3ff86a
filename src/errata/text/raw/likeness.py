"""The similarity of two texts: the share of words that they have in common."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from errata.text.raw.units import INVISIBLE, scan, words_of


class Words(dict[str, tuple[str, ...]]):
    """Finds the words of texts, in lower case; `dropped` are characters to ignore.

    No word contains white space, and the chunks between white space recur, so their words are cached.

    >>> Words().of("It's two-fold.")
    ['it', 's', 'two', 'fold']
    """

    def __init__(self, dropped: str = INVISIBLE) -> None:
        super().__init__()
        self.dropped = dropped

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        is_word = chunk.isascii() and chunk.isalpha()
        found = self[chunk] = (chunk.lower(),) if is_word else tuple(words_of(scan(chunk, self.dropped)))
        return found

    def of(self, text: str) -> list[str]:
        """Return the words of a text."""
        return [word for chunk in text.split() for word in self[chunk]]


def n_common(one: Iterable[str], other: Iterable[str]) -> int:
    """Return how many words two texts have in common, each as often as in both."""
    return (Counter(one) & Counter(other)).total()


def likeness(one: Sequence[str], other: Sequence[str]) -> Fraction:
    """Return twice the number of common words divided by all words of both texts; 1 if neither has any.

    >>> likeness(["he", "go"], ["he", "goes", "home"])
    Fraction(2, 5)
    """
    total = len(one) + len(other)
    return Fraction(2 * n_common(one, other), total) if total else Fraction(1)
