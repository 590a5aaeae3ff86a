"""Three-way alignment of source, output and reference, and the counts of its columns (Felice & Briscoe 2015).

`align_by_cube` reads like the definition and serves as the oracle; `align` and `count_many` give the same
results from the compiled kernel, which searches the cube instead of filling it.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from errata.kernels.cube import MAX_COLUMNS, solve_cube
from errata.kernels.limits import TooLargeError
from errata.kernels.threeway import N_COLUMNS, N_COUNTS, count_triples, trace_triple

GAP = None
"""What a column holds in place of a token."""

MISMATCH_COST = 3
GAP_COST = 2


class Costs(NamedTuple):
    """The costs of a pair of different tokens in an alignment, and of a token aligned with a gap."""

    mismatch: int = MISMATCH_COST
    gap: int = GAP_COST


COSTS = Costs()
"""The paper's costs (section 2.2); all others are counted by filling the cube."""
_MOST_CELLS = 200_000_000
"""Cells of the cubes of a sentence, a few seconds of work."""

MOVES = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))
"""Tokens taken from source, output and reference, in the order in which backtracking tries the moves."""

Column: TypeAlias = tuple[int | None, int | None, int | None]
"""Positions of the tokens of source, output and reference that share a column, or `GAP`."""


class ColumnCounts(NamedTuple):
    """Correction counts of an alignment, and the two counts of its baseline.

    A column in which all three differ counts once as fp, once as fn and once as fpn. In detection it is a
    tp, so the detection counts follow from these. The baseline uses the source as the output: it has no
    positives.
    """

    tp: int
    tn: int
    fp: int
    fn: int
    fpn: int
    base_tn: int
    base_fn: int

    @property
    def correction(self) -> tuple[int, int, int, int, int]:
        """Counts tp, tn, fp, fn, fpn of the aspect correction."""
        return self[:5]

    @property
    def detection(self) -> tuple[int, int, int, int, int]:
        """Counts tp, tn, fp, fn, fpn of the aspect detection."""
        return self.tp + self.fpn, self.tn, self.fp - self.fpn, self.fn - self.fpn, 0

    def plus(self, other: "ColumnCounts") -> "ColumnCounts":
        """Return the sum, column by column."""
        return ColumnCounts(*map(int.__add__, self, other))


NO_COUNTS = ColumnCounts(0, 0, 0, 0, 0, 0, 0)


def _pair_cost(x: int | None, y: int | None, costs: Costs) -> int:
    if x == y:
        return 0
    return costs.gap if x is GAP or y is GAP else costs.mismatch


def align_by_cube(
    source: Sequence[int], output: Sequence[int], reference: Sequence[int], pairs: Costs = COSTS
) -> tuple[Column, ...]:
    """Align three texts by the definition: fill the cube, backtrack by the first move that explains the cost.

    >>> align_by_cube([1, 2], [1, 3, 2], [1, 2])
    ((0, 0, 0), (None, 1, None), (1, 2, 1))
    """
    texts = (source, output, reference)
    costs = {(0, 0, 0): 0}
    steps: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for i in range(len(source) + 1):
        for j in range(len(output) + 1):
            for k in range(len(reference) + 1):
                for move in MOVES:
                    before = (i - move[0], j - move[1], k - move[2])
                    if min(before) < 0:
                        continue
                    s, h, r = (text[at] if takes else GAP for text, at, takes in zip(texts, before, move, strict=True))
                    cost = costs[before] + sum(_pair_cost(x, y, pairs) for x, y in ((s, h), (s, r), (h, r)))
                    if cost < costs.get((i, j, k), cost + 1):
                        costs[i, j, k] = cost
                        steps[i, j, k] = move
    at = (len(source), len(output), len(reference))
    moves = []
    while any(at):
        moves.append(steps[at])
        at = (at[0] - moves[-1][0], at[1] - moves[-1][1], at[2] - moves[-1][2])
    return _columns(reversed(moves))


def _columns(moves: Iterable[tuple[int, int, int]]) -> tuple[Column, ...]:
    columns = []
    i = j = k = 0
    for ds, dh, dr in moves:
        columns.append((i if ds else GAP, j if dh else GAP, k if dr else GAP))
        i, j, k = i + ds, j + dh, k + dr
    return tuple(columns)


def classify(s: int | None, h: int | None, r: int | None) -> tuple[str, ...]:
    """Name the correction classes of a column of tokens (Table 6); `GAP` is a symbol like any other."""
    if s == h:
        return ("tn",) if s == r else ("fn",)
    if s == r:
        return ("fp",)
    return ("tp",) if h == r else ("fp", "fn", "fpn")


def count_columns(
    source: Sequence[int], output: Sequence[int], reference: Sequence[int], columns: Iterable[Column]
) -> dict[str, int]:
    """Count the classes of the columns of an alignment."""
    counts = dict.fromkeys(("tp", "tn", "fp", "fn", "fpn"), 0)
    for i, j, k in columns:
        s = GAP if i is None else source[i]
        h = GAP if j is None else output[j]
        r = GAP if k is None else reference[k]
        for name in classify(s, h, r):
            counts[name] += 1
    return counts


