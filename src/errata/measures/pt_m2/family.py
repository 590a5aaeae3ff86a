"""Precision, recall and F over weighted edits (Gong et al., EMNLP 2022)."""

from abc import abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from errata.errors import OptionError
from errata.findings import Finding
from errata.kernels.limits import TooLargeError
from errata.measures.base import Measure, Properties
from errata.measures.data import GoldBlock, Number, Table
from errata.measures.m2.order import notice_order, say_order
from errata.measures.options import beta_option, level_option, option
from errata.measures.rates import f_score
from errata.model import NOOP, Annotator, Corpus, Edit, Output, applicable
from errata.records import dataclass
from errata.similarity import Similarity, Weigher
from errata.similarity.choosing import POOLINGS, Choice, weigh
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.measures.arrays import Array

_EDGE_CASES = (
    ("nothing to change, nothing changed", "a b c", "a b c", "a b c", 1.0),
    ("empty source, output and gold", "", "", "", 1.0),
    ("nothing changed where something had to be", "a b c", "a b c", "a x c", 0.0),
    ("something changed where nothing had to be", "a b c", "a x c", "a b c", 0.0),
    ("a wrong change that brings the text neither nearer nor farther", "a b", "x b", "c b", 0.0),
)
PROPERTIES = Properties(
    order_matters=True,
    rows_sum_to_counts=True,
    perfect=1.0,
    # One proposal may meet several gold edits of one annotator that overlap, as in M².
    unbounded=("f", "precision"),
    edge_cases=_EDGE_CASES,
    tried_with={"weights": "overlap"},
)


class Compared(NamedTuple):
    """The edits of one sentence against those of one annotator, each with only its first correction."""

    label: Annotator
    source: str
    reference: str
    system: tuple[Edit, ...]
    gold: tuple[Edit, ...]
    hits: tuple[tuple[int, int], ...]
    """Which edit of the system matches which of the annotator's."""
    is_bounded: bool = False
    """Whether the edits were found by a bounded search."""

    @property
    def edits(self) -> list[Edit]:
        """All edits of both sides, without duplicates."""
        return list(dict.fromkeys((*self.system, *self.gold)))


class Comparison(NamedTuple):
    """The rows of a run of sentences; those of sentence i begin at `bounds[i]`."""

    bounds: "array[int]"
    rows: list[Compared]


class Weighed(NamedTuple):
    """A row with the weights of its edits."""

    compared: Compared
    weights: Mapping[Edit, float]

    @property
    def counts(self) -> tuple[float, float, float]:
        """The weights of edits matched, of those proposed and of gold edits, each added from left to right."""
        made, weights = self.compared, self.weights
        return (
            _add(weights[made.system[ours]] for ours, _ in made.hits),
            _add(weights[edit] for edit in made.system),
            _add(weights[edit] for edit in made.gold),
        )


def _add(numbers: "Any") -> float:
    """Add from left to right; `sum` in Python 3.12 and later rounds differently."""
    total = 0.0
    for number in numbers:
        total += number
    return total


class _Learned(NamedTuple):
    """The weights of the edits of every row of one output."""

    bounds: "array[int]"
    weights: list[list[float]]


