"""The ways to cut texts into tokens: one vocabulary of names for all who ask for tokens."""

from collections.abc import Callable

from errata.errors import InputError

SPACE, CHAR, CJK = "space", "char", "cjk"
WAYS = {
    SPACE: "at white space",
    "marks": "at punctuation marks too",
    "treebank": "as the Penn Treebank is (English)",
    CHAR: "every character",
    CJK: "every character of Chinese, Japanese, Thai and other scripts without spaces, and punctuation marks; runs of "
    "other letters and of digits stay whole",
}
"""What each of them does. They are carried out in `errata.text.tokenisation`, which takes longer to load."""


def check_way(how: object) -> None:
    """Refuse what is not the name of a way to cut texts."""
    if how not in WAYS:
        raise InputError(f"there is no tokenisation called {how!r}; there are: {', '.join(WAYS)}")


def cutter(how: str) -> Callable[[str], str]:
    """Return what puts one space between the tokens of a line; `space` changes nothing.

    >>> cutter("cjk")("他有2只猫。")
    '他 有 2 只 猫 。'
    """
    check_way(how)
    if how == SPACE:
        return str
    from errata.text.tokenisation import tokenise

    return lambda line: " ".join(tokenise(line, how).tokens)
