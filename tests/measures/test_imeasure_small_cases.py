"""Small inputs with the vectors and the printed output of the original tool (our own sentences)."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import agree, run

import errata
from errata.golden import imeasure as golden
from errata.golden.checking import scored

CASES = {case["name"]: case for case in golden.CASES}
RUNS = [(name, number) for name, case in CASES.items() for number in range(len(case["runs"]))]
CONVERTED = [name for name, case in CASES.items() if "converted_xml" in case]


def write_gold(folder: Path, case: dict[str, Any]) -> Path:
    path = folder / ("gold.m2" if "gold_m2" in case else "gold.xml")
    path.write_text(case.get("gold_m2") or case["gold_xml"], encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "number"), RUNS)
def test_counts_of_the_original(name: str, number: int) -> None:
    """Every vector of every sentence, both aspects, and the numbers made of them."""
    agree(golden.check_case(CASES[name], number))


@pytest.mark.parametrize("name", CASES)
def test_both_aspects_say_the_same_in_their_details(name: str) -> None:
    """The counts are the vectors of the aspect; small sentences are always proved."""
    gold = golden.read_gold(CASES[name])
    lines = CASES[name]["hyp"] + [""] * (len(gold) - len(CASES[name]["hyp"]))
    found, other = (scored(gold, lines, errata.IMeasure(aspect=aspect)) for aspect in ("correction", "detection"))
    assert found.details["unproved"] == []
    assert list(found.counts.values())[:5] == found.details["correction"]
    assert list(other.counts.values())[:5] == found.details["detection"]
    for row, detected in zip(found.sentences, other.sentences, strict=True):
        assert row.details == detected.details
        assert row.details["proved"]
        assert list(row.counts.values())[:5] == row.details["correction"]
        assert list(detected.counts.values())[:5] == row.details["detection"]


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize(("name", "number"), RUNS)
def test_tables_of_the_original(tmp_path: Path, name: str, number: int) -> None:
    """What `errata compat ieval` prints below its heading, to the last blank."""
    case, expected = CASES[name], CASES[name]["runs"][number]
    output = tmp_path / "out.txt"
    output.write_text("".join(f"{line}\n" for line in case["hyp"]), encoding="utf-8")
    gold = write_gold(tmp_path, case)
    ran = run("compat", "ieval", f"-hyp:{output}", f"-ref:{gold}", "-per-sent", *expected["options"].split())
    assert ran.status == 0
    heading, _, tables = ran.out.partition("\n\n")
    assert tables == expected["printed"]
    assert heading.startswith(f"Hypothesis file    : {output}\nGold standard file : {gold}\n")


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize("name", CONVERTED)
def test_m2_is_converted_as_by_the_original(tmp_path: Path, name: str) -> None:
    """Equal but for the order of attributes and the white space between elements."""
    case = CASES[name]
    original = tmp_path / "original.xml"
    original.write_text(case["converted_xml"], encoding="utf-8")
    gold, ours = write_gold(tmp_path, case), tmp_path / "ours.xml"
    assert run("convert", gold, ours).status == 0
    assert errata.read(ours).texts == errata.read(original).texts
