"""The words by which systems talk about a sentence: labels, "no changes needed", refusals."""

import re
from collections.abc import Sequence

_MOST_WORDS = 12
_LABEL_CORE_WORDS = """
    corrected correct correction revised revision improved edited fixed rewritten output answer result response version
    korrigiert korrigierte korrigierter korrektur corrigée corrigé corregida corregido corretta corretto
    opravená oprava opravený исправленное исправленный исправление виправлене виправлений виправлення
"""
_LABEL_WORDS = """
    sure certainly of course okay ok absolutely here s is are the a an your my this that it with for in to and
    grammatically grammar grammatical final proposed suggested better possible minimal minimally sentence sentences
    text paragraph english original would be should read as follows below without errors error mistakes after edits
    edit satz phrase frase oración texto věta предложение текст вариант речення
"""
_CHINESE_LABEL = re.compile("(?:修改|修正|改正|更正)后?(?:的句子|的文本)?")
_ORIGINAL_CORE_WORDS = "original input source incorrect before"
_ORIGINAL_WORDS = "the a sentence text student learner given version s"
_UNCHANGED_CORE_WORDS = "correct changes change corrections correction errors error mistakes mistake unchanged"
_UNCHANGED_WORDS = """
    the this that your given provided sentence text original input is are was has have already grammatically no not any
    needed need needs necessary required found there it as and fine good looks perfect perfectly n a none remains remain
    same does do to be corrected changed made in
"""
_LABEL_CORE = frozenset(_LABEL_CORE_WORDS.split())
_LABEL = _LABEL_CORE.union(_LABEL_WORDS.split())
_ORIGINAL_CORE = frozenset(_ORIGINAL_CORE_WORDS.split())
_ORIGINAL = _ORIGINAL_CORE.union(_ORIGINAL_WORDS.split())
_UNCHANGED_CORE = frozenset(_UNCHANGED_CORE_WORDS.split())
_UNCHANGED = _UNCHANGED_CORE.union(_UNCHANGED_WORDS.split())
"""All words of such a text are in the list, and one in its core."""
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
    if not _LABEL_CORE.isdisjoint(words) and _LABEL.issuperset(words):
        return True
    return _CHINESE_LABEL.fullmatch("".join(words)) is not None


def is_original_label(words: Sequence[str]) -> bool:
    """Tell whether words are a label of the source: "Original sentence"."""
    return not _ORIGINAL_CORE.isdisjoint(words) and _ORIGINAL.issuperset(words)


def says_unchanged(words: Sequence[str], source: Sequence[str]) -> bool:
    """Tell whether words say that there is nothing to correct, and a source talks of something else."""
    return not _UNCHANGED_CORE.isdisjoint(words) and _UNCHANGED.issuperset(words) and _UNCHANGED_CORE.isdisjoint(source)


def is_refusal(text: str) -> bool:
    """Tell whether a text begins as those do that refuse the work, or ask for some.

    >>> is_refusal("“I’m sorry, but …"), is_refusal("I was sorry")
    (True, False)
    """
    return text[:_LONGEST_REFUSAL].lower().replace("’", "'").lstrip("\"“'").startswith(_REFUSALS)
