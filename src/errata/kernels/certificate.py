"""Proof that every optimal alignment of every reference passes through given columns, the cuts of a sentence.

The references of a sentence form a lattice: a chain of stretches, each with alternative texts, and between
them the source tokens of the cuts. In each pair of texts a cut has an edge that an alignment through the
cut uses. A *run* is a pairwise path from the end of one edge to the start of another, avoiding all edges
between. The cuts are proved if every run, whatever the alternatives, costs more than the charges of its
stretches and its avoided edges. Paths and alternatives are minimised together, so the cost does not depend
on the number of combinations.

All costs are doubled, because charges contain halves. A cell holds its value times 2**20 plus a number
that is smaller for later starts of the run: the minimum then remembers the start, and prefers short runs
among equals.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros

COMPILED: bool = cython.compiled

MAX_CUTS = (1 << 20) - 2
"""The start of a run has to fit into the lower bits of a cell; with more cuts nothing is checked."""
MAX_CELLS = 1 << 25
"""Two tables of so many cells are the most that is filled: 512 MB."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(stretch=cython.longlong, depth=cython.longlong, p=cython.longlong)
def _check(
    ids: cython.int[::1],
    a0: cython.longlong,
    na: cython.longlong,
    n_cuts: cython.longlong,
    edges: cython.int[::1],
    gaps: cython.int[::1],
    tokens: cython.int[::1],
    first: cython.int[::1],
    bounds: cython.int[::1],
    charges: cython.int[::1],
    runs: cython.longlong[::1],
    fresh: cython.longlong[::1],
    best_runs: cython.longlong[::1],
    best_fresh: cython.longlong[::1],
    failures: cython.int[::1],
    n_failures: cython.longlong,
) -> cython.longlong:
    """Check the runs of one pair: a plain text of length `na` against a lattice.

    Cut c has its edge at position `edges[c]` of the plain text: there its token stands against a gap, if
    `gaps[c]`, or against the next token. Stretch t has the alternatives `first[t]` to `first[t + 1]`.
    `runs` holds the paths that have avoided an edge, `fresh` those that have not left the stretch where
    they began; both are stacks of rows, one for each token of the current alternative. Returns the number
    of failures, two integers each: the edge where the run starts (0 is the beginning of the texts) and
    where it ends (`n_cuts + 1` is their end).
    """
    one: cython.longlong = 1048576
    gap: cython.longlong = 4 * one
    mismatch: cython.longlong = 6 * one
    infinity: cython.longlong = one << 40
    width: cython.longlong = na + 1
    for p in range(width):
        runs[p] = infinity
    for stretch in range(n_cuts + 1):
        begin: cython.longlong = 0 if stretch == 0 else edges[stretch - 1] + 1 - gaps[stretch - 1]
        stop: cython.longlong = na if stretch == n_cuts else edges[stretch]
        for p in range(begin, stop + 1):
            fresh[p] = gap * (p - begin) + one - 1 - stretch
        if stretch < n_cuts:
            # A new path that goes beyond the next edge has avoided it.
            value: cython.longlong = fresh[stop] + gap
            for p in range(stop + 1, width):
                if runs[p] <= value:
                    break
                runs[p] = value
                value += gap

        item: cython.longlong = first[stretch]
        if first[stretch + 1] - item == 1 and bounds[2 * item] == bounds[2 * item + 1]:
            charge: cython.longlong = charges[item] * one
            if charge != 0:
                for p in range(width):
                    runs[p] -= charge
                for p in range(begin, stop + 1):
                    fresh[p] -= charge
        else:
            for p in range(width):
                best_runs[p] = infinity
            for p in range(begin, stop + 1):
                best_fresh[p] = infinity
            for item in range(first[stretch], first[stretch + 1]):
                length: cython.longlong = bounds[2 * item + 1] - bounds[2 * item]
                shared: cython.longlong = 0
                if item > first[stretch]:
                    while (
                        shared < length
                        and bounds[2 * item - 2] + shared < bounds[2 * item - 1]
                        and ids[bounds[2 * item] + shared] == ids[bounds[2 * item - 2] + shared]
                    ):
                        shared += 1
                for depth in range(shared, length):
                    token: cython.longlong = ids[bounds[2 * item] + depth]
                    old: cython.longlong = depth * width
                    new: cython.longlong = old + width
                    fresh[new + begin] = fresh[old + begin] + gap
                    for p in range(begin + 1, stop + 1):
                        value = fresh[old + p - 1] + (0 if ids[a0 + p - 1] == token else mismatch)
                        other: cython.longlong = (
                            fresh[old + p] if fresh[old + p] < fresh[new + p - 1] else fresh[new + p - 1]
                        ) + gap
                        fresh[new + p] = value if value < other else other
                    runs[new] = runs[old] + gap
                    for p in range(1, width):
                        value = runs[old + p - 1] + (0 if ids[a0 + p - 1] == token else mismatch)
                        other = (runs[old + p] if runs[old + p] < runs[new + p - 1] else runs[new + p - 1]) + gap
                        if other < value:
                            value = other
                        if p == stop + 1:
                            other = fresh[old + stop] + (0 if ids[a0 + stop] == token else mismatch)
                            if other < value:
                                value = other
                            other = fresh[new + stop] + gap
                            if other < value:
                                value = other
                        runs[new + p] = value
                charge = charges[item] * one
                old = length * width
                for p in range(width):
                    value = runs[old + p] - charge
                    if value < best_runs[p]:
                        best_runs[p] = value
                for p in range(begin, stop + 1):
                    value = fresh[old + p] - charge
                    if value < best_fresh[p]:
                        best_fresh[p] = value
            for p in range(width):
                runs[p] = best_runs[p]
            for p in range(begin, stop + 1):
                fresh[p] = best_fresh[p]

        if runs[stop] < one:
            failures[2 * n_failures] = one - 1 - (runs[stop] & (one - 1))
            failures[2 * n_failures + 1] = stretch + 1
            n_failures += 1
        if stretch == n_cuts:
            break
        # Over the token of the cut: every path that does not take the edge has avoided it.
        for p in range(begin, stop + 1):
            if fresh[p] < runs[p]:
                runs[p] = fresh[p]
        token = tokens[stretch]
        crossed: cython.longlong = gap if gaps[stretch] else 0
        other = infinity
        for p in range(width):
            value = infinity if crossed and p == stop else runs[p] + gap
            if p > 0:
                if crossed or p - 1 != stop:
                    other += 0 if ids[a0 + p - 1] == token else mismatch
                    if other < value:
                        value = other
                other = runs[p - 1] + crossed + gap
                if other < value:
                    value = other
            other = runs[p]
            runs[p] = value - crossed
    return n_failures


