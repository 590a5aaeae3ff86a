"""Shades of heat maps and tables."""

from errata.measures.shades import BLUES, REDS, letters_on, luminance, mix


def test_shades_keep_their_order_without_colour_and_can_be_read_on() -> None:
    """Luminance falls from level to level; black or white has a contrast of at least 4.5 on each."""
    for palette in (REDS, BLUES):
        luminances = [luminance(mix(palette, level / 20)) for level in range(21)]
        assert luminances == sorted(luminances, reverse=True)
        assert len(set(luminances)) == 21
        for level, light in enumerate(luminances):
            ink = 1.0 if letters_on(mix(palette, level / 20)) == "#fff" else 0.0
            high, low = max(ink, light), min(ink, light)
            assert (high + 0.05) / (low + 0.05) >= 4.5
