"""Systems that do nearly the same, which bends weights learned from them."""

from collections.abc import Sequence

from errata.findings import Finding
from errata.model import Output

NEARLY = 0.9
"""Two systems are nearly the same when this part of their edits agrees (twice the shared ones by the sum of both)."""


def find_alike(outputs: Sequence[Output]) -> list[tuple[float, tuple[str, ...]]]:
    """Return groups of systems that make (nearly) the same edits, with the least likeness in each.

    A system belongs to a group when it is like its first member. Types of edits do not matter.
    """
    edits = {output.name: _edits(output) for output in outputs}
    # A likeness of at least `NEARLY` needs sets of about one size, so only neighbours by size are compared.
    order = sorted(edits, key=lambda name: len(edits[name]))
    taken: set[str] = set()
    groups = []
    for place, first in enumerate(order):
        if first in taken:
            continue
        members, least = [first], 1.0
        for other in order[place + 1 :]:
            if len(edits[first]) < len(edits[other]) * NEARLY / (2 - NEARLY):
                break
            likeness = _likeness(edits[first], edits[other])
            if other not in taken and likeness >= NEARLY:
                members.append(other)
                least = min(least, likeness)
        if len(members) > 1:
            taken.update(members)
            groups.append((least, tuple(name for name in edits if name in members)))
    return groups


def _edits(output: Output) -> set[tuple[int, int, int, str]]:
    return {
        (index, edit.start, edit.end, edit.written) for index, edits in enumerate(output.edits or ()) for edit in edits
    }


def _likeness(one: set[tuple[int, int, int, str]], other: set[tuple[int, int, int, str]]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def describe_alike(outputs: Sequence[Output]) -> list[Finding]:
    """Say which systems do (nearly) the same, and what that does to weights."""
    findings = []
    for least, names in find_alike(outputs):
        same = "the same edits" if least == 1 else f"nearly the same edits ({least:.0%} shared)"
        message = (
            f"{', '.join(names)} make {same}; what they agree on counts as easier than it is. Keep one of them, or "
            "give weights"
        )
        findings.append(Finding("alike-systems", message, count=len(names)))
    return findings


def break_even(n_solved: int, n_alike: int, n_systems: int) -> float:
    """Return how many errors solved by no other system outweigh `n_solved` ones that `n_alike` equal systems solve.

    With one system against N − 1 equal ones this is MR / (N − 1) (section 5.2 of the paper): an error solved by all of
    those weighs 1 − (N − 1)/N, one solved by the other alone 1 − 1/N.

    >>> break_even(1170, 9, 10)
    130.0
    """
    return n_solved * (n_systems - n_alike) / (n_systems - 1)
