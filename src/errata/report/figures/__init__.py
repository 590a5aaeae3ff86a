"""Figures for papers and pages: one drawing code; SVG written directly, PDF and PNG painted from the same shapes."""

from collections.abc import Mapping, Sequence

from errata.api.compare import Comparison, MeasureComparison
from errata.api.kinds import VALUES, grouping_of
from errata.api.review import Review
from errata.api.score import Result
from errata.errors import InputError, OptionError, suggest
from errata.measures.data import Score
from errata.report.figures.bars import draw_difficulty
from errata.report.figures.canvas import COLUMN, PAGE, Figure, check_figure
from errata.report.figures.scores import draw_scores
from errata.report.figures.tables import draw_agreement, draw_kinds
from errata.stats.ranks import stand
from errata.text.messages import quote

__all__ = ["PLOTS", "WIDTHS", "check_figure", "draw_result"]

PLOTS = {
    "scores": "the score of every system, with intervals and possible ranks",
    "types": "recall, precision or F0.5 by kind of error",
    "difficulty": "how many systems miss each kind of error",
    "agreement": "how similarly the measures rank the systems",
}
"""What can be plotted, and what it shows."""
WIDTHS: Mapping[str, float] = {"column": COLUMN, "page": PAGE}


def _width(width: float | str) -> float:
    if isinstance(width, str):
        if width not in WIDTHS:
            raise OptionError(f"width must be column, page or a number of points, not {quote(width)}")
        return WIDTHS[width]
    if not 100 <= width <= 2000:
        raise OptionError(f"width must be from 100 to 2000 points, not {width:g}")
    return float(width)


def draw_result(
    result: Review | Comparison | Result,
    which: str = "scores",
    *,
    width: float | str = "column",
    by: str | None = None,
    value: str = "recall",
    digits: int = 2,
) -> Figure:
    """Return one of `PLOTS`; `by` and `value` select the kinds of errors and the values shown.

    A `Result` can only show scores; a `Comparison` can also show how measures agree, a `Review` everything.
    """
    figure = _draw(result, which, _width(width), by, value, digits)
    figure.signatures = tuple(dict.fromkeys(score.signature for score in _shown(result, which)))
    return figure


def _shown(result: Review | Comparison | Result, which: str) -> Sequence[Score]:
    """Return the scores that a figure is made of."""
    if which in {"types", "difficulty"} and isinstance(result, Review) and result.marks:
        return result.marks.scores
    return [score for item in _measures(result) for score in item.scores]


def _draw(
    result: Review | Comparison | Result, which: str, room: float, by: str | None, value: str, digits: int
) -> Figure:
    if which not in PLOTS:
        raise OptionError(f"there is no plot called {quote(which)}; {suggest(which, list(PLOTS))}")
    if which in {"types", "difficulty"}:
        if not isinstance(result, Review):
            raise InputError(f"a plot of {which} needs the edits of the sentences; make it of errata.review(…)")
        if not result.kinds:
            raise InputError(f"a plot of {which} needs sentences, but {result.gold.called} holds documents")
        if value not in VALUES:
            raise OptionError(f"value must be {', '.join(VALUES[:-1])} or {VALUES[-1]}, not {quote(value)}")
        grouping = grouping_of(result.kinds, by or result.kinds[0].name)
        if which == "types":
            return draw_kinds(grouping, result.systems, result.order, value=value, width=room)
        return draw_difficulty(grouping, result.systems, width=room)
    if which == "scores":
        return draw_scores(_measures(result), width=room, digits=digits)
    found = result.comparison if isinstance(result, Review) else result
    if not isinstance(found, Comparison):
        raise InputError("a plot of agreement needs a comparison; make it of errata.compare(…) or errata.review(…)")
    if len(found.measures) < 2 or len(found.measures[0].scores) < 2:
        raise InputError("agreement is between two or more measures over two or more systems; give more of them")
    return draw_agreement(found, width=room)


def _measures(result: Review | Comparison | Result) -> Sequence[MeasureComparison]:
    if isinstance(result, Review):
        return result.comparison.measures
    if isinstance(result, Comparison):
        return result.measures
    groups: dict[str, list[Score]] = {}
    for score in result:
        groups.setdefault(score.title, []).append(score)
    return [
        MeasureComparison(title, tuple(scores), tuple(stand([score.merit for score in scores], ())), ())
        for title, scores in groups.items()
    ]
