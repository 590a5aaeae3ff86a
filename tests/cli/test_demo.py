"""`errata demo`."""

import re
from pathlib import Path

import pytest
from tests.support import EXAMPLES, example_gold, example_outputs, run

import errata
from errata.cli.demo import SYSTEMS

PRF = ("P", "R", "F1")


def test_demo_scores_the_corpus_that_ships() -> None:
    """Five systems by every measure; by M² they rank as their descriptions promise."""
    ran = run("demo")
    assert (ran.status, ran.err) == (0, "")
    tables = {}
    for block in ran.out.split("\n\n"):
        if signature := re.search(r"^(\w+)\|v:", block, flags=re.MULTILINE):
            tables[signature[1]] = re.findall(rf"^({'|'.join(SYSTEMS)})[ a-z]+(-?[\d.]+)", block, flags=re.MULTILINE)
    assert set(tables) == {name for name, kind in errata.available_measures().items() if not kind.by_name_only}
    for name, rows in tables.items():
        assert tuple(dict.fromkeys(system for system, _ in rows)) == SYSTEMS, name
    ranking = sorted(tables["m2"], key=lambda row: -float(row[1]))
    assert [name for name, _ in ranking] == ["good", "cautious", "bold", "paraphrase", "unchanged"]


def test_documents_are_scored_in_one_table_as_sentences_are() -> None:
    """A row for each system, no counts, no line on spans; tables fit a terminal of 80 columns."""
    *_, table, end = run("demo").out.split("\n\n")
    title, header, _, *rows, signature = table.split("\n")
    assert (title, signature.partition("|")[0]) == ("hoo", "hoo")
    assert re.split(" {2,}", header)[1:] == [f"{aspect} {value}" for aspect in ("det", "rec", "cor") for value in PRF]
    assert [row.split()[0] for row in rows] == list(SYSTEMS)
    assert max(map(len, (header, *rows))) <= 80
    assert end.startswith("Try it yourself")


def test_the_folder_of_the_corpus_can_be_asked_for() -> None:
    """And nothing else is printed."""
    assert Path(run("demo", "--path").out.removesuffix("\n")) == EXAMPLES


def test_example_corpus_is_what_it_says() -> None:
    """At least 120 sentences, two annotators, one sometimes absent, optional edits, alternatives, no odd edit."""
    gold = example_gold()
    assert len(gold) >= 120
    assert len(set(gold.sources)) == len(gold)
    assert gold.annotators == (0, 1)
    assert sum(len(sentence.layers) == 1 for sentence in gold) >= 10
    edits = [edit for sentence in gold for layer in sentence.layers for edit in layer.edits]
    assert sum(not edit.required for edit in edits) >= 10
    assert sum(len(edit.corrections) > 1 for edit in edits) >= 10
    assert len({edit.type for edit in edits}) >= 25
    for sentence in gold:
        for layer in sentence.layers:
            assert list(layer.edits) == sorted(layer.edits, key=lambda edit: (edit.start, edit.end))
            for edit in layer.edits:
                assert edit.fits(len(sentence.tokens))
                assert " ".join(sentence.tokens[edit.start : edit.end]) not in edit.corrections


def test_example_systems_have_their_character() -> None:
    """Line by line the same sentences; unchanged is the source."""
    gold = example_gold()
    outputs = example_outputs(*SYSTEMS)
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
