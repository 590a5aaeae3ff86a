"""Every result in every form, from Python: the bytes of the command line, frames, and what notebooks ask for."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from tests.support import EXAMPLES, needs, run

import errata
from errata import MissingExtraError, Resampling

GOLD = errata.read(EXAMPLES / "gold.m2")
NAMES = ("good", "bold")
OUTPUTS = {name: errata.read_lines(EXAMPLES / f"{name}.txt") for name in NAMES}
FILES = [EXAMPLES / "gold.m2", *(EXAMPLES / f"{name}.txt" for name in NAMES)]
MEASURES = ["m2", "green"]
MAKERS: dict[str, Callable[[], Any]] = {
    "score": lambda: errata.score(GOLD, OUTPUTS, measures=MEASURES),
    "compare": lambda: errata.compare(GOLD, OUTPUTS, measures=MEASURES, resampling=Resampling(samples=200)),
    "explain": lambda: errata.explain(GOLD, OUTPUTS, measures=MEASURES, sentences=[4]),
    "difficulty": lambda: errata.analyse_difficulty(GOLD, OUTPUTS, extract="errata", extract_gold=True),
}
ARGUMENTS: dict[str, list[object]] = {
    "score": ["--measure", "m2", "--measure", "green"],
    "compare": ["--measure", "m2", "--measure", "green", "--samples", 200],
    "explain": ["--measure", "m2", "--measure", "green", "--sentence", 5],
    "difficulty": ["--extract", "errata", "--extract-gold"],
}


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    """One result of each kind."""
    with pytest.warns(errata.ErrataWarning):
        return {name: make() for name, make in MAKERS.items()}


@pytest.mark.parametrize("command", MAKERS)
@pytest.mark.parametrize("form", ["text", "markdown", "latex", "html", "json"])
def test_every_result_has_the_bytes_of_the_command_line(results: dict[str, Any], command: str, form: str) -> None:
    """But for warnings in JSON, which name arguments in words of Python here."""
    own = getattr(results[command], f"to_{form}")()
    chosen = "table" if form == "text" and command != "explain" else form
    printed = run(command, *FILES, *ARGUMENTS[command], "--format", chosen, "--quiet").out.removesuffix("\n")
    if form == "json":
        assert {**json.loads(own), "warnings": ()} == {**json.loads(printed), "warnings": ()}
    else:
        assert own == printed


@pytest.mark.parametrize("command", MAKERS)
def test_notebooks_are_shown_the_tables(results: dict[str, Any], command: str) -> None:
    """As HTML or Markdown, whichever they ask for; in a console a result is one line."""
    result = results[command]
    assert result._repr_html_() == result.to_html()
    assert result._repr_markdown_() == result.to_markdown()
    assert "\n" not in repr(result)
    assert len(repr(result)) < 200


@pytest.mark.parametrize("command", ["compare", "explain", "difficulty"])
def test_print_shows_the_tables(results: dict[str, Any], command: str) -> None:
    """Of a comparison, an analysis and explanations."""
    assert str(results[command]) == results[command].to_text()


def test_settings_are_those_of_the_command_line(results: dict[str, Any]) -> None:
    """Each kind of result has its own; one that it does not have is refused."""
    assert "92.3551" in results["score"].to_text(digits=4)
    assert "m2: pairs of systems" not in results["compare"].to_text(pairs=False)
    assert "hardest errors (2 of" in results["difficulty"].to_text(top=2)
    with pytest.raises(TypeError, match="nonsense"):
        results["score"].to_text(nonsense=1)


def test_a_part_of_a_result_is_shown_like_the_whole(results: dict[str, Any]) -> None:
    """One score, one explanation."""
    score = results["score"]["good", "m2"]
    assert score.to_text() == errata.Result((score,)).to_text()
    assert results["explain"][0].to_text().startswith("sentence 5 (index 4), system good\n")
    assert "What the words mean" in results["explain"][0].to_text()


@pytest.mark.parametrize("command", MAKERS)
def test_no_result_drags_its_counts_along(results: dict[str, Any], command: str) -> None:
    """What `asdict` makes of it is of the size of what is printed, not of the corpus."""
    result = results[command]
    text = repr([asdict(item) for item in result] if command == "explain" else asdict(result))
    assert len(text) < 100_000
    assert "array(" not in text


@needs("pandas", "the extra frames")
def test_pandas_makes_a_frame_of_a_result(results: dict[str, Any]) -> None:
    """By itself, of plain values; `to_frame` has a column for each value and count."""
    import pandas

    made = pandas.DataFrame(results["score"])
    assert list(made.columns) == ["system", "measure", "signature", "score", "values", "counts", "interval"]
    assert made["score"].tolist() == [score.score for score in results["score"]]
    frame = results["score"].to_frame()
    assert list(frame["measure"]) == ["m2", "green"] * 2
    assert list(frame.loc[0, ["system", "f", "correct", "proposed"]]) == [
        "good",
        results["score"]["good", "m2"].values["f"],
        *(results["score"]["good", "m2"].counts[name] for name in ("correct", "proposed")),
    ]
    assert frame["correct"].isna().tolist() == [False, True] * 2, "green has no such count"
    assert str(frame["correct"].dtype) == "Int64", "whole, though some are missing"


@needs("pandas", "the extra frames")
def test_frames_have_what_the_tables_have(results: dict[str, Any]) -> None:
    """One row for each thing, undefined values missing."""
    score, comparison, told, analysis = (results[name] for name in MAKERS)
    sentences = score.sentences_frame()
    assert len(sentences) == 4 * len(GOLD)
    row = sentences[(sentences["system"] == "bold") & (sentences["measure"] == "m2")].iloc[7]
    expected = score["bold", "m2"].sentences[7]
    assert (row["index"], row["score"], row["correct"]) == (7, expected.score, expected.counts["correct"])
    assert len(score["good", "m2"].sentences_frame()) == len(GOLD)
    standings = comparison.to_frame()
    assert list(standings["system"]) == [*NAMES, *NAMES]
    assert list(standings["rank"]) == [standing.rank for item in comparison.measures for standing in item.standings]
    pairs = comparison.pairs_frame()
    assert list(pairs["difference"]) == [pair.difference for item in comparison.measures for pair in item.pairs]
    assert list(comparison.agreement_frame().columns) == ["first", "second", "kendall", "spearman", "pearson"]
    frame = told.to_frame()
    assert list(zip(frame["system"], frame["index"], frame["measure"], strict=True)) == [
        (name, 4, measure) for name in NAMES for measure in MEASURES
    ]
    assert list(analysis.to_frame()["rank"]) == [1, 2]
    assert list(analysis.types_frame("operation").columns) == ["type", "mean", "sd", "frequency"]
    assert len(analysis.errors_frame()) == analysis.n_errors


@needs("polars", "polars")
def test_polars_serves_where_pandas_is_not_installed(results: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same rows under the same names."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    frame = results["score"].to_frame()
    assert type(frame).__module__.startswith("polars")
    assert frame["score"].to_list() == [score.score for score in results["score"]]
    assert frame["correct"].to_list()[1] is None


def test_without_either_the_message_names_the_extra(results: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As for everything optional."""
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'errata\[frames\]'"):
        results["score"].to_frame()


def test_a_meta_evaluation_is_shown_like_all_others() -> None:
    """The bytes of the command line."""
    judgements, names = EXAMPLES / "judgements.xml", ("bold", "cautious", "good", "paraphrase", "unchanged")
    files = [EXAMPLES / f"{name}.txt" for name in names]
    ran = run("metaeval", judgements, FILES[0], *files, "--measure", "m2", "--format", "html", "--quiet")
    assert (ran.status, ran.out.startswith('<table class="errata">')) == (0, True)
