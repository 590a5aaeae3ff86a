"""Small inputs with the vectors and the printed output of the original tool (our own sentences)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.support import GOLDEN, run

import errata
from errata import Corpus, IMeasure, Score

RATES = {
    "i": "i",
    "wacc": "wacc",
    "wacc_base": "wacc_base",
    "accuracy": "acc",
    "f": "f",
    "precision": "p",
    "recall": "r",
}


@cache
def cases() -> dict[str, dict[str, Any]]:
    text = (GOLDEN / "imeasure" / "small_cases.json").read_text(encoding="utf-8")
    return {case["name"]: case for case in json.loads(text)["cases"]}


RUNS = [(name, number) for name, case in cases().items() for number in range(len(case["runs"]))]
CONVERTED = [name for name, case in cases().items() if "converted_xml" in case]


def write_gold(folder: Path, case: dict[str, Any]) -> Path:
    path = folder / ("gold.m2" if "gold_m2" in case else "gold.xml")
    path.write_text(case.get("gold_m2") or case["gold_xml"], encoding="utf-8")
    return path


def read_options(text: str) -> dict[str, Any]:
    given = dict(option.partition(":")[::2] for option in text.split())
    return {
        "maximise": given.get("-max", "cwacc"),
        "weight": float(given.get("-w", "2")),
        "beta": float(given.get("-b", "1")),
        "mix": "-nomix" not in given,
        "optimise": "corpus" if given.get("-opt") == "corpus" else "sentence",
    }


def score(gold: Corpus, lines: list[str], **options: Any) -> Score:
    return errata.score(gold, {"it": lines}, measures=[IMeasure(**options)]).scores[0]


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize(("name", "number"), RUNS)
def test_counts_of_the_original(tmp_path: Path, name: str, number: int) -> None:
    """Every vector of every sentence, both aspects, and the numbers made of them."""
    case, expected = cases()[name], cases()[name]["runs"][number]
    gold = errata.read(write_gold(tmp_path, case))
    lines = case["hyp"] + [""] * (len(gold) - len(case["hyp"]))
    options = read_options(expected["options"])
    found = score(gold, lines, **options)
    other = score(gold, lines, aspect="detection", **options)
    assert len(found.sentences) == len(expected["sentences"])
    for row, detected, wanted in zip(found.sentences, other.sentences, expected["sentences"], strict=True):
        details = row.details
        assert details == detected.details
        assert details["correction"] == wanted["cor"] == list(row.counts.values())[:5]
        assert details["detection"] == wanted["det"] == list(detected.counts.values())[:5]
        assert details["correction_baseline"] == wanted["base_cor"]
        assert details["detection_baseline"] == wanted["base_det"]
        assert (details["combinations"], details["references"]) == (wanted["n_comb"], wanted["n_refs"])
        assert details["tied"] == wanted["n_tied"]
        assert details["reference_text"] in wanted.get("tied_refs", [wanted["ref"]])
        assert details["proved"]
        assert row.values["i"] == wanted["i"]
        assert row.values["wacc"] == wanted["wacc"]
        assert detected.values["i"] == wanted["det_i"]
        assert detected.values["wacc"] == wanted["det_wacc"]
    for aspect, made in (("cor", found), ("det", other)):
        wanted = expected["corpus"][aspect]
        assert list(made.counts.values())[:5] == wanted["counts"]
        assert made.values == {ours: wanted[theirs] for ours, theirs in RATES.items()}
    assert found.details["unproved"] == []
    assert found.details["correction"] == expected["corpus"]["cor"]["counts"]
    assert found.details["detection_baseline"] == expected["corpus"]["det"]["base_counts"]


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize(("name", "number"), RUNS)
def test_tables_of_the_original(tmp_path: Path, name: str, number: int) -> None:
    """What `errata compat ieval` prints below its heading, to the last blank."""
    case, expected = cases()[name], cases()[name]["runs"][number]
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
    case = cases()[name]
    original = tmp_path / "original.xml"
    original.write_text(case["converted_xml"], encoding="utf-8")
    gold, ours = write_gold(tmp_path, case), tmp_path / "ours.xml"
    assert run("convert", gold, ours, "--lossy").status == 0  # of several corrections the first is written
    assert errata.read(ours).sentences == errata.read(original).sentences
