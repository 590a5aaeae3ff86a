"""CLEME: an output's chunks against those of references, split alike (Ye et al., EMNLP 2023; CLEME2.0, ACL 2025)."""

import math
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from errata.errors import OptionError
from errata.findings import Finding, Place
from errata.measures.base import Measure, Properties
from errata.measures.cleme.chunks import SharedChunks, Words, cut_once
from errata.measures.cleme.cleme2 import Tally, cleme2
from errata.measures.cleme.cleme2 import add as add_cleme2
from errata.measures.cleme.cleme2 import finish as finish_cleme2
from errata.measures.data import GoldBlock, Noticed, Number, Table
from errata.measures.options import beta_option, level_option, option
from errata.measures.rates import DIGITS, PROPERTIES, best_running_f, rates
from errata.model import Annotator, Corpus, Edit, Output, Text, applicable
from errata.model.outputs import Later
from errata.records import dataclass, replace
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata import similarity as edit_weights
    from errata.kernels.flatchunks import Judged
    from errata.measures.arrays import Array
    from errata.similarity.choosing import Choice

_HUGE = 700.0
"""Above this exponent a weight has reached its limit, and `exp` might overflow."""


Verdict = tuple[str, int]
"""The verdict on a chunk (tp, fp or fn) and its length."""


class Curve(NamedTuple):
    """How a weight grows (or, for false positives, falls) with the length of a chunk, and its limits."""

    alpha: float
    low: float
    high: float

    def at(self, distance: float) -> float:
        """Return the weight of a chunk that is this much longer (for errors, shorter) than the average."""
        raw = self.alpha / (1 + (self.alpha - 1) * math.exp(min(-distance, _HUGE)))
        return min(max(raw, self.low), self.high)


_CORPUS = (Curve(2, 0.75, 1.25),) * 3
_CURVES = {
    ("corpus", "dependent"): _CORPUS,
    ("corpus", "independent"): _CORPUS,
    ("sentence", "dependent"): (Curve(10, 1, 10), Curve(10, 0.25, 1), Curve(10, 1, 1)),
    ("sentence", "independent"): (Curve(10, 2.5, 10), Curve(10, 0.25, 1), Curve(10, 1, 1)),
}
"""Curves of true positives, false positives and false negatives (Appendix of the paper, as released)."""


_SIGNS = (1, -1, -1, 1)
"""Of equal F: most true positives, then fewest errors, fewest misses, most true negatives."""


def sum_lengths(cuts: Sequence[SharedChunks]) -> tuple[int, int]:
    """Return the sum of the lengths of chunks that references change, the longer side counting, and their number."""
    lengths = [
        max(len(source), len(words))
        for made in cuts
        for chunks in made.references
        for source, words in zip(made.source, chunks, strict=True)
        if words is not None
    ]
    return sum(lengths), len(lengths)


_MOST_AVERAGES = 100
_averages: dict[tuple[int, int, bool, bool], tuple[Corpus, object, float | None]] = {}
"""Average lengths by gold and output, the same for both levels; references to both keep their ids valid."""


def judge(
    made: SharedChunks, references: Sequence[Sequence[Words]], task: str, dependent: bool
) -> tuple[Tally, list[Verdict]]:
    """Count the chunks of the output against these references together.

    Returns the counts, and the verdict on every chunk but true negatives with its length. Under the dependence
    assumption there is one reference; under independence the output may agree with a different one in each chunk, and
    misses a chunk only if all of them change it.
    """
    if not made.intervals:  # as in many sentences
        return Tally(0, 0, 0, 0, made.n_gaps), []
    cells = {"tp": 0, "fp_necessary": 0, "fp_unnecessary": 0, "fn": 0, "tn": made.n_gaps}
    verdicts = []
    by_chunk = list(zip(*references, strict=True)) if references else [()] * len(made.source)
    for source, words, theirs in zip(made.source, made.output, by_chunk, strict=True):
        if words is not None:
            changed = theirs.count(None) < len(theirs)
            agrees = words in theirs or (words == source and None in theirs)  # None leaves the source
            if changed if task == "detection" else agrees:
                cell = "tp"
            else:
                cell = "fp_necessary" if changed else "fp_unnecessary"
        # Putting back what was there is a change, but to the dependent comparison of texts no difference.
        elif dependent and task == "correction":
            cell = "fn" if theirs[0] is not None and theirs[0] != source else "tn"
        else:
            cell = "tn" if None in theirs else "fn"
        cells[cell] += 1
        if cell != "tn":
            verdicts.append((cell[:2], max(len(source), len(source if words is None else words))))
    return Tally(**cells), verdicts


