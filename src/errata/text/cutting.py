"""The ways to tokenise texts: one vocabulary of names for all code that needs tokens."""

from collections.abc import Callable

from errata.errors import InputError

SPACE, CHAR, CJK, ICU = "space", "char", "cjk", "icu"
WAYS = {
    SPACE: "at white space",
    "marks": "at punctuation marks too",
    "treebank": "as the Penn Treebank is (English)",
    CHAR: "every character",
    CJK: "every character of Chinese, Japanese, Thai and other scripts without spaces, and punctuation marks; runs of "
    "other letters and of digits stay whole",
    ICU: "words as ICU finds them, by dictionary in Chinese, Japanese, Thai and the like; needs errata[icu]",
}
"""Descriptions. The code is in `errata.text.tokenisation`, which takes longer to load."""


def check_way(how: object) -> None:
    """Refuse an unknown tokenisation."""
    if how not in WAYS:
        raise InputError(f"there is no tokenisation called {how!r}; there are: {', '.join(WAYS)}")


def cutter(how: str) -> Callable[[str], str]:
    """Return a function that puts one space between the tokens of a line; `space` changes nothing.

    >>> cutter("cjk")("他有2只猫。")
    '他 有 2 只 猫 。'
    """
    check_way(how)
    if how == SPACE:
        return str
    from errata.text.tokenisation import tokenise

    if how == ICU:
        from errata.text.characters import join_unspaced

        # Words of a text that was cut before, in this way or another, are those of the text as it was.
        return lambda line: " ".join(tokenise(join_unspaced(line), how).tokens)
    return lambda line: " ".join(tokenise(line, how).tokens)


def noted(how: str) -> str:
    """Return a tokenisation's name in signatures, with the version of what it depends on."""
    if how != ICU:
        return how
    from errata.text.icu import icu_version

    return f"{how}-{icu_version()}"
