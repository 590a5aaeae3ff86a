"""A measure of which lower scores are better, and no other of ours is."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from errata import GoldBlock, Measure, Output, Properties, Table
from errata.measures.base import Better


@dataclass(frozen=True, kw_only=True)
class ErrorRate(Measure):
    """Share of sentences that equal none of their references; its companion says the same the other way round."""

    name: ClassVar[str] = "error_rate"
    value_names: ClassVar[tuple[str, ...]] = ("rate", "accuracy")
    better: ClassVar[Better] = "lower"
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=0.0,
        edge_cases=(("empty source, output and reference", "", "", "", 0.0),),
    )

    def better_of(self, value: str) -> Better | None:
        """Return the direction of the score, and the other one of its companion."""
        return "higher" if value == "accuracy" else self.better

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return a row for each sentence and reference: whether it is missed, and the sentence itself."""
        counts, bounds, labels = array("q"), array("i", [0]), []
        for references, text in zip(gold.references, output.texts, strict=True):
            for reference in references:
                counts.extend((reference.text.split() != text.split(), 1))
                labels.append(reference.label)
            bounds.append(len(labels))
        return Table(("wrong", "sentences"), counts, bounds, labels)

    def choose(self, table: Table) -> list[int]:
        """Choose the first reference that is met, else the first."""
        return [min(range(first, stop), key=lambda row: table.row(row)[0]) for first, stop in pairwise(table.bounds)]

    def score(self, sums: Sequence[float]) -> dict[str, float]:
        """Return the share of sentences that are wrong, and of those that are right."""
        wrong, sentences = sums
        rate = wrong / sentences if sentences else 0.0
        return {"rate": rate, "accuracy": 1 - rate}
