"""The M² scorer's search in full, step by step as the original defines it: the standard for the kernels.

Every arc is listed and every pass of the relaxation is run, so cost grows with the number of listed arcs
times the number of passes; complete rewrites of more than about thirty tokens are better left to the
kernels. It is also used for edition 3.2 if words are inserted before the first source word: an arc
leaving row 0 then has offsets that depend on how it was built, which the kernels do not track.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Literal

from errata.measures.m2.proposals import GoldEdit, Proposal, fits
from errata.records import dataclass

Vertex = tuple[int, int]
Link = tuple[Vertex, Vertex]
Edition = Literal["official", "3.2"]

EPSILON = 0.001


@dataclass(frozen=True, slots=True)
class Arc:
    """What is stored for a pair of vertices: how the arc was built, and its offsets."""

    length: int
    unchanged: int
    is_keep: bool
    start: int
    end: int


@dataclass(frozen=True)
class Lattice:
    """All arcs between a source and an output; `listing` holds them in the original's order, with repeats."""

    source: Sequence[int]
    output: Sequence[int]
    vertices: tuple[Vertex, ...]
    arcs: dict[Link, Arc]
    listing: tuple[Link, ...]

    def proposal(self, link: Link) -> Proposal:
        """Return the change of an arc."""
        (i, j), (i_end, j_end) = link
        arc = self.arcs[link]
        return Proposal(arc.start, arc.end, i, i_end, j, j_end)


def tight_links(source: Sequence[int], output: Sequence[int], substitution: int) -> set[Link]:
    """Return the arcs on all cheapest paths from source to output; insertions and deletions cost 1."""
    n, m = len(source), len(output)
    cost = {(i, 0): i for i in range(n + 1)} | {(0, j): j for j in range(m + 1)}

    def ways(i: int, j: int) -> list[tuple[int, Vertex]]:
        found = []
        if i and j:
            step = 0 if source[i - 1] == output[j - 1] else substitution
            found.append((cost[i - 1, j - 1] + step, (i - 1, j - 1)))
        if i:
            found.append((cost[i - 1, j] + 1, (i - 1, j)))
        if j:
            found.append((cost[i, j - 1] + 1, (i, j - 1)))
        return found

    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost[i, j] = min(total for total, _ in ways(i, j))
    links: set[Link] = set()
    waiting, seen = [(n, m)], {(n, m)}
    while waiting:
        vertex = waiting.pop()
        for total, origin in ways(*vertex):
            if total == cost[vertex]:
                links.add((origin, vertex))
                if origin not in seen:
                    seen.add(origin)
                    waiting.append(origin)
    return links


def _base_arc(link: Link, source: Sequence[int], output: Sequence[int], edition: Edition) -> Arc:
    (i, j), (i_end, j_end) = link
    is_keep = i_end > i and j_end > j and source[i] == output[j]
    if edition == "3.2" and i == i_end == 0:
        return Arc(1, 0, False, start=j, end=j)
    return Arc(1, int(is_keep), is_keep, start=i, end=i_end)


def build(
    source: Sequence[int], output: Sequence[int], *, unchanged: int = 2, edition: Edition = "official"
) -> Lattice:
    """Build the lattice of base and phrase arcs, the latter with at most `unchanged` unchanged tokens."""
    tables = [tight_links(source, output, substitution) for substitution in (1, 2)]
    links = sorted(link for table in tables for link in table)
    corners = {(0, 0), (len(source), len(output))}
    vertices = sorted(corners.union(*links))
    arcs = {link: _base_arc(link, source, output, edition) for link in links}
    origins: dict[Vertex, set[Vertex]] = defaultdict(set)
    targets: dict[Vertex, set[Vertex]] = defaultdict(set)
    for a, b in links:
        origins[b].add(a)
        targets[a].add(b)
    for k in vertices:
        for a in sorted(origins[k]):
            for b in sorted(targets[k]):
                first, second = arcs[a, k], arcs[k, b]
                length = first.length + second.length
                if (a, b) in arcs and length >= arcs[a, b].length:
                    continue
                kept = first.unchanged + second.unchanged
                if kept > unchanged:
                    continue  # a longer arc stored before stays, although this way would be shorter
                arcs[a, b] = Arc(length, kept, first.is_keep and second.is_keep, first.start, second.end)
                origins[b].add(a)
                targets[a].add(b)
                links.append((a, b))
    return Lattice(source, output, tuple(vertices), arcs, tuple(_clean(links, arcs)))


