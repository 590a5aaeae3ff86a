"""Counting on this machine: in process, or by worker processes with the same result."""

from collections.abc import Iterator, Sequence

from errata.errors import WorkerError
from errata.measures.base import Measure
from errata.measures.blocks import GoldBlock
from errata.measures.tables import Table
from errata.model import Corpus, Output
from errata.stages import Progress, told

_Job = tuple[Measure, GoldBlock, Output, object]
_BLOCKS_PER_WORKER = 4
_BLOCK = 512
"""Sentences in a block where someone wants to see progress."""


def _run(job: _Job) -> Table:
    measure, gold, output, learned = job
    return measure.count(gold, output, learned)


def count_all(
    gold: Corpus,
    outputs: Sequence[Output],
    measures: Sequence[Measure],
    workers: int = 1,
    progress: Progress | None = None,
) -> list[list[Table]]:
    """Return the table of every measure (outer) and system (inner).

    With several workers, or to tell of progress, the corpus is cut into blocks; tables of blocks join in file order,
    so neither changes anything but the time.
    """
    learned = [measure.prepare(gold, outputs) for measure in measures]
    if workers == 1 and progress is None:
        block = GoldBlock.of(gold)
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
    counted = map(_run, jobs) if workers == 1 else _map(jobs, workers)
    tables = told(counted, "counting", len(gold) * len(parts) * len(measures), len, progress)
    return [[Table.concatenate([next(tables) for _ in blocks]) for _ in outputs] for _ in measures]


def _map(jobs: Sequence[_Job], workers: int) -> Iterator[Table]:
    import multiprocessing
    import sys
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Forked workers need no importable main module, so scripts without a main guard work too.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    try:
        with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context) as pool:
            yield from pool.map(_run, jobs)
    except BrokenProcessPool:
        raise WorkerError(
            "a worker process ended before its work was done, killed perhaps because memory ran out; take fewer "
            "workers (with 1, everything is counted in this process)"
        ) from None
