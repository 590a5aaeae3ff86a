"""Documents scored as sentences, and sentences as one document."""

import json
from pathlib import Path

import pytest
from tests.support import example_gold, example_outputs, run, write_file

import errata
from errata import Corpus, Edit, InputError, Text
from errata.api.crossing import as_sentences


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example corpus as M2 with one annotator, and as folders of a document."""
    for name in ("gold", "texts", "sources"):
        (tmp_path / name).mkdir()
    errata.write(example_gold().select_annotators([0]), tmp_path / "gold.m2")
    lines = example_outputs("good")["good"]
    write_file(tmp_path)("good.txt", lines)
    write_file(tmp_path / "texts")("0001AB.txt", lines)
    made = run(
        *["convert", tmp_path / "gold.m2", tmp_path / "gold/0001GE.xml", "--to", "hoo"],
        *["--text", tmp_path / "sources/0001.txt"],
    )
    assert made.status == 0, made.err
    return tmp_path


def test_m2_of_documents_is_that_of_their_lines(folder: Path) -> None:
    """The same counts as the M2 file they were made from, and a note in the signature."""
    sentences = run("score", folder / "gold.m2", folder / "good.txt", "-m", "m2", "-f", "json", "-q").out
    given = [folder / "gold", "good=" + str(folder / "texts"), "--source", folder / "sources"]
    documents = run("score", *given, "-m", "m2", "-f", "json", "-q").out
    ours, theirs = (json.loads(text)["scores"][0] for text in (documents, sentences))
    assert ours | {"signature": ours["signature"].replace("|lines:1", "")} == theirs
    cut = run("score", *given, "-m", "m2", "-q", "--tokens", "treebank")
    assert "|lines:1|tokens:treebank" in cut.out


def test_a_document_with_other_lines_is_refused(folder: Path) -> None:
    """The two numbers are named."""
    write_file(folder / "texts")("0001AB.txt", ["One line ."])
    ran = run("score", folder / "gold", folder / "texts", "--source", folder / "sources", "-m", "m2")
    assert ran.status == 2
    assert "document 0001: 1 lines, but its source has 150" in ran.err


def test_lines_that_an_edit_joins_are_one_sentence() -> None:
    """On both sides."""
    edit = Edit.of(2, 5, ".\nB", (" b",))
    gold = Corpus((Text.document("1", "A .\nB c\nD\n", [edit]),))
    made = Corpus((Text.document("1", "A .\nB x\nD\n"),))
    sentences, outputs = as_sentences(gold, {"me": made})
    assert [sentence.source for sentence in sentences] == ["A . B c", "D"]
    assert outputs["me"].texts == ["A . B x", "D"]


def test_edits_of_a_system_are_put_into_the_source() -> None:
    """Where it gives edits and no text."""
    gold = Corpus((Text.document("1", "He go .\n", [Edit.of(3, 5, "go", ("goes",))]),))
    made = Corpus((Text.document("1", "He go .\n", [Edit.of(3, 5, "go", ("went",))]),))
    assert as_sentences(gold, {"me": made})[1]["me"].texts == ["He went ."]
    with pytest.raises(InputError, match="2 lines, but its source has 1"):
        as_sentences(gold, {"me": Corpus((Text.document("1", "He\ngo .\n"),))})


@pytest.mark.parametrize("extract", ["wdiff", "maxmatch"])
def test_hoo_scores_m2_gold(folder: Path, extract: str) -> None:
    """As it does the document made of it by hand."""
    short = run("score", folder / "gold.m2", folder / "good.txt", "-m", "hoo", "--extract", extract, "-q")
    assert (short.status, short.err) == (0, "")
    given = [folder / "gold/0001GE.xml", f"good={folder / 'texts/0001AB.txt'}", "--source", folder / "sources/0001.txt"]
    by_hand = run("score", *given, "-m", "hoo", "--extract", extract, "-q")
    assert short.out.split("hoo|")[0] == by_hand.out.split("hoo|")[0]
    assert f"|document:lines|extract:{extract}" in short.out