@dataclass(frozen=True, kw_only=True)
class WeightedEdits(Measure):
    """Base class of measures over weighted edits: how edits are weighted and how their sums are scored."""

    value_names: ClassVar[tuple[str, ...]] = ("f", "precision", "recall")
    explained_by: ClassVar[str] = "errata.measures.pt_m2.explain"
    by_name_only: ClassVar[bool] = True
    needs_gold_edits: ClassVar[bool] = True
    left_out: ClassVar[frozenset[str]] = frozenset({NOOP})
    """Types of edits that do not say what to change."""
    properties: ClassVar[Properties] = PROPERTIES

    weights: str | Weigher | Similarity = option(
        "bertscore",
        "how edits weigh: bertscore or embedding with a model; overlap, length or unit without; or a plug-in's weights",
        kind=str | Weigher | Similarity,
        always_shown=True,
    )
    model: Any = option(
        None,
        "source of vectors: the folder of an encoder, or for embedding a file of word vectors",
        kind=object,
        none="none",
        reader="model",
    )
    layer: int | None = option(
        None,
        "hidden layer of an encoder (9 of 12, otherwise required)",
        kind=int,
        none="auto",
        minimum=0,
        maximum=999,
    )
    pooling: str = option("pieces", "compare piece by piece (BERTScore), or the mean or the first of all vectors")
    baseline: float = option(0.0, "rescale similarities x to (x - b)/(1 - b)", minimum=-1, maximum=0.999)
    beta: float = beta_option(0.5)
    level: str = level_option()

    def _resolve(self) -> None:
        if self.pooling not in POOLINGS:
            raise OptionError(f"measure {self.name}: pooling takes {' or '.join(POOLINGS)}, not {self.pooling!r:.60}")
        self._choice.check()
        if self.model is not None and self.weights == "bertscore":
            object.__setattr__(self, "layer", self.model.check_layer(self.layer))

    @property
    def _choice(self) -> Choice:
        return Choice(self.name, self.weights, self.model, self.layer, self.pooling, self.baseline)

    @cached_property
    def weigher(self) -> Weigher:
        """What assigns the weights."""
        return self._choice.make()

    def refuses(self, gold: Corpus, output: Output) -> Finding | str | None:
        """Refuse to run without a model that is needed, and edits of one annotator that cannot all be applied."""
        if lacking := self._choice.lacking:
            return lacking
        if refused := super().refuses(gold, output):
            return refused
        for index, sentence in enumerate(gold):
            made = [(gold.name, layer.edits) for layer in sentence.layers]
            if self.needs_output_edits:
                made.append((output.called, output.edits_of(index)))
            n_tokens = len(sentence.tokens)
            for name, edits in made:
                wanted = [edit for edit in edits if edit.corrections and edit.type not in self.left_out]
                if len(applicable(wanted, n_tokens)) < len(wanted) and not _make_a_text(wanted, n_tokens):
                    return (
                        f"{name}, sentence {index + 1}: {self.name} puts edits into the sentence, but those of one "
                        "annotator overlap or lie outside it, so they make no text; correct them (errata validate "
                        "lists such edits)"
                    )
        return None

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report gold edits that are lost because of their order, or matched twice."""
        found = say_order(self.name, gold.name, notice_order(gold, 0))
        return found if self.properties.unbounded else [said for said in found if said.code == "edit-unsorted"]

    @abstractmethod
    def compare_edits(self, gold: GoldBlock, output: Output) -> Comparison:
        """Return the edits of every sentence against each annotator."""

    def _weigh(self, compared: Sequence[tuple[Output, Comparison]], first: int) -> list[list[float]]:
        """Return the weights of the edits of all rows; `first` is the number of the first sentence, from 0."""
        rows = [row for _, made in compared for row in made.rows]
        try:
            return weigh(
                self.weigher, [row.source for row in rows], [row.edits for row in rows], [row.reference for row in rows]
            )
        except TooLargeError as error:
            row = error.index
            for output, made in compared:
                if row < len(made.rows):
                    line = first + bisect_right(made.bounds, row)
                    raise error.located(f"{output.called}, line {line}") from None
                row -= len(made.rows)
            raise

    def prepare(self, gold: Corpus, outputs: Sequence[Output]) -> object:
        """Weigh the edits of all outputs at once if that takes long: shared edits are then compared only once."""
        if not self.weigher.is_costly:
            return None
        block = GoldBlock.of(gold)
        compared = [(output, self.compare_edits(block, output)) for output in outputs]
        weights = iter(self._weigh(compared, 0))
        return {output.name: _Learned(made.bounds, [next(weights) for _ in made.rows]) for output, made in compared}

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per annotator of a sentence: weights of edits matched, of edits proposed, of gold edits."""
        made = self.compare_edits(gold, output)
        if isinstance(learned, dict):
            known: _Learned = learned[output.name]
            first = known.bounds[gold.first]
            weights = known.weights[first : first + len(made.rows)]
        else:
            weights = self._weigh([(output, made)], gold.first)
        notes = [self._weighed(*row) for row in zip(made.rows, weights, strict=True)]
        counts = array("d", [number for note in notes for number in note.counts])
        labels = [row.label for row in made.rows]
        return Table(("correct", "proposed", "gold"), counts, made.bounds, labels, notes)

    def _weighed(self, row: Compared, weights: Sequence[float]) -> Weighed:
        edits = row.edits
        if self.level == "sentence" and edits and not any(weights):
            weights = [1 / len(edits)] * len(edits)
        return Weighed(row, dict(zip(edits, weights, strict=True)))

    def count_each(self, gold: GoldBlock, output: Output) -> list[float]:
        """Return the score of every sentence alone: nothing is learned from the others, so all are weighed at once."""
        return self.score_each(self.count(gold, output))

    def choose(self, table: Table) -> list[int]:
        """Choose the annotator with the best F over all sentences so far, including this one.

        Of equals, the one with more edits matched, then fewer edits in all (weighted by beta²), then the first. For
        the mean of sentences, each sentence is judged by itself.
        """
        return self._choose(table, alone=self.level == "sentence")

    def score_each(self, table: Table) -> list[float]:
        """Return F of every sentence, each with the annotator that is best for it alone."""
        return [self.score(table.row(row))["f"] for row in self._choose(table, alone=True)]

    def _choose(self, table: Table, alone: bool) -> list[int]:
        square = self.beta * self.beta
        sums = [0.0, 0.0, 0.0]
        chosen = []
        for rows in table.groups():
            ranked = []
            for row in rows:
                correct, proposed, gold = own = [a + b for a, b in zip(sums, table.row(row), strict=True)]
                # F by way of P and R, unlike M² here: the last bits decide ties.
                f = self.score(own)["f"]
                ranked.append(((f, correct, -(square * gold + proposed)), -row, own))
            _, turned, best = max(ranked)
            chosen.append(-turned)
            sums = [0.0, 0.0, 0.0] if alone else best
        return chosen

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision and recall; without proposals precision is 1, without gold edits recall is 1."""
        correct, proposed, gold = sums
        precision = correct / proposed if proposed else 1.0
        recall = correct / gold if gold else 1.0
        return {"f": f_score(precision, recall, self.beta), "precision": precision, "recall": recall}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return F, precision and recall of many sums, the same doubles as `score`."""
        from errata.measures.arrays import divide

        correct, proposed, gold = sums.T
        precision, recall = divide(correct, proposed, 1.0), divide(correct, gold, 1.0)
        square = self.beta * self.beta
        f = divide((1.0 + square) * precision * recall, square * precision + recall, 0.0)
        return {"f": f, "precision": precision, "recall": recall}

    def mean(self, items: Sequence[Mapping[str, float]]) -> dict[str, float]:
        """Return the mean of each value, added in the order of the sentences as in the original."""
        return {name: _add(item[name] for item in items) / len(items) for name in items[0]}

    def signature_extras(self, table: Table) -> list[str]:
        """Return what the model ran on, and how many sentences a bounded search decided."""
        ran = self.model.signature_extras if self.model is not None else []
        bounded = self.bounded(table)
        return [*ran, *([f"bounded:{len(bounded)}"] if bounded else [])]

    def bounded(self, table: Table) -> list[int]:
        """Return the sentences whose edits were found by a bounded search, counted from 0."""
        return [
            index
            for index, rows in enumerate(table.groups())
            if any(table.notes[row].compared.is_bounded for row in rows)
        ]

    def remarks(self, table: Table) -> list[Finding]:
        """Report the sentences that the bounded search decided, and what the model did not see of them."""
        said = list(self.model.remarks) if self.model is not None else []
        if bounded := self.bounded(table):
            message = (
                f"{len(bounded)} of {plural(len(table), 'sentence')} decided by the bounded search of M²; "
                f"{self.name}:budget=-1 searches them exactly, which may take long"
            )
            said.append(Finding.of_lines("bounded-search", message, "", bounded, "sentence"))
        return said

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return every edit with its weight and verdict, and the counts of each annotator."""
        annotators = {
            str(table.labels[other]): dict(zip(table.columns, table.row(other), strict=True))
            for other in table.rows_of(index)
        }
        return {"edits": describe(table.notes[row]), "annotators": annotators}


def describe(weighed: Weighed) -> list[dict[str, Any]]:
    """Return every edit of a row in words: the system's from left to right, then the missed ones."""
    made, weights = weighed
    tokens = made.source.split()
    met = {ours for ours, _ in made.hits}
    found = {theirs for _, theirs in made.hits}
    verdicts = [("correct" if place in met else "wrong", edit) for place, edit in enumerate(made.system)]
    verdicts += [("missed", edit) for place, edit in enumerate(made.gold) if place not in found]
    return [
        {
            "verdict": verdict,
            "start": edit.start,
            "end": edit.end,
            "original": " ".join(tokens[edit.start : edit.end]),
            "correction": edit.corrections[0] if edit.corrections else None,
            "weight": weights[edit],
        }
        for verdict, edit in verdicts
    ]


def _make_a_text(edits: Sequence[Edit], n_tokens: int) -> bool:
    """Tell whether edits can all be applied, one that is listed twice only once."""
    different = set(map(first_correction, edits))
    return len(applicable(different, n_tokens)) == len(different)


def first_correction(edit: Edit) -> Edit:
    """Return what is compared about an edit: its position and its first correction."""
    return Edit(edit.start, edit.end, tuple([text.strip() for text in edit.corrections[:1]]))
