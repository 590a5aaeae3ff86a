"""Proof that every optimal alignment of every reference passes through given columns, the cuts of a sentence.

The references of a sentence form a lattice: a chain of stretches, each with alternative texts, and between
them the source tokens of the cuts. In each pair of texts a cut has an edge that an alignment through the
cut uses. A *run* is a pairwise path from the end of one edge to the start of another, avoiding all edges
between. The cuts are proved if every run, whatever the alternatives, costs more than the charges of its
stretches and its avoided edges. Paths and alternatives are minimised together, so the cost does not depend
on the number of combinations.

Runs are followed from left to right, all starts at once, in tables with one column for each position of a plain
text (the source or the output) and one row for each token of the lattice. A stretch takes three steps: `enter` begins
the runs that start after its cut, `pass_alternatives` extends all runs through its texts and keeps the best,
`cross` extends them over the token of the next cut. Where a run may end, at the next edge, its cost minus its charges
must be positive.

All costs are doubled, because charges contain halves. A cell holds its value times 2**20 plus a number
that is smaller for later starts of the run: the minimum then remembers the start, and prefers short runs
among equals.
"""

from array import array
from typing import NamedTuple

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros

COMPILED: bool = cython.compiled

MAX_CUTS = (1 << 20) - 2
"""The start of a run must fit into the lower bits of a cell; with more cuts nothing is checked."""
MAX_CELLS = 1 << 25
"""At most two tables with this many cells are filled: 512 MB."""

_ONE = cython.declare(cython.longlong, 1 << 20)
_GAP = cython.declare(cython.longlong, 4 << 20)
_MISMATCH = cython.declare(cython.longlong, 6 << 20)
# Far above any cost, and far enough below 2**63 that a whole text may still be added.
_INFINITY = cython.declare(cython.longlong, 1 << 60)


class Alternatives(NamedTuple):
    """The texts that each stretch between the cuts of a sentence may have, and their charges.

    Stretch t, before cut t, has the alternatives `first[t]` to `first[t + 1]`; alternative a begins and ends at
    `bounds[2 * a]` and `bounds[2 * a + 1]` of the ids. Alternatives are charged in the pairs source-reference and
    output-reference, stretches in the pair source-output.
    """

    first: array
    bounds: array
    sr_charges: array
    hr_charges: array
    sh_charges: array


