"""The arguments that several commands take."""

import re

import pytest
from tests.support import run

from errata import InputError
from errata.cli.options import check_digits

SHARED = ("--source", "--reference", "--measure", "--extract", "--workers", "--digits", "--quiet")


@pytest.mark.parametrize("command", ["score", "compare"])
def test_commands_say_the_same_of_arguments_they_share(command: str) -> None:
    """Names, values and help, word by word."""
    shown = run(command, "--help").out
    told = {name: re.search(rf"^  {name}\b.*\n(?:   +.*\n)*", shown, flags=re.MULTILINE) for name in SHARED}
    score = run("score", "--help").out
    assert [name for name, found in told.items() if not found or found[0] not in score] == []


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        (["--meas", "m2"], "--meas m2; did you mean --measure?"),
        (["--intervals"], "--intervals; did you mean --interval?"),
        (["--mesure=m2"], "--mesure=m2; did you mean --measure?"),
        (["--xyzzy"], "--xyzzy; see --help"),
    ],
)
def test_names_of_arguments_are_not_guessed_but_suggested(given: list[str], hint: str) -> None:
    """An abbreviation could mean another argument tomorrow."""
    ran = run("score", "gold.m2", "out.txt", *given)
    assert (ran.status, ran.err.splitlines()[-1]) == (2, f"errata score: error: unrecognized arguments: {hint}")


@pytest.mark.parametrize("digits", [-1, 16])
def test_digits_that_no_number_has(digits: int) -> None:
    """0 to 15 can be printed, and None is for the format to choose."""
    for fine in (None, 0, 15):
        check_digits(fine)
    with pytest.raises(InputError, match=f"--digits takes 0 to 15, not {digits}"):
        check_digits(digits)
