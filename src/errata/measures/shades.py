"""Colours that colour-blind people can distinguish, that keep their order in grey, and on which text is readable."""

from collections.abc import Sequence

Colour = tuple[int, int, int]

INKS = {"ink": "#1a1a1a", "soft": "#595959", "grid": "#d9d9d9", "mark": "#0072b2", "band": "#f2f2f2"}
"""The colours of lines, letters and marks, by name; pages use the same names for light and dark."""
BLUES: tuple[Colour, ...] = ((247, 251, 255), (198, 219, 239), (107, 174, 214), (33, 113, 181), (8, 48, 107))
REDS: tuple[Colour, ...] = ((255, 245, 240), (252, 187, 161), (251, 106, 74), (203, 24, 29), (103, 0, 13))
"""Monotonic from light to dark, so that shades keep their order for everyone and in print."""


def mix(palette: Sequence[Colour], part: float) -> Colour:
    """Return the colour at a fraction, from 0 to 1, of a palette."""
    place = min(max(part, 0.0), 1.0) * (len(palette) - 1)
    low = min(int(place), len(palette) - 2)
    r, g, b = (
        round(one + (two - one) * (place - low)) for one, two in zip(palette[low], palette[low + 1], strict=True)
    )
    return r, g, b


def luminance(colour: Colour) -> float:
    """Return the relative luminance as the accessibility guidelines (WCAG 2) define it."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (value / 255 for value in colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def letters_on(colour: Colour) -> str:
    """Return black or white, whichever is more readable on the colour; the contrast is at least 4.5.

    >>> letters_on((255, 245, 240)), letters_on((103, 0, 13))
    ('#000', '#fff')
    """
    light = luminance(colour)
    return "#fff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000"


def as_hex(colour: Colour) -> str:
    """Return a colour as style sheets write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
