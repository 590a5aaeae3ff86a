"""Which annotator M² chooses for each sentence: the kernel against the definition."""

from array import array
from itertools import accumulate

from hypothesis import example, given
from hypothesis import strategies as st

from errata.kernels.fscores import best_running_rows
from errata.measures.data import Table
from errata.measures.m2.measure import choose_plainly

ROW = st.tuples(*[st.integers(0, 3)] * 3)
SENTENCES = st.lists(st.lists(ROW, min_size=1, max_size=4), max_size=6)
TOTALS = st.tuples(*[st.integers(0, 5)] * 3)


@given(SENTENCES, st.sampled_from([0.0, 0.5, 1.0, 2.0, 1e-9, 1e9]), st.booleans(), TOTALS)
@example([[(1, 1, 1), (2, 2, 2)], [(0, 0, 0), (0, 1, 0), (0, 0, 0)]], 0.5, False, (0, 0, 0))
def test_the_kernel_chooses_as_the_definition_does(
    sentences: list[list[tuple[int, int, int]]], beta: float, alone: bool, totals: tuple[int, int, int]
) -> None:
    """Ties too: most edits met, then fewest in all, then the first."""
    counts = array("q", [count for rows in sentences for row in rows for count in row])
    bounds = array("i", accumulate(map(len, sentences), initial=0))
    table = Table(("correct", "proposed", "gold"), counts, bounds, [None] * bounds[-1])
    expected = choose_plainly(table, beta, alone, totals)
    assert best_running_rows(counts, bounds, beta, alone, totals).tolist() == expected
