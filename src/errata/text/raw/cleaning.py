"""Removes from an output what is not part of its sentence, and refuses lines where that cannot be done safely.

Everything is compared with the source: what is there too is part of the sentence, and stays. Nothing is ever added
(specification of raw text, section 7).
"""

import re
from collections.abc import Iterable, Sequence

from errata.records import dataclass
from errata.text.raw.beside import POOR, Beside
from errata.text.raw.labels import is_label, is_original_label, is_refusal
from errata.text.raw.likeness import Words, likeness
from errata.text.raw.takeoff import ALIKE, HALF, LABEL, has_list_mark, split_label, take_off, without_label
from errata.text.raw.wrapping import GOOD, BesideLines

_MOST_STEPS = 8
_STRUCK = re.compile(r"~~[^~\s][^~]*~~|<(?:del|s|strike)>")
_FENCE = re.compile(r"(```|~~~)\s*\w*")
_LINE_END = re.compile(r"\r\n|\n|\r")
"""Other separators, such as U+2028, are white space inside a line: files do not contain them, but JSON may."""
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos|nbsp)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_TRACES = frozenset(":：*_<>→⟶➔&~\n\r")
_FIRST_TRACES = frozenset("-•0123456789\"“„«'‘`")
_LAST_TRACES = frozenset(")]")
"""Without these characters, anywhere or at either end, there is nothing to remove."""


@dataclass(frozen=True)
class Cleaned:
    """An output without extraneous text: what was removed, each kind once, and why it is refused, if it is."""

    text: str
    removed: tuple[str, ...] = ()
    refused: str = ""


class Cleaner:
    """Cleans outputs for one source; `words` finds words in texts, `escaped` is a convention of the corpus.

    >>> Cleaner(["He", "go", "."]).clean("Corrected sentence: **He goes.**")
    Cleaned(text='He goes.', removed=('label', 'markup'), refused='')
    """

    def __init__(self, tokens: Sequence[str], words: Words | None = None, escaped: bool = False) -> None:
        self._source = Beside(tokens, Words() if words is None else words)
        self._escaped = escaped

    @property
    def words(self) -> Sequence[str]:
        """Return the words of the source."""
        return self._source.words

    def clean(self, record: str, left: Iterable[str] = (), words: Sequence[str] | None = None) -> Cleaned:
        """Return an output cleaned; the kinds in `left` (quotes, list mark) are not removed.

        `words` are those of the record, if known.
        """
        text = record.strip()
        if _looks_clean(text):
            refused = self._refuse(text, self._source.find.of(text) if words is None else words)
            return Cleaned("" if refused else text, (), refused)
        removed: dict[str, None] = {}
        chosen = self._choose(text, removed)
        if chosen is None:
            return Cleaned("", tuple(removed), "several lines")
        text = chosen
        for _ in range(_MOST_STEPS):
            found = take_off(text, self._source, frozenset(left))
            if found is None:
                break
            text, what = found
            removed[what] = None
        else:
            if take_off(text, self._source, frozenset(left)) is not None:  # what is left is still no sentence
                return Cleaned("", tuple(removed), f"more than {_MOST_STEPS} things around it")
        if not self._escaped:
            decoded = _ENTITY.sub(self._decode, text)
            if decoded != text:
                text = decoded
                removed["entity"] = None
        refused = self._refuse(text, self._source.find.of(text))
        return Cleaned("" if refused else text, tuple(removed), refused)

    def _choose(self, text: str, removed: dict[str, None]) -> str | None:
        """Return the line that is the output, or all of them joined; None if that cannot be decided."""
        lines = [line.strip() for line in _LINE_END.split(text) if line.strip()]
        fence = _FENCE.fullmatch(lines[0])
        if len(lines) > 2 and fence and lines[-1] == fence[1]:
            lines = lines[1:-1]
            removed["fence"] = None
        if len(lines) == 1:
            return lines[0]
        # The specification takes labels and remarks off first, by which a wrapped sentence would lose its short lines.
        beside = BesideLines(lines, self._source)
        if beside.are_wrapped:
            removed["line break"] = None
            return " ".join(lines)
        seen: dict[str, None] = {}
        for place, line in enumerate(lines):
            what = "repeat" if line in seen else self._superfluous(line, beside.is_own(place))
            if what:
                removed[what] = None
            else:
                seen[line] = None
        rest = list(seen)
        if len(rest) < 2:
            return rest[0] if rest else lines[0]
        return self._choose_by_likeness(rest, removed)

    def _superfluous(self, line: str, is_own: bool) -> str:
        """Return the kind of a line that is not an output: the source again, or a label; otherwise nothing.

        `is_own` says that the source has its words at this place.
        """
        source = self._source
        label, colon, behind = split_label(line)
        words = source.find.of(label)
        is_labelled = colon and is_original_label(words) and source.words[: len(words)] != words
        if is_labelled and (not behind.strip() or source.like(behind) >= ALIKE):
            return "original"
        return LABEL if not is_own and is_label(source.find.of(line)) and source.like(line) < HALF else ""

    def _choose_by_likeness(self, lines: Sequence[str], removed: dict[str, None]) -> str | None:
        source = self._source
        beside = BesideLines(lines, source)
        likes = [source.like(without_label(line, source) or line) for line in lines]
        best = likes.index(max(likes))

        def is_remark(place: int) -> bool:
            """Tell whether a line is unlike the source, or an item in a list of changes after the output."""
            if likes[place] < POOR:
                return not beside.is_own(place)
            is_item = place > best and has_list_mark(lines[place]) and not has_list_mark(lines[best])
            return is_item and likes[place] < likes[best]

        whole = " ".join(lines)
        is_one_text = (
            source.like(whole) >= GOOD
            and source.like(whole) > likes[best]
            and all(2 * source.n_common(source.find.of(line)) >= len(source.find.of(line)) for line in lines)
        )
        has_remarks = likes[best] >= GOOD and all(is_remark(place) for place in range(len(lines)) if place != best)
        if beside.are_wrapped or (is_one_text and not has_remarks):
            removed["line break"] = None
            return whole
        if has_remarks:
            removed["remark"] = None
            return lines[best]
        return None

    def _decode(self, entity: re.Match[str]) -> str:
        if entity[0] in self._source.text:
            return entity[0]
        if entity[1]:
            return _NAMED[entity[1]]
        point = int(entity[2]) if entity[2] else int(entity[3], 16)
        is_character = 0 < point < 0xD800 or 0xDFFF < point < 0x110000
        return chr(point) if is_character else entity[0]

    def _refuse(self, text: str, words: Sequence[str]) -> str:
        """Return why a text with these words cannot be the output; empty if it can."""
        source = self._source
        if _STRUCK.search(text) and not _STRUCK.search(source.text):
            return "struck text"
        if source.is_called_unchanged(words):
            return "says unchanged"
        if is_refusal(text) and likeness(words, source.words) < POOR:
            return "refusal"
        return "too long" if len(words) > 3 * len(source.words) + 20 else ""


def _looks_clean(text: str) -> bool:
    """Tell quickly that there is nothing to remove and nothing to decode, as in most lines."""
    return _TRACES.isdisjoint(text) and text[:1] not in _FIRST_TRACES and text[-1:] not in _LAST_TRACES
