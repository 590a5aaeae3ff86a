"""A comparison of systems: its records, and the tables of them."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from errata.api.compare import Agreement, Comparison, MeasureComparison
from errata.records import replace
from errata.report.report import Column, Record, Report, ReportTable, interval_label, merge_columns
from errata.report.scores import check_wide, direction, score_record, shortened, wide_table
from errata.report.writers import draw, dumps, inner_list, list_of, number, strong_mark, write
from errata.stats.paired import PairTest, PValue
from errata.stats.ttest import SentenceTest
from errata.text.messages import plural

_TESTS = {"randomisation": "approximate randomisation", "bootstrap": "the paired bootstrap"}


def render(
    comparison: Comparison,
    form: str,
    *,
    warnings: Sequence[str] = (),
    pairs: bool = True,
    digits: int | None = None,
    bold: bool = False,
    wide: bool = False,
    signature: str = "full",
) -> str:
    """Return a comparison in one of the formats of `errata.report.writers`; `pairs` adds the tests of pairs.

    `wide` is a single table for a paper, with a mark where a system differs significantly from the baseline;
    `signature="short"` is for people.
    """
    items = [replace(item, scores=tuple(shortened(item.scores, signature, form))) for item in comparison.measures]
    comparison = replace(comparison, measures=tuple(items))
    if wide:
        check_wide(form, False)
        return draw([_wide(comparison)], form, digits=digits, bold=bold)
    report = Report(
        tables=partial(_tables, comparison, pairs, form),
        parts=partial(_parts, comparison, pairs),
        records=partial(_records, comparison, pairs),
        flat=partial(_flat_table, comparison, pairs, form),
    )
    return write(report, form, digits=digits, warnings=warnings, bold=bold)


def render_result(comparison: Comparison, form: str, **settings: Any) -> str:
    """Return a comparison in one of the formats; the settings are those of `render`."""
    return render(comparison, form, **{"warnings": comparison.warnings, **settings})


def frame_table(comparison: Comparison, which: str) -> ReportTable:
    """Return the rows of a frame: the standings of systems, the tests of "pairs", or the "agreement" of measures."""
    item = comparison.measures[0]
    columns: Sequence[Column]
    if which == "pairs":
        kind, columns, absent = "pair", _pair_columns(item, comparison, "table"), {"kind"}
    elif which == "agreement":
        kind, columns, absent = "agreement", _AGREEMENT_COLUMNS, {"kind", "measure", "signature"}
    else:
        kind, columns, absent = "score", _score_columns(item, comparison, "table"), {"kind", "second"}
        columns = [replace(column, name="system") if column.key == "system" else column for column in columns]
    rows = [row for row in _records(comparison, details=False) if row["kind"] == kind]
    return ReportTable([column for column in columns if column.name not in absent], rows)


def _score_records(item: MeasureComparison, details: bool = True) -> list[dict[str, Any]]:
    return [
        score_record(score, details=details)
        | {
            "title": item.title,
            "rank": standing.rank,
            "ranks": [standing.best_rank, standing.worst_rank],
            "group": standing.group,
            "best": score.system in item.best,
        }
        for score, standing in zip(item.scores, item.standings, strict=True)
    ]


def _pair_record(pair: PairTest, comparison: Comparison) -> dict[str, Any]:
    level = comparison.resampling.level
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": number(pair.difference),
        "interval": {"level": level, "low": number(pair.low), "high": number(pair.high)},
        "units_differing": pair.units_differing,
        "randomisation": _p_record(pair.randomisation) | {"exact": pair.is_exact},
        "bootstrap": _p_record(pair.bootstrap),
        "significant": pair.is_significant(comparison.test, level),
    }


def _p_record(value: PValue) -> dict[str, Any]:
    return {"p": number(value.p), "corrected": number(value.corrected)}


def _agreement_record(item: Agreement) -> dict[str, Any]:
    return {
        "first": item.first,
        "second": item.second,
        "kendall": number(item.kendall),
        "spearman": number(item.spearman),
        "pearson": number(item.pearson),
    }


def _t_record(item: SentenceTest) -> dict[str, Any]:
    test = item.test
    return {
        "first": item.first,
        "second": item.second or None,
        "value": item.value,
        "mean": number(test.mean),
        "t": number(test.t),
        "df": test.df,
        "p": number(test.p),
    }


_HEAD = (Column("kind", name="kind"), Column("title", name="measure"))
_TAIL = (Column("signature", name="signature"),)
_INTERVAL = (
    Column(("interval", "low"), name="interval_low"),
    Column(("interval", "high"), name="interval_high"),
)
"""The TSV and CSV columns for every kind of record."""


def _score_columns(item: MeasureComparison, comparison: Comparison, form: str) -> Sequence[Column]:
    plan = comparison.resampling
    interval = item.scores[0].interval
    assert interval is not None
    best = f"{strong_mark(form)}: the best score" + ("" if item.better == "higher" else ", that is the lowest")
    off = (
        f"interval: how much the score could vary with other {_things(item, comparison)} like these "
        f"{interval.units} (bootstrap, {plan.samples} samples)"
    )
    ranks = "rank: by the score alone; possible ranks: those that significant differences do not exclude"
    group = (
        "group: every system of a group is significantly better than every system of the groups below; within a group "
        "some pairs may still differ"
    )
    return (
        *_HEAD,
        Column("system", "system", name="first"),
        Column("second", name="second"),
        Column("score", _score_label(item), "percent", best, name="score"),
        Column("interval", interval_label(plan.level), "interval", off),
        *_INTERVAL,
        Column("rank", "rank", "count", ranks, name="rank"),
        Column("ranks", "possible ranks", "span"),
        Column(("ranks", 0), name="best_rank"),
        Column(("ranks", 1), name="worst_rank"),
        Column("group", "group", "count", group, name="group"),
        *_TAIL,
    )


def _pair_columns(item: MeasureComparison, comparison: Comparison, form: str) -> Sequence[Column]:
    plan = comparison.resampling
    better, worse = ("higher", "lower") if item.better == "higher" else ("lower", "higher")
    # A page has no room for the whole words.
    difference, significant = ("diff.", "signif.") if form == "latex" else ("difference", "significant")
    points = (
        f"{difference}: in percentage points, with its interval from {plan.samples} samples of "
        f"{_things(item, comparison)}"
    )
    swaps = (
        "p (swaps): approximate randomisation: how often a difference this large arises when the outputs of the "
        f"two systems are swapped at random, {plan.samples} times (exact: in every way); a small p means chance "
        f"is an unlikely explanation"
    )
    paired = "p (bootstrap): the same question answered by the bootstrap samples of both systems (paired bootstrap)"
    holm = f"Holm: the preceding p-value, corrected for {plural(len(item.pairs), 'comparison')}"
    decides = "p (swaps)" if comparison.test == "randomisation" else "p (bootstrap)"
    small = f"{significant}: {decides} after Holm's correction is at most {1 - plan.level:.3g}"
    return (
        *_HEAD,
        Column("first", better, name="first"),
        Column("second", worse, name="second"),
        Column("difference", difference, "percent", points, name="difference"),
        Column("interval", interval_label(plan.level), "interval"),
        *_INTERVAL,
        Column("units_differing", name="units_differing"),
        Column("randomisation", "p (swaps)", "p", swaps),
        Column(("randomisation", "p"), name="p_randomisation"),
        Column(("randomisation", "corrected"), "Holm", "p", name="p_randomisation_holm"),
        Column(("randomisation", "exact"), name="exact"),
        Column(("bootstrap", "p"), "p (bootstrap)", "p", paired, name="p_bootstrap"),
        Column(("bootstrap", "corrected"), "Holm", "p", holm, name="p_bootstrap_holm"),
        Column("significant", significant, "flag", small, name="significant"),
        *_TAIL,
    )


_AGREEMENT_COLUMNS = (
    *_HEAD,
    Column("first", "measure", name="first"),
    Column("second", "measure", name="second"),
    Column("kendall", "Kendall", "decimal", name="kendall"),
    Column("spearman", "Spearman", "decimal", name="spearman"),
    Column("pearson", "Pearson", "decimal", name="pearson"),
    *_TAIL,
)


_T_COLUMNS = (
    Column("first", "system", name="first"),
    Column("shown", "and"),
    Column("value", "value", name="value"),
    Column("mean", "mean difference", "percent", "mean difference: over sentences, in percentage points", name="mean"),
    Column("t", "t", "decimal", name="t"),
    Column("df", "df", "count", name="df"),
    Column("p", "p", "p", "p: two-tailed, not corrected for the number of tests", name="p"),
)


def _things(item: MeasureComparison, comparison: Comparison) -> str:
    """Return what is drawn and swapped."""
    return "clusters" if comparison.resampling.clusters is not None else item.scores[0].works_on


def _tested(comparison: Comparison) -> str:
    return "all pairs" if comparison.baseline is None else f"all pairs with {comparison.baseline}"


def _score_label(item: MeasureComparison) -> str:
    return next(iter(item.scores[0].labels.values()))


def _tables(comparison: Comparison, pairs: bool, form: str) -> Iterator[ReportTable]:
    """Yield the overview (for several measures), then standings and pairs of each measure, then agreement.

    Columns are explained where they first occur.
    """
    records = [_score_records(item, details=False) for item in comparison.measures]
    if len(records) > 1:
        yield _overview(comparison.measures, records, form)
    for place, (item, scores) in enumerate(zip(comparison.measures, records, strict=True)):
        tables = [_standings(item, scores, comparison, form)]
        if pairs:
            tested = [_pair_record(pair, comparison) for pair in item.pairs]
            columns = _pair_columns(item, comparison, form)
            which = "pairs of systems" if comparison.baseline is None else f"pairs with {comparison.baseline}"
            tables.append(ReportTable(columns, tested, f"{item.title}: {which}"))
        if item.t_tests:
            tested = [_t_record(test) for test in item.t_tests]
            shown = [row | {"shown": row["second"] or "the source"} for row in tested]
            tables.append(ReportTable(_T_COLUMNS, shown, f"{item.title}: paired t-tests over sentences"))
        yield from (replace(table, explained=not place) for table in tables)
    if comparison.agreements:
        legend = (
            "How similarly two measures rank the systems: 1 the same order, 0 no relation, -1 the opposite order.",
            "Kendall's tau-b looks at pairs of systems, Spearman's rho at ranks, Pearson's r at the scores themselves; "
            "–: undefined, a measure ties all systems.",
        )
        rows = list(map(_agreement_record, comparison.agreements))
        yield ReportTable(_AGREEMENT_COLUMNS, rows, "Agreement of measures", legend=legend)


def _by_system(records: Sequence[Sequence[Record]]) -> list[dict[str, Any]]:
    """Return one row per system with its record under each measure, in the order of the first measure."""
    return [
        {"system": of_system[0]["system"]} | {record["title"]: record for record in of_system}
        for of_system in sorted(zip(*records, strict=True), key=lambda of_system: of_system[0]["rank"])
    ]


def _direction(measures: Sequence[MeasureComparison]) -> str:
    return direction([item.title for item in measures], [item.title for item in measures if item.better == "lower"])


def _wide(comparison: Comparison) -> ReportTable:
    """Return one table for a paper, marking what differs significantly from the baseline."""
    measures = comparison.measures
    rows = _by_system([_score_records(item, details=False) for item in measures])
    baseline, level = comparison.baseline, comparison.resampling.level
    for item in measures:
        sure = {
            name
            for pair in item.pairs
            if baseline is not None and pair.is_significant(comparison.test, level)
            for name in (pair.first, pair.second)
        }
        for row in rows:
            row[item.title]["differs"] = row["system"] != baseline and row["system"] in sure
    legend = _direction(measures)
    if baseline is not None:
        test = f"{_TESTS[comparison.test]}, p at most {1 - level:.3g} after Holm's correction for {_tested(comparison)}"
        legend += f" †: differs significantly from {baseline} ({test})."
    titles = {item.title: f"{item.title} {_score_label(item)}" for item in measures}
    return wide_table(rows, titles, [note for item in measures for note in item.scores[0].footnotes], legend)


def _overview(measures: Sequence[MeasureComparison], records: Sequence[Sequence[Record]], form: str) -> ReportTable:
    """Return systems by measures, in the order of the first measure."""
    rows = _by_system(records)
    return ReportTable(
        [
            Column("system", "system"),
            *(Column((item.title, "score"), f"{item.title} {_score_label(item)}", "percent") for item in measures),
        ],
        rows,
        "Scores",
        # The signatures are below other tables, but a table of a paper may be used alone.
        notes=[note for item in measures for note in item.scores[0].footnotes] if form == "latex" else (),
        legend=[_direction(measures)],
        strong={
            (place, (item.title, "score"))
            for place, row in enumerate(rows)
            for item in measures
            if row[item.title]["best"]
        },
    )


def _standings(item: MeasureComparison, scores: Sequence[Record], comparison: Comparison, form: str) -> ReportTable:
    """Return the systems of a measure, best first."""
    rows = sorted(scores, key=lambda record: record["rank"])
    small = (
        f"significant: {_TESTS[comparison.test]} of the two systems has p at most "
        f"{1 - comparison.resampling.level:.3g} after Holm's correction for {_tested(comparison)}"
    )
    return ReportTable(
        _score_columns(item, comparison, form),
        rows,
        f"{item.title}: systems",
        notes=item.scores[0].footnotes,
        legend=[small],
        strong={(place, "score") for place, record in enumerate(rows) if record["best"]},
    )


def _records(comparison: Comparison, pairs: bool = True, details: bool = True) -> Iterator[dict[str, Any]]:
    """Yield every score, pair and agreement as a record that says what it is."""
    for item in comparison.measures:
        for score in _score_records(item, details):
            yield {"kind": "score"} | score
        for pair in item.pairs if pairs else ():
            place = {"kind": "pair", "measure": item.scores[0].measure, "title": item.title}
            yield place | _pair_record(pair, comparison) | {"signature": item.signature}
        for test in item.t_tests:
            place = {"kind": "t_test", "measure": item.scores[0].measure, "title": item.title}
            yield place | _t_record(test) | {"signature": item.signature}
    for agreement in comparison.agreements:
        yield {"kind": "agreement"} | _agreement_record(agreement)


def _flat_table(comparison: Comparison, pairs: bool, form: str) -> ReportTable:
    """Return all records under one header, systems of scores as the first."""
    item = comparison.measures[0]
    columns = merge_columns(
        _score_columns(item, comparison, form), _pair_columns(item, comparison, form), _AGREEMENT_COLUMNS
    )
    if any(other.t_tests for other in comparison.measures):
        columns = merge_columns(columns, [column for column in _T_COLUMNS if column.name and column.name != "first"])
    return ReportTable(columns, [{"system": row.get("first")} | row for row in _records(comparison, pairs)])


def _parts(comparison: Comparison, pairs: bool) -> dict[str, str]:
    """Return the parts of the JSON object, with one score and one pair per line."""
    plan = comparison.resampling
    settings: dict[str, Any] = {
        "test": comparison.test,
        "correction": "holm",
        "significance": round(1 - plan.level, 12),
        "level": plan.level,
        "method": plan.method,
        "samples": plan.samples,
        "seed": plan.seed,
        "clustered": plan.clusters is not None,
    }
    if comparison.baseline is not None:
        settings["baseline"] = comparison.baseline
    return {
        "comparison": dumps(settings),
        "measures": list_of(_measure_json(item, comparison, pairs) for item in comparison.measures),
        "agreement": inner_list(map(_agreement_record, comparison.agreements)),
    }


def _measure_json(item: MeasureComparison, comparison: Comparison, pairs: bool) -> str:
    head = {
        "measure": item.scores[0].measure,
        "title": item.title,
        "better": item.better,
        "signature": item.signature,
    }
    lists = {"scores": inner_list(_score_records(item))}
    if pairs:
        lists["pairs"] = inner_list(_pair_record(pair, comparison) for pair in item.pairs)
    if item.t_tests:
        lists["t_tests"] = inner_list(map(_t_record, item.t_tests))
    return dumps(head)[:-1] + "".join(f',\n   "{name}": {text}' for name, text in lists.items()) + "}"
