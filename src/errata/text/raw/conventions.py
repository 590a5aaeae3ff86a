"""How a corpus splits its tokens and writes its marks, as far as tokens of changed text depend on it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from errata.records import dataclass, field
from errata.text.raw.units import INVISIBLE, Unit

GROUPS = ("apostrophe", "quote", "dash", "ellipsis")
"""Marks that have several forms."""
ELLIPSES = ("...", "…", ". . .")
"""The forms of an ellipsis that may replace each other; other runs of full stops stay."""
CLITICS = ("'s", "'m", "'d", "'re", "'ve", "'ll")
CLITIC_TOKENS = frozenset((*CLITICS, "n't", "'t"))
"""Marks that are split off words, and are never split themselves."""
BREAKING = frozenset('"—…,;:!?()[]{}¿¡。，、；：！？')
"""Kinds of marks that are split off words unless the corpus shows otherwise."""
_OTHERS = frozenset("'`-/.%")

_ABBREVIATION_WORDS = """
    mr mrs ms dr prof st vs etc jr sr no nos inc ltd co corp fig figs vol pp ed eds al cf approx dept est gen col sgt
    capt lt rev hon gov sen rep jan feb mar apr jun jul aug sep sept oct nov dec mt ave blvd
"""
_ABBREVIATIONS = frozenset(_ABBREVIATION_WORDS.split())
_FUSED_WORDS = "can.not gon.na got.ta wan.na lem.me gim.me i.m i.ve"
_VERBS_BEFORE_NT = "do does did is are was were have has had ca could wo would should must need"
_FREQUENT = 10
_RARE = 100
"""A form is foreign if fewer than one in this many have it; some corpora grade quotes and dashes, so few suffice."""


def _fused_words() -> dict[str, int]:
    words = (*_FUSED_WORDS.split(), *(f"{verb}.nt" for verb in _VERBS_BEFORE_NT.split()))
    return {word.replace(".", ""): word.index(".") for word in words}


FUSED = _fused_words()
"""Words that some tokenisers split, and where."""

Around = frozenset[tuple[str, str, str]]
"""The name of a mark and the sides before and after it."""
Beside = frozenset[tuple[str, str]]
"""The name of a mark and the side next to it."""


def is_symbol(kind: str) -> bool:
    """Tell whether a mark is neither punctuation nor part of words, such as & or +."""
    return kind not in BREAKING and kind not in _OTHERS


@dataclass(frozen=True)
class Conventions:
    """The conventions of a corpus; the defaults are those of most tokenisers.

    `initials` keep their full stops inside a line, `final_abbreviation` is split at its end; `ascii` says that
    the corpus has only ASCII marks, `dash` is empty if no dash separates words.
    """

    tokenised: bool = True
    dots: bool = True
    contraction: str = "n't"
    clitic: str = "'s"
    elision: bool = False
    cut_inside: Around = frozenset()
    kept_inside: Around = frozenset()
    kept_head: Beside = frozenset()
    kept_tail: Beside = frozenset()
    cut_symbols: frozenset[str] = frozenset()
    initials: bool = True
    final_abbreviation: bool = True
    kept_stop: frozenset[tuple[str, bool]] = frozenset()
    fused: frozenset[str] = frozenset()
    lexicon: frozenset[str] = frozenset()
    forms: Mapping[str, Mapping[str, int]] = field(
        default_factory=lambda: MappingProxyType({group: {} for group in GROUPS})
    )
    apostrophe: str = "'"
    open_quote: str = '"'
    close_quote: str = '"'
    ellipsis: str = "..."
    dash: str = ""
    brackets: bool = False
    joiners: frozenset[str] = frozenset()
    escaped: bool = False
    script: str = ""
    single: bool = False
    words: frozenset[str] = frozenset()
    longest: int = 0
    english: bool = True
    ascii: bool = True
    decomposed: bool = False
    dropped: str = INVISIBLE

    @cached_property
    def longest_entry(self) -> int:
        """Return the length of the longest piece known to be kept whole."""
        return max(map(len, self.lexicon | CLITIC_TOKENS))

    def is_foreign(self, unit: Unit) -> bool:
        """Tell whether the corpus would not write a mark in this form."""
        forms = self.forms[unit.group]
        total = sum(forms.values())
        if not total:
            return self.ascii and not unit.text.isascii()
        part = _FREQUENT if unit.group in ("apostrophe", "ellipsis") else _RARE
        return part * forms.get(unit.text, 0) < total

    def is_abbreviation(self, stem: Sequence[Unit]) -> bool:
        """Tell whether units before a full stop are a known abbreviation: Mr, U.S, J but not I."""
        if len(stem) == 1 and stem[0].kind == "L" and stem[0].text.isupper() and stem[0].text != "I":
            return True
        if len(stem) % 2 and len(stem) > 1:
            pattern = "".join([unit.kind for unit in stem])
            if pattern == "L" + ".L" * (len(stem) // 2):
                return True
        return self.english and "".join([unit.canon for unit in stem]) in _ABBREVIATIONS
