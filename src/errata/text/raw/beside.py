"""A source with which outputs are compared: what it contains itself is not chatter."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from errata.text.raw.labels import says_unchanged
from errata.text.raw.likeness import Words, likeness
from errata.text.raw.units import Unit, token_units

POOR = Fraction(2, 5)
"""A text less similar to the source than this is not an output for it."""


class Beside:
    """A source, its words and units; `find` finds the words of texts."""

    def __init__(self, tokens: Sequence[str], find: Words) -> None:
        self.tokens = tokens
        self.text = " ".join(tokens)
        self.find = find
        self.words = find.of(self.text)

    @cached_property
    def units(self) -> list[Unit]:
        """Return the units of all tokens."""
        return [unit for token in self.tokens for unit in token_units(token)]

    @cached_property
    def counts(self) -> Counter[str]:
        """Return how often it has each word."""
        return Counter(self.words)

    def like(self, text: str) -> Fraction:
        """Return a text's similarity to the source."""
        words = self.find.of(text)
        total = len(words) + len(self.words)
        return Fraction(2 * self.n_common(words), total) if total else Fraction(1)

    def n_common(self, words: Sequence[str]) -> int:
        """Return how many words are shared with the source, each as often as in both."""
        return sum(min(n, self.counts[word]) for word, n in Counter(words).items())

    def is_called_unchanged(self, words: Sequence[str]) -> bool:
        """Tell whether a text with these words says that there is nothing to correct."""
        return says_unchanged(words, self.words) and likeness(words, self.words) < POOR
