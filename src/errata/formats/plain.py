"""Plain text, one sentence a line: sources, outputs and references."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from errata.corpus import Sentence
from errata.errors import FormatError
from errata.formats.files import AnyPath, display_name, read_lines, write_lines

if TYPE_CHECKING:
    from errata.formats.losses import Loss

_LOOKED_AT = 2000


def looks_like_m2(lines: Iterable[str]) -> bool:
    """Tell whether there is an `S` line with an annotation line right under it."""
    before = ""
    for line in lines:
        if line.startswith("A ") and line.count("|||") >= 3 and before[:1] in {"S", "A", "T", "I"}:
            return True
        before = line
    return False


def looks_like_imeasure_xml(lines: list[str]) -> bool:
    """Tell whether the first element is that of I-measure XML."""
    head = "\n".join(lines[:50])[:4000].lstrip()
    return head.startswith("<") and ("<scripts>" in head or "<scripts " in head)


def looks_like_json(lines: list[str]) -> bool:
    """Tell whether every line is a JSON object."""
    return bool(lines) and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines)


def looks_like_our_json(lines: list[str]) -> bool:
    """Tell whether the first line is a record of our JSON Lines."""
    return bool(lines) and lines[0].startswith("{") and '"gec-jsonl/' in lines[0]


def looks_like_markup(lines: list[str]) -> bool:
    """Tell whether the first line that is not blank begins an XML document."""
    return _first(lines).startswith(("<?xml", "<!DOCTYPE", "<DOC ", "<doc "))


def _first(lines: list[str]) -> str:
    """Return the first line that is not blank."""
    return next((line.strip() for line in lines if line.strip()), "")


def looks_like_bea(lines: list[str]) -> bool:
    """Tell whether the first line is an object with a text and edits."""
    first = _first(lines)
    return first.startswith("{") and first.endswith("}") and '"text"' in first and '"edits"' in first


def looks_like_languagetool(lines: list[str]) -> bool:
    """Tell whether a JSON object has matches with offsets."""
    if not _first(lines).startswith("{"):
        return False
    import re

    return re.search(r'"matches"\s*:\s*\[', "\n".join(lines)) is not None


def looks_like_brat(lines: list[str]) -> bool:
    """Tell whether every line is one of a stand-off annotation file; the first may be about what comes later."""
    if not _is_annotation(_first(lines)):
        return False
    filled = [line for line in lines if line]
    return all(map(_is_annotation, filled)) and any(line[0] == "T" and line.count("\t") >= 2 for line in filled)


def _is_annotation(line: str) -> bool:
    return "\t" in line[:12] and line[0] in "T#AMREN*"


def looks_like_ua_gec(lines: list[str]) -> bool:
    """Tell whether a group in braces names an error type."""
    return ":::error_type=" in "\n".join(lines)


def read_sentences(path: AnyPath) -> list[str]:
    """Return the lines of a plain text file; a file that is clearly in another format is refused."""
    lines = list(read_lines(path))
    head = lines[:_LOOKED_AT]
    name = display_name(path)
    if looks_like_m2(head):
        raise FormatError(
            f"{name} is an M2 file, but plain text (one sentence a line) is wanted here; "
            "give it as GOLD, or take the text out of it first"
        )
    if looks_like_json(head):
        raise FormatError(f"{name} is a JSON Lines file, but plain text (one sentence a line) is wanted here")
    if looks_like_markup(head):
        raise FormatError(f"{name} is an XML file, but plain text (one sentence a line) is wanted here")
    return lines


def read(path: AnyPath) -> Iterator[Sentence]:
    """Yield each line as a sentence without annotations."""
    return map(Sentence, read_sentences(path))


def write(path: AnyPath, sentences: Iterable[Sentence], *, loss: str = "warn") -> "list[Loss]":
    """Write the sources, one a line; what a line of text cannot hold is refused, annotations too.

    Whether the sources or the corrected sentences are wanted, an annotated corpus does not say.
    """
    from errata.formats.losses import Losses  # only what writes needs it

    losses = Losses(path, "text", loss)
    write_lines(path, map(_line, losses.checked(sentences)))
    return losses.report()


def _line(sentence: Sentence) -> str:
    if sentence.annotations or sentence.references:
        raise FormatError(
            f"plain text cannot hold the annotations or references of {sentence.source!r}; write M2 instead"
        )
    return one_line(sentence.source, "source")


def one_line(text: str, what: str) -> str:
    """Return the text if it can stand on a line of its own."""
    if "\n" in text or text.endswith("\r"):
        raise FormatError(f"the {what} {text!r} contains a line break and cannot be written on one line")
    if "\0" in text:
        raise FormatError(f"the {what} {text!r} contains a NUL character, which no text file can hold")
    return text
