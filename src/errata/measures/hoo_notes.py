"""What the HOO measure remembers of a document beside its counts, and what that tells of each type."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from errata.corpus import annotator_order
from errata.documents import CharacterEdit, Document
from errata.measures.hoo_rules import Tally
from errata.measures.tables import Table


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
    gold_lengths: tuple[int, ...]
    system_lengths: tuple[int, ...]


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
        tuple(tally.gold_lengths),
        tuple(tally.system_lengths),
    )


def span_lengths(notes: Sequence[Note]) -> dict[str, dict[str, float]]:
    """Return how long the edits of either side are: long ones make detection easy.

    Means and medians are of all edits, insertions being 0 long; of no edits they are 0.
    """
    found = {}
    for side in ("gold", "system"):
        lengths = sorted(length for note in notes for length in getattr(note, f"{side}_lengths"))
        n, middle = len(lengths), len(lengths) // 2
        found[side] = {
            "edits": n,
            "total": sum(lengths),
            "mean": sum(lengths) / n if n else 0.0,
            "median": (lengths[middle] + lengths[-middle - 1]) / 2 if n else 0.0,
            "longest": lengths[-1] if n else 0,
        }
    return found


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


def rows_of_annotators(table: Table) -> dict[str, list[int]]:
    """Return the rows of each of several annotators; where one did not see a document, that of the first who did."""
    annotators = sorted({label for label in table.labels if label is not None}, key=annotator_order)
    return {
        str(who): [
            next((row for row in range(first, stop) if table.labels[row] == who), first)
            for first, stop in pairwise(table.bounds)
        ]
        for who in annotators
    }
