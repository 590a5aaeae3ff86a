"""What the first lines of a file look like: the signs by which formats are told."""

import re
from collections.abc import Iterable

N_LOOKED_AT = 2000
"""So many lines at the beginning of a file are looked at."""


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


def looks_like_json_lines(lines: list[str]) -> bool:
    """Tell whether the first line is a record of our JSON Lines, or every line an object by others that is a row."""
    if not lines or not lines[0].startswith("{"):
        return False
    is_ours = '"gec-jsonl/' in lines[0]
    return is_ours or (looks_like_json(lines) and not looks_like_bea(lines) and not looks_like_languagetool(lines))


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
