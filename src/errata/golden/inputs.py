"""The inputs of golden cases, turned into the objects that `errata.score` takes."""

import csv
import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from errata.api.score import score
from errata.errors import FileError
from errata.findings import ErrataWarning
from errata.formats import files, read, read_lines, writing
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.model import Corpus, Edit, Text
from errata.records import replace


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress warnings: golden cases are odd on purpose."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        yield


def score_quietly(gold: Corpus, outputs: Mapping[str, Any], measure: Measure) -> dict[str, Score]:
    """Score systems; unannotated gold means that nothing is to be changed, as in the originals."""
    if gold.is_annotated and not gold.annotators:
        gold = gold.map(lambda text: replace(text, layers=text.seen))
    with quiet():
        return {made.system: made for made in score(gold, outputs, measures=[measure], raw=False)}


def edits(items: Sequence[Mapping[str, Any]]) -> tuple[Edit, ...]:
    """Return edits of documents; a missing list of corrections means none is known, null is the null correction."""
    made = []
    for item in items:
        corrections = tuple(item["corrections"]) if "corrections" in item else None
        fields: dict[str, Any] = {name: item.get(name) for name in ("type", "index", "part", "cset")}
        made.append(Edit.of(item["start"], item["end"], item["original"], corrections, **fields))
    return tuple(made)


def documents(items: Sequence[Mapping[str, Any]], *, with_text: bool = True) -> Corpus:
    """Return documents, each with its edits and, if available and wanted, its text."""
    return Corpus(
        tuple(
            Text.document(
                item.get("id", "1"),
                item["text"] if with_text and "text" in item else (),
                edits(item["edits"]),
            )
            for item in items
        )
    )


@cache
def _read(path: Path) -> Corpus:
    """Read a corpus in the folder; many cases share one."""
    with quiet():
        return read(path)


def load(path: Path) -> Any:
    """Return the numbers in an original's file: JSON, JSON lines, or a table with one row per sentence."""
    if path.suffix == ".json":
        return json.loads(files.read_text(path))
    lines = files.read_lines(path)
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in lines]
    return [{key: _number(cell) for key, cell in row.items()} for row in csv.DictReader(lines, delimiter="\t")]


def _number(cell: str) -> float:
    return int(cell) if cell.isdigit() else float(cell)


class Inputs:
    """Builds the inputs of one case; texts in the case go through a file, as a user's would."""

    def __init__(self, folder: Path | None, scratch: Path) -> None:
        self._folder = folder
        self._scratch = scratch

    def path(self, given: Mapping[str, Any]) -> Path:
        """Return the path of a {"file": …} in the folder, or of a text written to a file: {"m2": "S …"}."""
        if "file" in given:
            assert self._folder, "cases on files need a folder"
            path = self._folder / str(given["file"])
            if not path.is_file():
                raise FileError(
                    f"{path} is not there; "
                    "the folder needs data/ with the corpora and golden/ with the originals' numbers"
                )
            return path
        [(suffix, text)] = given.items()
        path = self._scratch / f"case{len(list(self._scratch.iterdir()))}.{suffix}"
        writing.write_text(path, text)
        return path

    def option(self, given: Any) -> str:
        """Return an option as written on a command line, as a path if its value is a file."""
        return str(self.path(given)) if isinstance(given, Mapping) else str(given)

    def lines(self, given: Any) -> list[str]:
        """Return a list of lines as it is, or the lines of a text or file."""
        return given if isinstance(given, list) else read_lines(self.path(given))

    def corpus(self, given: Mapping[str, Any], *, with_text: bool = True) -> Any:
        """Return {"source": lines, "references": [lines, …]}, {"documents": …}, or the content of a file, see `path`.

        References may also be one file for each name `of` some, see `each_of`.
        """
        if "references" in given:
            references = given["references"]
            if isinstance(references, Mapping):
                references = list(each_of(references).values())
            return Corpus.from_texts(self.lines(given["source"]), [self.lines(item) for item in references])
        if "documents" in given:
            return documents(given["documents"], with_text=with_text)
        if "file" in given:
            return _read(self.path(given))
        with quiet():
            return read(self.path(given))

    def outputs(self, given: Mapping[str, Any], gold: Any) -> dict[str, Any]:
        """Return the systems: one, as {"lines": lines} (null for empty ones) or as a corpus; one for each name `of`
        some; or one for each annotator of a corpus: {"annotators": …}.
        """
        if "of" in given:
            return {name: self.corpus(item) for name, item in each_of(given).items()}
        if "annotators" in given:
            corpus = self.corpus(given["annotators"])
            return {str(who): corpus.select_annotators([who]) for who in corpus.annotators}
        if "lines" in given:
            lines = [""] * len(gold) if given["lines"] is None else self.lines(given["lines"])
            return {"it": [line.strip() for line in lines] if given.get("strip") else lines}
        return {"it": self.corpus(given)}


def each_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a description once for each of the names in `of`, which replace {of}."""
    rest = {key: value for key, value in given.items() if key != "of"}
    return {name: fill(rest, {"of": name}) for name in given["of"]}


def fill(value: Any, names: Mapping[str, Any]) -> Any:
    """Replace names in braces by their values; a text that is only a name becomes the value itself.

    >>> fill({"file": "{system}.m2", "of": "{all}"}, {"system": "AMU", "all": ["x"]})
    {'file': 'AMU.m2', 'of': ['x']}
    """
    if isinstance(value, Mapping):
        return {key: fill(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, names) for item in value]
    if not isinstance(value, str):
        return value
    for name, item in names.items():
        if value == f"{{{name}}}":
            return item
        value = value.replace(f"{{{name}}}", str(item))
    return value
