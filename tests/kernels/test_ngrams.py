"""The n-gram kernel against the definition."""

import math
from array import array
from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from errata.kernels.ngrams import count_regions, cumulative_f
from errata.measures.green import cumulate, f_score


def naive_regions(source: Sequence[int], output: Sequence[int], reference: Sequence[int], order: int) -> list[int]:
    """Count the seven regions of one order as the specification's table says."""

    def ngrams(text: Sequence[int]) -> Counter[tuple[int, ...]]:
        return Counter(tuple(text[i : i + order]) for i in range(len(text) - order + 1))

    in_source, in_output, in_reference = map(ngrams, (source, output, reference))
    regions = [0] * 7
    for x in in_source | in_output | in_reference:
        s, c, r = in_source[x], in_output[x], in_reference[x]
        amounts = (
            min(s, r, c),
            max(0, s - max(r, c)),
            max(0, min(r, c) - s),
            max(0, min(s, r) - c),
            max(0, c - max(s, r)),
            max(0, min(s, c) - r),
            max(0, r - max(s, c)),
        )
        regions = [total + amount for total, amount in zip(regions, amounts, strict=True)]
    return regions


Texts = list[tuple[list[int], list[int], list[list[int]]]]


def kernel_rows(sentences: Texts, n: int) -> "array[int]":
    """Lay sentences out as the kernel wants them and count."""
    gold, gold_bounds, first = array("i"), array("i", [0]), array("i", [0])
    out, out_bounds = array("i"), array("i", [0])
    for source, output, references in sentences:
        for text in (source, *references):
            gold.extend(text)
            gold_bounds.append(len(gold))
        first.append(len(gold_bounds) - 1)
        out.extend(output)
        out_bounds.append(len(out))
    return count_regions(gold, gold_bounds, first, out, out_bounds, n)


TOKENS = st.lists(st.integers(0, 4) | st.sampled_from([70_000, 2**31 - 1]), max_size=12)
SENTENCES = st.lists(st.tuples(TOKENS, TOKENS, st.lists(TOKENS, min_size=1, max_size=3)), max_size=4)


@given(SENTENCES, st.integers(1, 6))
def test_kernel_counts_what_the_definition_says(sentences: Texts, n: int) -> None:
    """Repetition, emptiness and large ids included; any number of sentences and references."""
    expected = [
        count
        for source, output, references in sentences
        for reference in references
        for order in range(1, n + 1)
        for count in naive_regions(source, output, reference, order)
    ]
    assert kernel_rows(sentences, n).tolist() == expected


def test_very_long_sentences() -> None:
    """Thousands of tokens, few and many different ones."""
    source = [i * i % 97 for i in range(3000)]
    output = [i % 5 for i in range(2500)]
    reference = list(range(3500))
    expected = [count for order in (1, 2, 3) for count in naive_regions(source, output, reference, order)]
    assert kernel_rows([(source, output, [reference])], 3).tolist() == expected


@given(SENTENCES, st.integers(1, 5), st.sampled_from([0.0, 0.5, 1.0, 2.0, 1e150]))
def test_kernel_f_equals_the_plain_formula_bit_by_bit(sentences: Texts, n: int, beta: float) -> None:
    """F over 1…k for falling k, the same doubles as the plain functions give."""
    rows = kernel_rows(sentences, n)
    got = cumulative_f(rows, n, beta)
    width = 7 * n
    expected = []
    for start in range(0, len(rows), width):
        means = cumulate(rows[start : start + width])
        expected += [f_score(mean.precision, mean.recall, beta) for mean in reversed(means)]
    assert got.tolist() == expected
    assert all(math.isfinite(value) for value in got)
