"""Word error rate and character error rate (Levenshtein distance per token of the reference)."""

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from errata.errors import OptionError
from errata.kernels.buffers import Texts
from errata.kernels.editcounts import count_edits
from errata.kernels.limits import TooLargeError
from errata.measures.base import Better, Measure, Properties
from errata.measures.data import GoldBlock, Number, Table
from errata.measures.normalising import case_option, normalise, punctuation_option
from errata.measures.options import level_option, option
from errata.model import Annotator, Output
from errata.records import dataclass

if TYPE_CHECKING:
    from errata.measures.arrays import Array

COLUMNS = ("matches", "substitutions", "deletions", "insertions")


@dataclass(frozen=True, kw_only=True)
class Wer(Measure):
    """Words (or characters) replaced, deleted and inserted, per word (or character) of the reference.

    >>> Wer(unit="char").title
    'wer:unit=char'
    """

    name: ClassVar[str] = "wer"
    explained_by: ClassVar[str] = "errata.measures.wer.explain"
    value_names: ClassVar[tuple[str, ...]] = ("error_rate",)
    better: ClassVar[Better] = "lower"
    by_name_only: ClassVar[bool] = True
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=0.0,
        edge_cases=(
            ("nothing to change, nothing changed", "a b", "a b", "a b", 0.0),
            ("empty source, output and reference", "", "", "", 0.0),
            ("empty reference: each insertion counts as one", "", "a b", "", 2.0),
            ("everything deleted", "a b", "", "a b", 1.0),
            ("output longer than the reference", "a", "a b c d", "a", 3.0),
        ),
        unbounded=("error_rate",),
        settings=({"unit": "char", "ignore_space": True},),
    )

    unit: str = option("word", "what is counted", choices=("word", "char"))
    level: str = level_option()
    ignore_case: bool = case_option()
    ignore_punctuation: bool = punctuation_option()
    ignore_space: bool = option(False, "leave out white space (unit=char only)")

    def _resolve(self) -> None:
        if self.ignore_space is True and self.unit == "word":
            raise OptionError("measure wer: ignore_space needs unit=char, since white space separates words")

    @property
    def counts_tokens(self) -> bool:
        """Whether words are counted, not characters."""
        return self.unit == "word"

    def label(self, value: str) -> str:
        """Return WER or CER."""
        return "WER" if self.unit == "word" else "CER"

    def prepared(self, text: str) -> str:
        """Return a text as it is compared; white space at its ends is ignored in characters."""
        if self.ignore_case or self.ignore_punctuation or self.ignore_space:
            text = normalise(text, self.ignore_case, self.ignore_punctuation, self.ignore_space)
        return text.strip() if self.unit == "char" else text

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row for each sentence and reference."""
        encode = gold.vocabulary(self.unit).flatten
        takes_all = not (self.ignore_case or self.ignore_punctuation or self.ignore_space)
        key = ("wer", self.unit, self.ignore_case, self.ignore_punctuation, self.ignore_space)
        texts, bounds, labels = gold.once(key, lambda: self._references(gold, takes_all))
        lines = output.texts if takes_all and self.unit == "word" else [self.prepared(text) for text in output.texts]
        try:
            counts = count_edits(texts, bounds, encode(lines))
        except TooLargeError as error:
            raise error.located(f"{output.called}, line {gold.first + error.index + 1}") from None
        return Table(COLUMNS, counts, bounds, labels)

    def _references(self, gold: GoldBlock, takes_all: bool) -> "tuple[Texts, array[int], list[Annotator]]":
        """Return the references of a block as numbers, the start of each sentence's references, and their labels."""
        is_quick = takes_all and self.unit == "word"
        made = gold.flat_references(gold.vocabulary("word"), with_sources=False) if is_quick else None
        if made is not None:
            texts, who = made
            return texts, array("i", range(0, len(who) + 1, len(who) // len(gold.corpus))), [*who]
        bounds, labels = array("i", [0]), []
        for references in gold.references:
            labels += [reference.label for reference in references]
            bounds.append(len(labels))
        lines = [self.prepared(reference.text) for given in gold.references for reference in given]
        return gold.vocabulary(self.unit).flatten(lines), bounds, labels

    def chooses_alone(self, n_references: int) -> bool:
        """Choose the best reference of each sentence by itself."""
        return True

    def choose(self, table: Table) -> list[int]:
        """Choose the reference with the lowest rate, the first on ties."""
        return [min(rows, key=lambda row: _rate(table.row(row))) for rows in table.groups()]

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return the edits per token of the references; if these are empty, as if there were one token."""
        return {"error_rate": _rate(sums)}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return the rates of many sums."""
        import numpy as np

        matches, substitutions, deletions, insertions = sums.T
        n_tokens = matches + substitutions + deletions
        return {"error_rate": (substitutions + deletions + insertions) / np.where(n_tokens > 0, n_tokens, 1)}


def _rate(counts: Sequence[Number]) -> float:
    matches, substitutions, deletions, insertions = counts
    return (substitutions + deletions + insertions) / (matches + substitutions + deletions or 1)
