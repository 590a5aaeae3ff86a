"""Scores in every output format, the same content in each."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from errata._version import __version__
from errata.measures.base import Number, Score, SentenceScore
from errata.report.tables import TextTable, to_csv, to_latex, to_markdown, to_text, to_tsv

SCHEMA = 1
"""Version of the JSON schema; a change that breaks readers raises it."""

FORMATS = ("table", "json", "jsonl", "tsv", "csv", "markdown", "latex")


def render(
    scores: Sequence[Score],
    form: str,
    *,
    warnings: Sequence[str] = (),
    sentences: bool = False,
    digits: int | None = None,
    bold: bool = False,
) -> str:
    """Return the scores in one of `FORMATS`.

    Formats for people show percentages with two digits (or `digits`); formats for programs show unrounded values.
    """
    if form == "json":
        return to_json(scores, warnings, sentences)
    if form == "jsonl":
        return "\n".join(_dumps(as_object(score, sentences)) for score in scores)
    if form in {"tsv", "csv"}:
        table = _flat_table(scores, sentences, digits)
        return to_tsv(table) if form == "tsv" else to_csv(table)
    draw: Callable[[TextTable], str]
    if form == "markdown":
        draw = to_markdown
    elif form == "latex":
        draw = to_latex
    else:
        draw = lambda table: to_text(table, bold)  # noqa: E731  # one of three equal ways to draw
    return "\n\n".join(map(draw, _tables(scores, sentences, 2 if digits is None else digits)))


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _sentence_object(row: SentenceScore) -> dict[str, Any]:
    item: dict[str, Any] = {
        "index": row.index,
        "score": row.score,
        "values": dict(row.values),
        "counts": dict(row.counts),
    }
    if row.reference is not None:
        item["reference"] = row.reference
    return item | {"details": dict(row.details)}


def as_object(score: Score, sentences: bool = False) -> dict[str, Any]:
    """Return a score as the JSON object the schema describes."""
    item: dict[str, Any] = {
        "system": score.system,
        "measure": score.measure,
        "signature": score.signature,
        "score": score.score,
        "values": dict(score.values),
        "counts": dict(score.counts),
        "details": dict(score.details),
    }
    if sentences:
        item["sentences"] = [_sentence_object(row) for row in score.sentences]
    return item


def to_json(scores: Iterable[Score], warnings: Sequence[str], sentences: bool) -> str:
    """Return the whole result as one JSON object, one score a line."""
    items = ",\n  ".join(_dumps(as_object(score, sentences)) for score in scores)
    head = f'"errata": {_dumps(__version__)}, "schema": {SCHEMA}'
    return f'{{{head},\n "scores": [\n  {items}\n ],\n "warnings": {_dumps(list(warnings))}}}'


def _flat_table(scores: Sequence[Score], sentences: bool, digits: int | None) -> TextTable:
    """Return one row a score, and with `sentences` one a sentence, under the union of all columns."""

    def number(value: Number | None) -> str:
        if value is None:
            return ""
        return repr(value) if digits is None or isinstance(value, int) else f"{value:.{digits}f}"

    values = list(dict.fromkeys(name for score in scores for name in score.values))
    counts = list(dict.fromkeys(name for score in scores for name in score.counts))
    place = ["index", "reference"] if sentences else []
    header = ["system", "measure", *place, "score", *values, *counts, "signature"]
    rows = []
    for score in scores:
        lines: list[tuple[list[str], Score | SentenceScore]] = [(["", ""] if sentences else [], score)]
        if sentences:
            for row in score.sentences:
                reference = "" if row.reference is None else str(row.reference)
                lines.append(([str(row.index), reference], row))
        for cells, item in lines:
            rows.append(
                [
                    score.system,
                    score.measure,
                    *cells,
                    number(item.score),
                    *(number(item.values.get(name)) for name in values),
                    *(number(item.counts.get(name)) for name in counts),
                    score.signature,
                ]
            )
    return TextTable(header, rows)


def _percent(value: float, digits: int) -> str:
    return f"{100 * value:.{digits}f}"


def _tables(scores: Sequence[Score], sentences: bool, digits: int) -> list[TextTable]:
    """Return one table for each setting of each measure, systems as rows, then the tables of sentences."""
    groups: dict[str, list[Score]] = {}
    for score in scores:
        groups.setdefault(score.signature, []).append(score)
    tables = []
    for signature, members in groups.items():
        labels = members[0].labels
        header = ["system", *labels.values()]
        rows = [[item.system, *(_percent(item.values[name], digits) for name in labels)] for item in members]
        tables.append(TextTable(header, rows, members[0].title, [signature]))
        for item in members if sentences else ():
            tables.append(_sentence_table(item, digits))
    return tables


def _sentence_table(score: Score, digits: int) -> TextTable:
    header = ["sentence", "reference", *score.labels.values()]
    rows = [
        [
            str(row.index + 1),
            "" if row.reference is None else str(row.reference),
            *(_percent(row.values[name], digits) for name in score.labels),
        ]
        for row in score.sentences
    ]
    return TextTable(header, rows, f"{score.title}, sentences of {score.system}", n_left=0)
