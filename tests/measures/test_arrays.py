"""The array twin of every measure's score gives what the scalar function gives, sum by sum."""

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.measures.suite import every_measure

from errata import Gleu, Green, Hoo, Measure
from errata.measures.base import Properties
from errata.measures.data import Number, Table
from errata.measures.options import option
from errata.testing import Texts, score_texts, variants

TEXTS = Texts(["a b c d e", "a c"], [["a b x d e", "a"]], ["a x x d e", "a b"])

INEXACT = (Green, Gleu)
"""Measures of logarithms, which numpy takes with other last bits than the C library."""


def probes(width: int) -> list[list[int]]:
    """Return rows of random counts, small ones and zeros more often than in any corpus."""
    rng = np.random.Generator(np.random.PCG64(7))
    rows: list[list[int]] = rng.integers(0, 10 ** rng.integers(0, 6, (300, 1)), (300, width), endpoint=True).tolist()
    thinned = [[cell if rng.random() < 0.7 else 0 for cell in row] for row in rows]
    return [[0] * width, *rows, *thinned]


def widths(measure: type[Measure]) -> list[tuple[Measure, int]]:
    """Return every setting of a measure with the number of its columns."""
    return [(made, len(score_texts(made, TEXTS).table.columns)) for made in variants(measure)]


def same(twin: float, scalar: float, tolerance: float) -> bool:
    if math.isnan(scalar):
        return math.isnan(twin)
    return twin == scalar or math.isclose(twin, scalar, rel_tol=tolerance, abs_tol=0)


@every_measure
def test_twins_equal_their_scalars(measure: type[Measure]) -> None:
    """Bit by bit; within 1e-13 where logarithms are taken; for every choice of options, zeros included."""
    for made, width in widths(measure):
        rows = probes(width)
        if made.name == "imeasure":  # no more gaps than changes, or there would be negative accuracies
            rows = [[tp, tn, fp, fn, min(fp, fn, fpn), *base] for tp, tn, fp, fn, fpn, *base in rows]
        twins = made.score_many(np.array(rows, dtype=float))
        tolerance = 1e-13 if isinstance(made, INEXACT) else 0.0
        for number, row in enumerate(rows):
            scalar = made.score(row)
            for name, values in twins.items():
                assert same(values[number], scalar[name], tolerance), (made, row, name)
        expected = ("gleu",) if isinstance(made, Gleu) else measure.value_names
        assert tuple(twins) == expected


@pytest.mark.parametrize("beta", [0.5, 2.0, 0.3])
def test_hoo_with_another_beta_agrees_to_the_last_bits(beta: float) -> None:
    """The scalar rounds once, from integers; the twin a few times."""
    for made in (Hoo(beta=beta), Hoo(beta=beta, types="A", type_mode="gold"), Hoo(beta=beta, preset="hoo2011")):
        rows = probes(len(made.columns))
        twins = made.score_many(np.array(rows, dtype=float))
        for number, row in enumerate(rows):
            assert all(same(twins[name][number], value, 1e-14) for name, value in made.score(row).items())


class Plain(Measure):
    """A measure of someone else's, without a twin."""

    name: ClassVar[str] = "plain"
    value_names: ClassVar[tuple[str, ...]] = ("share",)
    properties: ClassVar[Properties]
    of: int = option(2, "divisor")

    def count(self, gold: Any, output: Any, learned: object = None) -> Table:
        raise NotImplementedError

    def choose(self, table: Table) -> list[int]:
        raise NotImplementedError

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        assert all(isinstance(value, int) == float(value).is_integer() for value in sums)
        return {"share": sums[0] / 2}


def test_a_measure_without_a_twin_is_asked_row_by_row() -> None:
    """It gets integers where counts are."""
    assert Plain().score_many(np.array([[1.0, 2.0], [2.5, 0.0]]))["share"].tolist() == [0.5, 1.25]


def test_a_wrong_twin_would_be_noticed() -> None:
    """The comparison of this module is not blind."""
    assert not same(0.5, np.nextafter(0.5, 1), 0.0)
    assert not same(math.nan, 0.5, 0.0)
    assert same(math.nan, math.nan, 0.0)
    with pytest.raises(ValueError, match="unpack"):
        Green().score_many(np.ones((1, 3)))
