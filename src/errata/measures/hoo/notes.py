"""What the HOO measure remembers about a document besides its counts, and reports about a corpus besides values."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.measures.data import Selections, Table, mean_values
from errata.measures.hoo.tally import ASPECTS, Tally
from errata.model import Edit, Text, annotator_order
from errata.records import dataclass, replace

if TYPE_CHECKING:
    from errata.measures.hoo.measure import Hoo


@dataclass(frozen=True, slots=True)
class Note:
    """What is remembered about a document besides its counts."""

    document: str
    indices: tuple[str | None, ...]
    statuses: tuple[str, ...]
    types: tuple[str, ...]
    optional: tuple[bool, ...]
    spurious: tuple[dict[str, Any], ...]
    system: tuple[tuple[Edit, str], ...]
    csets: tuple[dict[str, Any], ...]
    tool_would_fail: bool
    extractor: str
    gold_lengths: tuple[int, ...]
    system_lengths: tuple[int, ...]


def note_of(gold: Text, tally: Tally, extractor: str) -> Note:
    """Return what to remember about a document whose gold edits had these fates."""
    return Note(
        gold.id,
        tuple(edit.index for edit in gold.edits),
        tuple(tally.statuses),
        tuple(edit.type for edit in gold.edits),
        tuple(tally.optional),
        tuple(
            {"index": edit.index, "type": edit.type or None, "start": edit.start, "end": edit.end}
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
    """Return the lengths of the edits on either side: long ones make detection easy.

    Means and medians are over all edits, with insertions of length 0; if there are no edits they are 0.
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
    """Return for each gold type how many edits were detected, recognised and corrected: required, optional and all.

    What is corrected is recognised too, and what is recognised is detected.
    """
    ranks = {"detected": 1, "recognised": 2, "corrected": 3}
    found: dict[str, dict[str, dict[str, float]]] = {}
    for note in notes:
        for type_, optional, status in zip(note.types, note.optional, note.statuses, strict=True):
            for group in ("optional" if optional else "required", "all"):
                groups = found.setdefault(type_, {})
                counts = groups.setdefault(group, {"gold": 0, **dict.fromkeys(ranks, 0)})
                counts["gold"] += 1
                for name, rank in ranks.items():
                    counts[name] += ranks.get(status, 0) >= rank
    for groups in found.values():
        for counts in groups.values():
            counts |= {f"{name}_percent": 100 * counts[name] / counts["gold"] for name in ranks}
    return dict(sorted(found.items()))


def rows_of_annotators(table: Table) -> dict[str, list[int]]:
    """Return the rows of each of several annotators; if one did not see a document, the row of the first who did."""
    annotators = sorted({label for label in table.labels if label is not None}, key=annotator_order)
    return {
        str(who): [next((row for row in rows if table.labels[row] == who), rows.start) for rows in table.groups()]
        for who in annotators
    }


def describe_corpus(measure: "Hoo", table: Table, chosen: Sequence[int]) -> dict[str, Any]:
    """Return the details of a corpus; nothing is chosen if the score is a mean over annotators."""
    by_annotator = rows_of_annotators(table)
    selections = [chosen] if chosen else list(by_annotator.values())
    notes = [table.notes[row] for rows in selections for row in rows]
    details: dict[str, Any] = {
        "scores": {
            regime: _describe_regime(replace(measure, bonus=bonus), table)
            for regime, bonus in (("nobonus", False), ("bonus", True))
        },
        "spans": span_lengths(notes),
        "offset_unit": table.basis,
    }
    if by_annotator:
        details["annotators"] = {
            who: {
                "values": _shown(_score_rows(measure, table, rows)),
                "counts": measure.counts(table, table.total(rows)),
            }
            for who, rows in by_annotator.items()
        }
    if measure.chosen_types is not None:
        details["block"] = measure.block
    if measure.preset != "paper":
        details["tool_would_fail"] = any(note.tool_would_fail for note in notes)
    if measure.preset == "hoo2011":
        details["by_type"] = by_type(notes)
    return details | (describe_document(measure, notes[0]) if len(table) == 1 and chosen else {})


def _score_rows(measure: "Hoo", table: Table, rows: Sequence[int]) -> dict[str, float]:
    """Return the values computed from some rows, one of each document."""
    if measure.averages_rows:
        return mean_values([measure.score(table.row(row)) for row in rows])
    return measure.score(table.total(rows))


def _describe_regime(measure: "Hoo", table: Table) -> dict[str, dict[str, Any]]:
    """Return the result of a run with this setting of `bonus`: its best annotator may differ from the one without."""
    choice = measure.choose(table)
    selections = list(rows_of_annotators(table).values()) if isinstance(choice, Selections) else [choice]
    values = _shown(mean_values([_score_rows(measure, table, rows) for rows in selections]))
    shown: dict[str, dict[str, Any]] = {
        aspect: {name: values[f"{aspect}_{name}"] for name in ("precision", "recall", "f")} for aspect in ASPECTS
    }
    if len(selections) == 1 and not measure.averages_rows:
        for aspect, ratios in measure.ratios(table.total(selections[0])).items():
            shown[aspect] |= {"p": "{}/{}".format(*ratios.precision), "r": "{}/{}".format(*ratios.recall)}
    return shown


def describe_document(measure: "Hoo", note: Note) -> dict[str, Any]:
    """Return the details of a document."""
    details: dict[str, Any] = {
        "document": note.document,
        "indices": list(note.indices),
        "statuses": list(note.statuses),
        "spurious": list(note.spurious),
    }
    if note.csets:
        details["csets"] = list(note.csets)
    if measure.preset != "paper":
        details["tool_would_fail"] = note.tool_would_fail
    return details


def _shown(values: Mapping[str, float]) -> dict[str, float | None]:
    """Return values, None for undefined ones."""
    return {name: None if math.isnan(value) else value for name, value in values.items()}
