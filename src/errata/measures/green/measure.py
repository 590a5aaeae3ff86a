"""GREEN: an F-score over n-grams kept, deleted and inserted (Koyama et al., INLG 2024)."""

import math
from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from errata.check.outputs import check_outer_blanks
from errata.errors import OptionError
from errata.findings import Finding
from errata.kernels.fscores import best_rows, cumulative_f, mean_references
from errata.kernels.ngrams import N_REGIONS, count_regions
from errata.measures.base import Measure, Properties
from errata.measures.data import GoldBlock, Number, Table
from errata.measures.options import Value, beta_option, level_option, option
from errata.model import Corpus, Output
from errata.records import dataclass, replace

if TYPE_CHECKING:
    from errata.measures.arrays import Array
    from errata.similarity import Similarity, Weigher
    from errata.similarity.choosing import Choice

REGIONS = ("tk", "td", "ti", "od", "oi", "ud", "ui")
"""True keep, delete, insert; over-delete, over-insert; under-delete, under-insert (Table 1 of the paper)."""


@dataclass(frozen=True, slots=True)
class Cumulative:
    """Precision and recall of order k alone, and their geometric means over the orders 1 to k."""

    order_precision: float
    order_recall: float
    precision: float
    recall: float


def cumulate(counts: Sequence[Number]) -> list[Cumulative]:
    """Return the geometric means of precision and recall over orders 1…k, for every k.

    For an order without n-grams precision is 1 and recall is 0, so text shorter than the highest order has recall 0
    even when it is perfect. The paper is silent here; this is what the authors' program does.
    """
    result: list[Cumulative] = []
    log_precision = log_recall = 0.0
    for start in range(0, len(counts), N_REGIONS):
        tk, td, ti, od, oi, ud, ui = counts[start : start + N_REGIONS]
        hits = tk + td + ti
        precision = hits / (hits + od + oi) if hits + od + oi else 1.0
        recall = hits / (hits + ud + ui) if hits + ud + ui else 0.0
        log_precision += math.log(precision) if precision else -math.inf
        log_recall += math.log(recall) if recall else -math.inf
        k = len(result) + 1
        result.append(Cumulative(precision, recall, math.exp(log_precision / k), math.exp(log_recall / k)))
    return result


def f_score(precision: float, recall: float, beta: float) -> float:
    """Return the weighted harmonic mean, 0 if either is 0."""
    if not precision or not recall:
        return 0.0
    alpha = 1 / (1 + beta * beta)
    return 1 / (alpha / precision + (1 - alpha) / recall)


