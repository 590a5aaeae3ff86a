"""Ranks, types, hardest and easiest errors."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.corpora import conll_edits, conll_gold
from tests.measures.difficulty.systems import GO, SYSTEMS, THE, TO, analyse, corpus, each_case
from tests.support import shared, write_file

import errata
from errata import Corpus, Difficulty, Edit, Layer, Text
from errata.measures.difficulty.tables import render


def close(value: float) -> Any:
    """The original adds weights as floats, one rounding a chunk; ours are rounded once."""
    return pytest.approx(value, rel=1e-10, abs=1e-12)


def test_ranks_with_and_without_weights() -> None:
    """Equal scores share the better place."""
    got = {row.weighted.system: row for row in analyse(corpus(GO, TO, THE), SYSTEMS).standings}
    assert list(got) == ["all", "verb", "wrong", "idle"]
    assert [row.rank for row in got.values()] == [1, 2, 3, 4]
    assert got["all"].weighted.score == got["all"].plain.score == 1
    assert got["idle"].plain.values == {"f": 0.0, "precision": 0.0, "recall": 0.0, "accuracy": 8 / 11}
    ties = analyse(corpus(), {"one": corpus(), "two": corpus(), "three": corpus(GO)})
    assert [row.accuracy_rank for row in ties.standings] == [1, 1, 3]


def test_hardest_and_easiest_errors() -> None:
    """Fewest systems right, of those most tried; and the other way round."""
    analysis = analyse(corpus(GO, TO, THE), SYSTEMS)
    hardest = analysis.hardest(2)
    assert [place.chunk.type for place in hardest] == ["R:PREP", "M:PUNCT"]
    assert (hardest[0].n_solved, hardest[0].weight, hardest[0].solved_by, hardest[0].mistaken) == (
        1,
        0.75,
        ("all",),
        ("wrong",),
    )
    [easiest] = analysis.easiest(1)
    assert (easiest.chunk.text, easiest.solved_by) == ("goes", ("all", "verb", "wrong"))
    assert (analysis.n_errors, len(analysis.hardest(99))) == (3, 3)
    tried = analyse(corpus(TO, THE), {"one": corpus(), "two": corpus(Edit(5, 5, ("!",)))})
    assert [place.chunk.type for place in tried.hardest(2)] == ["M:PUNCT", "R:PREP"]


def test_no_error_is_both_hard_and_easy() -> None:
    """The easiest stop before the hardest, and before what nobody solved."""
    analysis = analyse(corpus(GO, TO, THE), SYSTEMS)
    assert [place.chunk.text for place in analysis.easiest(2)] == ["goes"]
    assert analysis.easiest(3) == []
    unsolved = analyse(corpus(TO, THE), {"one": corpus(), "two": corpus()})
    assert (len(unsolved.hardest(1)), unsolved.easiest(1)) == (1, [])


@each_case
def test_types_of_small_cases_equal_the_original(case: dict[str, Any], tmp_path: Path) -> None:
    """Three groupings, hardest first, equals as they first appear; means and sample deviations."""
    write = write_file(tmp_path)
    gold = errata.read(write("gold.m2", case["ref"]))
    given = errata.read_weights(write("w.txt", case["weights"])) if case["weights"] else None
    measure = Difficulty(reference=case["ref_id"], weights=given, a=case["a"], b=case["b"], c=case["c"])
    systems = errata.read(write("systems.m2", case["hyp"]))
    analysis = analyse(gold, {str(who): systems.select_annotators([who]) for who in systems.annotators}, measure)
    for level, grouping in (("1", "operation"), ("2", "category"), ("3", "full")):
        got = [[row.type, row.mean, row.deviation, row.frequency] for row in analysis.types(grouping)]
        expected = case["expected"]["categories"][level]
        assert got == [[kind, close(mean), close(deviation), n] for kind, mean, deviation, n in expected]


@pytest.mark.parametrize(
    ("name", "kind", "published"),
    [("categories_errant_ref0_12sys", "errant", ""), ("categories_official_ref0_published8", "official", "8sys")],
)
def test_types_of_conll14_equal_the_original(name: str, kind: str, published: str) -> None:
    """The original adds floats, so means and deviations agree up to rounding."""
    golden = json.loads(shared(f"golden/difficulty/{name}.json").read_text(encoding="utf-8"))
    weights = errata.read_weights(shared(f"data/weights/conll14_{published}.txt")) if published else None
    analysis = analyse(conll_gold(kind), dict(conll_edits()), Difficulty(weights=weights))
    groupings = {"1": "operation", "2": "category", "3": "full"}
    # Types of the official gold have no colon, so its file has one list for all groupings.
    parts = golden if isinstance(golden, dict) else dict.fromkeys(groupings, golden)
    for level, expected in parts.items():
        got = analysis.types(groupings[level])
        assert [(row.type, row.frequency) for row in got] == [(row["category"], row["freq"]) for row in expected]
        assert [row.mean for row in got] == [close(row["mean"]) for row in expected]
        assert [row.deviation for row in got] == [close(row["sd"]) for row in expected]


def test_standard_deviation_of_the_papers_table() -> None:
    """VERB:INFL has the weights 0 and 1/8: mean 0.062, deviation 0.088."""
    gold = Corpus((Text("a b", (Layer(0, (Edit(0, 1, ("x",), "R:V"), Edit(1, 2, ("y",), "R:V"))),)),))
    weights = errata.Weights(8, ((8, 8, 8, 7, 8),))
    [row] = analyse(gold, {"one": gold}, Difficulty(weights=weights)).types()
    assert (row.type, row.frequency) == ("V", 2)
    assert (round(row.mean, 4), round(row.deviation, 3)) == (0.0625, 0.088)


def test_break_even_of_equal_systems() -> None:
    """Errors all of them solve, and how few of one's own outweigh those; nothing of the kind with given weights."""
    gold = corpus(GO, TO, THE)
    outputs = {"one": corpus(GO, TO), "two": corpus(GO, TO), "three": corpus(THE)}
    analysis = analyse(gold, outputs)
    assert analysis.break_evens == [(("one", "two"), 2, 1.0)]
    assert "Break-even: 1 error solved by one system alone outweighs the 2 that one, two all solve." in render(
        [analysis], "table"
    )
    given = analyse(gold, outputs, Difficulty(weights=analysis.weights))
    assert given.break_evens == []
    assert given.weights == analysis.weights