def judge_once(made: SharedChunks, task: str, dependent: bool) -> list[tuple[Tally, list[Verdict]]]:
    """Judge by each reference, or by all together with independence, with a cache for the other level."""
    found: list[tuple[Tally, list[Verdict]]] | None = made.judged.get((task, dependent))
    if found is None:
        groups = [[chunks] for chunks in made.references] if dependent else [made.references]
        found = [judge(made, references, task, dependent) for references in groups]
        made.judged[task, dependent] = found
    return found


class Weigher:
    """Weights of chunks by length; `average` is the length that weighs 1, None gives all the same weight."""

    def __init__(self, curves: Sequence[Curve], average: float | None) -> None:
        self._curves = dict(zip(("tp", "fp", "fn"), curves, strict=True))
        self._average = average
        self._known: dict[Verdict, float] = {}

    def weight(self, verdict: Verdict) -> float:
        """Return the weight of a chunk: long hits and misses weigh more, long errors less."""
        if verdict not in self._known:
            cell, length = verdict
            distance = 0.0 if self._average is None else length - self._average
            self._known[verdict] = self._curves[cell].at(-distance if cell == "fp" else distance)
        return self._known[verdict]

    def tables(self, judged: "Judged") -> "list[array[float]]":
        """Return the weights of hits, errors and misses by length, for those that occur."""
        from errata.measures.cleme.flat import verdicts_of

        most = max(judged.lengths, default=0) + 1
        tables = [array("d", bytes(8 * most)) for _ in self._curves]
        cells = list(self._curves)
        for cell, length in verdicts_of(judged):
            tables[cell][length] = self.weight((cells[cell], length))
        return tables

    def counts(self, tally: Tally, verdicts: Sequence[Verdict]) -> list[float]:
        """Return the weighted tp, fp, fn and tn; a chunk that needs no correction and gets none weighs 1."""
        if not verdicts:
            return [0.0, 0.0, 0.0, float(tally.tn)]
        sums = {"tp": 0.0, "fp": 0.0, "fn": 0.0}
        for verdict in verdicts:
            sums[verdict[0]] += self.weight(verdict)
        return [*sums.values(), float(tally.tn)]


