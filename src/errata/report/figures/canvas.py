"""Figure: shapes on a plane in points, for a page as SVG and for papers as SVG, PDF or PNG."""

import os
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple
from unicodedata import east_asian_width

from errata.errors import InputError
from errata.formats.writing import writing
from errata.measures.shades import INKS
from errata.records import dataclass, field
from errata.text.messages import printable

COLUMN, PAGE = 219.0, 455.0
"""Widths in points of a column and of the text of an ACL paper."""
TALLEST = 700.0
"""Height in points of the text of a page of it."""
SIZE = 7.5
"""The font size: that of footnotes, the smallest that is readable in print."""
_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_WIDTHS = {
    222: "ijl'|",
    278: " !,./:;I[\\]ft",
    333: "()-r`*",
    500: "Jckxyzsv",
    556: "0123456789abdeghnopqu?_$#L–",
    611: "FTZ",
    667: "ABEKPSVXY&",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    944: "W%@",
}
"""Widths of the letters in Helvetica, Arial and Liberation Sans, in thousandths of the font size."""
_LETTERS = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}
_OTHER = 0.6
_WIDE = 1.0
_SLACK = 1.16
"""If none of these fonts is installed, another one is used, and most are wider."""
_SUFFIXES = (".svg", ".pdf", ".png")


class Line(NamedTuple):
    """A straight line; the ink is a name in `INKS`."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: str = "ink"
    width: float = 0.6


class Text(NamedTuple):
    """A text on its base line; `anchor` is "start", "middle" or "end", `turn` its angle in degrees."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    ink: str = "ink"
    size: float = SIZE
    bold: bool = False
    turn: float = 0.0


class Dot(NamedTuple):
    """A filled circle with the text shown when a reader points at it."""

    x: float
    y: float
    radius: float
    ink: str = "mark"
    about: str = ""


class Box(NamedTuple):
    """A filled rectangle; `fill` is a name in `INKS` or a colour."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    about: str = ""


Shape = Line | Text | Dot | Box


@dataclass
class Figure:
    """A drawing with its size, its title, its caption for a paper, and the signatures of its numbers.

    `svg` is the file; `save` writes .svg, .pdf or .png, by the suffix. Notebooks show it.
    """

    title: str
    width: float
    height: float = 0.0
    caption: str = ""
    signatures: tuple[str, ...] = ()
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Add shapes on top of the existing ones."""
        self.shapes += shapes

    @property
    def svg(self) -> str:
        """The figure as a separate SVG file."""
        head = (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" {self._size(fixed=True)}'
        )
        return f'{head} font-family="{_FONT}">\n{"".join(self._content())}</svg>\n'

    @property
    def inline(self) -> str:
        """The figure as part of a page, which sets its colours and fonts and makes it as wide as fits."""
        label = escape(printable(self.title), quote=True)
        content = "".join(self._content(inline=True))
        return f'<svg {self._size(fixed=False)} role="img" aria-label="{label}">{content}</svg>'

    def _size(self, *, fixed: bool) -> str:
        shown = f'width="{_n(self.width)}pt" height="{_n(self.height)}pt" ' if fixed else ""
        return f'{shown}viewBox="0 0 {_n(self.width)} {_n(self.height)}"'

    def _content(self, inline: bool = False) -> Iterator[str]:
        yield f"<title>{_safe(self.title)}</title>\n"
        if self.caption and not inline:
            yield f"<desc>{_safe(self.caption)}</desc>\n"
        if self.signatures and not inline:
            yield f"<metadata>{chr(10).join(map(_safe, self.signatures))}</metadata>\n"
        yield from (f"{_draw(shape, inline)}\n" for shape in self.shapes)

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the figure; PDF and PNG need the extra errata[plots]."""
        suffix = check_figure(path)
        if suffix == ".svg":
            content = self.svg.encode()
        else:
            from errata.report.figures.painting import paint  # a large library, which SVG does without

            content = paint(self, suffix[1:])
        with writing(path) as stream:
            stream.write(content)


def check_figure(path: str | os.PathLike[str]) -> str:
    """Return the suffix of an output file; refuse an unknown one."""
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise InputError(f"{os.fspath(path)} is not a figure file: the name must end in {', '.join(_SUFFIXES)}")
    return suffix


def text_width(text: str, size: float = SIZE) -> float:
    """Return the maximum width of a text in any of the fonts."""
    parts = (_LETTERS.get(letter, _WIDE if east_asian_width(letter) in "WF" else _OTHER) for letter in text)
    return _SLACK * size * sum(parts)


def shortened(text: str, room: float, size: float = SIZE) -> str:
    """Return a text, shortened in the middle if it does not fit: names of runs differ at both ends."""
    text = printable(text)
    if text_width(text, size) <= room:
        return text
    for n_kept in range(len(text) - 1, 0, -1):
        shown = f"{text[: (n_kept + 1) // 2]}…{text[len(text) - n_kept // 2 :]}"
        if text_width(shown, size) <= room:
            return shown
    return "…"


def widest(texts: Sequence[str], size: float = SIZE) -> float:
    """Return how wide the widest text is."""
    return max((text_width(text, size) for text in texts), default=0.0)


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape moved to another place."""
    if isinstance(shape, Line):
        return shape._replace(x1=shape.x1 + x, x2=shape.x2 + x, y1=shape.y1 + y, y2=shape.y2 + y)
    return shape._replace(x=shape.x + x, y=shape.y + y)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _safe(text: str) -> str:
    return escape(printable(text))


def _paint_of(name: str, inline: bool, what: str = "fill") -> str:
    """Return a colour: in a page the class of an ink, whose colour the page defines, otherwise the colour itself."""
    if name in INKS:
        return f'class="{what[0]}-{name}"' if inline else f'{what}="{INKS[name]}"'
    return f'{what}="{name}"'


def _draw(shape: Shape, inline: bool) -> str:
    if isinstance(shape, Line):
        ends = f'x1="{_n(shape.x1)}" y1="{_n(shape.y1)}" x2="{_n(shape.x2)}" y2="{_n(shape.y2)}"'
        return f'<line {ends} {_paint_of(shape.ink, inline, "stroke")} stroke-width="{_n(shape.width)}"/>'
    if isinstance(shape, Text):
        turn = f' transform="rotate({_n(shape.turn)} {_n(shape.x)} {_n(shape.y)})"' if shape.turn else ""
        bold = ' font-weight="bold"' if shape.bold else ""
        place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" text-anchor="{shape.anchor}" font-size="{_n(shape.size)}"'
        return f"<text {place} {_paint_of(shape.ink, inline)}{bold}{turn}>{_safe(shape.text)}</text>"
    about = f"<title>{_safe(shape.about)}</title>" if shape.about else ""
    if isinstance(shape, Dot):
        place = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
        return f"<circle {place} {_paint_of(shape.ink, inline)}>{about}</circle>"
    place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
    return f"<rect {place} {_paint_of(shape.fill, inline)}>{about}</rect>"
