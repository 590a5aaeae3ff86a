"""The numbers of the original programs, and the comparison of ours with them: one module a measure, cases in `data`.

The tests and `errata selftest` use the same checks. A module has `shipped()`, the checks of the cases that
come with the package, and `corpora(data)`, those on CoNLL-2014 and JFLEG for who has these and the numbers for them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from errata.golden.checking import Check, Checks

MEASURES = ("m2", "imeasure", "green", "gleu", "errant", "cleme", "difficulty", "hoo")


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


def judge(data: Path | None = None, measures: Sequence[str] = MEASURES) -> Iterator[Verdict]:
    """Yield verdicts measure by measure: on the cases that ship and, with a folder of data, on corpora."""
    for name in measures:
        module = import_module(f"errata.golden.{name}")
        yield Verdict.of(name, "shipped cases", module.shipped())
        if data is not None:
            for corpus, checks in module.corpora(data):
                yield Verdict.of(name, corpus, checks)
