"""Text as units, the pieces that are compared: letters with combining marks, digits, marks, runs of dashes.

Different spellings with the same meaning have one canonical form, so that `“` matches two back quotes
(specification of raw text, section 2).
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

INVISIBLE = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
"""Invisible characters; if a corpus never has them, they are not part of an output."""
WORD_KINDS = frozenset("LDC")
"""Letters, digits, and letters of scripts without spaces; every other kind is a mark."""
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
BRACKET_TOKENS = {mark: token for token, mark in BRACKETS.items()}
JOINERS = {"@-@": "-", "@/@": "/", "@,@": ",", "@.@": ".", "@:@": ":"}
JOINER_TOKENS = {mark: token for token, mark in JOINERS.items()}
"""Tokens that represent a mark: the brackets of treebanks, and marks that Moses splits off words."""

_DOUBLED_QUOTES = ("``", "''", "’’", "‘‘")
_QUOTES = frozenset('"“”„‟«»″＂')
_APOSTROPHES = frozenset("'’‘‚‛ʼ＇")
_ODD_APOSTROPHES = frozenset("`´ʹ′")
_DASHES = frozenset("-‐‑‒–—―−")
_HYPHENS = frozenset("-‐‑")
_RANGE_DASHES = frozenset("‒–−")
"""Dashes that represent a hyphen between digits."""
_WITHOUT_BLANKS = (
    # Thai and Lao, Myanmar, Khmer, kana, Han
    *((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x3007), (0x3040, 0x30FF), (0x31F0, 0x31FF)),
    *((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
)
_ESCAPES = {
    **{"&quot;": '"', "&apos;": "'", "&lt;": "<", "&gt;": ">", "&#124;": "|", "&#91;": "[", "&#93;": "]"},
    "&amp;": "&",  # last, or it would make new ones
}
_ESCAPED = {ord(character): escape for escape, character in _ESCAPES.items()}
_ENTITY = re.compile("&#?[A-Za-z0-9]+;")


class Unit(NamedTuple):
    """A piece of text: its compared form, its written form, its kind, and whether white space precedes it.

    `kind` is L, D or C for letters and digits, otherwise the mark itself or the one it represents. `group` names the
    marks that have several forms: quote, apostrophe, dash, ellipsis.
    """

    canon: str
    text: str
    kind: str
    group: str
    blank: bool = False

    @property
    def is_word(self) -> bool:
        """Tell whether it is a letter or a digit."""
        return self.kind in WORD_KINDS

    @property
    def side(self) -> str:
        """Return what matters to its neighbours: the kind, or P for all marks."""
        return self.kind if self.kind in WORD_KINDS else "P"

    @property
    def name(self) -> str:
        """Return the name of a mark in conventions: quotes by form, currency signs as one, others by kind."""
        if self.group == "quote":
            return self.text
        return "¤" if category(self.text[0]) == "Sc" else self.kind


@lru_cache(1 << 16)
def _kind(character: str) -> str:
    general = category(character)[0]
    if general in "LM":
        point = ord(character)
        return "C" if any(low <= point <= high for low, high in _WITHOUT_BLANKS) else "L"
    return "D" if general == "N" else character


class _SimpleUnits(dict[str, Unit | None]):
    """The units of single characters, None for those that need a closer look: enough for most texts."""

    def __missing__(self, character: str) -> Unit | None:
        unit = None
        if not (character.isspace() or character in _SPECIAL or category(character)[0] == "M"):
            unit = Unit(character.lower(), character, _kind(character), "")
        self[character] = unit
        return unit


_SPECIAL = frozenset((*_QUOTES, *_APOSTROPHES, *_ODD_APOSTROPHES, *_DASHES, *INVISIBLE, ".", "…"))
_SIMPLE = _SimpleUnits()


def scan(text: str, dropped: str = "", dots: bool = True) -> list[Unit]:
    """Return the units of a text, in NFC; characters in `dropped` are ignored, and `dots` joins `...`.

    >>> [unit.text for unit in scan("“No…” – he")], [unit.canon for unit in scan("“No…” – he")]
    (['“', 'N', 'o', '…', '”', '–', 'h', 'e'], ['"', 'n', 'o', '…', '"', '-', 'h', 'e'])
    """
    text = normalize("NFC", text)
    units = []
    blank = False
    at = 0
    while at < len(text):
        character = text[at]
        unit = _SIMPLE[character]
        if unit is not None and not blank and (at + 1 == len(text) or _SIMPLE[text[at + 1]] is not None):
            units.append(unit)
            at += 1
            continue
        if character.isspace():
            blank = True
            at += 1
            continue
        if character in dropped:
            at += 1
            continue
        unit = _unit_at(text, at, dots)
        units.append(unit._replace(blank=True) if blank else unit)
        blank = False
        at += len(unit.text)
    return units


def _unit_at(text: str, at: int, dots: bool) -> Unit:
    character = text[at]
    if text.startswith(_DOUBLED_QUOTES, at):
        return Unit('"', text[at : at + 2], '"', "quote")
    if character in _QUOTES:
        return Unit('"', character, '"', "quote")
    if character in _APOSTROPHES:
        return Unit("'", character, "'", "apostrophe")
    if character in _ODD_APOSTROPHES:
        # It is found again in an apostrophe, but never exchanged for one: "don`t" is an error that references correct.
        return Unit("'", character, "`", "")
    if character in _DASHES:
        return _dash(text, at)
    if character == "…":
        return Unit("…", character, "…", "ellipsis")
    end = at + 1
    if dots and character == ".":
        while end < len(text) and text[end] == ".":
            end += 1
        if end > at + 1:
            return Unit("…", text[at:end], "…", "ellipsis")
    while end < len(text) and category(text[end])[0] == "M":
        end += 1
    return Unit(text[at:end].lower(), text[at:end], _kind(character), "")


def _dash(text: str, at: int) -> Unit:
    end = at + 1
    while end < len(text) and text[end] in _DASHES:
        end += 1
    run = text[at:end]
    is_range = run in _RANGE_DASHES and text[max(at - 1, 0) : at].isdecimal() and text[end : end + 1].isdecimal()
    return Unit("-", run, "-" if run in _HYPHENS or is_range else "—", "dash")


@lru_cache(1 << 16)
def token_units(token: str, dots: bool = True) -> tuple[Unit, ...]:
    """Return the units of a token in the corpus, which may represent a mark."""
    if token == "`":
        return (Unit("'", token, "'", "apostrophe"),)
    if token in BRACKETS:
        return (Unit(BRACKETS[token], token, BRACKETS[token], ""),)
    if token in JOINERS:
        mark = JOINERS[token]
        return (Unit(mark, token, mark, "dash" if mark == "-" else ""),)
    return tuple(scan(token, "", dots))


def joined(units: Iterable[Unit]) -> str:
    """Return the text of units, in lower case."""
    return "".join([unit.text for unit in units]).lower()


def canon(units: Iterable[Unit]) -> str:
    """Return the compared form of units, as one string."""
    return "".join([unit.canon for unit in units])


def is_escaped(tokens: Iterable[str]) -> bool:
    """Tell whether tokens are escaped as Moses does it.

    >>> is_escaped(["do", "n&apos;t"]), is_escaped(["R&amp;D"])
    (True, False)
    """
    return any("&" in token and ("&quot;" in token or "&apos;" in token or token == "&amp;") for token in tokens)


def unescape(text: str) -> str:
    """Return a text with Moses's escapes replaced by characters.

    >>> unescape("R &amp; D &amp;lt;")
    'R & D &lt;'
    """
    if "&" in text:
        for escape, character in _ESCAPES.items():
            text = text.replace(escape, character)
    return text


def escape(token: str) -> str:
    """Return a token with Moses's escapes.

    >>> escape("'s"), escape("&")
    ('&apos;s', '&amp;')
    """
    return token.translate(_ESCAPED)


def looks_like_entity(token: str) -> bool:
    """Tell whether a token is an HTML entity, which says nothing about marks."""
    return token[:1] == "&" and _ENTITY.fullmatch(token) is not None


def is_small(text: str) -> bool:
    """Tell whether a text begins with a letter that is its own lower case."""
    return text[:1].isalpha() and text[0] == text[0].lower()


def words_of(units: Sequence[Unit]) -> list[str]:
    """Return the words: runs of letters, runs of digits, each letter of a script without spaces by itself.

    >>> words_of(scan("I'm in 我2B"))
    ['i', 'm', 'in', '我', '2', 'b']
    """
    found: list[str] = []
    before = ""
    for unit in units:
        if unit.blank:
            before = ""
        if unit.kind == before and unit.kind in "LD":
            found[-1] += unit.canon
        elif unit.kind in WORD_KINDS:
            found.append(unit.canon)
        before = unit.kind
    return found
