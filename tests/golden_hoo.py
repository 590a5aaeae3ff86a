"""The golden cases of the HOO framework, as objects."""

import json
from typing import Any

from tests.support import GOLDEN

from errata import CharacterEdit, Document, DocumentSet, Part

CASES: dict[str, Any] = json.loads((GOLDEN / "hoo" / "cases.json").read_text(encoding="utf-8"))
"""Worked by hand, preset paper; `original_tools` measured with the historic programs."""
TOOL_CASES: list[dict[str, Any]] = json.loads((GOLDEN / "hoo" / "tool_cases.json").read_text(encoding="utf-8"))[
    "documents"
]
"""Random edit sets scored with the historic programs, releases 2.31 (2011) and 0.81 (2012)."""


def edit(item: dict[str, Any]) -> CharacterEdit:
    """Return a golden edit; a missing list of corrections is absent, null is the null correction."""
    fields: dict[str, Any] = {name: item.get(name) for name in ("type", "index", "part", "cset")}
    made = tuple(item["corrections"]) if "corrections" in item else None
    return CharacterEdit(item["start"], item["end"], item["original"], made, **fields)


def edits(items: list[dict[str, Any]]) -> tuple[CharacterEdit, ...]:
    """Return golden edits."""
    return tuple(map(edit, items))


def document_sets(case: dict[str, Any], with_text: bool = True) -> tuple[DocumentSet, DocumentSet]:
    """Return gold and system of a case of one document."""
    parts = (Part(None, case["text"]),) if with_text and "text" in case else ()
    gold = DocumentSet((Document("1", edits(case["gold"]), parts),), "gold")
    return gold, DocumentSet((Document("1", edits(case["system"])),), "system")
