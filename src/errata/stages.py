"""Long work done in stages, and progress reports."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Progress = Callable[[str, int, int], None]
"""Called with the stage ("extracting edits", "counting", "drawing samples", "swapping"), the amount done, and the
total."""

_T = TypeVar("_T")
_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)


@contextmanager
def heard_by(progress: Progress | None) -> Iterator[None]:
    """Send `progress` reports of stages far below, such as the work of a model, while the block runs.

    >>> with heard_by(print):
    ...     tell("encoding", 1, 2)
    encoding 1 2
    """
    before = _listener.set(progress)
    try:
        yield
    finally:
        _listener.reset(before)


def tell(stage: str, done: int, total: int) -> None:
    """Report the progress of a stage to any listener."""
    if listener := _listener.get():
        listener(stage, done, total)


def told(
    parts: Iterable[_T], stage: str, total: int, size: Callable[[_T], int], progress: Progress | None
) -> Iterator[_T]:
    """Yield the parts of a stage, reporting progress after each; `size` is the size of a part.

    >>> list(told(["ab", "c"], "reading", 3, len, print))
    reading 2 3
    reading 3 3
    ['ab', 'c']
    """
    done = 0
    for part in parts:
        done += size(part)
        if progress:
            progress(stage, done, total)
        yield part
