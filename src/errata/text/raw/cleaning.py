"""Takes off an output what is no part of its sentence, and refuses lines where that cannot be told safely.

Everything is judged beside the source: what stands there too is part of the sentence, and stays. Nothing is ever added
(specification of raw text, section 7).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from errata.text.raw.conventions import CLITIC_TOKENS
from errata.text.raw.labels import (
    is_label,
    is_original_label,
    is_refusal,
    says_unchanged,
)
from errata.text.raw.likeness import Words, likeness, n_common
from errata.text.raw.units import Unit, canon, scan, token_units

QUOTES, LIST_MARK, LABEL = "quotes", "list mark", "label"
_MOST_STEPS = 8
_REACH = 80
"""A label ends within so many characters."""
_ALIKE, _SOURCE_AGAIN = Fraction(4, 5), Fraction(9, 10)
_GOOD, _HALF, _POOR = Fraction(3, 5), Fraction(1, 2), Fraction(2, 5)

_COLON = re.compile("[:：]")
_SOMETHING = re.compile(r"[^\s*_]")
_LIST_MARK = re.compile(r"(?:[-*•>]|[0-9]{1,4}[.)])\s+")
_LATER_LABEL = re.compile(r"[A-Za-z][A-Za-z ]*:")
_ARROWS = ("→", "->", "=>", "⟶", "➔")
_PAIRS = (
    *(('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("''", "''"), ("'", "'"), ("‘", "’")),
    *(("```", "```"), ("`", "`"), ("**", "**"), ("__", "__"), ("*", "*"), ("_", "_")),
)
_STOPS = (".", "!", "?")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+)(?<=[^\s*])\*(?![\w*])")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|mark|ins|p|span|br)(?:\s[^<>]*)?/?>")
_REMARK = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]$")
_STRUCK = re.compile(r"~~[^~\s][^~]*~~|<(?:del|s|strike)>")
_FENCE = re.compile(r"(```|~~~)\s*\w*")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos|nbsp)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_TRACES = frozenset(":：*_<>→⟶➔&~\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
_FIRST_TRACES = frozenset("-•0123456789\"“„«'‘`")
_LAST_TRACES = frozenset(")]")
"""Without these characters, anywhere or at an end, there is nothing to take off."""


@dataclass(frozen=True)
class Cleaned:
    """An output without what is no part of it: what was taken off, each kind once, and why it is refused, if it is."""

    text: str
    removed: tuple[str, ...] = ()
    refused: str = ""


class Cleaner:
    """Cleans outputs of one source; `words` finds words in texts, `escaped` is a convention of the corpus.

    >>> Cleaner(["He", "go", "."]).clean("Corrected sentence: **He goes.**")
    Cleaned(text='He goes.', removed=('label', 'markup'), refused='')
    """

    def __init__(self, tokens: Sequence[str], words: Words | None = None, escaped: bool = False) -> None:
        self._tokens = tokens
        self._find = Words() if words is None else words
        self._escaped = escaped
        self._text = " ".join(tokens)
        self.words = self._find.of(self._text)

    @cached_property
    def _units(self) -> list[Unit]:
        return [unit for token in self._tokens for unit in token_units(token)]

    def clean(self, record: str, left: Iterable[str] = (), words: Sequence[str] | None = None) -> Cleaned:
        """Return an output cleaned; the kinds in `left` (quotes, list mark) are not taken off.

        `words` are those of the record, if they are known.
        """
        text = record.strip()
        if _looks_clean(text):
            refused = self._refuse(text, self._find.of(text) if words is None else words)
            return Cleaned("" if refused else text, (), refused)
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines:
            return Cleaned("")
        removed: dict[str, None] = {}
        fence = _FENCE.fullmatch(lines[0])
        if len(lines) > 2 and fence and lines[-1] == fence[1]:
            lines = lines[1:-1]
            removed["fence"] = None
        if len(lines) > 1:
            chosen = self._choose(lines, removed)
            if chosen is None:
                return Cleaned("", tuple(removed), "several lines")
            text = chosen
        else:
            text = lines[0]
        for _ in range(_MOST_STEPS):
            found = self._take_off(text, frozenset(left))
            if found is None:
                break
            text, what = found
            removed[what] = None
        if not self._escaped:
            decoded = _ENTITY.sub(self._decode, text)
            if decoded != text:
                text = decoded
                removed["entity"] = None
        refused = self._refuse(text, self._find.of(text))
        return Cleaned("" if refused else text, tuple(removed), refused)

    def _like(self, text: str) -> Fraction:
        return likeness(self._find.of(text), self.words)

    # Several lines

    def _choose(self, lines: Sequence[str], removed: dict[str, None]) -> str | None:
        """Return the line that is the output, or all of them in one; None if that cannot be told."""
        rest: list[str] = []
        for line in lines:
            label, colon, behind = _split_label(line)
            words = self._find.of(line)
            if (
                colon
                and is_original_label(self._find.of(label))
                and (not behind.strip() or self._like(behind) >= _ALIKE)
            ):
                removed["original"] = None
            elif is_label(words) and likeness(words, self.words) < _HALF:
                removed[LABEL] = None
            elif line in rest:
                removed["repeat"] = None
            else:
                rest.append(line)
        if len(rest) < 2:
            return rest[0] if rest else lines[0]
        likes = [self._like(self._without_label(line) or line) for line in rest]
        best = likes.index(max(likes))
        is_listed = [_LIST_MARK.match(line) is not None for line in rest]
        if likes[best] >= _GOOD and all(
            like < _POOR or (place > best and is_listed[place] and not is_listed[best] and like < likes[best])
            for place, like in enumerate(likes)
            if place != best
        ):
            removed["remark"] = None
            return rest[best]
        whole = " ".join(rest)
        if self._like(whole) >= _GOOD and self._like(whole) > likes[best]:
            words_of_lines = [self._find.of(line) for line in rest]
            if all(2 * n_common(words, self.words) >= len(words) for words in words_of_lines):
                removed["line break"] = None
                return whole
        return None

    # What is taken off, in this order

    def _take_off(self, text: str, left: frozenset[str]) -> tuple[str, str] | None:
        """Return the text without the first thing that is no part of it, and what that was."""
        steps: Sequence[tuple[str, Callable[[str], str]]] = (
            (LIST_MARK, self._without_list_mark),
            (LABEL, self._without_label),
            ("original", self._without_original),
            ("original", self._behind_arrow),
        )
        for what, step in steps:
            if what not in left and (rest := step(text).strip()):
                return rest, what
        for opening, closing in _PAIRS:
            what = "markup" if opening[0] in "`*_" else QUOTES
            if what not in left and (rest := self._unwrapped(text, opening, closing)):
                return rest, what
        for what, step in (
            ("markup", self._without_emphasis),
            ("markup", self._without_tags),
            ("remark", self._without_remark),
        ):
            if rest := step(text).strip():
                return rest, what
        return None

    def _without_list_mark(self, text: str) -> str:
        mark = _LIST_MARK.match(text)
        if mark is None:
            return ""
        if text[0].isdecimal():
            is_own = bool(self._units) and self._units[0].kind == "D"
        else:
            is_own = self._text.startswith(text[0])
        return "" if is_own else text[mark.end() :]

    def _without_label(self, text: str) -> str:
        label, colon, rest = _split_label(text)
        if not colon or len(label) >= _REACH or not _SOMETHING.search(rest):
            return ""
        words = self._find.of(label)
        if not is_label(words) or self.words[: len(words)] == words:
            return ""
        own_label, own_colon, _ = _split_label(self._text)
        if own_colon and likeness(self._find.of(own_label), words) >= _HALF:
            return ""
        if text[0] in "*_":
            for mark in ("**", "*", "__"):
                if rest.startswith(mark):
                    return rest[len(mark) :]
        return rest

    def _without_original(self, text: str) -> str:
        label, colon, rest = _split_label(text)
        if not colon or not is_original_label(self._find.of(label)):
            return ""
        found = ""
        for later in _LATER_LABEL.finditer(rest):
            behind = rest[later.end() :]
            if behind.strip() and is_label(self._find.of(later[0])) and self._like(rest[: later.start()]) >= _ALIKE:
                found = behind
        return found

    def _behind_arrow(self, text: str) -> str:
        for arrow in _ARROWS:
            if arrow in text and text.count(arrow) == 1 and arrow not in self._text:
                before, _, behind = text.partition(arrow)
                if behind.strip() and self._like(before) >= _SOURCE_AGAIN:
                    return behind
        return ""

    def _unwrapped(self, text: str, opening: str, closing: str) -> str:
        """Return what stands within a pair of marks, empty if they do not stand around everything, or belong there."""
        if not text.startswith(opening):
            return ""
        stop = text[-1] if text.endswith(_STOPS) and not text.endswith(closing) else ""
        inside = text[len(opening) : len(text) - len(closing) - len(stop)]
        if not inside or inside != inside.strip() or not text.endswith(closing + stop):
            return ""
        kind = _kind_of(opening)
        if kind == "'":
            n_own = sum(_n_at_ends(token_units(token)) for token in self._tokens)
            n_inside = sum(_n_at_ends(scan(chunk, self._find.dropped)) for chunk in inside.split())
        else:
            n_own = sum(unit.kind == kind for unit in self._units)
            n_inside = sum(unit.kind == kind for unit in scan(inside))
        if n_inside != n_own or (stop and n_own):
            return ""
        return inside if inside.endswith(_STOPS) else inside + stop

    def _without_emphasis(self, text: str) -> str:
        if "*" in self._text or "_" in self._text or not ("*" in text or "_" in text):
            return ""
        plain = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\2", text))
        return plain if plain != text else ""

    def _without_tags(self, text: str) -> str:
        if "<" in self._text or "<" not in text or not _TAG.search(text):
            return ""
        return " ".join(_TAG.sub("", text).split())

    def _without_remark(self, text: str) -> str:
        if not text.endswith((")", "]")) or (self._units and self._units[-1].kind in ")]"):
            return ""
        remark = _REMARK.search(text)
        if remark is None or not self._says_unchanged(self._find.of(remark[1])):
            return ""
        return text[: remark.start()]

    # What is decoded, and refused

    def _decode(self, entity: re.Match[str]) -> str:
        if entity[0] in self._text:
            return entity[0]
        if entity[1]:
            return _NAMED[entity[1]]
        point = int(entity[2]) if entity[2] else int(entity[3], 16)
        is_character = 0 < point < 0xD800 or 0xDFFF < point < 0x110000
        return chr(point) if is_character else entity[0]

    def _says_unchanged(self, words: Sequence[str]) -> bool:
        return says_unchanged(words, self.words) and likeness(words, self.words) < _POOR

    def _refuse(self, text: str, words: Sequence[str]) -> str:
        """Return why a text, of these words, cannot be the output; empty if it can."""
        if _STRUCK.search(text) and not _STRUCK.search(self._text):
            return "struck text"
        if self._says_unchanged(words):
            return "says unchanged"
        if is_refusal(text) and likeness(words, self.words) < _POOR:
            return "refusal"
        return "too long" if len(words) > 3 * len(self.words) + 20 else ""


def _looks_clean(text: str) -> bool:
    """Tell at a glance that nothing is to be taken off and nothing to be decoded, as in most lines."""
    return _TRACES.isdisjoint(text) and text[:1] not in _FIRST_TRACES and text[-1:] not in _LAST_TRACES


def _split_label(text: str) -> tuple[str, str, str]:
    """Return what stands before the first colon, the colon, and what stands behind it."""
    colon = _COLON.search(text)
    return (text[: colon.start()], colon[0], text[colon.end() :]) if colon else (text, "", "")


def _kind_of(opening: str) -> str:
    """Return the kind of the marks that are counted for a pair: one back quote is one, however many stand together."""
    return '"' if opening == "''" else scan(opening[0])[0].kind


def _n_at_ends(units: Sequence[Unit]) -> int:
    """Return how many apostrophes stand at the ends of a word that is not what contractions leave."""
    if not units or canon(units) in CLITIC_TOKENS:
        return 0
    ends = units[:1] if len(units) == 1 else (units[0], units[-1])
    return sum(unit.kind == "'" for unit in ends)
