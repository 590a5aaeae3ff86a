"""What strings alone tell about English words: class, stem, punctuation, contraction.

A substitute for a tagger. Words of closed classes can be listed; all others belong to one open class.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import category

OPEN = "open"
AUXILIARY = "auxiliary"
PARTICLE = "particle"
DETERMINER = "determiner"
PUNCTUATION = "punctuation"
NUMBER = "number"

_LISTS = {
    DETERMINER: "a an the this these those each every either neither no any some all both another what which whatever "
    "my your his her its our their whose",
    AUXILIARY: "am is are was were be been being 'm 're have has had having 've do does did will would shall should "
    "can could may might must 'll 'd ca wo",
    PARTICLE: "to not n't 's",
    "preposition": "of in for on with at by from about as into like through after over between out against during "
    "without before under around among within along across behind beyond up down off near above towards toward upon "
    "onto until till than per via since despite throughout besides beside except inside outside unlike below",
    "pronoun": "i you he she it we they me him us them mine yours hers ours theirs myself yourself himself herself "
    "itself ourselves themselves yourselves who whom someone somebody something anyone anybody anything everyone "
    "everybody everything nobody nothing none one oneself there",
    "conjunction": "and or but nor so yet",
    "subordinator": "that because if although though while whereas unless whether when where why how",
    "adjective": "such own other many much few several same",
    "adverb": "very also just only even still already never always often too again then here now however therefore "
    "thus moreover furthermore more most less least quite rather almost hence indeed instead nowadays maybe perhaps "
    "ever soon far away together",
}
_CLASS_OF = {word: name for name, words in _LISTS.items() for word in words.split()}

CLASSES = (OPEN, *_LISTS, PUNCTUATION, NUMBER)
"""Every class; its index is the number used by kernels, 0 for the open class."""
CONTENT = frozenset({OPEN, AUXILIARY, "adjective", "adverb"})
"""Classes of content words, as far as can be told."""

_FULL_FORMS = {
    "'d": ("had", "would"),
    "'ll": ("will", "shall"),
    "'m": ("am",),
    "n't": ("not",),
    "'re": ("are",),
    "'s": ("is", "has", "us"),
    "'ve": ("have",),
    "ca": ("can",),
    "wo": ("will",),
}
CONTRACTIONS = frozenset(form for form in _FULL_FORMS if "'" in form and form != "'s")
"""Words that are always contractions; 's more often marks a possessive."""
LONGEST_SHORT_FORM = max(map(len, _FULL_FORMS))
"""The length of the longest word that is a short form of another."""
_BEFORE_VERB = frozenset(["it", "he", "she", "that", "there", "what", "who", "here", "let", "where", "how"])


_LEAST_SHARE = 0.2
"""Share of listed words below which texts are not English: CoNLL-2014 and JFLEG have more than half, Czech 0.07."""
_LEAST_WORDS = 100
"""With fewer words than this the share says nothing; so short a text counts as English."""


@lru_cache(1 << 16)
def word_class(word: str) -> str:
    """Return the class of a word.

    >>> [word_class(word) for word in ("The", "dogs", "n't", "...", "1990s")]
    ['determiner', 'open', 'particle', 'punctuation', 'number']
    """
    found = _CLASS_OF.get(plain(word))
    if found:
        return found
    if word.isalpha():  # nearly all others
        return OPEN
    if all(category(character)[0] in "PS" for character in word):
        return PUNCTUATION
    return NUMBER if any(map(str.isdigit, word)) else OPEN


def are_english(texts: Iterable[str]) -> bool:
    """Tell whether texts are English, judging by the share of listed words; texts of few words count as English.

    >>> are_english(["She goes to school ."]), are_english(["Dnes jdu k babičce ."] * 100)
    (True, False)
    """
    counts = Counter[str]()
    for text in texts:
        counts.update(text.split())
    n_words = n_listed = 0
    for word, count in counts.items():
        kind = word_class(word)
        if kind not in (PUNCTUATION, NUMBER):
            n_words += count
            n_listed += count * (kind != OPEN)
    return n_words < _LEAST_WORDS or n_listed >= _LEAST_SHARE * n_words


def plain(word: str) -> str:
    """Return the word in lower case with straight apostrophes."""
    return word.lower().replace("’", "'")


def is_punctuation(word: str) -> bool:
    """Tell whether the word consists of punctuation and symbols."""
    return word_class(word) == PUNCTUATION


def is_possessive(words: list[str], at: int) -> bool:
    """Tell whether the word is a possessive 's rather than a contracted verb, judging by the word before it.

    >>> is_possessive(["my", "dog", "'s", "tail"], 2), is_possessive(["it", "'s", "late"], 1)
    (True, False)
    """
    return plain(words[at]) == "'s" and not (at and words[at - 1].lower() in _BEFORE_VERB)


def is_contraction(one: str, other: str) -> bool:
    """Tell whether one word is a contraction of the other."""
    one, other = plain(one), plain(other)
    return other in _FULL_FORMS.get(one, ()) or one in _FULL_FORMS.get(other, ())


_SUFFIXES = ("ing", "ed", "es", "s", "er", "est", "ly")


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """Return a word without regular inflection, good enough to tell that two forms may belong together.

    >>> {stem(word) for word in ("plan", "plans", "planned", "planning")}, stem("stories") == stem("story")
    ({'plan'}, True)
    """
    low = word.lower()
    if low.endswith(("ies", "ied")) and len(low) > 4:
        return f"{low[:-3]}y"
    for suffix in _SUFFIXES:
        if low.endswith(suffix) and len(low) - len(suffix) >= 3:
            root = low.removesuffix(suffix)
            if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "ls":
                root = root[:-1]
            return root.rstrip("e")
    return low.rstrip("e") if len(low) > 3 else low
