"""Sentence-level agreement, by hand and on the toy measure of the specification."""

import json
import math

import pytest
from tests.support import shared

import errata
from errata import Judgements, RankedGroup, Ranking
from errata.stats.preferences import TIES, Preference, agree, agree_by_sentence, find_preferences

SYSTEMS = ("A", "B", "C")
ITEM = Ranking(1, "x", (RankedGroup(2, ("A",)), RankedGroup(1, ("B",)), RankedGroup(3, ("C", "D"))))
PREFERENCES = [Preference(0, 0, 1, 2, 1), Preference(0, 0, 2, 2, 3), Preference(1, 1, 2, 1, 3)]
WITHOUT = {"INPUT", "REF-F", "GPT-3.5"}


def test_preferences_are_pairs_of_different_rank() -> None:
    """In the order of the systems that take part; numbers begin at 0."""
    found = find_preferences(Judgements((ITEM, ITEM)), SYSTEMS, first=1)
    assert [tuple(item) for item in found[:3]] == [(0, 0, 1, 2, 1), (0, 0, 2, 2, 3), (0, 1, 2, 1, 3)]
    assert len(found) == 6
    assert [item.ranks for item in found[:3]] == [(1, 2), (2, 3), (1, 3)]


@pytest.mark.parametrize(
    ("ties", "n", "right"), [("first-loses", 3, 2), ("wrong", 3, 1), ("half", 3, 1.5), ("skip", 2, 1)]
)
def test_what_a_tie_counts(ties: str, n: int, right: float) -> None:
    """A and B tie where people prefer B, so the first loses rightly; A over C is right, and C over B wrong."""
    found = agree(PREFERENCES, {0: [0.5, 0.5, 0.4], 1: [0.5, 0.1, 0.4]}, ties)
    assert (found.n, found.agree, found.ties) == (n, right, 1)
    assert found.kendall == pytest.approx(2 * found.accuracy - 1)


def test_the_first_loses_wrongly_too() -> None:
    """Where people prefer the one listed first, a tie is a mistake; half and skip do not depend on the order."""
    preferences = [Preference(0, 0, 1, 1, 2)]
    found = {ties: agree(preferences, {0: [0.5, 0.5]}, ties) for ties in TIES}
    assert {ties: (item.n, item.agree) for ties, item in found.items()} == {
        "first-loses": (1, 0),
        "wrong": (1, 0),
        "half": (1, 0.5),
        "skip": (0, 0),
    }


def test_nothing_judged_is_undefined() -> None:
    """Not 0."""
    found = agree([], {})
    assert found.n == 0
    assert math.isnan(found.accuracy)
    assert math.isnan(found.kendall)


@pytest.mark.parametrize("ties", TIES)
def test_sentences_add_up_to_the_whole(ties: str) -> None:
    """By every rule for ties, in the order of sentences; one without pairs that count stays."""
    merits = {0: [0.5, 0.5, 0.4], 1: [0.5, 0.1, 0.4], 7: [0.2, 0.2, 0.2]}
    preferences = [Preference(7, 0, 1, 1, 2), *PREFERENCES]
    found, parts = agree(preferences, merits, ties), agree_by_sentence(preferences, merits, ties)
    assert [sum(column) for column in zip(*parts, strict=True)] == [found.n, found.agree]
    assert parts[-1] == {"first-loses": (1, 0), "wrong": (1, 0), "half": (1, 0.5), "skip": (0, 0)}[ties]
    assert len(parts) == 3


def test_parts_by_rank_add_up() -> None:
    """Every pair of ranks, the better first."""
    preferences = find_preferences(Judgements((ITEM,)), SYSTEMS, first=1)
    found = agree(preferences, {0: [0.1, 0.2, 0.3]}, by_rank=True)
    assert [(part.ranks, part.n, part.agree) for part in found.by_rank] == [
        ((1, 2), 1, 1),
        ((1, 3), 1, 0),
        ((2, 3), 1, 0),
    ]
    assert sum(part.n for part in found.by_rank) == found.n


@pytest.mark.parametrize(
    ("name", "n", "accuracy", "kendall"),
    [("edit", 7708, 0.5365853659, 0.0731707317), ("sent", 9381, 0.5455708347, 0.0911416693)],
)
def test_the_toy_measure_on_seeda(name: str, n: int, accuracy: float, kendall: float) -> None:
    """Length in characters, on the 12 systems of the default setting."""
    judgements = errata.read_judgements(shared(f"data/human/seeda_judgments_{name}.xml"))
    assert isinstance(judgements, Judgements)
    systems = [system for system in judgements.systems if system not in WITHOUT]
    texts = [errata.read_lines(shared(f"data/seeda/all/{system}.txt")) for system in systems]
    lengths = {index: [len(line) for line in lines] for index, lines in enumerate(zip(*texts, strict=True))}
    found = agree(find_preferences(judgements, systems, first=1), lengths)
    assert found.n == n
    assert (found.accuracy, found.kendall) == pytest.approx((accuracy, kendall), abs=1e-9)
    assert json.loads(shared("data/seeda/subset_ids.json").read_text()) == sorted(
        {item.sentence - 1 for item in judgements}
    )
