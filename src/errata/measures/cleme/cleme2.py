"""CLEME2.0: how far an output hits, errs, under-corrects and over-corrects (Ye et al., ACL 2025)."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from errata.measures.data import Table, exact_parts


class Tally(NamedTuple):
    """Numbers or weights of chunks; false positives in places that the reference changes, too, are necessary."""

    tp: float
    fp_necessary: float
    fp_unnecessary: float
    fn: float
    tn: float

    @property
    def counts(self) -> tuple[float, float, float, float]:
        """The four counts of the table."""
        return self.tp, self.fp_necessary + self.fp_unnecessary, self.fn, self.tn


FACTORS = {"corpus": (0.45, 0.35, 0.15, 0.05), "sentence": (0.35, 0.25, 0.20, 0.20)}
"""The weights of hit, wrong, under and over in the score of CLEME2.0."""


def disentangle(tally: Sequence[float], level: str) -> dict[str, float]:
    """Return the four rates of CLEME2.0 and their weighted sum; a rate with denominator 0 is 0.

    >>> disentangle(Tally(tp=2, fp_necessary=1, fp_unnecessary=0, fn=1, tn=9), "corpus")["hit"]
    0.5
    """
    tp, necessary, unnecessary, fn, _ = tally
    needed, made = tp + necessary + fn, tp + necessary + unnecessary
    hit, wrong, under = (part / needed if needed else 0.0 for part in (tp, necessary, fn))
    over = unnecessary / made if made else 0.0
    parts = (hit, 1 - wrong, 1 - under, 1 - over)
    score = sum(factor * part for factor, part in zip(FACTORS[level], parts, strict=True))
    return {"score": score, "hit": hit, "wrong": wrong, "under": under, "over": over}


def cleme2(table: Table, level: str) -> dict[str, Any]:
    """Return CLEME2.0 of a corpus with the underlying counts, references chosen by its own score."""
    sums, rows = _choose([0] * len(Tally._fields), table, level)
    means = {name: math.fsum(row[name] for row in rows) / len(rows) for name in rows[0]} if rows else {}
    return _finish(sums, means, level)


def _choose(sums: Sequence[float], table: Table, level: str) -> tuple[list[float], list[dict[str, float]]]:
    """Choose references after sentences with these sums; return the new sums, and the rates of single sentences."""
    sums = list(sums)
    totals = list(sums) if level == "corpus" else [0] * len(Tally._fields)
    rows = []
    for candidate in table.groups():
        notes: list[Tally] = table.notes[candidate.start : candidate.stop]  # type: ignore[assignment]
        ranks = []
        for tally in notes if len(notes) > 1 else ():
            tp, necessary, unnecessary, fn, tn = tally
            score, hit, wrong, under, over = disentangle(
                [a + b for a, b in zip(totals, tally, strict=True)], level
            ).values()
            # Among equals, running, the counts decide as for F; alone, the rates.
            ties: tuple[float, ...] = (tp, -(necessary + unnecessary), -fn, tn)
            ranks.append((score, *(ties if level == "corpus" else (hit, -wrong, -under, -over))))
        best = notes[ranks.index(max(ranks)) if ranks else 0]
        sums = [a + b for a, b in zip(sums, best, strict=True)]
        if level == "corpus":
            totals = sums
        else:
            rows.append(disentangle(best, level))
    return sums, rows


def _finish(sums: Sequence[float], means: dict[str, float], level: str) -> dict[str, Any]:
    values = means if level == "sentence" else disentangle(sums, level)
    return values | dict(zip(Tally._fields, sums, strict=True))


def add(found: dict[str, Any] | None, table: Table, level: str) -> dict[str, Any]:
    """Return sums for CLEME2.0 with those of a run of sentences added; before the first there are none."""
    found = found or {"sums": [0] * len(Tally._fields), "n": 0, "rates": {}}
    sums, rows = _choose(found["sums"], table, level)
    known = found["rates"]
    rates = {name: exact_parts([*known.get(name, ()), *(row[name] for row in rows)]) for name in (rows or [{}])[0]}
    return {"sums": sums, "n": found["n"] + len(rows), "rates": rates}


def finish(found: dict[str, Any], level: str) -> dict[str, Any]:
    """Return CLEME2.0 from summed sentences."""
    means = {name: math.fsum(parts) / found["n"] for name, parts in found["rates"].items()}
    return _finish(found["sums"], means, level)
