"""Difficulty-weighted precision, recall, F and accuracy (Gotou et al., COLING 2020).

The fewer systems get a chunk right, the more it weighs. Weights are kept as integers over a common denominator until
the end, so sums are exact in any order.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from errata.digests import sha256_hex
from errata.errors import InputError, LengthError, OptionError
from errata.findings import Finding
from errata.measures.base import Measure, Properties
from errata.measures.data import GoldBlock, Number, Score, Table
from errata.measures.difficulty.chunks import CORRECT, MODIFIED, GoldChunks
from errata.measures.difficulty.judging import (
    Judged,
    add_up,
    describe_alike,
    find_disorder,
    find_odd_spaces,
    find_overlap,
    gold_chunks,
    judge,
    untouched,
)
from errata.measures.difficulty.scales import FUNCTIONS, LINEAR, ListedScale, Scale, Weigh, accept_function
from errata.measures.difficulty.weights import Made, Weights
from errata.measures.options import beta_option, option
from errata.model import Annotator, Corpus, Edit, Output
from errata.records import dataclass, replace
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.measures.arrays import Array

ALL, BEST = "all", "best"
_MAX_ANNOTATORS = 1_000
"""Each needs its own judgement of the whole gold: more would take minutes."""
_MAX_SHIFT = 1_000_000
"""What is added to the number of systems has the same order of magnitude."""
COUNTS = ("tp", "fp", "fn", "tn", "all")


@dataclass(frozen=True)
class Basis:
    """The data that all counts of a run are based on."""

    n_systems: int
    denominator: int
    lowest: int
    weights: str


class Learned:
    """The weight of every chunk, and intermediate results kept while it stays in this process."""

    def __init__(
        self, weights: Weights, scale: Scale | ListedScale, judged: Judged, outputs: Sequence[Output] = ()
    ) -> None:
        self.weights = weights
        self.scale = scale
        self._judged: Judged | None = judged
        self._outputs = outputs
        self._untouched: dict[tuple[int, int], list[list[int]]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_judged": None, "_outputs": (), "_untouched": {}}

    def chunks(self, block: GoldBlock, reference: Annotator) -> Sequence[GoldChunks]:
        """Return the chunks of a run of sentences, cached."""
        if self._judged:
            return self._judged.gold[block.first : block.first + len(block.corpus)]
        return [gold_chunks(sentence, reference) for sentence in block.corpus]

    def judge(self, chunked: Sequence[GoldChunks], output: Output) -> Sequence[dict[int, int]]:
        """Judge an output, unless this very one was judged before."""
        for known, judgements in zip(self._outputs, self._judged.judgements if self._judged else (), strict=True):
            if known is output:
                return judgements
        return judge(chunked, output)

    @cached_property
    def basis(self) -> Basis:
        """The basis of the counts."""
        n_systems = self.weights.n_systems
        return Basis(n_systems, self.scale.denominator, self.scale.lowest(n_systems), self.weights.fingerprint)

    @cached_property
    def numerators(self) -> list[list[int]]:
        """The weights of the chunks of each sentence."""
        weights = Made(self.scale.numerator)
        return [[weights[n] for n in solved] for solved in self.weights.solved]

    def untouched(self, first: int, chunked: Sequence[GoldChunks]) -> list[list[int]]:
        """Return what the sentences of a run come to where a system leaves them alone, the same for every system."""
        made = self._untouched.get((first, len(chunked)))
        if made is None:
            weights = self.numerators[first : first + len(chunked)]
            made = [*map(untouched, chunked, weights)]
            self._untouched[first, len(chunked)] = made
        return made


def _hash(scale: Scale | ListedScale) -> str:
    return sha256_hex(repr(scale).encode())[:8]


def _ratio(part: Number, whole: Number) -> float:
    return part / whole if whole else 0.0


@dataclass(frozen=True, kw_only=True)
class Difficulty(Measure):
    """F-score over corrected chunks, each weighted by how many systems get it wrong.

    >>> Difficulty(reference=1).signature("1a2b3c4d").split("|", 2)[2]
    'beta:0.5|reference:1|weights:outputs|weighted:yes|a:1|b:0|c:0|gold:1a2b3c4d'
    """

    name: ClassVar[str] = "difficulty"
    explained_by: ClassVar[str] = "errata.measures.difficulty.explain"
    value_names: ClassVar[tuple[str, ...]] = ("f", "precision", "recall", "accuracy")
    needs_gold_edits: ClassVar[bool] = True
    needs_output_edits: ClassVar[bool] = True
    min_outputs: ClassVar[int] = 2
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=1.0,
        edge_cases=(
            ("nothing to change, nothing changed", "a b c", "a b c", "a b c", 0.0),
            ("empty source, output and reference", "", "", "", 0.0),
            ("something to change, nothing changed", "a b c", "a b c", "a x c", 0.0),
            ("nothing to change, something changed", "a b c", "a x c", "a b c", 0.0),
            ("everything deleted, as it should be", "a b c", "", "", 1.0),
        ),
        uses_first_reference_only=True,
        compares_systems=True,
    )

    beta: float = beta_option(0.5)
    reference: Annotator = option(
        0,
        "annotator whose edits count; all for a score by each, best for the one that suits each sentence",
        kind=Annotator,
    )
    weights: Weights | None = option(
        None,
        "how many systems solve each chunk; else learned from all outputs",
        kind=Weights,
        none="outputs",
        reader="weights",
    )
    weighted: bool = option(True, "weight chunks by difficulty, or all alike")
    a: float = option(1.0, "a of the weight a - (n + b) / (N + c)", minimum=-_MAX_SHIFT, maximum=_MAX_SHIFT)
    b: float = option(0.0, "b of the weight", minimum=-_MAX_SHIFT, maximum=_MAX_SHIFT)
    c: float = option(0.0, "c of the weight", minimum=-_MAX_SHIFT, maximum=_MAX_SHIFT)
    function: str | Weigh = option(
        LINEAR,
        "weight by the number n of N systems: linear (with a, b, c) or reciprocal, N / n",
        kind=object,
        signed=False,
    )

    def _resolve(self) -> None:
        object.__setattr__(self, "function", accept_function(self.function))
        if self.function != LINEAR and (self.a, self.b, self.c) != (1.0, 0.0, 0.0):
            raise OptionError(f"measure difficulty: a, b and c belong to function=linear, not to {self.function}")

    def label(self, value: str) -> str:
        """Return the column heading of a value in tables."""
        return "A" if value == "accuracy" else super().label(value)

    def expand(self, gold: Corpus) -> "Sequence[Difficulty]":
        """Return one measure per annotator if all are requested; if there are none, this one, to be refused."""
        if self.reference != ALL or ALL in gold.annotators or not gold.annotators:
            return (self,)
        if len(gold.annotators) > _MAX_ANNOTATORS:
            raise InputError(
                f"{gold.name} has {len(gold.annotators):,} annotators, but at most {_MAX_ANNOTATORS:,} can be "
                f"the reference in turn; choose one of them"
            )
        return [replace(self, reference=annotator) for annotator in gold.annotators]

    def refuses(self, gold: Corpus, output: Output) -> Finding | str | None:
        """Refuse an unknown annotator, and edits that overlap or are not sorted."""
        reason = super().refuses(gold, output)
        if reason:
            return reason
        parts = self._parts(gold)
        if parts:
            if self.weights:
                return f"{self.weights.name} has the weights of one annotator; name that one instead of best"
            return next((found for part in parts if (found := part.refuses(gold, output))), None)
        if self.reference not in gold.annotators:
            known = ", ".join(map(str, gold.annotators))
            return f"{gold.name} has no annotator {self.reference!r} to be the reference; it has: {known}"
        # In flat arrays the edits of an annotator follow each other.
        return (None if gold.flat else find_overlap(gold, gold.name, self._gold_edits(gold))) or (
            None if output.flat else find_overlap(gold, output.called, output.edits or ())
        )

    def _parts(self, gold: Corpus) -> "list[Difficulty]":
        """Return the measure by each annotator, if the best of them is requested."""
        if self.reference != BEST or BEST in gold.annotators or not gold.annotators:
            return []
        return list(replace(self, reference=ALL).expand(gold))

    def _gold_edits(self, gold: Corpus) -> list[tuple[Edit, ...]]:
        layers = [sentence.layer(self.reference) for sentence in gold]
        return [layer.edits if layer else () for layer in layers]

    def check(self, gold: Corpus, output: Output) -> list[Finding]:
        """Report edits that are not sorted from left to right."""
        return [] if output.flat else find_disorder(gold, output.edits or ())

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report disorder and odd spaces in the gold, an unpublished weight function, and distorting systems."""
        findings = [] if gold.flat else find_odd_spaces(gold)
        for part in () if gold.flat else self._parts(gold) or [self]:
            findings += find_disorder(gold, part._gold_edits(gold), gold.name)
        if not self.weighted:
            return findings
        if self.weights is None and len(outputs) == 1:
            message = (
                "the weights come from one system alone, so what it gets right weighs nothing; give several outputs, "
                "or weights"
            )
            findings.append(Finding("one-system", message))
        if self.weights is None:
            return findings + describe_alike(outputs)
        function = self.weights.function
        if function and function != (self.a, self.b, self.c):
            message = (
                "{} is meant for a={:g}, b={:g}, c={:g}".format(self.weights.name, *function)
                + f", but a={self.a:g}, b={self.b:g}, c={self.c:g} are used"
            )
            findings.append(Finding("weight-function", message))
        return findings

    def prepare(self, gold: Corpus, outputs: Sequence[Output]) -> "Learned | list[tuple[Difficulty, Learned]]":
        """Learn how many systems get each chunk right, by each annotator if the best is requested."""
        parts = self._parts(gold)
        return [(part, part.learn(gold, outputs)) for part in parts] or self.learn(gold, outputs)

    def learn(self, gold: Corpus, outputs: Sequence[Output]) -> Learned:
        """Learn the same for one annotator, unless weights are given; those must fit the gold."""
        judged = Judged.of(gold, () if self.weights else outputs, self.reference)
        if self.weights:
            check_weights_fit(self.weights, gold, self.reference, judged.gold)
            return Learned(self.weights, self.scale(self.weights.n_systems), judged)
        weights = self.publish(gold, judged.solved(), [output.name for output in outputs])
        return Learned(weights, self.scale(weights.n_systems), judged, outputs)

    def publish(self, gold: Corpus, solved: tuple[tuple[int, ...], ...], systems: Sequence[str]) -> Weights:
        """Return weights with a record of what they are for."""
        return Weights(
            n_systems=len(systems),
            solved=solved,
            gold=gold.fingerprint,
            reference=self.reference,
            function=(self.a, self.b, self.c) if self.function == LINEAR else None,
            systems=tuple(systems),
        )

    def scale(self, n_systems: int) -> Scale | ListedScale:
        """Return the weights of chunks by how many systems got them right."""
        if not self.weighted:
            return Scale.flat()
        weigh = FUNCTIONS[self.function] if isinstance(self.function, str) else self.function
        return ListedScale.of(weigh, n_systems) if weigh else Scale.of(n_systems, self.a, self.b, self.c)

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per sentence: the weights of its chunks, by verdict.

        If the best annotator is requested, one row for each who saw the sentence.
        """
        known = learned if isinstance(learned, Learned | list) else self.prepare(gold.corpus, [output])
        if isinstance(known, list):
            return _side_by_side(gold, [part.count(gold, output, own) for part, own in known])
        chunked = known.chunks(gold, self.reference)
        judged = known.judge(chunked, output)
        weights = known.numerators[gold.first : gold.first + len(chunked)]
        cells = [
            cell
            for chunks, found, numerators, alone in zip(
                chunked, judged, weights, known.untouched(gold.first, chunked), strict=True
            )
            for cell in add_up(chunks, found, numerators, alone)
        ]
        try:
            counts = array("q", cells)
        except OverflowError:
            raise OptionError(
                f"measure difficulty: weights by a={self.a!r}, b={self.b!r}, c={self.c!r} (function {self.function}) "
                "have too many digits to count exactly; round them"
            ) from None
        notes = list(zip(chunked, judged, known.weights.solved[gold.first :], strict=False))
        labels = [self.reference] * len(chunked)
        return Table(COUNTS, counts, array("i", range(len(chunked) + 1)), labels, notes, known.basis)

    def unweighted(self, score: Score, fingerprint: str, extras: Sequence[str] = ()) -> Score:
        """Return what a score would be if all chunks had the same weight, from the same judgements."""
        cells: list[int] = []
        for chunks, found, _ in score.notes:
            ones = [1] * chunks.n_chunks
            cells += add_up(chunks, found, ones, untouched(chunks, ones))
        basis = replace(score.table.basis, denominator=1, lowest=1)
        table = replace(score.table, counts=array("q", cells), basis=basis)
        return replace(self, weighted=False).finish(score.system, table, fingerprint, extras)

    def choose(self, table: Table) -> list[int]:
        """Return the row with the best F; ties go to the one with most right, then fewest wrong, then the first.

        Most tables have one row per sentence.
        """
        if len(table.labels) == len(table):
            return list(range(len(table)))

        def rank(row: int) -> tuple[float, Number, Number]:
            tp, fp, fn, *_ = counts = table.row(row)
            return self.score(counts)["f"], tp, -(fp + fn)

        return [max(rows, key=rank) for rows in table.groups()]

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision, recall and accuracy; each is 0 if its denominator is."""
        tp, fp, fn, tn, every = sums
        precision, recall = _ratio(tp, tp + fp), _ratio(tp, tp + fn)
        square = self.beta * self.beta
        f = _ratio((1 + square) * precision * recall, square * precision + recall)
        return {"f": f, "precision": precision, "recall": recall, "accuracy": _ratio(tp + tn, every)}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return F, precision, recall and accuracy of many sums, the same doubles as `score` below 2⁵³."""
        from errata.measures.arrays import divide

        tp, fp, fn, tn, every = sums.T
        precision, recall = divide(tp, tp + fp, 0.0), divide(tp, tp + fn, 0.0)
        square = self.beta * self.beta
        f = divide((1 + square) * precision * recall, square * precision + recall, 0.0)
        return {"f": f, "precision": precision, "recall": recall, "accuracy": divide(tp + tn, every, 0.0)}

    def counts(self, table: Table, sums: Sequence[Number]) -> dict[str, Number]:
        """Return the sums of weights, each divided once."""
        plain = super().counts(table, sums)
        if not self.weighted:
            return plain
        return {name: value / table.basis.denominator for name, value in plain.items()}

    def remarks(self, table: Table) -> list[Finding]:
        """Warn of negative weights, which make ratios nearly meaningless."""
        if table.basis.lowest >= 0:
            return []
        by = f"a={self.a:g}, b={self.b:g}, c={self.c:g}" if self.function == LINEAR else str(self.function)
        message = (
            f"with {by} some weights are below 0 "
            f"(down to {table.basis.lowest / table.basis.denominator:.3g}); precision and recall may be outside 0 to 1"
        )
        return [Finding("negative-weights", message)]

    def signature_extras(self, table: Table) -> list[str]:
        """Return the number of systems that determined the weights, and the hash of learned weights."""
        # A user's function may change under one name; what it gives is told by a hash.
        own = [f"weighs:{_hash(self.scale(table.basis.n_systems))}"] if not isinstance(self.function, str) else []
        learned = [] if self.weights else [f"learned:{table.basis.weights}"]
        return [f"N:{table.basis.n_systems}", *learned, *own]

    def _exact(self, table: Table, sums: Iterable[Number]) -> dict[str, Any]:
        return {
            "numerators": dict(zip(table.columns, sums, strict=True)),
            "denominator": table.basis.denominator,
            "N": table.basis.n_systems,
        }

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return the exact integers of the counts."""
        return self._exact(table, table.total(chosen))

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return the exact integers, how many systems got each chunk right, and what this one did there."""
        chunks, found, solved = table.notes[row]
        judgements = [found.get(number, chunks.unchanged(number)) for number in range(chunks.n_chunks)]
        return self._exact(table, table.row(row)) | {
            "n": list(solved),
            "correct": "".join("1" if judgement & CORRECT else "0" for judgement in judgements),
            "modified": "".join("1" if judgement & MODIFIED else "0" for judgement in judgements),
        }


def _side_by_side(gold: GoldBlock, tables: Sequence[Table]) -> Table:
    """Return the rows of each sentence by the annotators who saw it; if none did, by the first."""
    first = tables[0]
    places = {table.labels[0]: table for table in tables if table.labels}
    counts, bounds = array("q"), array("i", [0])
    labels: list[Annotator | None] = []
    notes: list[Any] = []
    for index, sentence in enumerate(gold.corpus):
        for who in sentence.annotators or [first.labels[index]]:
            table = places[who]
            counts.extend(table.row(index))  # type: ignore[arg-type]  # integers, of arrays of them
            labels.append(who)
            notes.append(table.notes[index])
        bounds.append(len(labels))
    basis = replace(first.basis, weights="+".join(table.basis.weights for table in tables))
    return Table(COUNTS, counts, bounds, labels, notes, basis)


def check_weights_fit(weights: Weights, gold: Corpus, reference: Annotator, chunked: Sequence[GoldChunks]) -> None:
    """Refuse weights that were made for other gold, naming the first line that disagrees."""
    for index, (counts, chunks) in enumerate(zip(weights.solved, chunked, strict=False)):
        if len(counts) != chunks.n_chunks:
            raise LengthError(
                f"{weights.name}, {weights.place(index)}: {plural(len(counts), 'count')}, but sentence {index + 1} of "
                f"{gold.name} has {plural(chunks.n_chunks, 'chunk')} by annotator {reference}; the weights were made "
                "for other edits or another annotator"
            )
    if len(weights.solved) != len(gold):
        raise LengthError(
            f"{weights.name} has counts for {plural(len(weights.solved), 'sentence')}, but {gold.name} has {len(gold)}"
        )
    if weights.reference is not None and weights.reference != reference:
        raise InputError(
            f"{weights.name} was made for annotator {weights.reference!r}, not {reference!r}; "
            f"score with reference={weights.reference}"
        )
    if weights.gold and weights.gold != gold.fingerprint:
        raise InputError(
            f"{weights.name} was made for gold {weights.gold}, but {gold.name} is {gold.fingerprint}; give the gold "
            "it was made for (the plain form of weights is not bound to one)"
        )
