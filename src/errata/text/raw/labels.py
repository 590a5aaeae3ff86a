"""Recognises how systems talk about a sentence: labels, "no changes needed", refusals."""

import re
from collections.abc import Sequence

from errata.text.label_words import CHINESE_LABEL, LABEL, LABEL_CORE, UNCHANGED, UNCHANGED_CORE

_MOST_WORDS = 12
_CHINESE_LABEL = re.compile(CHINESE_LABEL)
_ORIGINAL_CORE_WORDS = "original input source incorrect before"
_ORIGINAL_WORDS = "the a sentence text student learner given version s"
_ORIGINAL_CORE = frozenset(_ORIGINAL_CORE_WORDS.split())
_ORIGINAL = _ORIGINAL_CORE.union(_ORIGINAL_WORDS.split())
"""All words of such a text are in the list, and at least one in its core."""
_REFUSALS = (
    *("i'm sorry", "i am sorry", "sorry,", "i apologize", "i apologise", "i cannot", "i can't", "i can not"),
    *("as an ai", "unfortunately, i", "please provide", "could you please provide", "it seems that you"),
    "it looks like you",
)
_LONGEST_REFUSAL = max(map(len, _REFUSALS)) + 3


def is_label(words: Sequence[str]) -> bool:
    """Tell whether words are a label of a corrected sentence.

    >>> is_label(["here", "is", "the", "corrected", "sentence"]), is_label(["the", "sentence"])
    (True, False)
    """
    if not 1 <= len(words) <= _MOST_WORDS:
        return False
    if not LABEL_CORE.isdisjoint(words) and LABEL.issuperset(words):
        return True
    return _CHINESE_LABEL.fullmatch("".join(words)) is not None


def is_original_label(words: Sequence[str]) -> bool:
    """Tell whether words are a label of the source: "Original sentence"."""
    return not _ORIGINAL_CORE.isdisjoint(words) and _ORIGINAL.issuperset(words)


def says_unchanged(words: Sequence[str], source: Sequence[str]) -> bool:
    """Tell whether words say that there is nothing to correct, and the source does not."""
    return not UNCHANGED_CORE.isdisjoint(words) and UNCHANGED.issuperset(words) and UNCHANGED_CORE.isdisjoint(source)


def is_refusal(text: str) -> bool:
    """Tell whether a text begins like a refusal, or like a request for work.

    >>> is_refusal("“I’m sorry, but …"), is_refusal("I was sorry")
    (True, False)
    """
    return text[:_LONGEST_REFUSAL].lower().replace("’", "'").lstrip("\"“'").startswith(_REFUSALS)
