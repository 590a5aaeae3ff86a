"""Sweeps of an option: records, tables, and a page with plots."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from errata.api.sweep import Sweep
from errata.measures.options import show
from errata.report.pages import figure, page
from errata.report.plots import Line, key, lines
from errata.report.report import Column, Record, Report, ReportTable, best_cells
from errata.report.scores import score_record
from errata.report.writers import draw, dumps, inner_list, list_of, write


def render(
    sweeps: Sequence[Sweep],
    form: str,
    *,
    warnings: Sequence[str] = (),
    digits: int | None = None,
    bold: bool = False,
) -> str:
    """Return sweeps in one of the formats of `errata.report.writers`."""
    report = Report(
        tables=lambda: [_table(item) for item in sweeps],
        parts=lambda: {"sweeps": list_of(map(_sweep_json, sweeps))},
        records=lambda: [record for item in sweeps for record in _records(item)],
        flat=partial(_flat_table, sweeps),
    )
    return write(report, form, digits=digits, warnings=warnings, bold=bold)


def render_result(found: Sweep, form: str, **settings: Any) -> str:
    """Return a sweep in one of the formats; the settings are those of `render`."""
    return render([found], form, **{"warnings": found.warnings, **settings})


def frame_table(found: Sweep, which: str) -> ReportTable:
    """Return the rows of a frame: one per value and system."""
    return _flat_table([found])


def _records(found: Sweep) -> Iterator[dict[str, Any]]:
    for value, scores in zip(found.values, found.scores, strict=True):
        for item in scores:
            yield {"option": found.option, "value": value, "title": item.title} | score_record(item, details=False)


def _sweep_json(found: Sweep) -> str:
    head = {"measure": found.scores[0][0].measure, "title": found.measure, "option": found.option}
    return f'{dumps(head)[:-1]}, "scores": {inner_list(_records(found))}}}'


def _flat_table(sweeps: Sequence[Sweep]) -> ReportTable:
    scores = [item for found in sweeps for row in found.scores for item in row]
    names = dict.fromkeys(name for item in scores for name in item.values)
    counts = dict.fromkeys(name for item in scores for name in item.counts)
    columns = [
        *(Column(name, name=name) for name in ("system", "measure", "option", "value", "score")),
        *(Column(("values", name), name=name) for name in names),
        *(Column(("counts", name), name=name) for name in counts),
        *(Column(name, name=name) for name in ("title", "signature")),
    ]
    return ReportTable(columns, [record for found in sweeps for record in _records(found)])


def _table(found: Sweep) -> ReportTable:
    """Return the values as rows and the systems as columns, with the best of each row highlighted."""
    first = found.scores[0][0]
    rows: list[Record] = []
    strong: set[tuple[int, Any]] = set()
    for number, (value, scores) in enumerate(zip(found.values, found.scores, strict=True)):
        rows.append({"value": show(value)} | {"scores": {item.system: item.score for item in scores}})
        best = best_cells([{"score": item.merit} for item in scores])
        strong |= {(number, ("scores", scores[place].system)) for place, _ in best}
    columns = [
        Column("value", found.option, "number"),
        *(Column(("scores", system), system, "percent") for system in found.systems),
    ]
    better = f"{first.better} is better; the best of each row is marked" if len(found.systems) > 1 else ""
    legend = [f"Scores in percent{', ' + better if better else ''}."]
    return ReportTable(
        columns,
        rows,
        f"{found.measure}, {found.option} from {show(found.values[0])} to {show(found.values[-1])}",
        [f"at {found.option} {show(found.values[0])}: {first.signature}"],
        legend,
        strong,
    )


def to_page(sweeps: Sequence[Sweep], digits: int | None = None) -> str:
    """Return a self-contained page: a plot and a table for each sweep."""
    body = "\n".join(
        f"{figure(found.measure, f'score by {found.option}', _plot(found))}\n{key(found.systems)}\n"
        f'<div class="wide">{draw([_table(found)], "html", digits=digits)}</div>'
        for found in sweeps
    )
    return page("Scores by the value of an option", body)


def _plot(found: Sweep) -> str:
    made = [
        Line(system, [scores[place].score for scores in found.scores]) for place, system in enumerate(found.systems)
    ]
    ticks = [show(value) for value in found.values]
    return lines(f"{found.measure} by {found.option}", made, ticks, found.option, "score", ends=())
