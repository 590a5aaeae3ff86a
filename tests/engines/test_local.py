"""Counting in one process or several."""

import os
import signal
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import pytest
from tests.support import PARTLY_ANNOTATED, run, write_file

from errata import Corpus, Green, WorkerError
from errata.engines.local import count_all
from errata.measures.tables import Table
from errata.model import Output


def tables(gold: Corpus, outputs: dict[str, list[str]], workers: int) -> list[list[Table]]:
    return count_all(
        gold, [Output(name, lines) for name, lines in outputs.items()], [Green(n=2), Green(unit="char", n=3)], workers
    )


@pytest.mark.parametrize("workers", [2, 5])
def test_any_number_of_workers_gives_the_same_tables(workers: int) -> None:
    """Also more workers than sentences, and annotators absent from whole blocks."""
    outputs = {"one": ["a y", "z", "e f"], "two": ["", "z d", "e e"]}
    for mine, alone in zip(
        tables(PARTLY_ANNOTATED, outputs, workers), tables(PARTLY_ANNOTATED, outputs, 1), strict=True
    ):
        for one, two in zip(mine, alone, strict=True):
            assert one.counts.tolist() == two.counts.tolist()
            assert one.bounds.tolist() == two.bounds.tolist()
            assert list(one.labels) == list(two.labels)
            assert one.columns == two.columns


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_tells_of_every_sentence_and_changes_nothing(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are told of as they are counted, the last time with the whole."""
    monkeypatch.setattr("errata.engines.local._BLOCK", 2)
    outputs = [Output("one", ["a y", "z", "e f"]), Output("two", ["", "z d", "e e"])]
    measures = [Green(n=2), Green(unit="char", n=3)]
    told: list[tuple[str, int, int]] = []
    watched = count_all(PARTLY_ANNOTATED, outputs, measures, workers, lambda *progress: told.append(progress))
    assert told[-1] == ("counting", 12, 12)
    assert [done for _, done, _ in told] == sorted({done for _, done, _ in told})
    assert len(told) >= 8
    for mine, alone in zip(watched, count_all(PARTLY_ANNOTATED, outputs, measures), strict=True):
        for one, two in zip(mine, alone, strict=True):
            assert (one.counts.tolist(), one.bounds.tolist()) == (two.counts.tolist(), two.bounds.tolist())


def _die_in_a_worker(*_: object) -> Any:
    assert parent_process(), "only workers count here"
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the change below reaches forked workers only")
def test_a_killed_worker_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is printed but the message, and no number of the other workers."""
    monkeypatch.setattr(Green, "count", _die_in_a_worker)
    with pytest.raises(WorkerError, match="a worker process ended before its work was done"):
        tables(PARTLY_ANNOTATED, {"one": ["a y", "z", "e f"]}, 2)
    write = write_file(tmp_path)
    gold = write("gold.m2", "S a b\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n\n" * 30)
    out = write("out.txt", "a b\n" * 30)
    ran = run("score", str(gold), str(out), "--measure", "green", "--workers", "2")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].startswith("errata: error: a worker process ended before its work was done")
