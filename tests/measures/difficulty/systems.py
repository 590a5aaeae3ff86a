"""A few systems to analyse: four on one sentence, five on the corpus that ships."""

import warnings
from typing import Any

import pytest
from tests.support import annotated, as_edits, example_gold, example_outputs, golden_cases

from errata import Corpus, Difficulty, DifficultyAnalysis, Edit, ErrataWarning, analyse_difficulty

GO, TO, THE = Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(2, 3, ("to",), "R:PREP"), Edit(5, 5, (".",), "M:PUNCT")


def corpus(*edits: Edit) -> Corpus:
    return Corpus((annotated(edits, source="He go in big school"),))


def analyse(gold: Corpus, outputs: dict[str, Any], measure: Difficulty | None = None) -> DifficultyAnalysis:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return analyse_difficulty(gold, outputs, measure)


SYSTEMS = {
    "all": corpus(GO, TO, THE),
    "verb": corpus(GO),
    "wrong": corpus(GO, Edit(2, 3, ("at",), "R:PREP"), Edit(3, 4, ("",), "U:ADJ")),
    "idle": corpus(),
}


SHIPPED = ("unchanged", "cautious", "good", "bold", "paraphrase")
ANALYSIS = analyse(corpus(GO, TO, THE), SYSTEMS)


def shipped_analysis() -> DifficultyAnalysis:
    """Return an analysis of the corpus that ships, its outputs as plain word differences."""
    gold = example_gold()
    outputs = {name: as_edits(gold.sources, [lines]) for name, lines in example_outputs(*SHIPPED).items()}
    return analyse(gold, outputs)


CASES: list[dict[str, Any]] = [
    {
        "name": case.name,
        "ref": case.gold["m2"],
        "hyp": case.output["annotators"]["m2"],
        "ref_id": int(case.options["reference"]),
        **{name: float(case.options[name]) for name in "abc"},
        "weights": case.options["weights"]["txt"] if "weights" in case.options else None,
        "expected": case.expected,
    }
    for case in golden_cases("difficulty")
]
"""The golden cases, as the original takes them."""
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
