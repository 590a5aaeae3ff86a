"""What other packages offer by entry points; anything unusable is skipped with a warning."""

from collections.abc import Callable, Container
from importlib.metadata import EntryPoint
from typing import Any, TypeVar

from errata.findings import Finding, report

T = TypeVar("T")
_told: set[str] = set()


def load_plugins(group: str, taken: Container[str], check: Callable[[Any], T]) -> dict[str, T]:
    """Return the targets of a group's entry points by name.

    Names that are `taken` remain errata's. `check` returns what was found or raises an error; that, and
    any error while a package is imported, only affects that package.
    """
    import importlib.metadata

    found: dict[str, T] = {}
    for point in importlib.metadata.entry_points(group=group):
        if point.name in taken:
            _leave_out(point, "errata has its own of that name; rename it")
        elif point.name in found:
            _leave_out(point, "another package offers one of that name; uninstall one of them")
        else:
            try:
                found[point.name] = check(point.load())
            except (Exception, SystemExit) as error:  # whatever a stranger's package may raise
                _leave_out(point, f"{type(error).__name__}: {error}; update or uninstall the package")
    return found


def _leave_out(point: EntryPoint, why: str) -> None:
    """Warn once per process about skipped plug-ins; a command may look for them several times."""
    package = f" of the package {point.dist.name}" if point.dist else ""
    message = f"the plug-in {point.name} = {point.value} ({point.group}){package} is ignored: {why}"
    if message not in _told:
        _told.add(message)
        report(Finding("plug-in", message), 4)
