"""The tables of a meta-evaluation, one per question."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from errata.api.agreement import HumanRanking, MeasureAgreement, MetaEvaluation
from errata.report.metaeval_records import (
    flat_table,
    human_record,
    parts,
    rank_record,
    records,
    sentence_record,
    system_record,
    tested_record,
    window_record,
)
from errata.report.report import Column, Report, ReportTable, interval_label
from errata.report.writers import strong_mark, write
from errata.text.messages import plural

METHODS = {"ew": "Expected Wins", "trueskill": "TrueSkill"}
_AGGREGATES = {
    "corpus": "the measure's own score",
    "mean": "the mean of its sentence scores",
    "ew": "Expected Wins over its sentence scores",
    "trueskill": "TrueSkill over its sentence scores",
}
_TIES = {
    "first-loses": "a tie counts as a loss of the system whose name comes first",
    "wrong": "a tie counts as wrong",
    "half": "a tie counts half",
    "skip": "ties are left out",
}
SIGNIFICANCE = 0.05


def render(
    found: MetaEvaluation,
    form: str,
    *,
    warnings: Sequence[str] = (),
    digits: int | None = None,
    bold: bool = False,
) -> str:
    """Return a meta-evaluation in one of the formats of `errata.report.writers`."""
    report = Report(
        tables=partial(_tables, found, form),
        parts=partial(parts, found),
        records=partial(records, found),
        flat=partial(flat_table, found),
    )
    return write(report, form, digits=digits, warnings=warnings, bold=bold)


def render_result(found: MetaEvaluation, form: str, **settings: Any) -> str:
    """Return a meta-evaluation in one of the formats; the settings are those of `render`."""
    return render(found, form, **{"warnings": found.warnings, **settings})


def frame_table(found: MetaEvaluation, which: str) -> ReportTable:
    """Return the rows of a frame: the agreement of each measure with people, on systems and on sentences."""
    rows = [
        {"title": item.title, "aggregate": item.aggregate, "signature": item.signature}
        | {"systems": system_record(item)}
        | {"sentences": sentence_record(item.sentence_level) if item.sentence_level else {}}
        for item in found.agreement
    ]
    columns = [
        Column("title", name="measure"),
        Column("aggregate", name="aggregate"),
        *(Column(("systems", name), name=name) for name in ("n", "pearson", "spearman", "kendall")),
        *(Column(("sentences", name), name=f"sentence_{name}") for name in ("n", "accuracy", "kendall")),
        Column("signature", name="signature"),
    ]
    return ReportTable(columns, rows)


def _tables(found: MetaEvaluation, form: str) -> Iterator[ReportTable]:
    """Yield a table per question: people's scores, system level, tests, sentence level, ranks, windows."""
    yield _human_table(found)
    yield _system_table(found, form)
    if found.tests:
        yield _test_table(found)
    judged = [item for item in found.agreement if item.sentence_level is not None]
    if judged:
        yield _sentence_table(judged, found.ties)
    if any(item.sentence_level and item.sentence_level.by_rank for item in judged):
        yield _rank_table(judged)
    if any(item.windows for item in found.agreement):
        yield _window_table(found)


def method_title(people: HumanRanking) -> str:
    """Return what the human scores are."""
    return METHODS.get(people.method, people.method)


def describe_judgements(people: HumanRanking) -> list[str]:
    """Say how many judgements there are, and how well judges agree."""
    if people.n_judgements is None or people.pairs is None or people.ties is None:
        return []
    said = (
        f"{plural(people.n_judgements, 'ranking')} by {plural(len(people.judges), 'judge')}: {people.pairs:,} pairs of "
        f"systems, {people.ties:,} of them ties"
    )
    kappas = [
        f"{value:.3f} {whom}"
        for value, whom in ((people.inter, "between judges"), (people.intra, "of judges with themselves"))
        if not math.isnan(value)
    ]
    return [said, *([f"agreement (kappa): {', '.join(kappas)}"] if kappas else [])]


