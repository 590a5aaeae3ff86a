"""Text that is shown to people: characters that could play tricks on a terminal are written out."""

import re

_SUBTLE = "\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
"""Control characters of 8 bits, marks that turn the direction of writing, and what cannot be seen at all.

Letters that are written from right to left stay, and so do the joiners that their scripts and emoji need.
"""
_UNSAFE = f"[\x00-\x1f{_SUBTLE}]"


def printable(text: str) -> str:
    r"""Return a text in one line that shows what is in it.

    >>> print(printable("a\x1b[2Jb \u202ec\n"), printable("שלום"))
    a\x1b[2Jb \u202ec\n שלום
    """
    if text.isprintable():
        return text
    return re.sub(_UNSAFE, lambda found: found[0].encode("unicode_escape").decode(), text)


def printable_json(text: str) -> str:
    """Return JSON that means the same and that a terminal can show; `json` escapes only control characters of 7 bits.

    >>> print(printable_json('"\\x9b31m"'))
    "\\u009b31m"
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return re.sub(f"[{_SUBTLE}]", lambda found: f"\\u{ord(found[0]):04x}", text)
