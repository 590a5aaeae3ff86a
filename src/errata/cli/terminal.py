"""What the terminal can and its user wants."""

import os
import sys


def has_colour() -> bool:
    """Tell whether standard output is a terminal that shows colours to someone who wants them (NO_COLOR)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
