"""How the doctor gathers the findings of a file: those of one kind become one."""

from collections.abc import Iterable, Sequence

from errata.errors import ErrataError
from errata.findings import NOWHERE, REMEMBERED, SEVERITIES, Finding, Place, Remedy
from errata.records import replace


class Findings:
    """Gathers what is found in one file, one finding for each code, or for each message of `add_all`."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._of_code: dict[str, Finding] = {}
        self._whole: list[Finding] = []

    def add(
        self,
        code: str,
        message: str,
        place: Place = NOWHERE,
        *,
        severity: str | None = None,
        hint: Remedy | None = None,
    ) -> None:
        """Note one more of a kind; only the message of the first is kept."""
        known = self._of_code.get(code)
        if known is None:
            known = Finding(code, message, self._file, count=0, hint=hint, level=severity)
        is_kept = place != NOWHERE and len(known.places) < REMEMBERED
        places = (*known.places, place) if is_kept else known.places
        self._of_code[code] = replace(known, places=places, count=known.count + 1)

    def add_error(self, code: str, error: ErrataError) -> None:
        """Note that something was refused, and why."""
        self.add(code, error.what, hint=error.remedy)

    def include(self, found: Finding) -> None:
        """Note what somebody else found in this file."""
        self._whole.append(replace(found, file=self._file))

    def add_all(self, code: str, message: str, places: Sequence[Place] = ()) -> None:
        """Note something that shows in several places and is said once."""
        self._whole.append(Finding(code, message, self._file, tuple(places[:REMEMBERED]), max(1, len(places))))

    @property
    def codes(self) -> set[str]:
        """The codes found so far."""
        return {*self._of_code, *(finding.code for finding in self._whole)}

    def gathered(self) -> list[Finding]:
        """Return the findings, the bad ones first, then by place."""
        found = [*self._of_code.values(), *self._whole]
        return sorted(found, key=lambda item: (SEVERITIES.index(item.severity), item.line or 0))


def count_severities(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts
