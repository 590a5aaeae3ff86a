"""Measures of which lower scores are better: everything that orders, marks or judges must turn round."""

import json
from typing import Any

import pytest
from tests.measures.lower import ErrorRate

import errata
from errata import Comparison, Measure, OptionError, Resampling
from errata.cli.measures import _describe
from errata.report import comparison as compare_report
from errata.report.explain import TextReport, to_json
from errata.report.scores import render

WRONG = [f"He go {n} ." for n in range(30)]
RIGHT = [f"He goes {n} ." for n in range(30)]
TEXTS: dict[str, Any] = {"sources": WRONG, "references": [RIGHT]}
OUTPUTS = {"none": WRONG, "half": RIGHT[:15] + WRONG[15:], "all": RIGHT}


@pytest.fixture(scope="module")
def found() -> Comparison:
    """Three systems under an error rate and an F-score, all differences significant."""
    return errata.compare(
        **TEXTS, outputs=OUTPUTS, measures=[ErrorRate(), "green"], resampling=Resampling(samples=2000)
    )


def test_systems_are_ranked_by_the_lower_rate(found: Comparison) -> None:
    """Ranks, groups and the best one are those of a measure that says the same the other way round."""
    rate, green = found.measures
    assert [score.score for score in rate.scores] == [1.0, 0.5, 0.0]
    assert rate.best == green.best == ("all",)
    assert rate.standings == green.standings
    assert [(standing.rank, standing.group) for standing in rate.standings] == [(3, 3), (2, 2), (1, 1)]
    assert (found.agreements[0].kendall, found.agreements[0].spearman) == (1.0, 1.0)


def test_the_better_system_of_a_pair_comes_first(found: Comparison) -> None:
    """The difference is still first minus second, so it is negative."""
    pairs = found.measures[0].pairs
    assert [(pair.first, pair.second, pair.difference) for pair in pairs] == [
        ("all", "half", -0.5),
        ("all", "none", -1.0),
        ("half", "none", -0.5),
    ]
    assert all(pair.is_significant("randomisation", 0.95) for pair in pairs)


def test_tables_of_a_comparison_say_so(found: Comparison) -> None:
    """The order of rows, the star, the headings of pairs and the legend."""
    text = compare_report.render(found, "table")
    assert "Scores in percent, higher is better, but lower of error_rate; the best of each column is marked." in text
    assert text.splitlines()[3].split() == ["all", "0.00*", "100.00*"]
    assert "*: the best score, that is the lowest\n" in text
    heads = [
        line.split()[:2] for line in text.splitlines() if "p (swaps)" in line and "Holm" in line and ":" not in line
    ]
    assert heads == [["lower", "higher"], ["higher", "lower"]]
    made = json.loads(compare_report.render(found, "json"))
    assert [item["better"] for item in made["measures"]] == ["lower", "higher"]
    assert [item["best"] for item in made["measures"][0]["scores"]] == [False, False, True]


def test_sorting_and_marking_follow_each_value() -> None:
    """The score and its companion point to the same system; counts go from the highest down."""
    scores = errata.score(**TEXTS, outputs=OUTPUTS, measures=[ErrorRate()]).scores

    def systems(sort: str) -> list[str]:
        rows = render(scores, "tsv", sort=sort).splitlines()[1:]
        return [row.split("\t")[0] for row in rows]

    assert systems("score") == systems("rate") == systems("accuracy") == ["all", "half", "none"]
    assert systems("wrong") == ["none", "half", "all"]
    table = render(scores, "table", best=True).splitlines()
    assert [line.split() for line in table[3:6]] == [
        ["none", "100.00", "0.00"],
        ["half", "50.00", "50.00"],
        ["all", "0.00*", "100.00*"],
    ]
    assert {item["better"] for item in json.loads(render(scores, "json"))["scores"]} == {"lower"}


def test_a_value_without_direction_is_never_the_best() -> None:
    """The spread of GLEU over draws of references."""
    scores = errata.score(**TEXTS, outputs=OUTPUTS, measures=["gleu"]).scores
    best = [row.split("\t")[-3] for row in render(scores, "tsv", best=True).splitlines()]
    assert best == ["best", "", "", "gleu+low+high"]


def test_the_worst_sentences_have_the_highest_rate() -> None:
    """And the head of the text says so."""
    told = errata.explain(**TEXTS, outputs=OUTPUTS["half"], measures=[ErrorRate()], worst=2)
    assert [(item.index, item.measures[0].row.score) for item in told] == [(15, 1.0), (16, 1.0)]
    assert told[0].cost == pytest.approx(0.5 - 14 / 29)
    head = (
        "Sentences that raise error_rate rate most, worst first (cost: how much rate would fall without the sentence)\n"
    )
    assert TextReport().render(told).startswith(head)
    assert json.loads(to_json(told))["explanations"][0]["measures"][0]["better"] == "lower"


def test_the_list_of_measures_shows_the_direction() -> None:
    """With the values."""
    assert "  values   rate, accuracy (the first is the score; lower is better)" in _describe(ErrorRate)
    assert "(the first is the score; higher is better)" in _describe(errata.Green)


def test_any_other_direction_is_refused() -> None:
    """Where the class is made, before it could rank anything."""
    with pytest.raises(OptionError, match="Wrong: better must be higher or lower, not 'smaller'"):
        type("Wrong", (Measure,), {"better": "smaller"})
