"""The numbers of the original programs, and our comparison with them, by `errata selftest` and the tests.

A measure's package has its cases in `golden.json`, even if it is in another package, offered by entry point:

    origin        which programs the numbers come from
    tolerances    name → rel, absolute, and why numbers need not be equal to the last bit
    comparisons   name → list of comparisons, each with the fields of `checking.Comparison`; `within` names a tolerance
    groups        each with what it is compared `on`, its `settings` by name (`cases.Setting`; by default one with all
                  the numbers of a case), the list of what to `compare` in settings without one, and its `cases`

A case has the fields of `cases.Case`. One with a list `each` of names and values represents as many cases, with the
values in place of {name}. Cases compared on "shipped cases" contain all they need; the files named in other groups
are in the folder that a user gives. For what paths cannot express, the package may have a module `originals.py` with
functions: of a `cases.Run`, for what an original prints in addition to scores, and of paths, to read its files.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from errata.golden.cases import SHIPPED, cases, measures
from errata.golden.checking import Check, Checks
from errata.records import dataclass

__all__ = ["Verdict", "judge", "measures"]


@dataclass(frozen=True)
class Verdict:
    """How many numbers of a measure were compared on some data, and which do not agree."""

    measure: str
    corpus: str
    n_numbers: int
    differences: tuple[Check, ...]

    @classmethod
    def of(cls, measure: str, corpus: str, checks: Checks) -> "Verdict":
        """Process checks, keeping only those that do not agree."""
        n_numbers, differences = 0, []
        for item in checks:
            n_numbers += 1
            if not item.agrees:
                differences.append(item)
        return cls(measure, corpus, n_numbers, tuple(differences))


def judge(data: Path | None = None, names: Sequence[str] = ()) -> Iterator[Verdict]:
    """Yield verdicts measure by measure: on the cases that ship with errata and, given a folder of data, on corpora."""
    for name in names or measures():
        for corpus, found in cases(name).items():
            if data is not None or corpus == SHIPPED:
                yield Verdict.of(name, corpus, chain.from_iterable(case.check(data) for case in found))