@dataclass(frozen=True, kw_only=True)
class Cleme(Measure):
    """F-score over chunks whose boundaries are shared by the source, the output and all references.

    >>> Cleme().signature("1a2b3c4d").split("|", 2)[2].partition("|release")[0]
    'assumption:dependent|weighted:yes|level:corpus|task:correction|beta:0.5'
    """

    name: ClassVar[str] = "cleme"
    explained_by: ClassVar[str] = "errata.measures.cleme.explain"
    value_names: ClassVar[tuple[str, ...]] = ("f", "precision", "recall", "accuracy")
    needs_gold_edits: ClassVar[bool] = True
    needs_output_edits: ClassVar[bool] = True
    properties: ClassVar[Properties] = PROPERTIES

    assumption: str = option(
        "dependent",
        "compare with one reference, or chunk by chunk with whichever agrees",
        choices=("dependent", "independent"),
    )
    weighted: bool = option(True, "weigh chunks by their length")
    level: str = level_option()
    task: str = option(
        "correction", "compare the text of chunks, or only whether it changed", choices=("correction", "detection")
    )
    beta: float = beta_option(0.5)
    release: str = option(
        "1.1",
        "which release of the program to follow in ties of sentence scores and for empty texts",
        choices=("1.1", "1.0"),
    )
    weights: str = option(
        "level",
        "weights made for the level, or those for corpora at both levels as release 1.1 prints",
        choices=("level", "corpus"),
    )
    alternatives: str = option(
        "text",
        "treat alternatives such as to||into as one text, as the program does, or use the first",
        choices=("text", "first"),
    )
    similarity: "str | edit_weights.Weigher | edit_weights.Similarity" = option(
        "unit",
        "how chunks of CLEME2.0 weigh by what they change, as edits of pt-m2 do",
        kind=object,
        signed=False,
    )
    model: Any = option(
        None, "source of vectors for such a similarity", kind=object, none="none", reader="model", signed=False
    )
    layer: int | None = option(
        None,
        "hidden layer of an encoder, for such a similarity",
        kind=int,
        none="auto",
        minimum=0,
        maximum=999,
        signed=False,
    )

    def _resolve(self) -> None:
        if self._weighs_chunks:
            self._choice.check()
            for name, value in (("assumption", "independent"), ("task", "detection")):
                if getattr(self, name) == value:
                    raise OptionError(
                        f"measure {self.name}: similarity compares with the text of one reference; leave out "
                        f"{name}={value}"
                    )
            if self.model is not None and self.similarity == "bertscore":
                object.__setattr__(self, "layer", self.model.check_layer(self.layer))

    @property
    def _weighs_chunks(self) -> bool:
        return not (self.similarity == "unit" and self.model is None and self.layer is None)

    @property
    def _choice(self) -> "Choice":
        from errata.similarity.choosing import Choice

        return Choice(self.name, self.similarity, self.model, self.layer, option="similarity")

    @cached_property
    def _chunk_weigher(self) -> "edit_weights.Weigher":
        return self._choice.make()

    def refuses(self, gold: Corpus, output: Output) -> Finding | str | None:
        """Refuse to run without a model that is needed."""
        return (self._choice.lacking if self._weighs_chunks else "") or super().refuses(gold, output)

    def check(self, gold: Corpus, output: Output) -> list[Finding]:
        """Report edits that cannot be applied together with the others of their annotator, and alternatives."""
        return self.say_of_output(self.notice_output(gold, output, 0))

    def notice_output(self, gold: Corpus, output: Output, first: int) -> Noticed:
        """Count both."""
        assert output.edits is not None
        lost = 0
        if gold.flat is not None and output.flat is not None:  # where edits follow each other and have one correction
            return {"left-out": [lost]}
        for sentence, made in zip(gold, output.edits, strict=True):
            sets = [edits for edits in (made, *[layer.edits for layer in sentence.layers]) if edits]
            if sets:
                n_tokens = len(sentence.tokens)
                lost += sum([len(edits) - len(applicable(edits, n_tokens)) for edits in sets])
        return {"left-out": [lost], **self._notice_alternatives(output.edits, first)}

    def say_of_output(self, noticed: Noticed) -> list[Finding]:
        """Report both."""
        [lost] = noticed["left-out"]
        one = f"edit overlaps others or lies outside its sentence; {self.name} left it out"
        many = f"edits overlap others or lie outside their sentence; {self.name} left them out"
        left_out = [Finding("left-out", plural(lost, one, many), count=lost)] if lost else []
        return left_out + self._report_alternatives(noticed)

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report alternatives in the gold."""
        return self.say_noticed(gold.name, self.notice(gold, 0))

    def notice(self, gold: Corpus, first: int) -> Noticed:
        """Count them."""
        if gold.flat is not None:
            return {}
        edits = [[edit for layer in sentence.layers for edit in layer.edits] for sentence in gold]
        return self._notice_alternatives(edits, first)

    def say_noticed(self, name: str, noticed: Noticed) -> list[Finding]:
        """Report them."""
        return self._report_alternatives(noticed, name)

    def _notice_alternatives(self, sentences: Sequence[Sequence[Edit]], first: int) -> Noticed:
        if self.alternatives != "text":
            return {}
        found = [
            (number, edit)
            for number, edits in enumerate(sentences, first + 1)
            for edit in edits
            if len(edit.corrections) > 1
        ]
        return {"alternatives": [len(found), found[0][0], found[0][1].written]} if found else {}

    def _report_alternatives(self, noticed: Noticed, file: str = "") -> list[Finding]:
        if "alternatives" not in noticed:
            return []
        count, number, written = noticed["alternatives"]
        counted = plural(count, "edit has alternatives", "edits have alternatives")
        message = (
            f"{counted}, first in sentence {number}: {written!r}; {self.name} compares them as one text with the "
            f"bars in it, as its program does; {self.name}:alternatives=first takes the first of them"
        )
        return [Finding("alternatives", message, file, (Place(sentence=number),), count)]

    def cut(self, sentence: Text, edits: Sequence[Edit]) -> SharedChunks:
        """Split a sentence where the output or a reference changes it."""
        return cut_once(sentence, edits, joint=self.release == "1.0", first=self.alternatives == "first")

    def prepare(self, gold: Corpus, outputs: Sequence[Output]) -> Mapping[str, float | None]:
        """Learn the average length of the chunks that references change, which depends slightly on the output."""
        if not self.weighted:
            return {}
        averages = {}
        for output in outputs:
            assert output.edits is not None
            key = (id(gold), id(output.edits), self.release == "1.0", self.alternatives == "first")
            known = _averages.get(key)
            if known is None:
                total, count = self.learn_run(gold, output)
                average = total / count if count else None
                if len(_averages) >= _MOST_AVERAGES:
                    _averages.clear()
                known = _averages[key] = (gold, output.edits, average)
            averages[output.name] = known[2]
        return averages

    @property
    def streams_edits(self) -> bool:
        """Whether only an average of the whole is needed."""
        return not self._weighs_chunks

    @property
    def learns_on(self) -> bool:
        """Whether chunks are weighted by an average."""
        return self.weighted

    def learn_run(self, gold: Corpus, output: Output) -> Sequence[int]:
        """Return the sum of the lengths of chunks that references change, and their number."""
        assert output.edits is not None
        judged = self._judge_flat(gold, output)
        if judged is not None:
            return judged.total_length, judged.n_changed
        return sum_lengths([self.cut(sentence, edits) for sentence, edits in zip(gold, output.edits, strict=True)])

    def _judge_flat(self, gold: Corpus, output: Output) -> "Judged | None":
        """Judge chunks in flat arrays, if possible."""
        if self.release == "1.0" or self._weighs_chunks or gold.flat is None or output.flat is None:
            return None
        from errata.measures.cleme.flat import judge_flat

        return judge_flat(gold, output, self.assumption == "dependent", self.task == "correction")

    def _table_of(self, judged: "Judged", weigher: "Weigher | None") -> Table:
        from errata.measures.cleme.flat import plain_counts, tallies_of

        n_rows = len(judged.labels)
        counts = plain_counts(judged) if weigher is None else judged.weighed(weigher.tables(judged))
        labels = judged.labels.tolist() if self.assumption == "dependent" else [None] * n_rows
        notes = Later(n_rows, partial(tallies_of, judged))
        return Table(("tp", "fp", "fn", "tn"), counts, judged.bounds, labels, notes, weigher)

    def learn_from(self, sums: Mapping[str, Sequence[int]]) -> Mapping[str, float | None]:
        """Return the average length."""
        return {name: total / count if count else None for name, (total, count) in sums.items()}

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per sentence and reference, or one per sentence with independence."""
        assert output.edits is not None
        dependent = self.assumption == "dependent"
        level = "corpus" if self.weights == "corpus" else self.level
        averages = learned if isinstance(learned, dict) else self.prepare(gold.corpus, [output])
        weigher = Weigher(_CURVES[level, self.assumption], averages[output.name]) if self.weighted else None
        known = self._judge_flat(gold.corpus, output)
        if known is not None:
            return self._table_of(known, weigher)
        counts: array[int] | array[float] = array("d" if self.weighted else "q")
        bounds = array("i", [0])
        labels: list[Annotator | None] = []
        notes: list[Tally] = []
        for sentence, edits in zip(gold.corpus, output.edits, strict=True):
            made = self.cut(sentence, edits)
            judged = judge_once(made, self.task, dependent)
            for tally, verdicts in judged:
                notes.append(tally)
                counts.extend(weigher.counts(tally, verdicts) if weigher else tally.counts)  # type: ignore[arg-type]
            labels += made.labels if dependent else [None]
            if not judged:  # an empty output left out by release 1.0, together with all references but one
                notes.append(Tally(0, 0, 0, 0, 0))
                counts.extend([0] * 4)
                labels.append(None)
            bounds.append(len(labels))
        if self._weighs_chunks:
            from errata.measures.cleme.weighted import weigh_chunks

            cuts = [self.cut(sentence, edits) for sentence, edits in zip(gold.corpus, output.edits, strict=True)]
            notes = weigh_chunks(self._chunk_weigher, gold.corpus, cuts)
        return Table(("tp", "fp", "fn", "tn"), counts, bounds, labels, notes, weigher)

    def choose(self, table: Table) -> list[int]:
        """Choose the reference with the best F on the running totals, or the best for each sentence by itself.

        Running: on ties most true positives, then fewest errors, fewest misses, most true negatives. By itself: of
        equals the best precision, recall, accuracy (release 1.0: the worst accuracy). All rates are rounded first.
        """
        if self.level == "corpus":
            return best_running_f(table, self.beta, _SIGNS)
        sign = -1 if self.release == "1.0" else 1
        counts = list(zip(*[iter(table.counts)] * len(table.columns), strict=True))
        chosen = []
        for rows in table.groups():
            best = rows.start
            # Most annotators agree where there is nothing to correct: equal rows need no comparison.
            if any(counts[row] != counts[best] for row in rows[1:]):
                ranks = []
                for row in rows:
                    *values, accuracy = _rounded(self, counts[row])
                    ranks.append((*values, sign * accuracy))
                best += ranks.index(max(ranks))
            chosen.append(best)
        return chosen

    def choose_after(self, table: Table, totals: Sequence[Number]) -> list[int]:
        """Choose, given the totals of the preceding sentences."""
        if self.level == "corpus":
            return best_running_f(table, self.beta, _SIGNS, totals=totals)
        return self.choose(table)

    def condense(self, table: Table, with_details: bool) -> Table:
        """Keep the chunks counted, as details."""
        return replace(table, notes=[tuple(tally) for tally in table.notes] if with_details else (), basis=None)

    def gather(self, gathered: Any, table: Table, chosen: Sequence[int]) -> Any:
        """Sum up what CLEME2.0 needs."""
        return add_cleme2(gathered, table, self.level) if table.notes else gathered

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision, recall and accuracy; accuracy is 0 if there are no chunks."""
        tp, fp, fn, tn = sums
        f, precision, recall = rates(tp, fp, fn, self.beta)
        n_chunks = tp + fp + fn + tn
        accuracy = (tp + tn) / n_chunks if n_chunks else 0.0
        return {"f": f, "precision": precision, "recall": recall, "accuracy": accuracy}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return F, precision, recall and accuracy of many sums, the same doubles as `score`."""
        from errata.measures.arrays import divide, rates

        tp, fp, fn, tn = sums.T
        f, precision, recall = rates(tp, fp, fn, self.beta)
        accuracy = divide(tp + tn, tp + fp + fn + tn, 0.0)
        return {"f": f, "precision": precision, "recall": recall, "accuracy": accuracy}

    def averaged(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return the values of a sentence, rounded as the program rounds them before averaging."""
        return dict(zip(self.value_names, _rounded(self, tuple(counts)), strict=True))

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return CLEME2.0: hit, wrong, under- and over-correction, and their score, not weighted by length."""
        gathered = table.basis if isinstance(table.basis, dict) else None
        return {"cleme2": finish_cleme2(gathered, self.level) if gathered else cleme2(table, self.level)}

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return the numbers of chunks, or their weights by similarity if requested."""
        return {"chunks": table.notes[row]._asdict()}

    def signature_extras(self, table: Table) -> list[str]:
        """Return what a model ran on."""
        return list(self.model.signature_extras) if self.model is not None else []

    def remarks(self, table: Table) -> list[Finding]:
        """Report what a model did not see."""
        return list(self.model.remarks) if self.model is not None else []


@lru_cache(maxsize=4096)  # sentences in which nothing is to be done have few different counts
def _rounded(measure: Cleme, counts: tuple[Number, ...]) -> tuple[float, ...]:
    return tuple(round(value, DIGITS) for value in measure.score(counts).values())
