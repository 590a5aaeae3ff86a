"""Runs that fail: scores below a bound, warnings where they count as errors."""

from dataclasses import replace
from typing import Any

import pytest
from tests.measures.lower import ErrorRate
from tests.support import EXAMPLES, run

import errata
from errata import InputError
from errata.cli.gates import parse_bounds, shortfalls

GOLD, GOOD, BOLD, ODD = (EXAMPLES / name for name in ("gold.m2", "good.txt", "bold.txt", "paraphrase.txt"))


@pytest.mark.parametrize("command", [("score",), ("compare", "--samples", 100)])
def test_a_score_below_its_bound_fails(command: tuple[object, ...]) -> None:
    """With status 1, every system and measure that fell short on standard error, and the result as ever."""
    name, *settings = command
    arguments = (name, GOLD, GOOD, BOLD, "--measure", "m2", "--measure", "green", *settings, "--quiet")
    plain, held = run(*arguments), run(*arguments, "--fail-under", "m2=0.65", "--fail-under", "green=0.8")
    assert (held.status, held.out, held.err) == (0, plain.out, "")
    failed = run(*arguments, "--fail-under", "m2=0.7", "--fail-under", "green=0.95")
    assert (failed.status, failed.out) == (1, plain.out)
    assert failed.err.splitlines() == [
        "errata: failed: bold: m2 is 0.650155, below 0.7",
        "errata: failed: good: green is 0.917797, below 0.95",
        "errata: failed: bold: green is 0.80338, below 0.95",
    ]


def test_bounds_follow_the_direction_of_a_measure() -> None:
    """Of a rate of errors the higher score falls short; equal to the bound is enough, and undefined never is."""
    texts: dict[str, Any] = {"sources": ["a", "b"], "references": [["x", "y"]], "measures": [ErrorRate()]}
    scores = errata.score(**texts, outputs={"half": ["x", "b"], "none": ["a", "b"]}).scores
    assert shortfalls(scores, {"error_rate": 0.5}) == ["none: error_rate is 1, above 0.5"]
    assert shortfalls(scores, {"error_rate": 2.0}) == []
    close = replace(scores[0], score=0.5 + 1e-12)
    assert shortfalls([close], {"error_rate": 0.5}) == ["half: error_rate is 0.500000000001, above 0.5"]
    undefined = replace(scores[0], system="output", score=float("nan"))
    assert shortfalls([undefined], {"error_rate": 1.0}) == ["output: error_rate is nan, above 1"]


def test_a_setting_has_a_bound_of_its_own() -> None:
    """Named as tables do; the bare name will do where there is only one."""
    measures = ("--measure", "green:unit=char", "--measure", "green")
    ran = run("score", GOLD, BOLD, *measures, "--quiet", "--fail-under", "green:unit=char=0.999")
    assert ran.status == 1
    assert ran.err.startswith("errata: failed: bold: green:unit=char is 0.")
    assert parse_bounds(["m2=0.35", "green:unit=char=.8"]) == {"m2": 0.35, "green:unit=char": 0.8}


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        (["m2"], "--fail-under takes MEASURE=X, such as m2=0.35, not 'm2'"),
        (["=1"], "not '=1'"),
        (["m2=nan"], "not 'm2=nan'"),
        (["m2=.3", "m2=.4"], "--fail-under names m2 twice"),
        (["m2=35"], "--fail-under m2=35: scores go up to 1; for 35 % write 0.35"),
        (["m3=.3"], "m3 is not among the scores; there are: m2, green, green:n=2"),
        (["green:n=9=.3"], "green:n=9 is not among the scores"),
    ],
)
def test_bounds_that_mean_nothing_are_refused(bounds: list[str], message: str) -> None:
    """Before anything is printed, with status 2."""
    given = [word for bound in bounds for word in ("--fail-under", bound)]
    measures = ("--measure", "m2", "--measure", "green", "--measure", "green:n=2")
    ran = run("score", GOLD, GOOD, *measures, *given)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_a_bare_name_of_several_settings_is_refused() -> None:
    """Which of them is meant cannot be known."""
    result = errata.score(GOLD, GOOD, measures=["green:n=2", "green:n=3"])
    with pytest.raises(InputError, match="green names several settings; there are: green:n=2, green:n=3"):
        shortfalls(result.scores, {"green": 0.5})


@pytest.mark.parametrize("command", [("score",), ("compare", BOLD, "--samples", 1000)])
def test_warnings_are_errors_where_strictness_is_asked_for(command: tuple[object, ...]) -> None:
    """No result is printed, the status is 2, and silence is no way out; without warnings nothing changes."""
    name, *more = command
    ran = run(name, GOLD, ODD, *more, "--measure", "m2", "--strict", "--quiet")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("errata: error: ")
    assert "lines share few words with their source" in ran.err
    fine = run(name, GOLD, GOOD, *more, "--measure", "m2", "--strict")
    assert (fine.status, fine.err) == (0, "")
