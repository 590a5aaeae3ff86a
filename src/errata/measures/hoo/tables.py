"""HOO scores as the shared tasks published them: by aspect, over runs, by annotator and type; and as result files."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from errata.measures.data import Score
from errata.measures.hoo.tally import ASPECTS
from errata.report.report import Column, ReportTable, View, best_cells, interval_label, value_at

if TYPE_CHECKING:
    from errata.measures.hoo.measure import Hoo

_ASPECTS = ASPECTS[::-1]
_VALUES = ("precision", "recall", "f")
_REGIMES = {"nobonus": "", "bonus": " with bonus"}


def _measure(score: Score) -> "Hoo":
    return cast("Hoo", score.made_by)


def both_regimes(score: Score) -> dict[str, float]:
    """Return every value under a name that says whether it is with bonus."""
    return {
        f"{regime}_{aspect}_{name}": math.nan
        if (value := score.details["scores"][regime][aspect][name]) is None
        else value
        for regime in _REGIMES
        for aspect in _ASPECTS
        for name in _VALUES
    }


def tables(scores: Sequence[Score], view: View) -> list[ReportTable]:
    """Return the tables of one setting: scores and counts of all systems, then further details of each.

    For print, if there are several systems, each has one row.
    """
    if view.brief:
        return [_run_table(scores, "nobonus", view)]
    over_runs = view.form in {"markdown", "latex", "html"} and len(scores) > 1
    made = _run_tables(scores, view) if over_runs else [_aspect_table(scores, view)]
    made.append(_count_table(scores))
    details = [(score.system, score.details) for score in scores]
    made += [_annotator_table(name, item["annotators"]) for name, item in details if "annotators" in item]
    made += [_type_table(name, item["by_type"]) for name, item in details if "by_type" in item]
    if _measure(scores[0]).cset != "ignore":
        made += map(_cset_table, scores)
    return made + [_document_table(score) for score in scores if view.sentences]


def _best(
    scores: Sequence[Score], rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]
) -> set[tuple[int, Any]]:
    """Return the cells to highlight; an undefined precision is not the best."""
    rivals = [
        {
            column.key: None
            if score.proposes_nothing and "precision" in str(column.path[-1])
            else value_at(row, column.path)
            for column in columns
        }
        for score, row in zip(scores, rows, strict=True)
    ]
    return best_cells(rivals)


def _aspect_table(scores: Sequence[Score], view: View) -> ReportTable:
    """Return rows of detection, recognition and correction; P, R, F without bonus, then with it."""
    first = scores[0]
    rows = []
    for score in scores:
        for aspect in _ASPECTS:
            row: dict[str, Any] = {"system": score.system, "aspect": aspect}
            row |= {regime: score.details["scores"][regime][aspect] for regime in _REGIMES}
            if aspect == "detection":
                row["of_system"] = score.values["precision_system"]
            if score.interval:
                row["interval"] = score.interval.values[f"{aspect}_f"]
            rows.append(row)
    labels = dict(zip(_VALUES, ("P", "R", first.labels["correction_f"].split()[-1]), strict=True))
    without, with_bonus = (
        [Column((regime, name), f"{label}{plus}", "percent") for name, label in labels.items()]
        for regime, plus in (("nobonus", ""), ("bonus", "+bonus"))
    )
    strong: set[tuple[int, Any]] = set()
    for offset in range(len(_ASPECTS)) if view.best else ():
        found = _best(scores, rows[offset :: len(_ASPECTS)], [*without, *with_bonus])
        strong |= {(row * len(_ASPECTS) + offset, key) for row, key in found}
    if first.interval:  # beside the F of this setting
        regime = with_bonus if _measure(first).bonus else without
        regime.append(Column("interval", interval_label(first.interval.level), "interval"))
    head = (Column("system", "system"), Column("aspect", ""))
    columns = [*head, *without, *with_bonus, Column("of_system", first.labels["precision_system"], "percent")]
    return ReportTable(columns, rows, first.title, [first.signature], strong=strong)


def _run_tables(scores: Sequence[Score], view: View) -> list[ReportTable]:
    """Return tables without and with bonus; the second only if there are optional edits."""
    regimes = ["nobonus", *(["bonus"] if any(score.counts["optional"] for score in scores) else ())]
    scored = "bonus" if len(regimes) > 1 and _measure(scores[0]).bonus else "nobonus"
    return [_run_table(scores, regime, view, has_interval=regime == scored) for regime in regimes]


def _run_table(scores: Sequence[Score], regime: str, view: View, *, has_interval: bool = False) -> ReportTable:
    """Return P, R and F of every aspect, one row per run, with the interval next to F of correction, the score."""
    first = scores[0]
    columns = [
        Column((regime, aspect, name), first.labels[f"{aspect}_{name}"], "percent")
        for aspect in _ASPECTS
        for name in _VALUES
    ]
    rows = [{"system": score.system, "values": score.values, **score.details["scores"]} for score in scores]
    if regime == "nobonus" and not view.brief:
        columns.append(Column(("values", "precision_system"), first.labels["precision_system"], "percent"))
    strong = _best(scores, rows, columns) if view.best else ()
    if has_interval and first.interval:
        columns.insert(
            len(_ASPECTS) * len(_VALUES), Column("interval", interval_label(first.interval.level), "interval")
        )
        for row, score in zip(rows, scores, strict=True):
            row["interval"] = (score.interval.low, score.interval.high) if score.interval else None
    caption = f"{first.title}{_REGIMES[regime]}"
    return ReportTable([Column("system", "system"), *columns], rows, caption, [first.signature], strong=strong)


def _count_table(scores: Sequence[Score]) -> ReportTable:
    """Return the counts of every system, and how long the edits are."""
    notes = []
    for score in scores:
        spans = score.details["spans"]
        unit = "tokens" if _measure(score).unit == "token" else "characters"
        sides = (
            f"{'those of the gold' if side == 'gold' else 'edits'} span {spans[side]['mean']:.1f} {unit} on average, "
            f"at most {spans[side]['longest']}"
            for side in ("system", "gold")
        )
        notes.append(f"{score.system}: {'; '.join(sides)}")
    counts = [Column(("counts", name), name.replace("_", " "), "count") for name in scores[0].counts]
    rows = [{"system": score.system, "counts": score.counts} for score in scores]
    return ReportTable([Column("system", "system"), *counts], rows, f"{scores[0].title}, counts", notes)


def _annotator_table(system: str, annotators: Mapping[str, Any]) -> ReportTable:
    columns = [
        Column("annotator", "annotator"),
        Column(("counts", "gold"), "gold", "count"),
        *(
            Column(("values", f"{aspect}_{name}"), f"{aspect[:3]} {name[0].upper()}", "percent")
            for aspect in _ASPECTS
            for name in _VALUES
        ),
    ]
    rows = [{"annotator": who, **item} for who, item in annotators.items()]
    return ReportTable(columns, rows, f"{system}, by annotator")


def _type_table(system: str, by_type: Mapping[str, Any]) -> ReportTable:
    """Return how many gold edits of each type were found, as in the report of the 2011 task."""
    columns = [Column("type", "type"), Column("group", ""), Column("gold", "gold", "count")]
    for name in ("detected", "recognised", "corrected"):
        columns += [Column(name, name, "count"), Column(f"{name}_percent", "%", "count")]
    rows = [
        {"type": type_ or "(none)", "group": group, **groups[group]}
        for type_, groups in by_type.items()
        for group in ("required", "optional", "all")
        if group in groups
    ]
    return ReportTable(columns, rows, f"{system}, by type")


def _cset_table(score: Score) -> ReportTable:
    columns = [
        Column("document", "document"),
        Column("cset", "cset"),
        Column("reading", "reading", "number"),
        Column("share", "satisfied", "number"),
    ]
    rows = [
        {
            **item,
            "document": row.details["document"],
            "reading": "–" if item["reading"] is None else item["reading"],
            "share": f"{item['satisfied']} of {item['members']}",
        }
        for row in score.sentences
        for item in row.details.get("csets", ())
    ]
    return ReportTable(columns, rows, f"{score.system}, consistency sets")


def _document_table(score: Score) -> ReportTable:
    columns = [
        Column("document", "document"),
        Column("annotator", "annotator"),
        *(Column(("values", name), label, "percent") for name, label in score.labels.items()),
    ]
    rows = [
        {
            "document": row.details.get("document", str(row.index + 1)),
            "annotator": row.reference,
            "values": row.values,
        }
        for row in score.sentences
    ]
    return ReportTable(columns, rows, f"{score.title}, {score.system}")


def to_xml(scores: Sequence[Score]) -> str:
    """Return results in XML as the programs of the shared tasks wrote them, several side by side in `runs`.

    The option `bonus` of the measure determines the scores.
    """
    inner = [line for score in scores for line in _result_lines(score)]
    if len(scores) > 1:
        inner = ["<runs>", *inner, "</runs>"]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *inner])


def _result_lines(score: Score) -> Iterator[str]:
    from errata.formats.xml import attributes

    measure = _measure(score)
    counts = {
        "gold": score.counts["gold"],
        "system": score.counts["system"],
        "optional": score.counts["optional"],
        "detected": score.counts["detected"],
        "recognised": score.counts["recognised_gold"],
        "corrected": score.counts["corrected_system" if measure.preset == "hoo2011" else "corrected_gold"],
        "spurious": score.counts["spurious"],
        "missed_optional": score.counts["missing_optional"],
    }
    marks = [("system", score.system), ("block", score.details.get("block"))]
    marks += [("regime", "bonus" if measure.bonus else "nobonus"), ("signature", score.signature)]
    yield f"<results{attributes(marks)}>"
    yield "  <counts>"
    yield from (f"    <{name}>{count}</{name}>" for name, count in counts.items())
    yield "  </counts>"
    yield "  <scores>"
    for aspect in reversed(ASPECTS):
        yield f"    <{aspect}>"
        for name in ("precision", "recall", "f"):
            value = score.values[f"{aspect}_{name}"]
            tag = "score" if name == "f" else name
            yield f"      <{tag}/>" if math.isnan(value) else f"      <{tag}>{value!r}</{tag}>"
        yield f"    </{aspect}>"
    yield "  </scores>"
    yield "</results>"
