"""Tables of counts: joined, summed, averaged."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.measures.data import Selections, Table, mean_counts, mean_values, rows_of_sentences

TWO = Table(("a", "b"), array("q", [1, 2, 3, 4, 5, 6]), array("i", [0, 2, 3]), [0, 1, 0])


def test_tables_of_blocks_join_in_order() -> None:
    """Rows keep their sentences and labels."""
    one = Table(("a", "b"), array("q", [1, 2, 3, 4]), array("i", [0, 2]), [0, 1])
    two = Table(("a", "b"), array("q", [5, 6]), array("i", [0, 1, 1]), [0])
    joined = Table.concatenate([one, two])
    assert joined.counts.tolist() == [1, 2, 3, 4, 5, 6]
    assert joined.bounds.tolist() == [0, 2, 3, 3]
    assert list(joined.labels) == [0, 1, 0]
    assert len(joined) == 3
    assert joined.total([0, 2]) == [6, 8]
    assert joined.total([]) == [0, 0]
    assert one.counts.tolist() == [1, 2, 3, 4], "the parts stay as they were"


def test_joined_tables_keep_their_notes() -> None:
    """Of rows or sentences, one after the other; what concerns all rows is the first one's."""
    one = Table(("a",), array("q", [1]), array("i", [0, 1]), [0], ["x"], "basis")
    two = Table(("a",), array("q", [2]), array("i", [0, 1]), [0], ["y"], "basis")
    joined = Table.concatenate([one, two])
    assert (joined.notes, joined.basis) == (["x", "y"], "basis")
    assert Table.concatenate([one]) is one


@given(st.lists(st.lists(st.integers(-9, 9), min_size=1, max_size=3), max_size=5), st.data())
def test_picked_rows_are_summed_alike_whatever_they_hold(sentences: list[list[int]], data: st.DataObject) -> None:
    """By the kernel for integers, by plain addition for others."""
    picks = array("i", [data.draw(st.integers(0, len(rows) - 1)) for rows in sentences])
    bounds = array("i", [0])
    for rows in sentences:
        bounds.append(bounds[-1] + len(rows))
    cells = [cell for rows in sentences for row in rows for cell in (row, 2 * row)]
    expected = [factor * sum(rows[pick] for rows, pick in zip(sentences, picks, strict=True)) for factor in (1, 2)]
    for kind in "qd":
        counts: array[int] | array[float] = array(kind, cells)
        assert Table(("a", "b"), counts, bounds, [None] * bounds[-1]).total_picked(picks) == expected


def test_the_rows_that_speak_for_a_sentence() -> None:
    """The chosen one; all of them where there are several selections."""
    assert list(rows_of_sentences(TWO, [1, 2])) == [[1], [2]]
    assert list(rows_of_sentences(TWO, Selections([array("i", [0, 0])]))) == [range(2), range(2, 3)]


def test_means() -> None:
    """A mean of counts is an integer where it is one; values are added exactly before they are divided."""
    assert mean_counts([[1, 2, 0.5], [2, 4, 1.5]]) == [1.5, 3, 1]
    assert isinstance(mean_counts([[2], [4]])[0], int)
    assert mean_values([{"f": 0.1}] * 10) == {"f": 0.1}
    with pytest.raises(ValueError, match="shorter"):
        mean_counts([[1, 2], [1]])
