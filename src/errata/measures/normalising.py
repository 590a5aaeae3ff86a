"""What measures that compare texts can be told to ignore: case, punctuation, white space."""

from functools import lru_cache
from typing import Any
from unicodedata import category

from errata.measures.options import option


def case_option() -> Any:
    """Declare the option to ignore case."""
    return option(False, "ignore case")


def punctuation_option() -> Any:
    """Declare the option to ignore punctuation."""
    return option(False, "leave out punctuation (Unicode category P)")


@lru_cache(1 << 12)
def _is_punctuation(character: str) -> bool:
    return category(character)[0] == "P"


def normalise(text: str, ignore_case: bool, ignore_punctuation: bool, ignore_space: bool = False) -> str:
    """Return the text without what is ignored.

    >>> normalise("Well , it 's “ done ” !", True, True)
    'well  it s  done  '
    >>> normalise("ab c", False, False, ignore_space=True)
    'abc'
    """
    if ignore_punctuation:
        text = "".join(character for character in text if not _is_punctuation(character))
    if ignore_case:
        text = text.lower()
    return "".join(text.split()) if ignore_space else text
