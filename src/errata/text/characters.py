"""Texts split into characters: all of them, or only those of scripts without spaces.

A character is what readers perceive as one: a letter with its marks, an emoji with its modifiers.
"""

import re
from collections.abc import Sequence
from functools import cache
from unicodedata import category, name

_WITHOUT_SPACES = (
    "BOPOMOFO ",
    "CJK ",
    "HALFWIDTH KATAKANA",
    "HIRAGANA ",
    "IDEOGRAPHIC ",
    "KATAKANA",
    "KHMER ",
    "LAO ",
    "MYANMAR ",
    "THAI ",
    "TIBETAN ",
)
"""How the names of letters begin in scripts without spaces between words; digits are not included."""
_WITHOUT_DICTIONARY = ("BOPOMOFO ", "TIBETAN ")
_JOINER = "\u200d"
_NON_JOINER = "\u200c"
# Each character is translated to its kind, one for one, so that a pattern of few letters finds the tokens.
_ALONE, _RUN, _MARK, _JOIN, _FLAG, _OTHER, _SPACE = "hwmjfp "
_CHARACTERS = "[hwp]m*(?:j[hwp]m*)*|ff?|[mj]+"
_CHARACTERS_AND_RUNS = "[hp]m*(?:j[hp]m*)*|ff?|w[wmj]*|[mj]+"


class _Kinds(dict[int, str]):
    """The kind of every character, determined on first use."""

    def __missing__(self, code: int) -> str:
        kind = self[code] = _kind(chr(code))
        return kind


def _kind(character: str) -> str:
    group = category(character)
    if character.isspace():
        return _SPACE
    if character == _JOINER:
        return _JOIN
    if group[0] == "M" or character == _NON_JOINER or "\U0001f3fb" <= character <= "\U0001f3ff":  # skin tones
        return _MARK
    if "\U0001f1e6" <= character <= "\U0001f1ff":  # two make a flag
        return _FLAG
    if (group[0] == "L" or group == "Nl") and name(character, "").startswith(_WITHOUT_SPACES):
        return _ALONE
    return _RUN if character.isalnum() or character == "_" else _OTHER


_KINDS = _Kinds()
_compiled = cache(re.compile)


def _ranges(text: str, pattern: str) -> list[tuple[int, int]]:
    return [found.span() for found in _compiled(pattern).finditer(text.translate(_KINDS))]


def character_ranges(text: str) -> list[tuple[int, int]]:
    """Return the positions of a text's characters, ignoring white space.

    >>> character_ranges("ab ที่")
    [(0, 1), (1, 2), (3, 6)]
    """
    return _ranges(text, _CHARACTERS)


def cjk_ranges(text: str) -> list[tuple[int, int]]:
    """Return the positions of characters in scripts without spaces, punctuation, and runs of other letters or digits.

    >>> text = "我用iPhone 15拍照。"
    >>> [text[start:end] for start, end in cjk_ranges(text)]
    ['我', '用', 'iPhone', '15', '拍', '照', '。']
    """
    return _ranges(text, _CHARACTERS_AND_RUNS)


def join_unspaced(text: str) -> str:
    """Return a text without the white space between letters of scripts without spaces.

    Bopomofo and Tibetan keep it: word lists do not cover them, so their syllables would run together.

    >>> join_unspaced("我 有 10 只 猫 。")
    '我有 10 只猫 。'
    """
    if not any(map(str.isspace, text)):
        return text
    kept, reached = [], 0
    for found in _compiled("(h[mj]*) +(?=h)").finditer(text.translate(_KINDS)):
        if any(name(letter).startswith(_WITHOUT_DICTIONARY) for letter in (text[found.start()], text[found.end()])):
            continue
        kept.append(text[reached : found.end(1)])
        reached = found.end()
    return "".join([*kept, text[reached:]])


def find_parted(lines: Sequence[str]) -> tuple[int, str] | None:
    """Return the first run of letters or digits that is split into characters, and its line, from 0.

    None if a single run is whole: then the text was not split that way.

    >>> find_parted(["我 有 1 0 只 猫 。"]), find_parted(["我 有 1 0 只 iPhone 。"])
    ((0, '1 0'), None)
    """
    parted = None
    for number, line in enumerate(lines):
        kinds = line.translate(_KINDS)
        if "ww" in kinds:
            return None
        found = None if parted else _compiled(r"(?<!\S)w(?: w)+(?!\S)").search(kinds)
        if found:
            parted = number, line[found.start() : found.end()]
    return parted
