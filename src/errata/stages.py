"""Long work done in stages, and how it tells of them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Progress = Callable[[str, int, int], None]
"""Told the stage ("extracting edits", "counting", "drawing samples", "swapping"), how much of it is done, and of how
much."""

_T = TypeVar("_T")
_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)


@contextmanager
def heard_by(progress: Progress | None) -> Iterator[None]:
    """Have `progress` told of stages far below, such as the work of a model, while the block runs.

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
    """Tell whoever listens how far a stage is."""
    if listener := _listener.get():
        listener(stage, done, total)


def told(
    parts: Iterable[_T], stage: str, total: int, size: Callable[[_T], int], progress: Progress | None
) -> Iterator[_T]:
    """Yield the parts of a stage, telling after each how much is done; `size` is how much a part holds.

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
