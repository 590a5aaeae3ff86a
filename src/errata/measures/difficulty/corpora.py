"""Several corpora side by side: weighted F, weighted accuracy and another F of every system, with ranks (Figure 3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from errata.measures.difficulty.analysis import DifficultyAnalysis
from errata.measures.difficulty.tables import system_record
from errata.report.report import Column, Record, Report, ReportTable
from errata.report.writers import dumps, list_of, write

Corpora = Mapping[str, DifficultyAnalysis]
"""The analysis of each corpus, by its name."""


def render(
    corpora: Corpora, form: str, *, digits: int | None = None, warnings: Sequence[str] = (), bold: bool = False
) -> str:
    """Return the tables of several corpora in one of the formats of an analysis."""
    report = Report(
        tables=lambda: _tables(corpora),
        parts=lambda: {"corpora": list_of(dumps(_record(name, item)) for name, item in corpora.items())},
    )
    return write(report, form, digits=digits, warnings=warnings, bold=bold)


def _record(name: str, analysis: DifficultyAnalysis) -> dict[str, Any]:
    return {
        "corpus": name,
        "reference": analysis.measure.reference,
        "N": analysis.weights.n_systems,
        "errors": analysis.n_errors,
        "scores": [system_record(row) for row in analysis.standings],
    }


def _tables(corpora: Corpora) -> Iterator[ReportTable]:
    """Yield a table for each value, with one row per system and a score and a rank for each corpus."""
    first = next(iter(corpora.values()))
    labels = first.weighted[0].labels
    f, a = labels["f"], labels["accuracy"]
    notes = [f"{name}: {item.weighted[0].signature}" for name, item in corpora.items()]
    yield _table(corpora, f"difficulty-weighted {f}", lambda row: (row.weighted.score, row.rank), notes)
    yield _table(corpora, f"difficulty-weighted {a}", lambda row: (row.weighted.values["accuracy"], row.accuracy_rank))
    if first.against:
        other = first.against[0]
        label = f"{other.title} {next(iter(other.labels.values()))}"
        yield _table(corpora, label, lambda row: (row.other.score if row.other else None, row.other_rank))
    else:
        yield _table(corpora, f"{f} without weights", lambda row: (row.plain.score, row.plain_rank))


def _table(corpora: Corpora, caption: str, take: Any, notes: Sequence[str] = ()) -> ReportTable:
    found: dict[str, dict[str, tuple[float, int]]] = {}
    for name, analysis in corpora.items():
        for row in analysis.standings:
            found.setdefault(row.weighted.system, {})[name] = take(row)
    rows: list[Record] = [
        {"system": system} | {name: {"score": score, "rank": rank} for name, (score, rank) in values.items()}
        for system, values in found.items()
    ]
    columns = [Column("system", "system")]
    for name in corpora:
        columns += [Column((name, "score"), name, "percent"), Column((name, "rank"), "rank", "count")]
    strong = {(place, (name, "score")) for place, row in enumerate(rows) for name in corpora if _is_first(row, name)}
    return ReportTable(columns, rows, caption, notes, strong=strong)


def _is_first(row: Record, name: str) -> bool:
    return name in row and row[name]["rank"] == 1
