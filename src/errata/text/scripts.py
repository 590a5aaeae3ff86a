"""Texts in scripts that put no spaces between words: whether they have been cut into tokens."""

import re
from collections.abc import Sequence

from errata.findings import Finding
from errata.text.messages import listed, plural

UNSEGMENTED = "unsegmented"
"""The code for texts that cannot be scored by words."""

_LETTER = (
    "["
    "\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\uff66-\uff9d"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46"  # Thai
    "\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"  # Lao
    "\u0f40-\u0f6c"  # Tibetan
    "\u1000-\u102a\u103f\u1050-\u1055\uaa60-\uaa6f"  # Myanmar
    "\u1780-\u17b3"  # Khmer
    "]"
)
"""A letter that is not a mark upon another: those of a word are few in all these scripts."""
_GLUED = "[\u3041-\u30fa\u3400-\u9fff][。！？，、；：]"
_GLUED_PHRASE = "[\u1000-\u109f\u1780-\u17d3][\u104a\u104b\u17d4\u17d5]"
"""In Burmese and Khmer spaces part phrases, so only the stop tells whether words are cut."""
_ENDED = "[。！？]$"
_FIRST = "\u0e01"
"""No such letter comes before: this settles most texts without the regular expression, which takes 4 ms to compile."""
_LONG_TOKEN = 8
"""No text that is cut into words has more letters than this in its tokens on average."""
_LONG_LINE = 12
"""A shorter line may be a single name."""
_SENTENCE = 5
"""But not a line of so many letters with punctuation right after one of them, which every tokeniser sets apart."""
_PHRASE = 3
"""Letters in a phrase of Burmese or Khmer, at least; a word has fewer on average."""
_PART = 10
"""Texts with one such line in so many are not fit to be scored by words."""
_MIN_LINES = 3


def find_unsegmented(lines: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, whose tokens are whole sentences of a script without spaces.

    >>> find_unsegmented(["我昨天去学校了。", "我 昨天 去 学校 了 。", "北京大学", "我昨天去学校了 。"])
    [0, 3]
    """
    return [
        index
        for index, line in enumerate(lines)
        if not line.isascii() and max(line) >= _FIRST and _is_unsegmented(line)
    ]


def _is_unsegmented(line: str) -> bool:
    n_letters = len(re.findall(_LETTER, line))
    if n_letters < _SENTENCE:
        return False
    n_tokens = sum(1 for token in line.split() if re.search(_LETTER, token))
    if 2 * n_letters <= sum(map(str.isalnum, line)):
        return False
    if n_letters >= _LONG_LINE and n_letters > _LONG_TOKEN * n_tokens:
        return True
    if n_letters >= _PHRASE * n_tokens and re.search(_GLUED_PHRASE, line):
        return True
    return (n_letters >= _SENTENCE * n_tokens and re.search(_GLUED, line) is not None) or (
        # The stop alone is set apart: no sentence of tokens is a single long word.
        n_letters > _SENTENCE * n_tokens and re.search(_ENDED, line.rstrip()) is not None
    )


def check_segmentation(name: str, lines: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report texts of a script without spaces that are not cut into tokens: most of them, or some."""
    found = find_unsegmented(lines)
    is_most = _PART * len(found) >= sum(map(bool, lines)) > 0
    if not found or (not is_most and len(found) < _MIN_LINES):
        return []
    lines_are = plural(len(lines), f"{noun} is", f"{noun}s are")
    message = (
        f"{len(found)} of {lines_are} in a script without spaces and not cut into tokens "
        f"({listed(found, noun)}): a whole sentence counts as one word, which a single change makes wrong"
    )
    return [Finding.of_lines(UNSEGMENTED if is_most else "unsegmented-lines", message, name, found, noun)]
