"""The tables of a difficulty run, for people and for programs."""

from collections.abc import Sequence
from typing import Any

from errata.corpus import Corpus
from errata.measures.difficulty.analysis import ChunkDifficulty, DifficultyAnalysis
from errata.measures.working import NOTHING
from errata.report.json_text import dumps, envelope, list_of
from errata.report.scores import as_object
from errata.report.tables import TextTable, draw, percent
from errata.text.plurals import plural

FORMATS = ("table", "json", "markdown", "latex")
_AROUND = 5
_ERROR_LEGEND = (
    "solved: how many of the systems behind the weights got the error right; mistaken: how many systems here changed "
    "something there, but not into what the gold has",
)


def render(
    analyses: Sequence[DifficultyAnalysis],
    form: str,
    *,
    grouping: str = "category",
    top: int = 10,
    digits: int | None = None,
    warnings: Sequence[str] = (),
    bold: bool = False,
) -> str:
    """Return everything but the map in one of `FORMATS`: scores, types, and the `top` hardest and easiest errors."""
    if form == "json":
        return envelope(warnings, analyses=list_of(dumps(_as_object(analysis, grouping, top)) for analysis in analyses))
    tables = [
        table for analysis in analyses for table in _tables(analysis, grouping, top, 2 if digits is None else digits)
    ]
    return draw(tables, form, bold)


def change(before: int, after: int) -> str:
    """Say how many places were won or lost.

    >>> change(3, 1), change(1, 2), change(2, 2)
    ('↑2', '↓1', '–')
    """
    if before == after:
        return "–"
    return f"↑{before - after}" if before > after else f"↓{after - before}"


def in_context(gold: Corpus, place: ChunkDifficulty) -> str:
    """Return an error with the words around it.

    >>> from errata.measures.difficulty.chunks import Chunk
    >>> from errata.model import Sentence
    >>> chunk = Chunk(2, 3, "about", "", "U:PREP", True)
    >>> in_context(Corpus((Sentence("We discussed about it ."),)), ChunkDifficulty(0, chunk, 1, 0.5, (), ()))
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


def _tables(analysis: DifficultyAnalysis, grouping: str, top: int, digits: int) -> list[TextTable]:
    tables = [_standings(analysis, digits)]
    rows = [
        [row.type, f"{row.mean:.3f}", f"{row.deviation:.3f}", str(row.frequency)] for row in analysis.types(grouping)
    ]
    if rows:
        tables.append(TextTable(["type", "mean weight", "SD", "errors"], rows, "difficulty by error type"))
    if places := analysis.hardest(top):
        tables.append(_errors(analysis, places, "hardest", _ERROR_LEGEND))
    if places := analysis.easiest(top):
        tables.append(_errors(analysis, places, "easiest"))
    return tables


def _standings(analysis: DifficultyAnalysis, digits: int) -> TextTable:
    labels = analysis.weighted[0].labels
    rows = []
    for row in analysis.standings:
        values = row.weighted.values
        rows.append(
            [
                row.weighted.system,
                str(row.rank),
                percent(values["f"], digits),
                percent(values["precision"], digits),
                percent(values["recall"], digits),
                change(row.plain_rank, row.rank),
                percent(values["accuracy"], digits),
                change(row.plain_rank, row.accuracy_rank),
                percent(row.plain.score, digits),
                str(row.plain_rank),
            ]
        )
    f = labels["f"]
    a = labels["accuracy"]
    header = ["system", "rank", f, labels["precision"], labels["recall"]]
    header += ["change", a, f"{a} change", f"plain {f}", "plain rank"]
    where = "these outputs" if analysis.measure.weights is None else analysis.weights.name
    legend = [
        f"Weights from {plural(analysis.weights.n_systems, 'system')} ({where}): the fewer got a chunk of the text "
        "right, the more it weighs.",
        f"{a}: accuracy, the share of all weight that is on chunks got right; plain: unweighted, all chunks weigh 1",
        f"change, {a} change: places won or lost by the weighted {f}, and by {a}, against plain rank",
        *(_break_even(*item) for item in analysis.break_evens),
    ]
    signature = analysis.weighted[0].signature
    return TextTable(header, rows, f"{analysis.weighted[0].title}: weighted scores", [signature], legend=legend)


def _break_even(names: Sequence[str], n_solved: int, enough: float) -> str:
    alone = "solved by one system alone"
    few = plural(round(enough), f"error {alone} outweighs", f"errors {alone} outweigh")
    return f"Break-even: {few} the {n_solved} that {', '.join(names)} all solve."


def _errors(
    analysis: DifficultyAnalysis, places: Sequence[ChunkDifficulty], which: str, legend: Sequence[str] = ()
) -> TextTable:
    rows = [
        [
            str(place.sentence + 1),
            f"{place.n_solved}/{analysis.weights.n_systems}",
            str(len(place.mistaken)),
            f"{place.weight:.2f}",
            place.chunk.type,
            in_context(analysis.gold, place),
        ]
        for place in places
    ]
    header = ["sentence", "solved", "mistaken", "weight", "type", "error"]
    caption = f"{which} errors ({len(places)} of {analysis.n_errors})"
    return TextTable(header, rows, caption, n_left=6, legend=legend, prose=5)


def _as_object(analysis: DifficultyAnalysis, grouping: str, top: int) -> dict[str, Any]:
    return {
        "reference": analysis.measure.reference,
        "N": analysis.weights.n_systems,
        "weights": analysis.weights.fingerprint,
        "scores": [
            as_object(row.weighted)
            | {
                "rank": row.rank,
                "accuracy_rank": row.accuracy_rank,
                "unweighted": as_object(row.plain),
                "unweighted_rank": row.plain_rank,
            }
            for row in analysis.standings
        ],
        "types": [
            {"type": row.type, "mean": row.mean, "sd": row.deviation, "frequency": row.frequency}
            for row in analysis.types(grouping)
        ],
        "hardest": [_place_object(analysis, place) for place in analysis.hardest(top)],
        "easiest": [_place_object(analysis, place) for place in analysis.easiest(top)],
        "break_even": [
            {"systems": list(names), "solved": n_solved, "break_even": enough}
            for names, n_solved, enough in analysis.break_evens
        ],
    }


def _place_object(analysis: DifficultyAnalysis, place: ChunkDifficulty) -> dict[str, Any]:
    chunk = place.chunk
    return {
        "sentence": place.sentence,
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
