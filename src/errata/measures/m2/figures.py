"""The figures of the M² paper for a sentence: the Levenshtein matrix, and the lattice of edits with its costs."""

from collections.abc import Sequence
from html import escape

from errata.measures.m2.lattice import Arc, Lattice, Link, Vertex, build, tight_links, weigh
from errata.measures.m2.proposals import GoldEdit, Proposal, fits
from errata.measures.working import Cell, Listing, Picture, Replacement

MOST_TOKENS = 16
"""The matrices of longer sentences are too wide for any terminal."""
MOST_DRAWN = 40
_MOST_VERTICES = 150
"""If texts differ more, the plain lattice takes long, and nobody could read it."""
_STEP_X, _STEP_Y, _LEFT, _TOP = 92, 62, 110, 40


def matrix(source: Sequence[str], output: Sequence[str]) -> Listing:
    """Return the distances of all prefixes of both texts, with a star at those on a shortest path (Figure 1).

    >>> matrix(["a", "b"], ["b"]).rows
    (('', '0*', '1'), ('1 a', '1*', '1'), ('2 b', '2', '1*'))
    """
    costs = [[0] * (len(output) + 1) for _ in range(len(source) + 1)]
    for i in range(len(source) + 1):
        for j in range(len(output) + 1):
            ways = [costs[i - 1][j - 1] + (source[i - 1] != output[j - 1])] if i and j else []
            ways += ([costs[i - 1][j] + 1] if i else []) + ([costs[i][j - 1] + 1] if j else [])
            costs[i][j] = min(ways, default=0)
    ids = {word: number for number, word in enumerate(dict.fromkeys([*source, *output]))}
    links = tight_links([ids[word] for word in source], [ids[word] for word in output], 1)
    on_path = {(0, 0), (len(source), len(output))}.union(*links)
    names = ["", *(f"{number} {word}" for number, word in enumerate(source, 1))]
    rows = [
        (name, *(f"{cost}{'*' if (i, j) in on_path else ''}" for j, cost in enumerate(row)))
        for i, (name, row) in enumerate(zip(names, costs, strict=True))
    ]
    heads = ("source", "0", *(f"{number} {word}" for number, word in enumerate(output, 1)))
    return Listing("Levenshtein matrix, * on a shortest way", heads, tuple(rows))


def paper_lattice(
    source: Sequence[int], output: Sequence[int], gold: Sequence[GoldEdit], unchanged: int
) -> tuple[Lattice, dict[Link, float]]:
    """Return the lattice of the paper (§2.1) and the cost of every edge (§2.2), without the ζ that breaks ties.

    Every edge that joins others with a change and at most `unchanged` kept words is included; one that a gold edit
    matches costs -(u + 1)·|E|, any other the number of its parts.
    """
    links = sorted(tight_links(source, output, 1))
    vertices = sorted({(0, 0), (len(source), len(output))}.union(*links))
    keeps = {link: _is_keep(link, source, output) for link in links}
    # The most that can be joined from each vertex, and with how few kept words.
    reach: dict[Link, tuple[int, int]] = {link: (1, int(keeps[link])) for link in links}
    joined = dict(reach)
    while joined:
        longer: dict[Link, tuple[int, int]] = {}
        for (a, b), (length, kept) in joined.items():
            for (c, d), keep in keeps.items():
                if c == b and kept + keep <= unchanged:
                    way = (length + 1, kept + keep)
                    if (a, d) not in reach and way < longer.get((a, d), (len(links) + 1, 0)):
                        longer[a, d] = way
        reach |= longer
        joined = longer
    reach = {link: way for link, way in reach.items() if link in keeps or way[1] < way[0]}
    listing = tuple(sorted(reach))
    arcs = {
        link: Arc(length, kept, keeps.get(link, False), link[0][0], link[1][0])
        for link, (length, kept) in reach.items()
    }
    lattice = Lattice(source, output, tuple(vertices), arcs, listing)
    costs = {link: float(arc.length) for link, arc in arcs.items()}
    for link in listing:
        if any(fits(lattice.proposal(link), edit, source, output) for edit in gold):
            costs[link] = -float((unchanged + 1) * len(listing))
    return lattice, costs


def _is_keep(link: Link, source: Sequence[int], output: Sequence[int]) -> bool:
    (i, j), (i_end, j_end) = link
    return i_end > i and j_end > j and source[i] == output[j]


