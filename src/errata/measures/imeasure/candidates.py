"""The best of all references that mixing alternative corrections gives, proved without enumeration.

A sentence may have 10^12 references. They are a chain of independent groups (`groups`); the sentence is cut
where that provably changes nothing (`stretches`), and the counts of all references are the sums of those
of the stretches (`countsets`). A criterion then chooses among few different counts. Sentences with few
combinations are simply enumerated; if a proof is beyond the budget, hill climbing finds good ones.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import inf, prod
from typing import NamedTuple, TypeAlias

from errata.kernels.limits import TooLargeError
from errata.kernels.threeway import N_COLUMNS, N_COUNTS, WORK
from errata.measures.imeasure.combinations import Combinations, NoReferenceError, Option, conflict_error
from errata.measures.imeasure.countsets import CountPacker, CountSet, pack, unpack
from errata.measures.imeasure.formulas import Criterion, Ratio, paper_baseline
from errata.measures.imeasure.references import DEFAULT_BUDGET, References
from errata.measures.imeasure.stretches import Budget, cut_sentence
from errata.measures.imeasure.threeway import (
    COSTS,
    NO_COUNTS,
    ColumnCounts,
    Costs,
    count_by_costs,
    count_by_cube,
    count_references,
    count_sentences,
)
from errata.records import dataclass

Counter: TypeAlias = Callable[[Sequence[int], Sequence[int], Sequence[int]], ColumnCounts]
"""Counts of the alignment of source, output and reference."""

_TOGETHER = 64
_MAX_TRIES = 100_000  # partial combinations looked at to find one without conflict


class Candidate(NamedTuple):
    """Counts that some references have: how many, and the rank of the first of them."""

    counts: ColumnCounts
    rank: int
    n_references: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """The counts to choose from: all that can win, if `is_proved`; otherwise those that were found.

    `n_references` is the number of different references, unknown if not proved.
    """

    count_set: CountSet
    is_proved: bool
    n_references: int | None

    def members(self) -> list[Candidate]:
        """List the counts in the order of their ranks."""
        ordered = sorted((rank, number, packed) for packed, (rank, number) in self.count_set.items())
        return [Candidate(unpack(packed), rank, number) for rank, number, packed in ordered]


def find_candidates(
    references: References,
    output: Sequence[int],
    criterion: Criterion,
    *,
    is_paper_baseline: bool = False,
    budget: Budget = DEFAULT_BUDGET,
    costs: Costs = COSTS,
    rows: "array[int] | None" = None,
) -> Candidates:
    """Find the counts of all references that the criterion may choose, also after adding any counts to all.

    The criterion allows discarding counts that cannot win, and finds good references if a proof is
    beyond the budget. With alignment `costs` other than the paper's, references are counted one by one, at most as
    many as the budget has alternatives: cuts are proved only for the paper's costs. `rows` are those of `count_listed`.
    """
    packer = _packer(criterion.ratio, is_paper_baseline)
    if costs != COSTS:
        listed = references.texts or islice(references.combinations.enumerate(), budget.max_alternatives + 1)
        texts = list(listed)
        rows = count_by_costs(references.source, output, [text.tokens for text in texts], costs)
        n_counted = len(rows) // N_COLUMNS
        members = packer.collect(rows, [text.rank for text in texts[:n_counted]])
        is_proved = n_counted == len(texts) and (references.texts is not None or n_counted <= budget.max_alternatives)
        return Candidates(members, is_proved, n_counted if is_proved else None)
    if references.texts is not None:
        if rows is None:
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
    found = _climb(references.combinations, output, start, criterion, packer, budget.max_cells)
    return Candidates(found, False, None)


@lru_cache(4)
def _packer(ratio: Ratio, is_paper_baseline: bool) -> CountPacker:
    return CountPacker(ratio, is_paper_baseline=is_paper_baseline)


def count_listed(sentences: Sequence[tuple[References, Sequence[int]]]) -> "Iterator[array[int] | None]":
    """Yield the rows of sentences whose references are listed, each with its output; None where each must be asked.

    As many are counted together as make the preparation small.
    """
    for at in range(0, len(sentences), _TOGETHER):
        several = sentences[at : at + _TOGETHER]
        try:
            yield from count_sentences(
                [
                    (references.source, output, [text.tokens for text in references.texts or ()])
                    for references, output in several
                ]
            )
        except TooLargeError:  # each by itself tells which it is
            yield from [None] * len(several)


def _find_combination(options: Sequence[Sequence[Option]]) -> list[int]:
    """Return the first combination without conflict, found by backtracking; refuse if there is none."""
    choices: list[int] = []
    spans: list[set[tuple[int, int]]] = [set()]
    choice = 0
    for _ in range(_MAX_TRIES):
        if len(choices) == len(options):
            return choices
        found = options[len(choices)]
        while choice < len(found):
            mine = {item[:2] for item in found[choice].corrections}
            if spans[-1].isdisjoint(mine):
                break
            choice += 1
        if choice < len(found):
            choices.append(choice)
            spans.append(spans[-1] | mine)
            choice = 0
        elif choices:
            spans.pop()
            choice = choices.pop() + 1
        else:
            raise conflict_error(len(options))
    raise NoReferenceError(
        f"the alternatives of {len(options)} errors are in conflict in so many ways that none of {_MAX_TRIES:,} tried "
        "combinations is a reference; put alternatives for one span into one error"
    )


def _climb(
    combinations: Combinations,
    output: Sequence[int],
    start: int | None,
    criterion: Criterion,
    packer: CountPacker,
    max_cells: int,
) -> CountSet:
    """Climb over combinations if the best cannot be proved within the budget; return all counts seen on the way.

    From the combination of rank `start`, or the first, it moves to the best that differs in a single error, until none
    is better. Every reference is aligned as a whole, so all counts are true; the best of them is not claimed to be
    the best of all.
    """
    options = combinations.options
    members: CountSet = {}
    known: dict[tuple[int, ...], int] = {}
    n_cells: list[int] = []

    def visit(several: list[list[int]]) -> list[tuple[tuple[float, ...], int, list[int]]]:
        """Align the combinations without conflict; return their keys, ranks (negative) and choices."""
        made = [(text, choices) for choices in several if (text := combinations.text(choices)) is not None]
        fresh = {text: None for text, _ in made if text not in known}
        rows = count_references(combinations.source, output, list(fresh))
        for number, text in enumerate(fresh):
            known[text] = packer.pack(rows[number * N_COLUMNS : number * N_COLUMNS + N_COUNTS])
        n_cells.append(sum(rows[WORK::N_COLUMNS]))
        result = []
        for text, choices in made:
            rank = combinations.rank(choices)
            packed = known[text]
            least, number = members.get(packed, (rank, 0))
            members[packed] = (min(least, rank), number + (text in fresh))
            result.append((criterion.key(unpack(packed)), -rank, choices))
        return result

    choices = _find_combination(options) if start is None else combinations.choices(start)
    best = visit([choices])[0]
    while sum(n_cells) <= max_cells:
        choices = best[2]
        steps = [
            [*choices[:error], choice, *choices[error + 1 :]]
            for error, found in enumerate(options)
            for choice in range(len(found))
            if choice != choices[error]
        ]
        try:
            better = max(visit(steps), default=best)
        except TooLargeError:  # what was met on the way here counts, and nothing is claimed of the rest
            break
        if better[0] <= best[0]:
            break
        best = better
    return packer.prune(members)


def choose_counts(count_set: CountSet, criterion: Criterion, totals: ColumnCounts = NO_COUNTS) -> tuple[Candidate, int]:
    """Return the best member, the first on ties, and the number of references that are equal to it.

    `totals` are the counts of the preceding sentences, if the criterion is applied to the corpus so far.
    """
    if len(count_set) == 1:
        [(packed, found)] = count_set.items()
        return Candidate(unpack(packed), *found), found[1]
    best = -inf
    ties: list[int] = []
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
    """Return the result of `choose_counts` by the definition: align every reference, take the first of the best.

    For tests and small inputs.
    """
    texts = references.texts
    if texts is None:
        texts = tuple(references.combinations.enumerate())
    ranks: dict[ColumnCounts, list[int]] = {}
    for text, rank in texts:
        counts = count(references.source, output, text)
        if is_paper_baseline:
            counts = ColumnCounts(*counts.correction, *paper_baseline(*counts.correction))
        ranks.setdefault(counts, []).append(rank)
    keys = {counts: criterion.key(counts.plus(totals)) for counts in ranks}
    best = max(keys.values())
    ties = [Candidate(counts, min(found), len(found)) for counts, found in ranks.items() if keys[counts] == best]
    return min(ties, key=lambda tied: tied.rank), sum(tied.n_references for tied in ties)
