"""How to resample: how often, with which seed, at which level, and which units stay together."""

from collections.abc import Sequence
from typing import Any

from errata.errors import InputError, LengthError, OptionError
from errata.findings import Finding
from errata.records import dataclass, replace
from errata.stats import LEAST_SAMPLES, LEVELS, MAX_SAMPLES, MAX_SEED
from errata.text.messages import describe_range, plural, quote

METHODS = ("percentile", "bca")
_FEW_UNITS = 20
_FEW_SAMPLES = 100
_ENOUGH_SAMPLES = 1000


@dataclass(frozen=True, kw_only=True)
class Resampling:
    """How intervals and tests draw their samples; the same settings and data give the same bits.

    `level` is the share of samples inside an interval. `method` is "percentile" or "bca" (bias-corrected and
    accelerated). `clusters` has one label per sentence or document: those with the same label are drawn, or
    swapped, together. Without it, every sentence is drawn by itself.

    >>> Resampling(samples=500).signature
    ['interval:percentile-0.95', 'bootstrap:500', 'seed:12345']
    """

    samples: int = 1000
    seed: int = 12345
    level: float = 0.95
    method: str = "percentile"
    clusters: Sequence[str] | None = None

    def __post_init__(self) -> None:
        self._check_whole("samples", self.samples, LEAST_SAMPLES, MAX_SAMPLES)
        self._check_whole("seed", self.seed, 0, MAX_SEED)
        if (
            isinstance(self.level, bool)
            or not isinstance(self.level, int | float)
            or not LEVELS[0] <= self.level <= LEVELS[1]
        ):
            raise OptionError(
                f"level takes a number from {LEVELS[0]:g} to {LEVELS[1]:g}, such as 0.95, not {quote(self.level)}"
            )
        if self.method not in METHODS:
            raise OptionError(f"method must be {' or '.join(METHODS)}, not {self.method!r}")
        if self.clusters is not None:
            if isinstance(self.clusters, str) or not isinstance(self.clusters, Sequence):
                raise OptionError("clusters must be a list with one label for each sentence")
            object.__setattr__(self, "clusters", tuple(self.clusters))

    @staticmethod
    def _check_whole(name: str, value: Any, least: int, most: int) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise OptionError(f"{name} takes {describe_range(int, least, most)}, not {quote(value)}")

    @property
    def signature(self) -> list[str]:
        """What it adds to the signature of a score with an interval."""
        parts = [f"interval:{self.method}-{self.level:g}", f"bootstrap:{self.samples}", f"seed:{self.seed}"]
        return [*parts, f"clusters:{_fingerprint(self._numbers())}"] if self.clusters is not None else parts

    def _numbers(self) -> list[int]:
        """Number the clusters in the order of their first sentence."""
        known: dict[str, int] = {}
        return [known.setdefault(label, len(known)) for label in self.clusters or ()]

    def only(self, numbers: Sequence[int] | None) -> "Resampling":
        """Return the plan for the sentences with these numbers, from 0; None means all."""
        if numbers is None or self.clusters is None or len(self.clusters) <= max(numbers):
            return self
        return replace(self, clusters=[self.clusters[number] for number in numbers])

    def units(self, n_rows: int, noun: str = "sentences") -> list[int] | None:
        """Return the unit each row belongs to, None if each is its own; refuse what cannot be resampled."""
        numbers = None
        if self.clusters is not None:
            if len(self.clusters) != n_rows:
                raise LengthError(
                    f"{plural(len(self.clusters), 'cluster label')} for {plural(n_rows, noun[:-1])}; give one for each"
                )
            numbers = self._numbers()
        n_units = n_rows if numbers is None else max(numbers, default=-1) + 1
        if n_units < 2:
            thing = noun[:-1] if numbers is None else "cluster"
            raise InputError(f"only {plural(n_units, thing)} to resample; at least 2 are needed")
        return numbers

    def remarks(self, n_rows: int, noun: str = "sentences") -> list[Finding]:
        """Return what the user should know about so few samples, or samples from so few units."""
        numbers = self.units(n_rows, noun)
        n_units = n_rows if numbers is None else max(numbers) + 1
        found = []
        if n_units < _FEW_UNITS:
            things = noun if numbers is None else "clusters"
            message = f"only {n_units} {things} to resample; intervals and tests are rough with fewer than {_FEW_UNITS}"
            found.append(Finding("few-units", message))
        if self.samples < _FEW_SAMPLES:
            message = (
                f"only {plural(self.samples, 'sample')}; the ends of an interval depend on the few outermost ones, so "
                f"use about {_ENOUGH_SAMPLES}"
            )
            found.append(Finding("few-samples", message))
        return found


def _fingerprint(numbers: Sequence[int]) -> str:
    from hashlib import sha256

    return sha256(",".join(map(str, numbers)).encode()).hexdigest()[:8]
