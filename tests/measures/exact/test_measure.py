"""Exact match: words are compared, with any of the references."""

import pytest

import errata
from errata import Exact


@pytest.mark.parametrize(
    ("options", "output", "expected"),
    [
        ({}, "He goes .", 1),
        ({}, "  He  goes . ", 1),
        ({}, "She went .", 1),
        ({}, "he goes .", 0),
        ({"ignore_case": True}, "he goes .", 1),
        ({"ignore_punctuation": True}, "He goes", 1),
        ({}, "Hegoes.", 0),
        ({"ignore_space": True}, "Hegoes.", 1),
    ],
)
def test_examples(options: dict[str, bool], output: str, expected: int) -> None:
    """Of two references either will do."""
    [found] = errata.score(
        sources=["a"], references=[["He goes ."], ["She went ."]], outputs=[output], measures=[Exact(**options)]
    ).scores
    assert dict(found.counts) == {"equal": expected, "sentences": 1}
    assert found.score == expected
