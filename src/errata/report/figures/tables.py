"""Heat tables: numbers in shaded cells, with named rows and columns."""

import math
from collections.abc import Callable, Sequence
from itertools import chain, product

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
_LEAST = 11.0
"""A cell must hold two digits; where more are written it is wider."""
_LEAST_NAME = 40.0
_MOST_CELL = 40.0
_MOST_HEAD = 70.0
_LEAN = 0.72
"""How far a name that is turned by 45 degrees goes to the right, for its length."""
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
    few = [[group.base(value, place) < FEW for place in order] for group in groups]
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
        + (f"; rates of fewer than {FEW} edits are in grey" if any(map(any, few)) else "")
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
        "(none in common) to −1 (the opposite order, red); –: one of them ties all systems."
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
    few: Sequence[Sequence[bool]] = (),
) -> Figure:
    figure = Figure(title, width)
    shown = [["–" if math.isnan(number) else written(number) for number in values] for values in numbers]
    names = [shortened(name, _MOST_HEAD) for name in columns]
    room = widest([beside[0], *beside[1]]) + 5 if beside[1] else 0.0
    left, cell, turn = _columns(name_room(labels) + 6, names, room, widest(list(chain(*shown))), width)
    end = left + cell * len(columns) + room
    figure.width = max(width, end)  # rather a wider figure than numbers that cannot be read
    top = {0: SIZE + 5, -45: widest(names) * 0.85 + 8, -90: widest(names) + 8}[turn]
    for place, name in enumerate(names):
        x = left + (place + 0.5) * cell
        if turn:
            figure.add(Text(x + (-2 if turn == -45 else 0.36 * SIZE), top - 4, name, "start", turn=turn))
        else:
            figure.add(Text(x, top - 4, name, "middle"))
    if beside[1]:
        figure.add(Text(end, top - 4, beside[0], "end", "soft"))
    for row, (label, values) in enumerate(zip(labels, numbers, strict=True)):
        y = top + row * _ROW
        base = y + 0.5 * _ROW + 0.36 * SIZE
        is_few = few[row] if few else [False] * len(values)
        figure.add(Text(left - 4, base, shortened(label, left - 6), "end", "soft" if all(is_few) else "ink"))
        for place, number in enumerate(values):
            about = f"{label}, {columns[place]}: {shown[row][place]}"
            _cell(figure, (left + place * cell, y, cell, base), number, shown[row][place], about, is_few[place])
        if beside[1]:
            figure.add(Text(end, base, beside[1][row], "end", "soft"))
    figure.height = top + len(labels) * _ROW + 2
    return figure


def _columns(left: float, names: Sequence[str], room: float, least: float, width: float) -> tuple[float, float, int]:
    """Return the room of the labels, the width of a cell, and how far the names above are turned.

    As little as there is room for: names that lean must not lean out of the figure.
    """
    least = max(_LEAST, least)
    if _LEAST_NAME <= (rest := width - room - least * len(names)) < left:
        left = rest  # shorter labels, where the figure fits with them
    cell = min((width - left - room) / len(names), _MOST_CELL)
    if widest(names) <= cell - 2:
        return left, cell, 0
    leaning = [(width - left + 2 - _LEAN * text_width(name)) / (place + 0.5) for place, name in enumerate(names)]
    if min(cell, *leaning) >= least:
        return left, min(cell, *leaning), -45
    return left, max(cell, least), -90


def _cell(
    figure: Figure,
    place: tuple[float, float, float, float],
    part: float,
    shown: str,
    about: str,
    is_few: bool,
) -> None:
    x, y, width, base = place
    if is_few or math.isnan(part):
        figure.add(Text(x + width / 2, base, shown, "middle", "soft"))
        return
    colour = mix(BLUES if part >= 0 else REDS, 0.9 * abs(part))
    figure.add(Box(x + 0.4, y + 0.4, width - 0.8, _ROW - 0.8, as_hex(colour), about))
    figure.add(Text(x + width / 2, base, shown, "middle", letters_on(colour)))
