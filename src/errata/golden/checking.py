"""Numbers of the original programs beside ours: one `Check` for each, whatever structure they come in."""

import json
import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from errata.api.score import score
from errata.corpus import Corpus
from errata.document_sets import DocumentSet
from errata.errors import FileError
from errata.findings import ErrataWarning
from errata.formats import files, read, read_lines
from errata.measures.base import Measure
from errata.measures.results import Score

DATA = Path(__file__).parent / "data"
"""The cases that ship: small inputs of our own with the numbers the original programs gave."""


@dataclass(frozen=True)
class Check:
    """One number, or other value, of an original program, what errata has for it, and whether they agree."""

    where: str
    expected: object
    found: object
    agrees: bool

    def __str__(self) -> str:
        return f"{self.where}: expected {self.expected!r}, found {self.found!r}"


Checks = Iterator[Check]


def check(where: str, expected: Any, found: Any, *, rel: float = 0.0, absolute: float = 0.0) -> Checks:
    """Yield a check of every value in equal structures of mappings and sequences.

    Numbers agree within the larger of the tolerances, everything else only when equal. What is on one side alone, or a
    difference in length, is a check that does not agree.

    >>> [str(item) for item in check("f", {"a": 1, "b": [2, 3]}, {"a": 1, "b": [2, 4]}) if not item.agrees]
    ['f, b, 1: expected 3, found 4']
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in expected.keys() | found.keys() if expected.keys() != found.keys() else expected:
            if key in expected and key in found:
                yield from check(f"{where}, {key}", expected[key], found[key], rel=rel, absolute=absolute)
            else:
                yield Check(f"{where}, {key}", expected.get(key), found.get(key), False)
    elif _is_list(expected) and _is_list(found):
        if len(expected) != len(found):
            yield Check(f"{where}, how many", len(expected), len(found), False)
        for number, pair in enumerate(zip(expected, found, strict=False)):
            yield from check(f"{where}, {number}", *pair, rel=rel, absolute=absolute)
    elif isinstance(expected, float) or isinstance(found, float):
        numbers = isinstance(expected, int | float) and isinstance(found, int | float)
        same = numbers and math.isclose(expected, found, rel_tol=rel, abs_tol=absolute)
        yield Check(where, expected, found, same or (numbers and expected != expected and found != found))
    else:
        yield Check(where, expected, found, expected == found)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def load(path: Path) -> Any:
    """Return what a JSON file of golden numbers holds."""
    return json.loads(files.read_text(check_file(path)))


def load_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table of golden numbers, one for each sentence."""
    import csv

    return list(csv.DictReader(files.read_lines(check_file(path)), delimiter="\t"))


def check_file(path: Path) -> Path:
    """Return the path of a file that is there."""
    if not path.is_file():
        raise FileError(
            f"{path} is not there; the folder needs data/ with the corpora and golden/ with the originals' numbers"
        )
    return path


@contextmanager
def quiet() -> Iterator[None]:
    """Leave out warnings: golden cases are odd on purpose."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        yield


def scored(gold: Corpus | DocumentSet, output: list[str] | Corpus | DocumentSet, measure: Measure) -> Score:
    """Score one system quietly; gold that nobody annotated says that nothing is to be changed, as in the originals."""
    if isinstance(gold, Corpus) and gold.is_annotated and not gold.annotators:
        gold = replace(gold, sentences=tuple(replace(sentence, layers=sentence.seen) for sentence in gold))
    with quiet():
        return score(gold, {"it": output}, measures=[measure]).scores[0]


@contextmanager
def as_file(text: str, name: str) -> Iterator[Path]:
    """Give a text the file that it would be read from."""
    with TemporaryDirectory() as folder, quiet():
        path = Path(folder) / name
        files.write_text(path, text)
        yield path


def read_text(text: str, suffix: str = ".m2") -> Corpus:
    """Read a corpus whose file a case holds as text."""
    with as_file(text, f"case{suffix}") as path:
        return read(path)


def read_text_lines(text: str) -> list[str]:
    """Read the lines of an output that a case holds as text."""
    with as_file(text, "case.txt") as path:
        return read_lines(path)
