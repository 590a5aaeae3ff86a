"""What makes a reference better than another: the interface between choosing references and the measure."""

from typing import Protocol, TypeAlias

from errata.measures.imeasure.threeway import ColumnCounts

Ratio: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]] | None
"""Weights of tp tn fp fn fpn for N and E, where N/(N+E) is maximised first; if E is all zeros, N itself.

N and E must not be negative for any alignment. Nothing known about the first number: none.
"""


class Criterion(Protocol):
    """A preference among counts; larger is better."""

    def first(self, counts: ColumnCounts) -> float:
        """Return the first number of the key."""
        ...

    def key(self, counts: ColumnCounts) -> tuple[float, ...]:
        """Return the numbers that are compared one after the other."""
        ...

    @property
    def ratio(self) -> Ratio:
        """The weights of N and E: they allow to discard counts that cannot win."""
        ...
