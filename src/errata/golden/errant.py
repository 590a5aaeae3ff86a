"""ERRANT's comparison of edits beside errant_compare 3.0."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from errata.golden.checking import DATA, Checks, check, load, read_text, scored
from errata.golden.texts import conll_gold
from errata.measures.errant.measure import Errant
from errata.model import Corpus

CASES: list[dict[str, Any]] = load(DATA / "errant" / "cases.json")
SEVERAL_HYPOTHESES = "two_hypotheses"
"""A case that `errata compat errant_compare` takes; the measure refuses outputs with two annotators."""
CONLL = ("AMU", "CAMB", "UFC")
TASKS = {"cs": "correction", "cse": "classification", "ds": "detection", "dt": "token"}
SETTINGS: dict[str, dict[str, Any]] = {
    **{name: {"task": task} for name, task in TASKS.items()},
    "cs_single": {"length": "single"},
    "cs_multi": {"length": "multi"},
    "cs_beta1": {"beta": 1.0},
    "cs_filt_PUNCT_ORTH": {"filter": "R:ORTH+M:PUNCT+R:PUNCT+U:PUNCT"},
    "single": {"length": "single"},
    "multi": {"length": "multi"},
    "beta_1": {"beta": 1.0},
}


def printed(values: Mapping[str, float], counts: Mapping[str, float]) -> dict[str, float]:
    """Return what the program prints: counts, and rates with four decimals."""
    rounded = {name: round(values[key], 4) for name, key in (("P", "precision"), ("R", "recall"), ("F", "f"))}
    return {name.upper(): count for name, count in counts.items()} | rounded


def check_settings(where: str, gold: Corpus, output: Corpus, expected: dict[str, Any]) -> Checks:
    """Check overall counts and rates of every setting, and those of the three tables of categories."""
    for setting, numbers in expected.items():
        found = scored(gold, output, Errant(**SETTINGS[setting]))
        at = f"{where}, {setting}"
        yield from check(at, numbers.get("overall", numbers), printed(found.values, found.counts))
        for number, facet in enumerate(Errant.facets, 1):
            if f"cat{number}" in numbers:
                groups = {group.name: printed(group.values, group.counts) for group in found.breakdown(facet).groups}
                yield from check(f"{at}, {facet}", numbers[f"cat{number}"], groups)


def check_case(case: dict[str, Any]) -> Checks:
    """Check a small case in every task and filter."""
    return check_settings(case["name"], read_text(case["ref"]), read_text(case["hyp"]), case["expected"])


def check_conll(data: Path, system: str) -> Checks:
    """Check every task with its tables, both lengths, another beta, a filter on CoNLL-2014."""
    golden = load(data / "golden" / "errant" / "compare.json")[system]
    gold, output = (conll_gold(data, f"errant/{name}.m2") for name in ("gold", system))
    return check_settings(system, gold, output, golden)


def shipped() -> Checks:
    """Check all small cases."""
    return chain.from_iterable(check_case(case) for case in CASES if case["name"] != SEVERAL_HYPOTHESES)


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check CoNLL-2014."""
    yield "CoNLL-2014", chain.from_iterable(check_conll(data, system) for system in CONLL)
