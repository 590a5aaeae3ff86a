"""`errata report`."""

import json
import re
from pathlib import Path

import pytest
from tests.support import EXAMPLES, run, write_file

QUICK = ("--samples", "200", "--measure", "green", "--quiet")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The corpus that ships with errata, in a folder of its own."""
    for path in EXAMPLES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def data(path: Path) -> dict[str, object]:
    """Return what the script of a page works on."""
    found = re.search('id="page-data">(.*?)</script>', path.read_text(encoding="utf-8"))
    assert found
    content: dict[str, object] = json.loads(found[1])
    return content


def test_a_page_is_written_and_named(folder: Path) -> None:
    """What was suspicious about the files is on it, and how to explain a sentence."""
    ran = run("report", "gold.m2", "good.txt", "Mine=paraphrase.txt", "-m", "green", "--samples", "200", "-o", "r.html")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.endswith("errata: wrote r.html\n")
    text = (folder / "r.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<code>unrelated</code>\n<p><b>paraphrase.txt</b>: 116 of 150 lines share few words" in text
    assert '<a href="#s2">2</a>' in text
    assert data(folder / "r.html")["systems"] == ["good", "Mine"]
    command = data(folder / "r.html")["command"]
    assert command == "errata explain gold.m2 good.txt Mine=paraphrase.txt --measure green"
    assert run(*str(command).split()[1:], "--sentence", "3").status == 0


def test_an_empty_line_of_a_reference_is_said_once(folder: Path) -> None:
    """Of the file, not also of the number of the reference."""
    lines = (folder / "good.txt").read_text(encoding="utf-8").split("\n")
    write_file(folder)("ref.txt", "\n".join([*lines[:3], "", *lines[4:]]))
    files = ("--source", "unchanged.txt", "--reference", "good.txt", "--reference", "ref.txt", "bold.txt")
    ran = run("report", *files, *QUICK, "-o", "r.html")
    assert ran.status == 0, ran.err
    text = (folder / "r.html").read_text(encoding="utf-8")
    assert "<b>ref.txt</b>: empty where the source has" in text
    assert "<b>reference 1</b>" not in text


def test_a_second_run_replaces_a_page_but_nothing_else(folder: Path) -> None:
    """A file that is no page, or is read, stays."""
    for _ in range(2):
        assert run("report", "gold.m2", "good.txt", *QUICK, "-o", "r.html", "--title", "Mine").status == 0
    assert "<title>Mine</title>" in (folder / "r.html").read_text(encoding="utf-8")
    before = (folder / "bold.txt").read_bytes()
    ran = run("report", "gold.m2", "good.txt", *QUICK, "-o", "bold.txt")
    assert ran.status == 2
    assert "--output bold.txt would overwrite a file that is not an HTML page" in ran.err
    ran = run("report", "gold.m2", "bold.txt", *QUICK, "-o", "bold.txt")
    assert "would overwrite an input" in ran.err
    assert (folder / "bold.txt").read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [
        "--source unchanged.txt --reference good.txt --reference cautious.txt bold.txt",
        "gold.m2 good.txt bold.txt --extract errata --extract-gold",
        "gold.m2 llm.jsonl --raw-options refused=source,says_unchanged=copy",
        "gold.m2 good.txt --tokens space --normalise nfc",
        "--reference good.txt bold.txt --source unchanged.txt --tokens char",
    ],
)
def test_inputs_are_those_of_score(folder: Path, arguments: str) -> None:
    """With the same score in the page."""
    ran = run("report", *arguments.split(), *QUICK, "-o", "r.html")
    assert ran.status == 0, ran.err
    scored = run("score", *arguments.split(), "--measure", "green", "--quiet", "--format", "json")
    scores = json.loads(scored.out)["scores"]
    text = (folder / "r.html").read_text(encoding="utf-8")
    for score in scores:
        assert f"{100 * score['score']:.2f}" in text
        assert score["signature"] + "|interval:percentile-0.95" in text


def test_documents_are_shown_in_blocks(folder: Path) -> None:
    """Each with the name of its document."""
    write = write_file(folder)
    texts = {"source": "He go. It rain.", "reference": "He goes. It rains.", "mine": "He goes. It rain."}
    for name, text in texts.items():
        write(f"{name}.md", "".join(f"### essay_id = {number}\n{text}\n\n" for number in range(12)))
    how = (
        "--documents",
        "--source",
        "source.md",
        "--reference",
        "reference.md",
        "mine.md",
        "--raw-options",
        "tokenise=rules",
    )
    ran = run("report", *how, *QUICK, "-o", "r.html")
    assert ran.status == 0, ran.err
    names = data(folder / "r.html")["names"]
    assert isinstance(names, list)
    assert len(names) == 24
    assert names[0].startswith("0/")


def test_standard_input_may_be_an_output(folder: Path) -> None:
    """It is read once, so the doctor does not look at it."""
    ran = run("report", "gold.m2", "-", *QUICK, "-o", "r.html", stdin=(EXAMPLES / "good.txt").read_bytes())
    assert ran.status == 0, ran.err
    assert data(folder / "r.html")["systems"] == ["stdin"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("gold.m2 good.txt", "no output file given; write: -o report.html"),
        ("gold.m2 -o r.html", "no system output given"),
        ("gold.m2 none.txt -o r.html", "none.txt"),
        ("gold.m2 short.txt -o r.html", "short.txt has 149 lines but gold.m2 has 150"),
        ("good.txt bold.txt -o r.html", "good.txt is plain text, but GOLD, the first file, must be annotated"),
        ("gold.m2 good.txt x/good.txt -o r.html", "two systems are called 'good'"),
        ("gold.m2 good.txt -o r.html --explain -1", "--explain takes a whole number from 0 to 100000"),
        ("gold.m2 good.txt -o none/r.html", "none"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_written(folder: Path, arguments: str, said: str) -> None:
    """Exit status 2."""
    lines = (EXAMPLES / "good.txt").read_text(encoding="utf-8").split("\n")
    (folder / "short.txt").write_text("\n".join(lines[:-2]) + "\n", encoding="utf-8")
    ran = run("report", *arguments.split(), *QUICK)
    assert ran.status == 2
    assert said in ran.err
    assert not (folder / "r.html").exists()


def test_a_part_of_the_sentences_keeps_its_numbers(folder: Path) -> None:
    """On the page, in its links and in the explanation."""
    (folder / "only.txt").write_text("".join(f"{number}\n" for number in range(30, 60)), encoding="utf-8")
    ran = run("report", "gold.m2", "good.txt", *QUICK, "--only", "only.txt", "-o", "r.html")
    assert ran.status == 0, ran.err
    found = data(folder / "r.html")
    assert found["numbers"] == list(range(31, 61))
    assert isinstance(found["sources"], list)
    assert len(found["sources"]) == 30
    assert str(found["command"]).endswith("--only only.txt")
    assert '<a href="#s2">' not in (folder / "r.html").read_text(encoding="utf-8")
