"""Heat tables: numbers in shaded cells, with named rows and columns."""

import math
from collections.abc import Callable, Sequence
from itertools import product

from errata.api.compare import Comparison
from errata.api.kinds import Grouping
from errata.measures.shades import BLUES, REDS, as_hex, letters_on, mix
from errata.report.figures.canvas import COLUMN, SIZE, Box, Figure, Text, shortened, text_width, widest
from errata.report.figures.scores import name_room
from errata.text.messages import plural

VALUE_NAMES = {"recall": "recall", "precision": "precision", "f": "F0.5"}
FEW = 10
"""With fewer edits a rate means little."""
_ROW = 11.5
_LEAST = 13.0
"""A cell must hold two digits."""
_MOST_ROWS = 25


def draw_kinds(
    grouping: Grouping,
    systems: Sequence[str],
    order: Sequence[int],
    *,
    value: str = "recall",
    width: float = COLUMN,
    rows: int = _MOST_ROWS,
) -> Figure:
    """Return systems across, in a given order, and kinds of errors down, most frequent first.

    Kinds with a natural order keep it.
    """
    groups = grouping.groups[:rows]
    numbers = [[group.value(value, place) for place in order] for group in groups]
    labels = [group.name for group in groups]
    few = [group.n_gold < FEW for group in groups]
    beside = [str(group.n_gold) for group in groups]
    title = f"{VALUE_NAMES[value]} by {grouping.title}"
    names = [systems[place] for place in order]
    figure = _heat(
        f"{title[:1].upper()}{title[1:]}", labels, names, numbers, width, whole_percent, ("edits", beside), few
    )
    left_out = len(grouping.groups) - len(groups)
    figure.caption = (
        f"{title[:1].upper()}{title[1:]} (%) of {plural(len(systems), 'system')}"
        + (", best score first" if len(systems) > 1 else "")
        + "; edits: how many the gold has"
        + (f"; rows of fewer than {FEW} are in grey" if any(few) else "")
        + (f"; the {left_out} rarest rows are left out" if left_out else "")
        + ". –: nothing to count."
    )
    return figure


def whole_percent(part: float) -> str:
    """Return a share in percent without decimals, where only nothing is 0 and only everything is 100.

    >>> [whole_percent(part) for part in (0.0, 0.004, 0.5, 0.996, 1.0)]
    ['0', '<1', '50', '>99', '100']
    """
    if 0 < part < 0.005:
        return "<1"
    return ">99" if 0.995 < part < 1 else f"{100 * part:.0f}"


def _correlation(value: float) -> str:
    """Return a correlation in the style of papers.

    >>> [_correlation(value) for value in (1.0, 0.824, -0.06, 0.0)]
    ['1', '.82', '−.06', '0']
    """
    shown = f"{abs(value):.2f}"
    if float(shown) == 0:
        return "0"
    return ("−" if value < 0 else "") + ("1" if shown == "1.00" else shown[1:])


def draw_agreement(comparison: Comparison, *, width: float = COLUMN) -> Figure:
    """Return how similarly each pair of measures ranks the systems: Kendall's tau-b."""
    titles = [item.title for item in comparison.measures]
    taus = {(one, two): 1.0 if one == two else math.nan for one, two in product(titles, titles)}
    for pair in comparison.agreements:
        taus[pair.first, pair.second] = taus[pair.second, pair.first] = pair.kendall
    numbers = [[taus[one, two] for two in titles] for one in titles]
    n_systems = len(comparison.measures[0].scores)
    figure = _heat("Agreement of measures", titles, titles, numbers, width, _correlation)
    figure.caption = (
        f"How similarly two measures rank the {n_systems} systems: Kendall's τ-b, from 1 (the same order, blue) over 0 "
        "(none in common) to -1 (the opposite order, red); –: one of them ties all systems."
    )
    return figure


def _heat(
    title: str,
    labels: Sequence[str],
    columns: Sequence[str],
    numbers: Sequence[Sequence[float]],
    width: float,
    written: Callable[[float], str],
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
            _cell(figure, (left + place * cell, y, cell, base), number, written, f"{label}, {columns[place]}", is_few)
        if beside[1]:
            figure.add(Text(end, base, beside[1][row], "end", "soft"))
    figure.height = top + len(labels) * _ROW + 2
    return figure


def _cell(
    figure: Figure,
    place: tuple[float, float, float, float],
    part: float,
    written: Callable[[float], str],
    about: str,
    is_few: bool,
) -> None:
    x, y, width, base = place
    if math.isnan(part):
        figure.add(Text(x + width / 2, base, "–", "middle", "soft"))
        return
    shown = written(part)
    if is_few:
        figure.add(Text(x + width / 2, base, shown, "middle", "soft"))
        return
    colour = mix(BLUES if part >= 0 else REDS, 0.9 * abs(part))
    figure.add(Box(x + 0.4, y + 0.4, width - 0.8, _ROW - 0.8, as_hex(colour), f"{about}: {shown}"))
    figure.add(Text(x + width / 2, base, shown, "middle", letters_on(colour)))
