"""Marks in the form of the corpus: which of an output's marks are the source's, and how the others are written.

Forms that the corpus uses are left alone, since in some corpora a correction consists of `-` → `—` (specification
of raw text, sections 6.1 and 6.2).
"""

from collections import Counter
from collections.abc import Sequence

from errata.text.raw.conventions import ELLIPSES, Conventions
from errata.text.raw.units import BRACKET_TOKENS, BRACKETS, JOINERS, WORD_KINDS, Unit

_QUOTE_TOKENS = frozenset(("``", "''", "`"))
_OPENERS = frozenset("([{—")
_OPENING_QUOTES = frozenset(("«", "„", "``"))


class Typography:
    """How marks are written: `how` is auto, source (always as in the source) or keep (as in the output)."""

    def __init__(self, conventions: Conventions, how: str = "auto") -> None:
        self._conventions = conventions
        self._how = how

    def is_same(self, source: Unit, output: Unit) -> bool:
        """Tell whether an output's unit counts as the source's unit that it is matched with."""
        if source.is_word or source.text == output.text:
            return True
        if self._how == "keep":
            return (
                source.text in BRACKETS
                or source.text in JOINERS
                or (source.kind == output.kind and source.text in _QUOTE_TOKENS)
            )
        if source.group != output.group or not source.group:
            return source.group == output.group and source.kind == output.kind
        if source.text in JOINERS or source.group == "apostrophe":
            return True
        if source.group == "ellipsis" and not (source.text in ELLIPSES and output.text in ELLIPSES):
            return False
        return self._how == "source" or self.is_exchanged(output)

    def is_exchanged(self, unit: Unit) -> bool:
        """Tell whether a mark is written in the corpus's form in any context.

        A system that writes an ASCII dash has not typeset it, so it may mean that.
        """
        if not unit.group or self._how == "keep" or (unit.group == "dash" and unit.text.isascii()):
            return False
        return self._conventions.is_foreign(unit)

    def is_bracket(self, unit: Unit) -> bool:
        """Tell whether a mark is a bracket, and the corpus has words for brackets."""
        return self._conventions.brackets and unit.kind in BRACKET_TOKENS

    def write(
        self, units: Sequence[Unit], others: Sequence[Unit | None], is_kept: Sequence[bool]
    ) -> tuple[list[Unit], dict[str, int]]:
        """Return the units with their texts as the corpus writes them, and how many changed in each group.

        `others` are the source's matched units; `is_kept` says which are part of a kept token.
        """
        written = list(units)
        changed: Counter[str] = Counter()
        for place, (unit, other) in enumerate(zip(units, others, strict=True)):
            if unit.kind in WORD_KINDS:
                continue
            if is_kept[place] and other is not None:
                text = other.text
            elif self.is_exchanged(unit):
                is_same = other is not None and self.is_same(other, unit)
                text = other.text if other is not None and is_same else self._form(units, place)
            elif self.is_bracket(unit):
                text = BRACKET_TOKENS[unit.kind]
            else:
                continue
            if text != unit.text:
                written[place] = unit._replace(text=text)
                changed[unit.group or ("bracket" if unit.kind in BRACKET_TOKENS else "mark")] += 1
        return written, dict(changed)

    def _form(self, units: Sequence[Unit], place: int) -> str:
        """Return the corpus's form of a mark that the source does not have there."""
        conventions = self._conventions
        unit = units[place]
        if unit.group == "apostrophe":
            return conventions.apostrophe
        if unit.group == "quote":
            is_first = place == 0 or unit.blank or units[place - 1].kind in _OPENERS
            return conventions.open_quote if is_first or unit.text in _OPENING_QUOTES else conventions.close_quote
        if unit.group == "ellipsis":
            return conventions.ellipsis if unit.text in ELLIPSES else unit.text
        if unit.kind == "-":
            return "-"
        if unit.text in ("—", "―") and "--" in conventions.forms["dash"]:
            return "--"
        return conventions.dash or ("-" if conventions.ascii else unit.text)
