"""`errata plot`."""

from pathlib import Path

import pytest
from tests.support import EXAMPLES, run

import errata
from errata import Resampling

GOLD, GOOD, BOLD = (EXAMPLES / name for name in ("gold.m2", "good.txt", "bold.txt"))
QUICK = ("--samples", "200", "--measure", "m2", "--measure", "green", "--quiet")


@pytest.mark.parametrize("which", ["scores", "types", "difficulty", "agreement"])
def test_a_figure_is_that_of_the_review_and_its_caption_is_printed(tmp_path: Path, which: str) -> None:
    """As SVG, byte for byte."""
    path = tmp_path / "figure.svg"
    ran = run("plot", which, GOLD, GOOD, BOLD, *QUICK, "-o", path)
    assert ran.status == 0, ran.err
    plan = Resampling(samples=200)
    found = errata.review(GOLD, {"good": GOOD, "bold": BOLD}, measures=["m2", "green"], resampling=plan).plot(which)
    assert path.read_text(encoding="utf-8") == found.svg
    assert ran.out == f"{found.caption}\n"


def test_settings_reach_the_figure(tmp_path: Path) -> None:
    """Width, grouping and value."""
    path = tmp_path / "figure.svg"
    how = ("--width", "page", "--by", "operation", "--value", "precision")
    ran = run("plot", "types", GOLD, GOOD, *QUICK, "-o", path, *how)
    assert ran.out.startswith("Precision by operation (%) of 1 system;")
    assert 'width="455pt"' in path.read_text(encoding="utf-8")


def test_a_figure_that_does_not_fit_is_told_of(tmp_path: Path) -> None:
    """To shrink it would make its letters smaller than footnotes."""
    path, quick = tmp_path / "figure.svg", QUICK[:-1]
    many = [f"run{number}={GOOD}" for number in range(31)]
    ran = run("plot", "types", GOLD, *many, *quick, "-o", path)
    assert "points wide instead of 219, so that its numbers can be read" in ran.err
    ran = run("plot", "scores", GOLD, *many, *quick, "-o", path)
    assert "points high, more than a page of a paper; select fewer measures with --measure" in ran.err
    ran = run("plot", "scores", GOLD, GOOD, *quick, "-o", path)
    assert "points" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("score", "-o", "x.svg"), "'score' is not a plot; did you mean 'scores'?"),
        ((), "what should be drawn? '' is not a plot"),
        (("scores",), "no output file given; write: -o figure.svg"),
        (("scores", "-o", "x.gif"), "x.gif is not a figure file: the name must end in .svg, .pdf, .png"),
        (("scores", "-o", "x.svg", "--width", "poster"), "--width takes column, page or a number from 100 to 2000"),
        (("types", "-o", "x.svg", "--by", "colour"), "edits cannot be grouped by 'colour' here; there are: type"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    """Exit status 2."""
    monkeypatch.chdir(tmp_path)
    which = arguments[:1]
    files = (GOLD, GOOD, BOLD) if which else ()
    ran = run("plot", *which, *files, *arguments[1:], *QUICK)
    assert ran.status == 2
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []
