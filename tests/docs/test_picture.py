"""The picture in the README."""

import importlib.util
import re
from html import unescape

from tests.support import ROOT

PICTURE = ROOT / "docs" / "terminal.svg"


def test_the_picture_shows_what_is_printed_now() -> None:
    """Every word of every command and its output; `python docs/hooks/picture.py` draws it anew."""
    spec = importlib.util.spec_from_file_location("picture", ROOT / "docs" / "hooks" / "picture.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    drawn = "".join(re.findall(r"<text [^>]*>([^<]*)</text>", PICTURE.read_text(encoding="utf-8")))
    shown = re.sub(r"\s", "", unescape(drawn))
    for command, printed in module.outputs().items():
        assert re.sub(r"\s", "", command + printed) in shown


def test_the_picture_needs_nothing_else() -> None:
    """No font is fetched."""
    assert "@font-face" not in PICTURE.read_text(encoding="utf-8")
    assert "url(http" not in PICTURE.read_text(encoding="utf-8")
