"""An analysis of difficulty in every format."""

import json
import re
from pathlib import Path

import pytest
from tests.measures.difficulty.systems import GO, SYSTEMS, THE, TO, analyse, corpus, shipped_analysis
from tests.report.latex import needs_latex, overfull

from errata import Corpus, Edit, Layer, Text
from errata.measures.difficulty.tables import FORMATS, change, in_context, render


def test_an_error_in_its_context() -> None:
    """Five words on each side; insertions and deletions are told apart."""
    gold = Corpus((Text("a b c d e f g h i j k l", (Layer(0, (Edit(6, 7, ("",)), Edit(7, 7, ("x",)))),)),))
    places = analyse(gold, {"one": gold}).hardest(2)
    assert in_context(gold, places[0]) == "… b c d e f [g→∅] h i j k l"
    assert in_context(gold, places[1]) == "… c d e f g [+x] h i j k l"


def test_changes_of_rank() -> None:
    """Up, down, or none."""
    assert (change(2, 2), change(3, 1), change(1, 4)) == ("–", "↑2", "↓3")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_the_same_content(form: str) -> None:
    """Scores with changes of rank, types, hardest and easiest errors, and the signature."""
    analysis = analyse(corpus(GO, TO, THE), SYSTEMS)
    text = render([analysis], form, top=2, grouping="full", warnings=["careful"])
    assert analysis.weighted[0].signature.replace("|", r"\textbar{}\allowbreak{}" if form == "latex" else "|") in text
    for word in ("all", "verb", "wrong", "idle", "R:VERB:SVA", "M:PUNCT", "in→to"):
        assert word.replace("→", {"latex": r"$\to$", "html": "&#8594;"}.get(form, "→")) in text
    if form == "json":
        data = json.loads(text)
        assert data["warnings"] == ["careful"]
        [item] = data["analyses"]
        assert (item["reference"], item["N"], item["weights"]) == (0, 4, analysis.weights.fingerprint)
        assert [row["system"] for row in item["scores"]] == ["all", "verb", "wrong", "idle"]
        assert item["scores"][0]["unweighted"]["score"] == 1
        assert item["types"][0] == {"type": "R:PREP", "mean": 0.75, "sd": 0.0, "frequency": 1}
        assert item["hardest"][0] == {
            "sentence": 0,
            "start": 2,
            "end": 3,
            "source": "in",
            "correction": "to",
            "type": "R:PREP",
            "n": 1,
            "weight": 0.75,
            "solved_by": ["all"],
            "mistaken": ["wrong"],
            "context": "He go [in→to] big school",
        }
    else:
        assert "plain: unweighted" in text


@pytest.mark.parametrize("form", ["table", "markdown", "latex"])
def test_only_signatures_are_set_as_code(form: str) -> None:
    """What weights were learned from is prose, and so is the break-even of systems that do the same."""
    text = render([analyse(corpus(GO, TO, THE), {**SYSTEMS, "twin": SYSTEMS["all"]})], form)
    for words in ("Weights from 5 systems (these outputs)", "Break-even: "):
        assert re.search(rf"^(?:\\par\\footnotesize )?{re.escape(words)}", text, re.MULTILINE)
    assert len(re.findall(r"`[^`]+`|\\texttt\{", text)) == (0 if form == "table" else 1)


@needs_latex
def test_tables_fit_a_page(tmp_path: Path) -> None:
    """Scores have ten columns, errors stand in sentences."""
    assert overfull(render([shipped_analysis()], "latex"), tmp_path) == []


def test_every_column_has_a_name_of_its_own() -> None:
    """And those that need it are explained below."""
    header, *_ = re.findall(r"^\| (system .*) \|$", render([analyse(corpus(GO), SYSTEMS)], "markdown"), re.MULTILINE)
    names = header.split(" | ")
    assert len(set(names)) == len(names) == 10
    text = render([analyse(corpus(GO, TO, THE), SYSTEMS)], "table", top=1)
    for name in ("A", "plain", "change, A change", "mistaken"):
        assert re.search(rf"(?:^|; ){name}: ", text, re.MULTILINE), name
    assert text.count("mistaken: ") == 1


def test_gold_without_errors_has_no_tables_of_them() -> None:
    """Only scores."""
    text = render([analyse(corpus(), {"one": corpus(), "two": corpus(GO)})], "table")
    assert "weighted scores" in text
    assert "hardest" not in text
    assert "by error type" not in text