def figures(
    source: Sequence[str],
    output: Sequence[str],
    gold: Sequence[GoldEdit],
    ids: tuple[Sequence[int], Sequence[int]],
    proposals: Sequence[Proposal],
    edition: str,
    unchanged: int,
) -> tuple[list[Listing], list[Picture]]:
    """Return matrix and lattice as tables, and the lattice as a picture; nothing for sentences that are too long."""
    longest = max(len(source), len(output))
    if longest > MOST_DRAWN or not longest:
        return [], []
    if len(set().union(*(ends for cost in (1, 2) for ends in tight_links(*ids, cost)))) > _MOST_VERTICES:
        return [], []
    if edition == "paper":
        lattice, costs = paper_lattice(*ids, gold, unchanged)
    else:
        lattice = build(*ids, unchanged=unchanged, edition=edition)  # type: ignore[arg-type]  # the two others
        costs = weigh(lattice, gold)
    path = _path(lattice, proposals)
    edges = list(dict.fromkeys(lattice.listing))
    tables = []
    if longest <= MOST_TOKENS:
        rows: list[tuple[Cell, ...]] = [
            (
                f"{a[0]},{a[1]} → {b[0]},{b[1]}",
                _edit(lattice.proposal((a, b)), source, output),
                f"{costs[a, b]:.10g}",
                "fits gold" if costs[a, b] < 0 else "kept" if lattice.arcs[a, b].is_keep else "",
                "on the path" if (a, b) in path else "",
            )
            for a, b in sorted(edges)
        ]
        heads = ("edge", "edit", "cost", "kind", "path")
        tables = [matrix(source, output), Listing("edit lattice", heads, tuple(rows))]
    return tables, [Picture("edit lattice", _draw(lattice, edges, costs, path, source, output))]


def _path(lattice: Lattice, proposals: Sequence[Proposal]) -> set[Link]:
    """Return the edges chosen by the search: the proposals, and kept words one by one between them."""
    ends = (len(lattice.source), len(lattice.output))
    spans = [((p.source_start, p.output_start), (p.source_end, p.output_end)) for p in proposals]
    found: set[Link] = set(spans)
    at = (0, 0)
    for start, stop in [*spans, (ends, ends)]:
        while at[0] < start[0] and at[1] < start[1]:
            following = (at[0] + 1, at[1] + 1)
            found.add((at, following))
            at = following
        at = stop
    return found


def _edit(proposal: Proposal, source: Sequence[str], output: Sequence[str]) -> Replacement:
    before = " ".join(source[proposal.source_start : proposal.source_end])
    after = " ".join(output[proposal.output_start : proposal.output_end])
    return Replacement(proposal.start, proposal.end, before, after)


def _draw(
    lattice: Lattice,
    edges: Sequence[Link],
    costs: dict[Link, float],
    path: set[Link],
    source: Sequence[str],
    output: Sequence[str],
) -> str:
    """Return the lattice over the matrix as SVG: source downwards, output to the right, the path in bold."""

    def at(vertex: Vertex) -> tuple[float, float]:
        return _LEFT + _STEP_X * vertex[1], _TOP + _STEP_Y * vertex[0]

    width, height = _LEFT + _STEP_X * (len(output) + 1), _TOP + _STEP_Y * (len(source) + 1)
    style = "font:12px sans-serif;background:#fff"
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" style="{style}">']
    for j, word in enumerate(output):
        x = _LEFT + _STEP_X * (j + 0.5)
        parts.append(f'<text x="{x:.0f}" y="16" text-anchor="middle">{escape(word)}</text>')
    parts += [f'<text x="8" y="{_TOP + _STEP_Y * (i + 0.5):.0f}">{escape(w)}</text>' for i, w in enumerate(source)]
    for a, b in sorted(edges, key=lambda edge: edge in path):
        (x1, y1), (x2, y2) = at(a), at(b)
        steps = lattice.arcs[a, b].length
        bend = 0 if steps == 1 else 14 * steps
        xm, ym = (x1 + x2) / 2 + bend, (y1 + y2) / 2 - bend
        colour = "#1a7f37" if costs[a, b] < 0 else "#444" if (a, b) in path else "#bbb"
        title = f"{_edit(lattice.proposal((a, b)), source, output)} ({costs[a, b]:.10g})"
        parts.append(
            f'<path d="M{x1:.0f} {y1:.0f}Q{xm:.0f} {ym:.0f} {x2:.0f} {y2:.0f}" fill="none" stroke="{colour}" '
            f'stroke-width="{3 if (a, b) in path else 1}"><title>{escape(title)}</title></path>'
        )
        if (a, b) in path or steps == 1:
            xt, yt = (x1 + 2 * xm + x2) / 4 + 4, (y1 + 2 * ym + y2) / 4 - 4
            parts.append(f'<text x="{xt:.0f}" y="{yt:.0f}" fill="{colour}" font-size="10">{costs[a, b]:.10g}</text>')
    for vertex in lattice.vertices:
        x, y = at(vertex)
        parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4"><title>{vertex[0]},{vertex[1]}</title></circle>')
    return "\n".join([*parts, "</svg>"])
