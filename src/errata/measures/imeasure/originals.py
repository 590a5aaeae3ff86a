"""Files produced by the I-measure's original and by the proved search, and the sums in their headings."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errata.measures.imeasure.formulas import baseline_accuracy, improvement, paper_baseline

if TYPE_CHECKING:
    from errata.golden.cases import Run

_MANY = 64
"""At most this many tied references are listed."""


def records(enumerated: Path, *others: Path) -> dict[str, Any]:
    """Read sentences in order with the sums over the enumerated ones, and over all from the file of proved ones.

    The choices are known only for sentences whose references were enumerated.
    """
    (heading, *first), *rest = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] for path in (enumerated, *others)
    )
    rows = sorted([*first, *(row for _, *more in rest for row in more)], key=lambda row: int(row["sid"]))
    counted = {str(at): row for at, row in enumerate(rows) if "n_tied" in row}
    return {
        "numbers": [row["sid"] - 1 for row in rows],
        "sentences": rows,
        "enumerations": {at: {key: row[key] for key in ("n_refs", "n_tied")} for at, row in counted.items()},
        "refs": {at: row.get("tied_refs", [row["ref"]]) for at, row in counted.items() if row["n_tied"] <= _MANY},
        "enumerated": heading["HEADER"]["corpus"],
        "all": rest[0][0]["HEADER"]["corpus"] if rest else None,
    }


def aspects(run: "Run") -> dict[str, dict[str, Any]]:
    """Return the values of the counts of both aspects, with the tool's baseline and with the paper's."""
    found = {}
    for short, aspect in (("cor", "correction"), ("det", "detection")):
        counts, baseline = (run.score.details[f"{aspect}{which}"] for which in ("", "_baseline"))
        values = run.measure.score([*counts, baseline[1], baseline[3]])
        tn, fn = paper_baseline(*counts)
        accuracy = baseline_accuracy(tn, fn)
        found[short] = {
            "counts": counts,
            "base_counts": baseline,
            **values,
            "paper_base_counts": [0, tn, 0, fn, 0],
            "paper_wacc_base": accuracy,
            "paper_i": improvement(values["wacc"], accuracy),
        }
    return found


def corpus(run: "Run") -> dict[str, Any]:
    """Return the same of corrections, with the values that the measure gives."""
    return {**aspects(run)["cor"], **run.score.values}
