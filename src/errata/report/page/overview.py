"""The parts of a report that need no script: scores with figures, tests of pairs, findings."""

import math
import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from errata.api.compare import MeasureComparison, samples_needed
from errata.api.review import Review
from errata.findings import SEVERITIES, Finding
from errata.measures.data import Score
from errata.model import CHARACTERS
from errata.report.figures.canvas import PAGE, Figure
from errata.report.figures.scores import draw_scores
from errata.report.figures.tables import draw_agreement
from errata.report.page.data import judge
from errata.report.writers import DIGITS, percent
from errata.stats.paired import PairTest
from errata.stats.plan import Resampling
from errata.text.messages import plural, printable

_SHOWN_PLACES = 12
_SHOWN_NAMES = 4
"""The number of systems named in a sentence; of any others only the number is given."""
_SHOWN_ALIKE = 3
"""The number of findings of one kind that are shown; the others can be expanded."""


def score_table(review: Review) -> dict[str, Any]:
    """Return the scores of all systems under all measures, ordered by the first measure."""
    measures = review.comparison.measures
    many = len(review.systems) > 1
    rows = [
        {
            "system": printable(review.systems[place]),
            "cells": [
                {
                    "score": percent(item.scores[place].score, DIGITS),
                    "best": many and item.scores[place].system in item.best,
                    "may_lead": many and item.standings[place].best_rank == 1,
                }
                for item in measures
            ],
        }
        for place in review.order
    ]
    heads = [{"title": printable(item.title), "label": _label(item), "better": item.better} for item in measures]
    return {"heads": heads, "rows": rows}


def _label(item: MeasureComparison) -> str:
    return next(iter(item.scores[0].labels.values()))


def measure_panel(review: Review, item: MeasureComparison) -> dict[str, Any]:
    """Return the page's data about one measure."""
    rows = sorted(zip(item.scores, item.standings, strict=True), key=lambda row: row[1].rank)
    names = list(item.scores[0].labels)
    return {
        "title": printable(item.title),
        "label": _label(item),
        "units": item.scores[0].works_on,
        "better": item.better,
        "verdict": verdict(item, review.comparison.resampling),
        "figure": draw_scores([item], width=290.0).inline,
        "heads": [item.scores[0].labels[name] for name in names],
        "level": f"{100 * review.comparison.resampling.level:.10g}%",
        "rows": [
            {
                "system": printable(score.system),
                "values": [_value(score, name) for name in names],
                "interval": f"{percent(score.interval.low, DIGITS)} to {percent(score.interval.high, DIGITS)}"
                if score.interval
                else "",
                "rank": standing.rank,
                "possible": _span(standing.best_rank, standing.worst_rank),
                "group": standing.group,
            }
            for score, standing in rows
        ],
        "silent": printable(_systems(silent)) if (silent := _silent(item)) else "",
        "matrix": (matrix := _matrix(review, item, [score.system for score, _ in rows])),
        "at_least": any(cell and cell["p"].startswith("≤") for row in matrix for cell in row["cells"]),
        "signatures": _signatures(item),
        "experimental": item.scores[0].made_by.experimental,
    }


def _is_of_nothing(score: Score, name: str) -> bool:
    """Tell whether a value is a precision without any edits."""
    return score.proposes_nothing and "precision" in name


def _value(score: Score, name: str) -> str:
    return percent(score.values[name], DIGITS) + ("°" if _is_of_nothing(score, name) else "")


def _silent(item: MeasureComparison) -> list[str]:
    return [score.system for score in item.scores if any(_is_of_nothing(score, name) for name in score.values)]


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _signatures(item: MeasureComparison) -> list[dict[str, str]]:
    """Return the signatures, each with its systems, unless all have the same."""
    whose: dict[str, list[str]] = {}
    for score in item.scores:
        whose.setdefault(score.signature, []).append(score.system)
    return [
        {"text": printable(text), "systems": printable(", ".join(names)) if len(whose) > 1 else ""}
        for text, names in whose.items()
    ]