def count_by_cube(source: Sequence[int], output: Sequence[int], reference: Sequence[int]) -> ColumnCounts:
    """Count by the definition; the baseline is that of the original tool, a new alignment of the source.

    >>> count_by_cube([1], [1, 2, 3], [2, 3, 1])
    ColumnCounts(tp=2, tn=0, fp=2, fn=0, fpn=0, base_tn=1, base_fn=2)
    """
    counts = count_columns(source, output, reference, align_by_cube(source, output, reference))
    base = count_columns(source, source, reference, align_by_cube(source, source, reference))
    return ColumnCounts(**counts, base_tn=base["tn"], base_fn=base["fn"])


def _flatten(
    triples: Iterable[tuple[Sequence[int], Sequence[int], Sequence[int]]],
) -> "tuple[array[int], array[int]]":
    ids = array("i")
    spans = array("i")
    for triple in triples:
        for text in triple:
            spans.append(len(ids))
            ids.extend(text)
            spans.append(len(ids))
    return ids, spans


def align(
    source: Sequence[int], output: Sequence[int], reference: Sequence[int], costs: Costs = COSTS
) -> tuple[Column, ...]:
    """Align three texts; the same columns as `align_by_cube`.

    >>> align([1], [1, 2, 3], [2, 3, 1])
    ((None, 0, None), (None, 1, 0), (None, 2, 1), (0, None, 2))
    """
    ids, spans = _flatten([(source, output, reference)])
    if costs == COSTS:
        return _columns(MOVES[move - 1] for move in trace_triple(ids, spans))
    moves = array("i", bytes(4 * (len(ids) + 1)))
    s0, s1, h0, h1, r0, r1 = spans
    n_columns = solve_cube(ids, s0, s1, h0, h1, r0, r1, moves, *costs)[-1]
    return _columns(MOVES[move - 1] for move in reversed(moves[:n_columns]))


def count_many(triples: Iterable[tuple[Sequence[int], Sequence[int], Sequence[int]]]) -> list[ColumnCounts]:
    """Count many triples in one call of the kernel; the same counts as `count_by_cube`.

    >>> count_many([([1, 2], [1, 3], [1, 4])])
    [ColumnCounts(tp=0, tn=1, fp=1, fn=1, fpn=1, base_tn=1, base_fn=1)]
    """
    rows = count_triples(*_flatten(triples))
    return [ColumnCounts(*rows[at : at + N_COUNTS]) for at in range(0, len(rows), N_COLUMNS)]


def _solve(
    source: Sequence[int], output: Sequence[int], reference: Sequence[int], costs: Costs
) -> tuple[int, int, int, int, int, int, int]:
    ids, (s0, s1, h0, h1, r0, r1) = _flatten([(source, output, reference)])
    return solve_cube(ids, s0, s1, h0, h1, r0, r1, None, *costs)


def count_by_costs(
    source: Sequence[int], output: Sequence[int], references: Sequence[Sequence[int]], costs: Costs
) -> "array[int]":
    """Return rows as `count_references` does, for alignments with other costs, as many as time allows."""
    longest = max(map(len, references), default=0)
    cells = (len(source) + 1) * (max(len(source), len(output)) + 1) * (longest + 1)
    if cells > _MOST_CELLS or len(source) + max(len(source), len(output)) + longest > MAX_COLUMNS:
        raise TooLargeError(
            f"{len(source)}, {len(output)} and {longest} tokens are too many to be aligned with other costs than "
            f"{COSTS.mismatch} and {COSTS.gap}"
        )
    rows = array("i")
    for reference in references[: max(1, _MOST_CELLS // (2 * cells))]:
        tp, tn, fp, fn, fpn, cost, _ = _solve(source, output, reference, costs)
        _, base_tn, _, base_fn, _, _, _ = _solve(source, source, reference, costs)
        rows.extend((tp, tn, fp, fn, fpn, base_tn, base_fn, cost, *[0] * (N_COLUMNS - N_COUNTS - 1)))
    return rows


def count_references(source: Sequence[int], output: Sequence[int], references: Iterable[Sequence[int]]) -> "array[int]":
    """Return one row of `errata.kernels.threeway.count_triples` per reference of a sentence."""
    return count_sentences([(source, output, references)])[0]


def count_sentences(
    sentences: Iterable[tuple[Sequence[int], Sequence[int], Iterable[Sequence[int]]]],
) -> "list[array[int]]":
    """Return the same for several sentences, in one call: the kernel's overhead equals the cost of one sentence."""
    tokens: list[int] = []
    spans: list[int] = []
    stops = []
    for source, output, references in sentences:
        first = len(tokens)
        middle = first + len(source)
        last = end = middle + len(output)
        tokens += source
        tokens += output
        for reference in references:
            begin, end = end, end + len(reference)
            tokens += reference
            spans += (first, middle, middle, last, begin, end)
        stops.append(len(spans) // 6 * N_COLUMNS)
    # Arrays are filled at once: to extend them by numbers, one by one, takes half as long again.
    rows = count_triples(array("i", tokens), array("i", spans))
    return [rows[begin:stop] for begin, stop in pairwise([0, *stops])]
