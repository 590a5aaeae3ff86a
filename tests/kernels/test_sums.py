"""Sums over picked rows against the plain sum."""

from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.kernels.sums import scale_words, sift_words
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


@pytest.mark.parametrize("n_choices", [1, 2, 3, 4, 7, 8, 100, 65_537])
def test_random_words_become_the_choices_that_python_makes(n_choices: int) -> None:
    """One by one, from the same generator: `int(random() * k)` takes two words, bits of their own one."""
    n_words = 64
    words = array("I", Random(5).getrandbits(32 * n_words).to_bytes(4 * n_words, "little"))
    generator = Random(5)
    assert list(scale_words(words, n_choices)) == [int(generator.random() * n_choices) for _ in range(n_words // 2)]
    generator = Random(5)
    numbers = [generator.getrandbits(n_choices.bit_length()) for _ in range(n_words)]
    assert list(sift_words(words, n_choices)) == [number for number in numbers if number < n_choices]


def test_no_random_words_become_no_choices() -> None:
    """The generator is asked for none where a text has no lines."""
    assert list(scale_words(array("I"), 2)) == list(sift_words(array("I"), 2)) == []
