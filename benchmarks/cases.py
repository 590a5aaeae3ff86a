"""What a benchmark is: a name, how it is measured, what it may cost, and which original does the same."""

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.measuring import Cost

UNITS = {"s": 1.0, "ms": 1e3, "µs": 1e6}


@dataclass(frozen=True)
class Case:
    """A thing to measure."""

    name: str
    measure: Callable[[], Cost]
    """Returns the cost of all that is counted by `per`."""
    unit: str = "s"
    """Of the figure shown: s, ms or µs."""
    per: int = 1
    """How many sentences, systems or pairs the cost is for."""
    limit: float | None = None
    """The most it may be, in the unit."""
    original: str = ""
    """The original's figure in golden/timings.json."""
    is_guarded: bool = False
    """Whether CI compares it with the baseline; these must be quick, and long enough to be measured well."""

    def figure(self, cost: Cost) -> float:
        """Return the cost in the case's unit, for one of what it counts."""
        return cost.seconds / self.per * UNITS[self.unit]