def verdict(item: MeasureComparison, plan: Resampling) -> str:
    """Return a sentence on which system is best, and which may be as good.

    The systems that may be as good are those that no significant difference excludes from the first rank; if there are
    too few samples for any, that says nothing about the systems.
    """
    if not item.best:
        return "No score is defined."
    if len(item.scores) == 1:
        return ""
    top = next(score for score in item.scores if score.system == item.best[0])
    shown = percent(top.score, DIGITS)
    if _is_tied(item):
        return printable(f"{_systems(item.best)} have the same score, {shown}.")
    is_lowest = " (lower is better)" if item.better == "lower" else ""
    said = f"{_have(item.best)} the best score, {shown}{is_lowest}"
    rivals = _rivals(item)
    if not rivals:
        return printable(f"{said}, and the lead is significant.")
    if _has_too_few_samples(item, plan):
        return printable(f"{said}; {plan.samples:,} samples are too few to tell whether any difference is significant.")
    return printable(f"{said}, but {_systems(rivals)} may be as good: no significant difference rules that out.")


def _has_too_few_samples(item: MeasureComparison, plan: Resampling) -> bool:
    """Tell whether no difference, however large, can be significant, because p-values are corrected for many pairs."""
    return plan.samples + 1 < samples_needed(len(item.pairs), plan)


def _is_tied(item: MeasureComparison) -> bool:
    """Tell whether all systems have the same score, so that none leads."""
    return len(item.best) == len(item.scores)


def _rivals(item: MeasureComparison) -> list[str]:
    """Return the systems without the best score that may be as good as the one with it."""
    return [
        score.system
        for score, standing in zip(item.scores, item.standings, strict=True)
        if standing.best_rank == 1 and score.system not in item.best
    ]


def headline(review: Review) -> str:
    """Return which system is best under how many measures and how certain that is; empty if there is only one."""
    measures = [item for item in review.comparison.measures if item.best]
    if len(measures) < 2 or len(review.systems) < 2:
        return ""
    leading = [item for item in measures if not _is_tied(item)]
    if not leading:
        return "All systems have the same score under every measure."
    leads: dict[tuple[str, ...], list[str]] = {}
    for item in leading:
        leads.setdefault(item.best, []).append(item.title)
    (best, under), *others = sorted(leads.items(), key=lambda lead: -len(lead[1]))
    said = f"{_have(best)} the best score under {_share(len(under), len(measures))}"
    said += "".join(f"; {_systems(names)} under {_joined(titles)}" for names, titles in others)
    tied = [item.title for item in measures if _is_tied(item)]
    if tied:
        said += f"; all systems have the same under {_joined(tied)}"
    sure = [item.title for item in leading if not _rivals(item)]
    if not sure:
        plan = review.comparison.resampling
        if _has_too_few_samples(leading[0], plan):
            return printable(f"{said}. {plan.samples:,} samples are too few to tell whether any lead is significant.")
        return printable(f"{said}. No lead is significant.")
    if len(sure) == len(leading):
        return printable(f"{said}. {'The' if len(leading) == 1 else 'Every'} lead is significant.")
    return printable(f"{said}. The lead is significant under {_joined(sure)} only.")


def _share(n: int, whole: int) -> str:
    if n < whole:
        return f"{n} of {whole} measures"
    return "both measures" if whole == 2 else f"all {whole} measures"


