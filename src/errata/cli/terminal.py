"""Terminal capabilities and user preferences, and the messages printed along with a result."""

import os
import sys
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from errata.findings import INFO, ErrataWarning, Finding, as_finding
from errata.kernels import sums
from errata.text.messages import printable

if TYPE_CHECKING:
    import rich.progress

    from errata.stages import Progress

_PATIENCE = 1.0
"""Seconds before a progress bar appears."""


def has_colour(path: str | None = None) -> bool:
    """Tell whether to use colours: on a terminal, unless the user disables or forces them (NO_COLOR, FORCE_COLOR)."""
    if path is not None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def watched(quiet: bool) -> "AbstractContextManager[Progress | None]":
    """Return a progress bar, None if no one would see it."""
    return nullcontext() if quiet or not sys.stderr.isatty() else progress_bar()


@contextmanager
def progress_bar() -> Iterator["Progress"]:
    """Return a function to call with (stage, done, total); the bar disappears at the end."""
    bar = _Bar()
    try:
        yield bar.tell
    finally:
        bar.stop()


class _Bar:
    def __init__(self) -> None:
        self._start = time.monotonic()
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def tell(self, stage: str, done: int, total: int) -> None:
        """Show the progress, once the work has taken long enough."""
        if self._bar is None:
            if done >= total or time.monotonic() - self._start < _PATIENCE:
                return
            self._bar = _make()
            self._task = self._bar.add_task(stage, total=total)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, description=stage, completed=done, total=total)

    def stop(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()


def _make() -> "rich.progress.Progress":
    from rich.console import Console  # 60 ms that only long work pays
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def catching_findings() -> Iterator[list[Finding]]:
    """Return a list that holds the warnings, without duplicates, when the work is done."""
    findings: list[Finding] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        yield findings
    findings += {found.command_line: found for found in (as_finding(item.message) for item in caught)}.values()


def in_words(findings: Iterable[Finding]) -> list[str]:
    """Return the command-line wording of findings."""
    return [found.command_line for found in findings]


def tell(text: str) -> None:
    """Print a message to standard error, safe for a terminal."""
    print(f"errata: {printable(text)}", file=sys.stderr)


def show_findings(findings: Sequence[Finding], quiet: bool = False) -> None:
    """Print warnings to standard error."""
    if not quiet:
        for found in findings:
            tell_finding(found)


def tell_finding(found: Finding) -> None:
    """Print a finding to standard error: as a note if it reports what was requested, otherwise as a warning."""
    from errata.codes import NOTES

    is_note = found.code in NOTES and found.severity == INFO
    tell(f"{'note' if is_note else 'warning'}: {found.command_line}")


def show_left_out(names: Sequence[str], extract: str | None, quiet: bool) -> None:
    """Print to standard error which measures do not fit the input, if none was requested by name."""
    if not names or quiet:
        return
    from errata.measures import get_measure

    known = [get_measure(name) for name in names]
    wanting = [item for item in known if (item.needs_gold_edits or item.needs_output_edits) and item.min_outputs == 1]
    if wanting and extract is None:
        which = "them" if len(wanting) == len(known) else ", ".join(item.name for item in wanting)
        hint = f"add --extract errata for {which}"
    else:
        hint = "--measure NAME says why"
    tell(f"skipped {', '.join(names)}: the files do not fit ({hint})")


def put(text: str, path: str | None = None) -> None:
    """Print a result, or write it to a file."""
    if path is None:
        print(text)
        return
    from errata.formats.writing import write_lines

    write_lines(path, text.split("\n"))


def show(text: str, findings: Sequence[Finding], quiet: bool, path: str | None = None) -> None:
    """Print a result, or write it to a file, after printing warnings to standard error."""
    show_first(findings, quiet)
    put(text, path)


def show_first(findings: Sequence[Finding], quiet: bool) -> None:
    """Print what precedes a result: that kernels are slow, and warnings."""
    if not sums.COMPILED and sys.stderr.isatty() and not quiet:
        tell("the kernels are interpreted, 3 to 30 times slower than compiled")
    show_findings(findings, quiet)
