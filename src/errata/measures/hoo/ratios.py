"""Precision, recall and F of the HOO measure: quotients of integers, rounded once; and the same of many counts."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errata.measures.arrays import Array

ASPECTS = ("correction", "recognition", "detection")


@dataclass(frozen=True, slots=True)
class Ratios:
    """Precision and recall before any division."""

    precision: tuple[int, int]
    recall: tuple[int, int]


def quotient(ratio: tuple[int, int], of_nothing: float) -> float:
    """Return the correctly rounded quotient, a given value for 0/0."""
    return ratio[0] / ratio[1] if ratio[1] else float(of_nothing)


def f_score(ratios: Ratios, beta: float, of_nothing: int) -> float:
    """Return the correctly rounded weighted harmonic mean; 0/0 is 0."""
    (a, b), (c, d) = (ratio if ratio[1] else (of_nothing, 1) for ratio in (ratios.precision, ratios.recall))
    n, m = beta.as_integer_ratio()
    below = n * n * a * d + m * m * c * b
    return (m * m + n * n) * a * c / below if below else 0.0


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How counts become values; see the options of the measure."""

    preset: str
    bonus: bool
    beta: float
    zero_rule: str
    leaves_open: bool
    """Whether precision is not known where edits are restricted by the gold's types."""

    def find_ratios(self, n: Mapping[str, Any]) -> dict[str, Ratios]:
        """Return the ratios of every aspect, of one set of counts or of arrays of them."""
        m = n["missing_optional"] if self.bonus else 0
        gold, system = n["gold"], n["system"] + m
        detected = n["detected"] + m
        # The programs divide a count of one side by the size of the other.
        recognised = n["recognised_system" if self.preset == "paper" else "recognised_gold"] + m
        by_gold, by_system = n["corrected_gold"] + m, n["corrected_system"] + m
        if self.preset != "paper":
            by_gold = by_system = by_gold if self.preset == "hoo2012" else by_system
        return {
            "correction": Ratios(
                (by_system, system - n.get("excluded_system", 0)), (by_gold, gold - n.get("excluded_gold", 0))
            ),
            "recognition": Ratios((recognised, system), (n["recognised_gold"] + m, gold)),
            "detection": Ratios((detected, n["spurious"] + detected), (detected, gold)),
        }

    @property
    def _of_nothing(self) -> int:
        return 0 if self.preset == "hoo2011" else 1

    def score(self, n: Mapping[str, int]) -> dict[str, float]:
        """Return F, precision and recall of every aspect."""
        is_open = self.leaves_open and n.get("documents_by_gold_type", 0) > 0
        values = {}
        for aspect, ratios in self.find_ratios(n).items():
            is_zero = self.zero_rule == "paper" and aspect != "detection" and not ratios.recall[0]
            f = 0.0 if is_zero else f_score(ratios, self.beta, self._of_nothing)
            values[f"{aspect}_f"] = math.nan if is_open else f
            values[f"{aspect}_precision"] = math.nan if is_open else quotient(ratios.precision, self._of_nothing)
            values[f"{aspect}_recall"] = quotient(ratios.recall, self._of_nothing)
        met = quotient((n["aligned_system"], n["system"]), self._of_nothing)
        return values | {"precision_system": math.nan if is_open else met}

    def score_many(self, n: "Mapping[str, Array]") -> "dict[str, Array]":
        """Return the same of many counts; only F of another beta than 1 may differ, in the last bits."""
        import numpy as np

        from errata.measures.arrays import divide

        of_nothing = float(self._of_nothing)
        never = np.zeros(len(n["gold"]))
        is_open = n.get("documents_by_gold_type", never) > 0 if self.leaves_open else never > 0
        square = self.beta**2
        values = {}
        for aspect, ratios in self.find_ratios(n).items():
            (a, b), (c, d) = (
                (np.where(below == 0, of_nothing, above), np.where(below == 0, 1.0, below))
                for above, below in (ratios.precision, ratios.recall)
            )
            f = divide((1 + square) * a * c, square * a * d + c * b, 0.0)
            if self.zero_rule == "paper" and aspect != "detection":
                f = np.where(ratios.recall[0] == 0, 0.0, f)
            values[f"{aspect}_f"] = np.where(is_open, np.nan, f)
            values[f"{aspect}_precision"] = np.where(is_open, np.nan, a / b)
            values[f"{aspect}_recall"] = c / d
        met = divide(n["aligned_system"], n["system"], of_nothing)
        return values | {"precision_system": np.where(is_open, np.nan, met)}
