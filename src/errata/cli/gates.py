"""Conditions that make a run fail in continuous integration: low scores, and warnings."""

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from errata.cli.terminal import in_words, tell
from errata.errors import InputError
from errata.findings import INFO, Finding
from errata.measures import parse_measure
from errata.measures.data import Score
from errata.text.messages import quote

if TYPE_CHECKING:
    from argparse import ArgumentParser

FAILED = 1
REFUSED = 2


def add_gates(parser: "ArgumentParser") -> None:
    """Add the conditions that make a run fail."""
    add = parser.add_argument
    add(
        "--fail-under",
        metavar="MEASURE=X",
        action="append",
        default=[],
        help="exit with status 1 if a system scores below X, such as m2=0.35 (above X where lower is better); repeat "
        "for more measures",
    )
    add(
        "--strict",
        action="store_true",
        help="treat warnings as errors: print them, print no result, exit with status 2",
    )


def parse_bounds(texts: Iterable[str]) -> dict[str, float]:
    """Return the bound of each measure, under its name or its name with options.

    >>> parse_bounds(["m2=0.35", "green:unit=char=.8"])
    {'m2': 0.35, 'green:unit=char': 0.8}
    """
    bounds: dict[str, float] = {}
    for text in texts:
        name, _, value = text.rpartition("=")
        try:
            bound = float(value)
        except ValueError:
            bound = math.nan
        if not name or not math.isfinite(bound):
            raise InputError(f"--fail-under takes MEASURE=X, such as m2=0.35, not {quote(text)}")
        if name in bounds:
            raise InputError(f"--fail-under names {name} twice; give one bound for each measure")
        bounds[name] = bound
    return bounds


def shortfalls(scores: Sequence[Score], bounds: dict[str, float]) -> list[str]:
    """Return messages about scores below their bounds; refuse bounds for measures that were not run."""
    found = []
    for name, bound in bounds.items():
        members = _called(scores, name)
        if members[0].better == "higher" and abs(bound) > 1:
            raise InputError(f"--fail-under {name}={bound:g}: scores go up to 1; for {bound:g} % write {bound / 100:g}")
        for score in members:
            sign = 1 if score.better == "higher" else -1
            if not sign * score.score >= sign * bound:  # so an undefined score falls short
                side = "below" if sign > 0 else "above"
                shown = f"{score.score:.6g}"
                if float(shown) == bound:
                    shown = repr(score.score)  # only the last digits differ
                found.append(f"{score.system}: {score.title} is {shown}, {side} {bound:g}")
    return found


def _called(scores: Sequence[Score], name: str) -> list[Score]:
    """Return the scores of a measure, named as in the tables, with its options, or by its name alone."""
    members = [score for score in scores if score.title == name]
    if not members and ":" in name:
        measure = parse_measure(name)
        members = [score for score in scores if score.made_by == measure]
    members = members or [score for score in scores if score.measure == name]
    titles = list(dict.fromkeys(score.title for score in members))
    if len(titles) == 1:
        return members
    known = ", ".join(dict.fromkeys(score.title for score in scores))
    what = "names several settings" if titles else "is not among the scores"
    raise InputError(f"--fail-under {name}: {name} {what}; there are: {known}")


def is_refused(findings: Sequence[Finding], strict: bool) -> bool:
    """Tell whether warnings count as errors and there are some; print them in that case."""
    grave = [found for found in findings if found.severity != INFO] if strict else []
    for said in in_words(grave):
        tell(f"error: {said}")
    return bool(grave)


def fail(short: Sequence[str]) -> int:
    """Report failed conditions, and return the exit status of the run."""
    for said in short:
        tell(f"failed: {said}")
    return FAILED if short else 0
