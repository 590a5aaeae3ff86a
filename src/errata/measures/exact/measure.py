"""Exact match: how many sentences equal a reference word for word."""

from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from errata.measures.base import Measure, Properties
from errata.measures.data import GoldBlock, Number, Table
from errata.measures.normalising import case_option, normalise, punctuation_option
from errata.measures.options import option
from errata.model import Output
from errata.records import dataclass

if TYPE_CHECKING:
    from errata.measures.arrays import Array


@dataclass(frozen=True, kw_only=True)
class Exact(Measure):
    """Share of sentences that equal a reference, word for word.

    >>> Exact(ignore_case=True).title
    'exact:ignore_case=yes'
    """

    name: ClassVar[str] = "exact"
    explained_by: ClassVar[str] = "errata.measures.exact.explain"
    value_names: ClassVar[tuple[str, ...]] = ("exact",)
    by_name_only: ClassVar[bool] = True
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=1.0,
        edge_cases=(
            ("nothing to change, nothing changed", "a b", "a b", "a b", 1.0),
            ("empty source, output and reference", "", "", "", 1.0),
            ("empty reference, output with words", "a", "a", "", 0.0),
            ("white space alone differs", "a b", "a  b ", "a b", 1.0),
        ),
    )

    ignore_case: bool = case_option()
    ignore_punctuation: bool = punctuation_option()
    ignore_space: bool = option(False, "leave out white space, also between words")

    @property
    def counts_tokens(self) -> bool:
        """Whether spaces between words matter."""
        return not self.ignore_space

    def prepared(self, text: str) -> list[str]:
        """Return what is compared of a text: its words, or all its characters joined if white space is ignored."""
        return normalise(text, self.ignore_case, self.ignore_punctuation, self.ignore_space).split()

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per sentence and reference: whether they are equal, and 1 for the sentence."""
        if not (self.ignore_case or self.ignore_punctuation or self.ignore_space):
            return self._count_words(gold, output)
        counts, bounds, labels = array("q"), array("i", [0]), []
        for references, text in zip(gold.references, output.texts, strict=True):
            words = self.prepared(text)
            for reference in references:
                counts.extend((reference.text == text or self.prepared(reference.text) == words, 1))
                labels.append(reference.label)
            bounds.append(len(labels))
        return Table(("equal", "sentences"), counts, bounds, labels)

    def _count_words(self, gold: GoldBlock, output: Output) -> Table:
        """Do the same with words as numbers, if nothing in them is ignored."""
        texts = gold.texts("word", False)
        outputs = texts.flatten(output.texts)
        counts = array("q")
        for place, (first, last) in enumerate(pairwise(texts.first_text)):
            words = outputs.text(place)
            for number in range(first + 1, last):
                counts.extend((texts.flat.text(number) == words, 1))
        return Table(("equal", "sentences"), counts, texts.row_bounds, texts.labels)

    def chooses_alone(self, n_references: int) -> bool:
        """Choose the best reference of each sentence by itself."""
        return True

    def choose(self, table: Table) -> list[int]:
        """Choose a reference that the output equals, else the first."""
        return [max(rows, key=lambda row: table.row(row)[0]) for rows in table.groups()]

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return the share; 1 if there are no sentences."""
        equal, sentences = sums
        return {"exact": equal / sentences if sentences else 1.0}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return the shares of many sums."""
        from errata.measures.arrays import divide

        return {"exact": divide(sums[:, 0], sums[:, 1], 1.0)}
