"""Position-independent error rate, of which lower is better: how many words are wrong, wherever they stand."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from errata import GoldBlock, Measure, Output, Properties, Table, option


def distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many words must be replaced, inserted or deleted to make the second of the first, in any order."""
    return max(len(first), len(second)) - (Counter(first) & Counter(second)).total()


@dataclass(frozen=True, kw_only=True)
class PositionIndependentErrorRate(Measure):
    """Words to replace, insert or delete, for each word of the nearest reference; their order does not matter."""

    name: ClassVar[str] = "per"
    value_names: ClassVar[tuple[str, ...]] = ("per",)
    better: ClassVar[Literal["higher", "lower"]] = "lower"
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=0.0,
        edge_cases=(
            ("nothing to change, nothing changed", "a b", "a b", "a b", 0.0),
            ("empty source, output and reference", "", "", "", 0.0),
            ("words where there should be none", "", "a b", "", 2.0),
        ),
        unbounded=("per",),
    )

    fold: bool = option(False, "take capital and small letters for the same")

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return a row for each sentence and reference: wrong words, and words of the reference."""
        counts, bounds, labels = array("q"), array("i", [0]), []
        for references, text in zip(gold.references, output.texts, strict=True):
            for reference in references:
                words = self._words(reference.text)
                counts.extend((distance(self._words(text), words), len(words)))
                labels.append(reference.label)
            bounds.append(len(labels))
        return Table(("errors", "words"), counts, bounds, labels)

    def choose(self, table: Table) -> list[int]:
        """Choose the nearest reference, the first of equals."""
        return [min(range(first, stop), key=lambda row: table.row(row)[0]) for first, stop in pairwise(table.bounds)]

    def score(self, sums: Sequence[float]) -> dict[str, float]:
        """Return the errors for each word; where there are no words every error counts as one."""
        errors, words = sums
        return {"per": errors / (words or 1)}

    def _words(self, text: str) -> list[str]:
        return (text.casefold() if self.fold else text).split()
