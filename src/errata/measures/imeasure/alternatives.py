"""The best of all references that mixing alternative corrections gives, proved without enumeration.

A sentence may have 10^12 references. They are a chain of independent groups (`groups`); the sentence is cut
where that is proved to change nothing (`stretches`), and the counts of all references are the sums of those
of the stretches (`countsets`). A criterion then chooses among few different counts. Sentences with few
combinations are simply enumerated.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import NamedTuple, TypeAlias

from errata.measures.imeasure.climbing import climb
from errata.measures.imeasure.countsets import CountPacker, CountSet, pack, unpack
from errata.measures.imeasure.criteria import Criterion
from errata.measures.imeasure.groups import Group, group_errors
from errata.measures.imeasure.references import (
    Error,
    Option,
    RankedText,
    annotator_references,
    apply_corrections,
    combine,
    enumerate_references,
    find_choices,
    list_all_options,
    list_options,
)
from errata.measures.imeasure.stretches import Budget, cut_sentence
from errata.measures.imeasure.threeway import NO_COUNTS, ColumnCounts, count_by_cube, count_references

DEFAULT_BUDGET = Budget()

Counter: TypeAlias = Callable[[Sequence[int], Sequence[int], Sequence[int]], ColumnCounts]
"""Counts of the alignment of source, output and reference."""

_FEW = 8  # combinations that are enumerated: quicker than cutting


@dataclass(frozen=True, slots=True)
class References:
    """All references of a sentence: made from its annotation only, to serve for every output.

    Either `texts` lists them, or they are the combinations of `groups`; neither if a group is beyond the
    budget. `annotators` are those of the texts, if annotators are not mixed.
    """

    source: tuple[int, ...]
    errors: tuple[Error, ...]
    options: tuple[tuple[Option, ...], ...]
    weights: tuple[int, ...]
    n_combinations: int
    texts: tuple[RankedText, ...] | None
    groups: tuple[Group, ...] | None
    annotators: tuple[int | None, ...] | None = None

    def text(self, rank: int) -> tuple[int, ...]:
        """Return the reference of a rank."""
        if self.annotators is not None and self.texts is not None:
            return next(text.tokens for text in self.texts if text.rank == rank)
        return apply_corrections(self.source, combine(self.options, self.choices(rank)))

    def choices(self, rank: int) -> list[int]:
        """Return the places of the chosen options: the digits of the rank."""
        return find_choices(rank, self.options, self.weights)

    def alternatives(self, rank: int) -> tuple[int | None, ...]:
        """Return the place of the chosen alternative in each error, or none where it is left alone."""
        if self.annotators is None:
            chosen = zip(self.options, self.choices(rank), strict=True)
            return tuple(found[choice].alternative for found, choice in chosen)
        annotator = self.annotators[rank]
        return tuple(
            next((at for at, item in enumerate(error.alternatives) if item.annotator == annotator), None)
            for error in self.errors
        )


class Candidate(NamedTuple):
    """Counts that some references have: how many, and the rank of the first of them."""

    counts: ColumnCounts
    rank: int
    n_references: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """The counts to choose from: all that can win, if `is_proved`; else those that were found.

    `n_references` is the number of different references, unknown if not proved.
    """

    count_set: CountSet
    is_proved: bool
    n_references: int | None

    def members(self) -> list[Candidate]:
        """List the counts in the order of their ranks."""
        ordered = sorted((rank, number, packed) for packed, (rank, number) in self.count_set.items())
        return [Candidate(unpack(packed), rank, number) for rank, number, packed in ordered]


def mix_references(source: Sequence[int], errors: Sequence[Error], budget: Budget = DEFAULT_BUDGET) -> References:
    """Prepare the references that every combination of alternatives gives.

    Raises `NoReferenceError` if there is none: an error without options, or conflicts in every combination.
    """
    options = list_all_options(errors)
    weights = []
    weight = 1
    for found in reversed(options):
        weights.append(weight)
        weight *= len(found)
    weights.reverse()
    texts = groups = None
    if weight <= _FEW:
        texts = tuple(enumerate_references(source, options))
    else:
        found_groups = group_errors(source, options, weights, budget.max_alternatives)
        groups = None if found_groups is None else tuple(found_groups)
    return References(tuple(source), tuple(errors), options, tuple(weights), weight, texts, groups)


def separate_references(source: Sequence[int], errors: Sequence[Error], n_annotators: int) -> References:
    """Prepare one reference per annotator: nothing is mixed, and nothing can be in conflict.

    `n_annotators` are those of the sentence; if some of them changed nothing, or none is known, the source
    is a reference, too.
    """
    texts: dict[tuple[int, ...], int | None] = {}
    for annotator, text in annotator_references(source, errors, n_annotators):
        texts.setdefault(text, annotator)
    options = tuple(map(list_options, errors))
    references = tuple(RankedText(text, number) for number, text in enumerate(texts))
    n_combinations = prod(map(len, options))
    annotators = tuple(texts.values())
    return References(tuple(source), tuple(errors), options, (), n_combinations, references, None, annotators)


def list_references(source: Sequence[int], texts: Sequence[Sequence[int]]) -> References:
    """Prepare whole texts as references: each is one alternative for the sentence, and there is nothing to mix.

    Their places in the list stand for annotators; equal texts count once.
    """
    first: dict[tuple[int, ...], int] = {}
    for number, text in enumerate(texts):
        first.setdefault(tuple(text), number)
    references = tuple(RankedText(text, rank) for rank, text in enumerate(first))
    return References(tuple(source), (), (), (), len(texts), references, None, tuple(first.values()))


def find_candidates(
    references: References,
    output: Sequence[int],
    criterion: Criterion,
    *,
    is_paper_baseline: bool = False,
    budget: Budget = DEFAULT_BUDGET,
) -> Candidates:
    """Find the counts of all references that the criterion may choose, also after adding any counts to all.

    The criterion serves to leave out counts that cannot win, and to find good references where a proof is
    beyond the budget.
    """
    packer = CountPacker(criterion.ratio, is_paper_baseline=is_paper_baseline)
    if references.texts is not None:
        rows = count_references(references.source, output, [text.tokens for text in references.texts])
        members = packer.collect(rows, [text.rank for text in references.texts])
        return Candidates(members, True, len(references.texts))
    start = None
    if references.groups is not None:
        cut = cut_sentence(references.source, output, references.groups, budget)
        if cut is not None:
            columns = packer.pack((0, cut.n_kept, cut.n_deleted, 0, 0, cut.n_kept + cut.n_deleted, 0))
            sets = [packer.collect(stretch.rows, stretch.ranks) for stretch in cut.stretches]
            sums = packer.add_sets(columns, sets, budget.max_counts)
            if sums is not None and cut.is_proved:
                return Candidates(sums, True, prod(len(stretch.texts) for stretch in cut.stretches))
            if sums is not None:
                start = choose_counts(sums, criterion)[0].rank
    found = climb(
        references.source,
        output,
        references.options,
        references.weights,
        start,
        criterion,
        packer,
        budget.max_cells,
    )
    return Candidates(found, False, None)


def choose_counts(count_set: CountSet, criterion: Criterion, totals: ColumnCounts = NO_COUNTS) -> tuple[Candidate, int]:
    """Return the best member, the first among equals, and the number of references that are equal to it.

    `totals` are the counts of the sentences before, if the criterion is to be judged over the corpus so far.
    """
    best = -inf
    ties: list[int] = []
    if len(count_set) == 1:
        ties = list(count_set)
    else:
        offset = pack(*totals)
        for packed in count_set:
            first = criterion.first(unpack(packed + offset))
            if first > best:
                best = first
                ties = [packed]
            elif first == best:
                ties.append(packed)
        if len(ties) > 1:
            keys = {packed: criterion.key(unpack(packed + offset)) for packed in ties}
            top = max(keys.values())
            ties = [packed for packed in ties if keys[packed] == top]
    winner = min(ties, key=lambda packed: count_set[packed][0])
    return Candidate(unpack(winner), *count_set[winner]), sum(count_set[packed][1] for packed in ties)


def choose_by_enumeration(
    references: References,
    output: Sequence[int],
    criterion: Criterion,
    totals: ColumnCounts = NO_COUNTS,
    *,
    is_paper_baseline: bool = False,
    count: Counter = count_by_cube,
) -> tuple[Candidate, int]:
    """Return what `choose_counts` does by the definition: align every reference, take the first of the best.

    For tests and small inputs.
    """
    texts = references.texts
    if texts is None:
        texts = tuple(enumerate_references(references.source, references.options))
    ranks: dict[ColumnCounts, list[int]] = {}
    for text, rank in texts:
        counts = count(references.source, output, text)
        if is_paper_baseline:
            tp, tn, fp, fn, fpn = counts.correction
            counts = ColumnCounts(tp, tn, fp, fn, fpn, tn + fp - fpn, tp + fn)
        ranks.setdefault(counts, []).append(rank)
    keys = {counts: criterion.key(counts.plus(totals)) for counts in ranks}
    best = max(keys.values())
    ties = [Candidate(counts, min(found), len(found)) for counts, found in ranks.items() if keys[counts] == best]
    return min(ties, key=lambda tied: tied.rank), sum(tied.n_references for tied in ties)
