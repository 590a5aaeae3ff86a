"""Cuts that every optimal alignment of every reference passes through, so that the counts of the stretches add up.

A cut is a source token that no correction touches: a column with its copies in output and reference, or, if
the output lacks it, with its copy in the reference only. Cuts that cannot be proved
(`errata.kernels.certificate`) are dropped and their stretches joined; without cuts all combinations are
enumerated and nothing is left to prove.
"""

from array import array
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from errata.kernels.certificate import Alternatives, find_failing_runs
from errata.kernels.threeway import COST, N_COLUMNS, SH, WORK, count_triples, trace_triple
from errata.measures.imeasure.groups import Group
from errata.records import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work a sentence may take before the best reference found so far is used, unproved.

    `max_alternatives` bounds the texts of one stretch, `max_cells` the cells of the tables of all its
    alignments and certificates (about 250 million a second, compiled), `max_counts` the different counts of
    its references.
    """

    max_alternatives: int = 4096
    max_cells: int = 100_000_000
    max_counts: int = 500_000

    def scaled(self, max_alternatives: int) -> "Budget":
        """Return a budget with another number of alternatives, and the other limits in proportion.

        >>> Budget().scaled(8192)
        Budget(max_alternatives=8192, max_cells=200000000, max_counts=1000000)
        """
        cells = self.max_cells * max_alternatives // self.max_alternatives
        return Budget(max_alternatives, cells, self.max_counts * max_alternatives // self.max_alternatives)


class Cut(NamedTuple):
    """A source token with its position in the output; `is_deleted` if it stands alone before that."""

    source: int
    output: int
    is_deleted: int


class Stretch(NamedTuple):
    """The content between two cuts: the texts a reference may have there, their ranks and alignment rows."""

    texts: Sequence[tuple[int, ...]]
    ranks: Sequence[int]
    rows: "array[int]"


class CutSentence(NamedTuple):
    """The non-empty stretches, the numbers of cuts of both kinds, and whether everything is proved."""

    stretches: list[Stretch]
    n_kept: int
    n_deleted: int
    is_proved: bool


_CHUNK = 6 * 256  # offsets of so many alignments go to the kernel between two looks at the budget
_N_COSTS = WORK - COST
"""The cost of an alignment, and of its three pairs."""
_EMPTY = Stretch([()], [0], array("i"))


def _offer_cuts(source: Sequence[int], output: Sequence[int], groups: Sequence[Group], ids: "array[int]") -> list[Cut]:
    """List the untouched tokens that a pairwise alignment keeps or deletes; changed ones give no cut."""
    n = len(source)
    is_touched = bytearray(n)
    for start, end, _ in groups:
        is_touched[start:end] = b"\1" * (end - start)
    cuts = []
    i = j = 0
    for move in trace_triple(ids, array("i", [0, n, n, n + len(output), 0, n])):
        if move == 6:
            j += 1
            continue
        if not is_touched[i]:
            if move == 3:
                cuts.append(Cut(i, j, 1))
            elif source[i] == output[j]:
                cuts.append(Cut(i, j, 0))
        i += 1
        j += move == 1
    return cuts


def _list_texts(
    source: Sequence[int], begin: int, end: int, groups: Sequence[Group]
) -> tuple[list[tuple[int, ...]], list[int]]:
    """List the different texts for source[begin:end], and for each the smallest rank."""
    texts: dict[tuple[int, ...], int] = {(): 0}
    for start, stop, alternatives in groups:
        between = tuple(source[begin:start])
        longer: dict[tuple[int, ...], int] = {}
        for text, rank in texts.items():
            head = text + between
            for tail, more in alternatives:
                whole = head + tail
                if longer.get(whole, rank + more) >= rank + more:
                    longer[whole] = rank + more
        texts = longer
        begin = stop
    rest = tuple(source[begin:end])
    return [text + rest for text in texts], list(texts.values())


class _Sentence:
    """One sentence during the search for valid cuts; keeps the stretches it has aligned."""

    def __init__(self, source: Sequence[int], output: Sequence[int], groups: Sequence[Group], budget: Budget) -> None:
        self.source = source
        self.n = len(source)
        self.m = len(output)
        self.groups = groups
        self.budget = budget
        self.ids = array("i", source)
        self.ids.extend(output)
        self.cuts = _offer_cuts(source, output, groups, self.ids)
        self.known: dict[tuple[int, int, int, int], Stretch] = {}
        self.n_cells = 0

    def align_stretches(self) -> list[Stretch] | None:
        """Return the stretches between the current cuts, or nothing if that is beyond the budget."""
        n, groups, known = self.n, self.groups, self.known
        stretches: list[Stretch | None] = []
        missing: list[tuple[int, tuple[int, int, int, int], list[tuple[int, ...]], list[int]]] = []
        ids = self.ids[:]
        spans: list[int] = []
        s_begin = h_begin = group = 0
        for source, output, is_deleted in [*self.cuts, Cut(n, self.m, 0)]:
            first = group
            while group < len(groups) and groups[group].start <= source:
                group += 1
            if s_begin == source and h_begin == output and first == group:
                stretches.append(_EMPTY)
            else:
                key = (s_begin, source, h_begin, output)
                found = known.get(key)
                if found is None:
                    mine = groups[first:group]
                    if prod(len(item.alternatives) for item in mine) > self.budget.max_alternatives:
                        return None
                    texts, ranks = _list_texts(self.source, s_begin, source, mine)
                    missing.append((len(stretches), key, texts, ranks))
                    tokens: list[int] = []
                    for text in texts:
                        begin = len(ids) + len(tokens)
                        tokens += text
                        spans += (s_begin, source, n + h_begin, n + output, begin, begin + len(text))
                    ids += array("i", tokens)
                stretches.append(found)
            s_begin = source + 1
            h_begin = output + 1 - is_deleted
        rows = array("i")
        for at in range(0, len(spans), _CHUNK):
            rows += count_triples(ids, array("i", spans[at : at + _CHUNK]))
            self.n_cells += sum(rows[at // 6 * N_COLUMNS + WORK :: N_COLUMNS])
            if self.n_cells > self.budget.max_cells:
                return None
        begin = 0
        for place, key, texts, ranks in missing:
            end = begin + N_COLUMNS * len(texts)
            stretches[place] = known[key] = Stretch(texts, ranks, rows[begin:end])
            begin = end
        return [stretch for stretch in stretches if stretch is not None]

    def find_failures(self, stretches: Sequence[Stretch]) -> list[tuple[int, int]] | None:
        """Return the runs that prevent the cuts from being proved, or nothing if that is beyond the budget."""
        ids = [*self.ids]
        first = [0]
        bounds: list[int] = []
        sr_charges: list[int] = []
        hr_charges: list[int] = []
        sh_charges: list[int] = []
        was_deleted = 0
        for stretch, is_deleted in zip(stretches, [*(cut.is_deleted for cut in self.cuts), 0], strict=True):
            if stretch is _EMPTY:
                bounds += (0, 0)
                sr_charges.append(0)
                hr_charges.append(0)
                sh_charges.append(0)
            else:
                most = 0
                rows = stretch.rows
                # An avoided deletion may leave the edge of source and reference unused and no other.
                factor = 2 if was_deleted or is_deleted else 1
                begin = len(ids)
                at = COST
                for text in stretch.texts:
                    ids += text
                    end = begin + len(text)
                    bounds += (begin, end)
                    begin = end
                    cost, sh, sr, hr = rows[at : at + _N_COSTS]
                    at += N_COLUMNS
                    excess = cost - sh - sr - hr
                    if excess > most:
                        most = excess
                    sr_charges.append(2 * sr + factor * excess)
                    hr_charges.append(2 * hr + excess)
                sh_charges.append(2 * rows[SH] + most)
            first.append(len(sr_charges))
            was_deleted = is_deleted
        n_lattice = len(ids) - self.n - self.m + len(self.cuts)
        self.n_cells += n_lattice * (self.n + self.m + 2) + self.n * (self.m + 1)
        if self.n_cells > self.budget.max_cells:
            return None
        cuts = array("i", [number for cut in self.cuts for number in cut])
        # Arrays are filled at once, as in `count_references`.
        alternatives = Alternatives(
            *(array("i", items) for items in (first, bounds, sr_charges, hr_charges, sh_charges))
        )
        return find_failing_runs(array("i", ids), self.n, self.m, cuts, alternatives)

    def give_up(self, failures: list[tuple[int, int]]) -> None:
        """Drop the cuts that failing runs avoid: of short runs first, and deletions rather than others."""
        lost: set[int] = set()
        for start, end in sorted(failures, key=lambda run: (run[1] - run[0], run)):
            avoided = range(start, end - 1)
            if lost.isdisjoint(avoided):
                deletions = [cut for cut in avoided if self.cuts[cut].is_deleted]
                lost.update(deletions or avoided)
        self.cuts = [cut for number, cut in enumerate(self.cuts) if number not in lost]

    def result(self, stretches: Sequence[Stretch], *, is_proved: bool) -> CutSentence:
        """Return what was found with the current cuts."""
        n_deleted = sum(cut.is_deleted for cut in self.cuts)
        filled = [stretch for stretch in stretches if stretch is not _EMPTY]
        return CutSentence(filled, len(self.cuts) - n_deleted, n_deleted, is_proved)


def cut_sentence(
    source: Sequence[int], output: Sequence[int], groups: Sequence[Group], budget: Budget
) -> CutSentence | None:
    """Cut a sentence into stretches whose counts add up, for all references built from the groups at once.

    Unproved if the budget did not suffice; nothing if it did not even suffice for the initial cuts.
    """
    sentence = _Sentence(source, output, groups, budget)
    stretches = sentence.align_stretches()
    if stretches is None:
        return None
    while sentence.cuts:
        failures = sentence.find_failures(stretches)
        if failures is None:
            return sentence.result(stretches, is_proved=False)
        if not failures:
            break
        before = sentence.cuts
        sentence.give_up(failures)
        joined = sentence.align_stretches()
        if joined is None:
            sentence.cuts = before
            return sentence.result(stretches, is_proved=False)
        stretches = joined
    return sentence.result(stretches, is_proved=True)
