"""Plain text, one sentence per line: sources, outputs and references; and signs that a file is not plain text."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from errata.errors import FormatError
from errata.findings import Remedy, remedy
from errata.formats.files import AnyPath, cut_lines, display_name, read_lines, read_pieces
from errata.formats.writing import one_line, write_lines
from errata.kernels.limits import MOST
from errata.kernels.lines import COMPILED
from errata.model import Text
from errata.text.packed import PackedLines

if TYPE_CHECKING:
    from errata.formats.losses import Loss

N_LOOKED_AT = 2000
"""The number of lines examined at the beginning of a file."""


def looks_like_m2(lines: Iterable[str]) -> bool:
    """Tell whether there is an `S` line directly followed by an annotation line."""
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


def looks_like_json_lines(lines: list[str]) -> bool:
    """Tell whether the first line is a record of our JSON Lines; objects from elsewhere may be in many formats."""
    return bool(lines) and lines[0].startswith("{") and '"gec-jsonl/' in lines[0]


def looks_like_markup(lines: list[str]) -> bool:
    """Tell whether the first line that is not blank begins an XML document."""
    first = next((line.strip() for line in lines if line.strip()), "")
    return first.startswith(("<?xml", "<!DOCTYPE", "<DOC ", "<doc "))


def looks_like_essays(lines: list[str]) -> bool:
    """Tell whether the first line that is not blank is the heading of an essay in MultiGEC's Markdown."""
    return essay_heading(next((line for line in lines if line.strip()), "")) is not None


def essay_heading(line: str) -> re.Match[str] | None:
    """Return the heading of an essay, with its id as the only group; None if the line is not one."""
    # The expression is compiled when a line first begins like one, which those of most files do not.
    return re.match(r"###\s*essay_id\s*=\s*(.*?)\s*$", line) if line.startswith("###") else None


def looks_marked(lines: list[str]) -> bool:
    """Tell whether there is a tab or a brace, which sentences hardly ever have but annotated files do."""
    return any("\t" in line or "{" in line for line in lines)


def read_sentences(path: AnyPath) -> list[str]:
    """Return the lines of a plain text file; a file that is clearly in another format is refused."""
    lines = list(read_lines(path))
    refuse_other_formats(path, lines[:N_LOOKED_AT])
    return lines


def read_packed(path: AnyPath) -> Sequence[str]:
    """Return the same, but as bytes if compiled kernels can use them."""
    if not COMPILED:
        return read_sentences(path)
    data = b"".join(read_pieces(path))
    lines: Sequence[str]
    if len(data) > MOST:
        lines = cut_lines(data.decode())
    else:
        lines = PackedLines.cut(data, data.count(b"\n") + bool(data and not data.endswith(b"\n")))
    refuse_other_formats(path, list(lines[:N_LOOKED_AT]))
    return lines


def refuse_other_formats(path: AnyPath, head: list[str]) -> None:
    """Refuse a file whose first lines are clearly in a format other than plain text."""
    name = display_name(path)
    if looks_like_m2(head):
        raise FormatError(
            f"{name} is an M2 file, but plain text (one sentence per line) is expected here",
            _remedy(os.fspath(path), head),
        )
    if looks_like_json(head):
        raise FormatError(f"{name} is a JSON Lines file, but plain text (one sentence per line) is expected here")
    if looks_like_markup(head):
        raise FormatError(f"{name} is an XML file, but plain text (one sentence per line) is expected here")
    if looks_like_essays(head):
        raise FormatError(
            f"{name} holds whole text documents (MultiGEC's Markdown), but one sentence per line is expected here",
            remedy("split documents into blocks: {documents}"),
        )


def _remedy(path: str, lines: list[str]) -> Remedy:
    """Return what to do with an M2 file, such as extracting the text of its first annotator."""
    annotator = next(line for line in lines if line.startswith("A ")).rpartition("|||")[2].strip()
    words = "give it as GOLD, or extract the text of one annotator: {convert}"
    return remedy(words, file=path, out="OUT.txt", annotator=annotator)


def read(path: AnyPath) -> Iterator[Text]:
    """Yield each line as a sentence without annotations."""
    return map(Text, read_sentences(path))


def write(path: AnyPath, sentences: Iterable[Text], *, loss: str = "warn") -> "list[Loss]":
    """Write the sources, one per line; anything that a line of text cannot hold is refused, including annotations.

    An annotated corpus does not say whether its sources or its corrected sentences are wanted.
    """
    from errata.formats.losses import Losses  # only what writes needs it

    losses = Losses(path, "text", loss)
    write_lines(path, map(_line, losses.checked(sentences)))
    return losses.report()


def _line(sentence: Text) -> str:
    if sentence.layers or sentence.references:
        raise FormatError(
            f"plain text cannot hold the annotations or references of {sentence.source!r}; write M2 instead"
        )
    return one_line(sentence.source, "source")
