"""How the doctor collects the findings of a file: those of one kind are combined."""

from collections.abc import Iterable, Sequence

from errata.errors import ErrataError
from errata.findings import NOWHERE, REMEMBERED, SEVERITIES, Finding, Place, Remedy
from errata.records import replace


class Findings:
    """Collects the findings of one file, one for each code, or for each message of `add_all`."""

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
        """Add one occurrence; only the first message of a kind is kept."""
        known = self._of_code.get(code)
        if known is None:
            known = Finding(code, message, self._file, count=0, hint=hint, level=severity)
        is_kept = place != NOWHERE and len(known.places) < REMEMBERED
        places = (*known.places, place) if is_kept else known.places
        self._of_code[code] = replace(known, places=places, count=known.count + 1)

    def add_error(self, code: str, error: ErrataError) -> None:
        """Add a refusal, with its reason."""
        self.add(code, error.what, hint=error.remedy)

    def include(self, found: Finding) -> None:
        """Add a finding about this file from elsewhere."""
        self._whole.append(replace(found, file=self._file))

    def add_all(self, code: str, message: str, places: Sequence[Place] = ()) -> None:
        """Add a finding with several places and one message."""
        self._whole.append(Finding(code, message, self._file, tuple(places[:REMEMBERED]), max(1, len(places))))

    @property
    def codes(self) -> set[str]:
        """The codes found so far."""
        return {*self._of_code, *(finding.code for finding in self._whole)}

    def gathered(self) -> list[Finding]:
        """Return the findings, most severe first, then by place."""
        found = [*self._of_code.values(), *self._whole]
        return sorted(found, key=lambda item: (SEVERITIES.index(item.severity), item.line or 0))


def count_severities(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts
