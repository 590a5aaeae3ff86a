"""What the first lines of a file look like: the signs by which these formats are told."""

import re


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
