"""Sweeps: every value scores as it would alone, and what need not be counted anew is not."""

from typing import Any
from unittest.mock import patch

import pytest

import errata
from errata import Green, OptionError
from errata.api.sweep import parse_sweep

SRC = ["He go home today .", "I likes the tea ."]
REF = ["He goes home today .", "I like the tea ."]
TEXTS: dict[str, Any] = {"sources": SRC, "references": [REF], "outputs": {"none": SRC, "one": [REF[0], SRC[1]]}}


def test_every_value_scores_as_it_would_alone() -> None:
    """Also where an option changes what is counted."""
    for option, values in (("beta", [0.0, 0.5, 2.0]), ("n", [1, 3])):
        found = errata.sweep(**TEXTS, measure="green", option=option, values=values)
        assert found.values == tuple(values)
        assert found.systems == ("none", "one")
        for value, scores in zip(values, found.scores, strict=True):
            alone = errata.score(**TEXTS, measures=[f"green:{option}={value}"])
            assert tuple(scores) == alone.scores


def test_counting_is_done_once_where_the_option_comes_later() -> None:
    """Beta enters the score of GREEN alone, unless the F of references is averaged over; n is counted anew."""
    with patch.object(Green, "count", autospec=True, side_effect=Green.count) as count:
        errata.sweep(**TEXTS, measure="green", option="beta", values=[0, 1, 2, 3])
        assert count.call_count == 2  # once for each system
        errata.sweep(**TEXTS, measure="green:references=mean", option="beta", values=[0, 1])
        assert count.call_count == 6
        errata.sweep(**TEXTS, measure="green", option="n", values=[1, 2])
        assert count.call_count == 10


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("green:beta=0..0.3/0.1", [0.0, 0.1, 0.2, 0.3]),  # not 0.30000000000000004
        ("green:n=8..10", [8, 9, 10]),
        ("green:n=1..4/2", [1, 3]),
        ("green:beta=1..1", [1.0]),
    ],
)
def test_ranges_are_decimal(text: str, values: list[float]) -> None:
    """Ends are included where a step reaches them."""
    assert parse_sweep(text)[2] == values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("green", "needs one option with a range, but 'green' has 0"),
        ("green:beta=0..1,n=1..2", "has 2"),
        ("green:unit=0..1", "no option 'unit' that is a number; there are: n, beta"),
        ("green:beta=2..1", "beta='2..1' is not a range"),
        ("green:beta=0..1/0", "is not a range"),
        ("green:beta=0..nan", "is not a range"),
        ("green:beta=0..1/0.0001", "more than 1000 values"),
        ("green:beta=-1..1", "beta takes a number from 0 to 1000, not '-1'"),
        ("green:n=1..2/0.5", "n takes a whole number from 1 to 100, not '1.5'"),
    ],
)
def test_what_is_no_sweep_is_refused(text: str, message: str) -> None:
    """With what to write instead."""
    with pytest.raises(OptionError, match=message):
        parse_sweep(text)
    with pytest.raises(OptionError, match="none twice"):
        errata.sweep(**TEXTS, measure="green", option="beta", values=[1, 1])
