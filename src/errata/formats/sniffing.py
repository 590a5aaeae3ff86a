"""What the first lines of a file look like: the signs by which formats are told."""

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
    """Tell whether the first line is a record of our JSON Lines; objects by others may be in many a format."""
    return bool(lines) and lines[0].startswith("{") and '"gec-jsonl/' in lines[0]


def looks_like_markup(lines: list[str]) -> bool:
    """Tell whether the first line that is not blank begins an XML document."""
    first = next((line.strip() for line in lines if line.strip()), "")
    return first.startswith(("<?xml", "<!DOCTYPE", "<DOC ", "<doc "))


def looks_marked(lines: list[str]) -> bool:
    """Tell whether anything stands there that sentences hardly ever have, but annotated files do: a tab or a brace."""
    return any("\t" in line or "{" in line for line in lines)