def find_failing_runs(
    ids: array,
    n_source: int,
    n_output: int,
    cuts: array,
    first: array,
    bounds: array,
    sr_charges: array,
    hr_charges: array,
    sh_charges: array,
) -> list[tuple[int, int]] | None:
    """Return the runs that do not cost more than their charges, as numbers of their first and last edge.

    Nothing if the tables would have more than `MAX_CELLS` cells.

    `ids` begins with the source and the output. `cuts` holds three integers each: position in the source,
    position in the output, and 1 if the source token was deleted there. Stretch t, before cut t, has the
    alternatives `first[t]` to `first[t + 1]`; `bounds` holds begin and end of each in `ids`. Charges are
    those of alternatives in the pairs source-reference and output-reference, and those of stretches in the
    pair source-output.
    """
    cython.declare(cut=cython.longlong, item=cython.longlong)
    n_cuts: cython.longlong = len(cuts) // 3
    n: cython.longlong = n_source
    m: cython.longlong = n_output
    longest: cython.longlong = 1
    width: cython.longlong = max(n, m) + 1
    if n_cuts > MAX_CUTS:
        return None
    tokens: cython.int[::1] = ids if len(ids) else array("i", [0])
    places: cython.int[::1] = cuts if n_cuts else array("i", [0])
    firsts: cython.int[::1] = first
    spans: cython.int[::1] = bounds
    edges: cython.int[::1] = array("i", bytes(8 * n_cuts + 4))
    gaps: cython.int[::1] = array("i", bytes(4 * n_cuts + 4))
    lattice: cython.int[::1] = array("i", bytes(4 * n_cuts + 4))
    own_firsts: cython.int[::1] = array("i", range(n_cuts + 2))
    own_spans: cython.int[::1] = array("i", bytes(8 * n_cuts + 8))
    sr: cython.int[::1] = sr_charges
    hr: cython.int[::1] = hr_charges
    sh: cython.int[::1] = sh_charges
    for item in range(firsts[n_cuts + 1]):
        length: cython.longlong = spans[2 * item + 1] - spans[2 * item]
        longest = max(longest, length)
    for cut in range(n_cuts):
        edges[cut] = places[3 * cut]
        lattice[cut] = tokens[places[3 * cut]]
        own_spans[2 * cut + 1] = places[3 * cut]
        own_spans[2 * cut + 2] = places[3 * cut] + 1
        length = own_spans[2 * cut + 1] - own_spans[2 * cut]
        longest = max(longest, length)
    own_spans[2 * n_cuts + 1] = n
    length = n - own_spans[2 * n_cuts]
    longest = max(longest, length)
    if width * (longest + 1) > MAX_CELLS:
        return None
    runs: cython.longlong[::1] = zeros("q", width * (longest + 1))
    fresh: cython.longlong[::1] = zeros("q", width * (longest + 1))
    best_runs: cython.longlong[::1] = zeros("q", width)
    best_fresh: cython.longlong[::1] = zeros("q", width)
    failures = array("i", bytes(24 * (n_cuts + 1)))
    found: cython.int[::1] = failures
    with cython.nogil:
        n_failures: cython.longlong = _check(
            tokens,
            0,
            n,
            n_cuts,
            edges,
            gaps,
            lattice,
            firsts,
            spans,
            sr,
            runs,
            fresh,
            best_runs,
            best_fresh,
            found,
            0,
        )
        for cut in range(n_cuts):
            edges[cut] = places[3 * cut + 1]
            gaps[cut] = places[3 * cut + 2]
        n_failures = _check(
            tokens,
            n,
            m,
            n_cuts,
            edges,
            gaps,
            lattice,
            firsts,
            spans,
            hr,
            runs,
            fresh,
            best_runs,
            best_fresh,
            found,
            n_failures,
        )
        n_failures = _check(
            tokens,
            n,
            m,
            n_cuts,
            edges,
            gaps,
            lattice,
            own_firsts,
            own_spans,
            sh,
            runs,
            fresh,
            best_runs,
            best_fresh,
            found,
            n_failures,
        )
    return [(failures[2 * at], failures[2 * at + 1]) for at in range(n_failures)]