def _human_table(found: MetaEvaluation) -> ReportTable:
    people = found.human
    rows = [
        human_record(item)
        | {"ranks": [item.rank_low, item.rank_high], "part": "" if item.takes_part else "no"}
        | {agreement.title: agreement.scores.get(item.system, "") for agreement in found.agreement}
        for item in people.systems
    ]
    columns = [Column("system", "system"), Column("score", "people", "decimal")]
    legend = [f"people: {method_title(people)}"]
    if any(item.cluster is not None for item in people.systems):
        columns += [Column("ranks", "ranks", "span"), Column("cluster", "cluster", "count")]
        legend[0] += "; ranks: in 95% of the samples; judges cannot order the systems of one cluster"
    if not all(item.takes_part for item in people.systems):
        columns.append(Column("part", "takes part"))
    columns += [Column(item.title, item.title, "percent" if is_share(item) else "decimal") for item in found.agreement]
    lower = [item.title for item in found.agreement if item.better == "lower"]
    rounded = "" if found.score_digits is None else f", rounded to {plural(found.score_digits, 'decimal')}"
    legend.append(f"measures: {_AGGREGATES[found.agreement[0].aggregate]}{rounded}")
    if lower:
        legend.append(f"lower is better: {', '.join(lower)}")
    return ReportTable(columns, rows, "Systems", notes=describe_judgements(people), legend=legend)


def is_share(item: MeasureAgreement) -> bool:
    """Tell whether scores are shown in percent: not if they are skills, or other numbers."""
    return item.aggregate != "trueskill" and all(abs(score) <= 1 for score in item.scores.values())


def _best(found: MetaEvaluation) -> str | None:
    known = [item for item in found.agreement if not math.isnan(item.system_level.pearson)]
    return max(known, key=lambda item: item.system_level.pearson).title if known else None


def _system_table(found: MetaEvaluation, form: str) -> ReportTable:
    best = _best(found)
    from_best: dict[str, float] = {}
    for test in found.tests:
        if best in {test.a, test.b}:
            from_best[test.b if test.a == best else test.a] = test.adjusted_p
    rows = []
    for item in found.agreement:
        record = system_record(item)
        interval = record.get("interval", {})
        over = {
            name: (interval.get(name) or {}).get("pearson", [math.nan, math.nan]) for name in ("sentences", "systems")
        }
        shown = {key: [math.nan if end is None else end for end in ends] for key, ends in over.items()}
        rows.append({"title": item.title} | record | shown | {"p": from_best.get(item.title, "")})
    first = found.agreement[0].system_level
    columns = [Column("title", "measure"), Column("pearson", "Pearson", "decimal")]
    legend = [
        f"{first.n} systems{_sentences(found)}; Pearson's r, Spearman's rho and Kendall's tau-b with the human "
        "scores; –: undefined, all scores are equal",
    ]
    if first.interval:
        share = interval_label(first.interval.level)
        columns += [
            Column("sentences", f"{share} (sentences)", "decimals"),
            Column("systems", f"{share} (systems)", "decimals"),
        ]
        legend.append(
            f"intervals of Pearson's r ({first.interval.samples} bootstrap samples): how much r would vary with other "
            "sentences and the same systems (sentences), or with other systems (systems)"
        )
    columns += [Column("spearman", "Spearman", "decimal"), Column("kendall", "Kendall", "decimal")]
    if found.tests:
        columns.append(Column("p", "p (best)", "p"))
        tests = [p for p in from_best.values() if not math.isnan(p)]
        n_close = sum(p > SIGNIFICANCE for p in tests)
        legend.append(
            f"{strong_mark(form)}: the highest; p (best): Williams' test against it, corrected for all pairs (Holm). "
            f"{n_close} of the other {len(tests)} cannot be distinguished from it at {SIGNIFICANCE}"
        )
    strong = {(place, "pearson") for place, row in enumerate(rows) if found.tests and row["title"] == best}
    notes = [item.signature for item in found.agreement]
    notes += describe_experiments(found)
    legend += describe_references(found)
    return ReportTable(columns, rows, "Agreement with people: systems", notes=notes, legend=legend, strong=strong)


def describe_experiments(found: MetaEvaluation) -> list[str]:
    """Name the measures that are still experimental."""
    return [f"{item.title} is experimental: {item.experimental}" for item in found.agreement if item.experimental]


def describe_references(found: MetaEvaluation) -> list[str]:
    """Say whose text replaces that of an annotator who is absent from a sentence."""
    if not found.stand_ins:
        return []
    return [
        f"references: in {plural(found.stand_ins, 'sentence')} an annotator has no lines, and the text of the first "
        "one present is used"
    ]


