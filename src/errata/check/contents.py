"""Bytes and lines of a text file: encoding, line ends, spaces, odd characters; reading continues after errors."""

import re
from collections.abc import Iterable

from errata.check.findings import Findings
from errata.check.outputs import MOJIBAKE_SIGNS, find_decomposed, find_mojibake, odd_characters
from errata.findings import Place
from errata.formats.files import BOMS_UTF16
from errata.records import dataclass

_UNDECODED = re.compile("[\udc80-\udcff]")
_ODD_SPACES = re.compile("[\t\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_ODD = re.compile("  |^ | $|^$|[^ -~]")
"""What a line must contain for anything to be found in it; most lines do not."""


@dataclass(frozen=True)
class Contents:
    """The lines of a file as readers see them, and whether every byte could be decoded."""

    lines: list[str]
    is_sound: bool = True


def look_at(data: bytes, findings: Findings) -> Contents:
    """Return the lines; what readers would refuse is guessed and reported."""
    text, is_sound = _decoded(data, findings)
    if "\r" in text and "\n" not in text:
        findings.add("line-ends-cr", f"{text.count(chr(13))} CR in the file and no LF", Place(1))
        text = text.replace("\r", "\n")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    elif text:
        findings.add("final-newline", f"the file ends in {lines[-1][-20:]!r}, without LF", Place(len(lines)))
    if "\r" in text:
        _look_at_line_ends(lines, findings)
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    if any(sign in text for sign in MOJIBAKE_SIGNS):
        for number, line in enumerate(lines, 1):
            if hit := find_mojibake(line):
                findings.add("encoding-twice", f"{hit!r} should be {_once(hit)}", Place(number))
    if not lines:
        findings.add("empty-file", "the file has no lines")
    return Contents(lines, is_sound)


def _decoded(data: bytes, findings: Findings) -> tuple[str, bool]:
    """Return the text without a byte-order mark, and whether it is valid UTF-8 without NUL."""
    if data.startswith(BOMS_UTF16):
        findings.add("encoding-utf16", f"the file starts with a UTF-16 byte-order mark, 0x{data[:2].hex()}", Place(1))
        return data.decode("utf-16", "replace"), False
    if b"\0" in data:
        for name, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
            if 5 * zeros.count(0) > 2 * len(data):
                findings.add("encoding-utf16", "every other byte is NUL: UTF-16 without a byte-order mark", Place(1))
                return data.decode(name, "replace"), False
        for number, line in enumerate(data.split(b"\n"), 1):
            if b"\0" in line:
                findings.add("nul-byte", f"byte {line.index(0) + 1} of the line is NUL", Place(number))
        data = data.replace(b"\0", b" ")
        return _lenient(data, findings), False
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _lenient(data, findings), False
    return _without_mark(text, findings), True


def _without_mark(text: str, findings: Findings) -> str:
    if not text.startswith("\ufeff"):
        return text
    findings.add("bom", "the file starts with a byte-order mark, 0xefbbbf", Place(1))
    return text[1:]


def _lenient(data: bytes, findings: Findings) -> str:
    """Return the text with each invalid UTF-8 byte read as Windows-1252, and report it."""
    text = _without_mark(data.decode("utf-8", "surrogateescape"), findings)
    is_8_bit = not any("\x7f" < character < "\ud800" or character > "\udfff" for character in text)
    code = "encoding-latin1" if is_8_bit else "encoding-invalid"
    for number, line in enumerate(text.split("\n"), 1):
        if hit := _UNDECODED.search(line):
            at = len(line[: hit.start()].encode("utf-8", "surrogateescape")) + 1
            message = f"byte {at} of the line, 0x{_byte(hit)[0]:02x}, is not valid UTF-8"
            guess = _guess(hit)
            if guess != "\ufffd":
                message += f"; it would be {guess!r} in Windows-1252 and the like"
            findings.add(code, message, Place(number))
    return _UNDECODED.sub(_guess, text)


def _byte(hit: re.Match[str]) -> bytes:
    return hit.group().encode("utf-8", "surrogateescape")


def _guess(hit: re.Match[str]) -> str:
    return _byte(hit).decode("cp1252", "replace")


def _once(text: str) -> str:
    """Return the original characters of UTF-8 that was read as an 8-bit encoding, as far as possible."""
    for name in ("cp1252", "latin-1"):
        try:
            return repr(text.encode(name).decode("utf-8"))
        except UnicodeError:
            continue
    return "another character"


def _look_at_line_ends(lines: list[str], findings: Findings) -> None:
    """Report CR at the ends of all or some lines, and in the middle of a line."""
    with_cr = [number for number, line in enumerate(lines, 1) if line.endswith("\r")]
    if len(with_cr) == len(lines):
        findings.add_all("line-ends-crlf", f"all {len(lines)} lines end in CR LF", [Place(1)])
    elif with_cr:
        message = f"{len(with_cr)} lines end in CR LF, {len(lines) - len(with_cr)} in LF alone"
        findings.add_all("line-ends-mixed", message, [Place(number) for number in with_cr])
    for number, line in enumerate(lines, 1):
        inside = line.rstrip("\r")
        if "\r" in inside:
            findings.add("lone-cr", f"a CR follows {inside[: inside.index(chr(13))][-20:]!r}", Place(number))


def look_at_texts(texts: Iterable[tuple[str, Place]], findings: Findings) -> None:
    """Report what is odd about texts, each finding with its place."""
    odd = [(text, place) for text, place in texts if _ODD.search(text)]
    for text, place in odd:
        if text != text.strip() and text.strip():
            side = "begins" if text[:1].isspace() else "ends"
            findings.add("outer-blank", f"{_shown(text)} {side} with a space", place)
        if "  " in text.strip():
            before, after = text.strip().split("  ", 1)
            findings.add("double-blank", f"two spaces between {before[-20:]!r} and {after.lstrip()[:20]!r}", place)
        if hit := _ODD_SPACES.search(text):
            around = text[max(0, hit.start() - 10) : hit.end() + 10]
            findings.add("odd-space", f"U+{ord(hit.group()):04X} in {around!r}", place)
    lines = [text.replace("\r", "") for text, _ in odd]  # a CR has a code of its own
    for index, character in odd_characters(lines):
        findings.add("control-character", f"{_shown(lines[index])} holds U+{ord(character):04X}", odd[index][1])
    for index in find_decomposed(lines):
        findings.add("not-nfc", f"{_shown(lines[index])} has decomposed characters", odd[index][1])


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:20]}…{text[-19:]}")
