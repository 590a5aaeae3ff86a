"""`errata references` and `errata convert --mix`."""

import json
from pathlib import Path

import pytest
from tests.support import run, write_file

M2 = (
    "S He go home .\nA 1 2|||V|||goes|||REQUIRED|||-NONE-|||0\nA 1 2|||V|||went|||REQUIRED|||-NONE-|||1\n\n"
    "S It rain now .\nA 1 2|||V|||rains|||REQUIRED|||-NONE-|||0\nA 2 3|||A|||today|||REQUIRED|||-NONE-|||1\n\n"
)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write_file(tmp_path)("gold.m2", M2)


def test_an_overview_counts_errors_and_combinations(gold: Path) -> None:
    """One row for each sentence."""
    found = json.loads(run("references", gold, "-f", "json").out)["sentences"]
    assert found == [
        {"line": 1, "errors": 1, "required": 1, "combinations": 2, "doubtful": 0},
        {"line": 2, "errors": 2, "required": 0, "combinations": 4, "doubtful": 2},
    ]


def test_the_references_of_a_sentence_are_listed(gold: Path) -> None:
    """With whose correction each error has."""
    rows = run("references", gold, "--sentence", "2", "-f", "tsv").out.splitlines()
    assert rows[1:] == [
        "0\t– –\tIt rain now .",
        "1\t– 1\tIt rain today .",
        "2\t0 –\tIt rains now .",
        "3\t0 1\tIt rains today .",
    ]
    assert run("references", gold, "--sentence", "3").err == (f"errata: error: there is no sentence 3; {gold} has 2\n")


def test_doubtful_sentences_can_be_left_out(gold: Path, tmp_path: Path) -> None:
    """The numbers of the others are written for --only."""
    ran = run("references", gold, "--doubtful", "--write-only", tmp_path / "sure.txt")
    assert "doubtful errors, in 1 of 2 sentences" in ran.out
    assert (tmp_path / "sure.txt").read_text() == "0\n"


def test_mixed_gold_has_an_annotator_for_every_combination(gold: Path, tmp_path: Path) -> None:
    """Nothing is written where a sentence has too many, unless the loss is allowed."""
    assert run("convert", gold, tmp_path / "mixed.m2", "--mix").status == 0
    mixed = (tmp_path / "mixed.m2").read_text().split("\n\n")[1].splitlines()
    assert [line.rsplit("|||", 1)[1] for line in mixed[1:]] == ["0", "1", "2", "3", "3"]
    refused = run("convert", gold, tmp_path / "few.m2", "--mix", "3")
    assert refused.status == 2
    assert "sentence 2: 4 combinations" in refused.err
    assert not (tmp_path / "few.m2").exists()
    assert "1 sentences have more than 3" in run("convert", gold, tmp_path / "few.m2", "--mix", "3", "--lossy").err
