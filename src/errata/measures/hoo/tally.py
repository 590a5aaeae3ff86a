"""What the HOO measure counts in a document, under any rules for matching edits, and the values of the counts.

Precision, recall and F are quotients of integers, rounded once; `Arithmetic.score_many` is the same for many counts.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from errata.model import Edit
from errata.records import dataclass, field

if TYPE_CHECKING:
    from errata.measures.arrays import Array

ASPECTS = ("correction", "recognition", "detection")
COLUMNS = (
    "gold",
    "system",
    "optional",
    "detected",
    "spurious",
    "aligned_system",
    "missing",
    "missing_optional",
    "recognised_gold",
    "recognised_system",
    "corrected_gold",
    "corrected_system",
)
"""What is counted in every document."""


class Fate(NamedTuple):
    """The fate of an edit compared with the other side: one for gold edits, or one for system edits."""

    edit: Edit
    is_met: bool
    is_recognised: bool
    is_corrected: bool
    is_optional: bool = False

    @property
    def gold_status(self) -> str:
        """The best that can be said of a gold edit."""
        missing = "missing_optional" if self.is_optional else "missing"
        return self._best("detected", missing)

    @property
    def system_status(self) -> str:
        """The best that can be said of a system edit."""
        return self._best("aligned", "spurious")

    def _best(self, met: str, alone: str) -> str:
        return (
            "corrected" if self.is_corrected else "recognised" if self.is_recognised else met if self.is_met else alone
        )


@dataclass
class Tally:
    """The counts of one document, the fate of each gold edit and each system edit, and which of these are spurious."""

    counts: dict[str, int]
    statuses: list[str]
    spurious: list[Edit]
    optional: list[bool]
    system: list[tuple[Edit, str]]
    gold_lengths: list[int]
    system_lengths: list[int]
    """How many characters, or tokens, the counted edits span."""
    csets: list[dict[str, Any]] = field(default_factory=list)
    tool_would_fail: bool = False

    @classmethod
    def of(cls, gold: Sequence[Fate], system: Sequence[Fate]) -> "Tally":
        """Count the edits of both sides by their fates."""
        n_detected, n_met = sum(fate.is_met for fate in gold), sum(fate.is_met for fate in system)
        row = (
            len(gold),
            len(system),
            sum(fate.is_optional for fate in gold),
            n_detected,
            len(system) - n_met,
            n_met,
            len(gold) - n_detected,
            sum(fate.is_optional and not fate.is_met for fate in gold),
            sum(fate.is_recognised for fate in gold),
            sum(fate.is_recognised for fate in system),
            sum(fate.is_corrected for fate in gold),
            sum(fate.is_corrected for fate in system),
        )
        return cls(
            counts=dict(zip(COLUMNS, row, strict=True)),
            statuses=[fate.gold_status for fate in gold],
            spurious=[fate.edit for fate in system if not fate.is_met],
            optional=[fate.is_optional for fate in gold],
            system=[(fate.edit, fate.system_status) for fate in system],
            gold_lengths=[fate.edit.end - fate.edit.start for fate in gold],
            system_lengths=[fate.edit.end - fate.edit.start for fate in system],
        )


@dataclass(frozen=True, slots=True)
class Ratios:
    """Precision and recall before division."""

    precision: tuple[int, int]
    recall: tuple[int, int]


def quotient(ratio: tuple[int, int], of_nothing: float) -> float:
    """Return the correctly rounded quotient, with a given value for 0/0."""
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
    """Whether precision is unknown if edits are restricted by the gold's types."""

    def find_ratios(self, n: Mapping[str, Any]) -> dict[str, Ratios]:
        """Return the ratios of every aspect, for one set of counts or for arrays of them."""
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
        """Return the same for many counts; only F with a beta other than 1 may differ, in the last bits."""
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
