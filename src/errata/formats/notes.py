"""What is odd about a file: collected while it is read or written, said in one warning for each kind; what is wrong."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from errata.errors import FormatError, InputError
from errata.findings import Finding, Place, Remedy, report
from errata.text.messages import plural

Refuse = Callable[..., None]
"""What a reader calls with what is wrong where something cannot be read, and perhaps what to do about it."""


class Notes:
    """Gathers what is odd into one finding of each kind, with where it was met first."""

    def __init__(self, name: str, unit: str = "line") -> None:
        self.name = name
        self._unit = unit
        self._kinds: dict[str, tuple[Finding, str]] = {}
        """The first of each kind, its message only where and what, and how to say a single one."""
        self._counts = Counter[str]()

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
        self._counts[kind] += 1
        if kind not in self._kinds:
            places = (Place(**{self._unit: number}),) if self._unit in Place._fields else ()
            first = Finding(code, f"{self._unit} {number}: {example}", self.name, places, hint=hint)
            self._kinds[kind] = (first, one or kind)

    @property
    def findings(self) -> list[Finding]:
        """What was noted, in the order it was met."""
        findings = []
        for kind, (first, one) in self._kinds.items():
            count = self._counts[kind]
            where = "first at" if count > 1 or one == kind else "at"
            message = f"{plural(count, one, kind)}; {where} {first.message}"
            findings.append(replace(first, message=message, count=count))
        return findings

    def warn(self) -> None:
        """Say everything."""
        for found in self.findings:
            report(found, 4)


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
