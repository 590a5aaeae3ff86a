"""Difficulty as bars: how many systems miss each kind of error."""

import math
from collections.abc import Sequence

from errata.api.kinds import RANGES, Grouping
from errata.report.figures.canvas import COLUMN, SIZE, Box, Figure, Line, Text, shortened, text_width, widest
from errata.report.figures.scores import name_room
from errata.report.figures.tables import FEW, whole_percent

_ROW = 11.0
_MOST_ROWS = 25
_TICKS = (0, 25, 50, 75, 100)


def draw_difficulty(
    grouping: Grouping, systems: Sequence[str], *, width: float = COLUMN, rows: int = _MOST_ROWS
) -> Figure:
    """Return the share of systems that miss an edit of each kind, without the rarest kinds.

    The hardest come first, except that ranges keep their order.
    """
    known = [group for group in grouping.groups if group.n_gold >= FEW] or list(grouping.groups)
    known = [group for group in known if not math.isnan(group.difficulty)]
    groups = known[:rows]
    if grouping.name not in RANGES:
        groups.sort(key=lambda group: -group.difficulty)
    one = len(systems) == 1
    left_out = len(known) - len(groups)
    figure = Figure(f"Difficulty by {grouping.title}", width)
    left = name_room([group.name for group in groups]) + 6
    beside = [str(group.n_gold) for group in groups]
    right = width - widest([*beside, "edits"]) - 6
    top, stop = SIZE + 5, SIZE + 5 + _ROW * len(groups)
    figure.add(Text(width, SIZE + 1, "edits", "end", "soft"))
    for tick in _TICKS:
        x = left + (right - left) * tick / 100
        figure.add(Line(x, top, x, stop, "grid", 0.5), Text(x, stop + SIZE + 2, str(tick), "middle", "soft"))
    for place, group in enumerate(groups):
        y = top + place * _ROW
        base = y + 0.5 * _ROW + 0.36 * SIZE
        share = group.difficulty
        about = f"{group.name}: {whole_percent(share)}% missed"
        figure.add(Text(left - 4, base, shortened(group.name, left - 6), "end"))
        end = left + (right - left) * share
        figure.add(Box(left, y + 0.8, max(end - left, 0.5), _ROW - 1.6, "mark", about))
        shown = whole_percent(share)
        if text_width(shown) + 6 < end - left:
            figure.add(Text(end - 3, base, shown, "end", "#fff"))
        else:
            figure.add(Text(end + 3, base, shown))
        figure.add(Text(width, base, beside[place], "end", "soft"))
    across = "% of edits missed" if one else "% of systems that miss an edit"
    figure.add(Text((left + right) / 2, stop + 2 * SIZE + 5, across, "middle", "soft"))
    figure.height = stop + 2 * SIZE + 8
    figure.caption = (
        f"Difficulty by {grouping.title}: "
        + (f"the share of the gold's edits that {systems[0]} misses; " if one else "")
        + ("" if one else f"the mean share of the {len(systems)} systems that miss an edit of the gold; ")
        + f"edits: how many the gold has (kinds with fewer than {FEW} are left out"
        + (f", and the last {left_out} of the others" if left_out else "")
        + ")."
    )
    return figure
