"""The tables of a difficulty run, for people and for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from errata.measures.difficulty.analysis import ChunkDifficulty, DifficultyAnalysis, SystemDifficulty
from errata.measures.working import NOTHING
from errata.model import Corpus
from errata.records import replace
from errata.report.report import Column, Record, Report, ReportTable
from errata.report.scores import score_record
from errata.report.writers import dumps, list_of, write
from errata.text.messages import plural

FORMATS = ("table", "json", "markdown", "latex", "html")
_AROUND = 5


def render(
    analyses: Sequence[DifficultyAnalysis],
    form: str,
    *,
    grouping: str = "category",
    top: int = 10,
    digits: int | None = None,
    warnings: Sequence[str] = (),
    bold: bool = False,
    sort: str = "f",
) -> str:
    """Return everything except the map in one of `FORMATS`: scores, types, and the `top` hardest and easiest errors.

    `sort` is one of `errata.measures.difficulty.analysis.SORTS`.
    """
    report = Report(
        tables=lambda: (table for analysis in analyses for table in _tables(analysis, grouping, top, sort)),
        parts=lambda: {"analyses": list_of(dumps(_record(analysis, grouping, top, sort)) for analysis in analyses)},
    )
    return write(report, form, digits=digits, warnings=warnings, bold=bold)


def render_result(analysis: DifficultyAnalysis, form: str, **settings: Any) -> str:
    """Return an analysis in one of `FORMATS`; the settings are those of `render`."""
    return render([analysis], form, **{"warnings": analysis.warnings, **settings})


def frame_table(analysis: DifficultyAnalysis, which: str, **settings: Any) -> ReportTable:
    """Return the rows of a frame: the systems, the difficulty of "types", or all "errors", hardest first."""
    if which == "types":
        rows = _type_records(analysis, **settings)
        return _named(("type", "mean", "sd", "frequency"), rows)
    if which == "errors":
        places = analysis.hardest(analysis.n_errors)
        found = [
            record | {"solved_by": " ".join(record["solved_by"]), "mistaken": " ".join(record["mistaken"])}
            for record in (_place_record(analysis, place) for place in places)
        ]
        names = ("sentence", "start", "end", "source", "correction", "type", "n", "weight", "solved_by", "mistaken")
        return _named((*names, "context"), found)
    ranks = ("rank", "accuracy_rank", "unweighted_rank")
    columns = [
        Column("system", name="system"),
        *(Column(("values", name), name=name) for name in analysis.measure.value_names),
        Column(("unweighted", "score"), name="unweighted_f"),
        *(Column(name, name=name) for name in ranks),
        Column("signature", name="signature"),
    ]
    return ReportTable(columns, [system_record(row, details=False) for row in analysis.standings])


def _named(names: Sequence[str], rows: Sequence[Record]) -> ReportTable:
    """Return a table whose columns are the keys of its rows."""
    return ReportTable([Column(name, name=name) for name in names], rows)


def change(before: int, after: int) -> str:
    """Say how many places were gained or lost.

    >>> change(3, 1), change(1, 2), change(2, 2)
    ('↑2', '↓1', '–')
    """
    if before == after:
        return "–"
    return f"↑{before - after}" if before > after else f"↓{after - before}"


def in_context(gold: Corpus, place: ChunkDifficulty) -> str:
    """Return an error with the words around it.

    >>> from errata.measures.difficulty.chunks import Chunk
    >>> from errata.model import Text
    >>> chunk = Chunk(2, 3, "about", "", "U:PREP", True)
    >>> in_context(Corpus((Text("We discussed about it ."),)), ChunkDifficulty(0, chunk, 1, 0.5, (), ()))
    'We discussed [about→∅] it .'
    """
    words = gold[place.sentence].source.split(" ")
    chunk = place.chunk
    before = words[max(0, chunk.start - _AROUND) : chunk.start]
    after = words[chunk.end : chunk.end + _AROUND]
    mark = f"[{chunk.source}→{chunk.text or NOTHING}]" if chunk.source else f"[+{chunk.text or NOTHING}]"
    dots = ["…"] if chunk.start > _AROUND else []
    more = ["…"] if chunk.end + _AROUND < len(words) else []
    return " ".join([*dots, *before, mark, *after, *more])


def system_record(row: SystemDifficulty, details: bool = True) -> dict[str, Any]:
    """Return the scores and ranks of a system as the JSON object defined in the schema."""
    return score_record(row.weighted, details=details) | {
        "rank": row.rank,
        "accuracy_rank": row.accuracy_rank,
        "unweighted": score_record(row.plain, details=details),
        "unweighted_rank": row.plain_rank,
        **({"against": score_record(row.other, details=details), "against_rank": row.other_rank} if row.other else {}),
    }


def _type_records(analysis: DifficultyAnalysis, grouping: str) -> list[Record]:
    return [
        {"type": row.type, "mean": row.mean, "sd": row.deviation, "frequency": row.frequency}
        for row in analysis.types(grouping)
    ]


def _place_record(analysis: DifficultyAnalysis, place: ChunkDifficulty) -> dict[str, Any]:
    chunk = place.chunk
    return {
        "sentence": analysis.numbers[place.sentence],
        "start": chunk.start,
        "end": chunk.end,
        "source": chunk.source,
        "correction": chunk.text,
        "type": chunk.type,
        "n": place.n_solved,
        "weight": place.weight,
        "solved_by": list(place.solved_by),
        "mistaken": list(place.mistaken),
        "context": in_context(analysis.gold, place),
    }


def _record(analysis: DifficultyAnalysis, grouping: str, top: int, sort: str) -> dict[str, Any]:
    return {
        "reference": analysis.measure.reference,
        "N": analysis.weights.n_systems,
        "weights": analysis.weights.fingerprint,
        "scores": list(map(system_record, analysis.sorted_by(sort))),
        "types": _type_records(analysis, grouping),
        "hardest": [_place_record(analysis, place) for place in analysis.hardest(top)],
        "easiest": [_place_record(analysis, place) for place in analysis.easiest(top)],
        "break_even": [
            {"systems": list(names), "solved": n_solved, "break_even": enough}
            for names, n_solved, enough in analysis.break_evens
        ],
    }


_TYPE_COLUMNS = (
    Column("type", "type"),
    Column("mean", "mean weight", "decimal"),
    Column("sd", "SD", "decimal"),
    Column("frequency", "errors", "count"),
)


def _tables(analysis: DifficultyAnalysis, grouping: str, top: int, sort: str) -> Iterator[ReportTable]:
    yield _standings(analysis, sort)
    if rows := _type_records(analysis, grouping):
        yield ReportTable(_TYPE_COLUMNS, rows, "difficulty by error type")
    hardest, easiest = analysis.hardest(top), analysis.easiest(top)
    for which, places in (("hardest", hardest), ("easiest", easiest)):
        if places:
            yield replace(_errors(analysis, places, which), explained=which == "hardest")


def _standings(analysis: DifficultyAnalysis, sort: str) -> ReportTable:
    first = analysis.weighted[0]
    f, a = first.labels["f"], first.labels["accuracy"]
    columns = [
        Column("system", "system"),
        Column("rank", "rank", "count"),
        *(Column(("values", name), first.labels[name], "percent") for name in ("f", "precision", "recall")),
        Column("change", "change", "number"),
        Column(("values", "accuracy"), a, "percent"),
        Column("accuracy_change", f"{a} change", "number"),
        Column(("unweighted", "score"), f"plain {f}", "percent"),
        Column("unweighted_rank", "plain rank", "count"),
    ]
    other = analysis.against[0] if analysis.against else None
    if other:
        label = f"{other.title} {next(iter(other.labels.values()))}"
        columns += [Column(("against", "score"), label, "percent"), Column("against_rank", "rank", "count")]
    rows = [
        system_record(row, details=False)
        | {"change": change(row.rank_before, row.rank), "accuracy_change": change(row.rank_before, row.accuracy_rank)}
        for row in analysis.sorted_by(sort)
    ]
    where = "these outputs" if analysis.measure.weights is None else analysis.weights.name
    legend = [
        f"Weights from {plural(analysis.weights.n_systems, 'system')} ({where}): the fewer of them get a chunk right, "
        "the more it weighs.",
        f"{a}: accuracy, the share of the total weight on chunks that are right; plain: unweighted, all chunks weigh 1",
        f"change, {a} change: places won or lost by the weighted {f}, and by {a}, against "
        + (f"the rank by {other.title}" if other else "plain rank"),
        *(_break_even(*item) for item in analysis.break_evens),
    ]
    return ReportTable(
        columns,
        rows,
        f"{first.title}: weighted scores",
        [first.signature, *([other.signature] if other else [])],
        legend,
    )


def _break_even(names: Sequence[str], n_solved: int, enough: float) -> str:
    alone = "solved by one system alone"
    few = plural(round(enough), f"error {alone} outweighs", f"errors {alone} outweigh")
    return f"Break-even: {few} the {n_solved} that {', '.join(names)} all solve."


_SOLVED = (
    "solved: how many of the systems that the weights come from got the error right; mistaken: how many systems "
    "here changed "
    "something there, but not into what the gold has"
)
_ERROR_COLUMNS = (
    Column("line", "sentence"),
    Column("solved", "solved", legend=_SOLVED),
    Column("n_mistaken", "mistaken"),
    Column("weight", "weight", "count", left=True),
    Column("type", "type"),
    Column("context", "error", "prose"),
)


def _errors(analysis: DifficultyAnalysis, places: Sequence[ChunkDifficulty], which: str) -> ReportTable:
    rows = [
        _place_record(analysis, place)
        | {
            "line": analysis.numbers[place.sentence] + 1,
            "solved": f"{place.n_solved}/{analysis.weights.n_systems}",
            "n_mistaken": len(place.mistaken),
        }
        for place in places
    ]
    return ReportTable(_ERROR_COLUMNS, rows, f"{which} errors ({len(places)} of {analysis.n_errors})")
