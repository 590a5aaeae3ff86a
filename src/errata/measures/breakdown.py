"""Counts shared out by a facet, such as the type of error, and the scores of each group."""

from collections.abc import Mapping
from dataclasses import dataclass

from errata.measures.tables import Number


@dataclass(frozen=True)
class GroupScore:
    """The counts of one group of a breakdown, such as a type of error, and the values they stand for."""

    name: str
    values: Mapping[str, float]
    counts: Mapping[str, Number]


@dataclass(frozen=True)
class Breakdown:
    """The counts of a system shared out by a facet, with averages.

    `micro` are the values of all counts together, `macro` the means of the groups' values, each group weighing the
    same.
    """

    facet: str
    groups: tuple[GroupScore, ...]
    micro: Mapping[str, float]
    macro: Mapping[str, float]
