"""Figures as PDF and PNG: matplotlib only paints the shapes; their positions are computed before."""

from io import BytesIO
from typing import Any

from errata.errors import MissingExtraError
from errata.measures.shades import INKS
from errata.report.figures.canvas import Dot, Figure, Line, Text
from errata.text.messages import printable

_DPI = 300
_FONTS = {"Helvetica": 1.0, "Arial": 1.0, "Liberation Sans": 1.0, "DejaVu Sans": 0.88}
"""The last comes with matplotlib; its letters are larger, and are scaled to the width of the others."""
_LATER = 10.0
"""Texts are on top of everything else."""


def paint(figure: Figure, form: str) -> bytes:
    """Return a figure as "pdf", with text as text and its font embedded, or as "png"."""
    try:
        import matplotlib
        from matplotlib import font_manager
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Sheet
    except ImportError:
        raise MissingExtraError(
            "PDF and PNG need matplotlib, which is not installed; pip install 'errata[plots]', or write SVG"
        ) from None
    known = {entry.name for entry in font_manager.fontManager.ttflist}
    family = next(name for name in _FONTS if name in known)
    with matplotlib.rc_context({"pdf.fonttype": 42, "font.family": family, "text.usetex": False}):
        sheet = Sheet(figsize=(figure.width / 72, figure.height / 72))
        FigureCanvasAgg(sheet)
        axes = sheet.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, figure.width), ylim=(figure.height, 0))
        axes.set_axis_off()
        for order, shape in enumerate(figure.shapes):
            _paint(axes, shape, order / len(figure.shapes), _FONTS[family])
        written = BytesIO()
        # Without a date, so that the same figure is the same file.
        about: dict[str, Any] = {"Title": figure.title}
        made_of = "\n".join(figure.signatures)
        if form == "pdf":
            about |= {"Subject": figure.caption, "Keywords": made_of, "CreationDate": None}
        else:
            about |= {"Description": figure.caption, "Comment": made_of}
        sheet.savefig(written, format=form, dpi=_DPI, metadata=about)
    return written.getvalue()


def _paint(axes: Any, shape: Any, order: float, scale: float) -> None:
    from matplotlib.patches import Circle, Rectangle

    if isinstance(shape, Line):
        colour = INKS.get(shape.ink, shape.ink)
        axes.plot([shape.x1, shape.x2], [shape.y1, shape.y2], color=colour, linewidth=shape.width, zorder=order)
    elif isinstance(shape, Text):
        axes.text(
            shape.x,
            shape.y,
            printable(shape.text),
            fontsize=shape.size * scale,
            color=INKS.get(shape.ink, shape.ink),
            ha={"start": "left", "middle": "center", "end": "right"}[shape.anchor],
            va="baseline",
            fontweight="bold" if shape.bold else "normal",
            rotation=-shape.turn,
            rotation_mode="anchor",
            parse_math=False,
            zorder=_LATER,
        )
    elif isinstance(shape, Dot):
        axes.add_patch(
            Circle((shape.x, shape.y), shape.radius, color=INKS.get(shape.ink, shape.ink), linewidth=0, zorder=order)
        )
    else:
        colour = INKS.get(shape.fill, shape.fill)
        axes.add_patch(
            Rectangle((shape.x, shape.y), shape.width, shape.height, color=colour, linewidth=0, zorder=order)
        )
