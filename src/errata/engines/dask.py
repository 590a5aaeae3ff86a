"""Counting parts on a Dask cluster: a running one given by its address, or processes on this machine."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from errata.errors import FileError, MissingExtraError, WorkerError

if TYPE_CHECKING:
    from errata.engines.stream import Run

_WAITING_PER_WORKER = 16
"""Parts handed out per worker before the first of them must be done."""
_RETRIES = 3
_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


@contextmanager
def by_cluster(address: str | None, workers: int) -> "Iterator[Run]":
    """Return a function that has Dask workers count parts, reading their own byte ranges.

    The files must have the same paths on the workers. A part whose worker dies is counted by another.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise MissingExtraError("engine dask needs Dask; pip install 'errata[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.ERROR)  # what matters is raised
    cluster = None
    try:
        if address is None:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        client: Any = Client(cluster if cluster is not None else address, timeout="10s")
    except (OSError, ValueError) as error:
        raise FileError(f"no Dask cluster answers at {address}: {error}; check the address") from None
    try:
        yield lambda count, parts: _run(client, count, parts)
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def _run(client: Any, count: Callable[[_Given], _Made], parts: Iterable[_Given]) -> Iterator[_Made]:
    from distributed import KilledWorker

    waiting: deque[Any] = deque()
    n_workers = max(1, len(client.scheduler_info()["workers"]))
    try:
        for part in parts:
            waiting.append(client.submit(count, part, retries=_RETRIES, pure=False))
            if len(waiting) > _WAITING_PER_WORKER * n_workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except KilledWorker as error:
        raise WorkerError(f"several Dask workers died over one part of the texts: {error}") from None
    except FileNotFoundError as error:
        raise FileError(f"a Dask worker cannot find {error.filename}; files must have the same path there") from None
    finally:
        for future in waiting:
            future.cancel()
