"""A source beside which outputs are judged: what it has itself is no chatter."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from errata.text.raw.labels import says_unchanged
from errata.text.raw.likeness import Words, likeness
from errata.text.raw.units import Unit, token_units

POOR = Fraction(2, 5)
"""A text that is less like the source is no output of it."""


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

    def like(self, text: str) -> Fraction:
        """Return how like a text is to the source."""
        return likeness(self.find.of(text), self.words)

    def is_called_unchanged(self, words: Sequence[str]) -> bool:
        """Tell whether a text of these words says that there is nothing to correct."""
        return says_unchanged(words, self.words) and likeness(words, self.words) < POOR
