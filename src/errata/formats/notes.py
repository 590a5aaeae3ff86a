"""What is odd about a file: collected while it is read or written, said in one warning for each kind; what is wrong."""

from dataclasses import dataclass
from typing import Protocol

from errata.errors import FormatError, InputError
from errata.findings import Finding, Place, Remedy, report
from errata.text.plurals import plural


class Refuse(Protocol):
    """What a reader calls where something cannot be read."""

    def __call__(self, message: str, hint: Remedy | None = None) -> None:
        """Say what is wrong, and what to do."""


class Notes:
    """Gathers what is odd into one finding of each kind, with where it was met first."""

    def __init__(self, name: str, unit: str = "line") -> None:
        self.name = name
        self._unit = unit
        self._kinds: dict[str, _Kind] = {}

    def add(
        self,
        kind: str,
        number: int,
        example: str,
        *,
        one: str = "",
        code: str = "reader-note",
        hint: Remedy | None = None,
    ) -> None:
        """Note one more of a kind, with the number of its line; `one` is said instead of the kind where it is alone."""
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = _Kind(code, number, example, one or kind, hint)
        known.count += 1

    @property
    def findings(self) -> list[Finding]:
        """What was noted, in the order it was met."""
        return [self._finding(kind, known) for kind, known in self._kinds.items()]

    def _finding(self, kind: str, known: "_Kind") -> Finding:
        first = "first at" if known.count > 1 or known.one == kind else "at"
        message = f"{plural(known.count, known.one, kind)}; {first} {self._unit} {known.number}: {known.example}"
        places = (Place(**{self._unit: known.number}),) if self._unit in Place._fields else ()
        return Finding(known.code, message, self.name, places, known.count, hint=known.hint)

    def warn(self) -> None:
        """Say everything."""
        for found in self.findings:
            report(found, 4)


@dataclass(slots=True)
class _Kind:
    """One kind of oddity: what is said of the first, and how many there are."""

    code: str
    number: int
    example: str
    one: str
    hint: Remedy | None
    count: int = 0


def refusing(errors: str, what: str) -> Refuse:
    """Return what a reader calls where something cannot be read: it raises, or warns that this is left out.

    `errors` is "strict" or "warn", `what` is the thing that is then left out.

    >>> refuse = refusing("strict", "document")
    >>> refuse("a.json, line 2: no text")
    Traceback (most recent call last):
    ...
    errata.errors.FormatError: a.json, line 2: no text
    """
    if errors not in {"strict", "warn"}:
        raise InputError(f"errors is {errors!r}; it takes strict or warn")

    def refuse(message: str, hint: Remedy | None = None) -> None:
        if errors == "strict":
            raise FormatError(message, hint) from None
        report(Finding("left-out", f"{message}; the {what} was left out", hint=hint), 3)

    return refuse
