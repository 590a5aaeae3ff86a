"""What CLEME's originals show in addition to scores, for comparison."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.measures.cleme.chunks import cut_shared
from errata.measures.cleme.measure import Cleme
from errata.model import Output

if TYPE_CHECKING:
    from errata.golden.cases import Run


def n_sentences(run: "Run") -> int:
    """Return how many sentences were scored."""
    return len(run.gold)


def average(run: "Run") -> float | None:
    """Return the average length of changed chunks, on which weights depend."""
    assert isinstance(run.measure, Cleme)
    return run.measure.prepare(run.gold, [Output.from_corpus("it", run.outputs["it"])])["it"]


def rows(run: "Run") -> list[list[list[float]]]:
    """Return the counts of every sentence against each reference."""
    table = run.score.table
    return [[list(table.row(row)) for row in table.rows_of(index)] for index in range(len(table))]


def judgements(run: "Run") -> list[list[list[int]]]:
    """Return the counts of every sentence against each reference, with false positives split as in CLEME2.0."""
    table = run.score.table
    return [
        [
            [*note.counts, note.fp_necessary, note.fp_unnecessary]
            for note in (table.notes[row] for row in table.rows_of(index))
        ]
        for index in range(len(table))
    ]


def cleme2(run: "Run") -> dict[str, float]:
    """Return the numbers of CLEME2.0 with the sums that the original has."""
    found = run.score.details["cleme2"]
    fp = found["fp_necessary"] + found["fp_unnecessary"]
    return {**found, "fp": fp, "necessary": found["tp"] + found["fp_necessary"] + found["fn"]}


def chunks(run: "Run") -> list[dict[str, Any]]:
    """Return the number of chunks of each sentence, and what output and references make of those that change."""
    found = []
    for sentence, mine in zip(run.gold, run.outputs["it"], strict=True):
        cut = cut_shared(sentence, mine.seen[0].edits)
        texts = [
            [
                [" ".join(kept if words is None else words), int(words is not None)]
                for words, kept in zip(target, cut.source, strict=True)
            ]
            for target in (cut.output, *cut.references)
        ]
        n_changed = len(cut.intervals)
        found.append({"changed": n_changed, "all": n_changed + cut.n_gaps, "texts": texts})
    return found


def changed_chunks(shown: dict[str, Any]) -> dict[str, Any]:
    """Return the chunks of a sentence shown by the original, as `chunks` does."""
    texts = [shown["hypothesis"], *shown["references"]]
    changed = [at for at, chunk in enumerate(zip(*texts, strict=True)) if any(is_changed for _, is_changed in chunk)]
    kept = [[text[at] for at in changed] for text in texts]
    return {"changed": len(changed), "all": len(texts[0]), "texts": kept}


def sentences(path: Path) -> dict[str, Any]:
    """Read counts and chunks of selected sentences, by system and number; independent references share one row."""
    golden = json.loads(path.read_text(encoding="utf-8"))
    return {
        system: {
            "chunks": {str(item["sentence"]): changed_chunks(item) for item in theirs["chunks"]},
            **{
                setting: {
                    str(index): counts[:1] if setting.startswith("independent") else counts
                    for index, counts in zip(golden["sentences"], theirs[setting], strict=True)
                }
                for setting in theirs.keys() - {"chunks"}
            },
        }
        for system, theirs in golden["systems"].items()
    }
