"""`errata selftest`."""

import json
from pathlib import Path

import pytest
from tests.support import only_compiled, run, shared_root

from errata.measures.errant.measure import Errant

NUMBERS = {
    "m2": 1_864,
    "imeasure": 4_258,
    "green": 11_960,
    "gleu": 2_011,
    "errant": 1_800,
    "cleme": 590,
    "difficulty": 5_086,
    "hoo": 10_614,
    "gain": 1_418,
}
"""How many ship, so that none is passed over unseen."""


@only_compiled
def test_all_shipped_numbers_agree() -> None:
    """Of every measure."""
    ran = run("selftest")
    assert (ran.status, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()[4:-2]]
    assert {row[0]: int(row[-1].replace(",", "")) for row in rows} == NUMBERS
    assert all(row[-1] == row[-2] for row in rows)
    assert ran.out.endswith(f"\nall {sum(NUMBERS.values()):,} numbers agree\n")


def test_corpora_are_compared_with_data() -> None:
    """Another row for each corpus."""
    ran = run("selftest", "--data", shared_root(), "--measure", "errant", "--format", "json")
    assert ran.status == 0
    record = json.loads(ran.out)
    assert record["agree"] is True
    assert [(row["measure"], row["corpus"]) for row in record["results"]] == [
        ("errant", "shipped cases"),
        ("errant", "CoNLL-2014"),
    ]
    assert all(row["numbers"] == row["agree"] > 1000 for row in record["results"])


def test_a_number_that_does_not_agree_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the expected and the found value, and status 1."""
    monkeypatch.setattr(Errant, "score", lambda self, sums: {"f": 0.5, "precision": 0.5, "recall": 0.5})
    ran = run("selftest", "--measure", "errant")
    assert ran.status == 1
    assert "\n  two_annotators, cs, category, PREP, F: expected 0.8333, found 0.5\n" in ran.out
    assert " more\n" in ran.out
    assert "numbers do not agree\n" in ran.out
    record = json.loads(run("selftest", "--measure", "errant", "--format", "json").out)
    assert record["agree"] is False
    difference = {"where": "two_annotators, cs, category, PREP, F", "expected": 0.8333, "found": 0.5}
    assert difference in record["results"][0]["differences"]


def test_a_folder_without_data_is_refused(tmp_path: Path) -> None:
    """With what it should hold."""
    ran = run("selftest", "--data", tmp_path / "nowhere")
    assert (ran.status, ran.out) == (2, "")
    assert "is not a folder; --data takes one with data/ and golden/" in ran.err
    assert run("selftest", "--data", tmp_path, "--measure", "errant").status == 2
