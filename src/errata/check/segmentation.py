"""Whether texts in a script without spaces are split into words."""

import re
from collections.abc import Sequence

from errata.check.styles import MIN_LINES
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
"""A letter that is not a combining mark; words in all these scripts have few of them."""
_GLUED = "[\u3041-\u30fa\u3400-\u9fff][。！？，、；：]"
_GLUED_PHRASE = "[\u1000-\u109f\u1780-\u17d3][\u104a\u104b\u17d4\u17d5]"
"""In Burmese and Khmer, spaces separate phrases, so only the full stop shows whether words are split."""
_ENDED = "[。！？]$"
_FIRST = "\u0e01"
"""No such letter is below this: it settles most texts without the regular expression, which takes 4 ms to compile."""
_LONG_TOKEN = 8
"""Texts split into words have fewer letters than this per token on average."""
_LONG_LINE = 12
"""A shorter line may be a single name."""
_SENTENCE = 5
"""A line with this many letters and glued punctuation is not a name: every tokeniser separates punctuation."""
_PHRASE = 3
"""The minimum number of letters in a phrase of Burmese or Khmer; a word has fewer on average."""
_PART = 10
"""Texts with one such line in this many cannot be scored by words."""


def find_unsegmented(lines: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, whose tokens are whole sentences of a script without spaces.

    >>> find_unsegmented(["我昨天去学校了。", "我 昨天 去 学校 了 。", "北京大学", "我昨天去学校了 。"])
    [0, 3]
    """
    return [
        index for index, line in enumerate(lines) if not line.isascii() and max(line) >= _FIRST and is_unsegmented(line)
    ]


def is_unsegmented(line: str) -> bool:
    """Tell whether a line is a sentence of such a script that is not split into words."""
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
    """Report untokenised texts in a script without spaces: most of them, or some."""
    return say_segmentation(name, find_unsegmented(lines), len(lines), sum(map(bool, lines)), noun)


def say_segmentation(name: str, found: Sequence[int], n_lines: int, n_filled: int, noun: str) -> list[Finding]:
    """Report the lines that are not tokenised, out of this many, of which this many are not empty."""
    is_most = _PART * len(found) >= n_filled > 0
    if not found or (not is_most and len(found) < MIN_LINES):
        return []
    lines_are = plural(n_lines, f"{noun} is", f"{noun}s are")
    message = (
        f"{len(found)} of {lines_are} in a script without spaces and not tokenised "
        f"({listed(found, noun)}): a whole sentence counts as one word, which a single change makes wrong"
    )
    return [Finding.of_lines(UNSEGMENTED if is_most else "unsegmented-lines", message, name, found, noun)]
