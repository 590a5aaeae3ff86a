"""Words as found by ICU's word breaker, with dictionaries for scripts without spaces (extra `errata[icu]`).

The locale is always the root locale, so that words depend only on ICU's version.
"""

from itertools import accumulate, pairwise
from typing import Any

from errata.errors import MissingExtraError
from errata.text.words import word_ranges

_LOCALE = "root"


def _load() -> Any:
    try:
        import icu4py.breakers
    except ImportError:
        raise MissingExtraError(
            "words by ICU need the package icu4py, which is not installed; "
            "install the extra: pip install 'errata[icu]', or '.[icu]' in a clone"
        ) from None
    return icu4py


def icu_version() -> str:
    """Return the major version of ICU, on which the words depend: "78"."""
    version: str = _load().icu_version
    return version.partition(".")[0]


def icu_ranges(text: str) -> list[tuple[int, int]]:
    """Return the positions of a text's words and punctuation marks; white space always separates them."""
    # Pieces, not offsets: those of icu4py count units of UTF-16.
    pieces = _load().breakers.WordBreaker(_without_surrogates(text), _LOCALE)
    borders = set(accumulate(map(len, pieces), initial=0))
    found: list[tuple[int, int]] = []
    for low, high in word_ranges(text):  # ICU keeps some white space within numbers, and before marks
        inner = [place for place in range(low + 1, high) if place in borders]
        found += pairwise([low, *inner, high])
    return found


def _without_surrogates(text: str) -> str:
    """Return a text that ICU can read: lone surrogates, which are not characters, are replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)
    return text
