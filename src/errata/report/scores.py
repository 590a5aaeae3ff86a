"""Scores: their records, and the tables of them."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from errata.api.score import Result
from errata.errors import InputError
from errata.findings import remedy
from errata.measures import available_measures
from errata.measures.data import Breakdown, Interval, Score, SentenceScore
from errata.records import replace
from errata.report.report import Column, Record, Report, ReportTable, View, best_cells, interval_label
from errata.report.writers import DIGITS, FOR_PEOPLE, FORMATS, draw, dumps, list_of, number, numbers, percent, write

SIGNATURES = ("full", "short")


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
    brief: bool = False,
    wide: bool = False,
    signature: str = "full",
) -> str:
    """Return the scores in one of `FORMATS`, or in a format of their measure.

    `by` adds the breakdown by a facet, such as "type", for measures that have it. `sort` names the value or count
    by which each measure's systems are ordered, the best value or the highest count first; `best` marks the best
    value of each column. `brief` omits what a measure shows in addition to its scores. `wide` is a single table for
    people with measures as columns, as in papers; `signature="short"` omits defaults from signatures for
    people.
    """
    if by and not any(by in score.facets for score in scores):
        known = [f"{name} by {', '.join(kind.facets)}" for name, kind in available_measures().items() if kind.facets]
        raise InputError(f"no measure here can be broken down by {by!r}; available: {'; '.join(known)}")
    if sort:
        scores = sorted_scores(scores, sort)
    if form not in FORMATS:
        return _in_own_form(scores, form)
    scores = shortened(scores, signature, form)
    if wide:
        check_wide(form, sentences or bool(by))
        return draw([_wide_table(scores)] if scores else [], form, digits=digits, bold=bold)
    records = partial(map, partial(score_record, sentences=sentences, by=by), scores)
    report = Report(
        tables=partial(_tables, scores, View(form, sentences, best, brief), by),
        parts=lambda: {"scores": list_of(map(dumps, records()))},
        records=records,
        flat=partial(_flat_table, scores, sentences, by, best),
    )
    return write(report, form, digits=digits, warnings=warnings, bold=bold)


def score_only(scores: Sequence[Score], digits: int | None = None) -> str:
    """Return only the scores, in percent as in tables, one per line in the order given."""
    return "\n".join(percent(score.score, DIGITS if digits is None else digits) for score in scores)


def shortened(scores: Sequence[Score], signature: str, form: str) -> Sequence[Score]:
    """Return the scores with signatures as they are to be shown: "short" only for people."""
    if signature not in SIGNATURES:
        raise InputError(f"signature must be {' or '.join(SIGNATURES)}, not {signature!r}")
    if signature == SIGNATURES[0] or form not in FOR_PEOPLE:
        return scores
    return [replace(score, signature=score.made_by.shorten(score.signature)) for score in scores]


def check_wide(form: str, has_more: bool) -> None:
    """Refuse a wide table if it cannot hold what is requested."""
    if form not in FOR_PEOPLE:
        raise InputError(f"a wide table is for people, not for {form}; choose {', '.join(FOR_PEOPLE)}")
    if has_more:
        raise InputError("a wide table has the scores of systems alone; leave sentences and groups out")


def wide_table(rows: Sequence[Record], titles: Mapping[str, str], notes: Sequence[str], legend: str) -> ReportTable:
    """Return systems by measures, for a paper; each row is a record with `score` and `best` under each measure's title.

    `titles` has the column headings.
    """
    return ReportTable(
        [Column("system", "system"), *(Column(title, head, "compared") for title, head in titles.items())],
        rows,
        "Scores",
        notes=list(dict.fromkeys(notes)),
        legend=[legend],
        strong={(place, title) for place, row in enumerate(rows) for title in titles if row[title]["best"]},
        label="tab:scores",
    )


def _wide_table(scores: Sequence[Score]) -> ReportTable:
    """Return systems by measures in the orders given, with the best of each column highlighted."""
    best = _best_values(scores)
    rows: dict[str, dict[str, Any]] = {}
    for score in scores:
        is_best = next(iter(score.values)) in best.get(id(score), ())
        rows.setdefault(score.system, {"system": score.system})[score.title] = {"score": score.score, "best": is_best}
    first_of = {score.title: score for score in scores}
    titles = {title: _headline(score) for title, score in first_of.items()}
    lower = [title for title, score in first_of.items() if score.better == "lower"]
    return wide_table(
        list(rows.values()), titles, [note for score in scores for note in score.footnotes], direction(first_of, lower)
    )


def _headline(score: Score) -> str:
    return f"{score.title} {next(iter(score.labels.values()))}"


def direction(titles: Collection[str], lower: Sequence[str]) -> str:
    """Return the legend for scores of several measures side by side; for some, `lower` is better."""
    exceptions = f", but lower of {', '.join(lower)}" if lower else ""
    which = "lower is better" if len(lower) == len(titles) else f"higher is better{exceptions}"
    return f"Scores in percent, {which}; the best of each column is marked."


def render_result(result: Result | Score, form: str, **settings: Any) -> str:
    """Return a result, or one score in it, in one of `FORMATS`; the settings are those of `render`."""
    if isinstance(result, Score):
        return render([result], form, **settings)
    return render(result.scores, form, **{"warnings": result.warnings, **settings})


def frame_table(result: Result | Score, which: str) -> ReportTable:
    """Return the rows of a frame: the scores, or those of all "sentences"."""
    scores = [result] if isinstance(result, Score) else result.scores
    if which != "sentences":
        table = _flat_table(scores, False, None, False)
        rows = [{**row, "measure": score.title} for row, score in zip(table.rows, scores, strict=True)]
        return replace(table, columns=[column for column in table.columns if column.key != "title"], rows=rows)
    columns = [
        *(Column(name, name=name) for name in ("system", "measure", *_places(scores), "score")),
        *_number_columns(scores, {}),
    ]
    rows = [
        {"system": score.system, "measure": score.title, **_sentence_row(row), "id": id}
        for score in scores
        for row, id in zip(score.sentences, _ids(score), strict=True)
    ]
    return ReportTable(columns, rows)


def _ids(score: Score) -> Sequence[str | None]:
    """Return the id of every sentence or document, None if the gold has no ids."""
    return score.ids or [None] * len(score.table)


def _places(scores: Sequence[Score]) -> list[str]:
    """Return the columns that identify a row's sentence or document."""
    return ["index", *(["id"] if any(score.ids for score in scores) else ()), "reference"]


