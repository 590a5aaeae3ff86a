"""`errata measures`, `errata formats`, `errata demo`."""

import re
from pathlib import Path

import pytest
from tests.support import ROOT, run

import errata


def test_measures_lists_every_option_with_its_default() -> None:
    """As the code declares them."""
    ran = run("measures")
    assert ran.status == 0
    for name, measure in errata.available_measures().items():
        assert f"{name}  " in ran.out
        for option in measure.options():
            assert f"{option.name}=" in ran.out
            assert option.about in ran.out
    assert "unit=word|char, default word: " in ran.out
    assert run("measures", "green").out.startswith("green")
    assert run("measures", "nonsense").status == 2


def test_formats_lists_every_format() -> None:
    """With suffixes."""
    ran = run("formats")
    for form in errata.available_formats().values():
        assert form.about in ran.out
        assert " ".join(form.suffixes) in ran.out


def test_formats_lists_settings() -> None:
    """With the option that takes them."""
    ran = run("formats", "--settings")
    for form in errata.available_formats().values():
        for name, about in (form.read_settings | form.settings).items():
            assert any(
                line.startswith(f"{form.name} ") and f" {name} " in line and line.endswith(about)
                for line in ran.out.splitlines()
            )
    assert re.search(r"^ua-gec +--from --to +escape +", ran.out, re.MULTILINE)


def test_the_documentation_says_what_formats_carry() -> None:
    """As the registry does; to renew it, put the output of the command there."""
    ran = run("formats", "--carries", "--format", "markdown")
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert ran.out in page
    assert "–" in run("formats", "--carries").out


def test_demo_scores_the_corpus_that_ships() -> None:
    """Five systems by every measure; the order is what their descriptions promise."""
    plain = [measure for measure in errata.available_measures().values() if not measure.needs_output_edits]
    ran = run("demo")
    assert (ran.status, ran.err) == (0, "")
    for name in ("unchanged", "cautious", "good", "bold", "paraphrase"):
        assert ran.out.count(f"\n{name} ") >= len(plain)
    for measure in plain:
        assert f"\n{measure.name}|v:" in ran.out


@pytest.fixture
def examples() -> Path:
    return Path(run("demo", "--path").out.strip())


def test_example_corpus_is_what_it_says(examples: Path) -> None:
    """At least 120 sentences, two annotators, one sometimes absent, optional edits, alternatives, no odd edit."""
    gold = errata.read(examples / "gold.m2")
    assert len(gold) >= 120
    assert len(set(gold.sources)) == len(gold)
    assert gold.annotators == (0, 1)
    assert sum(len(sentence.annotations) == 1 for sentence in gold) >= 10
    edits = [edit for sentence in gold for layer in sentence.annotations for edit in layer.edits]
    assert sum(not edit.required for edit in edits) >= 10
    assert sum(len(edit.corrections) > 1 for edit in edits) >= 10
    assert len({edit.type for edit in edits}) >= 25
    for sentence in gold:
        for layer in sentence.annotations:
            assert list(layer.edits) == sorted(layer.edits, key=lambda edit: (edit.start, edit.end))
            for edit in layer.edits:
                assert edit.fits(len(sentence.tokens))
                assert " ".join(sentence.tokens[edit.start : edit.end]) not in edit.corrections


def test_example_systems_have_their_character(examples: Path) -> None:
    """Line by line the same sentences; unchanged is the source."""
    gold = errata.read(examples / "gold.m2")
    outputs = {
        name: errata.read_lines(examples / f"{name}.txt")
        for name in ("unchanged", "cautious", "good", "bold", "paraphrase")
    }
    assert outputs["unchanged"] == gold.sources
    changed = {
        name: sum(line != source for line, source in zip(lines, gold.sources, strict=True))
        for name, lines in outputs.items()
    }
    assert 0 < changed["cautious"] < changed["good"] <= changed["paraphrase"]
    with pytest.warns(errata.ErrataWarning, match="paraphrase: .* share few words"):
        result = errata.score(gold, outputs, measures=["green"])
    precision = {name: result[name, "green"].values["precision"] for name in outputs}
    recall = {name: result[name, "green"].values["recall"] for name in outputs}
    assert precision["cautious"] > precision["bold"] > precision["paraphrase"]
    assert recall["good"] > recall["bold"] > recall["cautious"]
    assert result["good", "green"].score == max(score.score for score in result)
