"""Strict JSON."""

import pytest
from hypothesis import given
from tests.strategies import JSON_VALUES

from errata.formats.strict_json import first_repeated, parse_json, to_json


@given(JSON_VALUES)
def test_values_come_back(value: object) -> None:
    """On one line."""
    text = to_json(value)
    assert parse_json(text) == value
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": {"b": 1, "b": 1}}', "the key 'b' appears twice in one object"),
        ("[NaN]", "NaN is not a JSON number"),
        ("-Infinity", "-Infinity is not a JSON number"),
        ("[-1e999]", "the number -1e999 is too large"),
        (r'"\ud83d"', "half of a surrogate pair"),
        (r'{"\udc00": 1}', "half of a surrogate pair"),
        ("", "Expecting value at character 1"),
        ('{"x', "^Unterminated string starting at character 2$"),
        ("1 2", "Extra data at character 3"),
    ],
)
def test_what_is_no_json_is_refused(text: str, message: str) -> None:
    """With the place or the key."""
    with pytest.raises(ValueError, match=message):
        parse_json(text)


def test_whole_surrogate_pairs_are_characters() -> None:
    """Only halves are not."""
    assert parse_json(r'["\ud83d\ude00", "\\ud83d"]') == ["😀", r"\ud83d"]


@pytest.mark.parametrize("depth", [101, 985, 100_000])
def test_bottomless_nesting_is_refused(depth: int) -> None:
    """Whatever the limit of the stack is, and whether or not the brackets are closed."""
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth):
        with pytest.raises(ValueError, match=r"nested too deeply \(more than 100 levels\)"):
            parse_json(text)


def test_nesting_is_told_from_brackets_in_strings_and_side_by_side() -> None:
    """Neither counts, nor do quotes and backslashes in strings mislead."""
    value = ["[" * 200, '"{' * 200, [[]] * 200, {"\\": "{" * 200}]
    assert parse_json(to_json(value)) == value
    deepest = "[" * 100 + "]" * 100
    assert to_json(parse_json(deepest)) == deepest


@pytest.mark.parametrize(
    ("names", "expected"), [([], None), (["a", "b"], None), (["a", "b", "b", "a"], "b"), ([1, "1", 1], 1)]
)
def test_the_first_to_be_repeated_is_found(names: list[object], expected: object) -> None:
    """The one whose second place comes first."""
    assert first_repeated(names) == expected
