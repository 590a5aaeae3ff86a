"""The paired t-test: exact values, and zeros."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import only_compiled, shared

import errata
from errata import InputError, LengthError, TTest, against_baseline, paired_t_test
from errata.stats.ttest import two_tailed


@given(st.floats(0.01, 50))
def test_closed_forms_of_few_degrees_of_freedom(t: float) -> None:
    """One degree is the Cauchy distribution; two to four have closed forms as well."""
    angles = {1: math.atan(1 / t), 3: math.atan(math.sqrt(3) / t)}
    exact = {
        1: 2 / math.pi * angles[1],
        2: 2 / (t * t + 2 + t * math.sqrt(t * t + 2)),
        3: 2 / math.pi * (angles[3] - math.sqrt(3) * t / (3 + t * t)),
        4: 1 - t * (t * t + 6) / (t * t + 4) ** 1.5,
    }
    for df, p in exact.items():
        # Both sides lose digits to cancellation where p is small.
        assert two_tailed(t, df) == pytest.approx(p, rel=1e-11, abs=1e-14)
        assert two_tailed(-t, df) == two_tailed(t, df)


@pytest.mark.parametrize(
    ("t", "df", "p"),
    [
        (0.001, 1311, 0.99920226770963233),
        (1.5, 10, 0.16450732644544018),
        (2.58, 100, 0.011333510666459349),
        (2.0, 1311, 0.045706253501293487),
        (5.0, 30, 2.3296685467007795e-05),
        (20.0, 1311, 7.0918027062154287e-78),
        (1.0, 1_000_000, 0.31731074983357813),
    ],
)
def test_values_computed_with_forty_digits(t: float, df: int, p: float) -> None:
    """By numerical evaluation of the incomplete beta function in high precision."""
    assert two_tailed(t, df) == pytest.approx(p, rel=1e-10)


def test_many_degrees_are_nearly_normal() -> None:
    for t in (0.5, 1.0, 2.0, 3.0):
        assert two_tailed(t, 10**9) == pytest.approx(math.erfc(t / math.sqrt(2)), rel=1e-6)


def test_a_textbook_example() -> None:
    """Differences 1, 2, 3, 4: mean 2.5, standard error sqrt(5/12)."""
    test = paired_t_test([2, 4, 6, 8], [1, 2, 3, 4])
    assert (test.mean, test.df) == (2.5, 3)
    assert test.t == pytest.approx(2.5 / math.sqrt(5 / 12), rel=1e-15)  # rounded in another order
    assert test.p == pytest.approx(two_tailed(test.t, 3), rel=1e-15)
    swapped = paired_t_test([1, 2, 3, 4], [2, 4, 6, 8])
    assert (swapped.t, swapped.p, swapped.mean) == (-test.t, test.p, -test.mean)


def test_equal_differences_leave_no_doubt() -> None:
    assert paired_t_test([1.0, 2.0], [1.0, 2.0]) == TTest(0.0, 1, 1.0, 0.0)
    assert paired_t_test([1.5, 2.5], [1.0, 2.0]) == TTest(math.inf, 1, 0.0, 0.5)
    assert paired_t_test([1.0, 2.0], [1.5, 2.5]) == TTest(-math.inf, 1, 0.0, -0.5)
    assert two_tailed(0.0, 5) == 1.0


def test_what_cannot_be_tested_is_refused() -> None:
    with pytest.raises(LengthError, match="2 and 1 values cannot be paired"):
        paired_t_test([1.0, 2.0], [1.0])
    with pytest.raises(InputError, match="at least two"):
        paired_t_test([1.0], [0.5])


def test_other_measures_have_no_baseline() -> None:
    """The values that are compared are those of the I-measure, unless others are named."""
    score = errata.score(sources=["a b"], references=[["a c"]], outputs=["a c"], measures=["green"]).scores[0]
    with pytest.raises(InputError, match="green has no value 'wacc'; it has: f, precision, recall"):
        against_baseline(score)


@only_compiled
def test_systems_against_their_source() -> None:
    """As in the paper (Table 11): UFC improves its source a little, CAMB makes it worse beyond doubt."""
    gold = errata.read(shared("data/conll14/official-2014.combined-withalt.m2"))
    names = ("INPUT", "UFC", "CAMB")
    outputs = {name: errata.read_lines(shared(f"data/conll14/systems/{name}.txt")) for name in names}
    tests = {item.system: against_baseline(item) for item in errata.score(gold, outputs, measures=["imeasure"])}
    assert tests["INPUT"] == TTest(0.0, 1311, 1.0, 0.0)
    assert tests["UFC"].t > 2.5
    assert tests["UFC"].p < 0.02
    assert tests["CAMB"].t < -10
    assert tests["CAMB"].p < 1e-20
