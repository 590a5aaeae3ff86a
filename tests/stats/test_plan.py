"""How to resample, and what cannot be."""

from typing import Any

import pytest

from errata import InputError, LengthError, OptionError, Resampling


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"samples": 0}, "samples takes a whole number from 8 to 10000000, not 0"),
        ({"samples": 7}, "samples takes a whole number from 8 to 10000000, not 7"),  # often outside the interval
        ({"samples": True}, "samples takes a whole number from 8 to 10000000, not True"),
        ({"samples": 2.5}, "samples takes a whole number from 8 to 10000000, not 2.5"),
        ({"seed": -1}, "seed takes a whole number from 0 to 9223372036854775807, not -1"),
        ({"level": 1}, "level takes a number from 0.01 to 0.9999, such as 0.95, not 1"),
        ({"level": "x"}, "level takes a number from 0.01 to 0.9999, such as 0.95, not 'x'"),
        ({"level": float("nan")}, "level takes a number from 0.01 to 0.9999, such as 0.95, not nan"),
        ({"method": "magic"}, "method must be percentile or bca, not 'magic'"),
        ({"clusters": "abc"}, "clusters must be a list"),
    ],
)
def test_wrong_settings_are_refused(arguments: dict[str, Any], message: str) -> None:
    """With the name, the value, and what would be right."""
    with pytest.raises(OptionError, match=message.replace("(", r"\(")):
        Resampling(**arguments)


def test_units_are_numbered_by_first_occurrence() -> None:
    """Whatever the labels are called; without clusters each row is its own unit."""
    assert Resampling(clusters=["b", "a", "b"]).units(3) == [0, 1, 0]
    assert Resampling().units(3) is None
    one, two = Resampling(clusters=["b", "a", "b"]), Resampling(clusters=["x", "y", "x"])
    assert one.signature == two.signature
    assert one.signature[-1].startswith("clusters:")
    assert Resampling(clusters=["b", "a", "a"]).signature != one.signature


def test_what_cannot_be_resampled_is_refused() -> None:
    """One unit, or labels that do not pair."""
    with pytest.raises(InputError, match="only 1 document to resample; at least 2 are needed"):
        Resampling().units(1, "documents")
    with pytest.raises(InputError, match="only 1 cluster to resample"):
        Resampling(clusters=["a", "a"]).units(2)
    with pytest.raises(LengthError, match="2 cluster labels for 3 sentences; give one for each"):
        Resampling(clusters=["a", "b"]).units(3)


def test_few_units_earn_a_remark() -> None:
    """Of clusters, not of sentences, where clusters are drawn."""
    assert Resampling().remarks(20) == []
    assert list(map(str, Resampling().remarks(19))) == [
        "only 19 sentences to resample; intervals and tests are rough with fewer than 20"
    ]
    [remark] = Resampling(clusters=["a", "b"] * 20).remarks(40)
    assert remark.message.startswith("only 2 clusters to resample")


def test_few_samples_earn_a_remark() -> None:
    """The ends of an interval are quantiles far out."""
    assert Resampling(samples=100).remarks(20) == []
    assert list(map(str, Resampling(samples=99).remarks(20))) == [
        "only 99 samples; the ends of an interval depend on the few outermost ones, so use about 1000"
    ]


def test_the_largest_seed() -> None:
    """That of a signed number of 64 bits."""
    assert Resampling(seed=2**63 - 1).seed == 2**63 - 1
    with pytest.raises(OptionError, match=r"seed takes a whole number from 0 to 922\d+807, not 922\d+808"):
        Resampling(seed=2**63)
