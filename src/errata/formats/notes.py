"""What is odd about a file: collected while it is read or written, said in one warning for each kind; what is wrong."""

from collections.abc import Callable
from warnings import warn

from errata.errors import ErrataWarning, FormatError, InputError
from errata.text.plurals import plural


class Notes:
    """Counts oddities by kind and remembers where each was met first."""

    def __init__(self, name: str, unit: str = "line") -> None:
        self.name = name
        self._unit = unit
        self._kinds: dict[str, tuple[int, str, str]] = {}

    def add(self, kind: str, number: int, example: str, *, one: str = "") -> None:
        """Note one more of a kind, with the number of its line; `one` is said instead of the kind where it is alone."""
        count, first, _ = self._kinds.get(kind, (0, f"{self._unit} {number}: {example}", ""))
        self._kinds[kind] = (count + 1, first, one or kind)

    def warn(self) -> None:
        """Say everything."""
        for kind, (count, first, one) in self._kinds.items():
            said = plural(count, one, kind)
            where = f"first at {first}" if count > 1 or one == kind else f"at {first}"
            warn(f"{self.name}: {said}; {where}", ErrataWarning, stacklevel=4)


def refusing(errors: str, what: str) -> Callable[[str], None]:
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

    def refuse(message: str) -> None:
        if errors == "strict":
            raise FormatError(message) from None
        warn(f"{message}; the {what} was left out", ErrataWarning, stacklevel=3)

    return refuse
