"""`errata constants`."""

import json
from pathlib import Path

import pytest
from tests.support import run, write_file

import errata
from errata.cli import main

GOLD = "S He go home .\nA 1 2|||V|||goes|||REQUIRED|||-NONE-|||0\nA 1 2|||V|||went|||REQUIRED|||-NONE-|||1\n\n"
ONE = "S He go home .\nA 1 2|||V|||goes|||REQUIRED|||-NONE-|||0\n\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = write_file(tmp_path)
    write("gold.m2", GOLD)
    write("one.m2", ONE)
    write("src.txt", "He go home .\n")
    write("ref0.txt", "He goes home .\n")
    write("ref1.txt", "He went home .\n")
    write("short.txt", "He\nwent\n")
    write("out.txt", "He goes home .\n")
    monkeypatch.chdir(tmp_path)


def test_constants_are_learned_shown_written_and_used() -> None:
    """From annotated gold; the table has a row for each order, the signature of scores their fingerprint."""
    ran = run("constants", "gold.m2", "c.json", "--measure", "gain:unit=word,n=2")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[:5] == [
        "constants of gain, 1 sentence, 2 references",
        "order  h del  h ins  λ del  λ ins      Z",
        "────────────────────────────────────────",
        "    1  1.000  0.000  1.000  0.000  2.000",
        "    2  1.000  0.000  1.000  0.000  4.000",
    ]
    constants = errata.read_constants("c.json")
    assert f"constants:{constants.fingerprint}|unit:word|n:2|rate:overlap|gold:{constants.gold}" in ran.out
    measure = "gain:unit=word,n=2,constants=c.json"
    scored = run("score", "one.m2", "out.txt", "--measure", measure, "--format", "json")
    [score] = json.loads(scored.out)["scores"]
    assert score["score"] == 1.0
    assert f"|constants:{constants.fingerprint}|" in score["signature"]
    assert score["experimental"] == errata.Gain.experimental


def test_plain_references_give_the_same_numbers() -> None:
    """Only the fingerprint of the gold is another."""
    run("constants", "gold.m2", "c.json")
    run("constants", "--source", "src.txt", "--reference", "ref0.txt", "--reference", "ref1.txt", "d.json")
    found, expected = (json.loads(Path(name).read_text()) for name in ("d.json", "c.json"))
    assert {**found, "gold": ""} == {**expected, "gold": ""}


def test_constants_go_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """And nothing else does."""
    assert main(["constants", "gold.m2", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert (json.loads(out)["sentences"], err) == (1, b"")


def test_constants_may_take_the_place_of_constants() -> None:
    """But of nothing else."""
    assert run("constants", "gold.m2", "c.json").status == 0
    assert run("constants", "gold.m2", "c.json", "--measure", "gain:n=2").status == 0
    assert errata.read_constants("c.json").n == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["one.m2", "c.json"], "one.m2 has one reference; give gold by two or more annotators"),
        (["gold.m2"], "1 file given (gold.m2), but errata constants takes GOLD and CONSTANTS"),
        (["gold.m2", "gold.m2"], "CONSTANTS gold.m2 would overwrite an input"),
        (["gold.m2", "out.txt"], "CONSTANTS out.txt would overwrite a file that holds no constants (out.txt:"),
        (["gold.m2", "c.json", "--measure", "green"], "--measure takes gain with unit, n and rate here, not 'green'"),
        (["--reference", "ref0.txt", "c.json"], "--reference also needs --source"),
        (
            ["--source", "src.txt", "--reference", "ref0.txt", "--reference", "short.txt", "c.json"],
            "short.txt has 2 lines but src.txt has 1",
        ),
        (["src.txt", "c.json"], "src.txt"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    """With status 2, and nothing written."""
    ran = run("constants", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert not Path("c.json").exists()
    assert Path("gold.m2").read_text() == GOLD
