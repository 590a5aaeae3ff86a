"""Tokenised texts: split at white space, also at punctuation, into characters, or as another tokeniser did.

Every token has a range of the text. A tokeniser may have changed characters (`"` into two back quotes, `(` into
-LRB-); a token's position is then found by walking through the text token by token, never by searching for it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from unicodedata import category

from errata.errors import InputError
from errata.records import dataclass, field
from errata.text.characters import character_ranges, cjk_ranges
from errata.text.cutting import CHAR, CJK, ICU, SPACE, check_way
from errata.text.treebank import split_treebank
from errata.text.words import Ranges, place_words, word_ranges

_QUOTES = ('"', "''", "``", "“", "”", "„", "«", "»", "‘‘", "’’")
_CHANGED: dict[str, tuple[str, ...]] = {
    "``": _QUOTES,
    "''": _QUOTES,
    '"': _QUOTES,
    "`": ("'", "‘", "‛"),
    "-LRB-": ("(",),
    "-RRB-": (")",),
    "-LSB-": ("[",),
    "-RSB-": ("]",),
    "-LCB-": ("{",),
    "-RCB-": ("}",),
    "--": ("—", "–"),
    "...": ("…",),
}
"""What may be in a text where a token was written."""
_LIKE = {"'": "’‘ʼ`´", "’": "'", "-": "‐‑–", "/": "⁄", ".": "․"}
"""Characters that may be in a text for one of a token."""
_PLAIN = {token: surface[0] for token, surface in _CHANGED.items() if token[0] in "`'-" and token != "--"}


def split_marks(text: str) -> list[str]:
    """Return runs of letters and digits, and every other character that is not white space separately.

    >>> split_marks("He's, well")
    ['He', "'", 's', ',', 'well']
    """
    return [text[start:end] for start, end in _mark_ranges(text)]


def _mark_ranges(text: str) -> list[tuple[int, int]]:
    """Return the positions of the pieces; white space is defined as in `str.split`."""
    found = []
    for low, high in word_ranges(text):
        start = low
        for place in range(low + 1, high):
            if _are_kept_apart(text[place - 1], text[place]):
                found.append((start, place))
                start = place
        found.append((start, high))
    return found


def _are_kept_apart(before: str, after: str) -> bool:
    """Tell whether two neighbouring characters belong to different tokens if marks are separate tokens."""
    return not (_is_letter(before) and _is_letter(after))


def _is_letter(character: str) -> bool:
    # Vowel signs of Indic scripts are marks of class 0; selectors and keycaps belong to emoji.
    is_mark = category(character) in ("Mn", "Mc") and not "\ufe00" <= character <= "\ufe0f"
    return character.isalnum() or character == "_" or is_mark


@dataclass(frozen=True)
class TokenisedText:
    """A text and its tokens: their ranges, how they are written, and how words of corrections are split.

    `marks_apart` says whether tokens may touch, separating a letter and a punctuation mark without white space;
    `written` what the text has for tokens that the tokeniser changed; `parts`, if letters may be separated
    as well, whether the tokeniser does so.
    """

    text: str
    ranges: Ranges
    tokens: Sequence[str]
    split: Callable[[str], list[str]] = str.split
    marks_apart: bool = False
    written: Mapping[str, str] = field(default_factory=dict)
    parts: Callable[[str, str], bool] | None = None

    def are_apart(self, before: str, after: str) -> bool:
        """Tell whether a token ends between two consecutive pieces of text."""
        if not before or not after or before[-1].isspace() or after[0].isspace():
            return True
        if self.parts:
            return self.parts(before, after)
        return self.marks_apart and _are_kept_apart(before[-1], after[0])

    def pieces(self, words: Sequence[str]) -> list[str]:
        """Return words in a form in which they can be compared with running text, however they were written."""
        if self.parts:
            return self.split(" ".join(words))
        if not self.marks_apart:
            return " ".join(words).split()
        return split_marks(" ".join(_PLAIN.get(word, word) for word in words))

    def place(self, start: int, end: int, words: Sequence[str]) -> tuple[int, int, str]:
        """Return range and correction, in characters, of an edit that replaces tokens by words.

        As in `place_words`; next to a token that touches, a space is added only where words would run together.
        """
        if self.written:
            words = [self.written.get(word, word) for word in words]
        low, high, correction = place_words(self.ranges, start, end, words)
        if not self.marks_apart or not self.ranges:
            return low, high, correction
        before = self.text[self.ranges[start - 1][1] - 1] if start else ""
        after = self.text[self.ranges[end][0]] if end < len(self.ranges) else ""
        touches_before = bool(before) and start < len(self.ranges) and self._touches(start)
        touches_after = bool(after) and end > 0 and self._touches(end)
        string = " ".join(words)
        if words:
            if start == end and not touches_before:
                return low, high, correction
            if touches_before and not self.are_apart(before, string):
                string = f" {string}"
            if touches_after and not self.are_apart(string, after):
                string = f"{string} "
            return low, high, string
        if start == end:
            return low, high, ""
        if touches_before:  # what follows must not run into what comes before
            high = self.ranges[end - 1][1]
            return self.ranges[start][0], high, "" if not touches_after or self.are_apart(before, after) else " "
        return low, high, ""

    def _touches(self, token: int) -> bool:
        """Tell whether nothing separates a token from the previous one."""
        return self.ranges[token - 1][1] == self.ranges[token][0]

    @cached_property
    def starts(self) -> list[int]:
        """Where the tokens begin."""
        return [start for start, _ in self.ranges]

    @cached_property
    def ends(self) -> list[int]:
        """Where the tokens end."""
        return [end for _, end in self.ranges]


def align_tokens(text: str, tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Return the position of each token in the text; refuse if one is not where it must be.

    White space aside, the tokens must follow each other in the text without gaps. Quotation marks, brackets, dashes
    and apostrophes may be written as tokenisers write them.

    >>> align_tokens('He said "go (now)"', ["He", "said", "``", "go", "-LRB-", "now", "-RRB-", "''"])
    [(0, 2), (3, 7), (8, 9), (9, 11), (12, 13), (13, 16), (16, 17), (17, 18)]
    """
    ranges = []
    position = _skip_blanks(text, 0)
    for number, token in enumerate(tokens):
        length = _matched(text, position, token)
        if not length:
            there = text[position : position + max(len(token), 12)]
            raise InputError(
                f"token {number} {token!r} cannot be aligned: the text has {there!r} at character {position}; tokens "
                "must be those of this text, in order"
            )
        ranges.append((position, position + length))
        position = _skip_blanks(text, position + length)
    if position < len(text):
        raise InputError(
            f"the {len(tokens)} tokens end at character {position}, but the text goes on with "
            f"{text[position : position + 20]!r}; tokens must cover the whole text"
        )
    return ranges


