"""Sentences of single letters as numbers."""


def ids(text: str) -> tuple[int, ...]:
    """Return a number for each word of one letter, the same for the same letter."""
    return tuple(ord(word) for word in text.split())
