"""The simplest measure: how many sentences are right as a whole."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from errata import GoldBlock, Measure, Output, Properties, Table, option


@dataclass(frozen=True, kw_only=True)
class Exact(Measure):
    """Share of sentences that equal one of their references, word by word."""

    name: ClassVar[str] = "exact"
    value_names: ClassVar[tuple[str, ...]] = ("accuracy",)
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=1.0,
        edge_cases=(
            ("nothing to change, nothing changed", "a b", "a b", "a b", 1.0),
            ("empty source, output and reference", "", "", "", 1.0),
        ),
    )

    fold: bool = option(False, "take capital and small letters for the same")

    def count(self, gold: GoldBlock, output: Output, learned: Any = None) -> Table:
        """Return a row for each sentence and reference: is it equal, and the sentence itself."""
        counts, bounds, labels = array("q"), array("i", [0]), []
        for references, text in zip(gold.references, output.texts, strict=True):
            for reference in references:
                counts.extend((self._words(reference.text) == self._words(text), 1))
                labels.append(reference.label)
            bounds.append(len(labels))
        return Table(("correct", "sentences"), counts, bounds, labels)

    def choose(self, table: Table) -> list[int]:
        """Choose the first reference that is equal, else the first."""
        return [max(range(first, stop), key=lambda row: table.row(row)[0]) for first, stop in pairwise(table.bounds)]

    def score(self, sums: Sequence[float]) -> dict[str, float]:
        """Return the share of sentences; of none all are right."""
        correct, sentences = sums
        return {"accuracy": correct / sentences if sentences else 1.0}

    def _words(self, text: str) -> list[str]:
        return (text.casefold() if self.fold else text).split()