def _clean(links: Sequence[Link], arcs: dict[Link, Arc]) -> list[Link]:
    """Remove long keep arcs, with the original's mistake: the one after a removed arc is never examined."""
    kept = []
    skip = False
    for link in links:
        if not skip and arcs[link].is_keep and arcs[link].length > 1:
            skip = True
            continue
        skip = False
        kept.append(link)
    return kept


def weigh(lattice: Lattice, gold: Sequence[GoldEdit]) -> dict[Link, float]:
    """Give every listed arc its weight under one annotator's edits."""
    reward = -float(len(lattice.listing))
    weight = {link: float(lattice.arcs[link].length) for link in lattice.listing}
    edits: dict[tuple[int, int], list[GoldEdit]] = defaultdict(list)
    for edit in gold:
        edits[edit.start, edit.end].append(edit)
    insertions: dict[int, list[Link]] = defaultdict(list)
    for link in lattice.listing:
        arc = lattice.arcs[link]
        there = edits.get((arc.start, arc.end), [])
        if arc.start == arc.end:
            insertions[arc.start].append(link)
        elif any(fits(lattice.proposal(link), edit, lattice.source, lattice.output) for edit in there):
            weight[link] = reward
        elif not arc.is_keep:
            weight[link] += EPSILON
    for place, links in insertions.items():
        _weigh_insertions(lattice, sorted(links), edits.get((place, place), []), reward, weight)
    return weight


def _weigh_insertions(
    lattice: Lattice,
    links: Sequence[Link],
    gold: Sequence[GoldEdit],
    reward: float,
    weight: dict[Link, float],
) -> None:
    """Match the gold insertions in one place with the arcs there, working inwards from both ends."""
    left, right = 0, len(links) - 1
    gold_left, gold_right = 0, len(gold) - 1
    current = left
    while left <= right:
        from_left = current == left
        order = range(gold_left, gold_right + 1) if from_left else range(gold_right, gold_left - 1, -1)
        proposal = lattice.proposal(links[current])
        hit = next((g for g in order if fits(proposal, gold[g], lattice.source, lattice.output)), None)
        if hit is None:
            weight[links[current]] += EPSILON
            if from_left:
                left += 1
                current = right
            else:
                right -= 1
                current = left
            continue
        weight[links[current]] = reward
        origin, target = links[current]
        # Neither inner loop minds the other end, so an arc may be charged twice, a rewarded one too.
        if from_left:
            gold_left = hit + 1
            left += 1
            while left < len(links) and links[left][0] != target:
                weight[links[left]] += EPSILON
                left += 1
            current = left
        else:
            gold_right = hit - 1
            right -= 1
            while right >= 0 and links[right][1] != origin:
                weight[links[right]] += EPSILON
                right -= 1
            current = right


def relax(lattice: Lattice, weight: dict[Link, float]) -> list[Link]:
    """Return the arcs of the cheapest path, found by passes over the listing until nothing changes.

    Sums are doubles formed from the start of the path and only a strictly smaller one replaces another, so
    the order of the listing decides between equals.
    """
    distance = dict.fromkeys(lattice.vertices, inf)
    distance[0, 0] = 0.0
    origin: dict[Vertex, Vertex] = {}
    changed = True
    while changed:
        changed = False
        for a, b in lattice.listing:
            total = distance[a] + weight[a, b]
            if total < distance[b]:
                distance[b] = total
                origin[b] = a
                changed = True
    path = [lattice.vertices[-1]]
    while path[-1] in origin:
        path.append(origin[path[-1]])
    return list(pairwise(reversed(path)))


def propose(lattice: Lattice, gold: Sequence[GoldEdit]) -> tuple[Proposal, ...]:
    """Return the changes on the path that best matches one annotator's edits, from left to right.

    >>> lattice = build([1, 2, 3], [1, 9, 3])
    >>> [(p.start, p.end) for p in propose(lattice, gold=[])]
    [(0, 3)]
    >>> [(p.start, p.end) for p in propose(lattice, gold=[GoldEdit(1, 2, ((9,),))])]
    [(1, 2)]
    """
    path = relax(lattice, weigh(lattice, gold))
    return tuple(lattice.proposal(link) for link in path if not lattice.arcs[link].is_keep)
