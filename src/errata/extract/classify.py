"""Types of edits that need only strings: operation, spelling conventions, word order, punctuation, contraction."""

from collections.abc import Collection, Sequence

from errata.extract.english import CONTRACTIONS, LONGEST_SHORT_FORM, is_contraction, is_punctuation, plain
from errata.model import UNCORRECTED

_MAX_LETTERS = 62
"""No misspelt word is longer than this."""


def classify(old: Sequence[str], new: Sequence[str], words: Collection[str] | None = None) -> str:
    """Return the type of an edit under ERRANT's names; OTHER if strings do not suffice.

    `words` are the correctly spelt words in lower case; without them no edit counts as a misspelling. A last word
    that both sides share does not count: *Doctor* → *The doctor* adds a word.

    >>> classify(["alot"], ["a", "lot"]), classify([], [","]), classify(["a", "b"], ["b", "a"])
    ('R:ORTH', 'M:PUNCT', 'R:WO')
    """
    if len(old) == len(new) and list(old) == list(new):
        return UNCORRECTED
    if old and new and len(old) + len(new) > 2 and old[-1].lower() == new[-1].lower():
        old, new = old[:-1], new[:-1]
    if not old:
        return f"M:{_one_sided(new)}"
    if not new:
        return f"U:{_one_sided(old)}"
    return f"R:{_two_sided(old, new, words)}"


def operation(old: Sequence[str], new: Sequence[str], words: Collection[str] | None = None) -> str:
    """Return only whether an edit adds (M), replaces (R) or removes (U) words, or with `words` R:SPELL.

    >>> operation(["alot"], ["a", "lot"]), operation([], [","]), operation(["hous"], ["house"], {"house"})
    ('R', 'M', 'R:SPELL')
    """
    kind = classify(old, new, words)
    return kind if kind in (UNCORRECTED, "R:SPELL") else kind[0]


def _one_sided(words: Sequence[str]) -> str:
    if len(words) == 1 and plain(words[0]) in CONTRACTIONS:
        return "CONTR"
    return "PUNCT" if all(map(is_punctuation, words)) else "OTHER"


def _is_orth(old: Sequence[str], new: Sequence[str]) -> bool:
    return "".join(old).lower() == "".join(new).lower()


def _two_sided(old: Sequence[str], new: Sequence[str], words: Collection[str] | None) -> str:
    if len(old) == len(new) == 1:
        return _one_each(old[0], new[0], words)
    if _is_orth(old, new):
        return "ORTH"
    if sorted(map(str.lower, old)) == sorted(map(str.lower, new)):
        return "WO"
    if all(map(is_punctuation, old)) and all(map(is_punctuation, new)):
        return "PUNCT"
    return "OTHER"


def _one_each(old: str, new: str, words: Collection[str] | None) -> str:
    if old.lower() == new.lower():
        return "ORTH"
    if is_punctuation(old) and is_punctuation(new):
        return "PUNCT"
    if min(len(old), len(new)) <= LONGEST_SHORT_FORM and is_contraction(old, new):
        return "CONTR"
    return "SPELL" if words is not None and _is_misspelt(old, new, words) else "OTHER"


def _is_misspelt(old: str, new: str, words: Collection[str]) -> bool:
    """Tell whether a word is unknown and close enough to its correction; short words may differ more."""
    if not old.isalpha() or old.lower() in words or max(len(old), len(new)) > _MAX_LETTERS:
        return False
    least = {1: 1 / 3, 2: 1 / 3, 3: 1 / 3, 4: 0.5}.get(len(old), 0.55)
    return 1 - _distance(old, new) / max(len(old), len(new)) >= least


def _distance(one: str, other: str) -> int:
    """Return the Levenshtein distance."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        diagonal, row[0] = row[0], at
        for place, candidate in enumerate(other, 1):
            diagonal, row[place] = row[place], min(diagonal + (letter != candidate), row[place] + 1, row[place - 1] + 1)
    return row[-1]
