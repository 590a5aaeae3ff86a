"""What docs/papers.md says of CoNLL-2014 is what comes out, where the data are present."""

import re

import pytest
from tests.corpora import conll_output
from tests.support import ROOT, shared

import errata
from errata import Corpus, Score
from errata.measures.imeasure.mixing import find_doubtful, mix_annotations

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
SYSTEMS = ("CUUI", "AMU", "CAMB", "POST", "NTHU", "UMC", "RAC", "PKU", "SJTU", "UFC", "IPN", "IITB")


def rows(title: str) -> dict[str, list[str]]:
    """Return the cells of a table of the page by system."""
    part = PAGE.split(f"\n{title}\n\n")[1].split("\n\n")[0]
    cells = [re.split(r"\s*\|\s*", line.strip("| ")) for line in part.split("\n")[2:]]
    return {name: values for name, *values in cells}


@pytest.fixture(scope="module")
def gold() -> Corpus:
    """The gold with the alternatives of three teams."""
    return errata.read(shared("data/conll14/official-2014.combined-withalt.m2"))


@pytest.fixture(scope="module")
def outputs() -> dict[str, list[str]]:
    """What the systems of the shared task wrote, and the source."""
    return {**{name: conll_output(name) for name in SYSTEMS}, "BASELINE": conll_output("INPUT")}


@pytest.fixture(scope="module")
def sure(gold: Corpus) -> list[int]:
    """The sentences without doubtful clusters."""
    doubtful = {doubt.sentence for doubt in find_doubtful(gold)}
    return [index for index in range(len(gold)) if index not in doubtful]


def percent(score: Score, name: str) -> str:
    return f"{100 * score.values[name]:.2f}"


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # of odd lines in the systems' outputs
def test_table_10(gold: Corpus, outputs: dict[str, list[str]], sure: list[int]) -> None:
    """F0.5 of M² on the annotations as they are, and on every combination of them; no combination is lost."""
    assert len(sure) == 699
    mixed, beyond = mix_annotations(gold, cut=True)
    assert len(beyond) == 15
    assert not set(beyond) & set(sure)
    plain, other = (errata.score(given, outputs, measures=["m2"], only=sure) for given in (gold, mixed))
    printed = rows("Table 10, F0.5 of M²:")
    assert list(printed) == [*SYSTEMS, "BASELINE"]
    for name, cells in printed.items():
        assert [cells[1], cells[3]] == [percent(plain[name, "m2"], "f"), percent(other[name, "m2"], "f")]


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_table_11(gold: Corpus, outputs: dict[str, list[str]], sure: list[int]) -> None:
    """F0.5, weighted accuracy and I."""
    found = errata.score(gold, outputs, measures=["imeasure:baseline=paper,beta=0.5"], only=sure)
    for name, cells in rows("Table 11:").items():
        score = found[name, "imeasure"]
        assert cells[1::2] == [percent(score, value) for value in ("f", "wacc", "i")]
