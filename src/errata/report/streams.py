"""Scores with those of every sentence, written as they are computed: JSON, JSON Lines and Parquet of any length."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from errata.errors import MissingExtraError
from errata.formats.files import AnyPath
from errata.formats.strict_json import parse_json
from errata.formats.writing import writing
from errata.measures.base import Measure
from errata.measures.data import Score, Selections, Table, rows_of_sentences
from errata.records import replace
from errata.report.scores import score_record, sentence_record
from errata.report.writers import dumps, envelope, list_of

Again = Callable[[Score], Iterable[str]]
"""Yields the sentences of a score of which no rows were kept, or no notes on them, each as JSON."""
_BATCH = 4096
_PLACE = "@"
"""Placeholder for a list that is written piece by piece."""


def describe(measure: Measure, table: Table, first: int, choice: list[int] | None = None) -> list[str]:
    """Return the score of every sentence of a part as JSON; the part begins at sentence `first`.

    `choice` are its chosen rows, if they depend on other parts.
    """
    chosen = enumerate(rows_of_sentences(table, measure.choose(table) if choice is None else choice))
    rows = (measure.describe_sentence(table, index, rows) for index, rows in chosen)
    return [dumps(sentence_record(replace(row, index=row.index + first))) for row in rows]


def in_pieces(scores: Sequence[Score], form: str, warnings: Sequence[str], again: Again | None) -> Iterator[str]:
    """Yield the output of `render` for scores with their sentences, as JSON or JSON Lines, piece by piece."""
    if form == "jsonl":
        for number, score in enumerate(scores):
            yield "\n" if number else ""
            yield from _record_pieces(score, again)
        return
    # The list of scores is written in between, so the text around it is made with a list of as many stand-ins.
    around = envelope(warnings, {"scores": list_of([_PLACE] * len(scores))})
    head, *between = around.split(f"  {_PLACE}", len(scores))
    for score, gap in zip(scores, between, strict=True):
        yield f"{head}  "
        yield from _record_pieces(score, again)
        head = gap
    yield head


def _record_pieces(score: Score, again: Again | None) -> Iterator[str]:
    """Yield the JSON object of a score; its sentences come last."""
    yield dumps(score_record(score)).removesuffix("}") + ', "sentences": ['
    for number, text in enumerate(_sentences(score, again)):
        yield f", {text}" if number else text
    yield "]}"


def _sentences(score: Score, again: Again | None) -> Iterable[str]:
    has_notes = score.table.notes or not score.made_by.chooses_on
    if again is not None and not (len(score.table) and has_notes):
        return again(score)
    return (dumps(sentence_record(score.sentence(index))) for index in range(len(score.table)))


def write_parquet(path: AnyPath, scores: Sequence[Score], again: Again | None) -> None:
    """Write one row per sentence of every score; the write is atomic."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError("writing Parquet needs pyarrow; pip install 'errata[parquet]'") from None
    counted = {name: pa.int64() for score in scores for name in score.counts}
    for score in scores:
        if isinstance(score.choice, Selections) or score.table.counts.typecode != "q":  # means, weights
            counted.update(dict.fromkeys(score.counts, pa.float64()))
    valued = dict.fromkeys((name for score in scores for name in score.values), pa.float64())
    signatures = {f"{score.system}\t{score.title}": score.signature for score in scores}
    columns = [("system", pa.string()), ("measure", pa.string()), ("index", pa.int64()), ("id", pa.string())]
    columns += [("reference", pa.string()), ("score", pa.float64()), *valued.items(), *counted.items()]
    schema = pa.schema(columns, metadata={"errata.signatures": dumps(signatures)})
    with writing(path) as stream, pq.ParquetWriter(stream, schema) as writer:
        for score in scores:
            rows = (_flat(score, parse_json(text)) for text in _sentences(score, again))
            while batch := list(islice(rows, _BATCH)):
                writer.write_batch(pa.RecordBatch.from_pylist(batch, schema=schema))


def _flat(score: Score, row: dict[str, Any]) -> dict[str, Any]:
    index, reference = row["index"], row.get("reference")
    return {
        **row.pop("values"),
        **row.pop("counts"),
        "system": score.system,
        "measure": score.title,
        "index": index,
        "id": score.ids[index] if score.ids else None,
        "reference": None if reference is None else str(reference),
        "score": row["score"],
    }
