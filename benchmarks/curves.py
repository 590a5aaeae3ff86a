"""Curves on two logarithmic axes as SVG: small, without fonts or scripts, and the same bytes for the same figures."""

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 300, 250, 46, 36, 24
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f6000", "#000000")


class Curve(NamedTuple):
    """Points with a name; one that is alone is a mark."""

    name: str
    points: Sequence[tuple[float, float]]


class Panel(NamedTuple):
    """Curves that share their axes."""

    title: str
    x: str
    y: str
    curves: Sequence[Curve]


def draw(panels: Sequence[Panel], about: str) -> str:
    """Return panels side by side; each colour stands for the same name in all of them."""
    names = list(dict.fromkeys(curve.name for panel in panels for curve in panel.curves))
    width, height = _WIDTH * len(panels), _HEIGHT + 18 * math.ceil(len(names) / 3) + 10
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" '
        'font-size="11" fill="#444">',
        f"<title>{escape(about)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for place, panel in enumerate(panels):
        lines += _panel(panel, place * _WIDTH, names)
    for place, name in enumerate(names):
        x, y = _LEFT + place % 3 * (width - _LEFT) // 3, _HEIGHT + 18 * (place // 3) + 8
        lines += [_mark(x, y - 4, _colour(name, names)), f'<text x="{x + 10}" y="{y}">{escape(name)}</text>']
    return "\n".join([*lines, "</svg>", ""])


def _panel(panel: Panel, left: int, names: Sequence[str]) -> list[str]:
    points = [point for curve in panel.curves for point in curve.points]
    (x_low, x_high), (y_low, y_high) = (_decades([point[axis] for point in points]) for axis in (0, 1))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - x_low) / (x_high - x_low)
        up = (math.log10(y) - y_low) / (y_high - y_low)
        return left + _LEFT + across * (_WIDTH - _LEFT - 16), _HEIGHT - _BOTTOM - up * (_HEIGHT - _BOTTOM - _TOP)

    lines = [f'<text x="{left + _LEFT}" y="14" font-weight="bold">{escape(panel.title)}</text>']
    for power in range(x_low, x_high + 1):
        (x, bottom), (_, top) = place(10.0**power, 10.0**y_low), place(10.0**power, 10.0**y_high)
        lines.append(f'<path d="M{x:.1f} {bottom:.1f}V{top:.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{x:.1f}" y="{bottom + 13:.1f}" text-anchor="middle">{_power(power)}</text>')
    for power in range(y_low, y_high + 1):
        (start, y), (end, _) = place(10.0**x_low, 10.0**power), place(10.0**x_high, 10.0**power)
        lines.append(f'<path d="M{start:.1f} {y:.1f}H{end:.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{start - 4:.1f}" y="{y + 4:.1f}" text-anchor="end">{_power(power)}</text>')
    middle = left + _LEFT + (_WIDTH - _LEFT - 16) / 2
    lines.append(f'<text x="{middle:.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(panel.x)}</text>')
    lines.append(f'<text x="{left + 4}" y="{_TOP - 6}" >{escape(panel.y)}</text>')
    for curve in panel.curves:
        colour = _colour(curve.name, names)
        places = [place(*point) for point in curve.points]
        if len(places) > 1:
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            lines.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        lines += [_mark(x, y, colour) for x, y in places]
    return lines


def _decades(values: Sequence[float]) -> tuple[int, int]:
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _power(power: int) -> str:
    return (
        f"{10.0**power:g}"
        if -3 < power < 4
        else "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    )


def _mark(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>'


def _colour(name: str, names: Sequence[str]) -> str:
    return _COLOURS[names.index(name) % len(_COLOURS)]
