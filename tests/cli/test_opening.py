"""Every file of a command line is opened once, whatever is asked of it: its format, its kind, its content."""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.support import EXAMPLES, needs, run

import errata

_opened: list[str] | None = None


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(arguments[0], str | os.PathLike):
        _opened.append(os.fspath(arguments[0]))


sys.addaudithook(_note)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example corpus in several formats, and one output of it as a document."""
    made = tmp_path_factory.mktemp("files")
    for name in ("gold.m2", "good.txt", "bold.txt"):
        (made / name).write_bytes((EXAMPLES / name).read_bytes())
    gold = errata.read(made / "gold.m2")
    (made / "source.txt").write_text("".join(f"{line}\n" for line in gold.sources))
    for name in ("gold.jsonl", "gold.tsv", "gold.csv"):
        errata.write(gold, made / name)
    good = errata.annotate(gold.sources, [errata.read_lines(made / "good.txt")])
    errata.write(good, made / "good.m2")
    errata.write(good, made / "gold.xml", "imeasure-xml", retokenise=False)
    for name in ("one.xml", "two.xml"):
        ran = run("convert", made / "good.m2", made / name, "--to", "hoo", "--text", made / "text.txt", "--lossy")
        assert ran.status == 0, ran.err
    return made


COMMANDS = [
    "score gold.m2 good.txt bold.txt --measure m2 --measure green",
    "score gold.m2 good.m2 bold.txt --measure m2 --source source.txt",
    "score --source source.txt --reference good.txt bold.txt --measure green",
    "score gold.jsonl bold.txt --measure m2",
    "score gold.tsv bold.txt --measure m2",
    "score gold.csv bold.txt --measure m2",
    "score gold.xml bold.txt --measure imeasure",
    "score one.xml two.xml --source text.txt --measure hoo",
    "compare gold.m2 good.txt bold.txt --measure m2 --samples 10",
    "explain gold.m2 good.txt --sentence 2 --measure m2",
    "difficulty gold.m2 good.m2 bold.txt --extract errata --top 1",
    "convert gold.m2 out.jsonl",
    "convert gold.jsonl out.m2",
    "convert gold.tsv out.m2",
    "convert gold.xml out.m2 --lossy",
    "convert one.xml out.m2 --source text.txt --lossy",
    "convert --source source.txt --extract errata good.txt out.m2",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_file_is_opened_once(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a command that reads it."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys.modules[__name__], "_opened", [])
    ran = run(*command.split())
    assert ran.status == 0, ran.err
    inputs = {word for word in command.split() if "." in word and not word.startswith("out.")}
    found = Counter(Path(path).name for path in _opened or ())
    assert {name: found[name] for name in inputs} == dict.fromkeys(inputs, 1)


@needs("pyarrow", "errata[parquet]")
def test_parquet_is_opened_twice_to_score(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To see whether it holds documents, and to read it: it cannot be read on from where one looked."""
    monkeypatch.chdir(folder)
    errata.write(errata.read("gold.m2"), "gold.parquet")
    monkeypatch.setattr(sys.modules[__name__], "_opened", [])
    assert run("score", "gold.parquet", "bold.txt", "--measure", "m2").status == 0
    assert Counter(_opened or ())["gold.parquet"] == 2
