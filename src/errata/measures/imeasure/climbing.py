"""Hill climbing over combinations of alternatives, where the best one cannot be proved within the budget.

From one combination it goes to the best that differs in a single error, until none is better. Every
reference is aligned as a whole, so all counts are true; that the best of them is the best of all is not
claimed.
"""

from collections.abc import Sequence

from errata.kernels.limits import TooLargeError
from errata.kernels.threeway import N_COLUMNS, N_COUNTS, WORK
from errata.measures.imeasure.countsets import CountPacker, CountSet, unpack
from errata.measures.imeasure.criteria import Criterion
from errata.measures.imeasure.references import (
    Option,
    apply_corrections,
    combine,
    conflict_error,
    find_choices,
    find_rank,
    has_conflict,
)
from errata.measures.imeasure.threeway import count_references

_MAX_TRIES = 100_000  # partial combinations looked at to find one without conflict


def find_combination(options: Sequence[Sequence[Option]]) -> list[int]:
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
            break
    raise conflict_error(len(options))


def climb(
    source: Sequence[int],
    output: Sequence[int],
    options: Sequence[Sequence[Option]],
    weights: Sequence[int],
    start: int | None,
    criterion: Criterion,
    packer: CountPacker,
    max_cells: int,
) -> CountSet:
    """Climb from the combination of rank `start`, or the first, and return all counts met on the way."""
    members: CountSet = {}
    known: dict[tuple[int, ...], int] = {}
    n_cells: list[int] = []

    def visit(combinations: list[list[int]]) -> list[tuple[tuple[float, ...], int, list[int]]]:
        """Align the combinations without conflict; return their keys, ranks (negative) and choices."""
        texts, valid = [], []
        for choices in combinations:
            corrections = combine(options, choices)
            if not has_conflict(corrections):
                texts.append(apply_corrections(source, corrections))
                valid.append(choices)
        fresh = {text: None for text in texts if text not in known}
        rows = count_references(source, output, list(fresh))
        for number, text in enumerate(fresh):
            known[text] = packer.pack(rows[number * N_COLUMNS : number * N_COLUMNS + N_COUNTS])
        n_cells.append(sum(rows[WORK::N_COLUMNS]))
        result = []
        for text, choices in zip(texts, valid, strict=True):
            rank = find_rank(choices, weights)
            packed = known[text]
            least, number = members.get(packed, (rank, 0))
            members[packed] = (min(least, rank), number + (text in fresh))
            result.append((criterion.key(unpack(packed)), -rank, choices))
        return result

    choices = find_combination(options) if start is None else find_choices(start, options, weights)
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
