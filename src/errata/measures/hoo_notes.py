"""What the HOO measure remembers of a document beside its counts, and what that tells of each type."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from errata.documents import CharacterEdit, Document
from errata.measures.hoo_rules import Tally


@dataclass(frozen=True, slots=True)
class Note:
    """What is remembered of a document beside its counts."""

    document: str
    indices: tuple[str | None, ...]
    statuses: tuple[str, ...]
    types: tuple[str | None, ...]
    optional: tuple[bool, ...]
    spurious: tuple[dict[str, Any], ...]
    system: tuple[tuple[CharacterEdit, str], ...]
    csets: tuple[dict[str, Any], ...]
    tool_would_fail: bool
    extractor: str


def note_of(gold: Document, tally: Tally, extractor: str) -> Note:
    """Return what to remember of a document whose gold edits had these fates."""
    return Note(
        gold.id,
        tuple(edit.index for edit in gold.edits),
        tuple(tally.statuses),
        tuple(edit.type for edit in gold.edits),
        tuple(tally.optional),
        tuple(
            {"index": edit.index, "type": edit.type, "start": edit.start, "end": edit.end}
            | ({} if edit.part is None else {"part": edit.part})
            for edit in tally.spurious
        ),
        tuple(tally.system),
        tuple(tally.csets),
        tally.tool_would_fail,
        extractor,
    )


def by_type(notes: Sequence[Note]) -> dict[str, dict[str, dict[str, float]]]:
    """Return for each gold type how many edits were detected, recognised and corrected: the required, optional and all.

    What is corrected is recognised too, and what is recognised is detected.
    """
    ranks = {"detected": 1, "recognised": 2, "corrected": 3}
    found: dict[str, dict[str, dict[str, float]]] = {}
    for note in notes:
        for type_, optional, status in zip(note.types, note.optional, note.statuses, strict=True):
            for group in ("optional" if optional else "required", "all"):
                groups = found.setdefault(type_ or "", {})
                counts = groups.setdefault(group, {"gold": 0, **dict.fromkeys(ranks, 0)})
                counts["gold"] += 1
                for name, rank in ranks.items():
                    counts[name] += ranks.get(status, 0) >= rank
    for groups in found.values():
        for counts in groups.values():
            counts |= {f"{name}_percent": 100 * counts[name] / counts["gold"] for name in ranks}
    return dict(sorted(found.items()))
