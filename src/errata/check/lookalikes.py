"""Signs that an output writes words of its sources with other characters that look alike: а (Cyrillic) for a, ﬁ for fi.

A word counts if it differs from a word of its own source only by such characters, and occurs in no source and in
no correction of the gold: it can match nothing there. Lines without any ASCII letter, apostrophe or dash are passed
over, as are most in scripts other than Latin.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import name, normalize

from errata.check.styles import MIN_LINES
from errata.findings import Finding
from errata.text.messages import listed, plural

_PART = 1000
"""In three lines and one in this many, such words are no slips."""

_FEW = 5
"""So few words are quickly searched for in a line."""

Pair = tuple[int, str, str]
"""The number of a line, its source and its output."""

_APOSTROPHES, _HYPHENS = "ʼ´′＇", "‐‑−－"
_LETTERS = (
    # Cyrillic, Greek, and Latin letters other than those of English, each above the letter that it looks like
    ("аеорсухіјѕһԁԛԝкАВЕЅІЈКМНОРСТУХԌёїЁЇ", "aeopcyxijshdqwkABESIJKMHOPCTYXGëïËÏ"),
    ("αικνορυχωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aikvopuxwcjABEZHIKMNOPTYX"),
    ("ıſɑɡ", "isag"),
)
_WIDE = (*range(0x2100, 0x2150), *range(0xFB00, 0xFB07), *range(0xFF10, 0xFF5B), *range(0x1D400, 0x1D800))
"""Letterlike symbols, ligatures, full-width and mathematical letters and digits."""


def _looks() -> dict[int, str]:
    """Return what each character looks like: an ASCII letter or mark, or several."""
    looks = {one: other for ones, others in _LETTERS for one, other in zip(ones, others, strict=True)}
    for character in map(chr, _WIDE):
        plain = normalize("NFKC", character)
        if plain in looks or (plain.isascii() and plain.isalnum()):
            looks[character] = looks.get(plain, plain)
    looks |= dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(_HYPHENS, "-")
    return {ord(character): look for character, look in looks.items()}


_LOOKS = _looks()
_OF_A_LANGUAGE = "ı"
"""In Turkish, ı for i is a correction like others: it is only odd where no text has it."""


Words = Mapping[str, Collection[str]]
"""Words of outputs, each with the words of sources that look the same."""


class Suspects(NamedTuple):
    """Words that differ from a word of their source only by look-alikes, and the number of lines with them."""

    n_lines: int
    words: dict[str, set[str]]

    @classmethod
    def of(cls, pairs: Sequence[Pair]) -> "Suspects":
        """Return those of lines that differ from their sources; for each, one of both is not ASCII."""
        texts = [(_plain(source), _plain(output)) for _, source, output in pairs]
        sources, outputs = (set(" ".join(both[place] for both in texts).split()) for place in (0, 1))
        # What a source has is known, and so few words are left that most lines need no closer look.
        new = {word: _look(word) for word in outputs - sources}
        by_look: dict[str, set[str]] = {look: set() for look in new.values()}
        for word in sources if new else ():
            if (look := _look(word)) in by_look:
                by_look[look].add(word)
        words = {word: by_look[look] for word, look in new.items() if by_look[look]}
        if 0 < len(words) < _FEW:
            texts = [both for both in texts if any(word in both[1] for word in words)]
        found = [swapped for both in texts if (swapped := _swapped(*both, words))] if words else []
        return cls(len(found), {word: words[word] for swapped in found for word, _ in swapped})

    def join(self, other: "Suspects") -> "Suspects":
        """Return these and those of other lines."""
        words = {word: self.words.get(word, set()) | plain for word, plain in other.words.items()}
        return Suspects(self.n_lines + other.n_lines, self.words | words)

    def are_many(self, n_lines: int) -> bool:
        """Tell whether there may be enough lines to report, of `n_lines` in all."""
        return _are_many(self.n_lines, n_lines)


def check_lookalikes(
    called: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Finding]:
    """Report an output that writes words of its sources in characters that look the same."""
    pairs = list(differing(0, sources, outputs))
    suspects = Suspects.of(pairs) if pairs else None
    if suspects is None or not suspects.are_many(len(outputs)):
        return []
    return say_lookalikes(called, suspects, [*sources, *wanted], pairs, len(outputs), noun)


def differing(first: int, sources: Sequence[str], outputs: Sequence[str]) -> Iterator[Pair]:
    """Yield the pairs that may have look-alikes of ASCII letters or marks; `first` is the number of the first line."""
    has_plain = re.compile("[A-Za-z'’‘–—-]").search  # the kernel flags these
    for index, (source, output) in enumerate(zip(sources, outputs, strict=False), first):
        is_odd = source != output and not (source.isascii() and output.isascii())
        if is_odd and (has_plain(output) or has_plain(source)):
            yield index, source, output


def say_lookalikes(
    called: str, suspects: Suspects, known: Iterable[str], pairs: Iterable[Pair], n_lines: int, noun: str
) -> list[Finding]:
    """Report lines with suspect words that none of the `known` texts has, if they are enough."""
    words = _unknown(suspects.words, known)
    lines: list[int] = []
    first = "", ""
    for index, source, output in pairs if words else ():
        if swapped := _swapped(_plain(source), _plain(output), words):
            first = first if lines else max(swapped, key=lambda both: (len(both[0]), both))
            lines.append(index)
    if not _are_many(len(lines), n_lines):
        return []
    word, plain = first
    ours, theirs = _difference(word, plain)
    message = (
        f"{len(lines)} of {plural(n_lines, noun)} have words of the source in characters that only look the same "
        f"({listed(lines, noun)}), such as {word!r} with {_named(ours)} for {_named(theirs)}; write them as the source "
        "does: every such word counts as an error"
    )
    return [Finding.of_lines("look-alikes", message, called, lines, noun)]


def _are_many(n_found: int, n_lines: int) -> bool:
    return n_found >= max(MIN_LINES, n_lines / _PART)


def _unknown(words: Words, known: Iterable[str]) -> Words:
    """Return the words that no known text has."""
    left = set(words)
    has_ascii = any(map(str.isascii, words))
    has_letter = False
    for text in known:
        if left and (has_ascii or not text.isascii()):
            left.difference_update(_plain(text).split())
            has_letter = has_letter or _OF_A_LANGUAGE in text
    return {word: words[word] for word in words if word in left and not (has_letter and _OF_A_LANGUAGE in word)}


def _plain(text: str) -> str:
    """Return a text without marks of which the check of styles tells."""
    return text.replace("’", "'").replace("‘", "'").replace("–", "-")


@lru_cache(1 << 16)
def _look(word: str) -> str:
    return word.translate(_LOOKS)


def _swapped(source: str, output: str, words: Words) -> list[tuple[str, str]]:
    """Return the words of an output for which its source has one that looks the same, each with that one."""
    ours = set(output.split()).intersection(words)
    theirs = set(source.split()) if ours else set()
    return [(word, min(plain)) for word in sorted(ours - theirs) if (plain := theirs.intersection(words[word]))]


def _difference(word: str, plain: str) -> tuple[str, str]:
    """Return where two words that look the same first differ: a character of one, and what the other has for it."""
    place = next(index for index, (one, other) in enumerate(zip(word, plain, strict=False)) if one != other)
    n_ours, n_theirs = (len(text[place].translate(_LOOKS)) for text in (word, plain))  # ﬁ is as long as "fi"
    return word[place : place + n_theirs], plain[place : place + n_ours]


def _named(text: str) -> str:
    """Return a character with its code point and name, or several in quotation marks."""
    return repr(text) if len(text) > 1 else f"U+{ord(text):04X} {name(text, '')}".rstrip()
