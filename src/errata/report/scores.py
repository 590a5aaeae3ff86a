"""Scores in every output format, the same content in each."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from errata.errors import InputError
from errata.measures import available_measures
from errata.measures.breakdown import Breakdown
from errata.measures.results import Interval, Score, SentenceScore
from errata.measures.tables import Number
from errata.report.json_text import dumps, envelope, list_of, number, numbers
from errata.report.tables import TextTable, best_cells, count_cell, draw, insert_column, percent, to_csv, to_tsv

FORMATS = ("table", "json", "jsonl", "tsv", "csv", "markdown", "latex")


def render(
    scores: Sequence[Score],
    form: str,
    *,
    warnings: Sequence[str] = (),
    sentences: bool = False,
    by: str | None = None,
    digits: int | None = None,
    bold: bool = False,
    sort: str | None = None,
    best: bool = False,
) -> str:
    """Return the scores in one of `FORMATS`, or as "hoo-xml".

    Formats for people show percentages with two digits (or `digits`); formats for programs show unrounded values.
    `by` adds the breakdown by a facet, such as "type", of the measures that have it. `sort` names the value or count
    by which the systems of each measure are ordered, the best value or the highest count first; `best` marks the best
    value of each column.
    """
    if by and not any(by in score.facets for score in scores):
        known = [f"{name} by {', '.join(kind.facets)}" for name, kind in available_measures().items() if kind.facets]
        raise InputError(f"no measure here can be broken down by {by!r}; there is: {'; '.join(known)}")
    if sort:
        scores = _sorted(scores, sort)
    if form == "hoo-xml":
        from errata.report.hoo import to_xml

        return to_xml(scores)
    if form == "json":
        return to_json(scores, warnings, sentences, by)
    if form == "jsonl":
        return "\n".join(dumps(as_object(score, sentences, by)) for score in scores)
    if form in {"tsv", "csv"}:
        table = _flat_table(scores, sentences, by, digits, best)
        return to_tsv(table) if form == "tsv" else to_csv(table)
    return draw(_tables(scores, form, sentences, by, 2 if digits is None else digits, best), form, bold)


def _sentence_object(row: SentenceScore) -> dict[str, Any]:
    item: dict[str, Any] = {
        "index": row.index,
        "score": number(row.score),
        "values": numbers(row.values),
        "counts": dict(row.counts),
    }
    if row.reference is not None:
        item["reference"] = row.reference
    return item | {"details": dict(row.details)}


def _breakdown_object(breakdown: Breakdown) -> dict[str, Any]:
    groups = [
        {"name": group.name, "values": numbers(group.values), "counts": dict(group.counts)}
        for group in breakdown.groups
    ]
    return {
        "by": breakdown.facet,
        "groups": groups,
        "micro": numbers(breakdown.micro),
        "macro": numbers(breakdown.macro),
    }


def _interval_object(interval: Interval) -> dict[str, Any]:
    return {
        "level": interval.level,
        "low": number(interval.low),
        "high": number(interval.high),
        "samples": interval.samples,
        "seed": interval.seed,
        "method": interval.method,
        "units": interval.units,
        "values": {name: [number(low), number(high)] for name, (low, high) in interval.values.items()},
    }


def as_object(score: Score, sentences: bool = False, by: str | None = None) -> dict[str, Any]:
    """Return a score as the JSON object the schema describes."""
    item: dict[str, Any] = {
        "system": score.system,
        "measure": score.measure,
        "signature": score.signature,
        "score": number(score.score),
        "better": score.better,
        "values": numbers(score.values),
        "counts": dict(score.counts),
        "details": dict(score.details),
    }
    if score.interval:
        item["interval"] = _interval_object(score.interval)
    if by in score.facets:
        item["breakdown"] = _breakdown_object(score.breakdown(by))
    if sentences:
        item["sentences"] = [_sentence_object(row) for row in score.sentences]
    return item


def to_json(scores: Iterable[Score], warnings: Sequence[str], sentences: bool, by: str | None) -> str:
    """Return the whole result as one JSON object, one score a line."""
    return envelope(warnings, scores=list_of(dumps(as_object(score, sentences, by)) for score in scores))


class _Line(NamedTuple):
    """A row of the flat table: where it belongs, and its numbers."""

    place: Mapping[str, str]
    score: Number | None
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    ends: tuple[float, float] | tuple[()] = ()


def _by_title(scores: Sequence[Score]) -> list[list[Score]]:
    """Return the scores of each measure under its options."""
    groups: dict[str, list[Score]] = {}
    for score in scores:
        groups.setdefault(score.title, []).append(score)
    return list(groups.values())


def _sorted(scores: Sequence[Score], name: str) -> list[Score]:
    """Return the scores measure by measure, each by its own value or count; those of measures without it as given."""

    def key(score: Score) -> float:
        value = score.merit if name == "score" else _merits(score).get(name, score.counts.get(name, 0))
        return math.inf if math.isnan(value) else -value

    names = dict.fromkeys(["score", *(name for score in scores for name in (*score.values, *score.counts))])
    if name not in names:
        raise InputError(f"no measure here has {name!r} to sort by; there are: {', '.join(names)}")
    return [score for members in _by_title(scores) for score in sorted(members, key=key)]


def proposes_nothing(score: Score) -> bool:
    """Return whether a system changed nothing, so that its precision is 0 of 0, whatever a measure makes of that."""
    counts = score.counts
    for names in (("proposed",), ("system",), ("tp", "fp")):
        if counts.keys() >= set(names):
            return not any(counts[name] for name in names)
    return False


def _merits(score: Score) -> dict[str, float]:
    """Return the values, turned where lower is better."""
    better_of = score.made_by.better_of
    return {name: -value if better_of(name) == "lower" else value for name, value in score.values.items()}


def _rivals(score: Score, names: Iterable[str]) -> list[float | None]:
    """Return the merits of the values that may be the best; precision of nothing is not one of them."""
    is_silent = proposes_nothing(score)
    merits = _merits(score)
    return [
        None if score.made_by.better_of(name) is None or (is_silent and "precision" in name) else merits[name]
        for name in names
    ]


def _best_of(scores: Sequence[Score]) -> dict[int, list[str]]:
    """Return for each score the names of the values in which it is the best under its measure and options."""
    found: dict[int, list[str]] = {}
    for members in _by_title(scores):
        names = list(members[0].values)
        for row, column in sorted(best_cells([_rivals(item, names) for item in members])):
            found.setdefault(id(members[row]), []).append(names[column])
    return found


def _extra_values(score: Score) -> dict[str, float]:
    """Return values that only one measure has beside those of its setting."""
    if score.measure != "hoo":
        return {}
    from errata.report.hoo import both_regimes

    return both_regimes(score)


def _lines(score: Score, sentences: bool, by: str | None) -> Iterator[_Line]:
    interval = score.interval
    ends = (interval.low, interval.high) if interval else ()
    yield _Line({}, score.score, {**score.values, **_extra_values(score)}, score.counts, ends)
    if by in score.facets:
        breakdown = score.breakdown(by)
        for group in breakdown.groups:
            yield _Line({"by": by, "group": group.name}, None, group.values, group.counts)
        for name, values in (("micro", breakdown.micro), ("macro", breakdown.macro)):
            yield _Line({"by": f"{by} average", "group": name}, None, values, {})
    for row in score.sentences if sentences else ():
        reference = "" if row.reference is None else str(row.reference)
        yield _Line({"index": str(row.index), "reference": reference}, row.score, row.values, row.counts)


def _flat_table(
    scores: Sequence[Score], sentences: bool, by: str | None, digits: int | None, best: bool = False
) -> TextTable:
    """Return one row a score, and where asked for one a group and a sentence, under the union of all columns."""

    def cell(value: Number | None) -> str:
        if value is None or math.isnan(value):
            return ""
        return repr(value) if digits is None or isinstance(value, int) else f"{value:.{digits}f}"

    values = list(dict.fromkeys(name for score in scores for name in (*score.values, *_extra_values(score))))
    counts = list(dict.fromkeys(name for score in scores for name in score.counts))
    place = [*(("by", "group") if by else ()), *(("index", "reference") if sentences else ())]
    ends = ("interval_low", "interval_high") if any(score.interval for score in scores) else ()
    header = ["system", "measure", *place, "score", *ends, *values, *counts, *(["best"] if best else ()), "signature"]
    best_of = _best_of(scores) if best else {}
    rows = [
        [
            score.system,
            score.measure,
            *(line.place.get(name, "") for name in place),
            cell(line.score),
            *(cell(end) for _, end in zip_longest(ends, line.ends)),
            *(cell(line.values.get(name)) for name in values),
            *(cell(line.counts.get(name)) for name in counts),
            *(["+".join(best_of.get(id(score), ())) if not line.place else ""] if best else ()),
            score.signature,
        ]
        for score in scores
        for line in _lines(score, sentences, by)
    ]
    return TextTable(header, rows)


def interval_label(level: float) -> str:
    """Return how tables head the column of an interval."""
    return f"{100 * level:.10g}% interval"


def ends_text(low: float, high: float, digits: int) -> str:
    """Return an interval as tables show it."""
    return f"[{percent(low, digits)}, {percent(high, digits)}]"


def insert_intervals(
    table: TextTable, at: int, level: float, ends: Iterable[tuple[float, float]], digits: int
) -> TextTable:
    """Return the table with a column of intervals."""
    return insert_column(table, at, interval_label(level), [ends_text(low, high, digits) for low, high in ends])


def _tables(
    scores: Sequence[Score], form: str, sentences: bool, by: str | None, digits: int, best: bool
) -> list[TextTable]:
    """Return one table for each setting of each measure, systems as rows, then breakdowns and sentences."""
    groups: dict[str, list[Score]] = {}
    for score in scores:
        groups.setdefault(score.signature, []).append(score)
    tables = []
    for signature, members in groups.items():
        if members[0].measure == "hoo":
            from errata.report.hoo import hoo_tables

            tables += hoo_tables(members, form, sentences=sentences, digits=digits, best=best)
            continue
        labels = members[0].labels
        header = ["system", *labels.values()]
        rows = [[item.system, *(percent(item.values[name], digits) for name in labels)] for item in members]
        marked = best_cells([_rivals(item, labels) for item in members]) if best else ()
        cells = {(row, column + 1) for row, column in marked}
        table = TextTable(header, rows, members[0].title, [signature], strong=cells)
        if members[0].interval:  # beside the score, which is the first value
            ends = [(item.interval.low, item.interval.high) for item in members if item.interval]
            table = insert_intervals(table, 2, members[0].interval.level, ends, digits)
        tables.append(table)
        tables += [_breakdown_table(item, item.breakdown(by), digits) for item in members if by in item.facets]
        tables += [_sentence_table(item, digits) for item in members if sentences]
    return tables


def _breakdown_table(score: Score, breakdown: Breakdown, digits: int) -> TextTable:
    def percents(values: Mapping[str, float]) -> list[str]:
        return [percent(values[name], digits) for name in score.labels]

    rows = [
        [group.name, *(count_cell(count) for count in group.counts.values()), *percents(group.values)]
        for group in breakdown.groups
    ]
    sums = [
        count_cell(sum(column)) for column in zip(*(group.counts.values() for group in breakdown.groups), strict=True)
    ]
    rows.append(["micro average", *(sums or ["0"] * len(score.counts)), *percents(breakdown.micro)])
    rows.append(["macro average", *[""] * len(score.counts), *percents(breakdown.macro)])
    header = [breakdown.facet, *map(str.upper, score.counts), *score.labels.values()]
    return TextTable(header, rows, f"{score.measure} of {score.system} by {breakdown.facet}")


def _sentence_table(score: Score, digits: int) -> TextTable:
    header = ["line", "reference", *score.labels.values()]
    rows = [
        [
            str(row.index + 1),
            "" if row.reference is None else str(row.reference),
            *(percent(row.values[name], digits) for name in score.labels),
        ]
        for row in score.sentences
    ]
    return TextTable(header, rows, f"{score.title}, sentences of {score.system}", n_left=0)
