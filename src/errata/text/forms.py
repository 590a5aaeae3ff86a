"""Unicode forms: texts that look equal but differ, because one has composed accents and the other separate ones."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from unicodedata import is_normalized, normalize

from errata.findings import Finding, remedy
from errata.text.messages import listed

NFC = "nfc"
FORMS = (NFC,)
"""The forms to which texts can be converted before they are compared."""
_ACCENT = "[\u0300-\u036f\u3099\u309a]"


def normalised(text: str, form: str) -> str:
    """Convert a text to a Unicode form.

    >>> len("cafe\u0301"), len(normalised("cafe\u0301", "nfc"))
    (5, 4)
    """
    return text if text.isascii() else normalize(form.upper(), text)  # type: ignore[arg-type]  # one of FORMS


def compare_forms(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str, wanted: Sequence[str]
) -> list[Finding]:
    """Report an output that writes words of its sources, or of the gold's corrections, in another Unicode form."""
    return _beside_sources(name, sources, outputs, noun) or _beside_gold(name, sources, outputs, noun, wanted)


def _beside_sources(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str) -> list[Finding]:
    """Report lines with a word of their own source in another form, which counts as changed."""
    lines = [
        index
        for index, (source, output) in enumerate(zip(sources, outputs, strict=False))
        if source != output and _other_forms(output, _words([source]))
    ]
    if not lines:
        return []
    which = "the source" if is_normalized("NFC", outputs[lines[0]]) else name
    message = (
        f"source and output use different Unicode forms: {which} has decomposed characters, first {noun} "
        f"{lines[0] + 1}; words that look equal will not match"
    )
    return [_found(name, message, lines, noun)]


def _beside_gold(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str, wanted: Sequence[str]
) -> list[Finding]:
    """Report lines with a word that the gold has only in other forms."""
    known = _words([*sources, *wanted])
    lines = [index for index, output in enumerate(outputs) if _other_forms(output, known)]
    if not lines:
        return []
    word = _other_forms(outputs[lines[0]], known)[0]
    message = (
        f"{len(lines)} of {len(outputs)} {noun}s have words of the gold in another Unicode form "
        f"({listed(lines, noun)}), such as {word!r}; words that look equal will not match"
    )
    return [_found(name, message, lines, noun)]


def _found(name: str, message: str, lines: Sequence[int], noun: str) -> Finding:
    hint = remedy("{normalise} converts all texts to one form")
    return Finding.of_lines("unicode-forms", message, name, lines, noun, hint=hint)


class _Words(NamedTuple):
    """Distinct non-ASCII words, in order, as given and composed."""

    given: dict[str, None]
    composed: set[str]


def _other_forms(line: str, known: _Words) -> list[str]:
    """Return the words of a line that are not known but look like a known one."""
    return [
        word for word in _words([line]).given if word not in known.given and normalize("NFC", word) in known.composed
    ]


def _words(lines: Iterable[str]) -> _Words:
    given = {unit: None for line in lines if not line.isascii() for unit in _units(line) if not unit.isascii()}
    return _Words(given, {normalize("NFC", word) for word in given})


def _units(line: str) -> list[str]:
    """Return the words of a line; if it has no spaces, also its letters with their accents."""
    words = line.split()
    return words if len(words) > 1 else words + re.findall(f".{_ACCENT}*", line)
