"""`errata compat green|sgreen|mgreen` against the originals' output."""

from pathlib import Path

import pytest
from tests.support import run, shared, transcript, write_file


def test_the_transcript_of_the_originals_is_reproduced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command, byte for byte."""
    calls = transcript("green")
    assert len(calls) == 12
    monkeypatch.chdir(shared("golden/green/cli"))
    for command, expected in calls:
        ran = run("compat", *command.split())
        assert (ran.status, ran.err) == (0, ""), command
        assert ran.out.rstrip("\n") == expected.rstrip("\n"), command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write = write_file(tmp_path)
    write("s", b"a b c d\re f g h\r\ni j k l")
    write("r", "a b c x\ne f g h\ni j k l\n")
    write("r2", "a b c y\ne f g h\ni j k l\nmore\n")
    write("o", "a b c x\ne f g h\ni j k l\n")
    write("short", "a\n")
    write("empty", "")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_files_are_read_as_the_original_reads_them() -> None:
    """A lone CR ends a line; a longer reference among several is cut."""
    ran = run("compat", "green", "-s", "s", "-r", "r", "r2", "-c", "o", "-b", "-2")
    assert ran.out == "alpha\t0.20\nbeta\t-2.00\no\t100.00\n"
    zipped = run("compat", "sgreen", "-s", "s", "-r", "r", "-c", "o", "r2")
    assert zipped.out == "100.00\t66.87\n100.00\t100.00\n100.00\t100.00\n"
    assert run("compat", "mgreen", "-s", "s", "-r", "r", "-c", "o", "-v").out.endswith("o\t100.00\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["green", "-s", "s", "-r", "r", "-c", "short"], "short has 1 line but s has 3"),
        (["green", "-s", "s", "-r", "short", "-c", "o"], "short has 1 line but s has 3"),
        (["green", "-s", "s", "-r", "r", "-c", "o", "-n", "0"], "-n: takes a whole number from 1 to 100, not '0'"),
        (["green", "-s", "s", "-r", "r", "-c", "o", "-b", "inf"], "beta inf cannot be printed"),
        (["mgreen", "-s", "empty", "-r", "empty", "-c", "empty"], "empty is empty"),
        (
            ["green", "-s", "s", "-r", "r", "-c", "o", "-d", "27"],
            "takes a whole number from 0 to 20, not '27'",
        ),
        (["sgreen", "-v", "-s", "s", "-r", "r", "-c", "o", "-b", "1e200"], "beta 1e+200 cannot be printed"),
        (["m2score"], "no program 'm2score' to imitate; there are: m2scorer, ieval, green"),
    ],
)
def test_what_the_originals_refuse_is_refused(arguments: list[str], message: str) -> None:
    """With a message instead of a traceback."""
    ran = run("compat", *arguments)
    assert ran.status == 2
    assert message in ran.err
