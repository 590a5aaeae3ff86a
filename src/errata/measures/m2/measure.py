"""M² (MaxMatch): the edits that best agree with the gold, found in the lattice of all (Dahlmeier & Ng 2012)."""

from array import array
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from errata.errors import InputError
from errata.findings import Finding
from errata.kernels.fscores import best_running_rows
from errata.kernels.limits import TooLargeError
from errata.kernels.structures import Annotations
from errata.measures.base import Measure, Properties
from errata.measures.blanks import gold_edits, notice_blanks, say_blanks
from errata.measures.data import Breakdown, GoldBlock, Noticed, Number, Table, mean_values
from errata.measures.m2.proposals import NO_TOKEN, Gold, GoldEdit, pack_gold
from errata.measures.m2.search import DEFAULT_BUDGET, Matches, search
from errata.measures.m2.searched import Searched, by_type, count_types, split_types
from errata.measures.options import beta_option, level_option, option
from errata.model import Corpus, Edit, Layer, Output, Text
from errata.model.outputs import Later
from errata.records import dataclass, replace
from errata.text.flat import flat_rows
from errata.text.messages import plural
from errata.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from errata.measures.arrays import Array

NO_TYPE = "(none)"
"""The name under which edits are listed that touch no gold edit, and so have no type."""
UNLIMITED = -1
"""A budget that is never exceeded."""


def kept_edits(layer: Layer, n_tokens: int) -> tuple[Edit, ...]:
    """Return the edits that count as gold: those with both offsets within the sentence, in file order.

    A reversed span is kept: it counts as gold and can never be matched.
    """
    return tuple([edit for edit in layer.edits if 0 <= edit.start <= n_tokens and 0 <= edit.end <= n_tokens])


def sorted_layers(sentence: Text) -> list[Layer]:
    """Return the annotators' layers in ascending order; an unannotated sentence has annotator 0, without edits."""
    present = {layer.annotator: layer for layer in sentence.layers}
    return [present[annotator] for annotator in sentence.annotators] or [Layer(0)]


def _correction_ids(correction: str, vocabulary: Vocabulary) -> tuple[int, ...]:
    """Return the tokens of a correction; one with anything but single spaces inside cannot be matched."""
    stripped = correction.strip()
    # One word, the usual case, needs no closer look.
    if not stripped.isalnum() and stripped and stripped.split(" ") != stripped.split():
        return (NO_TOKEN,)
    return tuple(vocabulary.encode(stripped))


def _edits_of_rows(corpus: Corpus) -> list[tuple[Edit, ...]]:
    return [layer.edits for sentence in corpus for layer in sorted_layers(sentence)]


@dataclass(frozen=True)
class _PackedGold:
    """The gold of a block, ready to be searched with any output."""

    gold: Gold
    labels: list[Any]
    bounds: "array[int]"
    edits: Sequence[tuple[Edit, ...]]

    @classmethod
    def of(cls, block: GoldBlock) -> "_PackedGold":
        vocabulary = block.vocabulary("word")
        if block.corpus.flat is not None and block.lines is not None:
            blocks = block.corpus.flat.blocks
            texts, offsets, corrections, annotators = flat_rows(blocks, block.lines, vocabulary, NO_TOKEN)
            each = array("i", range(len(corrections) + 1))
            gold = Gold(texts, Annotations(*offsets, each, corrections))
            kept = Later(len(annotators), partial(_edits_of_rows, block.corpus))  # all lie within their sentences
            return cls(gold, annotators.tolist(), offsets[0], kept)
        labels: list[Any] = []
        bounds = array("i", [0])
        rows_kept: list[tuple[Edit, ...]] = []
        packed: list[list[list[GoldEdit]]] = []
        sources = [vocabulary.encode(sentence.source) for sentence in block.corpus]
        for sentence, source in zip(block.corpus, sources, strict=True):
            rows = []
            for layer in sorted_layers(sentence):
                edits = kept_edits(layer, len(source))
                rows_kept.append(edits)
                labels.append(layer.annotator)
                rows.append(
                    [
                        GoldEdit(
                            edit.start, edit.end, tuple([_correction_ids(c, vocabulary) for c in edit.corrections])
                        )
                        for edit in edits
                    ]
                )
            packed.append(rows)
            bounds.append(len(labels))
        return cls(pack_gold(sources, packed), labels, bounds, rows_kept)

    def pick(self, block: GoldBlock) -> "_PackedGold":
        """Return the gold of picked sentences."""
        rows = [row for place in block.places for row in self.gold.rows(place)]
        gold = self.gold.picked(block.places)
        labels, edits = [self.labels[row] for row in rows], [self.edits[row] for row in rows]
        return _PackedGold(gold, labels, gold.annotations.first_row, edits)


