"""Golden cases of a package of someone else's, right and wrong, and how their inputs are made."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.support import golden_cases, run

import errata.measures
from errata.golden import judge, measures
from errata.golden.inputs import Inputs

BOOK: dict[str, Any] = {
    "origin": "someone",
    "tolerances": {"near": {"absolute": 0.01, "why": "to see"}},
    "groups": [
        {
            "on": "shipped cases",
            "settings": {"one": {"options": {"n": "1"}}, "two": {"options": {"n": "2"}}},
            "compare": [
                {"expected": "F", "found": "score", "within": "near"},
                {"expected": "lines", "found": "@lines"},
                {"expected": "rows/*", "found": "sentences/*/counts/tk1", "optional": True},
            ],
            "cases": [
                {
                    "name": "case {x}",
                    "each": [{"x": "y"}, {"x": "z"}],
                    "gold": {"source": ["a b {x}"], "references": [["a b {x}"]]},
                    "output": {"lines": {"txt": "a b {x}\n"}},
                    "expected": {"one": {"F": 0.995, "lines": 1, "rows": [3]}, "two": {"F": 1.0, "lines": 1}},
                }
            ],
        }
    ],
}


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Return what installs a package with a measure, its cases and a function for them."""

    def install(book: Any) -> None:
        package = tmp_path / f"package_{tmp_path.name}"
        package.mkdir()
        (package / "__init__.py").write_text("from errata import Green\nclass Mine(Green):\n    name = 'mine'\n")
        (package / "originals.py").write_text("def lines(run):\n    return len(run.outputs['it'])\n")
        (package / "golden.json").write_text(json.dumps(book))
        monkeypatch.syspath_prepend(str(tmp_path))
        mine = import_module(package.name).Mine
        monkeypatch.setattr(errata.measures, "_offered", lambda: {"mine": mine})

    return install


def test_a_package_may_bring_cases(offer: Callable[[Any], None]) -> None:
    """They are found through the measure, and judged after those of errata."""
    offer(BOOK)
    assert measures()[-1] == "mine"
    [verdict] = judge(None, ["mine"])
    assert (verdict.corpus, verdict.n_numbers, verdict.differences) == ("shipped cases", 10, ())


def test_a_wrong_number_is_reported(offer: Callable[[Any], None]) -> None:
    """With its place and both values, on standard output, and status 1."""
    book = deepcopy(BOOK)
    book["groups"][0]["cases"][0]["expected"]["one"] |= {"F": 0.98, "lines": 2, "rows": [3, 4]}
    offer(book)
    ran = run("selftest", "--measure", "mine")
    assert ran.status == 1
    assert ran.out.splitlines()[4:9] == [
        "mine        shipped cases          14         6",
        "  case y, one, F: expected 0.98, found 1.0",
        "  case y, one, lines: expected 2, found 1",
        "  case y, one, rows, which: expected ['0', '1'], found ['0']",
        "  case y, one, rows, 1: expected 4, found None",
    ]
    assert ran.out.endswith("\n8 of 14 numbers do not agree\n")


def test_a_wrong_number_of_every_measure_is_seen() -> None:
    """Whatever is changed in the first case of each: one number more, and its check does not agree."""
    for measure in measures():
        case = golden_cases(measure)[0]
        before = list(case.check())
        changed = [item for item in replace(case, expected=spoil(case.expected)).check() if not item.agrees]
        assert all(item.agrees for item in before)
        assert len(changed) > len(before) / 3, measure


def spoil(value: Any) -> Any:
    """Add 1 to every number."""
    if isinstance(value, dict):
        return {key: spoil(item) for key, item in value.items()}
    if isinstance(value, list):
        return [spoil(item) for item in value]
    return value + 1 if isinstance(value, int | float) and not isinstance(value, bool) else value


def test_inputs_are_made_as_users_make_them(tmp_path: Path) -> None:
    """Texts go through files, so that their lines are those a reader finds."""
    inputs = Inputs(None, tmp_path)
    assert inputs.corpus({"m2": "S a b\n\n"}).texts[0].source == "a b"
    assert inputs.lines({"txt": "a\r\nb\n"}) == ["a", "b"]
    assert inputs.outputs({"lines": None}, ["x", "y"]) == {"it": ["", ""]}
    assert inputs.outputs({"lines": [" a "], "strip": True}, ["x"]) == {"it": ["a"]}
