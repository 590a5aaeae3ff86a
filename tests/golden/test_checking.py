"""Numbers beside numbers, and the numbers of all measures at once."""

from pathlib import Path
from typing import Any

import pytest

from errata import FileError
from errata.golden import MEASURES, Verdict, judge
from errata.golden.checking import check, load, load_rows, read_text, read_text_lines
from errata.measures import available_measures


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


def test_every_measure_has_golden_numbers() -> None:
    """In the order in which they are listed."""
    assert list(MEASURES) == list(available_measures())


def test_texts_of_cases_are_read_like_files() -> None:
    """A corpus, or lines."""
    assert read_text("S a b\n\n").texts[0].source == "a b"
    assert read_text_lines("a\r\nb\n") == ["a", "b"]


def test_data_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With what the folder should have."""
    for reader in (load, load_rows):
        with pytest.raises(FileError, match=r"nowhere.json is not there; the folder needs data/ with the corpora"):
            reader(tmp_path / "nowhere.json")
    with pytest.raises(FileError, match=r"does not exist|is not there"):
        list(judge(tmp_path, ["errant"]))
