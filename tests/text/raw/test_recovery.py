"""How many sentences of real systems get their tokens back from running text."""

import pytest
from benchmarks.detokenising import detokenise, typeset
from benchmarks.recovery import renew, repaired
from tests.support import ROOT, shared

from errata.text.raw import Projector, Raw

SYSTEMS = ["AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["own", "typo"])
def test_sentences_of_conll14_are_recovered(kind: str) -> None:
    """From running text, and from typeset text: nearly all, where white space alone gives less than one in a hundred.

    What is left are systems that do not cut as the corpus does, and marks that running text no longer tells apart.
    """
    sources = shared("data/conll14/src.txt").read_text(encoding="utf-8").splitlines()
    projector = Projector(sources, options=Raw(learn="source"))
    shares = []
    for system in SYSTEMS:
        lines = shared(f"data/conll14/systems/{system}.txt").read_text(encoding="utf-8").splitlines()
        raw = [detokenise(line) for line in lines]
        found = projector.project([typeset(text) for text in raw] if kind == "typo" else raw)
        equal = sum(list(tokens) == line.split() for tokens, line in zip(found.tokens, lines, strict=True))
        shares.append(equal / len(lines))
    assert min(shares) > 0.966
    assert sum(shares) / len(shares) > 0.9967


def test_a_truth_that_is_not_cut_as_its_source_is_mended() -> None:
    """Where only cuts beside marks differ; a hyphen inside a word is what the system wrote, a space in the text too."""
    source = ["We", "'allowed", "new", "plans", "-", "for", "us", "can", "not"]
    truth = ["We", "'", "allowed", "new", "plans-for", "us", "cannot"]
    known = ["We", "'allowed", "new", "plans-for", "us", "can", "not"]
    assert repaired(truth, source, "We 'allowed new plans-for us cannot") == known
    assert repaired(truth[:3], source[:2], "We ' allowed") == truth[:3]


def test_the_page_is_left_as_it_is_without_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """And so are rows of tokenisers that are not installed."""
    monkeypatch.setenv("ERRATA_SHARED", "nowhere")
    page = "<!-- measured: recovery SEEDA own -->\n| by | exact |\n| projection | 1 % |\n<!-- end -->\n"
    assert renew(page) == page


@pytest.mark.slow
def test_a_wrong_figure_of_the_page_is_put_right() -> None:
    """Tables are told by their set and their kind of running text; other rows stay."""
    shared("data/seeda/all")
    page = "<!-- measured: recovery CoNLL-2014 own -->\n| projection | 1 % |\n| no such | 2 % |\n<!-- end -->\n"
    row = "| projection | 99.68 % | 99.93 % (99.47) | 0.60 (0.06) | 0.18 (0.02) | 0.31 (0.03) | 0.62 (0.06) |"
    assert renew(page) == page.replace("| projection | 1 % |", row)
    assert row in (ROOT / "docs" / "llm-output.md").read_text(encoding="utf-8")
