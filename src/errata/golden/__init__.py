"""The numbers of the original programs, and the comparison of ours with them, by `errata selftest` and the tests.

A measure's package has its cases in `golden.json`, also where it is another's, offered by entry point:

    origin        which programs the numbers are of
    tolerances    name → rel, absolute, and why numbers need not be equal to the last bit
    comparisons   name → list of comparisons, each with the fields of `checking.Comparison`; `within` names a tolerance
    groups        each with what it is compared `on`, its `settings` by name (`cases.Setting`; without, one that has all
                  the numbers of a case), the list of what to `compare` in those that have none, and its `cases`

A case has the fields of `cases.Case`. One with a list `each` of names and values stands for as many cases, with the
values in place of {name}. What is compared on "shipped cases" has all it needs in the file; the files that other groups
name are in the folder that a user gives. For what cannot be said by paths the package may have a module `originals.py`
with functions: of a `cases.Run`, for what an original prints and a score has not, and of paths, to read its files.
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
        """Go through checks, keeping only what does not agree."""
        n_numbers, differences = 0, []
        for item in checks:
            n_numbers += 1
            if not item.agrees:
                differences.append(item)
        return cls(measure, corpus, n_numbers, tuple(differences))


def judge(data: Path | None = None, names: Sequence[str] = ()) -> Iterator[Verdict]:
    """Yield verdicts measure by measure: on the cases that ship and, with a folder of data, on corpora."""
    for name in names or measures():
        for corpus, found in cases(name).items():
            if data is not None or corpus == SHIPPED:
                yield Verdict.of(name, corpus, chain.from_iterable(case.check(data) for case in found))