def choose_plainly(table: Table, beta: float, alone: bool, totals: Sequence[Number] = (0, 0, 0)) -> list[int]:
    """Return the row of each sentence with the best F on the running totals, or for the sentence `alone`.

    `totals` are those of the preceding sentences.

    The definition, and the plain twin of `errata.kernels.fscores.best_running_rows`.
    """
    square = beta * beta
    counts = table.counts
    correct, proposed, gold = map(float, totals)
    chosen = []
    for rows in table.groups():
        if alone:
            correct = proposed = gold = 0.0
        best = rows.start
        best_key = (-1.0, 0.0, 0.0)
        for row in rows:
            c = correct + counts[3 * row]
            p = proposed + counts[3 * row + 1]
            g = gold + counts[3 * row + 2]
            denominator = square * g + p
            f = (1 + square) * c / denominator if denominator else float(c == 0)
            key = (f, c, -(p + square * g))
            if key > best_key:
                best, best_key = row, key
        chosen.append(best)
        correct += counts[3 * best]
        proposed += counts[3 * best + 1]
        gold += counts[3 * best + 2]
    return chosen


@dataclass(frozen=True, kw_only=True)
class M2(Measure):
    """Precision, recall and F of the edits that a maximum match with the gold finds in an output.

    >>> M2().signature("1a2b3c4d").split("|", 2)[2].partition("|budget")[0]
    'beta:0.5|unchanged:2|ignore_case_space:no|edition:official|task:correction|level:corpus'
    """

    name: ClassVar[str] = "m2"
    explained_by: ClassVar[str] = "errata.measures.m2.explain"
    value_names: ClassVar[tuple[str, ...]] = ("f", "precision", "recall")
    needs_gold_edits: ClassVar[bool] = True
    facets: ClassVar[tuple[str, ...]] = ("type",)
    properties: ClassVar[Properties] = Properties(
        order_matters=True,
        rows_sum_to_counts=True,
        perfect=1.0,
        # One proposal may meet several gold edits of one annotator that overlap, as in the original.
        unbounded=("f", "precision"),
        edge_cases=(
            ("nothing to change, nothing changed", "a b c", "a b c", "a b c", 1.0),
            ("empty source, output and gold", "", "", "", 1.0),
            ("nothing changed where something had to be", "a b c", "a b c", "a x c", 0.0),
            ("something changed where nothing had to be", "a b c", "a x c", "a b c", 0.0),
            ("everything deleted, as it should be", "a b", "", "", 1.0),
        ),
    )

    beta: float = beta_option(0.5)
    unchanged: int = option(2, "maximum number of unchanged words within one edit", minimum=0, maximum=1_000_000)
    ignore_case_space: bool = option(False, "ignore proposed edits that change only case or spaces")
    edition: str = option(
        "official",
        "the last public scorer, the release of the CoNLL-2014 shared task, or the paper's definition",
        choices=("official", "3.2", "paper"),
    )
    task: str = option(
        "correction",
        "what matches a gold edit: the right correction, an edit that overlaps it, or an edit of the same words",
        choices=("correction", "detection", "recognition"),
    )
    level: str = level_option()
    budget: int = option(
        DEFAULT_BUDGET,
        "arcs up to which a sentence is searched exactly; -1: any number",
        minimum=UNLIMITED,
        maximum=10**12,
    )
    strict: bool = option(False, "refuse a sentence above the budget instead of searching it with a bounded method")
    bonus: bool = option(False, "count gold edits marked OPTIONAL only if they are matched", signed=False)

    @property
    def streams_edits(self) -> bool:
        """Each sentence is searched by itself."""
        return True

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report gold edits that are lost because of their order, or spaces within."""
        return self.say_noticed(gold.name, self.notice(gold, 0))

    def notice(self, gold: Corpus, first: int) -> Noticed:
        """Count them; in the paper's definition, and for overlaps, order does not matter."""
        if self.task != "correction":
            return {}
        blanks = notice_blanks(gold.flat, gold_edits(gold), first, only_within=True)
        if self.edition == "paper" or gold.flat is not None:  # in flat arrays edits follow each other
            return blanks
        from errata.measures.m2.order import notice_order

        return {**blanks, **notice_order(gold, first)}

    def say_noticed(self, name: str, noticed: Noticed) -> list[Finding]:
        """Report them."""
        if not noticed:
            return []
        from errata.measures.m2.order import say_order

        return say_order(self.name, name, noticed) + say_blanks(self.name, noticed, name, only_within=True)

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per annotator of a sentence: gold edits matched, edits proposed, gold edits."""
        packed = gold.packed("m2", _PackedGold.of)
        # One search serves every beta, task and level; what it found keeps the texts, and so their id, alive.
        key = ("m2", id(output.texts), self.unchanged, self.edition, self.budget)
        searched = gold.once(key, lambda: self._search(packed, gold, output))
        if self.strict and searched.matches.bounded:
            self._refuse(searched.matches, gold, output)
        if self.ignore_case_space:
            searched = searched.without_case_and_space()
        counts = searched.matches.counts if self.task == "correction" else searched.count_spans(self.task)
        if self.bonus:
            counts = searched.without_missed_optional(counts, self.task)
        notes = [(searched, row) for row in range(len(packed.labels))]
        return Table(("correct", "proposed", "gold"), counts, packed.bounds, packed.labels, notes)

    def _search(self, packed: _PackedGold, gold: GoldBlock, output: Output) -> Searched:
        try:
            matches = search(
                packed.gold,
                gold.vocabulary("word").flatten(output.texts),
                unchanged=self.unchanged,
                edition=self.edition,  # type: ignore[arg-type]  # checked against the same names
                budget=None if self.budget == UNLIMITED else self.budget,
            )
        except TooLargeError as error:
            raise error.located(f"{output.called}, line {gold.first + error.index + 1}") from None
        return Searched(matches, gold.corpus, output.texts, packed.edits, gold.first)

    def _refuse(self, matches: Matches, gold: GoldBlock, output: Output) -> None:
        lines = [gold.first + index + 1 for index in matches.bounded]
        largest = max(matches.efforts[index].pairs for index in matches.bounded)
        raise InputError(
            f"{output.called}, line {lines[0]}: an exact search of up to {largest:,} arcs takes more than the budget "
            f"of {self.budget:,} allows ({len(lines)} such lines); raise budget, or leave out strict for a bounded one"
        )

    def choose(self, table: Table) -> list[int]:
        """Choose the annotator with the best F over all sentences so far, including this one.

        Of equals, the one with more edits matched, then with fewer edits in all (weighted by beta²), then the lowest.
        For the mean of sentences, each sentence is judged by itself.
        """
        return self._choose(table, alone=self.level == "sentence")

    def choose_after(self, table: Table, totals: Sequence[Number]) -> list[int]:
        """Choose, given the totals of the preceding sentences."""
        return self._choose(table, alone=self.level == "sentence", totals=totals)

    def score_each(self, table: Table) -> list[float]:
        """Return F of every sentence, each with the annotator that is best for it alone."""
        return [self.score(table.row(row))["f"] for row in self._choose(table, alone=True)]

    def _choose(self, table: Table, alone: bool, totals: Sequence[Number] = (0, 0, 0)) -> list[int]:
        return best_running_rows(table.counts, table.bounds, self.beta, alone, totals).tolist()

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision and recall; without proposals precision is 1, without gold edits recall is 1."""
        correct, proposed, gold = sums
        precision = correct / proposed if proposed else 1.0
        recall = correct / gold if gold else 1.0
        square = self.beta * self.beta
        denominator = square * precision + recall
        f = (1.0 + square) * precision * recall / denominator if denominator else 0.0
        return {"f": f, "precision": precision, "recall": recall}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return F, precision and recall of many sums, the same doubles as `score`."""
        from errata.measures.arrays import divide

        correct, proposed, gold = sums.T
        precision, recall = divide(correct, proposed, 1.0), divide(correct, gold, 1.0)
        square = self.beta * self.beta
        f = divide((1.0 + square) * precision * recall, square * precision + recall, 0.0)
        return {"f": f, "precision": precision, "recall": recall}

    def split(self, table: Table, chosen: Sequence[int], facet: str) -> dict[str, Sequence[Number]]:
        """Return the counts by type of gold edit.

        A proposal has the type of the edit it matches, or else of the one it touches; if there is none, no type.
        """
        sums = split_types((table.notes[row] for row in chosen), self.task)
        return {name or NO_TYPE: counts for name, counts in sums.items()}

    def break_down(self, sums: Mapping[str, Sequence[Number]], columns: Sequence[str], facet: str) -> Breakdown:
        """Return the scores of types with averages; edits without a type only count in `micro`."""
        found = super().break_down(sums, columns, facet)
        types = [group.values for group in found.groups if group.name != NO_TYPE]
        return replace(found, macro=mean_values(types or [found.micro]))

    def remarks(self, table: Table) -> list[Finding]:
        """Report the sentences that the bounded search decided."""
        bounded = self._bounded(table)
        if not bounded:
            return []
        numbers = ", ".join(str(index + 1) for index in bounded[:10]) + (", …" if len(bounded) > 10 else "")
        lines = f"line{'s' if len(bounded) > 1 else ''} {numbers}"
        n_sentences = len(table) if table.basis is None else table.basis["n"]
        message = (
            f"{len(bounded)} of {plural(n_sentences, 'sentence')} decided by the bounded search ({lines}); "
            f"m2:budget={UNLIMITED} searches them exactly, which may take long"
        )
        return [Finding.of_lines("bounded-search", message, "", bounded, "sentence")]

    def signature_extras(self, table: Table) -> list[str]:
        """Report how many sentences the bounded search decided, if any."""
        bounded = self._bounded(table)
        return [f"bounded:{len(bounded)}"] if bounded else []

    def _bounded(self, table: Table) -> list[int]:
        if table.basis is not None:
            return list(table.basis["bounded"])
        blocks = {id(searched): searched for searched, _ in table.notes}.values()
        return [searched.first + index for searched in blocks for index in searched.matches.bounded]

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return the bounded sentences, and recall and precision by type of gold edit."""
        counted = count_types(table.notes[row] for row in chosen) if table.basis is None else table.basis["types"]
        return {"bounded": self._bounded(table), "types": by_type(counted)}

    def condense(self, table: Table, with_details: bool) -> Table:
        """Record which sentences the bounded search decided, and as details the counts by type of every row."""
        types = [count_types([note]) for note in table.notes] if with_details else ()
        return replace(table, notes=types, basis=self._bounded(table))

    def gather(self, gathered: Any, table: Table, chosen: Sequence[int]) -> Any:
        """Add up the counts by type of the chosen rows."""
        gathered = gathered or {"n": 0, "bounded": [], "types": {}}
        gathered["n"] += len(table)
        gathered["bounded"] += table.basis
        for row in chosen if table.notes else ():
            for name, counts in table.notes[row].items():
                known = gathered["types"].get(name, (0, 0, 0))
                gathered["types"][name] = [one + two for one, two in zip(known, counts, strict=True)]
        return gathered

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return how the sentence was searched, the edits that were counted, and the counts of each annotator."""
        searched, own = table.notes[row]
        effort = searched.effort(own)
        details: dict[str, Any] = {"method": effort.method}
        if effort.method == "bounded":
            details |= {
                "vertices": effort.n_vertices,
                "origins": effort.width,
                "dropped": effort.has_dropped,
            }
        annotators = {
            str(table.labels[other]): dict(zip(table.columns, table.row(other), strict=True))
            | {"edits": table.notes[other][0].describe(table.notes[other][1])}
            for other in table.rows_of(index)
        }
        return details | {"edits": searched.describe(own), "annotators": annotators}