@cython.final
@cython.cclass
class _Checker:
    """Checks the runs of one pair after another: a plain text against a lattice.

    The plain text begins at `a0` in `ids` and has `width - 1` tokens. Cut c has its edge at position `edges[c]` of
    it: there the cut's token, `tokens[c]`, is aligned with a gap, if `gaps[c]`, or with the next token. `runs` holds
    the paths that have avoided an edge, `fresh` those that have not left the stretch where they began, at positions
    `begin` to `stop`; both are stacks of rows, one for each token of the current alternative.

    A failure is two integers: the edge where the run starts (0 is the beginning of the texts) and where it ends
    (`n_cuts + 1` is their end).
    """

    ids: cython.int[::1]
    a0: cython.longlong
    width: cython.longlong
    n_cuts: cython.longlong
    edges: cython.int[::1]
    gaps: cython.int[::1]
    tokens: cython.int[::1]
    begin: cython.longlong
    stop: cython.longlong
    runs: cython.longlong[::1]
    fresh: cython.longlong[::1]
    best_runs: cython.longlong[::1]
    best_fresh: cython.longlong[::1]
    failures: cython.int[::1]
    n_failures: cython.longlong

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(stretch=cython.longlong, p=cython.longlong)
    def check(
        self,
        a0: cython.longlong,
        length: cython.longlong,
        first: cython.int[::1],
        bounds: cython.int[::1],
        charges: cython.int[::1],
    ) -> cython.void:
        """Add the failures of one pair; the alternatives of its lattice are given as in `Alternatives`."""
        self.a0 = a0
        self.width = length + 1
        for p in range(self.width):
            self.runs[p] = _INFINITY
        for stretch in range(self.n_cuts + 1):
            self.enter(stretch)
            item: cython.longlong = first[stretch]
            if first[stretch + 1] - item == 1 and bounds[2 * item] == bounds[2 * item + 1]:
                # Nearly all stretches of real text are empty: nothing to align, only the charge is taken off.
                charge: cython.longlong = charges[item] * _ONE
                if charge != 0:
                    for p in range(self.width):
                        self.runs[p] -= charge
                    for p in range(self.begin, self.stop + 1):
                        self.fresh[p] -= charge
            else:
                self.pass_alternatives(item, first[stretch + 1], bounds, charges)
            # Below 1: the cost does not exceed the charges. The lower bits say where the cheapest run began.
            if self.runs[self.stop] < _ONE:
                self.failures[2 * self.n_failures] = _ONE - 1 - (self.runs[self.stop] & (_ONE - 1))
                self.failures[2 * self.n_failures + 1] = stretch + 1
                self.n_failures += 1
            if stretch < self.n_cuts:
                self.cross(stretch)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(p=cython.longlong)
    def enter(self, stretch: cython.longlong) -> cython.void:
        """Begin the paths that start after the cut before this stretch: so far only over tokens of the plain text."""
        self.begin = 0 if stretch == 0 else self.edges[stretch - 1] + 1 - self.gaps[stretch - 1]
        self.stop = self.width - 1 if stretch == self.n_cuts else self.edges[stretch]
        for p in range(self.begin, self.stop + 1):
            self.fresh[p] = _GAP * (p - self.begin) + _ONE - 1 - stretch
        if stretch < self.n_cuts:
            # A new path that goes beyond the next edge has avoided it.
            value: cython.longlong = self.fresh[self.stop] + _GAP
            for p in range(self.stop + 1, self.width):
                if self.runs[p] <= value:
                    break  # and so are all further ones: each row rises by at most a gap per position
                self.runs[p] = value
                value += _GAP

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(item=cython.longlong, depth=cython.longlong, p=cython.longlong)
    def pass_alternatives(
        self, first: cython.longlong, last: cython.longlong, bounds: cython.int[::1], charges: cython.int[::1]
    ) -> cython.void:
        """Extend all paths through the alternatives `first` to `last`, minus their charges, and keep the cheapest."""
        width: cython.longlong = self.width
        for p in range(width):
            self.best_runs[p] = _INFINITY
        for p in range(self.begin, self.stop + 1):
            self.best_fresh[p] = _INFINITY
        for item in range(first, last):
            length: cython.longlong = bounds[2 * item + 1] - bounds[2 * item]
            # The rows of a prefix shared with the alternative before are still in the stack.
            shared: cython.longlong = 0
            if item > first:
                while (
                    shared < length
                    and bounds[2 * item - 2] + shared < bounds[2 * item - 1]
                    and self.ids[bounds[2 * item] + shared] == self.ids[bounds[2 * item - 2] + shared]
                ):
                    shared += 1
            for depth in range(shared, length):
                self.add_row(depth * width, self.ids[bounds[2 * item] + depth])
            charge: cython.longlong = charges[item] * _ONE
            top: cython.longlong = length * width
            for p in range(width):
                self.best_runs[p] = min(self.best_runs[p], self.runs[top + p] - charge)
            for p in range(self.begin, self.stop + 1):
                self.best_fresh[p] = min(self.best_fresh[p], self.fresh[top + p] - charge)
        for p in range(width):
            self.runs[p] = self.best_runs[p]
        for p in range(self.begin, self.stop + 1):
            self.fresh[p] = self.best_fresh[p]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(p=cython.longlong)
    def add_row(self, old: cython.longlong, token: cython.longlong) -> cython.void:
        """Extend all paths from the row at `old` over one more token of the lattice, to the next row of the stack."""
        # Numbers of their own: C must assume that a cell written below could be one of the object's numbers.
        a0: cython.longlong = self.a0
        begin: cython.longlong = self.begin
        stop: cython.longlong = self.stop
        width: cython.longlong = self.width
        new: cython.longlong = old + width
        # The cell to the left stays in a register: to read back what was just written takes longer than the rest.
        left: cython.longlong = self.fresh[old + begin] + _GAP
        self.fresh[new + begin] = left
        for p in range(begin + 1, stop + 1):
            value: cython.longlong = self.fresh[old + p - 1] + (0 if self.ids[a0 + p - 1] == token else _MISMATCH)
            value = min(value, self.fresh[old + p] + _GAP)
            left = min(value, left + _GAP)
            self.fresh[new + p] = left
        left = self.runs[old] + _GAP
        self.runs[new] = left
        for p in range(1, width):
            value = self.runs[old + p - 1] + (0 if self.ids[a0 + p - 1] == token else _MISMATCH)
            value = min(value, self.runs[old + p] + _GAP)
            value = min(value, left + _GAP)
            if p == stop + 1:
                # Here fresh paths pass the next edge without using it, and are runs from now on.
                value = min(value, self.fresh[old + stop] + (0 if self.ids[a0 + stop] == token else _MISMATCH))
                value = min(value, self.fresh[new + stop] + _GAP)
            left = value
            self.runs[new + p] = left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(p=cython.longlong)
    def cross(self, cut: cython.longlong) -> cython.void:
        """Extend the runs over the token of a cut: every path that does not use the edge has avoided it."""
        a0: cython.longlong = self.a0
        stop: cython.longlong = self.stop
        for p in range(self.begin, stop + 1):
            self.runs[p] = min(self.runs[p], self.fresh[p])
        token: cython.longlong = self.tokens[cut]
        # What the edge itself costs is charged to a run that avoids it.
        charge: cython.longlong = _GAP if self.gaps[cut] else 0
        before: cython.longlong = _INFINITY  # the old value at p - 1, which has been overwritten
        for p in range(self.width):
            value: cython.longlong = _INFINITY if charge and p == stop else self.runs[p] + _GAP
            if p > 0:
                if charge or p - 1 != stop:
                    value = min(value, before + (0 if self.ids[a0 + p - 1] == token else _MISMATCH))
                # The new value at p - 1 is less by the charge.
                value = min(value, self.runs[p - 1] + charge + _GAP)
            before = self.runs[p]
            self.runs[p] = value - charge


