"""The I-measure: how much better, or worse, an output makes its source (Felice & Briscoe 2015)."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from errata.errors import InputError, OptionError
from errata.findings import Finding, Place
from errata.kernels.limits import TooLargeError
from errata.measures.base import Measure, Properties
from errata.measures.data import GoldBlock, Noticed, Number, Table
from errata.measures.imeasure.candidates import Candidate, Candidates, choose_counts, count_listed, find_candidates
from errata.measures.imeasure.clusters import GoldError, find_errors, is_written_none, say_no_correction
from errata.measures.imeasure.combinations import NoReferenceError
from errata.measures.imeasure.flat import number_errors
from errata.measures.imeasure.formulas import (
    METRICS,
    Criterion,
    accuracy,
    baseline_accuracy,
    f_score,
    improvement,
    precision,
    recall,
    weighted_accuracy,
)
from errata.measures.imeasure.references import DEFAULT_BUDGET, GoldReferences, ReferenceRules, References
from errata.measures.imeasure.threeway import COSTS, NO_COUNTS, ColumnCounts, Costs
from errata.measures.options import beta_option, option
from errata.model import EMPTY, Annotator, Corpus, Output, Reference, Text
from errata.model.outputs import Later
from errata.records import dataclass, replace
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.measures.arrays import Array

_LABELS = {"i": "I", "wacc": "WAcc", "wacc_base": "WAcc_b", "accuracy": "Acc"}
_N_LISTED = 10


@dataclass(slots=True)
class Offer:
    """The choices for a sentence, and what was chosen.

    `candidates` are kept only as long as there is a choice; `ranks` are those of the rows.
    """

    corpus: Corpus
    index: int
    texts: tuple[Reference, ...]
    n_combinations: int
    n_references: int | None
    is_proved: bool
    ranks: list[int]
    candidates: Candidates | None = None
    best: Candidate | None = None
    n_tied: int = 0

    @property
    def sentence(self) -> Text:
        """The sentence with its annotation."""
        return self.corpus[self.index]

    @property
    def counts(self) -> ColumnCounts:
        """The counts of the chosen reference, aspect correction."""
        assert self.best is not None, "choose must run before the choice is described"
        return self.best.counts


class _FoundReferences(list[GoldReferences]):
    """The references of every sentence, with numbered words."""

    def pick(self, block: GoldBlock) -> "_FoundReferences":
        """Return those of picked sentences."""
        return _FoundReferences([self[place] for place in block.places])


def _errors_of(corpus: Corpus, index: int, retokenise: bool) -> tuple[GoldError, ...]:
    return find_errors(corpus[index], retokenise=retokenise)


def _vectors(counts: ColumnCounts) -> dict[str, list[int]]:
    """Return tp, tn, fp, fn, fpn of both aspects and of the source in place of the output."""
    base = [0, counts.base_tn, 0, counts.base_fn, 0]
    return {
        "correction": list(counts.correction),
        "detection": list(counts.detection),
        "correction_baseline": base,
        "detection_baseline": list(base),
    }


def _count_listed(
    todo: Iterable[int], everything: Sequence[GoldReferences], texts: "Sequence[array[int]]"
) -> "dict[int, array[int]]":
    """Return the rows of those sentences that have few references."""
    few = {
        index: (everything[index].references, texts[index])
        for index in todo
        if everything[index].references.texts is not None
    }
    found = zip(few, count_listed(list(few.values())), strict=True)
    return {index: rows for index, rows in found if rows is not None}


@dataclass(frozen=True, kw_only=True)
class IMeasure(Measure):
    """Weighted accuracy of an output compared with that of its source: 1 is perfect, 0 no better, below 0 worse.

    >>> IMeasure().signature("1a2b3c4d").split("|", 2)[2].partition("|optimise")[0]
    'aspect:correction|maximise:cwacc|weight:2|beta:1|mix:yes'
    """

    name: ClassVar[str] = "imeasure"
    explained_by: ClassVar[str] = "errata.measures.imeasure.explain"
    baseline_values: ClassVar[tuple[str, str] | None] = ("wacc", "wacc_base")
    value_names: ClassVar[tuple[str, ...]] = ("i", "wacc", "wacc_base", "accuracy", "f", "precision", "recall")
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=1.0,
        edge_cases=(
            ("nothing to change, nothing changed", "a b c", "a b c", "a b c", 1.0),
            ("empty source, output and reference", "", "", "", 1.0),
            ("nothing changed where something had to be", "a b c", "a b c", "a x c", 0.0),
            ("something changed where nothing had to be", "a b c", "a x c", "a b c", -0.5),
            ("everything deleted, as it should be", "a b", "", "", 1.0),
            ("everything deleted where nothing had to be changed", "a b", "", "a b", -1.0),
        ),
    )

    aspect: str = option(
        "correction",
        "which counts are reported: an error with a wrong correction is a miss, or it is detected",
        choices=("correction", "detection"),
    )
    maximise: str = option(
        "cwacc", f"what the chosen reference maximises: c or d (the aspect) and one of {', '.join(METRICS)}"
    )
    weight: float = option(2.0, "weight of changed words against kept ones", minimum=0.001, maximum=1000)
    beta: float = beta_option(1.0, counts=True)  # the best reference may be chosen by F
    mix: bool = option(True, "combine corrections of different annotators; no: one reference for each annotator")
    optimise: str = option(
        "sentence",
        "the chosen reference is the best for the sentence alone, or for the corpus so far",
        choices=("sentence", "corpus"),
    )
    baseline: str = option(
        "tool",
        "the source is realigned with the reference, or takes the output's place in its alignment",
        choices=("tool", "paper"),
    )
    budget: int = option(
        DEFAULT_BUDGET.max_alternatives,
        "number of texts in a stretch of a sentence up to which a choice is proved; other limits scale with it",
        minimum=1,
        maximum=1_000_000,
    )
    retokenise: bool = option(
        True, "split words of corrections as the original converter does (not where the gold marks errors)"
    )

    mismatch: int = option(
        COSTS.mismatch,
        "cost of two different words in a column of the alignment",
        minimum=1,
        maximum=1000,
        signed=False,
    )
    gap: int = option(COSTS.gap, "cost of a word against a gap", minimum=1, maximum=1000, signed=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            self._criterion()
        except ValueError as error:
            raise OptionError(f"measure {self.name}: {error}") from None

    def _criterion(self) -> Criterion:
        return Criterion(self.maximise, self.weight, self.beta)

    @property
    def costs(self) -> Costs:
        """The cost of a pair of words in the alignment."""
        return Costs(self.mismatch, self.gap)

    @property
    def rules(self) -> ReferenceRules:
        """The rules for building references."""
        return ReferenceRules(self.mix, self.retokenise, DEFAULT_BUDGET.scaled(self.budget))

    @property
    def order_matters(self) -> bool:
        """Whether a choice depends on the preceding sentences."""
        return self.optimise == "corpus"

    def label(self, value: str) -> str:
        """Return the column heading of a value in tables."""
        return _LABELS.get(value) or super().label(value)

    def refuses(self, gold: Corpus, output: Output) -> Finding | str | None:
        """Return why there are no references: edits that detect an error without correcting it."""
        for number, sentence in enumerate(() if gold.flat is not None else gold, 1):  # there every edit has one
            for layer in sentence.layers:
                for edit in layer.edits:
                    if not edit.corrections:
                        return f"{gold.name}, sentence {number}: {say_no_correction(edit)}"
        return super().refuses(gold, output)

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report deletions that the original reads differently."""
        return self.say_noticed(gold.name, self.notice(gold, 0))

    def notice(self, gold: Corpus, first: int) -> Noticed:
        """Count these, and record where the first is."""
        if gold.flat is not None:  # where none is
            return {}
        words = [
            (number, edit)
            for number, sentence in enumerate(gold, first + 1)
            for layer in sentence.layers
            for edit in layer.edits
            if is_written_none(edit)
        ]
        return {"deletion-word": [len(words), words[0][0], words[0][1].start, words[0][1].end]} if words else {}

    def say_noticed(self, name: str, noticed: Noticed) -> list[Finding]:
        """Report them."""
        if not noticed:
            return []
        count, number, start, end = noticed["deletion-word"]
        message = (
            f"{plural(count, 'deletion is', 'deletions are')} written {EMPTY}, first in sentence {number} (tokens "
            f"{start} to {end}); {self.name} deletes there, but the original's converter inserts the word "
            f"{EMPTY}, and so does `errata compat ieval`"
        )
        return [Finding("deletion-word", message, name, (Place(sentence=number),), count)]

    def _find_references(self, gold: GoldBlock, rules: ReferenceRules) -> "_FoundReferences":
        vocabulary = gold.vocabulary("word")
        found = _FoundReferences()
        if gold.corpus.flat is not None:
            sources = vocabulary.flatten(gold.corpus.sources).apart()
            made = number_errors(gold.corpus.flat, vocabulary, retokenise=rules.retokenise)
            for index, (source, (labels, errors)) in enumerate(zip(sources, made, strict=True)):
                try:
                    references = rules.prepare(tuple(source), errors, len(labels))
                except NoReferenceError as error:
                    raise self._refusal(gold, index, error) from None
                later = Later(len(errors), partial(_errors_of, gold.corpus, index, rules.retokenise))
                found.append(GoldReferences(labels, later, references))
            return found
        for index, sentence in enumerate(gold.corpus):
            try:
                found.append(rules.find(sentence, self._texts(gold, index), vocabulary.encode))
            except (InputError, NoReferenceError) as error:
                raise self._refusal(gold, index, error) from None
        return found

    @staticmethod
    def _texts(gold: GoldBlock, index: int) -> tuple[Reference, ...]:
        # Texts are the references also where their edits were extracted, for other measures of the run.
        is_text = (gold.corpus.flat is None and gold.corpus[index].references) or not gold.corpus.is_annotated
        return gold.references[index] if is_text else ()

    @staticmethod
    def _refusal(gold: GoldBlock, index: int, error: Exception) -> InputError:
        return InputError(f"{gold.corpus.name}, sentence {gold.first + index + 1}: {error}")

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per sentence, or one for each of the counts among which the corpus so far may choose."""
        rules = self.rules
        everything = gold.packed(("imeasure", rules), lambda block: self._find_references(block, rules))
        # Systems often write the same; what is chosen by the sentences before cannot be shared.
        made: dict[tuple[int, str], Offer] = {} if self.order_matters else gold.once(("imeasure offers", self), dict)
        counts, bounds = array("i"), array("i", [0])
        labels: list[Annotator | None] = []
        offers = []
        criterion, budget = self._criterion(), rules.budget
        texts = gold.vocabulary("word").flatten(output.texts).apart()
        keys = [(index, line.strip()) for index, line in enumerate(output.texts)]
        todo = [index for index, key in enumerate(keys) if key not in made]
        listed = {} if self.costs != COSTS else _count_listed(todo, everything, texts)
        for index, (known, key) in enumerate(zip(everything, keys, strict=True)):
            offer = made.get(key)
            if offer is None:
                try:
                    candidates = find_candidates(
                        known.references,
                        texts[index],
                        criterion,
                        is_paper_baseline=self.baseline == "paper",
                        budget=budget,
                        costs=self.costs,
                        rows=listed.get(index),
                    )
                except (NoReferenceError, TooLargeError) as error:  # beyond the budget conflicts are found only now
                    raise self._refusal(gold, index, error) from None
                offer = made[key] = self._offer(gold, index, known.references, candidates, criterion)
            members = [offer.best] if offer.best else offer.candidates.members() if offer.candidates else []
            for member in members:
                labels.append(known.label(member.rank))
                vector = member.counts
                counts.extend(vector.correction if self.aspect == "correction" else vector.detection)
                counts.extend(vector[5:])
            bounds.append(len(labels))
            offers.append(offer)
        return Table(("tp", "tn", "fp", "fn", "fpn", "base_tn", "base_fn"), counts, bounds, labels, offers)

    def _offer(
        self, gold: GoldBlock, index: int, references: References, candidates: Candidates, criterion: Criterion
    ) -> Offer:
        """Return the choices for a sentence, already made if the corpus does not matter."""
        offer = Offer(
            gold.corpus,
            index,
            self._texts(gold, index),
            references.n_combinations,
            candidates.n_references,
            candidates.is_proved,
            [],
        )
        if self.order_matters:
            offer.candidates = candidates
            offer.ranks = [member.rank for member in candidates.members()]
        else:
            offer.best, offer.n_tied = choose_counts(candidates.count_set, criterion)
            offer.ranks = [offer.best.rank]
        return offer

    def choose(self, table: Table) -> list[int]:
        """Choose the reference that is best in the metric, I, WAcc, Acc, then in these of the other aspect.

        Complete ties go to the first combination of alternatives: leaving an error alone comes first, then
        annotators in ascending order, with the last error varying fastest.
        """
        criterion = self._criterion()
        totals = NO_COUNTS
        chosen = []
        if not table.notes:  # of each sentence there is one row
            return list(range(len(table)))
        for index, offer in enumerate(table.notes):
            if offer.candidates is not None:
                # The same every time, so it may be kept for those who ask later.
                offer.best, offer.n_tied = choose_counts(offer.candidates.count_set, criterion, totals)
                totals = totals.plus(offer.best.counts)
            chosen.append(table.bounds[index] + bisect_left(offer.ranks, offer.best.rank))
        return chosen

    def choose_after(self, table: Table, totals: Sequence[Number]) -> list[int]:
        """Choose the only row of each sentence."""
        return list(range(len(table)))

    def condense(self, table: Table, with_details: bool) -> Table:
        """Record which choices are not proved, and the counts of both aspects."""
        total = NO_COUNTS
        for offer in table.notes:
            total = total.plus(offer.counts)
        return replace(table, notes=(), basis={"n": len(table), "unproved": self._unproved(table), "total": [*total]})

    def gather(self, gathered: Any, table: Table, chosen: Sequence[int]) -> Any:
        """Add them up."""
        found = table.basis
        if gathered is None:
            return dict(found)
        return {
            "n": gathered["n"] + found["n"],
            "unproved": gathered["unproved"] + [gathered["n"] + index for index in found["unproved"]],
            "total": [one + two for one, two in zip(gathered["total"], found["total"], strict=True)],
        }

    @property
    def streams_edits(self) -> bool:
        """Whether the best reference of a sentence depends on that sentence only."""
        return not self.order_matters

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return I and its components; 0/0 is 1."""
        tp, tn, fp, fn, fpn, base_tn, base_fn = sums
        wacc = weighted_accuracy(tp, tn, fp, fn, fpn, self.weight)
        wacc_base = baseline_accuracy(base_tn, base_fn)
        return {
            "i": improvement(wacc, wacc_base),
            "wacc": wacc,
            "wacc_base": wacc_base,
            "accuracy": accuracy(tp, tn, fp, fn, fpn),
            "f": f_score(tp, fp, fn, self.beta),
            "precision": precision(tp, fp),
            "recall": recall(tp, fn),
        }

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return I and its components for many sums, the same doubles as `score`."""
        import numpy as np

        from errata.measures.arrays import divide

        tp, tn, fp, fn, fpn, base_tn, base_fn = sums.T
        w, square = self.weight, self.beta**2
        wacc = divide(w * tp + tn, w * (tp + fp) + tn + fn - (w + 1) * fpn / 2, 1.0)
        base = divide(base_tn, base_tn + base_fn, 1.0)
        gain, loss = divide(wacc - base, 1 - base, 0.0), divide(wacc, base, 1.0) - 1
        p, r = divide(tp, tp + fp, 1.0), divide(tp, tp + fn, 1.0)
        return {
            "i": np.where(wacc == base, np.floor(wacc), np.where(wacc > base, gain, loss)),
            "wacc": wacc,
            "wacc_base": base,
            "accuracy": divide(tp + tn, tp + tn + fp + fn - fpn, 1.0),
            "f": (1 + square) * divide(p * r, square * p + r, 0.0),
            "precision": p,
            "recall": r,
        }

    def remarks(self, table: Table) -> list[Finding]:
        """Report the sentences for which the choice is not proved."""
        unproved = self._unproved(table)
        if not unproved:
            return []
        n_sentences = len(table) if table.basis is None else table.basis["n"]
        numbers = ", ".join(str(index + 1) for index in unproved[:_N_LISTED])
        sentences = f"sentence{'s' if len(unproved) > 1 else ''} {numbers}{', …' if len(unproved) > _N_LISTED else ''}"
        message = (
            f"the reference chosen for {len(unproved)} of {plural(n_sentences, 'sentence')} is not proven optimal "
            f"({sentences}); imeasure:budget={4 * self.budget} tries harder"
        )
        return [Finding.of_lines("unproved", message, "", unproved, "sentence")]

    def signature_extras(self, table: Table) -> list[str]:
        """Report for how many sentences the choice is not proved, if any."""
        unproved = self._unproved(table)
        return [f"unproved:{len(unproved)}"] if unproved else []

    def _unproved(self, table: Table) -> list[int]:
        if table.basis is not None:
            return list(table.basis["unproved"])
        return [index for index, offer in enumerate(table.notes) if not offer.is_proved]

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return the sentences without proof, and the counts of both aspects with those of their baselines."""
        total = NO_COUNTS if table.basis is None else ColumnCounts(*table.basis["total"])
        for offer in table.notes:
            total = total.plus(offer.counts)
        return {"unproved": self._unproved(table), **_vectors(total)}

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return the chosen reference, what it was chosen from, and the counts of both aspects."""
        offer = table.notes[index]
        return {
            "proved": offer.is_proved,
            **self.rules.describe(offer.sentence, offer.texts, offer.best.rank),
            "combinations": offer.n_combinations,
            "references": offer.n_references,
            "tied": offer.n_tied,
            **_vectors(offer.counts),
        }
