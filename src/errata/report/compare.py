"""A comparison of systems in every output format, the same content in each."""

from collections.abc import Iterator, Sequence
from typing import Any

from errata.api.compare import Comparison, MeasureComparison
from errata.report.compare_tables import tables
from errata.report.json_text import dumps, envelope, list_of, number
from errata.report.scores import as_object
from errata.report.tables import TextTable, draw, to_csv, to_tsv
from errata.stats.paired import PairTest, PValue


def render(
    comparison: Comparison,
    form: str,
    *,
    warnings: Sequence[str] = (),
    pairs: bool = True,
    digits: int | None = None,
    bold: bool = False,
) -> str:
    """Return a comparison in one of the formats of `errata.report.scores.FORMATS`; `pairs` adds the tests of pairs."""
    if form == "json":
        return _to_json(comparison, warnings, pairs)
    if form == "jsonl":
        return "\n".join(map(dumps, _objects(comparison, pairs)))
    if form in {"tsv", "csv"}:
        table = _flat_table(list(_objects(comparison, pairs)), digits)
        return to_tsv(table) if form == "tsv" else to_csv(table)
    return draw(tables(comparison, pairs, 2 if digits is None else digits, form), form, bold)


def _p_object(value: PValue) -> dict[str, float | None]:
    return {"p": number(value.p), "corrected": number(value.corrected)}


def _pair_object(pair: PairTest, test: str, level: float) -> dict[str, Any]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": number(pair.difference),
        "interval": {"level": level, "low": number(pair.low), "high": number(pair.high)},
        "units_differing": pair.units_differing,
        "randomisation": _p_object(pair.randomisation) | {"exact": pair.is_exact},
        "bootstrap": _p_object(pair.bootstrap),
        "significant": pair.is_significant(test, level),
    }


def _score_objects(item: MeasureComparison) -> Iterator[dict[str, Any]]:
    for score, standing in zip(item.scores, item.standings, strict=True):
        yield as_object(score) | {
            "title": item.title,
            "rank": standing.rank,
            "ranks": [standing.best_rank, standing.worst_rank],
            "group": standing.group,
            "best": score.system in item.best,
        }


def _settings(comparison: Comparison) -> dict[str, Any]:
    plan = comparison.resampling
    return {
        "test": comparison.test,
        "correction": "holm",
        "significance": round(1 - plan.level, 12),
        "level": plan.level,
        "method": plan.method,
        "samples": plan.samples,
        "seed": plan.seed,
        "clustered": plan.clusters is not None,
    }


def _to_json(comparison: Comparison, warnings: Sequence[str], pairs: bool) -> str:
    """Return the whole comparison as one JSON object, one score and one pair a line."""
    level, test = comparison.resampling.level, comparison.test
    items = []
    for item in comparison.measures:
        lines = [f'"scores": {_list(list(_score_objects(item)))}']
        if pairs:
            lines.append(f'"pairs": {_list([_pair_object(pair, test, level) for pair in item.pairs])}')
        head = (
            f'"measure": {dumps(item.scores[0].measure)}, "title": {dumps(item.title)}, "better": {dumps(item.better)}'
        )
        items.append(f'{{{head}, "signature": {dumps(item.signature)},\n   ' + ",\n   ".join(lines) + "}")
    return envelope(
        warnings,
        comparison=dumps(_settings(comparison)),
        measures=list_of(items),
        agreement=_list(_agreement_objects(comparison)),
    )


def _list(objects: Sequence[object]) -> str:
    return "[\n    " + ",\n    ".join(map(dumps, objects)) + "]" if objects else "[]"


def _agreement_objects(comparison: Comparison) -> list[dict[str, Any]]:
    return [
        {
            "first": item.first,
            "second": item.second,
            "kendall": number(item.kendall),
            "spearman": number(item.spearman),
        }
        for item in comparison.agreements
    ]


def _objects(comparison: Comparison, pairs: bool) -> Iterator[dict[str, Any]]:
    """Yield every score, pair and agreement as an object that says what it is."""
    level, test = comparison.resampling.level, comparison.test
    for item in comparison.measures:
        for made in _score_objects(item):
            yield {"kind": "score"} | made
        for pair in item.pairs if pairs else ():
            place = {"kind": "pair", "measure": item.scores[0].measure, "title": item.title}
            yield place | _pair_object(pair, test, level) | {"signature": item.signature}
    for agreement in _agreement_objects(comparison):
        yield {"kind": "agreement"} | agreement


_COLUMNS = {
    "kind": "kind",
    "measure": "title",
    "first": "first",
    "second": "second",
    "score": "score",
    "difference": "difference",
    "interval_low": "interval.low",
    "interval_high": "interval.high",
    "rank": "rank",
    "best_rank": "ranks.0",
    "worst_rank": "ranks.1",
    "group": "group",
    "units_differing": "units_differing",
    "p_randomisation": "randomisation.p",
    "p_randomisation_holm": "randomisation.corrected",
    "exact": "randomisation.exact",
    "p_bootstrap": "bootstrap.p",
    "p_bootstrap_holm": "bootstrap.corrected",
    "significant": "significant",
    "kendall": "kendall",
    "spearman": "spearman",
    "signature": "signature",
}
"""Columns of the flat table, and where the objects keep what stands in them; a score's system stands under `first`."""


def _flat_table(objects: Sequence[dict[str, Any]], digits: int | None) -> TextTable:
    def cell(item: dict[str, Any], path: str) -> str:
        value: Any = item
        for key in path.split("."):
            value = value[int(key)] if isinstance(value, list) else (value or {}).get(key)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return repr(value) if digits is None else f"{value:.{digits}f}"
        return "" if value is None else str(value)

    rows = [[cell({"first": item.get("system")} | item, path) for path in _COLUMNS.values()] for item in objects]
    return TextTable(list(_COLUMNS), rows)