def _in_own_form(scores: Sequence[Score], form: str) -> str:
    """Return the scores in a format that their measure adds."""
    if scores and all(form in score.made_by.formats for score in scores):
        return scores[0].made_by.write(scores, form)
    owner = next(name for name, kind in available_measures().items() if form in kind.formats)
    raise InputError(f"{form} holds scores of the measure {owner} only", remedy("choose it: {measure}", name=owner))


def score_record(
    score: Score, *, details: bool = True, sentences: bool = False, by: str | None = None
) -> dict[str, Any]:
    """Return a score as the JSON object defined in the schema; without details, which take time, as a table row."""
    item: dict[str, Any] = {
        "system": score.system,
        "measure": score.measure,
        "signature": score.signature,
        "score": number(score.score),
        "better": score.better,
        "values": numbers(score.values),
        "counts": dict(score.counts),
    }
    if score.made_by.experimental:
        item["experimental"] = score.made_by.experimental
    if details:
        item["details"] = dict(score.details)
    if score.interval:
        item["interval"] = _interval_record(score.interval)
    if by in score.facets:
        item["breakdown"] = _breakdown_record(score.breakdown(by))
    if sentences:
        item["sentences"] = [sentence_record(row) for row in score.sentences]
    return item


def _interval_record(interval: Interval) -> dict[str, Any]:
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


def _breakdown_record(breakdown: Breakdown) -> dict[str, Any]:
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


def sentence_record(row: SentenceScore) -> dict[str, Any]:
    """Return the score of a sentence as the JSON object defined in the schema."""
    return _sentence_row(row) | {"details": dict(row.details)}


def _sentence_row(row: SentenceScore) -> dict[str, Any]:
    item: dict[str, Any] = {
        "index": row.index,
        "score": number(row.score),
        "values": numbers(row.values),
        "counts": dict(row.counts),
    }
    if row.reference is not None:
        item["reference"] = row.reference
    return item


def _grouped(scores: Iterable[Score], attribute: str) -> list[list[Score]]:
    """Return the scores grouped by measure and options, "title", or also by data, "signature"."""
    groups: dict[str, list[Score]] = {}
    for score in scores:
        groups.setdefault(getattr(score, attribute), []).append(score)
    return list(groups.values())


def sorted_scores(scores: Sequence[Score], name: str) -> list[Score]:
    """Return the scores measure by measure, sorted by a value or count; those of measures without it as given."""

    def key(score: Score) -> float:
        value = score.merit if name == "score" else score.merits.get(name, score.counts.get(name, 0))
        return math.inf if math.isnan(value) else -value

    names = dict.fromkeys(["score", *(name for score in scores for name in (*score.values, *score.counts))])
    if name not in names:
        raise InputError(f"no measure here has {name!r} to sort by; there are: {', '.join(names)}")
    return [score for members in _grouped(scores, "title") for score in sorted(members, key=key)]


def _rivals(score: Score) -> dict[str, float | None]:
    """Return the merits of the values that may be the best; an undefined precision is not one of them."""
    is_silent = score.proposes_nothing
    return {
        name: None if score.made_by.better_of(name) is None or (is_silent and "precision" in name) else merit
        for name, merit in score.merits.items()
    }


