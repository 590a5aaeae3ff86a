"""Scores as dots with whiskers: which system is best under a measure, and how certain that is."""

from collections.abc import Sequence

from errata.api.compare import MeasureComparison
from errata.report.figures.canvas import COLUMN, SIZE, Dot, Figure, Line, Text, moved, shortened, text_width, widest
from errata.report.plots import Axis
from errata.report.writers import percent
from errata.text.messages import plural

_ROW = 11.5
_GAP = 4.0
_HEAD = 12.0
_FOOT = 24.0
_MOST_NAME = 80.0
_GUTTER = 17.0
"""The gap between the columns of an ACL paper, so that two panels fill its page."""
_BETWEEN = 6.0
_MOST_TICKS = 8


def draw_scores(measures: Sequence[MeasureComparison], *, width: float = COLUMN, digits: int = 2) -> Figure:
    """Return one panel per measure, in as many columns as fit; systems are ordered by score."""
    figure = Figure(_title(measures), width)
    n_columns = min(len(measures), max(1, int((width + _GUTTER) // (COLUMN + _GUTTER))))
    room = (width - (n_columns - 1) * _GUTTER) / n_columns
    panels = [_panel(item, room, digits) for item in measures]
    for first in range(0, len(panels), n_columns):
        row = panels[first : first + n_columns]
        top = figure.height + (_BETWEEN if first else 0.0)
        for place, panel in enumerate(row):
            figure.add(*(moved(shape, place * (room + _GUTTER), top) for shape in panel.shapes))
        figure.height = top + max(panel.height for panel in row)
    figure.caption = _caption(measures)
    return figure


def _title(measures: Sequence[MeasureComparison]) -> str:
    return f"Scores of {plural(len(measures[0].scores), 'system')} under {', '.join(item.title for item in measures)}"


def _caption(measures: Sequence[MeasureComparison]) -> str:
    first = measures[0].scores[0]
    said = f"Scores (%) under {', '.join(item.title for item in measures)}"
    if first.interval:
        said += (
            f" with {100 * first.interval.level:.10g}% bootstrap intervals ({first.interval.samples} samples of "
            f"{first.interval.units} {first.works_on})"
        )
    if any(item.pairs for item in measures):
        said += ". Right: the score and the ranks that no significant difference excludes"
    if any(standing.group > 1 for item in measures for standing in item.standings):
        said += "; all systems above a line are significantly better than all below it"
    lower = ", ".join(item.title for item in measures if item.better == "lower")
    return f"{said}. Lower is better under {lower}." if lower else f"{said}."


def _panel(item: MeasureComparison, width: float, digits: int) -> Figure:
    """Return one measure; a line separates systems from those that are significantly worse."""
    figure = Figure(item.title, width)
    rows = sorted(zip(item.scores, item.standings, strict=True), key=lambda row: row[1].rank)
    names = [shortened(score.system, _MOST_NAME) for score, _ in rows]
    numbers = [percent(score.score, digits) for score, _ in rows]
    # Without tests nothing excludes a rank, and there is nothing to tell.
    ranks = [_span(standing.best_rank, standing.worst_rank) if item.pairs else "" for _, standing in rows]
    left = widest(names) + 6
    number_at = figure.width - widest([*ranks, "ranks" if item.pairs else ""]) - 6
    right = number_at - widest(numbers) - 6
    label = next(iter(item.scores[0].labels.values()))
    better = ", lower is better" if item.better == "lower" else ""
    head = f"{item.title} {label}" if label.lower() not in item.title.lower() else item.title
    figure.add(Text(0, SIZE, shortened(f"{head} (%){better}", right, SIZE), bold=True))
    if item.pairs:
        figure.add(Text(figure.width, SIZE, "ranks", "end", "soft"))
    start, stop = _HEAD + _GAP, _HEAD + _GAP + _ROW * len(rows)
    ends = [end for score, _ in rows if score.interval for end in (score.interval.low, score.interval.high)]
    axis = Axis([100 * value for value in (*ends, *(score.score for score, _ in rows))], left + 4, right - 2)
    for value, tick in _ticks(axis):
        figure.add(Line(axis.at(value), start, axis.at(value), stop, "grid", 0.5))
        figure.add(Text(axis.at(value), stop + SIZE + 2, tick, "middle", "soft"))
    for place in range(1, len(rows)):
        if rows[place][1].group != rows[place - 1][1].group:
            figure.add(Line(0, start + place * _ROW, width, start + place * _ROW, "soft", 0.5))
    for place, (score, _) in enumerate(rows):
        middle = start + (place + 0.5) * _ROW
        base = middle + 0.36 * SIZE
        figure.add(Text(left, base, names[place], "end"), Text(number_at, base, numbers[place], "end"))
        figure.add(Text(figure.width, base, ranks[place], "end", "soft"))
        if score.score != score.score:  # not defined
            continue
        about = f"{score.system}: {numbers[place]}"
        if score.interval:
            low, high = (axis.at(100 * end) for end in (score.interval.low, score.interval.high))
            about += f" [{percent(score.interval.low, digits)}, {percent(score.interval.high, digits)}]"
            figure.add(Line(low, middle, high, middle, "mark", 1.2))
            figure.add(*(Line(end, middle - 2, end, middle + 2, "mark", 1.2) for end in (low, high)))
        figure.add(Dot(axis.at(100 * score.score), middle, 2.6, "mark", about))
    figure.height = stop + _FOOT - 10
    return figure


def _ticks(axis: Axis) -> list[tuple[float, str]]:
    """Return values of an axis with how they are written: as many as do not run into each other."""
    for most in range(_MOST_TICKS, 2, -1):
        ticks = [(value, f"{value:.6g}") for value in axis.ticks(most)]
        if len(ticks) < 2 or widest([tick for _, tick in ticks]) + 3 <= axis.at(ticks[1][0]) - axis.at(ticks[0][0]):
            break
    return ticks


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def name_room(names: Sequence[str]) -> float:
    """Return the width needed for names of systems or types."""
    return min(_MOST_NAME, max((text_width(name) for name in names), default=0.0))
