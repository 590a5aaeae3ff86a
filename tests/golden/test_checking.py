"""Numbers beside numbers, and the numbers of all measures at once."""

from pathlib import Path
from typing import Any

import pytest

from errata import FileError
from errata.golden import Verdict, judge
from errata.golden.checking import Comparison, check, look


@pytest.mark.parametrize(
    ("expected", "found", "verdicts"),
    [
        (1, 1, [True]),
        (1, 2, [False]),
        (1, 1.0, [True]),
        (0.1, 0.1 + 1e-12, [False]),
        (float("nan"), float("nan"), [True]),
        (0.0, None, [False]),
        (None, 0.0, [False]),
        ("a", "a", [True]),
        ("1", 1.0, [False]),
        ([1, 2], (1, 2), [True, True]),
        ([1, 2], [1], [False, True]),
        ({"a": [1]}, {"a": [2]}, [False]),
        ({"a": 1}, {"b": 1}, [False, False]),
        ([], [], []),
    ],
)
def test_every_value_is_compared_once(expected: Any, found: Any, verdicts: list[bool]) -> None:
    """Nested or not; what one side lacks does not agree."""
    assert [item.agrees for item in check("x", expected, found)] == verdicts


def test_tolerances_are_for_numbers_only() -> None:
    """Relative, absolute, whichever is larger."""
    assert [item.agrees for item in check("x", 100.0, 100.5, rel=0.01)] == [True]
    assert [item.agrees for item in check("x", 0.0, 0.5, rel=0.01)] == [False]
    assert [item.agrees for item in check("x", [0.0, "a"], [0.5, "b"], absolute=1)] == [True, False]


def test_a_difference_says_where_and_what() -> None:
    """The way into the structure, and both values."""
    [item] = [item for item in check("case", {"a": [1, 2]}, {"a": [1, 3]}) if not item.agrees]
    assert str(item) == "case, a, 1: expected 2, found 3"
    verdict = Verdict.of("m", "here", check("case", [1, 2], [1, 3]))
    assert (verdict.n_numbers, len(verdict.differences)) == (2, 1)


FOUND = {"rows": [{"f": 0.25, "who": {"a": 1, "b": 2}}, {"f": 0.5, "who": {"a": 3}}]}


@pytest.mark.parametrize(
    ("expected", "paths", "differences"),
    [
        ({"F": [0.25, 0.5]}, ("F/*", "rows/*/f"), []),
        ({"F": [0.25]}, ("F/*", "rows/*/f"), ["F, which: expected ['0'], found ['0', '1']"]),
        ({"F": {"1": 0.5}}, ("F/?", "rows/?/f"), []),
        ({"F": {"1": 0.5, "7": 0.1}}, ("F/?", "rows/?/f"), ["F, 7: expected 0.1, found None"]),
        ({}, ("F/*", "rows/*/f"), ["F, which: expected [], found ['0', '1']"]),
        ({}, ("F", "rows/1/f"), ["F: expected None, found 0.5"]),
        ({"n": [{"A": 1, "B": 2}, {"A": 4}]}, ("n/*/*", "rows/*/who/{A:a,B:b}/*"), ["n, 1, A: expected 4, found 3"]),
        ([[0.25, 1], [0.5, 3]], ("*/0", "rows/*/f"), []),
        ({"n": 1}, ("n", "rows/0/who/+"), ["n, b: expected 1, found 2"]),
    ],
)
def test_paths_go_through_both_structures(expected: Any, paths: tuple[str, str], differences: list[str]) -> None:
    """Whatever is missing on either side is a difference."""
    rule = Comparison(expected=paths[0], found=paths[1])
    found = [str(item).removeprefix("x, ") for item in rule.check("x", expected, FOUND) if not item.agrees]
    assert found == differences


def test_numbers_as_printed_and_any_of_several() -> None:
    """Rounded before they are compared, text among them; one of a list will do."""
    printed = Comparison(expected="", found="", digits=2)
    assert [item.agrees for item in printed.check("x", ["0.67", 0.33, 3], [2 / 3, 1 / 3, 3])] == [True] * 3
    assert [item.agrees for item in printed.check("x", ["0.67"], [0.664])] == [False]
    several = Comparison(expected="", found="", one_of=True)
    assert [item.agrees for item in several.check("x", ["a", "b"], "b")] == [True]
    assert [item.agrees for item in several.check("x", ["a", "b"], "c")] == [False]


def test_what_an_optional_comparison_applies_to() -> None:
    """Only where there are such numbers; any other must have them."""
    optional = Comparison(expected="a/*/b", found="", optional=True)
    assert [optional.applies_to(expected) for expected in [{"a": 1}, {"b": 1}, {}]] == [True, False, False]
    assert Comparison(expected="a/*/b", found="").applies_to({})
    assert look({"a": (1, 2)}, "a/5") is None


def test_data_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With what the folder should have."""
    for measure in ("errant", "cleme"):
        with pytest.raises(
            FileError, match=r"golden.\w+.\w+\.json is not there; the folder needs data/ with the corpora"
        ):
            list(judge(tmp_path, [measure]))
