"""Plots as inline SVG: points with labels and bars, lines; nothing is fetched, every text is escaped."""

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 460, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 14, 12, 44
_FONT = 11
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "currentColor")
"""Okabe and Ito's palette for the colour-blind; their black is replaced by the text colour, for dark pages too."""
_DASHES = ("", "6 3", "2 3", "8 3 2 3")


class Point(NamedTuple):
    """A labelled point with the ends of its bars, nan if it has none."""

    label: str
    x: float
    y: float
    x_low: float = math.nan
    x_high: float = math.nan
    y_low: float = math.nan
    y_high: float = math.nan


class Line(NamedTuple):
    """A named line, interrupted where a value is nan."""

    label: str
    values: Sequence[float]


class Axis:
    """A range of values and the range of pixels it is drawn on."""

    def __init__(self, values: Sequence[float], start: float, stop: float, margin: float = 0.07) -> None:
        known = [value for value in values if not math.isnan(value)] or [0.0]
        low, high = min(known), max(known)
        room = (high - low) * margin or abs(high) * 0.1 or 0.1
        self.low, self.high = low - room, high + room
        self._start, self._stop = start, stop

    def at(self, value: float) -> float:
        """Return the pixel of a value."""
        return self._start + (value - self.low) / (self.high - self.low) * (self._stop - self._start)

    def ticks(self, most: int = 8) -> list[float]:
        """Return round values within the range, at most about as many as asked for."""
        span = self.high - self.low
        step = 10.0 ** math.floor(math.log10(span))
        step = next(step * part for part in (0.1, 0.2, 0.5, 1, 2, 5, 10) if span / (step * part) <= most)
        first = math.ceil(self.low / step)
        return [number * step for number in range(first, math.floor(self.high / step) + 1)]


def _number(value: float) -> str:
    """Format a coordinate."""
    return f"{value:.1f}".removesuffix(".0")


