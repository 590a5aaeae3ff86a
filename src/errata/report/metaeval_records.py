"""A meta-evaluation as records: the content of JSON, JSON Lines, TSV and CSV."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from errata.api.agreement import HumanScore, MeasureAgreement, MetaEvaluation, Window
from errata.report.report import Column, ReportTable, merge_columns
from errata.report.writers import dumps, inner_list, list_of, number, numbers
from errata.stats.closeness import CorrelationInterval, MeasureTest
from errata.stats.intervals import Ends
from errata.stats.preferences import AgreementInterval, RankPairAgreement, SentenceLevel


def human_record(item: HumanScore) -> dict[str, Any]:
    """Return what people think of a system."""
    return {
        "system": item.system,
        "score": number(item.score),
        "rank_low": item.rank_low,
        "rank_high": item.rank_high,
        "cluster": item.cluster,
        "low": number(item.low),
        "high": number(item.high),
        "takes_part": item.takes_part,
    }


def _interval_record(interval: CorrelationInterval | AgreementInterval) -> dict[str, Any]:
    record: dict[str, Any] = {"level": interval.level, "samples": interval.samples, "seed": interval.seed}
    if isinstance(interval, AgreementInterval):
        return record | _ends({"accuracy": interval.accuracy, "kendall": interval.kendall})
    over = interval.sentences
    return record | {"sentences": None if over is None else _ends(over), "systems": _ends(interval.systems)}


def _ends(values: Mapping[str, Ends]) -> dict[str, list[float | None]]:
    return {name: [number(low), number(high)] for name, (low, high) in values.items()}


def system_record(item: MeasureAgreement) -> dict[str, Any]:
    """Return the correlations of a measure with people over systems."""
    level = item.system_level
    record: dict[str, Any] = {
        "n": level.n,
        "pearson": number(level.pearson),
        "spearman": number(level.spearman),
        "kendall": number(level.kendall),
    }
    return record | ({"interval": _interval_record(level.interval)} if level.interval else {})


def rank_record(item: RankPairAgreement) -> dict[str, Any]:
    """Return the agreement on pairs of two ranks."""
    return {
        "ranks": list(item.ranks),
        "n": item.n,
        "agree": item.agree,
        "accuracy": number(item.accuracy),
        "ties": item.ties,
    }


def sentence_record(item: SentenceLevel) -> dict[str, Any]:
    """Return the agreement of a measure with people over sentences."""
    record: dict[str, Any] = {
        "n": item.n,
        "agree": item.agree,
        "accuracy": number(item.accuracy),
        "kendall": number(item.kendall),
        "ties": item.ties,
    }
    if item.by_rank:
        record["by_rank"] = [rank_record(part) for part in item.by_rank]
    if item.interval:
        record["interval"] = _interval_record(item.interval)
    return record


def window_record(item: Window) -> dict[str, Any]:
    """Return the correlations in a window."""
    return {
        "first": item.first,
        "last": item.last,
        "pearson": number(item.pearson),
        "spearman": number(item.spearman),
    }


def _measure_record(item: MeasureAgreement) -> dict[str, Any]:
    record: dict[str, Any] = {
        "measure": item.measure,
        "title": item.title,
        "signature": item.signature,
        "aggregate": item.aggregate,
        "better": item.better,
        "scores": numbers(item.scores),
        "system_level": system_record(item),
    }
    if item.experimental:
        record["experimental"] = item.experimental
    if item.intervals:
        record["intervals"] = _ends(item.intervals)
    if item.sentence_level is not None:
        record["sentence_level"] = sentence_record(item.sentence_level)
    if item.windows:
        record["windows"] = list(map(window_record, item.windows))
    return record


def tested_record(test: MeasureTest) -> dict[str, Any]:
    """Return the test of two measures."""
    record: dict[str, Any] = {
        "a": test.a,
        "b": test.b,
        "difference": number(test.difference),
        "statistic": number(test.statistic),
        "williams_p": number(test.williams_p),
        "bootstrap_p": number(test.bootstrap_p),
        "permutation_p": number(test.permutation_p),
        "adjusted_p": number(test.adjusted_p),
        "significant": test.is_significant,
    }
    return record | ({} if math.isnan(test.sentences_p) else {"sentences_p": test.sentences_p})


def parts(found: MetaEvaluation) -> dict[str, str]:
    """Return the parts of the JSON object, each already serialised."""
    people = found.human
    head = {
        "method": people.method,
        "n_judgements": people.n_judgements,
        "pairs": people.pairs,
        "ties": people.ties,
        "judges": list(people.judges),
        "first": people.first,
    }
    agreement = {"inter": number(people.inter), "intra": number(people.intra)}
    settings: dict[str, Any] = {"systems": list(found.systems), "ties": found.ties}
    if found.score_digits is not None:
        settings["score_digits"] = found.score_digits
    return {
        "human": dumps(head)[:-1]
        + f',\n   "systems": {inner_list(map(human_record, people.systems))}'
        + f',\n   "agreement": {dumps(agreement)}}}',
        "gold": dumps({"sentences": found.n_sentences, "stand_ins": found.stand_ins}),
        "settings": dumps(settings),
        "agreement": list_of(map(dumps, map(_measure_record, found.agreement))),
        "tests": inner_list(map(tested_record, found.tests)),
    }


def records(found: MetaEvaluation) -> Iterator[dict[str, Any]]:
    """Yield everything as records that name their kind."""
    for person in found.human.systems:
        yield {"kind": "human", "method": found.human.method} | human_record(person)
    for item in found.agreement:
        yield {"kind": "measure"} | _measure_record(item)
    for test in found.tests:
        yield {"kind": "test"} | tested_record(test)


_NAMES = ("pearson", "spearman", "kendall")
_FLAT = (
    Column("kind", name="kind"),
    Column("title", name="measure"),
    Column("other", name="other"),
    Column("system", name="system"),
    Column("score", name="score"),
    Column("rank_low", name="rank_low"),
    Column("rank_high", name="rank_high"),
    Column("cluster", name="cluster"),
    Column("first", name="first"),
    Column("last", name="last"),
    Column("n", name="n"),
    *(Column(name, name=name) for name in _NAMES),
    *(
        Column((over, name, end), name=f"{name}_{over}_{('low', 'high')[end]}")
        for over in ("sentences", "systems")
        for name in _NAMES
        for end in (0, 1)
    ),
    Column("agree", name="agree"),
    Column("accuracy", name="accuracy"),
    *(Column(("sentences", "accuracy", end), name=f"accuracy_sentences_{('low', 'high')[end]}") for end in (0, 1)),
    Column("ties", name="ties"),
    Column("statistic", name="statistic"),
    Column("williams_p", name="williams_p"),
    Column("bootstrap_p", name="bootstrap_p"),
    Column("permutation_p", name="permutation_p"),
    Column("adjusted_p", name="adjusted_p"),
    Column("signature", name="signature"),
)


def _flat_rows(found: MetaEvaluation) -> Iterator[dict[str, Any]]:
    for person in found.human.systems:
        yield {"kind": "human", "title": found.human.method} | human_record(person)
    for item in found.agreement:
        named = {"title": item.title, "signature": item.signature}
        for system, score in item.scores.items():
            yield {"kind": "score", "system": system, "score": number(score)} | named
        level = system_record(item)
        yield {"kind": "system_level"} | named | level | level.get("interval", {})
        if item.sentence_level is not None:
            level = sentence_record(item.sentence_level)
            yield {"kind": "sentence_level", "sentences": level.get("interval")} | named | level
            for part in item.sentence_level.by_rank:
                first, last = part.ranks
                yield {"kind": "ranks", "first": first, "last": last} | named | rank_record(part)
        for window in item.windows:
            yield {"kind": "window"} | named | window_record(window)
    for test in found.tests:
        yield {"kind": "test", "title": test.a, "other": test.b} | tested_record(test)


def flat_table(found: MetaEvaluation) -> ReportTable:
    """Return everything under one header, without empty columns."""
    rows = list(_flat_rows(found))
    has_intervals = any(row.get("systems") for row in rows)
    columns = [column for column in _FLAT if has_intervals or not isinstance(column.key, tuple)]
    return ReportTable(merge_columns(columns), rows)
