"""Word error rate, a measure of which lower is better: how many words of the reference are wrong."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from errata import GoldBlock, Measure, Output, Properties, Table, option


def distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many words must be replaced, inserted or deleted to make the second of the first (Levenshtein)."""
    row = list(range(len(second) + 1))
    for number, word in enumerate(first, 1):
        before, row[0] = row[0], number
        for column, other in enumerate(second, 1):
            before, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, before + (word != other))
    return row[-1]


@dataclass(frozen=True, kw_only=True)
class WordErrorRate(Measure):
    """Words to replace, insert or delete until the output is the nearest reference, for each word of that reference."""

    name: ClassVar[str] = "wer"
    value_names: ClassVar[tuple[str, ...]] = ("wer",)
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
        unbounded=("wer",),
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
        return {"wer": errors / (words or 1)}

    def _words(self, text: str) -> list[str]:
        return (text.casefold() if self.fold else text).split()
