"""The golden cases of a measure, read from its package and compared with what errata finds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from errata.golden.checking import Checks, Comparison, look
from errata.golden.inputs import Inputs, fill, load, score_quietly
from errata.measures import available_measures, get_measure
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.records import dataclass, field

SHIPPED = "shipped cases"
"""What cases that need no data folder are compared on."""


@dataclass(frozen=True)
class Run:
    """The inputs of one call of `errata.score`, its result, and what is expected of it."""

    measure: Measure
    gold: Any
    outputs: Mapping[str, Any]
    expected: Any

    @cached_property
    def systems(self) -> dict[str, Score]:
        """The score of every system, computed on first access."""
        return score_quietly(self.gold, self.outputs, self.measure)

    @property
    def score(self) -> Score:
        """The score of the only, or first, system."""
        return next(iter(self.systems.values()))

    @property
    def numbers(self) -> dict[str, float]:
        """Counts and values."""
        return {**self.score.counts, **self.score.values}

    @property
    def groups(self) -> dict[str, dict[str, dict[str, float]]]:
        """Counts and values of every group, by facet."""
        return {
            facet: {group.name: {**group.counts, **group.values} for group in self.score.breakdown(facet).groups}
            for facet in self.score.facets
        }


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Options of the measure, and what is compared under them."""

    at: str | None = None
    """The path to its numbers in a case; by default its name. Cases without them are skipped."""
    instead: str | None = None
    """Where to look if there are none."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """As written on a command line; values that are files are inputs, see `Inputs.path`."""
    alone: bool = False
    """Whether the case's options are ignored."""
    with_text: bool = True
    """Whether documents have their text."""
    compare: Sequence[str | Mapping[str, Any]] = ()
    """Comparisons, or names of lists of them; by default those of the group."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """Inputs with an original program's numbers for them, under one or more settings."""

    kind: type[Measure]
    book: Mapping[str, Any]
    group: Mapping[str, Any]
    name: str
    gold: Mapping[str, Any]
    """See `Inputs.corpus`."""
    output: Mapping[str, Any]
    """See `Inputs.outputs`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    expected: Any = None
    """The numbers, in any structure that comparisons can handle; or where they are:"""
    expected_in: Mapping[str, Any] = field(default_factory=dict)
    """`files` of the folder; the measure's function that is their `reader`, if not `load`; the path `at` which
    the numbers are; and the field `by` which to look them up, for a list of selected sentences."""
    select: str = ""
    """The path to the numbers of the case's sentences, from 0."""
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What tests compare besides numbers."""

    def check(self, folder: Path | None = None) -> Checks:
        """Check all numbers of the settings for which the case has any."""
        with TemporaryDirectory() as scratch:
            inputs = Inputs(folder, Path(scratch))
            every = self._read_expected(inputs)
            for name, given in self.group.get("settings", {"": {}}).items():
                setting = Setting(**given)
                expected = look(every, name if setting.at is None else setting.at)
                if expected is None and setting.instead is not None:
                    expected = look(every, setting.instead)
                if expected is not None:
                    where = f"{self.name}, {name}" if name else self.name
                    yield from self._check_setting(where, setting, inputs, expected)

    def _read_expected(self, inputs: Inputs) -> Any:
        if not self.expected_in:
            return self.expected
        paths = [inputs.path({"file": name}) for name in self.expected_in["files"]]
        read = self._function(self.expected_in["reader"]) if "reader" in self.expected_in else load
        found = look(read(*paths), self.expected_in.get("at", ""))
        by = self.expected_in.get("by")
        return {str(item[by]): item for item in found} if by else found

    def _check_setting(self, where: str, setting: Setting, inputs: Inputs, expected: Any) -> Checks:
        runs: dict[str, Run] = {}
        for rule in self._rules(setting):
            if rule.applies_to(expected):
                key = json.dumps(rule.options)
                if key not in runs:
                    runs[key] = self._run(setting, rule.options, inputs, expected)
                yield from rule.check(where, expected, self._start(rule.found, runs[key]))

    def _rules(self, setting: Setting) -> Iterator[Comparison]:
        for item in setting.compare or self.group["compare"]:
            for rule in self.book["comparisons"][item] if isinstance(item, str) else [item]:
                tolerance = self.book["tolerances"][rule["within"]] if "within" in rule else {}
                yield Comparison(**{key: rule[key] for key in rule if key != "within"}, **tolerance)

    def _run(self, setting: Setting, more: Mapping[str, Any], inputs: Inputs, expected: Any) -> Run:
        gold = inputs.corpus(self.gold, with_text=setting.with_text)
        outputs = inputs.outputs(self.output, gold)
        if self.select:
            chosen = look(expected, self.select)
            gold = gold.select(chosen)
            outputs = {name: [lines[at] for at in chosen] for name, lines in outputs.items()}
        options = {**setting.options, **({} if setting.alone else self.options), **more}
        measure = self.kind.from_text({name: inputs.option(value) for name, value in options.items()})
        return Run(measure, gold, outputs, expected)

    def _start(self, path: str, run: Run) -> Any:
        """Return the start of a path: parts of the run, or the score by default."""
        first = path.partition("/")[0]
        if first.startswith("@"):
            return {first: self._function(first[1:])(run)}
        return run if first in {"systems", "numbers", "groups"} else run.score

    def _function(self, name: str) -> Any:
        """Return a function of the module next to the measure's cases, for what only this measure needs."""
        return getattr(import_module(f"{_package_of(self.kind)}.originals"), name)


def _package_of(kind: type[Measure]) -> str:
    return import_module(kind.__module__).__package__ or ""


def _book_of(kind: type[Measure]) -> Traversable | None:
    """Return the file with the cases of a measure, if its package has one."""
    package = _package_of(kind)
    path = files(package).joinpath("golden.json") if package else None
    return path if path and path.is_file() else None


def measures() -> list[str]:
    """Return the names of the measures with golden cases, including those of other packages."""
    return [name for name, kind in available_measures().items() if _book_of(kind)]


def cases(measure: str) -> dict[str, list[Case]]:
    """Return the cases of a measure by what they are compared on."""
    kind = get_measure(measure)
    path = _book_of(kind)
    book = json.loads(path.read_text(encoding="utf-8")) if path else {"groups": ()}
    found: dict[str, list[Case]] = {}
    for group in book["groups"]:
        for item in group["cases"]:
            data = {key: value for key, value in item.items() if key != "each"}
            for names in item.get("each", [{}]):
                case = Case(kind=kind, book=book, group=group, **(fill(data, names) if names else data))
                found.setdefault(group["on"], []).append(case)
    return found
