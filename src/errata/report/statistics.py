"""Statistics of corpora: records, tables side by side, and a page with the types."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from errata.api.statistics import AnnotatorStatistics, CorpusStatistics, PairStatistics
from errata.records import replace
from errata.report.pages import figure, page
from errata.report.plots import bars
from errata.report.report import Column, Record, Report, ReportTable, merge_columns
from errata.report.writers import draw, dumps, list_of, write

_MAX_BARS = 40


def render(corpora: Sequence[CorpusStatistics], form: str, *, digits: int | None = None, bold: bool = False) -> str:
    """Return the statistics of corpora in one of the formats of `errata.report.writers`."""
    report = Report(
        tables=partial(_tables, corpora),
        parts=lambda: {"corpora": list_of(dumps(_record(item)) for item in corpora)},
        records=lambda: map(_record, corpora),
        flat=partial(_flat_table, corpora),
    )
    return write(report, form, digits=digits, warnings=(), bold=bold)


def render_result(found: CorpusStatistics, form: str, **settings: Any) -> str:
    """Return the statistics of one corpus; the settings are those of `render`."""
    return render([found], form, **settings)


def frame_table(found: CorpusStatistics, which: str) -> ReportTable:
    """Return the rows of a frame: one per annotator."""
    return ReportTable(_named(_ANNOTATORS), list(_annotators([found])))


def _record(found: CorpusStatistics) -> dict[str, Any]:
    return {
        "corpus": found.name,
        "unit": found.noun,
        "texts": found.n_texts,
        "tokens": found.n_tokens,
        "references": found.n_references,
        "edits": found.n_edits,
        "types": found.types,
        "annotators": [_annotator_record(item) for item in found.annotators],
        "agreement": [_pair_record(item) for item in found.pairs],
    }


def _annotator_record(item: AnnotatorStatistics) -> dict[str, Any]:
    return {
        "annotator": item.annotator,
        "texts": item.n_texts,
        "changed_texts": item.n_changed,
        "text_rate": item.text_rate,
        "tokens": item.n_tokens,
        "changed_tokens": item.changes,
        "token_rate": item.token_rate,
        "edits": item.edits,
        "types": dict(item.types),
    }


def _pair_record(item: PairStatistics) -> dict[str, Any]:
    return {
        "first": item.first,
        "second": item.second,
        "texts": item.n_texts,
        "edits": list(item.edits),
        "same": item.same,
        "same_span": item.same_span,
        "f": item.f,
        "span_f": item.span_f,
        "kappa": item.kappa,
    }


_CORPUS = (
    Column("corpus", "corpus", name="corpus"),
    Column("unit", name="unit"),
    Column("texts", "texts", "count", name="texts"),
    Column("tokens", "tokens", "count", name="tokens"),
    Column("mean", "per text", "decimal", name="tokens_per_text"),
    Column("references", "references", "count", name="references"),
    Column("edits", "edits", "count", name="edits"),
    Column("n_types", "types", "count", name="types"),
)
_ANNOTATORS = (
    Column("corpus", "corpus", name="corpus"),
    Column("annotator", "annotator", name="annotator"),
    Column("texts", "texts", "count", name="texts"),
    Column("changed_texts", "changed", "count", name="changed_texts"),
    Column(
        "text_rate", "%", "percent", "texts, changed: those the annotator covers, and those with a change", "text_rate"
    ),
    Column("tokens", "tokens", "count", name="tokens"),
    Column("changed_tokens", "changed", "count", name="changed_tokens"),
    Column(
        "token_rate",
        "error rate %",
        "percent",
        "tokens changed: words inserted, deleted or replaced on the shortest path from source to corrected text",
        "token_rate",
    ),
    Column("edits", "edits", "count", name="edits"),
)
_PAIRS = (
    Column("corpus", "corpus", name="corpus"),
    Column("first", "annotator", name="annotator"),
    Column("second", "and", name="second"),
    Column("texts", "texts", "count", name="texts"),
    Column(("edits", 0), "edits", "count", name="edits"),
    Column(("edits", 1), "edits", "count", name="second_edits"),
    Column("same", "same edit", "count", name="same"),
    Column("f", "%", "percent", "same edit: place and correction; %: twice that over the edits of both", "f"),
    Column("same_span", "same place", "count", name="same_span"),
    Column("span_f", "%", "percent", name="span_f"),
    Column("kappa", "kappa", "decimal", "kappa: Cohen's, over tokens that are changed or not", "kappa"),
)


def _named(columns: Sequence[Column]) -> list[Column]:
    return [column for column in columns if column.name]


def _corpora(corpora: Sequence[CorpusStatistics]) -> Iterator[Record]:
    for found in corpora:
        mean = None if found.n_tokens is None or not found.n_texts else found.n_tokens / found.n_texts
        yield _record(found) | {"mean": mean, "n_types": len(found.types)}


def _annotators(corpora: Sequence[CorpusStatistics]) -> Iterator[Record]:
    return ({"corpus": found.name} | _annotator_record(item) for found in corpora for item in found.annotators)


def _pairs(corpora: Sequence[CorpusStatistics]) -> Iterator[Record]:
    return ({"corpus": found.name} | _pair_record(item) for found in corpora for item in found.pairs)


def _types(corpora: Sequence[CorpusStatistics]) -> list[Record]:
    """Return one row per type in any corpus, by its frequency in all of them."""
    totals: dict[str, int] = {}
    for found in corpora:
        for name, count in found.types.items():
            totals[name] = totals.get(name, 0) + count
    rows: list[Record] = []
    for name in sorted(totals, key=lambda name: (-totals[name], name)):
        counts = {
            found.name: {"count": count, "share": count / (found.n_edits or 1)}
            for found in corpora
            if (count := found.types.get(name, 0))
        }
        rows.append({"type": name or "(none)", "by": counts})
    return rows


def _tables(corpora: Sequence[CorpusStatistics]) -> Iterator[ReportTable]:
    nouns = {found.noun for found in corpora}
    yield ReportTable(_CORPUS, list(_corpora(corpora)), f"Corpora, texts are {' or '.join(sorted(nouns))}s")
    if rows := list(_annotators(corpora)):
        yield ReportTable(_ANNOTATORS, rows, "Annotators and references")
    if rows := list(_pairs(corpora)):
        yield ReportTable(_PAIRS, rows, "Agreement of annotators")
    if types := _types(corpora):
        columns = [Column("type", "type")]
        for found in corpora:
            columns += [Column(("by", found.name, "count"), found.name, "count")]
            columns += [Column(("by", found.name, "share"), "%", "percent")]
        yield ReportTable(columns, types, "Types of edits, of all annotators")


def _flat_table(corpora: Sequence[CorpusStatistics]) -> ReportTable:
    """Return everything under one header; `kind` says what a row is."""
    types = [
        {"kind": "type", "corpus": found.name, "type": name, "edits": count}
        for found in corpora
        for name, count in found.types.items()
    ]
    pairs = [
        {"kind": "pair", **row, "annotator": row["first"], "edits": row["edits"][0], "second_edits": row["edits"][1]}
        for row in _pairs(corpora)
    ]
    rows: list[Record] = [
        *({"kind": "corpus", **row} for row in _corpora(corpora)),
        *({"kind": "annotator", **row} for row in _annotators(corpora)),
        *pairs,
        *types,
    ]
    # Of a pair, what others have under the same name is the first one's.
    alike = {"annotator": "annotator", "edits": "edits", "second_edits": "second_edits"}
    of_pairs = [replace(column, key=alike.get(column.name or "", column.key)) for column in _PAIRS]
    head = [Column(name, name=name) for name in ("kind", "corpus", "type")]
    parts = ([*head, *_named(columns)[1:]] for columns in (_CORPUS, _ANNOTATORS, of_pairs))
    return ReportTable(merge_columns(*parts), rows)


def to_page(corpora: Sequence[CorpusStatistics], digits: int | None = None) -> str:
    """Return a self-contained page: the tables, and the types of each corpus as bars."""
    figures = []
    for found in corpora:
        shown = list(found.types.items())[:_MAX_BARS]
        if shown:
            rest = len(found.types) - len(shown)
            about = f"types of edits{f', without the {rest} least frequent' if rest else ''}"
            drawing = bars(f"{found.name}: {about}", [name or "(none)" for name, _ in shown], [n for _, n in shown])
            figures.append(figure(found.name, about, drawing))
    tables = "".join(f'<div class="wide">{draw([table], "html", digits=digits)}</div>' for table in _tables(corpora))
    return page("What is in the corpora", f'{tables}<div class="plots">{"".join(figures)}</div>')
