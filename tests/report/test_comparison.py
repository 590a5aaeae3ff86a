"""A comparison in every format."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.report.latex import needs_latex, overfull
from tests.support import example_gold, example_outputs

import errata
from errata import Comparison, Resampling
from errata.report.comparison import render
from errata.report.writers import FORMATS


@pytest.fixture(scope="module")
def found() -> Comparison:
    """Three systems under two measures."""
    gold = example_gold()
    outputs = example_outputs("cautious", "good", "bold")
    return errata.compare(gold, outputs, measures=["m2", "green"], resampling=Resampling(samples=300))


def test_json_follows_the_schema(found: Comparison) -> None:
    """Settings, measures with scores and pairs, agreement, warnings."""
    data = json.loads(render(found, "json", warnings=["careful"]))
    assert list(data) == ["errata", "schema", "comparison", "measures", "agreement", "warnings"]
    assert data["comparison"] == {
        "test": "randomisation",
        "correction": "holm",
        "significance": 0.05,
        "level": 0.95,
        "method": "percentile",
        "samples": 300,
        "seed": 12345,
        "clustered": False,
    }
    first = data["measures"][0]
    assert list(first) == ["measure", "title", "better", "signature", "scores", "pairs"]
    score = first["scores"][0]
    assert (score["system"], score["rank"], score["ranks"], score["group"], score["best"]) == (
        "cautious",
        2,
        [2, 2],
        2,
        False,
    )
    assert list(score["interval"]) == ["level", "low", "high", "samples", "seed", "method", "units", "values"]
    pair = first["pairs"][0]
    assert (pair["first"], pair["second"], pair["significant"]) == ("good", "cautious", True)
    assert list(pair["randomisation"]) == ["p", "corrected", "exact"]
    assert data["agreement"][0]["first"] == "m2"
    assert data["warnings"] == ["careful"]
    assert "pairs" not in json.loads(render(found, "json", pairs=False))["measures"][0]


def test_json_lines_hold_the_same_objects(found: Comparison) -> None:
    """Each says what it is."""
    lines = [json.loads(line) for line in render(found, "jsonl").split("\n")]
    whole = json.loads(render(found, "json"))
    assert [line["kind"] for line in lines] == (["score"] * 3 + ["pair"] * 3) * 2 + ["agreement"]
    scores = [{key: value for key, value in line.items() if key != "kind"} for line in lines if line["kind"] == "score"]
    assert scores == [score for item in whole["measures"] for score in item["scores"]]
    assert [line["p"] if "p" in line else line["randomisation"]["p"] for line in lines if line["kind"] == "pair"] == [
        pair["randomisation"]["p"] for item in whole["measures"] for pair in item["pairs"]
    ]


def test_tsv_and_csv_are_one_flat_table(found: Comparison) -> None:
    """Unrounded, with empty cells where a kind has no such thing."""
    tsv = [line.split("\t") for line in render(found, "tsv").split("\n")]
    assert tsv == list(csv.reader(io.StringIO(render(found, "csv"))))
    rows = [dict(zip(tsv[0], row, strict=True)) for row in tsv[1:]]
    assert len(rows) == 13
    score, pair, agreement = rows[0], rows[3], rows[-1]
    assert (score["kind"], score["first"], score["second"], score["rank"]) == ("score", "cautious", "", "2")
    assert float(score["interval_low"]) == found["m2"].scores[0].interval.low  # type: ignore[union-attr]
    assert (pair["first"], pair["second"], pair["exact"], pair["significant"]) == ("good", "cautious", "no", "yes")
    assert float(pair["p_bootstrap_holm"]) == found["m2"].pairs[0].bootstrap.corrected
    assert (agreement["kind"], agreement["first"], agreement["second"]) == ("agreement", "m2", "green")
    assert render(found, "tsv", digits=3).split("\n")[1].split("\t")[4] == f"{found['m2'].scores[0].score:.3f}"


def test_every_format_has_the_content(found: Comparison) -> None:
    """Scores, intervals, p-values and signatures, in percent for people."""
    for form in FORMATS:
        text = render(found, form)
        assert "bootstrap:300" in text.replace(r"\allowbreak{}", ""), form
        if form in {"table", "markdown", "latex"}:
            for word in ("92.36", "0.0033", "possible ranks", "significant", "Kendall"):
                assert word in text, (form, word)
            assert "m2: pairs of systems" not in render(found, form, pairs=False)


def test_the_best_is_marked(found: Comparison) -> None:
    """A star, bold type, bold type."""
    assert "good        92.36*     91.78*\n" in render(found, "table")
    assert "cautious    74.65      64.26\n" in render(found, "table")
    assert "| good | **92.36** | **91.78** |" in render(found, "markdown")
    assert r"good & \textbf{92.36} & \textbf{91.78} \\" in render(found, "latex")


@pytest.mark.parametrize(("form", "mark"), [("table", "*"), ("markdown", "bold"), ("latex", "bold")])
def test_the_legend_names_the_mark_that_is_used(found: Comparison, form: str, mark: str) -> None:
    """Where the best is bold there is no star."""
    assert re.findall(r"(\S+): the best score", render(found, form)) == [mark]


@pytest.mark.parametrize("form", ["table", "markdown", "latex"])
def test_columns_are_explained_once(found: Comparison, form: str) -> None:
    """Under the first table that has them."""
    text = render(found, form)
    assert [text.count(word) for word in ("possible ranks: ", "Holm: ", "group: ")] == [1, 1, 1]


@needs_latex
def test_tables_fit_a_page(found: Comparison, tmp_path: Path) -> None:
    """That of pairs has nine columns."""
    assert overfull(render(found, "latex"), tmp_path) == []


def test_the_overview_has_the_signatures_in_latex(found: Comparison) -> None:
    """A table of a paper may be used alone."""
    overview = render(found, "latex").split(r"\end{table}")[0]
    assert overview.count("gold:06f184ba") == 2
    assert "gold:06f184ba" not in render(found, "table").split("m2: systems")[0]


@pytest.mark.parametrize("form", ["table", "markdown", "latex"])
@pytest.mark.parametrize(
    ("test", "name"), [("randomisation", "approximate randomisation"), ("bootstrap", "the paired bootstrap")]
)
def test_standings_name_the_test_that_made_them(found: Comparison, test: str, name: str, form: str) -> None:
    """With its level and correction, though the pairs are left out."""
    text = " ".join(render(replace(found, test=test), form, pairs=False).split())
    said = f"significant: {name} of the two systems has p at most 0.05 after Holm's correction for all pairs"
    assert said in text


def test_one_measure_needs_no_overview() -> None:
    """Nor agreement; an exact test says so."""
    sources = ["He go home .", "It rain now ."] * 12
    nearly = ["He goes home .", *sources[1:]]
    with pytest.warns(errata.ErrataWarning, match="differ in 1 place only, so p .swaps. cannot fall below 1 and"):
        found = errata.compare(
            sources=sources,
            references=[["He goes home .", "It rains now ."] * 12],
            outputs={"none": sources, "one": nearly},
            measures=["green:n=2"],
            resampling=Resampling(samples=100),
        )
    text = render(found, "table")
    assert text.startswith("green:n=2: systems\n")
    assert "1.0000 exact" in text
    assert "Agreement" not in text
