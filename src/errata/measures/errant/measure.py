"""ERRANT: edits of an output against those of annotators, by span, correction and type (Bryant et al., ACL 2017)."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from errata.errors import InputError
from errata.extract.inventories import are_two, examples, have_operations, is_errant, types_in
from errata.findings import Finding, remedy
from errata.measures.base import Measure, Properties, Verdicts
from errata.measures.blanks import gold_edits, notice_blanks, say_blanks
from errata.measures.data import GoldBlock, Noticed, Number, Table
from errata.measures.errant.filtering import notice_filtered, say_filtered
from errata.measures.options import beta_option, level_option, option
from errata.measures.rates import PROPERTIES, best_running_f, rates
from errata.model import EMPTY, UNCORRECTED, Annotator, Corpus, Edit, Output, Text
from errata.model.flat import FlatTexts
from errata.model.outputs import Later
from errata.records import dataclass, replace
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.measures.arrays import Array

Key = tuple[Any, ...]
Keyed = dict[Key, list[str]]
"""What is compared, and the types of the edits with that key."""


class Matched(NamedTuple):
    """The types of hits, false positives and misses; a hit has the type that the reference gives it."""

    hits: Sequence[str] = ()
    spurious: Sequence[str] = ()
    missed: Sequence[str] = ()

    @property
    def counts(self) -> tuple[int, int, int]:
        """True positives, false positives, false negatives."""
        return len(self.hits), len(self.spurious), len(self.missed)


_NOTHING = Matched()
_SIGNS = (1, -1, -1)
"""Of equal F: most hits, then fewest errors."""


def match_edits(output: Keyed, reference: Keyed) -> Matched:
    """Match an output's version of a sentence with one reference.

    A key counts as often as the reference (or, if it has none, the output) has edits with it: one insertion
    where the reference has two makes two hits if only spans count.
    """
    if not output and not reference:
        return _NOTHING
    hits: list[str] = []
    spurious: list[str] = []
    missed: list[str] = []
    for key, types in output.items():
        if key in reference:
            hits += reference[key]
        else:
            spurious += types
    for key, types in reference.items():
        if key not in output:
            missed += types
    return Matched(hits, spurious, missed)


def category(kind: str, facet: str) -> str:
    """Return the category under which a type is counted: its operation, its category, or itself.

    >>> [category("R:VERB:SVA", facet) for facet in Errant.facets]
    ['R', 'VERB:SVA', 'R:VERB:SVA']
    """
    if kind == UNCORRECTED or facet == "type":
        return kind
    return kind[0:1] if facet == "operation" else kind[2:]


@dataclass(frozen=True)
class _KeyedGold:
    """The keys by which the edits of every annotator of each sentence are compared, and the annotators."""

    sentences: list[list[tuple[Annotator, Keyed]]]

    def pick(self, block: GoldBlock) -> "_KeyedGold":
        """Return those of the picked sentences."""
        return _KeyedGold([self.sentences[place] for place in block.places])


def _all_edits(sentence: Text) -> list[Edit]:
    return [edit for layer in sentence.layers for edit in layer.edits]


@dataclass(frozen=True, kw_only=True)
class Errant(Measure):
    """F-score over edits that match an annotator's in span, correction and, optionally, type.

    >>> Errant(task="detection").signature("1a2b3c4d").split("|", 2)[2]
    'beta:0.5|task:detection|filter:|length:all|level:corpus|gold:1a2b3c4d'
    """

    name: ClassVar[str] = "errant"
    explained_by: ClassVar[str] = "errata.measures.errant.explain"
    value_names: ClassVar[tuple[str, ...]] = ("f", "precision", "recall")
    facets: ClassVar[tuple[str, ...]] = ("operation", "category", "type")
    needs_gold_edits: ClassVar[bool] = True
    needs_output_edits: ClassVar[bool] = True
    marks_edits: ClassVar[bool] = True
    properties: ClassVar[Properties] = PROPERTIES

    beta: float = beta_option(0.5)
    task: str = option(
        "correction",
        "what must agree: span and correction; these and the type; the span; each token of the span",
        choices=("correction", "classification", "detection", "token"),
    )
    filter: str = option("", "types of edits to leave out, joined by +")
    length: str = option(
        "all",
        "which edits count: all; those of at most one token on both sides; the others",
        choices=("all", "single", "multi"),
    )
    level: str = level_option()

    def refuses(self, gold: Corpus, output: Output) -> Finding | str | None:
        """Refuse edits with too many tokens, if each of them is to be compared."""
        refused = super().refuses(gold, output)
        if refused or self.task != "token":
            return refused
        return self.refuses_spans(
            gold.name, gold.sources, [_all_edits(sentence) for sentence in gold]
        ) or self.refuses_spans(output.called, gold.sources, output.edits or ())

    def refuses_spans(self, name: str, sources: Sequence[str], edits: Sequence[Sequence[Edit]]) -> str | None:
        """Return an edit with more tokens than its sentence, if there is one."""
        for number, (source, made) in enumerate(zip(sources, edits, strict=True), 1):
            longest = max(made, key=lambda edit: edit.end - edit.start, default=None)
            n_tokens = len(source.split())
            if longest and longest.end - longest.start > n_tokens:
                return (
                    f"{name}, sentence {number}: the edit {longest.start} {longest.end} covers more tokens than the "
                    f"sentence has ({n_tokens}), and {self.name}:task=token compares each of them; correct the offsets"
                )
        return None

    def check(self, gold: Corpus, output: Output) -> list[Finding]:
        """Report white space in corrections that keeps them from matching."""
        return self.say_of_output(self._notice_blanks(output.flat, output.edits or (), 0))

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report what ERRANT does not support in the gold, and what the filter does not find."""
        noticed = [
            self.notice(gold, 0),
            *(self._notice_filtered(output.flat, output.edits or ()) for output in outputs),
        ]
        return self.say_noticed(gold.name, noticed[0]) + self.say_together(noticed)

    def notice(self, gold: Corpus, first: int) -> Noticed:
        """Count alternative corrections, words for deletions, and corrections with odd white space."""
        sentences = gold_edits(gold) if gold.flat is not None else list(gold_edits(gold))
        found = {**self._notice_filtered(gold.flat, sentences), **self._notice_blanks(gold.flat, sentences, first)}
        if gold.flat is not None:  # where neither of the others can be
            return {"alternatives": [0], "deletion-word": [0], **found}
        edits = [edit for made in sentences for edit in made]
        n_alternatives = sum(len(edit.corrections) > 1 for edit in edits)
        n_words = sum(edit.written == EMPTY for edit in edits)
        return {"alternatives": [n_alternatives], "deletion-word": [n_words], **found}

    def notice_output(self, gold: Corpus, output: Output, first: int) -> Noticed:
        """Count corrections with odd white space."""
        edits = output.edits or ()
        return {**self._notice_filtered(output.flat, edits), **self._notice_blanks(output.flat, edits, first)}

    def _notice_blanks(self, flat: FlatTexts | None, sentences: Iterable[Sequence[Edit]], first: int) -> Noticed:
        return notice_blanks(flat, sentences, first) if self.task in {"correction", "classification"} else {}

    def _notice_filtered(self, flat: FlatTexts | None, sentences: Iterable[Sequence[Edit]]) -> Noticed:
        return notice_filtered(filter(None, self.filter.split("+")), flat, sentences)

    def say_of_output(self, noticed: Noticed) -> list[Finding]:
        """Report corrections with odd white space."""
        return say_blanks(self.name, noticed)

    def say_together(self, noticed: Sequence[Noticed]) -> list[Finding]:
        """Report entries of the filter that no edit has as its type."""
        return say_filtered(self.name, noticed)

    def say_noticed(self, name: str, noticed: Noticed) -> list[Finding]:
        """Report what was noticed of the gold."""
        (n_alternatives,), (n_words,) = noticed["alternatives"], noticed["deletion-word"]
        findings = say_blanks(self.name, noticed, name)
        if n_alternatives:
            edits_have = plural(n_alternatives, "edit has", "edits have")
            message = f"{edits_have} alternatives, which {self.name} compares as one text (a||b)"
            findings.append(Finding("alternatives", message, name, count=n_alternatives))
        if n_words:
            message = (
                f"{plural(n_words, 'deletion is', 'deletions are')} written {EMPTY}, which {self.name} compares as a "
                "word; to write empty corrections, convert the file to M2 again"
            )
            findings.append(Finding("deletion-word", message, name, count=n_words))
        return findings

    @cached_property
    def _left_out(self) -> frozenset[str]:
        # In the correction tasks an error that is marked but not corrected is neither right nor wrong.
        uncorrected = [UNCORRECTED] if self.task in {"correction", "classification"} else []
        return frozenset([*filter(None, self.filter.split("+")), *uncorrected])

    def keyed(self, edits: Iterable[Edit]) -> Keyed:
        """Return the keys by which edits are compared, without those that do not count."""
        task, length, left_out = self.task, self.length, self._left_out
        keyed: Keyed = {}
        for edit in edits:
            kind = edit.type
            if kind in left_out:
                continue
            start, end, correction = edit.start, edit.end, edit.written
            if length != "all" and (end - start < 2 and len(correction.split()) < 2) != (length == "single"):
                continue
            if task == "correction":
                keyed.setdefault((start, end, correction), []).append(kind)
            elif task == "classification":
                keyed.setdefault((start, end, kind, correction), []).append(kind)
            elif task == "detection":
                keyed.setdefault((start, end), []).append(kind)
            else:
                # An insertion falls on the token to its right, at the end of the sentence on one that is not there.
                for token in range(start, end + (start == end)):
                    keyed.setdefault((token, token + 1), []).append(kind)
        return keyed

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row for each sentence and annotator present, in the order of the file."""
        assert output.edits is not None
        found = self._count_flat(gold, output)
        if found is not None:
            return found
        keyed = self.keyed
        theirs = gold.packed(("errant", self.task, self.length, self.filter), self._keyed_gold)
        counts = array("q")
        bounds = array("i", [0])
        labels = []
        notes = []
        for layers, edits in zip(theirs.sentences, output.edits, strict=True):
            ours = keyed(edits)
            for annotator, wanted in layers:
                made = match_edits(ours, wanted)
                counts.extend(made.counts)
                labels.append(annotator)
                notes.append(made)
            bounds.append(len(labels))
        return Table(("tp", "fp", "fn"), counts, bounds, labels, notes)

    def _count_flat(self, gold: GoldBlock, output: Output) -> Table | None:
        """Do the same faster with edits in flat arrays; None if there are none, or if objects are needed."""
        wanted, made = gold.corpus.flat, output.flat
        if wanted is None or made is None or self.task == "token" or self.length != "all":
            return None
        from errata.kernels.flatmatch import match_blocks

        left_out = [kind.encode() for kind in self._left_out]
        by_text, by_type = self.task != "detection", self.task == "classification"
        found = match_blocks(wanted.blocks, made.blocks, by_text, by_type, left_out)
        if found is None:
            return None
        counts, bounds, annotators = found
        notes = Later(len(annotators), partial(self._notes, gold.corpus, output))
        return Table(("tp", "fp", "fn"), counts, bounds, annotators.tolist(), notes)

    def _notes(self, gold: Corpus, output: Output) -> list[Matched]:
        """Return hits, false positives and misses for every row."""
        notes = []
        for index, sentence in enumerate(gold):
            ours = self.keyed(output.edits_of(index))
            notes += [match_edits(ours, self.keyed(layer.edits)) for layer in sentence.seen]
        return notes

    def _keyed_gold(self, block: GoldBlock) -> _KeyedGold:
        keyed = self.keyed
        return _KeyedGold(
            [[(layer.annotator, keyed(layer.edits)) for layer in sentence.seen] for sentence in block.corpus]
        )

    def judge_edits(self, made: Sequence[Edit], wanted: Sequence[Edit]) -> Verdicts:
        """Return which edits of an output an annotator made too, and which of the annotator's the output has."""

        def verdicts(edits: Sequence[Edit], others: Keyed) -> list[bool | None]:
            keys = (next(iter(self.keyed([edit])), None) for edit in edits)
            return [None if key is None else key in others for key in keys]

        return verdicts(made, self.keyed(wanted)), verdicts(wanted, self.keyed(made))

    def choose(self, table: Table) -> list[int]:
        """Choose the annotator with the best F on the running totals; on ties the most hits, then fewest errors.

        F is rounded to four decimals first. With `level=sentence` each sentence is judged by itself.
        """
        return best_running_f(table, self.beta, _SIGNS, alone=self.level == "sentence")

    def choose_after(self, table: Table, totals: Sequence[Number]) -> list[int]:
        """Choose, given the totals of the preceding sentences."""
        return best_running_f(table, self.beta, _SIGNS, alone=self.level == "sentence", totals=totals)

    def condense(self, table: Table, with_details: bool) -> Table:
        """Drop the types of edits."""
        return replace(table, notes=())

    @property
    def streams_edits(self) -> bool:
        """Whether no offsets need to be checked in all sentences first."""
        return self.task != "token"

    def score_each(self, table: Table) -> list[float]:
        """Return F of every sentence, each with the annotator that is best for it alone."""
        chosen = best_running_f(table, self.beta, _SIGNS, alone=True)
        return [self.score(table.row(row))["f"] for row in chosen]

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision and recall."""
        tp, fp, fn = sums
        f, precision, recall = rates(tp, fp, fn, self.beta)
        return {"f": f, "precision": precision, "recall": recall}

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return F, precision and recall of many sums, the same doubles as `score`."""
        from errata.measures.arrays import rates

        tp, fp, fn = sums.T
        f, precision, recall = rates(tp, fp, fn, self.beta)
        return {"f": f, "precision": precision, "recall": recall}

    def split(self, table: Table, chosen: Sequence[int], facet: str) -> dict[str, Sequence[Number]]:
        """Return the counts of every operation (M, R, U), category or type, by name."""
        self._check_types([table.notes[row] for row in chosen], facet)
        counters = [Counter[str](), Counter[str](), Counter[str]()]
        for row in chosen:
            made: Matched = table.notes[row]
            for counter, types in zip(counters, (made.hits, made.spurious, made.missed), strict=True):
                counter.update(category(kind, facet) for kind in types)
        return {name: [counter[name] for counter in counters] for name in sorted(set().union(*counters))}

    def _check_types(self, notes: Sequence[Matched], facet: str) -> None:
        """Refuse to break down by types that gold and output do not share, or that have no operation."""
        ours = types_in(kind for made in notes for types in (made.hits, made.missed) for kind in types)
        theirs = types_in(kind for made in notes for kind in made.spurious)
        if are_two(ours, theirs):
            raise InputError(
                f"{self.name} cannot be broken down by {facet}: the gold has {examples(ours)}, the output "
                f"{examples(theirs)}, which are two inventories",
                remedy("give outputs as plain text and have both sides extracted alike ({extract} and {extract_gold})"),
            )
        fits = have_operations if facet == "operation" else is_errant
        if facet != "type" and not fits(ours | theirs):
            raise InputError(
                f"{self.name} cannot be broken down by {facet}: that is part of types such as R:VERB:SVA, but there "
                f"are {examples(frozenset(kind for kind in ours | theirs if not is_errant(frozenset({kind}))))}; break "
                "it down by type"
            )

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return the counts against every annotator, and the types of hits and errors against the chosen one."""
        made: Matched = table.notes[row]
        return {
            "types": {"tp": list(made.hits), "fp": list(made.spurious), "fn": list(made.missed)},
            "annotators": {str(table.labels[other]): list(table.row(other)) for other in table.rows_of(index)},
        }