def _joined(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _systems(names: Sequence[str]) -> str:
    """Return the names of systems, only the first of many."""
    if len(names) <= _SHOWN_NAMES + 1:
        return _joined(names)
    return _joined([*names[:_SHOWN_NAMES], f"{len(names) - _SHOWN_NAMES} others"])


def _have(names: Sequence[str]) -> str:
    return f"{_systems(names)} {'has' if len(names) == 1 else 'have'}"


def _matrix(review: Review, item: MeasureComparison, order: Sequence[str]) -> list[dict[str, Any]]:
    """Return how far each system is behind every better one, the best first; empty above the diagonal.

    The columns of the best come first, so that a narrow window, which shows only those, has a number in every row.
    """
    known: dict[frozenset[str], PairTest] = {frozenset((pair.first, pair.second)): pair for pair in item.pairs}
    comparison = review.comparison

    def cell(row: int, column: int) -> dict[str, Any] | None:
        if column >= row:
            return None
        pair = known.get(frozenset((order[row], order[column])))
        if pair is None:
            return None
        is_bootstrap = comparison.test == "bootstrap"
        test = pair.bootstrap if is_bootstrap else pair.randomisation
        p = test.corrected
        shown = "–" if math.isnan(p) else f"{p:.3f}" if p >= 0.001 else "<0.001"
        # Chance never did as much in any sample: the p is the least that so many samples can show.
        if test.p <= 1.5 / (comparison.resampling.samples + 1) and p >= 0.001 and (is_bootstrap or not pair.is_exact):
            shown = f"≤{shown}"
        is_sure = pair.is_significant(comparison.test, comparison.resampling.level)
        return {"difference": percent(abs(pair.difference), 1), "p": shown, "sure": is_sure}

    places = range(len(order))
    return [
        {"system": printable(order[row]), "cells": [cell(row, column) for column in places[:-1]]} for row in places[1:]
    ]


def agreement_figure(review: Review) -> Figure | None:
    """Return how similarly the measures rank the systems, if there are several of both."""
    if len(review.comparison.measures) < 2 or len(review.systems) < 3:
        return None
    return draw_agreement(review.comparison, width=PAGE)


def summary(review: Review) -> str:
    """Return what was compared with what."""
    noun = review.gold.noun
    parts = [plural(len(review.systems), "system"), plural(len(review.gold), noun)]
    if review.gold.unit != CHARACTERS:
        references = len(review.gold.annotators) if review.gold.is_annotated else len(review.gold[0].references)
        parts.append(plural(references, judge(review)))
    return ", ".join([*parts, plural(len(review.comparison.measures), "measure")])


def findings_list(review: Review) -> list[dict[str, Any]]:
    """Return possible problems with the data, worst first, by kind: remedy, findings, links to sentences."""
    known = {number + 1 for number in review.numbers} if review.marks else set()
    folder = common_folder(review)
    kinds: dict[tuple[str, str, str], list[Finding]] = {}
    for found in sorted(review.findings, key=lambda item: SEVERITIES.index(item.severity)):
        kinds.setdefault((found.severity, found.code, found.remedy.command), []).append(found)
    return [
        {
            "severity": severity,
            "code": code,
            "remedy": _brief(remedy, folder),
            "first": [_finding(item, known, folder) for item in members[:_SHOWN_ALIKE]],
            "others": [_finding(item, known, folder) for item in members[_SHOWN_ALIKE:]],
        }
        for (severity, code, remedy), members in kinds.items()
    ]


def common_folder(review: Review) -> str:
    """Return the common folder of all files in the findings, with its slash; empty if there is none."""
    files = {item.file for item in review.findings if item.file and item.file.startswith("/")}
    folder = os.path.commonpath([Path(name).parent for name in files]) if files else ""
    return f"{folder}/" if len(folder) > 1 else ""


def _brief(text: str, folder: str) -> str:
    return printable(text.replace(folder, "") if folder else text)


def _finding(found: Finding, known: Collection[int], folder: str) -> dict[str, Any]:
    links = list(dict.fromkeys(place.sentence for place in found.places if place.sentence in known))
    is_said = found.message.startswith(f"{found.count} ")
    return {
        "file": _brief(found.file or "", folder),
        "message": _brief(found.words.command, folder),
        "count": 1 if is_said else found.count,
        "links": links[:_SHOWN_PLACES],
        # What is counted need not be sentences, so how many more of them there are is not known.
        "are_all": len(links) <= _SHOWN_PLACES and found.count <= len(found.places),
    }
