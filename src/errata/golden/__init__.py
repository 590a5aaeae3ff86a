"""The numbers of the original programs, and the comparison of ours with them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from errata.golden.cases import SHIPPED, cases, measures
from errata.golden.checking import Check, Checks

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
