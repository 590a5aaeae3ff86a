"""What may stand for lists and corpora: files by path or name, columns of frames, arrays; told by kind alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.support import EXAMPLES, needs

import errata
from errata import InputError
from errata.model import Output

SRC = ["He go home .", "A dog bark ."]
REF = ["He goes home .", "A dog barks ."]
OUT = ["He goes home .", "A dog bark ."]


def scored(**arguments: Any) -> list[tuple[str, float]]:
    given: dict[str, Any] = {"sources": SRC, "references": [REF], "outputs": OUT} | arguments
    return [(item.system, item.score) for item in errata.score(**given, measures=["green:n=2"])]


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, list[str]], Path]:
    """Writes lines to a file."""

    def write(name: str, lines: list[str]) -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def test_files_are_read_wherever_sentences_are_wanted(file: Callable[[str, list[str]], Path]) -> None:
    """By path or by name; a bare one gives the system its name."""
    plain = scored()
    source, reference, mine = file("src.txt", SRC), file("ref.txt", REF), file("mine.txt", OUT)
    for kind in (Path, str):
        assert scored(sources=kind(source), references=[kind(reference)]) == plain
        assert scored(outputs=kind(mine)) == [("mine", plain[0][1])]
        assert scored(outputs={"x": kind(mine), "y": OUT}) == [("x", plain[0][1]), ("y", plain[0][1])]


def test_gold_and_outputs_may_be_annotated_files(file: Callable[[str, list[str]], Path]) -> None:
    """In any format; of an M2 file the edits are taken, of a table the column of the output."""
    gold, good = EXAMPLES / "gold.m2", EXAMPLES / "good.txt"
    lines = errata.read_lines(good)
    corpus = errata.read(gold)
    expected = errata.score(corpus, lines, measures=["m2"]).scores[0]
    found = errata.score(gold, str(good), measures=["m2"]).scores[0]
    assert (found.system, found.score, found.signature) == ("good", expected.score, expected.signature)
    made = file("good.m2", [])
    errata.write(errata.annotate(corpus.sources, [lines], "errata"), made)
    with pytest.warns(errata.ErrataWarning):  # of edits that have another origin than the gold's
        assert errata.score(corpus, made, measures=["errant"]).scores[0].counts["tp"] > 0
    table = file("mine.tsv", ["source\toutput", *(f"{one}\t{two}" for one, two in zip(SRC, OUT, strict=True))])
    assert scored(outputs=table) == [("mine", scored()[0][1])]


def test_every_function_takes_files() -> None:
    """Comparison, explanation and analysis too."""
    gold, outputs = EXAMPLES / "gold.m2", {name: EXAMPLES / f"{name}.txt" for name in ("good", "bold")}
    plan = errata.Resampling(samples=100)
    assert errata.compare(gold, outputs, measures=["green"], resampling=plan)["green"].best == ("good",)
    assert [item.system for item in errata.explain(gold, outputs, measures=["green"], sentences=[0])] == [*outputs]
    lines = {name: errata.read_lines(path) for name, path in outputs.items()}
    with pytest.warns(errata.ErrataWarning):
        read = errata.analyse_difficulty(errata.read(gold), lines, extract="errata").to_text()
    with pytest.warns(errata.ErrataWarning):
        assert errata.analyse_difficulty(gold, outputs, extract="errata").to_text() == read


@pytest.mark.parametrize("make", [tuple, np.array, lambda lines: np.array(lines, dtype=object)])
def test_tuples_and_arrays_are_lists(make: Callable[[list[str]], Any]) -> None:
    """Of one dimension; an array of references has one row for each set."""
    plain = scored()
    assert scored(sources=make(SRC), references=[make(REF)], outputs=make(OUT)) == plain
    assert scored(outputs={"output": make(OUT)}) == plain
    assert scored(references=np.array([REF])) == plain


@needs("pandas", "the extra frames")
def test_columns_of_frames_are_lists() -> None:
    """Whatever their index; a missing cell is refused with its place."""
    import pandas

    frame = pandas.DataFrame({"src": SRC, "ref": REF, "out": OUT}, index=[7, 3])
    assert scored(sources=frame["src"], references=[frame["ref"]], outputs=frame["out"]) == scored()
    with pytest.raises(InputError, match='sentence 1 of outputs is NaN, not text; give "" for an empty sentence'):
        scored(outputs=pandas.Series([OUT[0], None], dtype=object).fillna(float("nan")))
    with pytest.raises(InputError, match="outputs is a DataFrame; give a list of sentences"):
        scored(outputs=frame)


@needs("polars", "polars")
def test_columns_of_polars_are_lists() -> None:
    """As those of pandas."""
    import polars

    assert scored(outputs=polars.Series(OUT)) == scored()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"outputs": "He goes ."}, "outputs is a single string, read as .* no file 'He goes .'; give a list of sent"),
        ({"outputs": {"a": "x\ny"}}, "the output of 'a' is a single string"),
        ({"references": ["He goes .", "It ."]}, "references is a flat list of 2 sentences"),
        ({"references": [REF, "x"]}, r"references\[1\] is a single string"),
        ({"outputs": np.array("one")}, "outputs is a ndarray; give a list of sentences"),
        (
            {"outputs": np.array([OUT])},
            "sentence 0 of outputs is a list, not text; for several systems give {name: sentences}",
        ),
        ({"outputs": Path("none.txt")}, r"none\.txt does not exist"),
    ],
)
def test_what_is_neither_is_refused(arguments: dict[str, Any], message: str) -> None:
    """A sentence where a list belongs is never scored letter by letter, and never looked for in vain without saying."""
    with pytest.raises((InputError, errata.FileError), match=message):
        scored(**arguments)


def test_an_output_is_taken_as_it_is() -> None:
    """Its texts are never the name of a file."""
    with pytest.raises(InputError, match="is a single string"):
        scored(outputs=Output("x", "pyproject.toml"))
