"""What goes into a paper: one wide table, short signatures, BibTeX."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.measures.lower import ErrorRate
from tests.report.latex import needs_latex, overfull
from tests.support import EXAMPLES, run

import errata
from errata import M2, Measure
from errata.cli.cite import entries_of
from errata.measures import available_measures

GOLD, GOOD, BOLD, CAUTIOUS = (EXAMPLES / name for name in ("gold.m2", "good.txt", "bold.txt", "cautious.txt"))
TWO = ("--measure", "m2", "--measure", "green:n=2")


def test_a_wide_table_has_measures_as_columns() -> None:
    """Systems in the order given, the best of each column set off, the signature of each measure below."""
    lines = run("score", GOLD, BOLD, GOOD, *TWO, "--wide", "--signature", "short").out.splitlines()
    assert lines[1].split() == ["system", "m2", "F0.5", "green:n=2", "F2"]
    assert [line.split() for line in lines[3:5]] == [["bold", "65.02", "87.48"], ["good", "92.36*", "94.29*"]]
    assert lines[5:7] == ["m2|v:0.1.0|gold:06f184ba", "green|v:0.1.0|n:2|gold:06f184ba"]
    assert lines[7:] == ["Scores in percent, higher is better; the best of each column is marked."]


def test_marks_say_what_differs_from_the_baseline() -> None:
    """For sure: by the test that decides, after its correction; the baseline itself never does."""
    outputs = {"bold": BOLD, "twin": BOLD, "good": GOOD}
    found = errata.compare(GOLD, outputs, measures=["m2"], baseline="bold")
    rows = [line.split() for line in found.to_text(wide=True).splitlines()[3:6]]
    assert rows == [["good", "92.36†*"], ["bold", "65.02"], ["twin", "65.02"]]
    assert "†: differs significantly from bold (approximate randomisation, p at most 0.05" in found.to_text(wide=True)
    plain = errata.compare(GOLD, outputs, measures=["m2"]).to_text(wide=True)
    assert "†" not in plain


def test_lower_scores_are_best_where_a_measure_says_so() -> None:
    """In wide tables too."""
    texts: dict[str, Any] = {"sources": ["a", "b"], "references": [["x", "y"]]}
    result = errata.score(**texts, outputs={"half": ["x", "b"], "none": ["a", "b"]}, measures=[ErrorRate()])
    assert "half    50.00*" in re.sub(" +(?=50)", "    ", result.to_text(wide=True))
    assert "lower is better" in result.to_text(wide=True)


def test_latex_has_a_label_and_names_its_package() -> None:
    """A wide table is pasted into a paper as it is; others stay as they were."""
    text = run("score", GOLD, BOLD, GOOD, *TWO, "--wide", "--format", "latex").out
    assert text.startswith(
        "% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{Scores}\n\\label{tab:"
    )
    assert r"good & \textbf{92.36}" in text
    assert "label" not in run("score", GOLD, BOLD, GOOD, *TWO, "--format", "latex").out


@needs_latex
def test_a_wide_table_fits_the_page(tmp_path: Path) -> None:
    """With its marks."""
    text = run("compare", GOLD, BOLD, GOOD, *TWO, "--wide", "--baseline", "bold", "--format", "latex").out
    assert overfull(text, tmp_path) == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--format", "json"], "a wide table is for people, not for json"),
        (["--sentences"], "a wide table has the scores of systems alone"),
        (["--by", "type"], "a wide table has the scores of systems alone"),
    ],
)
def test_what_a_wide_table_cannot_hold_is_refused(more: list[str], message: str) -> None:
    """Rather than left out in silence."""
    ran = run("score", GOLD, GOOD, "--measure", "m2", "--wide", *more)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_short_signatures_keep_what_is_not_at_its_default() -> None:
    """And what is not an option: version, gold, extraction, resampling; data stay in full."""
    measure = M2(beta=1.0)
    short = measure.shorten(measure.signature("1a2b3c4d", ["extract:errata", "seed:1"]))
    assert short == f"m2|v:{errata.__version__}|beta:1|gold:1a2b3c4d|extract:errata|seed:1"
    arguments = ("score", GOLD, GOOD, "--measure", "m2", "--format", "json")
    assert run(*arguments, "--signature", "short").out == run(*arguments).out


@pytest.mark.parametrize("measure", [kind for kind in available_measures().values() if not kind.by_name_only])
def test_every_measure_has_something_to_cite(measure: type[Measure]) -> None:
    """Entries that BibTeX can read, as far as braces tell; what is used by name only has no paper of its own."""
    text = entries_of(measure)
    assert re.findall(r"^@\w+\{[\w-]+,$", text, re.M)
    assert text.count("{") == text.count("}")


def test_cite_prints_the_papers_of_measures_once() -> None:
    """And errata itself; what tables call a measure will do."""
    ran = run("cite", "m2:beta=1", "m2", "gleu")
    assert re.findall(r"^@\w+\{([\w-]+),$", ran.out, re.M) == [
        "dahlmeier-ng-2012",
        "napoles-etal-2015",
        "napoles-etal-2016",
        "errata",
    ]
    assert run("cite").out.count("\n@") == 11
    assert run("cite", "bleu").status == 2
