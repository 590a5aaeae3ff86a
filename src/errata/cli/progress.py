"""A progress bar on standard error, shown once the work has taken longer than a second."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from errata.stages import Progress as Tell

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0
"""Seconds without a bar."""


@contextmanager
def progress_bar() -> Iterator[Tell]:
    """Give a function to be told (stage, done, total); the bar goes away at the end."""
    bar = _Bar()
    try:
        yield bar.tell
    finally:
        bar.stop()


class _Bar:
    def __init__(self) -> None:
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def tell(self, stage: str, done: int, total: int) -> None:
        """Show how far the work is, once it has taken long enough."""
        if self._bar is None:
            if done >= total or time.monotonic() - self._start < _PATIENCE:
                return
            self._bar = _make()
            self._task = self._bar.add_task(stage, total=total)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, description=stage, completed=done, total=total)

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


def _make() -> "Progress":
    from rich.console import Console  # 60 ms that only long work pays
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
