"""HOO scores as the shared tasks published them: by aspect, over runs, by type; and their result files in XML."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from errata.errors import InputError
from errata.measures.results import Score
from errata.report.scores import insert_intervals, proposes_nothing
from errata.report.tables import TextTable, best_cells, count_cell, percent

if TYPE_CHECKING:
    from errata.measures.hoo.measure import Hoo

_ASPECTS = ("detection", "recognition", "correction")
_VALUES = ("precision", "recall", "f")
_REGIMES = {"nobonus": "", "bonus": " with bonus"}


def _measure(score: Score) -> "Hoo":
    return cast("Hoo", score.made_by)


def _labels(score: Score) -> list[str]:
    return ["P", "R", score.labels["correction_f"].split()[-1]]


def _values(score: Score, regime: str, aspect: str) -> list[float | None]:
    shown: Mapping[str, float | None] = score.details["scores"][regime][aspect]
    return [shown[name] for name in _VALUES]


def _rivals(score: Score, row: Sequence[float | None]) -> list[float | None]:
    """Return what of a row of P, R, F, P, … may be the best; precision of nothing is not."""
    is_silent = proposes_nothing(score)
    return [None if is_silent and column % len(_VALUES) == 0 else value for column, value in enumerate(row)]


def both_regimes(score: Score) -> dict[str, float]:
    """Return every value under a name that says whether it is with bonus."""
    found: dict[str, float] = {}
    for regime in _REGIMES:
        for aspect in _ASPECTS:
            values = zip(_VALUES, _values(score, regime, aspect), strict=True)
            found |= {f"{regime}_{aspect}_{name}": math.nan if value is None else value for name, value in values}
    return found


def hoo_tables(scores: Sequence[Score], form: str, *, sentences: bool, digits: int, best: bool) -> list[TextTable]:
    """Return the tables of one setting: scores and counts of all systems, then what else is known of each.

    Where they are drawn for print and there are several systems, each has one row.
    """
    over_runs = form in {"markdown", "latex"} and len(scores) > 1
    scored = _run_tables(scores, digits, best) if over_runs else [_aspect_table(scores, digits, best)]
    tables = [*scored, _count_table(scores)]
    details = [(score.system, score.details) for score in scores]
    tables += [_annotator_table(name, item["annotators"], digits) for name, item in details if "annotators" in item]
    tables += [_type_table(name, item["by_type"]) for name, item in details if "by_type" in item]
    if _measure(scores[0]).cset != "ignore":
        tables += [_cset_table(score) for score in scores]
    return tables + [_document_table(score, digits) for score in scores if sentences]


def _aspect_table(scores: Sequence[Score], digits: int, best: bool) -> TextTable:
    """Return rows of detection, recognition and correction; P, R, F without bonus, then with it."""
    labels = _labels(scores[0])
    rows, values = [], []
    for score in scores:
        for aspect in _ASPECTS:
            row = [*_values(score, "nobonus", aspect), *_values(score, "bonus", aspect)]
            of_system = percent(score.values["precision_system"], digits) if aspect == "detection" else ""
            rows.append([score.system, aspect, *(percent(value, digits) for value in row), of_system])
            values.append(_rivals(score, row))
    marked: set[tuple[int, int]] = set()
    if best:
        for offset in range(len(_ASPECTS)):
            found = best_cells(values[offset :: len(_ASPECTS)])
            marked |= {(row * len(_ASPECTS) + offset, column + 2) for row, column in found}
    header = ["system", "", *labels, *(f"{label}+bonus" for label in labels), "P sys"]
    table = TextTable(header, rows, scores[0].title, [scores[0].signature], 2, frozenset(marked))
    if not scores[0].interval:
        return table
    at = header.index(f"{labels[-1]}+bonus" if _measure(scores[0]).bonus else labels[-1]) + 1
    ends = [score.interval.values[f"{aspect}_f"] for score in scores if score.interval for aspect in _ASPECTS]
    return insert_intervals(table, at, scores[0].interval.level, ends, digits)


def _run_tables(scores: Sequence[Score], digits: int, best: bool) -> list[TextTable]:
    """Return one row a run, without and with bonus; the second only where there are optional edits."""
    tables = {"nobonus": run_table(scores, digits, best, extra=("precision_system",))}
    if any(score.counts["optional"] for score in scores):
        tables["bonus"] = run_table(scores, digits, best, "bonus")
    if scores[0].interval:  # beside F of correction, the score
        regime = "bonus" if "bonus" in tables and _measure(scores[0]).bonus else "nobonus"
        place = 1 + len(_ASPECTS) * len(_VALUES)
        ends = [(score.interval.low, score.interval.high) for score in scores if score.interval]
        tables[regime] = insert_intervals(tables[regime], place, scores[0].interval.level, ends, digits)
    return list(tables.values())


def run_table(
    scores: Sequence[Score], digits: int, best: bool = False, regime: str = "nobonus", extra: Sequence[str] = ()
) -> TextTable:
    """Return P, R and F of every aspect, one row a run, and where asked for `extra` values."""
    labels = _labels(scores[0])
    header = ["system", *(f"{aspect[:3]} {label}" for aspect in _ASPECTS for label in labels)]
    values = [
        [*(value for aspect in _ASPECTS for value in _values(score, regime, aspect)), *map(score.values.get, extra)]
        for score in scores
    ]
    rows = [
        [score.system, *(percent(value, digits) for value in row)] for score, row in zip(scores, values, strict=True)
    ]
    rivals = [_rivals(score, row) for score, row in zip(scores, values, strict=True)]
    marked = frozenset((row, column + 1) for row, column in best_cells(rivals)) if best else frozenset()
    caption = f"{scores[0].title}{_REGIMES[regime]}"
    header += [scores[0].labels[name] for name in extra]
    return TextTable(header, rows, caption, [scores[0].signature], 1, marked)


def _count_table(scores: Sequence[Score]) -> TextTable:
    """Return the counts of every system, and how long the edits are."""
    header = ["system", *(name.replace("_", " ") for name in scores[0].counts)]
    rows = [[score.system, *map(count_cell, score.counts.values())] for score in scores]
    notes = []
    for score in scores:
        spans = score.details["spans"]
        unit = "tokens" if _measure(score).unit == "token" else "characters"
        sides = (
            f"{'those of the gold' if side == 'gold' else 'edits'} span {spans[side]['mean']:.1f} {unit} on average, "
            f"at most {spans[side]['longest']}"
            for side in ("system", "gold")
        )
        notes.append(f"{score.system}: {'; '.join(sides)}")
    return TextTable(header, rows, f"{scores[0].title}, counts", notes)


def _annotator_table(system: str, annotators: Mapping[str, Any], digits: int) -> TextTable:
    names = [f"{aspect}_{name}" for aspect in _ASPECTS for name in _VALUES]
    header = ["annotator", "gold", *(f"{name[:3]} {name.rpartition('_')[2][0].upper()}" for name in names)]
    rows = [
        [who, count_cell(item["counts"]["gold"]), *(percent(item["values"][name], digits) for name in names)]
        for who, item in annotators.items()
    ]
    return TextTable(header, rows, f"{system}, by annotator")


def _type_table(system: str, by_type: Mapping[str, Any]) -> TextTable:
    """Return how many gold edits of each type were found, as the report of the 2011 task has it."""
    found = ("detected", "recognised", "corrected")
    rows = [
        [
            type_ or "(none)",
            group,
            str(counts["gold"]),
            *(cell for name in found for cell in (str(counts[name]), f"{counts[f'{name}_percent']:.2f}")),
        ]
        for type_, groups in by_type.items()
        for group in ("required", "optional", "all")
        for counts in [groups.get(group)]
        if counts
    ]
    header = ["type", "", "gold", *(cell for name in found for cell in (name, "%"))]
    return TextTable(header, rows, f"{system}, by type", n_left=2)


def _cset_table(score: Score) -> TextTable:
    rows = [
        [
            row.details["document"],
            str(item["cset"]),
            "–" if item["reading"] is None else str(item["reading"]),
            f"{item['satisfied']} of {item['members']}",
        ]
        for row in score.sentences
        for item in row.details.get("csets", ())
    ]
    return TextTable(["document", "cset", "reading", "satisfied"], rows, f"{score.system}, consistency sets", n_left=2)


def _document_table(score: Score, digits: int) -> TextTable:
    rows = [
        [
            row.details.get("document", str(row.index + 1)),
            "" if row.reference is None else str(row.reference),
            *(percent(row.values[name], digits) for name in score.labels),
        ]
        for row in score.sentences
    ]
    return TextTable(
        ["document", "annotator", *score.labels.values()], rows, f"{score.title}, {score.system}", n_left=2
    )


def to_xml(scores: Sequence[Score]) -> str:
    """Return scores as the programs of the shared tasks wrote them: results with counts and scores.

    Several results stand side by side in `runs`. The option `bonus` of the measure decides what the scores are.
    """
    if not scores or any(score.measure != "hoo" for score in scores):
        raise InputError("hoo-xml holds scores of the measure hoo only; choose it: --measure hoo")
    inner = [line for score in scores for line in _result_lines(score)]
    if len(scores) > 1:
        inner = ["<runs>", *inner, "</runs>"]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *inner])


def _result_lines(score: Score) -> Iterator[str]:
    from errata.formats.xml import attributes

    is_2011 = _measure(score).preset == "hoo2011"
    counts = {
        "gold": score.counts["gold"],
        "system": score.counts["system"],
        "optional": score.counts["optional"],
        "detected": score.counts["detected"],
        "recognised": score.counts["recognised_gold"],
        "corrected": score.counts["corrected_system" if is_2011 else "corrected_gold"],
        "spurious": score.counts["spurious"],
        "missed_optional": score.counts["missing_optional"],
    }
    regime = "bonus" if _measure(score).bonus else "nobonus"
    marks = [("system", score.system), ("block", score.details.get("block")), ("regime", regime)]
    yield f"<results{attributes([*marks, ('signature', score.signature)])}>"
    yield "  <counts>"
    yield from (f"    <{name}>{count}</{name}>" for name, count in counts.items())
    yield "  </counts>"
    yield "  <scores>"
    for aspect in _ASPECTS:
        yield f"    <{aspect}>"
        for name in _VALUES:
            value = score.values[f"{aspect}_{name}"]
            tag = "score" if name == "f" else name
            yield f"      <{tag}/>" if math.isnan(value) else f"      <{tag}>{value!r}</{tag}>"
        yield f"    </{aspect}>"
    yield "  </scores>"
    yield "</results>"
