"""The format and the measure, through errata's own doors."""

from pathlib import Path

import errata
import pytest
from errata.testing import CHECKS, check_format, check_measure
from errata_brackets import BRACKETS
from errata_brackets.per import PositionIndependentErrorRate


def test_both_are_found_by_name() -> None:
    """By their entry points."""
    assert errata.available_measures()["per"] is PositionIndependentErrorRate
    assert errata.parse_measure("per:fold=yes") == PositionIndependentErrorRate(fold=True)
    assert "brackets" in errata.available_formats()


def test_brackets_become_edits_and_come_back(tmp_path: Path) -> None:
    """Replacements, insertions, deletions."""
    text = "She [go->goes] home [->today] .\nFine .\nI am [the->] here\n"
    path = tmp_path / "a.brackets"
    path.write_text(text)
    corpus = errata.read(path)
    assert corpus[0].source == "She go home ."
    assert [(edit.start, edit.end, edit.corrections) for edit in corpus[0].layers[0].edits] == [
        (1, 2, ("goes",)),
        (3, 3, ("today",)),
    ]
    errata.write(corpus, tmp_path / "b.brackets")
    assert (tmp_path / "b.brackets").read_text() == text


def test_a_lost_bracket_is_refused(tmp_path: Path) -> None:
    """With file and line."""
    path = tmp_path / "a.brackets"
    path.write_text("fine\nShe [go goes] home\n")
    with pytest.raises(errata.FormatError, match="line 2: a bracket that belongs to no"):
        errata.read(path)


def test_wrong_words_are_counted() -> None:
    """Against the nearest reference; spaces do not matter, case does unless folded."""
    texts = {"sources": ["a", "b c", "c"], "references": [["x", "y z", "Z"], ["a", "b c d e", "c"]]}
    outputs = {"mine": ["a", "y ", "z"]}
    plain = errata.score(**texts, outputs=outputs, measures=["per"])["mine", "per"]
    assert dict(plain.counts) == {"errors": 2, "words": 4}
    assert [row.reference for row in plain.sentences] == [1, 0, 0]
    folded = errata.score(**texts, outputs=outputs, measures=[PositionIndependentErrorRate(fold=True)])
    assert folded.scores[0].score == 0.25


def test_the_lower_rate_is_the_better_one() -> None:
    """In a comparison."""
    texts = {"sources": ["a b"] * 20, "references": [["a c"] * 20]}
    found = errata.compare(**texts, outputs={"bad": ["a b"] * 20, "good": ["a c"] * 20}, measures=["per"])
    assert found["per"].best == ("good",)


@pytest.mark.parametrize("check", CHECKS)
def test_the_measure_is_as_declared(check: str) -> None:
    """By the suite that errata's own measures pass."""
    check_measure(PositionIndependentErrorRate, check)


def test_the_format_loses_nothing_it_can_hold(tmp_path: Path) -> None:
    """And refuses what is no such file."""
    path = tmp_path / "b.brackets"
    path.write_text("She [go->goes] home [->today] .\nFine .\n")
    check_format(BRACKETS, list(BRACKETS.read(path)), tmp_path)
