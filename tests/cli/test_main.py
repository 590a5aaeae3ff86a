"""The command itself."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import COMPILED, EXAMPLES, only_posix, run, write_file

import errata
from errata import __version__
from errata.cli import COMMANDS


def test_version_says_how_the_kernels_run() -> None:
    """Compiled or interpreted."""
    ran = run("--version")
    assert ran.status == 0
    assert ran.out.startswith(f"errata {__version__} ({'compiled' if COMPILED else 'interpreted'} kernels")


def test_without_arguments_there_is_help() -> None:
    """Every command is listed, with an example to begin with."""
    ran = run()
    assert ran.status == 0
    assert "errata demo" in ran.out
    for name, about in COMMANDS.items():
        assert f"{name:12}{about}" in ran.out
    assert run("--help").out == ran.out


@pytest.mark.parametrize(
    ("name", "hint"), [("scor", "did you mean 'score'? There are: demo"), ("xyz", "there are: demo")]
)
def test_unknown_commands_are_refused(name: str, hint: str) -> None:
    """With the nearest name, or all of them."""
    for ran in (run(name), run(name, "gold.m2", "out.txt")):
        assert ran.status == 2
        assert hint in ran.err


def test_a_full_disk_ends_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback."""

    def full(_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("errata.cli.formats.run", full)
    ran = run("formats")
    assert (ran.status, ran.err) == (2, "errata: error: No space left on device\n")


def test_an_error_of_the_system_names_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong alone would not tell where."""

    def missing(_: object) -> int:
        raise FileNotFoundError(2, "No such file or directory", "/nowhere/x")

    monkeypatch.setattr("errata.cli.formats.run", missing)
    ran = run("formats")
    assert (ran.status, ran.err) == (2, "errata: error: /nowhere/x: No such file or directory\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    """Which opens with what it does, and an example before the arguments are listed."""
    ran = run(name, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"usage: errata {name}")
    usage, described, *_ = re.split(r"\n\n(?=positional arguments:|options:)", ran.out)[0].split("\n\n", 1)
    assert re.search(rf"[Ff]or\s+example[^:]*:.*?errata {name}\b", described, flags=re.DOTALL), usage


def test_runs_as_a_module_and_survives_a_closed_pipe() -> None:
    """`python -m errata … | head -1` ends quietly: the reader is gone before a line is written."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "errata", "measures"]
    ran = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (0, "")


def run_with(redirection: str, *arguments: object) -> "subprocess.CompletedProcess[str]":
    """Run the command from a shell that redirects, or closes, its streams."""
    command = [sys.executable, "-m", "errata", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(Path(errata.__file__).parent.parent)}
    shell = ["sh", "-c", f'"$@" {redirection}', "sh", *command]
    return subprocess.run(shell, capture_output=True, text=True, check=False, env=environment)


@only_posix
def test_closed_standard_error_stops_no_work(tmp_path: Path) -> None:
    """`2>&-`: results are printed and written, errors end with their status; only remarks are lost."""
    scored = run_with("2>&-", "score", EXAMPLES / "gold.m2", EXAMPLES / "good.txt")
    assert (scored.returncode, scored.stdout) == (0, run("score", EXAMPLES / "gold.m2", EXAMPLES / "good.txt").out)
    assert run_with("2>&-", "convert", EXAMPLES / "gold.m2", tmp_path / "x.jsonl").returncode == 0
    assert run("convert", EXAMPLES / "gold.m2", tmp_path / "y.jsonl").status == 0
    assert (tmp_path / "x.jsonl").read_bytes() == (tmp_path / "y.jsonl").read_bytes()
    for wrong in (["score", "none.m2", "none.txt"], ["scor"], ["score", "--weird"]):
        failed = run_with("2>&-", *wrong)
        assert (failed.returncode, failed.stdout, failed.stderr) == (2, "", "")


@only_posix
def test_closed_standard_output_stops_what_cannot_be_told(tmp_path: Path) -> None:
    """`>&-`: files are written; whatever is to be printed ends with a message and status 2."""
    told = "errata: error: standard output is closed, so the result cannot be printed; open it or redirect it to a file"
    out = tmp_path / "x.jsonl"
    done = run_with(">&-", "convert", EXAMPLES / "gold.m2", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(out.read_bytes().splitlines()) > 100
    for command in (
        ["score", EXAMPLES / "gold.m2", EXAMPLES / "good.txt", "--measure", "gleu"],
        ["convert", EXAMPLES / "gold.m2", "-", "--to", "jsonl"],
        ["validate", EXAMPLES / "gold.m2"],
        ["--version"],
        ["score", "--help"],
    ):
        failed = run_with(">&-", *command)
        assert (failed.returncode, failed.stderr) == (2, f"{told}\n"), command
    assert run_with(">&- 2>&-", "measures").returncode == 2


def test_interruption_shows_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 130, as shells expect."""

    def stop(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("errata.cli.formats.run", stop)
    ran = run("formats")
    assert (ran.status, ran.err) == (130, "errata: interrupted\n")


@pytest.mark.parametrize(("asked", "same"), [(["help"], ["--help"]), (["help", "score"], ["score", "--help"])])
def test_help_is_what_the_option_shows(asked: list[str], same: list[str]) -> None:
    """Of everything, or of a command."""
    assert run(*asked) == run(*same)


TABLE = "wrong,right,ours\nHe go home today .,He goes home today .,He goes home today .\nOk .,Ok .,Ok .\n"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("score", ("--measure", "green")),
        ("compare", ("--measure", "green", "--samples", "100")),
        ("explain", ("--measure", "green", "--sentence", "1")),
        ("difficulty", ("--extract", "errata")),
        ("validate", ()),
    ],
)
def test_every_command_that_reads_tables_takes_columns(command: str, options: tuple[str, ...], tmp_path: Path) -> None:
    """Of outputs, and of gold."""
    write = write_file(tmp_path)
    m2 = "S He go home today .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n\nS Ok .\n\n"
    gold, one, two = write("gold.m2", m2), write("one.csv", TABLE), write("two.csv", TABLE)
    outputs = (one, two) if command == "compare" else (one,)
    said = ("--columns", "source=wrong,output=ours,reference=right")
    with_columns, without = (run(command, gold, *outputs, *options, *more) for more in (said, ()))
    assert (with_columns.status, without.status) == (0, 1 if command == "validate" else 2)
    assert "has the columns wrong, right, ours" in " ".join((without.out + without.err).split())
    if command != "difficulty":
        assert run(command, write("gold.csv", TABLE), *outputs, *options, *said).status == 0
