"""What a finding is, and how findings of one kind are gathered into one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)
"""From bad to harmless: what makes a score wrong or impossible, what may, and what is good to know."""

_REMEMBERED = 10
"""So many places of a finding are kept; the rest are counted."""


class Place(NamedTuple):
    """Where something was found: line of the file and sentence, both from 1, where they are known."""

    line: int | None = None
    sentence: int | None = None


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd about a file: a code, how bad it is, in words, where, and how often.

    The message is about the first place; `places` are the first few of all `count`. `index` names an edit that has a
    name, as those of HOO documents do.
    """

    code: str
    severity: str
    message: str
    file: str = ""
    places: tuple[Place, ...] = ()
    count: int = 1
    index: str | None = None

    @property
    def line(self) -> int | None:
        """The line of the file where it was found first."""
        return self.places[0].line if self.places else None

    @property
    def sentence(self) -> int | None:
        """The sentence where it was found first."""
        return self.places[0].sentence if self.places else None

    @property
    def remedy(self) -> str:
        """What to do about it."""
        from errata.check.codes import CODES

        return CODES[self.code].remedy


class Findings:
    """Gathers what is found in one file, one finding for each code, or for each message of `add_all`."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._first: dict[str, tuple[str, str]] = {}
        self._places: dict[str, list[Place]] = {}
        self._counts: dict[str, int] = {}
        self._whole: list[Finding] = []

    def add(self, code: str, message: str, place: Place = NOWHERE, *, severity: str | None = None) -> None:
        """Note one more of a kind; only the message of the first is kept."""
        if code not in self._first:
            self._first[code] = (severity or severity_of(code), message)
            self._places[code], self._counts[code] = [], 0
        self._counts[code] += 1
        if len(self._places[code]) < _REMEMBERED and place != NOWHERE:
            self._places[code].append(place)

    def add_all(self, code: str, message: str, places: Sequence[Place] = ()) -> None:
        """Note something that shows in several places and is said once."""
        shown = tuple(places[:_REMEMBERED])
        self._whole.append(Finding(code, severity_of(code), message, self._file, shown, max(1, len(places))))

    @property
    def codes(self) -> set[str]:
        """The codes found so far."""
        return {*self._first, *(finding.code for finding in self._whole)}

    def gathered(self) -> list[Finding]:
        """Return the findings, the bad ones first, then by place."""
        each = [
            Finding(code, severity, message, self._file, tuple(self._places[code]), self._counts[code])
            for code, (severity, message) in self._first.items()
        ]
        return sorted([*each, *self._whole], key=lambda found: (SEVERITIES.index(found.severity), found.line or 0))


def severity_of(code: str) -> str:
    """Return how bad a finding of that code is unless said otherwise."""
    from errata.check.codes import CODES

    return CODES[code].severity


def count_severities(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts
