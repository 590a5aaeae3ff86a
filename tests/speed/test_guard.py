"""The guard against getting slower."""

import json
from pathlib import Path

import pytest
from benchmarks import guard
from benchmarks.__main__ import PARTS
from benchmarks.cases import LOOP, Case
from benchmarks.commands import SUBJECTS
from benchmarks.measuring import Cost
from benchmarks.originals import originals
from tests.support import shared

from errata.measures import available_measures


def case(name: str, *seconds: float) -> Case:
    """Return a case that costs so much, one measurement after the other."""
    left = list(seconds)
    return Case(name, lambda: Cost(left.pop(0)), is_guarded=True)


@pytest.fixture
def _baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BASELINE", tmp_path / "baseline.json")
    monkeypatch.setattr(guard, "calibration", lambda runs: 0.5)
    guard.write_baseline([case("a", 1.0, 0.9, 1.2), case("b", 2.0, 2.0, 2.0)])


@pytest.mark.usefixtures("_baseline")
def test_the_baseline_is_the_least_multiple_of_the_loop() -> None:
    """Of three measurements."""
    assert json.loads(guard.BASELINE.read_text()) == {"a": 1.8, "b": 4.0}


@pytest.mark.usefixtures("_baseline")
def test_half_as_much_again_is_allowed_and_further_tries() -> None:
    """But no more, four times in a row."""
    assert guard.find_slower([case("a", 1.34), case("b", 3.1, 2.0)]) == []
    assert guard.find_slower([case("a", 1.4, 1.5, 1.6, 0.9), case("b", 2.0)]) == []
    assert guard.find_slower([case("a", 1.36, 1.4, 1.5, 1.6), case("b", 2.0)]) == [
        "a: 2.720 times the calibration loop, +51% against the baseline"
    ]


@pytest.mark.usefixtures("_baseline")
def test_baseline_and_cases_must_belong_together() -> None:
    """A new case wants a new baseline."""
    assert guard.find_slower([case("a", 1.0), case("c", 1.0)]) == [
        "b: in the baseline, but no case",
        "c: not in the baseline; store it with make bench-baseline",
    ]


def test_the_stored_baseline_has_the_cases_there_are() -> None:
    """By name."""
    guarded = {case.name for cases in PARTS.values() for case in cases() if case.is_guarded}
    assert set(json.loads(guard.BASELINE.read_text(encoding="utf-8"))) == guarded


def test_every_measure_is_measured() -> None:
    """HOO has a case of its own."""
    assert {subject.measure.partition(":")[0] for subject in SUBJECTS} | {"hoo"} == set(available_measures())


def test_the_originals_are_scaled_by_the_calibration_loop() -> None:
    """A machine half as fast takes twice as long; names of cases are names of originals."""
    shared("golden/timings.json")
    one, two = originals(0.05), originals(0.1)
    assert two == {name: 2 * time for name, time in one.items()}
    assert {subject.original for subject in SUBJECTS if subject.original} <= set(one)


def test_limits_are_for_the_speed_of_one_machine() -> None:
    """One that takes half as long for the loop must keep half of each; memory is the same everywhere."""
    limited = Case("a", lambda: Cost(1.0), limit=1.0, most_megabytes=30)
    assert [limited.is_over(Cost(0.6), yardstick) for yardstick in (LOOP, LOOP / 2)] == [False, True]
    assert [limited.is_over(Cost(0.1, megabytes), LOOP) for megabytes in (29.0, 31.0)] == [False, True]
