"""The band of the word difference holds the cheapest way of the definition, and the way back to it."""

from array import array
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from errata.kernels.buffers import zeros
from errata.kernels.worddiff import BY_INSERTION, CHANGE_AFTER_CHANGE, MATCH_AFTER_CHANGE, fill

WORD = 1 << 32
TEXTS = st.integers(1, 4).flatmap(lambda size: st.lists(st.integers(0, size - 1), max_size=9))


def least_cost(source: list[int], output: list[int], below: int, above: int) -> int:
    """The definition: `WORD` for each word deleted or inserted and 1 for each block, over all ways within the band."""

    @cache
    def rest(i: int, j: int, in_change: bool) -> int:
        if (i, j) == (len(source), len(output)):
            return 0
        ways = [never]
        if i < len(source) and j < len(output) and source[i] == output[j]:
            ways.append(rest(i + 1, j + 1, False))
        for i_next, j_next in ((i + 1, j), (i, j + 1)):
            if i_next <= len(source) and j_next <= len(output) and -below <= j_next - i_next <= above:
                ways.append(WORD + (not in_change) + rest(i_next, j_next, True))
        return min(ways)

    never = WORD * (len(source) + len(output) + 2)
    return rest(0, 0, False)


def fill_band(source: list[int], output: list[int], below: int, above: int) -> "tuple[int, array[int]]":
    """Return the cost and the cells that the kernel finds."""
    width = below + above + 1
    cells = zeros("B", (len(source) + 1) * width)
    costs = zeros("q", 4 * width)
    return fill(array("i", source), array("i", output), below, above, cells, costs, WORD), cells


def cost_of_the_way_back(source: list[int], output: list[int], below: int, above: int, cells: "array[int]") -> int:
    """Follow the cells from the end, where the last words differ, and add up what the way costs."""
    i, j, cost, in_change = len(source), len(output), 0, True
    while i or j:
        assert -below <= j - i <= above
        bits = cells[i * (below + above + 1) + j - i + below]
        if in_change:
            cost += WORD + (not bits & CHANGE_AFTER_CHANGE)
            in_change = bool(bits & CHANGE_AFTER_CHANGE)
            i, j = (i, j - 1) if bits & BY_INSERTION else (i - 1, j)
        else:
            assert source[i - 1] == output[j - 1]
            in_change = bool(bits & MATCH_AFTER_CHANGE)
            i, j = i - 1, j - 1
    return cost


@given(TEXTS, TEXTS, st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=400, deadline=None)
def test_cost_and_way_are_those_of_the_definition(source: list[int], output: list[int], more: int, less: int) -> None:
    """Bands from the narrowest that has a way, repetition and empty texts; the way back costs what it should."""
    below, above = max(len(source) - len(output), 0) + more, max(len(output) - len(source), 0) + less
    assert fill_band(source, output, below, above)[0] == least_cost(source, output, below, above)
    source, output = [*source, 8], [*output, 9]
    below, above = max(below, 1), max(above, 1)
    cost, cells = fill_band(source, output, below, above)
    assert cost == least_cost(source, output, below, above)
    assert cost_of_the_way_back(source, output, below, above, cells) == cost


def test_long_texts() -> None:
    """Every seventh word of 200 is another, every ninth is gone."""
    source = [word % 11 for word in range(200)]
    output = [word if at % 7 else 50 + at for at, word in enumerate(source) if at % 9]
    for band in (len(source) - len(output), 60, 400):
        cost, cells = fill_band([*source, 98], [*output, 99], band, band)
        assert cost == least_cost([*source, 98], [*output, 99], band, band)
        assert cost_of_the_way_back([*source, 98], [*output, 99], band, band, cells) == cost