@dataclass(frozen=True, kw_only=True)
class Green(Measure):
    """n-gram F-score that rewards keeping, deleting and inserting what the reference does.

    >>> Green().signature("1a2b3c4d").split("|", 2)[2]
    'unit:word|n:4|beta:2|level:corpus|strip:yes|references:best|gold:1a2b3c4d'
    """

    name: ClassVar[str] = "green"
    explained_by: ClassVar[str] = "errata.measures.green.explain"
    value_names: ClassVar[tuple[str, ...]] = ("f", "precision", "recall")
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=1.0,
        edge_cases=(
            ("nothing to change, nothing changed", "a b c d e", "a b c d e", "a b c d e", 1.0),
            ("empty source, output and reference", "", "", "", 0.0),
            ("perfect, but shorter than the highest order", "a b d", "a b c", "a b c", 0.0),
            ("everything deleted, as it should be", "a b c d", "", "", 1.0),
            ("everything deleted where nothing had to be changed", "a b c d", "", "a b c d", 0.0),
            ("output longer than all else", "", "a b c d", "", 0.0),
        ),
        settings=(
            {"references": "mean", "level": "sentence"},
            {"references": "mean", "unit": "char", "level": "sentence"},
        ),
    )

    unit: str = option("word", "what n-grams are made of", choices=("word", "char"))
    n: int = option(None, "highest order of n-grams (4 for words, 6 for characters)", kind=int, minimum=1, maximum=100)
    beta: float = beta_option(2.0)
    level: str = level_option()
    strip: bool = option(True, "ignore spaces at the ends of a line (matters for characters)")
    references: str = option(
        "best", "compare each sentence with its best reference, or average over all", choices=("best", "mean")
    )
    weights: "str | Weigher | Similarity" = option(
        "unit",
        "how n-grams weigh by the edits that change them, as edits of pt-m2 do (experimental)",
        kind=object,
        signed=False,
    )
    model: Any = option(
        None, "source of vectors for such weights", kind=object, none="none", reader="model", signed=False
    )
    layer: int | None = option(
        None,
        "hidden layer of an encoder, for such weights",
        kind=int,
        none="auto",
        minimum=0,
        maximum=999,
        signed=False,
    )

    def _resolve(self) -> None:
        if self.n is None:
            object.__setattr__(self, "n", 6 if self.unit == "char" else 4)
        if self.is_weighted:
            self._choice.check()
            for name, value in (("unit", "char"), ("references", "mean")):
                if getattr(self, name) == value:
                    raise OptionError(
                        f"measure {self.name}: weights are for words and the best reference; leave out {name}={value}"
                    )
            if self.model is not None and self.weights == "bertscore":
                object.__setattr__(self, "layer", self.model.check_layer(self.layer))
            object.__setattr__(self, "experimental", "weights of n-grams are our own; their definition may change")

    @property
    def is_weighted(self) -> bool:
        """Whether n-grams have different weights; otherwise the kernel counts everything."""
        return not (self.weights == "unit" and self.model is None and self.layer is None)

    @property
    def _choice(self) -> "Choice":
        from errata.similarity.choosing import Choice

        return Choice(self.name, self.weights, self.model, self.layer)

    @cached_property
    def _weigher(self) -> "Weigher":
        return self._choice.make()

    @property
    def _decisive(self) -> dict[str, Value]:
        """The unit, which determines the highest order."""
        return {"unit": self.unit}

    @property
    def counted_as(self) -> Measure:
        """The same with the default beta; if references are averaged over, their F is a count."""
        return self if self.references == "mean" else super().counted_as

    @property
    def counts_tokens(self) -> bool:
        """Whether words are counted, not characters."""
        return self.unit == "word"

    @property
    def perfect_needs_all(self) -> bool:
        """Whether references are averaged over, so that an output can hardly equal all of them."""
        return self.references == "mean"

    def check(self, gold: Corpus, output: Output) -> list[Finding]:
        """Report spaces at the ends of lines if they count."""
        return [] if self.unit == "word" or self.strip else check_outer_blanks(gold.sources, output.texts)

    @property
    def streams(self) -> bool:
        """Whether neither the ends of lines nor all pairs of texts need to be seen first."""
        return (self.unit == "word" or self.strip) and not self.is_weighted

    def refuses(self, gold: Corpus, output: Output) -> Finding | str | None:
        """Refuse to run without a model that is needed."""
        return (self._choice.lacking if self.is_weighted else "") or super().refuses(gold, output)

    def prepare(self, gold: Corpus, outputs: Sequence[Output]) -> object:
        """Weigh the edits of all outputs at once if that takes long."""
        if not self.is_weighted or not self._weigher.is_costly:
            return None
        from errata.measures.green.weighted import prepare

        return prepare(self._weigher, GoldBlock.of(gold), outputs)

    def chooses_alone(self, n_references: int) -> bool:
        """Choose the best reference of each sentence by itself."""
        return True

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per sentence and reference: seven regions for each order.

        If references are averaged over, there is one row per sentence: the regions of all references summed, and at the
        end the means of their F, precision and recall, which are those of the sentence.
        """
        if self.is_weighted:
            return self._count_weighted(gold, output, learned)
        texts = gold.texts(self.unit, self.unit == "char" and self.strip)
        flat = texts.flatten(output.texts)
        counts = count_regions(texts.flat, texts.first_text, flat, self.n)
        columns = tuple(f"{region}{order}" for order in range(1, self.n + 1) for region in REGIONS)
        if self.references == "best":
            return Table(columns, counts, texts.row_bounds, texts.labels)
        n = len(output)
        means = mean_references(counts, self.n, self.beta, texts.row_bounds)
        return Table((*columns, *self.value_names), means, array("i", range(n + 1)), [None] * n)

    def count_each(self, gold: GoldBlock, output: Output) -> list[float]:
        """Return the score of every sentence alone: nothing is learned from the others, so all are counted at once."""
        return self.score_each(self.count(gold, output))

    def _count_weighted(self, gold: GoldBlock, output: Output, learned: object) -> Table:
        from errata.measures.green.weighted import Learned, make_table, triples_of, weigh_triples

        if isinstance(learned, dict):
            known: Learned = learned[output.name]
            bounds, rows = known
            weighed = rows[bounds[gold.first] : bounds[gold.first + len(gold.corpus)]]
        else:
            weighed = weigh_triples(self._weigher, triples_of(gold, output))
        return make_table(weighed, gold, self.n)

    def _cumulative_f(self, table: Table) -> "array[float]":
        """Return F over the orders 1…k of every row, for k = n, …, 1."""
        if not self.is_weighted:
            return cumulative_f(table.counts, self.n, self.beta)
        rows = [cumulate(table.row(row))[::-1] for row in range(len(table.labels))]
        return array("d", [f_score(step.precision, step.recall, self.beta) for row in rows for step in row])

    def choose(self, table: Table) -> list[int]:
        """Choose the reference with the best F(1…N); ties go to the best F(1…N-1), and so on; then the first."""
        if self.references == "mean":
            return list(range(len(table)))
        if len(table.labels) == len(table):  # nothing to choose from
            return list(range(len(table)))
        # Values of all orders compare like tuples: the first difference decides.
        return best_rows(self._cumulative_f(table), self.n, table.bounds).tolist()

    def score_each(self, table: Table) -> list[float]:
        """Return F of every sentence: that of its best reference, or the mean over all."""
        if self.references == "mean":
            return [float(f) for f in table.counts[self._width :: len(table.columns)]]
        # The kernel takes the steps of `score`, so these are its doubles.
        f = self._cumulative_f(table)[:: self.n]
        return [max(f[first:stop]) for first, stop in pairwise(table.bounds)]

    @property
    def mirrors(self) -> bool:
        """Whether the counts of a pair determine those of the reversed pair; means over references do not."""
        return self.references == "best" and not self.is_weighted

    def mirrored(self, table: Table) -> Table:
        """Return the table with over- and under-correction swapped: everything else is symmetric."""
        counts: Any = table.counts[:]
        width = N_REGIONS
        for over, under in ((3, 5), (4, 6)):
            counts[over::width], counts[under::width] = table.counts[under::width], table.counts[over::width]
        return replace(table, counts=counts)

    def signature_extras(self, table: Table) -> list[str]:
        """Return what a model ran on."""
        return list(self.model.signature_extras) if self.model is not None else []

    def remarks(self, table: Table) -> list[Finding]:
        """Report what a model did not see."""
        return list(self.model.remarks) if self.model is not None else []

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision and recall, geometric means over the orders."""
        last = cumulate(sums[: self._width])[-1]
        return {
            "f": f_score(last.precision, last.recall, self.beta),
            "precision": last.precision,
            "recall": last.recall,
        }

    @property
    def _width(self) -> int:
        """Number of columns that hold regions."""
        return N_REGIONS * self.n

    def score_sentence(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return F, precision and recall of a sentence; their means over references if requested."""
        means = counts[self._width :]
        return dict(zip(self.value_names, means, strict=True)) if means else self.score(counts)

    def counts(self, table: Table, sums: Sequence[Number]) -> dict[str, Number]:
        """Return the regions; for averages over references without the values, as whole numbers."""
        if self.references == "best":
            return super().counts(table, sums)
        return {name: int(total) for name, total in zip(table.columns, sums[: self._width], strict=False)}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return F, precision and recall of many sums; logarithms of arrays may differ in the last bit."""
        import numpy as np

        from errata.measures.arrays import divide, logarithm

        log_precision = log_recall = np.zeros(len(sums))
        for start in range(0, self._width, N_REGIONS):
            tk, td, ti, od, oi, ud, ui = sums[:, start : start + N_REGIONS].T
            hits = tk + td + ti
            log_precision = log_precision + logarithm(divide(hits, hits + od + oi, 1.0))
            log_recall = log_recall + logarithm(divide(hits, hits + ud + ui, 0.0))
        precision, recall = np.exp(log_precision / self.n), np.exp(log_recall / self.n)
        alpha = 1 / (1 + self.beta * self.beta)
        # Where either is 0 so is F; the sum of the two shares is never 0 elsewhere.
        both = (precision > 0) & (recall > 0)
        shares = divide(np.where(both, alpha, 0.0), precision, 0.0) + divide(np.where(both, 1 - alpha, 0), recall, 0.0)
        return {"f": divide(np.ones(len(sums)), shares, 0.0), "precision": precision, "recall": recall}
