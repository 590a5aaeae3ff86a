"""What is odd about single lines of text: blanks, control characters, Unicode forms."""

import re
from collections.abc import Iterable

from errata.check.findings import Findings
from errata.findings import Place
from errata.text.checks import find_decomposed, odd_characters

_ODD_SPACES = re.compile("[\t\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_ODD = re.compile("  |^ | $|^$|[^ -~]")
"""What a line must hold for anything to be found in it; most lines do not."""


def look_at_texts(texts: Iterable[tuple[str, Place]], findings: Findings) -> None:
    """Report what is odd about texts, each with its place."""
    odd = [(text, place) for text, place in texts if _ODD.search(text)]
    for text, place in odd:
        if text != text.strip() and text.strip():
            side = "begins" if text[:1].isspace() else "ends"
            findings.add("outer-blank", f"{_shown(text)} {side} with a blank", place)
        if "  " in text.strip():
            before, after = text.strip().split("  ", 1)
            findings.add("double-blank", f"two blanks between {before[-20:]!r} and {after.lstrip()[:20]!r}", place)
        if hit := _ODD_SPACES.search(text):
            around = text[max(0, hit.start() - 10) : hit.end() + 10]
            findings.add("odd-space", f"U+{ord(hit.group()):04X} stands in {around!r}", place)
    lines = [text.replace("\r", "") for text, _ in odd]  # a CR has a code of its own
    for index, character in odd_characters(lines):
        findings.add("control-character", f"{_shown(lines[index])} holds U+{ord(character):04X}", odd[index][1])
    for index in find_decomposed(lines):
        findings.add("not-nfc", f"{_shown(lines[index])} has decomposed characters", odd[index][1])


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:20]}…{text[-19:]}")
