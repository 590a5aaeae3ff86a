"""Edits counted along a band against the whole table, filled and read as the definition says."""

import random
from array import array
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.kernels.buffers import Texts
from errata.kernels.editcounts import N_COUNTS, count_edits
from errata.kernels.limits import TooLargeError
from errata.measures.wer.explain import _verdict, align

WORDS = st.lists(st.integers(0, 5), max_size=50)


def plain(reference: list[int], output: list[int]) -> list[int]:
    """Return the counts of the alignment that explanations show."""
    found = Counter(_verdict(*pair) for pair in align(list(map(str, reference)), list(map(str, output))))
    return [found["="], found["S"], found["D"], found["I"]]


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_the_band_counts_what_the_whole_table_shows(pairs: list[tuple[list[int], list[int]]]) -> None:
    """Several pairs one after the other, empty ones and unrelated ones among them."""
    references, outputs = (Texts.of(pair[side] for pair in pairs) for side in (0, 1))
    counts = count_edits(references, array("i", range(len(pairs) + 1)), outputs).tolist()
    rows = [counts[at : at + N_COUNTS] for at in range(0, len(counts), N_COUNTS)]
    assert rows == [plain(reference, output) for reference, output in pairs]


def test_small_changes_of_a_long_text_are_cheap() -> None:
    """The table would have 4·10⁹ cells, the band has few."""
    words = list(range(20_000))
    changed = [*words[:5], -1, *words[5:9_000], *words[9_003:], -2]
    found = count_edits(Texts.of([words]), array("i", [0, 1]), Texts.of([changed]), max_cells=1 << 18)
    assert found.tolist() == [19_997, 0, 3, 2]


@given(WORDS, WORDS, st.integers(1, 3000))
def test_a_limit_refuses_or_changes_nothing(reference: list[int], output: list[int], max_cells: int) -> None:
    """However far the lengths are apart."""
    expected = plain(reference, output)
    try:
        found = count_edits(Texts.of([reference]), array("i", [0, 1]), Texts.of([output]), max_cells=max_cells)
    except TooLargeError:
        assert sum(expected[1:]) > max_cells // (len(reference) + 1)
    else:
        assert found.tolist() == expected


def test_texts_too_different_to_search_are_counted_in_a_wider_band() -> None:
    """The distance is not known then; it is refused only where it is more than the band can show."""
    draw = random.Random(19)
    outcomes = Counter[str]()
    for _ in range(300):
        # Equal ends are not in the table, so there are none.
        reference, output = ([end, *draw.choices(range(3), k=draw.randint(40, 60)), end] for end in (8, 9))
        expected = plain(reference, output)
        max_cells = draw.randint(600, 3000)
        is_whole = (len(reference) + 1) * (len(output) + 1) <= max_cells
        most = max(len(reference), len(output)) if is_whole else max_cells // (len(reference) + 1)
        if sum(expected[1:]) > most:
            outcomes["refused"] += 1
            with pytest.raises(TooLargeError, match=f"differ in more than {most}:"):
                count_edits(Texts.of([reference]), array("i", [0, 1]), Texts.of([output]), max_cells=max_cells)
            continue
        is_searched = 4 * sum(expected[1:]) ** 2 <= (len(reference) + 1) * most
        outcomes["searched" if is_searched else "whole" if is_whole else "band"] += 1
        found = count_edits(Texts.of([reference]), array("i", [0, 1]), Texts.of([output]), max_cells=max_cells)
        assert found.tolist() == expected
    assert min(outcomes[name] for name in ("refused", "searched", "whole", "band")) > 10, outcomes


def test_lengths_further_apart_than_the_limit_are_refused() -> None:
    """Such as a line against one that is far longer: no diagonal within the limit joins their ends."""
    references, outputs = Texts.of([list(range(400))]), Texts.of([list(range(1000, 9000))])
    with pytest.raises(TooLargeError, match=r"400 .* against 8,000 .* in more than 24"):
        count_edits(references, array("i", [0, 1]), outputs, max_cells=10_000)


def test_pairs_too_different_are_refused() -> None:
    """By their place in the batch, with both sizes."""
    texts = [[1], list(range(90))], [[2], list(range(100, 195))]
    references, outputs = map(Texts.of, texts)
    with pytest.raises(TooLargeError, match=r"90 tokens .* against 95 .* in more than 43") as caught:
        count_edits(references, array("i", [0, 1, 2]), outputs, max_cells=4000)
    assert caught.value.index == 1