def _best_values(scores: Sequence[Score]) -> dict[int, list[str]]:
    """Return for each score the names of the values that are best under its measure and options."""
    found: dict[int, list[str]] = {}
    for members in _grouped(scores, "title"):
        names = list(members[0].values)
        for row, name in sorted(best_cells(list(map(_rivals, members))), key=lambda cell: names.index(cell[1])):
            found.setdefault(id(members[row]), []).append(name)
    return found


def _flat_table(scores: Sequence[Score], sentences: bool, by: str | None, best: bool) -> ReportTable:
    """Return one row per score, and on request one per group and sentence, under the union of all columns."""
    more = {id(score): score.made_by.more_values(score) for score in scores}
    ends = ("low", "high") if any(score.interval for score in scores) else ()
    place = [*(("by", "group") if by else ()), *(_places(scores) if sentences else ())]
    columns = [
        *(Column(name, name=name) for name in ("system", "measure", *place, "score")),
        *(Column(("interval", end), name=f"interval_{end}") for end in ends),
        *_number_columns(scores, more),
        *(Column(name, name=name) for name in (*(["best"] if best else ()), "title", "signature")),
    ]
    best_of = _best_values(scores) if best else {}
    rows: list[Record] = []
    for score in scores:
        record = score_record(score, details=False, sentences=sentences, by=by)
        whose = {name: record[name] for name in ("system", "measure", "signature")} | {"title": score.title}
        found = {"best": "+".join(best_of.get(id(score), ())), "values": {**record["values"], **more[id(score)]}}
        rows.append(record | whose | found)
        if by in score.facets:
            groups, averages = _groups(record["breakdown"])
            rows += ({**whose, "by": by, **group} for group in groups)
            rows += ({**whose, "by": f"{by} average", **group} for group in averages)
        ids = _ids(score)
        rows += ({**whose, **row, "id": ids[row["index"]]} for row in record.get("sentences", ()))
    return ReportTable(columns, rows)


def _number_columns(scores: Sequence[Score], more: Mapping[int, Mapping[str, float]]) -> Iterator[Column]:
    """Yield the union of all columns of values, some of which only have `more`, then of counts."""
    values = dict.fromkeys(name for score in scores for name in (*score.values, *more.get(id(score), ())))
    counts = dict.fromkeys(name for score in scores for name in score.counts)
    yield from (Column(("values", name), name=name) for name in values)
    yield from (Column(("counts", name), name=name) for name in counts)


def _groups(breakdown: Record) -> tuple[list[Record], list[Record]]:
    """Return the groups of a breakdown, and the averages, as rows."""
    groups: list[Record] = [{"group": group["name"], **group} for group in breakdown["groups"]]
    return groups, [{"group": name, "values": breakdown[name]} for name in ("micro", "macro")]


def _tables(scores: Sequence[Score], view: View, by: str | None) -> Iterator[ReportTable]:
    """Yield the tables of each setting of each measure: systems as rows, then breakdowns and sentences."""
    for members in _grouped(scores, "signature"):
        own = members[0].made_by.tables(members, view)
        yield from _system_tables(members, view, by) if own is None else own


def _system_tables(scores: Sequence[Score], view: View, by: str | None) -> Iterator[ReportTable]:
    first = scores[0]
    columns = [Column("system", "system"), *_value_columns(first)]
    if first.interval:  # beside the score, which is the first value
        columns.insert(2, Column("interval", interval_label(first.interval.level), "interval"))
    yield ReportTable(
        columns,
        rows=[score_record(score, details=False) for score in scores],
        caption=first.title,
        notes=first.footnotes,
        strong={(row, ("values", name)) for row, name in best_cells(list(map(_rivals, scores)))} if view.best else (),
    )
    yield from (_breakdown_table(score, by) for score in scores if by in score.facets)
    yield from (_sentence_table(score) for score in scores if view.sentences)


def _value_columns(score: Score) -> list[Column]:
    return [Column(("values", name), label, "percent") for name, label in score.labels.items()]


def _breakdown_table(score: Score, by: str) -> ReportTable:
    groups, (micro, macro) = _groups(_breakdown_record(score.breakdown(by)))
    counts = score.table.columns
    sums = {name: sum(group["counts"][name] for group in groups) for name in counts}
    return ReportTable(
        [
            Column("group", by),
            *(Column(("counts", name), name.upper(), "count") for name in counts),
            *_value_columns(score),
        ],
        rows=[*groups, {**micro, "group": "micro average", "counts": sums}, {**macro, "group": "macro average"}],
        caption=f"{score.measure} of {score.system} by {by}",
    )


def _sentence_table(score: Score) -> ReportTable:
    rows = zip(score.sentences, _ids(score), strict=True)
    return ReportTable(
        [
            Column("line", "line", "number"),
            *([Column("id", "id")] if score.ids else ()),
            Column("reference", "reference", "number"),
            *_value_columns(score),
        ],
        rows=[{"line": row.index + 1, "id": id, **sentence_record(row)} for row, id in rows],
        caption=f"{score.title}, sentences of {score.system}",
    )
