"""Small inputs with the printed output of the original tool (our own sentences)."""

from pathlib import Path

import pytest
from tests.support import each, golden_cases, run, scored

import errata
from errata.golden.cases import Case

CASES = golden_cases("imeasure")
RUNS = [(case, options) for case in CASES for options in case.expected]


def write_gold(folder: Path, case: Case) -> Path:
    [(suffix, text)] = case.gold.items()
    path = folder / f"gold.{suffix}"
    path.write_text(text, encoding="utf-8")
    return path


@each(CASES)
def test_both_aspects_say_the_same_in_their_details(case: Case, tmp_path: Path) -> None:
    """The counts are the vectors of the aspect; small sentences are always proved."""
    gold, lines = errata.read(write_gold(tmp_path, case)), case.output["lines"]
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
@pytest.mark.parametrize(("case", "options"), RUNS, ids=[f"{case.name} {options}" for case, options in RUNS])
def test_tables_of_the_original(tmp_path: Path, case: Case, options: str) -> None:
    """What `errata compat ieval` prints below its heading, to the last blank."""
    output = tmp_path / "out.txt"
    output.write_text("".join(f"{line}\n" for line in case.extra.get("lines", case.output["lines"])), encoding="utf-8")
    gold = write_gold(tmp_path, case)
    ran = run("compat", "ieval", f"-hyp:{output}", f"-ref:{gold}", "-per-sent", *options.replace("default", "").split())
    assert ran.status == 0
    heading, _, tables = ran.out.partition("\n\n")
    assert tables == case.expected[options]["printed"]
    assert heading.startswith(f"Hypothesis file    : {output}\nGold standard file : {gold}\n")


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@each([case for case in CASES if "converted_xml" in case.extra])
def test_m2_is_converted_as_by_the_original(tmp_path: Path, case: Case) -> None:
    """Equal but for the order of attributes and the white space between elements."""
    original = tmp_path / "original.xml"
    original.write_text(case.extra["converted_xml"], encoding="utf-8")
    gold, ours = write_gold(tmp_path, case), tmp_path / "ours.xml"
    assert run("convert", gold, ours).status == 0
    assert errata.read(ours).texts == errata.read(original).texts
