"""SGML as corpora use it: no root, `&` and `<` unescaped, tags in either case; only known tags count as tags."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from errata import FormatError, open_text
from errata_corpora.fields import AnyPath

_MAX_DOCUMENT = 1 << 26
"""A document that has not ended after 64 million characters is not one."""
_END = re.compile(r"</DOC\s{0,20}>", re.IGNORECASE | re.ASCII)
_ATTRIBUTE = re.compile(r"""\s*([A-Za-z_][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))""", re.ASCII)
_NAME = re.compile(r"[a-z_][a-z0-9_.-]*")
_PROLOGUE = re.compile(r"<\?[^<>]*\?>|<![^<>]*>")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


class Tag(NamedTuple):
    """A tag of a document: name in upper case, attribute names in lower case, the text before it, its line."""

    name: str
    closes: bool
    is_empty: bool
    attributes: dict[str, str]
    before: str
    line: int


def documents(path: AnyPath) -> Iterator[tuple[str, int]]:
    """Yield the text up to each `</DOC>`, with the number of its first line; only one document is in memory."""
    file = open_text(path)
    held = ""
    line = 1
    for piece in file.pieces():
        looked_at = max(len(held) - 32, 0)
        held += piece
        start = 0
        while found := _END.search(held, max(looked_at, start)):
            yield held[start : found.end()], line
            line += held.count("\n", start, found.end())
            start = found.end()
        held = held[start:]
        if len(held) > _MAX_DOCUMENT:
            raise FormatError(
                f"{file.name}, line {line}: more than {_MAX_DOCUMENT >> 20} million characters without </DOC>; "
                "is this SGML?"
            )
    if held.strip():
        raise FormatError(
            f"{file.name}, line {line}: {held.strip()!r:.60} is not followed by </DOC>; is the file complete?"
        )


def tag_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for the tags of these names in a document."""
    return re.compile(rf"<(/?)({'|'.join(names)})((?:\s[^<>]*)?/?)>", re.IGNORECASE | re.ASCII)


def tags(content: str, pattern: re.Pattern[str], line: int) -> Iterator[Tag]:
    """Yield the tags of a document that begins at this line; a ValueError says what is wrong with one."""
    reached = 0
    for found in pattern.finditer(content):
        line += content.count("\n", reached, found.start())
        rest = found[3]
        yield Tag(
            found[2].upper(),
            bool(found[1]),
            rest.endswith("/"),
            _attributes(rest),
            content[reached : found.start()],
            line,
        )
        line += found[0].count("\n")
        reached = found.end()


def _attributes(text: str) -> dict[str, str]:
    made: dict[str, str] = {}
    position = 0
    while position < len(text):
        found = _ATTRIBUTE.match(text, position)
        if not found:
            break
        name = found[1].lower()
        if name in made:
            raise ValueError(f"attribute {name!r} appears twice in one tag; keep one of them")
        made[name] = decode(found[found.lastindex or 2])
        position = found.end()
    left = text[position:].strip(" \t\r\n/")
    if left:
        raise ValueError(f'attributes are written name="value", not {left:.60}')
    return made


def is_layout(text: str, *, is_before: bool) -> bool:
    """Tell whether a text is only layout; before a document, declarations count as layout."""
    return not (_PROLOGUE.sub("", text) if is_before else text).strip()


def _character(found: re.Match[str]) -> str:
    name, decimal, hexadecimal = found.groups()
    if name:
        return _NAMED[name]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    is_character = 0 < number < 0x110000 and not 0xD800 <= number < 0xE000
    return chr(number) if is_character else found[0]


def decode(text: str) -> str:
    """Return a text with character references decoded; a lone `&` is kept.

    >>> decode("R&D &lt; &#65;&copy;")
    'R&D < A&copy;'
    """
    return _ENTITY.sub(_character, text)


def content(text: str) -> str:
    """Return the content of an element without line ends after its opening and before its closing tag."""
    if text.startswith(("\n", "\r\n")):
        text = text[text.index("\n") + 1 :]
    if text.endswith("\n"):
        text = text[: -2 if text.endswith("\r\n") else -1]
    return text


def escape(text: str) -> str:
    """Return running text escaped so that every reader reads the same."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\r", "&#13;")


def escape_field(text: str) -> str:
    """Return a text escaped to fit on one line, with or without quotes."""
    return escape(text).replace("\n", "&#10;").replace('"', "&quot;").replace(">", "&gt;")


def is_name(text: str) -> bool:
    """Tell whether an attribute can have this name."""
    return _NAME.fullmatch(text) is not None


def tag(name: str, attributes: Iterable[tuple[str, object]]) -> str:
    """Return an opening tag.

    >>> tag("DOC", [("nid", 7)])
    '<DOC nid="7">'
    """
    return "".join([f"<{name}", *(f' {key}="{escape_field(str(value))}"' for key, value in attributes), ">"])
