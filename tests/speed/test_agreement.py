"""Agreement with people: what the pages say is what `errata.metaevaluate` finds."""

import re

import pytest
from benchmarks import agreement
from tests.support import ROOT, only_compiled, shared

from errata.model.judgements import Judgements, RankedGroup, Ranking

SETS = {"GJG15": "GJG15", "SEEDA-S base": "SEEDA-S base", "S all 15": "SEEDA-S all"}
SETS |= {"SEEDA-E base": "SEEDA-E base", "E all 15": "SEEDA-E all"}
CALLED = {"GREEN (words)": "green"}


def tables(page: str) -> list[dict[str, dict[str, str]]]:
    """Return the tables of a page that have a column for GJG15, as cells by row and column."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        heads, _, *rows = ([cell.strip(" `") for cell in line.split("|")[1:-1]] for line in block.splitlines())
        if "GJG15" in heads and heads[0] == "":
            found.append({row[0]: dict(zip(heads[1:], row[1:], strict=True)) for row in rows})
    return found


@only_compiled
@pytest.mark.slow
def test_the_tables_of_gain_are_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the third digit, on the public data: sentences by τ, systems by r and ρ."""
    shared("data/human")
    sentences, systems = tables("gain.md")
    measures = [CALLED.get(name, name) for name in sentences]
    monkeypatch.setattr(agreement, "MEASURES", measures)
    monkeypatch.setattr(agreement, "_SAMPLES", 8)
    for column, name in SETS.items():
        [data] = [data for data in agreement.DATA if data.name == name]
        found = agreement.evaluate(data, "mean")
        for row, cells in sentences.items():
            level = found[CALLED.get(row, row)].sentence_level
            assert level
            assert level.kendall == pytest.approx(float(cells[column]), abs=0.00051), (row, column)
        for row, cells in systems.items():
            of_systems = found[CALLED.get(row, row)].system_level
            r, rho = map(float, cells[column].split(" / "))
            assert of_systems.pearson == pytest.approx(r, abs=0.00051), (row, column)
            assert of_systems.spearman == pytest.approx(rho, abs=0.00051), (row, column)


def test_the_page_has_a_place_for_every_table_and_a_row_for_every_measure() -> None:
    """As the script fills it."""
    text = agreement.PAGE.read_text(encoding="utf-8")
    places = [place["name"] for place in agreement.PLACE.finditer(text)]
    assert places == ["sentences", "systems", "people", "intervals"]
    for table in tables("agreement.md"):
        assert list(table) == [*agreement.MEASURES[:4], "gleu:variant=2016", *agreement.MEASURES[5:]]
        assert set(table["gain"]) == {data.name for data in agreement.DATA}


def test_judges_that_always_agree_are_reliable() -> None:
    """Whatever the halves."""
    groups = tuple(RankedGroup(rank, (name,)) for rank, name in enumerate("ABCD", 1))
    rankings = Judgements(tuple(Ranking(number, "Ann", groups) for number in range(8)))
    assert agreement.reliability(rankings, list("ABCD"), splits=3) == pytest.approx(1.0)
