"""What a benchmark is: a name, how it is measured, what it may cost, and which original does the same."""

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.measuring import Cost

UNITS = {"s": 1.0, "ms": 1e3, "µs": 1e6}
LOOP = 0.045
"""What the calibration loop takes, in seconds, on the machine that limits are for."""


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
    """The most it may be, in the unit, where the calibration loop takes `LOOP`."""
    most_megabytes: float | None = None
    """The most memory it may take."""
    original: str = ""
    """The original's figure in golden/timings.json."""
    is_guarded: bool = False
    """Whether CI compares it with the baseline; these must be quick, and long enough to be measured well."""

    def figure(self, cost: Cost) -> float:
        """Return the cost in the case's unit, for one of what it counts."""
        return cost.seconds / self.per * UNITS[self.unit]

    def is_over(self, cost: Cost, yardstick: float) -> bool:
        """Tell whether a limit is not kept on a machine that takes so many seconds for the calibration loop."""
        late = self.limit is not None and self.figure(cost) > self.limit * yardstick / LOOP
        return late or (self.most_megabytes is not None and (cost.megabytes or 0) > self.most_megabytes)