def find_failing_runs(
    ids: array, n_source: int, n_output: int, cuts: array, alternatives: Alternatives
) -> list[tuple[int, int]] | None:
    """Return the runs that do not cost more than their charges, by their first and last edge.

    Nothing if the tables would have more than `MAX_CELLS` cells.

    `ids` begins with the source and the output. `cuts` holds three integers each: position in the source,
    position in the output, and 1 if the source token was deleted there.
    """
    cython.declare(cut=cython.longlong, item=cython.longlong)
    n_cuts: cython.longlong = len(cuts) // 3
    n: cython.longlong = n_source
    m: cython.longlong = n_output
    longest: cython.longlong = 1
    width: cython.longlong = max(n, m) + 1
    if n_cuts > MAX_CUTS:
        return None
    checker: _Checker = _Checker()
    checker.n_cuts = n_cuts
    checker.ids = ids if len(ids) else array("i", [0])
    checker.edges, checker.gaps, checker.tokens = zeros("i", n_cuts), zeros("i", n_cuts), zeros("i", n_cuts)
    places: cython.int[::1] = cuts if n_cuts else array("i", [0])
    firsts: cython.int[::1] = alternatives.first
    spans: cython.int[::1] = alternatives.bounds
    sr: cython.int[::1] = alternatives.sr_charges
    hr: cython.int[::1] = alternatives.hr_charges
    sh: cython.int[::1] = alternatives.sh_charges
    # Against the output the source is a lattice too, in which every stretch has one text.
    own_firsts: cython.int[::1] = array("i", range(n_cuts + 2))
    own_spans: cython.int[::1] = zeros("i", 2 * n_cuts + 2)
    for item in range(firsts[n_cuts + 1]):
        longest = max(longest, spans[2 * item + 1] - spans[2 * item])
    for cut in range(n_cuts):
        checker.edges[cut] = places[3 * cut]
        checker.tokens[cut] = checker.ids[places[3 * cut]]
        own_spans[2 * cut + 1] = places[3 * cut]
        own_spans[2 * cut + 2] = places[3 * cut] + 1
        longest = max(longest, own_spans[2 * cut + 1] - own_spans[2 * cut])
    own_spans[2 * n_cuts + 1] = n
    longest = max(longest, n - own_spans[2 * n_cuts])
    if width * (longest + 1) > MAX_CELLS:
        return None
    checker.runs, checker.fresh = zeros("q", width * (longest + 1)), zeros("q", width * (longest + 1))
    checker.best_runs, checker.best_fresh = zeros("q", width), zeros("q", width)
    failures = zeros("i", 6 * (n_cuts + 1))  # of each pair at most one per edge
    checker.failures = failures
    checker.n_failures = 0
    with cython.nogil:
        checker.check(0, n, firsts, spans, sr)
        for cut in range(n_cuts):
            checker.edges[cut] = places[3 * cut + 1]
            checker.gaps[cut] = places[3 * cut + 2]
        checker.check(n, m, firsts, spans, hr)
        checker.check(n, m, own_firsts, own_spans, sh)
    return [(failures[2 * at], failures[2 * at + 1]) for at in range(checker.n_failures)]
