"""Counting in one process or several."""

import pytest
from tests.test_corpus import CORPUS

from errata import Corpus, Green
from errata.corpus import Output
from errata.engines.local import count_all
from errata.measures.tables import Table


def tables(gold: Corpus, outputs: dict[str, list[str]], workers: int) -> list[list[Table]]:
    return count_all(
        gold, [Output(name, lines) for name, lines in outputs.items()], [Green(n=2), Green(unit="char", n=3)], workers
    )


@pytest.mark.parametrize("workers", [2, 5])
def test_any_number_of_workers_gives_the_same_tables(workers: int) -> None:
    """Also more workers than sentences, and annotators absent from whole blocks."""
    outputs = {"one": ["a y", "z", "e f"], "two": ["", "z d", "e e"]}
    for mine, alone in zip(tables(CORPUS, outputs, workers), tables(CORPUS, outputs, 1), strict=True):
        for one, two in zip(mine, alone, strict=True):
            assert one.counts.tolist() == two.counts.tolist()
            assert one.bounds.tolist() == two.bounds.tolist()
            assert list(one.labels) == list(two.labels)
            assert one.columns == two.columns
