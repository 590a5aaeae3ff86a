"""Readers of tables take time in proportion to their input: four times as much takes not much more than four times."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from tests.support import write_file

from errata.formats import get_format

_MOST = 9
"""Linear work takes 4 times as long, quadratic work 16 times."""


def _layers(n: int) -> str:
    return ",".join(f'{{"annotator":"{number}","edits":[]}}' for number in range(n))


INPUTS: dict[str, tuple[str, int, Callable[[int], str]]] = {
    "a cell of many lines": ("csv", 50_000, lambda n: 'source\n"' + "a\n" * n + '"\n'),
    "many columns": ("csv", 10_000, lambda n: "source," + ",".join(map(str, range(n))) + "\n" + "a," * n + "a\n"),
    "many references": (
        "tsv",
        10_000,
        lambda n: "source\t" + "\t".join(f"reference_{k + 1}" for k in range(n)) + "\n" + "a\t" * n + "a\n",
    ),
    "many annotators": (
        "jsonl",
        10_000,
        lambda n: f'{{"format":"gec-jsonl/1","text":"a","annotations":[{_layers(n)}]}}\n',
    ),
    "many annotators in a table": (
        "csv",
        5_000,
        lambda n: "text,annotator,start,end,unit\n" + "".join(f"a,x{k},0,1,token\n" for k in range(n)),
    ),
    "many brackets": ("jsonl", 20_000, lambda n: '{"source": "a", "x": [' + "[]," * n + "[]]}\n"),
}


@pytest.mark.parametrize("name", INPUTS)
def test_readers_are_linear(name: str, tmp_path: Path) -> None:
    """By processor time, the best of three, so that a busy machine does not matter."""
    form, n, make = INPUTS[name]
    taken = []
    for size in (n, 4 * n):
        path = write_file(tmp_path)(f"{size}.{form}", make(size))
        times = []
        for _ in range(3):
            began = process_time()
            assert len(list(get_format(form).read_items(path))) == 1
            times.append(process_time() - began)
        taken.append(min(times))
    assert taken[1] < _MOST * max(taken[0], 0.005)
