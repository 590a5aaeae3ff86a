"""Boundaries of a text: where its lines and sentences end, among its words."""

import re
from typing import NamedTuple

from errata.text.characters import cjk_ranges

BREAK = "\n"
BREAKS = ("\n", "\n2", "\n3")
"""What represents a line break among words: three items, so that misaligning lines costs as much as three words."""
STOP = "\n."
"""What represents the end of a sentence, so that of two alignments the one that keeps it is better."""
STOPS = ".!?…\u037e։।॥؟۔።፧။។。！？｡"
_GREEK_QUESTION = re.compile(r"([\u0370-\u03ff\u1f00-\u1fff]\s?);")
"""In Greek a semicolon ends a question."""
_WIDE = "。！？｡"
"""Full stops of scripts without spaces, which need no space after them."""
CLOSING = "\"'”’»›)\\]}」』）】〉》"


def _pattern(closing: str) -> "re.Pattern[str]":
    """Return the pattern of boundaries, with these marks that close a quotation even as separate tokens.

    A straight quote on its own may also open what follows, so it is not among them.
    """
    return re.compile(
        rf"(?P<stop>[{STOPS}]+[{CLOSING}]*(?:[ ](?:''|[{closing})\]}}]|[{STOPS}]+[{CLOSING}]*)(?=\s))*)?(?P<gap>\s+)"
        rf"|(?P<wide>[{_WIDE}]+[{CLOSING}]*)(?=\S)"
    )


_END = _pattern("”’»")
_END_AFTER_LOW = _pattern("”’»“‘")
"""The same for texts whose quotations begin with a low mark: marks that open elsewhere close there."""
_LOW = re.compile("[„‚]")
_NO_STOP = re.compile(
    r"(?:^|[\s.(\"'“‘])(?:[^\W\d_]|Mr|Mrs|Ms|Dr|Prof|St|Gen|Sen|Rep|Col|Lt|Gov|No|vs|cf|etc|e\.g|i\.e)\.$"
    r"|(?:^\s*|\n\s*|[.!?]\s+)\d+\s?\.$"
)
"""Initials, titles and list numbers, whose full stop ends nothing."""
_APART = re.compile(rf"[^\W\d_]{{2}}[{CLOSING}\s]*\s[{STOPS}][{STOPS}{CLOSING}\s]*$")
"""A stop that is a separate token after a word, so not that of an abbreviation, initial or ordinal number."""


class End(NamedTuple):
    """A boundary: before which item of its text, and where the gap after it begins and ends.

    That item is a line break where a line ends, else the first word after the end of a sentence.
    """

    item: int
    start: int
    stop: int
    is_break: bool
    is_soft: bool = False
    """Whether a lower-case letter follows the stop, so that it ends a sentence only if the source has upper case."""


class Version:
    """A text with its boundaries, and its items: lower-cased words, ends of sentences and, if wanted, of lines."""

    def __init__(self, text: str, *, only_breaks: bool = False, with_breaks: bool = True) -> None:
        self.text = text
        self.ends: list[End] = []
        """The boundaries that count if the text is the source."""
        self.soft: list[End] = []
        self.items: list[str] = []
        self.spans: list[tuple[int, int]] = []
        """Where each item is in the text."""
        inner = len(text) - len(text.lstrip()), len(text.rstrip())
        words = [span for span in cjk_ranges(text) if is_word(text[slice(*span)])]
        reached = n_marks = 0
        plain = _GREEK_QUESTION.sub(r"\1?", text)
        for match in (_END_AFTER_LOW if _LOW.search(text) else _END).finditer(plain):
            start, stop = match.span("gap") if match["gap"] else (match.end(), match.end())
            while reached < len(words) and words[reached][0] < start:
                self._add(words[reached])
                reached, n_marks = reached + 1, 0
            if not inner[0] < start < inner[1]:
                continue
            is_break = BREAK in text[start:stop]
            kind = 0 if only_breaks or not 0 < reached < len(words) else _kind_of_stop(text, match, words[reached][0])
            if kind and not n_marks:
                self._add((start, stop), STOP)
            if is_break or (kind == _FIRM and not n_marks):
                if is_break and n_marks and not self.ends[-1].is_break:
                    self.ends.pop()  # only marks are between the end of a sentence and that of its line
                self.ends.append(End(len(self.items), start, stop, is_break))
                n_marks += 1
            elif kind == _SOFT and not n_marks:
                self.soft.append(End(len(self.items), start, stop, False, True))
            for place in range(start, stop) if with_breaks else ():
                if text[place] == BREAK:
                    for item in BREAKS:
                        self._add((place, place + 1), item)
        for span in words[reached:]:
            self._add(span)

    def _add(self, span: tuple[int, int], item: str | None = None) -> None:
        self.items.append(self.text[slice(*span)].lower() if item is None else item)
        self.spans.append(span)

    @property
    def has_breaks(self) -> bool:
        """Whether the text has more than one line."""
        return any(end.is_break for end in self.ends)

    def word(self, item: int, step: int) -> int:
        """Return the first word from an item on, forward or backward; the item outside the text if there is none."""
        while 0 <= item < len(self.items) and self.items[item][0] == BREAK:
            item += step
        return item

    def marks(self, end: End) -> tuple[str, str]:
        """Return the marks between a boundary and the words next to it, before and after, without white space."""
        before, after = self.word(end.item - 1, -1), self.word(end.item, 1)
        low = self.spans[before][1] if before >= 0 else 0
        high = self.spans[after][0] if after < len(self.items) else len(self.text)
        return "".join(self.text[low : end.start].split()), "".join(self.text[end.stop : high].split())

    def is_apart(self, end: End) -> bool:
        """Tell whether the stop before a boundary is a separate token, so that it does not abbreviate a word."""
        return _APART.search(self.text[max(0, end.start - 20) : end.start]) is not None

    def gap_after(self, place: int, n_marks: int) -> tuple[int, int]:
        """Return where the gap after this many marks from a position begins and ends."""
        while n_marks:
            n_marks -= not self.text[place].isspace()
            place += 1
        rest = self.text[place:]
        return place, place + len(rest) - len(rest.lstrip())


def is_word(text: str) -> bool:
    """Tell whether a token has a letter or digit."""
    return any(map(str.isalnum, text))


_SOFT, _FIRM = 1, 2


def _kind_of_stop(text: str, match: "re.Match[str]", next_word: int) -> int:
    """Return whether a sentence ends in a gap: after a stop, only tentatively if a lower-case letter follows."""
    if match["wide"]:
        return _FIRM
    before = text[max(0, match.start() - 20) : match.start() + 1]
    if not match["stop"] or (text[match.start()] == "." and _NO_STOP.search(before)):
        return 0
    return _SOFT if text[next_word].islower() else _FIRM
