"""What is counted of a document by the HOO measure, whoever's rules say which edits meet."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from errata.model import Edit

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
"""What is counted of every document."""


class Fate(NamedTuple):
    """What became of an edit beside those of the other side: a fate of the gold's, or of the system's."""

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
    """How many characters, or tokens, the edits that were counted span."""
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
