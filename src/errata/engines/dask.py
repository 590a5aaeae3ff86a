"""Counting parts on a Dask cluster: a running one given by its address, or processes on this machine."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

from errata.errors import FileError, MissingExtraError, WorkerError

if TYPE_CHECKING:
    from errata.engines.stream import Run

_WAITING_PER_WORKER = 16
"""Parts handed out per worker before the first of them must be done."""
_RETRIES = 3
_PATIENCE = 10
"""Seconds to wait for an answer, and for a worker."""
_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


@contextmanager
def by_cluster(address: str | None, workers: int) -> "Iterator[Run]":
    """Return a function that has Dask workers count parts, reading their own byte ranges.

    The files must have the same paths on the workers. A part whose worker dies is counted by another.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("engine dask needs Dask; pip install 'errata[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.ERROR)  # what matters is raised
    with _own_cluster(workers) if address is None else nullcontext(address) as cluster:
        try:
            client: Any = Client(cluster, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise FileError(f"no Dask cluster answers at {address}: {error}; check the address") from None
        try:
            _wait_for_workers(client, address)
            yield lambda count, parts: _run(client, count, parts)
        finally:
            client.close()


def _wait_for_workers(client: Any, address: str | None) -> None:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise WorkerError(
            f"the Dask scheduler at {address or 'this machine'} has no workers; start some with `dask worker`"
        ) from None


@contextmanager
def _own_cluster(workers: int) -> "Iterator[Any]":
    """Start processes on this machine, which leave no files behind, and leave it to this one to tell of Ctrl-C."""
    import signal
    from tempfile import TemporaryDirectory
    from threading import current_thread, main_thread

    import dask
    from distributed import LocalCluster

    with (
        TemporaryDirectory(prefix="errata-dask-", ignore_cleanup_errors=True) as folder,
        dask.config.set(temporary_directory=folder),
    ):
        is_main = current_thread() is main_thread()  # no other thread may set signals
        before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
        try:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        finally:
            if is_main:
                signal.signal(signal.SIGINT, before)
        with cluster:
            yield cluster


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
