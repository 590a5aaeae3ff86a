"""Counting on this machine: in process, or by worker processes with the same result."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from errata.errors import WorkerError
from errata.measures.base import Measure
from errata.measures.data import GoldBlock, Table
from errata.model import Corpus, Output
from errata.records import dataclass
from errata.stages import Progress, heard_by, told

_Job = tuple[Measure, GoldBlock, Output, object]
_Given = TypeVar("_Given")
_Made = TypeVar("_Made")
_BLOCKS_PER_WORKER = 4
_WAITING_PER_WORKER = 8
"""Jobs handed out before the first of them must be done."""
_BLOCK = 512
"""Sentences per block if progress is shown."""


def _run(job: _Job) -> Table:
    measure, gold, output, learned = job
    return measure.count(gold, output, learned)


def count_all(
    gold: Corpus,
    outputs: Sequence[Output],
    measures: Sequence[Measure],
    workers: int = 1,
    progress: Progress | None = None,
    known: GoldBlock | None = None,
) -> list[list[Table]]:
    """Return the table of every measure (outer) and system (inner).

    With several workers, or to report progress, the corpus is split into blocks; their tables are joined in file order,
    so the result is the same. `known` is the whole gold as a block, if it has been prepared before.
    """
    with heard_by(progress):
        learned = [measure.prepare(gold, outputs) for measure in measures]
    if workers == 1 and progress is None:
        block = known or GoldBlock.of(gold)
        return [
            [measure.count(block, output, known) for output in outputs]
            for measure, known in zip(measures, learned, strict=True)
        ]
    size = _BLOCK if workers == 1 else -(-len(gold) // (workers * _BLOCKS_PER_WORKER))
    starts = range(0, len(gold), size)
    blocks = [GoldBlock.of(gold, start, start + size) for start in starts]
    parts = [[output.part(start, start + size) for start in starts] for output in outputs]
    jobs: list[_Job] = [
        (measure, block, part, known)
        for measure, known in zip(measures, learned, strict=True)
        for output in parts
        for block, part in zip(blocks, output, strict=True)
    ]
    counted = map(_run, jobs) if workers == 1 else in_workers(_run, jobs, min(workers, len(jobs)))
    tables = told(counted, "counting", len(gold) * len(parts) * len(measures), len, progress)
    return [[Table.concatenate([next(tables) for _ in blocks]) for _ in outputs] for _ in measures]


def in_workers(count: Callable[[_Given], _Made], jobs: Iterable[_Given], workers: int) -> Iterator[_Made]:
    """Have processes do jobs and yield their results in order; few wait at a time, however many there are."""
    import multiprocessing
    import sys
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Forked workers need no importable main module, so scripts without a main guard work too.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    try:
        others = set(multiprocessing.active_children())
        with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_work) as pool:
            waiting: deque[Future[_Made]] = deque()
            try:
                for job in jobs:
                    waiting.append(pool.submit(_work, count, job))
                    if len(waiting) > _WAITING_PER_WORKER * workers:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            except (KeyboardInterrupt, SystemExit, GeneratorExit):  # nobody waits for what may take minutes
                for worker in set(multiprocessing.active_children()) - others:
                    _interrupt(worker.pid)
                raise
            finally:
                for future in waiting:
                    future.cancel()
    except BrokenProcessPool:
        raise WorkerError(
            "a worker process ended before its work was done, perhaps killed because memory ran out; use fewer "
            "workers (with 1, everything is counted in this process)"
        ) from None


@dataclass
class _Interruption:
    """Whether this worker counts just now, and whether it was told to stop.

    A worker that ends while it returns a result would leave the parent waiting for the rest of it; so Ctrl-C only ends
    the counting.
    """

    may_raise: bool = False
    has_come: bool = False

    def come(self, *_: object) -> None:
        """Handle the signal."""
        self.has_come = True
        if self.may_raise:
            raise KeyboardInterrupt


_INTERRUPTION = _Interruption()


def _work(count: Callable[[_Given], _Made], job: _Given) -> _Made:
    """Do a job in a worker, unless it is to stop."""
    _INTERRUPTION.may_raise = True
    try:
        if _INTERRUPTION.has_come:
            raise KeyboardInterrupt
        return count(job)
    finally:
        _INTERRUPTION.may_raise = False


def _interrupt(process: int | None) -> None:
    """Have a worker stop what it does."""
    import os
    import signal

    if os.name == "posix" and process is not None:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGINT)


def _begin_work() -> None:
    """Prepare this worker: Ctrl-C only stops its counting, and it ends with its parent instead of waiting forever."""
    import os
    import signal
    from multiprocessing import connection, parent_process
    from threading import Thread

    signal.signal(signal.SIGINT, _INTERRUPTION.come)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()
    keep_memory()


def keep_memory() -> None:
    """Make glibc keep freed memory for the next part, which needs as much: for processes of our own.

    It saves a tenth of a worker's time.
    """
    import ctypes
    import sys

    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        trim_threshold, mmap_threshold = -1, -3
        libc.mallopt(trim_threshold, 1 << 28)
        libc.mallopt(mmap_threshold, 1 << 25)
