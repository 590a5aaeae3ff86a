"""Counting on this machine: in process, or by worker processes with the same result."""

from collections.abc import Sequence
from typing import Any

from errata.corpus import Corpus, Output
from errata.documents import DocumentSet
from errata.measures.base import Measure
from errata.measures.blocks import GoldBlock, block_of
from errata.measures.tables import Table

_Job = tuple[Measure, GoldBlock | DocumentSet, Output | DocumentSet, Any]
_BLOCKS_PER_WORKER = 4


def _run(job: _Job) -> Table:
    measure, gold, output, learned = job
    return measure.count(gold, output, learned)


def count_all(
    gold: Corpus | DocumentSet,
    outputs: Sequence[Output] | Sequence[DocumentSet],
    measures: Sequence[Measure],
    workers: int = 1,
) -> list[list[Table]]:
    """Return the table of every measure (outer) and system (inner).

    With several workers the corpus is cut into blocks; tables of blocks join in file order, so the number of
    workers changes nothing but the time.
    """
    learned = [measure.prepare(gold, outputs) for measure in measures]
    if workers == 1:
        block = block_of(gold)
        return [
            [measure.count(block, output, known) for output in outputs]
            for measure, known in zip(measures, learned, strict=True)
        ]
    size = -(-len(gold) // (workers * _BLOCKS_PER_WORKER))
    starts = range(0, len(gold), size)
    blocks = [block_of(gold, start, start + size) for start in starts]
    jobs: list[_Job] = [
        (measure, block, output.part(start, start + size), known)
        for measure, known in zip(measures, learned, strict=True)
        for output in outputs
        for start, block in zip(starts, blocks, strict=True)
    ]
    tables = iter(_map(jobs, workers))
    return [[Table.concatenate([next(tables) for _ in blocks]) for _ in outputs] for _ in measures]


def _map(jobs: Sequence[_Job], workers: int) -> list[Table]:
    import multiprocessing
    import sys
    from concurrent.futures import ProcessPoolExecutor

    # Forked workers need no importable main module, so scripts without a main guard work too.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context) as pool:
        return list(pool.map(_run, jobs))