def _text(x: float, y: float, text: str, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'


def _segment(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"/>'


def _frame(x: Axis, y: Axis, x_label: str, y_label: str, ticks: Sequence[tuple[float, str]] | None = None) -> list[str]:
    """Return grid, ticks and the labels of the axes."""
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    parts = []
    for value in y.ticks():
        parts.append(_segment(_LEFT, y.at(value), right, y.at(value), "grid"))
        parts.append(_text(_LEFT - 6, y.at(value) + 4, f"{value:.6g}", "end"))
    for value, text in ticks or [(value, f"{value:.6g}") for value in x.ticks()]:
        parts.append(_segment(x.at(value), _TOP, x.at(value), bottom, "grid"))
        parts.append(_text(x.at(value), bottom + 15, text))
    parts.append(_text((_LEFT + right) / 2, HEIGHT - 8, x_label))
    middle = (_TOP + bottom) / 2
    parts.append(_text(13, middle, y_label, extra=f' transform="rotate(-90 13 {_number(middle)})"'))
    return parts


def _svg(title: str, parts: Sequence[str], height: int = HEIGHT) -> str:
    named = escape(title)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{named}</title>{''.join(parts)}</svg>"
    )


def scatter(title: str, points: Sequence[Point], x_label: str, y_label: str) -> str:
    """Return points with bars and labels, which avoid one another if there is room."""
    xs = [value for point in points for value in (point.x, point.x_low, point.x_high)]
    ys = [value for point in points for value in (point.y, point.y_low, point.y_high)]
    x, y = Axis(xs, _LEFT, WIDTH - _RIGHT), Axis(ys, HEIGHT - _BOTTOM, _TOP)
    parts = _frame(x, y, x_label, y_label)
    # Room around each point, so that the label of one does not stand next to another.
    taken = [(x.at(p.x) - 7, y.at(p.y) - 7, x.at(p.x) + 7, y.at(p.y) + 7) for p in points if not math.isnan(p.y)]
    for point in points:
        if math.isnan(point.y) or math.isnan(point.x):
            continue
        at_x, at_y = x.at(point.x), y.at(point.y)
        if not math.isnan(point.x_low) and not math.isnan(point.x_high):
            parts.append(_segment(x.at(point.x_low), at_y, x.at(point.x_high), at_y, "bar"))
        if not math.isnan(point.y_low) and not math.isnan(point.y_high):
            parts.append(_segment(at_x, y.at(point.y_low), at_x, y.at(point.y_high), "bar"))
    circles = []  # last, so that no label hides a point
    for point in points:
        if math.isnan(point.y) or math.isnan(point.x):
            continue
        at_x, at_y = x.at(point.x), y.at(point.y)
        said = f"{point.label}: {x_label} {point.x:.3f}, {y_label} {point.y:.4g}"
        circles.append(
            f'<circle cx="{_number(at_x)}" cy="{_number(at_y)}" r="4"><title>{escape(said)}</title></circle>'
        )
        parts.append(_label(point.label, at_x, at_y, taken))
    return _svg(title, parts + circles)


def _label(text: str, x: float, y: float, taken: list[tuple[float, float, float, float]]) -> str:
    """Return the label of a point, placed where it covers least of what is already there."""
    width = 0.68 * _FONT * len(text)
    places = [
        (x + 7, y + 4, "start"),
        (x - 7, y + 4, "end"),
        (x, y - 8, "middle"),
        (x, y + 16, "middle"),
        (x + 6, y - 6, "start"),
        (x - 6, y - 6, "end"),
        (x + 6, y + 14, "start"),
        (x - 6, y + 14, "end"),
    ]

    def box(place: tuple[float, float, str]) -> tuple[float, float, float, float]:
        left = place[0] - {"start": 0, "middle": width / 2, "end": width}[place[2]]
        return left, place[1] - _FONT + 2, left + width, place[1] + 2

    def cost(place: tuple[float, float, str]) -> float:
        left, top, right, bottom = box(place)
        covered = sum(
            max(0.0, min(right, r) - max(left, a)) * max(0.0, min(bottom, b) - max(top, t)) for a, t, r, b in taken
        )
        outside = max(0.0, _LEFT - left) + max(0.0, right - WIDTH + _RIGHT) + max(0.0, _TOP - top)
        return covered + 20 * outside

    best = min(places, key=cost)
    taken.append(box(best))
    return _text(best[0], best[1], text, best[2])


def lines(
    title: str,
    drawn: Sequence[Line],
    ticks: Sequence[str],
    x_label: str,
    y_label: str,
    ends: Sequence[float] = (0.0, 1.0),
) -> str:
    """Return lines over named positions, with a colour key below; `ends` are always on the axis."""
    every = [value for line in drawn for value in line.values]
    x = Axis(range(len(ticks)), _LEFT, WIDTH - _RIGHT, 0.03)
    y = Axis([*every, *ends], HEIGHT - _BOTTOM, _TOP, 0.03)
    step = max(1, math.ceil(len(ticks) / 8))
    shown = [(float(place), text) for place, text in enumerate(ticks) if place % step == 0]
    parts = _frame(x, y, x_label, y_label, shown)
    for number, line in enumerate(drawn):
        style = f' style="stroke:{COLOURS[number % len(COLOURS)]};stroke-dasharray:{_dashes(number) or "none"}"'
        runs: list[list[str]] = [[]]
        for place, value in enumerate(line.values):
            if math.isnan(value):
                runs.append([])
            else:
                runs[-1].append(f"{_number(x.at(place))},{_number(y.at(value))}")
        parts += [f'<polyline class="line" points="{" ".join(run)}"{style}/>' for run in runs if run]
    return _svg(title, parts)


def _dashes(number: int) -> str:
    return _DASHES[(number // len(COLOURS) + number) % len(_DASHES)]


def key(labels: Sequence[str]) -> str:
    """Return the colours of lines with their names, as a list."""
    items = []
    for number, label in enumerate(labels):
        style = f"stroke:{COLOURS[number % len(COLOURS)]};stroke-dasharray:{_dashes(number) or 'none'}"
        line = f'<line class="line" x1="0" y1="5" x2="30" y2="5" style="{style}"/>'
        items.append(f'<li><svg viewBox="0 0 30 10" class="sample">{line}</svg> {escape(label)}</li>')
    return f'<ul class="key">{"".join(items)}</ul>'


def bars(title: str, labels: Sequence[str], counts: Sequence[int]) -> str:
    """Return horizontal bars with their labels and numbers, one below the other."""
    room, step = 150, 18
    scale = (WIDTH - room - 60) / (max(counts, default=0) or 1)
    parts = []
    for place, (label, count) in enumerate(zip(labels, counts, strict=True)):
        y = place * step + 4
        shown = label if len(label) <= 22 else f"{label[:21]}…"
        parts.append(_text(room - 6, y + 11, shown, "end"))
        width = _number(max(1.0, count * scale))
        said = escape(f"{label}: {count}")
        box = f'x="{room}" y="{y}" width="{width}" height="{step - 4}" fill="{COLOURS[0]}"'
        parts.append(f"<rect {box}><title>{said}</title></rect>")
        parts.append(_text(room + count * scale + 6, y + 11, f"{count:,}", "start"))
    return _svg(title, parts, len(labels) * step + 8)
