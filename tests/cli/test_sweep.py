"""`errata score --sweep`: tables, JSON, TSV and the page."""

import json
from pathlib import Path

from tests.support import EXAMPLES, run

GOLD = [EXAMPLES / "gold.m2", EXAMPLES / "good.txt", EXAMPLES / "bold.txt"]


def test_a_sweep_is_a_table_with_a_row_for_each_value(tmp_path: Path) -> None:
    """Systems are columns; the page has a plot of the same."""
    page = tmp_path / "sweep.html"
    ran = run("score", *GOLD, "--sweep", "green:beta=1..2/0.5", "--html", page)
    assert (ran.status, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()[1:6]]
    assert rows[0] == ["beta", "good", "bold"]
    assert [row[0] for row in rows[2:]] == ["1", "1.5", "2"]
    html = page.read_text(encoding="utf-8")
    assert html.count("<polyline") == 2
    assert "http" not in html.replace("http-equiv", "")


def test_json_and_tsv_have_every_score() -> None:
    """One object, or row, for each value and system."""
    found = json.loads(run("score", *GOLD, "--sweep", "m2:beta=0..1", "--format", "json").out)["sweeps"][0]
    assert (found["measure"], found["option"]) == ("m2", "beta")
    assert [(row["system"], row["value"]) for row in found["scores"]] == [
        ("good", 0.0),
        ("bold", 0.0),
        ("good", 1.0),
        ("bold", 1.0),
    ]
    assert found["scores"][0]["score"] == found["scores"][0]["values"]["precision"]
    lines = run("score", *GOLD, "--sweep", "m2:beta=0..1", "--format", "tsv").out.splitlines()
    assert lines[0].split("\t")[:5] == ["system", "measure", "option", "value", "score"]
    assert len(lines) == 5


def test_what_a_sweep_cannot_show_is_refused(tmp_path: Path) -> None:
    """And --html without it, and a page over a file that is read or is none."""
    sweep = ("--sweep", "green:beta=0..1")
    for more, message in (
        (["--sentences"], "--sentences cannot be combined with --sweep"),
        (["--measure", "m2"], "--measure cannot be combined with --sweep"),
        (["--interval"], "--interval cannot be combined with --sweep"),
        (["--html", EXAMPLES / "good.txt"], "would overwrite an input"),
    ):
        ran = run("score", *GOLD, *sweep, *more)
        assert (ran.status, ran.out) == (2, ""), more
        assert message in ran.err
    other = tmp_path / "notes.txt"
    other.write_text("mine", encoding="utf-8")
    assert "not an HTML page" in run("score", *GOLD, *sweep, "--html", other).err
    assert "add --sweep" in run("score", *GOLD, "--html", tmp_path / "x.html").err
