"""What GLEU's originals print in addition to scores, for comparison."""

from typing import TYPE_CHECKING

from errata.measures.data import Selections

if TYPE_CHECKING:
    from errata.golden.cases import Run


def interval(run: "Run") -> list[float | None]:
    """Return the ends of the interval; the scripts have none if nothing varies, and here it is a point."""
    ends = [run.score.values[end] for end in ("low", "high")]
    return [None if ends[0] == ends[1] == run.score.score else end for end in ends]


def first_draws(run: "Run") -> list[float]:
    """Return the scores of the first five draws of references."""
    table, choice = run.score.table, run.score.choice
    if isinstance(choice, Selections):
        totals = [table.total_picked(picks) for picks, _ in zip(choice.picks, range(5), strict=False)]
    else:
        totals = [table.total(choice)] * 5
    return [run.measure.score(sums)["gleu"] for sums in totals]
