"""The kernel of GAIN against the definition."""

from array import array
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.test_ngrams import SENTENCES, TOKENS, Sentences, kernel_rows

from errata.kernels.gains import keep_agreeing, weigh_changes
from errata.measures.gain.constants import Constants
from errata.measures.gain.measure import Basis, weigh

SHARES = st.lists(st.floats(0, 1), min_size=8, max_size=8)
NEEDS = st.lists(st.just(0.0) | st.floats(0.01, 40), min_size=4, max_size=4)


@given(SENTENCES, st.integers(1, 4), SHARES, NEEDS)
def test_kernel_weighs_as_the_plain_function_does_bit_by_bit(
    sentences: Sentences, n: int, shares: Sequence[float], needs: Sequence[float]
) -> None:
    """Gain, earned and cost of every row, before its counts."""
    costs = [(shares[2 * order], shares[2 * order + 1]) for order in range(n)]
    constants = Constants("word", "overlap", tuple(costs), tuple(costs), tuple(needs[:n]))
    basis = Basis(constants, tuple(costs), tuple(costs), tuple(costs))
    rows = kernel_rows(sentences, n)
    expected: list[float] = []
    for start in range(0, len(rows), 7 * n):
        row = rows[start : start + 7 * n]
        expected += [1.0, *weigh(row, basis).values()]
        for order in range(n):
            expected += row[7 * order + 1 : 7 * order + 5]
    flat = array("d", [cost for pair in costs for cost in pair])
    assert weigh_changes(rows, n, flat, array("d", needs[:n])).tolist() == expected


def agreeing(references: Sequence[list[int]], source: list[int], own: int, n: int) -> list[int]:
    """Return the row of a reference against the other that agrees best with it, looking at every other."""
    best: tuple[int, int] | None = None
    kept: list[int] = []
    for other, reference in enumerate(references):
        if other == own:
            continue
        row = kernel_rows([(source, references[own], [reference])], n).tolist()
        cells = [row[7 * order + 1 : 7 * order + 5] for order in range(n)]
        true, false = sum(sum(cell[:2]) for cell in cells), sum(sum(cell[2:]) for cell in cells)
        if best is None or (-true, false) < best:
            best = (-true, false)
            kept = [true, false, *(count for cell in cells for count in cell)]
    return kept


@given(
    st.integers(2, 4).flatmap(
        lambda k: st.lists(st.tuples(TOKENS, st.lists(TOKENS, min_size=k, max_size=k)), min_size=1, max_size=3)
    ),
    st.integers(1, 3),
)
def test_kernel_keeps_the_reference_that_agrees_best(
    sentences: list[tuple[list[int], list[list[int]]]], n: int
) -> None:
    """Each pair is counted once and serves both ways; the first of equals wins."""
    n_references = len(sentences[0][1])
    best = array("q", [-1]) * ((2 + 4 * n) * n_references * len(sentences))
    for own in range(n_references - 1):
        counts = kernel_rows([(source, texts[own], texts[own + 1 :]) for source, texts in sentences], n)
        keep_agreeing(counts, n, n_references, own, best)
    expected = [
        cell for source, texts in sentences for own in range(n_references) for cell in agreeing(texts, source, own, n)
    ]
    assert best.tolist() == expected


def test_nothing_is_no_row() -> None:
    """Empty buffers are taken."""
    assert weigh_changes(array("q"), 2, array("d", [0] * 4), array("d", [0] * 2)) == array("d")
    keep_agreeing(array("q"), 2, 2, 0, array("q"))
