"""The curves of how cost grows, and the picture of them."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from benchmarks import scaling
from benchmarks.curves import Curve, Panel, draw
from benchmarks.measuring import Cost


def test_the_page_shows_the_figures_that_are_kept() -> None:
    """`python -m benchmarks.scaling --draw` renews picture and table."""
    assert scaling.PLOT.read_text(encoding="utf-8") == scaling.plot()
    assert scaling.table() in scaling.PAGE.read_text(encoding="utf-8")


def test_a_picture_has_every_point_and_name() -> None:
    """A curve is a line with marks, a point alone a mark; names are escaped."""
    panel = Panel("growth", "sentences", "s", [Curve("a < b", [(10, 1.0), (1000, 10.0)]), Curve("c", [(100, 2.0)])])
    drawn = ET.fromstring(draw([panel], "how it grows"))  # our own
    space = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{space}circle")) == 3 + 2
    assert sum(path.get("stroke-width") == "1.5" for path in drawn.findall(f"{space}path")) == 1
    texts = [text.text for text in drawn.findall(f"{space}text")]
    assert {"a < b", "c", "growth", "sentences", "10", "1000"} <= set(texts)


@pytest.mark.parametrize(("seconds", "said"), [(3.0, []), (6.0, ["6.00 times the time for 4 times the"])])
def test_the_guard_finds_what_grows_too_fast(
    seconds: float, said: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With sentences, with references, and with tokens."""
    monkeypatch.setattr(scaling, "write_texts", lambda path, *size: [str(size)])
    least: dict[str, str] = {}

    def cost(files: list[str], measure: str, runs: int) -> Cost:
        kind = "less" if measure not in least or least[measure] == "more" else "more"
        least[measure] = kind
        return Cost(1.0 if kind == "less" else seconds, 10.0)

    monkeypatch.setattr(scaling, "cost", cost)
    found = list(scaling.find_steep(100))
    assert len(found) == 6 * len(said)
    assert all(said[0] in item for item in found)
    if found:
        assert {item.rpartition(" ")[2] for item in found} == {"sentences", "references", "tokens"}


def test_made_up_texts_have_the_size_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than some are these over and over."""
    monkeypatch.setattr(scaling, "_ALL", 50)
    named = scaling.write_texts(tmp_path, 150, 2, 5)
    assert named[::2] == ["--source", "--reference", "--reference", str(tmp_path / "output.txt")]
    for path in tmp_path.iterdir():
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) == 150
        assert lines[:50] == lines[100:]