def _skip_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _matched(text: str, position: int, token: str) -> int:
    """Return how many characters of the text at a position the token represents, 0 if it is not there."""
    if token and text.startswith(token, position):
        return len(token)
    for surface in _CHANGED.get(token, ()):
        if text.startswith(surface, position):
            return len(surface)
    there = text[position : position + len(token)]
    if len(there) == len(token) and all(a == b or b in _LIKE.get(a, "") for a, b in zip(token, there, strict=True)):
        return len(token)
    return 0


def _tokenise_space(text: str) -> TokenisedText:
    ranges = word_ranges(text)
    return TokenisedText(text, ranges, [text[start:end] for start, end in ranges])


def _tokenise_marks(text: str) -> TokenisedText:
    ranges = _mark_ranges(text)
    return TokenisedText(text, ranges, [text[start:end] for start, end in ranges], split_marks, marks_apart=True)


def _tokenise_treebank(text: str) -> TokenisedText:
    tokens = [token for line in text.split("\n") for token in split_treebank(line)]
    return TokenisedText(text, align_tokens(text, tokens), tokens, split_treebank, marks_apart=True)


def _tokenise_characters(text: str, find: Callable[[str], list[tuple[int, int]]]) -> TokenisedText:
    def split(string: str) -> list[str]:
        return [string[start:end] for start, end in find(string)]

    def parts(before: str, after: str) -> bool:
        return len(find(before[-1] + after[0])) > 1

    ranges = find(text)
    return TokenisedText(text, ranges, [text[start:end] for start, end in ranges], split, True, parts=parts)


def _tokenise_icu(text: str) -> TokenisedText:
    from errata.text.icu import icu_ranges

    def split(string: str) -> list[str]:
        return [string[start:end] for start, end in icu_ranges(string)]

    def parts(before: str, after: str) -> bool:
        return any(end == len(before) for _, end in icu_ranges(before + after))

    ranges = icu_ranges(text)
    return TokenisedText(text, ranges, [text[start:end] for start, end in ranges], split, True, parts=parts)


TOKENISERS: dict[str, Callable[[str], TokenisedText]] = {
    SPACE: _tokenise_space,
    "marks": _tokenise_marks,
    "treebank": _tokenise_treebank,
    CHAR: lambda text: _tokenise_characters(text, character_ranges),
    CJK: lambda text: _tokenise_characters(text, cjk_ranges),
    ICU: _tokenise_icu,
}
"""The ways to split a text, by name."""


def tokenise(text: str, how: str = SPACE) -> TokenisedText:
    """Return a text tokenised in one of the ways of `errata.text.cutting`.

    >>> tokenise('"Go," he said.', "treebank").tokens
    ['``', 'Go', ',', "''", 'he', 'said', '.']
    """
    check_way(how)
    return TOKENISERS[how](text)


def with_tokens(text: str, tokens: Sequence[str]) -> TokenisedText:
    """Return a text with tokens from elsewhere; words of corrections are split at white space.

    A token that always represents the same other string, as -LRB- does, represents it in corrections too.

    >>> with_tokens("Go (now)!", ["Go", "-LRB-", "now", "-RRB-", "!"]).ranges
    [(0, 2), (3, 4), (4, 7), (7, 8), (8, 9)]
    """
    ranges = align_tokens(text, tokens)
    surfaces: dict[str, set[str]] = {}
    spellings: dict[str, set[str]] = {}
    for (start, end), token in zip(ranges, tokens, strict=True):
        surfaces.setdefault(token, set()).add(text[start:end])
        spellings.setdefault(text[start:end], set()).add(token)
    written = {
        token: surface
        for token, [surface, *others] in surfaces.items()
        if surface != token and not others and len(spellings[surface]) == 1 and token not in spellings
    }
    changed = {surface: token for token, surface in written.items()}

    def split(string: str) -> list[str]:
        return [changed.get(word, word) for word in string.split()]

    return TokenisedText(text, ranges, tuple(tokens), split if changed else str.split, True, written)
