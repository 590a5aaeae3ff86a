"""The arguments that several commands take."""

import re
from pathlib import Path

import pytest
from tests.support import run

import errata.cli

SHARED = ("--source", "--reference", "--measure", "--extract", "--workers", "--digits", "--quiet")


@pytest.mark.parametrize("command", ["score", "compare"])
def test_commands_say_the_same_of_arguments_they_share(command: str) -> None:
    """Names, values and help, word by word."""
    shown = run(command, "--help").out
    told = {
        name: re.search(rf"^  (?:-\w[^-]*, )?{name}\b.*\n(?:   +.*\n)*", shown, flags=re.MULTILINE) for name in SHARED
    }
    score = run("score", "--help").out
    assert [name for name, found in told.items() if not found or found[0] not in score] == []


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        (["--meas", "m2"], "--meas m2; did you mean --measure?"),
        (["--measure", "green", "--beta", "1"], "--beta 1; did you mean --measure green:beta=1?"),
        (["--unchanged=3"], "--unchanged=3; did you mean --measure m2:unchanged=3?"),
        (["--intervals"], "--intervals; did you mean --interval?"),
        (["--mesure=m2"], "--mesure=m2; did you mean --measure?"),
        (["--xyzzy"], "--xyzzy; see --help"),
    ],
)
def test_names_of_arguments_are_not_guessed_but_suggested(given: list[str], hint: str) -> None:
    """An abbreviation could mean another argument tomorrow."""
    ran = run("score", "gold.m2", "out.txt", *given)
    assert (ran.status, ran.err.splitlines()[-1]) == (2, f"errata score: error: unrecognized arguments: {hint}")


_LONG = "9" * 5000
_SCORE = ["score", "gold.m2", "out.txt"]
_EXPLAIN = ["explain", "gold.m2", "out.txt"]
_DIFFICULTY = ["difficulty", "gold.m2", "out.m2"]


@pytest.mark.parametrize(
    ("command", "argument", "taken"),
    [
        (_SCORE, "--digits", "a whole number from 0 to 15"),
        (_SCORE, "--workers", "a whole number from 1 to 256"),
        (_SCORE, "--samples", "a whole number from 8 to 10000000"),
        (_SCORE, "--seed", "a whole number from 0 to 9223372036854775807"),
        (_SCORE, "--level", "a number from 0.01 to 0.9999"),
        (_EXPLAIN, "--worst", "a whole number from 1 to 10000000"),
        (_EXPLAIN, "--width", "a whole number from 40 to 10000"),
        (_EXPLAIN, "--sentence", "numbers from 1 and ranges that go upwards, such as 3,7-9"),
        (_DIFFICULTY, "--digits", "a whole number from 0 to 15"),
        (_DIFFICULTY, "--top", "a whole number from 0 to 10000000"),
        (_DIFFICULTY, "--beta", "a number from 0 to 1000"),
        (_DIFFICULTY, "--a", "a number from -1000000 to 1000000"),
    ],
)
def test_numbers_have_bounds(command: list[str], argument: str, taken: str) -> None:
    """Beyond them there is one message, however long the number; nothing is read before."""
    shown = {_LONG: f"'{_LONG[:40]}…' (5000 characters)", "-1e999": "'-1e999'", "nan": "'nan'", "1_0": "'1_0'"}
    for value, quoted in shown.items():
        ran = run(*command, f"{argument}={value}")
        assert (ran.status, ran.err) == (2, f"errata: error: {argument} takes {taken}, not {quoted}\n")


def test_every_number_of_a_command_has_bounds() -> None:
    """None is left to `int` and `float`, which know no bounds."""
    modules = list(Path(errata.cli.__file__).parent.glob("*.py"))
    assert len(modules) > 10
    assert [path.name for path in modules if re.search(r"type=(int|float)\b", path.read_text())] == []
