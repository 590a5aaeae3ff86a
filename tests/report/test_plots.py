"""Plots as SVG."""

import math
import re

from errata.report.plots import Point, scatter

CROWD = {
    "AAA": (0.628, 58.33),
    "BBBB": (0.561, 59.26),
    "CCCC": (0.550, 58.94),
    "DDDD": (0.485, 56.66),
    "EEEEE": (0.456, 56.60),
    "FFF": (0.300, 55.34),
    "GGGG": (0.437, 57.26),
    "HHH": (0.506, 57.86),
    "IIII": (0.539, 56.92),
    "JJJ": (0.566, 56.55),
    "KKKK": (0.463, 57.03),
    "LLL": (0.513, 56.90),
    "MMM": (0.495, 57.27),
}
"""Points so close that a label easily stands next to that of a neighbour."""


def test_a_label_stands_nearest_to_its_own_point() -> None:
    """Otherwise it is read as the name of another one."""
    drawn = scatter(
        "a crowd",
        [Point(name, x, y, y_low=y - 1.9, y_high=y + 1.9) for name, (x, y) in CROWD.items()],
        "people",
        "measure",
    )
    points = {
        name: (float(x), float(y))
        for x, y, name in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="4"><title>(\w+):', drawn)
    }
    assert points.keys() == CROWD.keys()
    labels = {
        name: (float(x), float(y), anchor)
        for x, y, anchor, name in re.findall(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">(\w+)<', drawn)
        if name in points
    }
    assert labels.keys() == CROWD.keys()
    for name, (x, bottom, anchor) in labels.items():
        width = 7 * len(name)
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]

        def apart(other: str, left: float = left, bottom: float = bottom, width: float = width) -> float:
            across = max(left - points[other][0], points[other][0] - left - width, 0.0)
            down = max(bottom - 9 - points[other][1], points[other][1] - bottom, 0.0)
            return math.hypot(across, down)

        assert min(points, key=apart) == name
