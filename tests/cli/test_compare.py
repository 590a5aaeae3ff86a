"""`errata compare`, and intervals of `errata score`."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import EXAMPLES, run, write_file

GOLD, GOOD, BOLD = (EXAMPLES / name for name in ("gold.m2", "good.txt", "bold.txt"))


def test_systems_are_compared_and_workers_change_nothing() -> None:
    """The same bytes for 1, 2 and 8 workers."""
    command = ["compare", GOLD, GOOD, BOLD, "--measure", "m2", "--samples", "100", "--format", "json"]
    one, two, eight = (run(*command, "--workers", n) for n in (1, 2, 8))
    assert (one.status, one.err) == (0, "")
    assert one.out == two.out == eight.out
    data = json.loads(one.out)
    assert [score["system"] for score in data["measures"][0]["scores"]] == ["good", "bold"]
    assert data["measures"][0]["pairs"][0]["first"] == "good"
    assert data["comparison"]["samples"] == 100


def test_plain_references_and_edits_work_as_for_score() -> None:
    """The commands share their inputs."""
    sources = EXAMPLES / "unchanged.txt"
    ran = run("compare", "--source", sources, "--reference", GOOD, BOLD, sources, "--extract", "errata", "--quiet")
    assert ran.status == 0
    assert "errant: systems" in ran.out
    assert "Agreement of measures" in ran.out


def test_clusters_are_read_from_a_file(tmp_path: Path) -> None:
    """One label a line; they change the interval and the signature, and must pair with the sentences."""
    write = write_file(tmp_path)
    labels = write("labels.txt", [str(n // 5) for n in range(150)])
    command = ["score", GOLD, GOOD, "--measure", "green", "--interval", "--samples", "50", "--format", "json"]
    plain, clustered = run(*command), run(*command, "--clusters", labels)
    [one], [two] = (json.loads(ran.out)["scores"] for ran in (plain, clustered))
    assert (one["interval"]["units"], two["interval"]["units"]) == (150, 30)
    assert "|clusters:" in two["signature"]
    ran = run(*command, "--clusters", write("short.txt", ["a", "b"]))
    assert (ran.status, ran.out) == (2, "")
    assert "short.txt has 2 cluster labels for 150 sentences; give one for each" in ran.err


def test_score_shows_intervals_in_every_format() -> None:
    """Beside the score, with all that made them in the signature; JSON as documented."""
    command = [
        "score",
        GOLD,
        GOOD,
        "--measure",
        "m2",
        "--interval",
        "--samples",
        "200",
        "--seed",
        "7",
        "--level",
        "0.9",
    ]
    ran = run(*command)
    assert ran.status == 0
    assert ran.out.split("\n")[1].split() == ["system", "F0.5", "90%", "interval", "P", "R"]
    assert "|interval:percentile-0.9|bootstrap:200|seed:7" in ran.out
    [item] = json.loads(run(*command, "--format", "json").out)["scores"]
    interval = item["interval"]
    assert {key: interval[key] for key in ("level", "samples", "seed", "method", "units")} == {
        "level": 0.9,
        "samples": 200,
        "seed": 7,
        "method": "percentile",
        "units": 150,
    }
    assert interval["low"] < item["score"] < interval["high"]
    assert interval["values"]["f"] == [interval["low"], interval["high"]]
    [row] = csv.DictReader(io.StringIO(run(*command, "--format", "csv").out))
    assert (float(row["interval_low"]), float(row["interval_high"])) == (interval["low"], interval["high"])
    assert ran.out.split("\n")[3].split()[:3] == ["good", "92.36", f"[{100 * interval['low']:.2f},"]
    for form in ("markdown", "latex"):
        low, high = (f"{100 * interval[end]:.2f}" for end in ("low", "high"))
        assert f"[{low}, {high}]" in run(*command, "--format", form).out
    assert "interval" not in run("score", GOLD, GOOD, "--measure", "m2", "--format", "json").out


def test_plain_scores_do_without_numpy() -> None:
    """Loading it takes longer than most runs."""
    code = f"""
import sys
from errata.cli import main
assert main(["score", {str(GOLD)!r}, {str(GOOD)!r}, "--measure", "green", "--measure", "m2"]) == 0
assert "numpy" not in sys.modules, "numpy was loaded"
assert main(["score", {str(GOLD)!r}, {str(GOOD)!r}, "--measure", "green", "--interval", "--samples", "9"]) == 0
assert "numpy" in sys.modules
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_sentence_rows_have_no_interval() -> None:
    """A flat table leaves their cells empty."""
    ran = run(
        "score", GOLD, GOOD, "--measure", "green", "--interval", "--samples", "20", "--sentences", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert len(rows) == 151
    assert rows[0]["interval_low"] != ""
    assert {row["interval_low"] for row in rows[1:]} == {""}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", GOLD, GOOD], "a comparison needs at least two systems, but only 'good' is given"),
        (["compare", GOLD], "no system output given"),
        (["compare", GOLD, GOOD, BOLD, "--samples", "0"], "--samples takes a whole number from 8 to 10000000, not '0'"),
        (["compare", GOLD, GOOD, BOLD, "--level", "95"], "--level takes a number from 0.01 to 0.9999, not '95'"),
        (["compare", GOLD, GOOD, BOLD, "--test", "t"], "invalid choice: 't'"),
        (["compare", GOLD, GOOD, BOLD, "--clusters", "nowhere.txt"], "nowhere.txt does not exist"),
        (["compare", GOLD, GOOD, BOLD, "--digits", "99"], "--digits takes a whole number from 0 to 15, not '99'"),
        (["score", GOLD, GOOD, "--seed", "1"], "--seed only applies to intervals; add --interval"),
        (["score", GOLD, GOOD, "--interval", "--method", "x"], "invalid choice: 'x'"),
    ],
)
def test_mistakes_end_with_status_2(arguments: list[object], message: str) -> None:
    """One message, nothing on standard output."""
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err
