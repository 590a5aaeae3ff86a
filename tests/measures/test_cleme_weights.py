"""CLEME's weights at sentence level: those of the released curves, by hand."""

import math
from typing import Any

import pytest
from tests.support import annotated, scored

from errata import Cleme, Corpus, Edit

SOURCE = "a b c d e f g h"
SHORT, LONG = Edit(0, 1, ("x",)), Edit(0, 5, ("x x x x x",))
"""One word and five: three on average, so that each is two words from it."""


def curve(distance: float) -> float:
    """Return the weight at so many words above the average, before its limits: 10 / (1 + 9 e^-d)."""
    return 10 / (1 + 9 * math.exp(-distance))


def counts(outputs: list[list[Edit]], **options: Any) -> list[dict[str, float]]:
    """Return the counts of three sentences, of which gold changes one word, five words, and none."""
    gold = Corpus(tuple(annotated(edits, source=SOURCE) for edits in ([SHORT], [LONG], [])))
    output = Corpus(tuple(annotated(edits, source=SOURCE) for edits in outputs))
    made = scored(gold, output, Cleme(level="sentence", **options))
    return [{name: float(count) for name, count in row.counts.items() if name != "tn"} for row in made.sentences]


@pytest.mark.parametrize(("assumption", "lowest"), [("dependent", 1.0), ("independent", 2.5)])
def test_long_hits_weigh_more(assumption: str, lowest: float) -> None:
    """Up to ten; a short one no less than the lowest, which is more where references are independent."""
    short, long, _ = counts([[SHORT], [LONG], []], assumption=assumption)
    assert short == {"tp": lowest, "fp": 0.0, "fn": 0.0}
    assert long == {"tp": pytest.approx(curve(2), rel=1e-14), "fp": 0.0, "fn": 0.0}


@pytest.mark.parametrize("assumption", ["dependent", "independent"])
def test_long_errors_weigh_less_and_misses_the_same(assumption: str) -> None:
    """An error of the average length or less weighs 1, a long one as little as a quarter; a miss always 1."""
    outputs = [[], [], [SHORT]]
    assert counts(outputs, assumption=assumption) == [
        {"tp": 0.0, "fp": 0.0, "fn": 1.0},
        {"tp": 0.0, "fp": 0.0, "fn": 1.0},
        {"tp": 0.0, "fp": 1.0, "fn": 0.0},
    ]
    for length in (4, 5):
        long = Edit(0, length, (" ".join("x" * length),))
        weight = max(curve(3 - length), 0.25)
        assert counts([[], [], [long]], assumption=assumption)[2]["fp"] == pytest.approx(weight, rel=1e-14)
