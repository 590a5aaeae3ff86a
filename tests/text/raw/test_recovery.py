"""How many sentences of real systems get their tokens back from running text."""

import pytest
from benchmarks.detokenising import detokenise, typeset
from benchmarks.recovery import measure, read_sets, tokenisers
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


@pytest.mark.slow
def test_the_page_has_the_figures_of_a_run() -> None:
    """The first row of the first table, renewed; `python -m benchmarks.recovery` prints all."""
    shared("data/seeda/all")
    chosen = read_sets()[0]
    found = measure(chosen, "own", tokenisers(chosen.gold.sources)["projection"])
    exact = f"{sum(found.exact) / len(found.exact):.2f} %"
    page = (ROOT / "docs" / "llm-output.md").read_text(encoding="utf-8")
    assert f"| {' | '.join(['projection', exact, *found.show_changes()])} |" in page
