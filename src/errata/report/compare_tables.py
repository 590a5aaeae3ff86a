"""A comparison of systems as tables for people: overview, standings, pairs and agreement, with what columns mean."""

import math
from collections.abc import Sequence
from dataclasses import replace

from errata.api.compare import Comparison, MeasureComparison
from errata.report.scores import ends_text, interval_label
from errata.report.tables import TextTable, percent, strong_mark
from errata.stats.paired import PairTest
from errata.stats.plan import Resampling

_TESTS = {"randomisation": "approximate randomisation", "bootstrap": "the paired bootstrap"}


def tables(comparison: Comparison, pairs: bool, digits: int, form: str) -> list[TextTable]:
    """Return the overview (of several measures), then standings and pairs of each measure, then agreement.

    Columns are explained where they first occur.
    """
    made = [_overview(comparison, digits, form)] if len(comparison.measures) > 1 else []
    for number, item in enumerate(comparison.measures):
        shown = [_standings(item, comparison, digits, form)]
        if pairs:
            shown.append(_pairs(item, comparison, digits, form))
        made += [replace(table, legend=()) for table in shown] if number else shown
    if comparison.agreements:
        made.append(_agreements(comparison))
    return made


def _order(item: MeasureComparison) -> list[int]:
    return sorted(range(len(item.scores)), key=lambda number: item.standings[number].rank)


def _score_label(item: MeasureComparison) -> str:
    score = item.scores[0]
    return next(iter(score.labels.values()))


def _overview(comparison: Comparison, digits: int, form: str) -> TextTable:
    """Return systems by measures, in the order of the first measure.

    The signatures stand below other tables, but a table of a paper may be used alone.
    """
    measures = comparison.measures
    order = _order(measures[0])
    header = ["system", *(f"{item.title} {_score_label(item)}" for item in measures)]
    rows = [
        [measures[0].scores[number].system, *(percent(item.scores[number].score, digits) for item in measures)]
        for number in order
    ]
    strong = {
        (row, column)
        for row, number in enumerate(order)
        for column, item in enumerate(measures, 1)
        if item.scores[number].system in item.best
    }
    legend = [f"Scores in percent, {_direction(measures)}; the best of each column is marked."]
    notes = [item.signature for item in measures] if form == "latex" else []
    return TextTable(header, rows, "Scores", notes, strong=strong, legend=legend)


def _direction(measures: Sequence[MeasureComparison]) -> str:
    """Say which scores are the better ones, with the exceptions where not all measures are alike."""
    lower = [item.title for item in measures if item.better == "lower"]
    if not lower:
        return "higher is better"
    return "lower is better" if len(lower) == len(measures) else f"higher is better, but lower of {', '.join(lower)}"


def _standings(item: MeasureComparison, comparison: Comparison, digits: int, form: str) -> TextTable:
    """Return the systems of a measure, best first."""
    plan = comparison.resampling
    header = ["system", _score_label(item), interval_label(plan.level), "rank", "possible ranks", "group"]
    rows = []
    order = _order(item)
    for number in order:
        score, standing = item.scores[number], item.standings[number]
        assert score.interval is not None
        rows.append(
            [
                score.system,
                percent(score.score, digits),
                ends_text(score.interval.low, score.interval.high, digits),
                str(standing.rank),
                _span(standing.best_rank, standing.worst_rank),
                str(standing.group),
            ]
        )
    strong = {(row, 1) for row, number in enumerate(order) if item.scores[number].system in item.best}
    things = _things(item, plan)
    interval = item.scores[0].interval
    assert interval is not None
    legend = [
        f"{strong_mark(form)}: the best score" + ("" if item.better == "higher" else ", that is the lowest"),
        f"interval: how far the score may be off because only these {interval.units} {things} were looked at "
        f"(bootstrap, {plan.samples} samples)",
        "rank: by the score alone; possible ranks: those that significant differences do not exclude",
        "group: every system of a group is significantly better than every system of the groups below; within a group "
        "some pairs may still differ",
        f"significant: {_TESTS[comparison.test]} of the two systems has p at most {1 - plan.level:.3g} after Holm's "
        "correction for all pairs",
    ]
    return TextTable(header, rows, f"{item.title}: systems", [item.signature], strong=strong, legend=legend)


def _things(item: MeasureComparison, plan: Resampling) -> str:
    """Return what is drawn and swapped."""
    return "clusters" if plan.clusters is not None else item.scores[0].works_on


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _p(value: float) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:.4f}" if value >= 0.00005 else f"{value:.1e}"


def _pairs(item: MeasureComparison, comparison: Comparison, digits: int, form: str) -> TextTable:
    """Return the tests of all pairs of a measure, the better score first."""
    plan = comparison.resampling
    # A page has no room for the whole words.
    difference, significant = ("diff.", "signif.") if form == "latex" else ("difference", "significant")
    header = [
        *(("higher", "lower") if item.better == "higher" else ("lower", "higher")),
        difference,
        interval_label(plan.level),
        "p (swaps)",
        "Holm",
        "p (bootstrap)",
        "Holm",
        significant,
    ]
    rows = [_pair_row(pair, comparison, digits) for pair in item.pairs]
    n_pairs = len(item.pairs)
    decides = "p (swaps)" if comparison.test == "randomisation" else "p (bootstrap)"
    legend = [
        f"{difference}: in percentage points, with its interval from {plan.samples} samples of {_things(item, plan)}",
        "p (swaps): approximate randomisation: how often a difference this large comes about when the outputs of the "
        f"two systems are swapped at random, {plan.samples} times (exact: in every way); small p: hardly by chance",
        "p (bootstrap): the same question answered by the bootstrap samples of both systems (paired bootstrap)",
        f"Holm: the p before it, made larger because several pairs are tested, here {n_pairs}",
        f"{significant}: {decides} after Holm's correction is at most {1 - plan.level:.3g}",
    ]
    return TextTable(header, rows, f"{item.title}: pairs of systems", n_left=2, legend=legend)


def _pair_row(pair: PairTest, comparison: Comparison, digits: int) -> list[str]:
    level, test = comparison.resampling.level, comparison.test
    return [
        pair.first,
        pair.second,
        percent(pair.difference, digits),
        ends_text(pair.low, pair.high, digits),
        _p(pair.randomisation.p) + (" exact" if pair.is_exact else ""),
        _p(pair.randomisation.corrected),
        _p(pair.bootstrap.p),
        _p(pair.bootstrap.corrected),
        "yes" if pair.is_significant(test, level) else "no",
    ]


def _agreements(comparison: Comparison) -> TextTable:
    def cell(value: float) -> str:
        return "–" if math.isnan(value) else f"{value:.3f}"

    rows = [[item.first, item.second, cell(item.kendall), cell(item.spearman)] for item in comparison.agreements]
    legend = [
        "How alike two measures rank the systems: 1 the same order, 0 no relation, -1 the opposite order.",
        "Kendall's tau-b looks at pairs of systems, Spearman's rho at ranks; –: a measure ranks all alike.",
    ]
    return TextTable(
        ["measure", "measure", "Kendall", "Spearman"], rows, "Agreement of measures", n_left=2, legend=legend
    )
