"""Word difference: fewest words, fewest blocks, as late as possible."""

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import sample

from errata import InputError
from errata.extract import worddiff
from errata.extract.worddiff import Block, change_blocks

WORDS = st.lists(st.sampled_from("abc"), max_size=9)


def best(source: list[str], output: list[str]) -> tuple[int, int]:
    """Return the least number of words changed, and of blocks for that, as the definition reads."""

    @cache
    def rest(i: int, j: int, in_block: bool) -> tuple[int, int]:
        if (i, j) == (len(source), len(output)):
            return 0, 0
        ways = []
        if i < len(source) and j < len(output) and source[i] == output[j]:
            ways.append(rest(i + 1, j + 1, False))
        for step in ((i + 1, j), (i, j + 1)):
            if step[0] <= len(source) and step[1] <= len(output):
                n_words, n_blocks = rest(*step, True)
                ways.append((n_words + 1, n_blocks + (not in_block)))
        return min(ways)

    return rest(0, 0, False)


def apply(source: list[str], output: list[str], blocks: list[Block]) -> list[str]:
    made, position = [], 0
    for block in blocks:
        made += source[position : block.start] + output[block.output_start : block.output_end]
        position = block.end
    return made + source[position:]


@given(WORDS, WORDS)
def test_blocks_are_the_fewest_and_make_the_output(source: list[str], output: list[str]) -> None:
    """Words first, then blocks; no block can stand later."""
    blocks = change_blocks(source, output)
    assert apply(source, output, blocks) == output
    n_words = sum(block.end - block.start + block.output_end - block.output_start for block in blocks)
    assert (n_words, len(blocks)) == best(source, output)
    for block, after in pairwise(blocks):
        assert block.end < after.start
    for block in blocks:
        if block.end < len(source) and block.output_end < len(output):
            if block.start == block.end:
                assert output[block.output_start] != output[block.output_end]
            elif block.output_start == block.output_end:
                assert source[block.start] != source[block.end]


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("", "", []),
        ("a", "a", []),
        ("", "a b", [(0, 0, 0, 2)]),
        ("a b", "", [(0, 2, 0, 0)]),
        ("x a a y", "x a y", [(2, 3, 2, 2)]),
        ("x a y", "x a a y", [(2, 2, 2, 3)]),
        ("a b c d", "a x c y", [(1, 2, 1, 2), (3, 4, 3, 4)]),
    ],
)
def test_examples(source: str, output: str, expected: list[tuple[int, ...]]) -> None:
    """Of equal words the later one is new or gone."""
    assert change_blocks(source.split(), output.split()) == expected


def test_bands_grow_until_the_change_fits() -> None:
    """Texts that differ in more words than the first band holds."""
    n = sample(400, 120)
    source = [f"w{i}" for i in range(n)]
    output = [word if i % 3 else f"v{i}" for i, word in enumerate(source)]
    assert apply(source, output, change_blocks(source, output)) == output
    other = [f"x{i}" for i in range(n)]
    assert change_blocks(source, other) == [(0, n, 0, n)]


def test_unrelated_long_texts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the table grows out of bounds."""
    monkeypatch.setattr(worddiff, "_MAX_CELLS", 1000)
    source = [f"w{i}" for i in range(100)]
    with pytest.raises(InputError, match="texts of 100 and 100 words differ in more than 0 words"):
        change_blocks(source, [f"x{i}" for i in range(100)])


def test_the_bound_counts_every_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred words of each and a band of 33: a table of 101 × 33 cells may be made, not one cell more."""
    source, output = [f"w{i}" for i in range(100)], [f"x{i}" for i in range(100)]
    for bound, tried in ((101 * 33, 32), (101 * 33 - 1, 0)):
        monkeypatch.setattr(worddiff, "_MAX_CELLS", bound)
        with pytest.raises(InputError, match=f"differ in more than {tried} words"):
            change_blocks(source, output)


def test_the_bound_is_128_megabytes() -> None:
    """8001 × 16776 cells are the first of this height that are more; they are refused before any is made."""
    source = [f"w{i}" for i in range(8000)]
    output = [f"x{i}" for i in range(8000 + 16776 - 33)]
    assert 8001 * 16775 <= 128 * 1024 * 1024 < 8001 * 16776
    with pytest.raises(InputError, match="texts of 8000 and 24743 words differ in more than 0 words"):
        change_blocks(source, output)