def describe_ties(rule: str) -> str:
    """Say how ties of the measure count."""
    return _TIES[rule]


def _sentences(found: MetaEvaluation) -> str:
    return "" if found.n_sentences is None else f", {plural(found.n_sentences, 'sentence')}"


def _test_table(found: MetaEvaluation) -> ReportTable:
    rows = list(map(tested_record, found.tests))
    n_different = sum(test.is_significant for test in found.tests)
    n = found.agreement[0].system_level.n
    columns = [
        Column("a", "measure"),
        Column("b", "measure"),
        Column("difference", "difference", "decimal"),
        Column("statistic", "t", "decimal"),
        Column("williams_p", "p (Williams)", "p"),
        Column("adjusted_p", "Holm", "p"),
        Column("permutation_p", "p (swaps)", "p"),
        Column("bootstrap_p", "p (systems)", "p"),
    ]
    legend = [
        f"{n_different} of {plural(len(rows), 'pair')} differ at {SIGNIFICANCE}: {n} systems prove little",
        "difference: of Pearson's r; t, p (Williams): Williams' test for two measures of the same systems; Holm: that "
        f"p, corrected for {plural(len(rows), 'comparison')}; differ: whether it is at most {SIGNIFICANCE}",
        "other tests: p (swaps): permutation test that swaps the two measures' scores; p (systems): paired bootstrap "
        "over systems",
    ]
    if any("sentences_p" in row for row in rows):
        columns.append(Column("sentences_p", "p (sentences)", "p"))
        legend[-1] += "; p (sentences): paired bootstrap over sentences, with the same systems"
    columns.append(Column("significant", "differ", "flag"))
    return ReportTable(columns, rows, "Which measures differ", legend=legend)


def _sentence_table(items: Sequence[MeasureAgreement], ties: str) -> ReportTable:
    rows = [{"title": item.title} | sentence_record(item.sentence_level) for item in items if item.sentence_level]
    columns = [
        Column("title", "measure"),
        Column("n", "pairs", "count"),
        Column("agree", "agree", "count"),
        Column("accuracy", "accuracy", "percent"),
        Column("kendall", "Kendall", "decimal"),
        Column("ties", "ties", "count"),
    ]
    legend = [
        "pairs: two outputs for one sentence that a judge ranked differently; agree: pairs that the measure orders the "
        "same way; Kendall: the share that agrees minus the share that does not",
        f"ties: pairs with the same score by the measure; {describe_ties(ties)}",
    ]
    interval = items[0].sentence_level.interval if items[0].sentence_level else None
    if interval:
        share = interval_label(interval.level)
        columns.insert(4, Column(("interval", "accuracy"), share, "interval"))
        columns.insert(6, Column(("interval", "kendall"), share, "decimals"))
        legend.append(
            f"intervals ({interval.samples} bootstrap samples): how much agreement would vary if other sentences had "
            "been judged; each sentence is drawn with all its pairs"
        )
    return ReportTable(columns, rows, "Agreement with people: sentences", legend=legend)


def _rank_table(items: Sequence[MeasureAgreement]) -> ReportTable:
    rows = [
        {"title": item.title, "pair": " and ".join(map(str, part.ranks))} | rank_record(part)
        for item in items
        if item.sentence_level
        for part in item.sentence_level.by_rank
    ]
    columns = [
        Column("title", "measure"),
        Column("pair", "human ranks"),
        Column("n", "pairs", "count"),
        Column("accuracy", "accuracy", "percent"),
        Column("ties", "ties", "count"),
    ]
    return ReportTable(columns, rows, "Sentences by pair of human ranks")


def _window_table(found: MetaEvaluation) -> ReportTable:
    names = [item.system for item in found.human.systems if item.takes_part]
    rows = [
        {"title": item.title, "span": [window.first + 1, window.last + 1], "from": names[window.first]}
        | {"to": names[window.last]}
        | window_record(window)
        for item in found.agreement
        for window in item.windows
    ]
    columns = [
        Column("title", "measure"),
        Column("span", "places", "span"),
        Column("from", "from"),
        Column("to", "to"),
        Column("pearson", "Pearson", "decimal"),
        Column("spearman", "Spearman", "decimal"),
    ]
    legend = ["systems are ordered by human score, best first; each row is the correlation among these neighbours only"]
    return ReportTable(columns, rows, "Windows", legend=legend)
