"""A Dask cluster of two processes gives what one process gives, also where a worker dies."""

import json
from pathlib import Path

import pytest
from tests.engines.test_stream import MEASURES, score, write

from errata.engines import parts, stream
from errata.engines.stream import Files, count_files, index_file
from errata.kernels import words
from errata.measures import parse_measure

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.skipif(not words.COMPILED, reason="whole files of lines, byte by byte"),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # of Dask and what it rests on
]


def test_a_cluster_gives_the_same_to_the_last_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores, counts, fingerprints and warnings, from a cluster that is made for the run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stream, "PART", 16)
    write(tmp_path)
    made, whole = score("dask", "--workers", "2"), score("local")
    assert json.loads(made.out) == json.loads(whole.out)
    assert made == whole


def test_a_scheduler_without_workers_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would ever count."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("errata.engines.dask._PATIENCE", 1)
    write(tmp_path)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, processes=False) as cluster:
        made = score(f"dask:{cluster.scheduler_address}")
    assert (made.status, made.out, "has no workers; start some with `dask worker`" in made.err) == (2, "", True)


def test_a_worker_that_is_killed_costs_a_retry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parts are counted by another; the run goes on."""
    monkeypatch.setattr(stream, "PART", 16)
    write(tmp_path, n=2000)
    paths = [str(tmp_path / f"{name}.txt") for name in ("src", "ref0", "ref1", "out", "two")]
    files = Files(tuple(map(index_file, paths)), 2000, 2)
    work = parts.Work(tuple(map(parse_measure, MEASURES)), 2, ("out", "two"), True, False)
    alone = count_files(files, work, stream.in_process)
    from errata.engines.dask import by_cluster

    killed: list[int] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:

        def watch(stage: str, done: int, total: int) -> None:
            if done >= total // 5 and not killed:
                worker = next(iter(cluster.workers.values()))
                killed.append(worker.pid)
                worker.process.process.kill()

        with by_cluster(cluster.scheduler_address, 2) as run:
            made = count_files(files, work, run, watch)
    assert killed
    assert (made.counts, made.digest) == (alone.counts, alone.digest)
