"""Sums over picked rows against the plain sum."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from errata.measures.data import Table


@given(st.integers(1, 4), st.lists(st.integers(1, 3), max_size=6), st.data())
def test_picked_rows_are_summed(width: int, n_rows: list[int], data: st.DataObject) -> None:
    """The kernel for integers, and the plain way for other numbers, give what adding the rows gives."""
    bounds = array("i", [sum(n_rows[:i]) for i in range(len(n_rows) + 1)])
    cells = data.draw(st.lists(st.integers(-(2**40), 2**40), min_size=bounds[-1] * width, max_size=bounds[-1] * width))
    picks = array("i", [data.draw(st.integers(0, n - 1)) for n in n_rows])
    columns = tuple(f"c{i}" for i in range(width))
    whole, real = (Table(columns, array(code, cells), bounds, [None] * bounds[-1]) for code in "qd")
    expected = whole.total(first + pick for first, pick in zip(bounds, picks, strict=False))
    assert whole.total_picked(picks) == expected
    assert real.total_picked(picks) == expected
