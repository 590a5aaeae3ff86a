"""Heat tables: numbers in shaded cells, rows and columns with names."""

import math
from collections.abc import Sequence
from itertools import product

from errata.api.compare import Comparison
from errata.api.kinds import Grouping
from errata.measures.shades import BLUES, as_hex, letters_on, mix
from errata.report.figures.canvas import COLUMN, SIZE, Box, Figure, Text, shortened, text_width, widest
from errata.report.figures.scores import name_room
from errata.text.messages import plural

VALUE_NAMES = {"recall": "recall", "precision": "precision", "f": "F0.5"}
FEW = 10
"""Of fewer edits a rate says little."""
_ROW = 11.5
_LEAST = 13.0
"""A cell must hold two digits."""
_MOST_ROWS = 25


def draw_kinds(
    grouping: Grouping, systems: Sequence[str], *, value: str = "recall", width: float = COLUMN, rows: int = _MOST_ROWS
) -> Figure:
    """Return systems across and kinds of errors down, most frequent first where they have no order of their own."""
    groups = grouping.groups[:rows]
    numbers = [[100 * group.value(value, place) for place in range(len(systems))] for group in groups]
    labels = [group.name for group in groups]
    few = [group.n_gold < FEW for group in groups]
    beside = [str(group.n_gold) for group in groups]
    title = f"{VALUE_NAMES[value]} by {grouping.title}"
    figure = _heat(f"{title[:1].upper()}{title[1:]}", labels, systems, numbers, 100.0, width, ("edits", beside), few)
    left_out = len(grouping.groups) - len(groups)
    figure.caption = (
        f"{title[:1].upper()}{title[1:]} (%) of {plural(len(systems), 'system')}; edits: how many the gold has"
        + (f"; rows of fewer than {FEW} are in grey" if any(few) else "")
        + (f"; the {left_out} rarest rows are left out" if left_out else "")
        + ". –: nothing to count."
    )
    return figure


def draw_agreement(comparison: Comparison, *, width: float = COLUMN) -> Figure:
    """Return how alike each two measures rank the systems: Kendall's tau-b."""
    titles = [item.title for item in comparison.measures]
    taus = {(one, two): 1.0 if one == two else math.nan for one, two in product(titles, titles)}
    for pair in comparison.agreements:
        taus[pair.first, pair.second] = taus[pair.second, pair.first] = pair.kendall
    numbers = [[100 * taus[one, two] for two in titles] for one in titles]
    n_systems = len(comparison.measures[0].scores)
    figure = _heat("Agreement of measures", titles, titles, numbers, 100.0, width)
    figure.caption = (
        f"How alike two measures rank the {n_systems} systems: Kendall's τ-b × 100 (100: the same order, -100: the "
        "opposite; –: one of them ties all systems)."
    )
    return figure


def _heat(
    title: str,
    labels: Sequence[str],
    columns: Sequence[str],
    numbers: Sequence[Sequence[float]],
    full: float,
    width: float,
    beside: tuple[str, Sequence[str]] = ("", ()),
    few: Sequence[bool] = (),
) -> Figure:
    figure = Figure(title, width)
    left = name_room(labels) + 6
    room = widest([beside[0], *beside[1]]) + 5 if beside[1] else 0.0
    cell = (width - left - room) / max(len(columns), 1)
    if cell < _LEAST:  # rather a wider figure than unreadable numbers
        cell = _LEAST
        figure.width = left + room + cell * len(columns)
    cell = min(cell, 40.0)
    names = [shortened(name, 70) for name in columns]
    is_turned = widest(names) > cell - 2
    top = (widest(names) * 0.85 + 8) if is_turned else SIZE + 5
    for place, name in enumerate(names):
        x = left + (place + 0.5) * cell
        if is_turned:
            figure.add(Text(x - 2, top - 4, name, "start", turn=-45))
        else:
            figure.add(Text(x, top - 4, name, "middle"))
    if is_turned:  # the last name leans out to the right
        figure.width = max(figure.width, left + cell * len(columns) + 0.72 * text_width(names[-1]))
    end = left + room + cell * len(columns)
    if beside[1]:
        figure.add(Text(end, top - 4, beside[0], "end", "soft"))
    for row, (label, values) in enumerate(zip(labels, numbers, strict=True)):
        y = top + row * _ROW
        base = y + 0.5 * _ROW + 0.36 * SIZE
        is_few = bool(few) and few[row]
        figure.add(Text(left - 4, base, shortened(label, left - 6), "end", "soft" if is_few else "ink"))
        for place, number in enumerate(values):
            _cell(figure, (left + place * cell, y, cell, base), number / full, f"{label}, {columns[place]}", is_few)
        if beside[1]:
            figure.add(Text(end, base, beside[1][row], "end", "soft"))
    figure.height = top + len(labels) * _ROW + 2
    return figure


def _cell(figure: Figure, place: tuple[float, float, float, float], part: float, about: str, is_few: bool) -> None:
    x, y, width, base = place
    if math.isnan(part):
        figure.add(Text(x + width / 2, base, "–", "middle", "soft"))
        return
    shown = f"{100 * part:.0f}"
    if is_few:
        figure.add(Text(x + width / 2, base, shown, "middle", "soft"))
        return
    colour = mix(BLUES, 0.9 * part)
    figure.add(Box(x + 0.4, y + 0.4, width - 0.8, _ROW - 0.8, as_hex(colour), f"{about}: {shown}"))
    figure.add(Text(x + width / 2, base, shown, "middle", letters_on(colour)))
