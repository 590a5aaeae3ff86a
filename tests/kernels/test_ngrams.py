"""The n-gram kernel against the definition."""

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from errata.kernels.buffers import Texts
from errata.kernels.fscores import cumulative_f, mean_references
from errata.kernels.ngrams import count_matches, count_merged, count_regions
from errata.measures.green.measure import cumulate, f_score


def ngrams(text: Sequence[int], order: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(text[i : i + order]) for i in range(len(text) - order + 1))


def naive_regions(source: Sequence[int], output: Sequence[int], reference: Sequence[int], order: int) -> list[int]:
    """Count the seven regions of one order as the table in docs/green.md says (equations 1 to 7)."""
    in_source, in_output, in_reference = (ngrams(text, order) for text in (source, output, reference))
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


def naive_matches(
    source: Sequence[int], output: Sequence[int], reference: Sequence[int], n: int, surplus: bool
) -> list[int]:
    """Count GLEU's vector of one reference as docs/gleu.md defines it."""
    row = [len(output), len(reference)]
    for order in range(1, n + 1):
        s, h, r = (ngrams(text, order) for text in (source, output, reference))
        if surplus:
            penalty = sum(max(0, min(h[x], s[x]) - r[x]) for x in h)
        else:
            penalty = sum(min(h[x], s[x]) for x in s if x not in r)
        row += [max(0, (h & r).total() - penalty), max(0, len(output) - order + 1)]
    return row


def naive_merged(source: Sequence[int], output: Sequence[int], references: Sequence[list[int]], n: int) -> list[int]:
    """Count the terms of the 2015 formula by its definition."""
    lengths = [len(reference) for reference in references]
    row = [len(output), min(lengths, key=lambda length: abs(length - len(output)))]
    for order in range(1, n + 1):
        s, h = ngrams(source, order), ngrams(output, order)
        r: Counter[tuple[int, ...]] = Counter()
        for reference in references:
            r |= ngrams(reference, order)
        row += [
            sum(min(h[x], r[x]) for x in r if x not in s),
            (h & r).total(),
            sum(min(h[x], s[x]) for x in s if x not in r),
            max(0, len(output) - order + 1),
        ]
    return row


Sentences = list[tuple[list[int], list[int], list[list[int]]]]


def buffers(sentences: Sentences) -> "tuple[Texts, array[int], Texts]":
    """Lay sentences out as the kernels want them."""
    gold = Texts.of(text for source, _, references in sentences for text in (source, *references))
    first = array("i", [0, *accumulate(1 + len(references) for _, _, references in sentences)])
    return gold, first, Texts.of(output for _, output, _ in sentences)


def kernel_rows(sentences: Sentences, n: int) -> "array[int]":
    return count_regions(*buffers(sentences), n)


TOKENS = st.lists(st.integers(0, 4) | st.sampled_from([70_000, 2**31 - 1]), max_size=12)
SENTENCES = st.lists(st.tuples(TOKENS, TOKENS, st.lists(TOKENS, min_size=1, max_size=3)), max_size=4)


@given(SENTENCES, st.integers(1, 6))
def test_kernel_counts_what_the_definition_says(sentences: Sentences, n: int) -> None:
    """Repetition, emptiness and large ids included; any number of sentences and references."""
    expected = [
        count
        for source, output, references in sentences
        for reference in references
        for order in range(1, n + 1)
        for count in naive_regions(source, output, reference, order)
    ]
    assert kernel_rows(sentences, n).tolist() == expected


@given(TOKENS, st.lists(TOKENS, min_size=3, max_size=5), TOKENS, st.integers(1, 6))
def test_what_all_texts_begin_and_end_with_counts_too(
    head: list[int], middles: list[list[int]], tail: list[int], n: int
) -> None:
    """As the definition says, though not looked up; also where ends overlap, or there is nothing else."""
    source, output, *references = [head + middle + tail for middle in middles]
    expected = [
        count
        for reference in references
        for order in range(1, n + 1)
        for count in naive_regions(source, output, reference, order)
    ]
    assert kernel_rows([(source, output, references)], n).tolist() == expected


@given(SENTENCES, st.integers(1, 6), st.booleans())
def test_kernel_counts_gleu_as_the_definition_says(sentences: Sentences, n: int, surplus: bool) -> None:
    """A row for each reference, by either penalty."""
    expected = [
        count
        for source, output, references in sentences
        for reference in references
        for count in naive_matches(source, output, reference, n, surplus)
    ]
    assert count_matches(*buffers(sentences), n, surplus).tolist() == expected


@given(SENTENCES, st.integers(1, 6))
def test_kernel_merges_references_as_the_definition_says(sentences: Sentences, n: int) -> None:
    """A row for each sentence."""
    expected = [count for sentence in sentences for count in naive_merged(*sentence, n)]
    assert count_merged(*buffers(sentences), n).tolist() == expected


@given(SENTENCES, st.integers(1, 4))
def test_gleu_and_green_count_the_same_ngrams(sentences: Sentences, n: int) -> None:
    """GLEU's numerator before the cut is TK + TI - UD of GREEN, its denominator TK + TI + OI + UD."""
    regions = kernel_rows(sentences, n)
    matches = count_matches(*buffers(sentences), n, True)
    for row in range(len(regions) // (7 * n)):
        for order in range(n):
            tk, _, ti, _, oi, ud, _ = regions[7 * (row * n + order) : 7 * (row * n + order + 1)]
            at = row * (2 + 2 * n) + 2 + 2 * order
            assert matches[at : at + 2].tolist() == [max(0, tk + ti - ud), tk + ti + oi + ud]


def test_very_long_sentences() -> None:
    """Thousands of tokens, few and many different ones."""
    source = [i * i % 97 for i in range(3000)]
    output = [i % 5 for i in range(2500)]
    reference = list(range(3500))
    expected = [count for order in (1, 2, 3) for count in naive_regions(source, output, reference, order)]
    assert kernel_rows([(source, output, [reference])], 3).tolist() == expected


@given(SENTENCES, st.integers(1, 5), st.sampled_from([0.0, 0.5, 1.0, 2.0, 1e150]))
def test_kernel_f_equals_the_plain_formula_bit_by_bit(sentences: Sentences, n: int, beta: float) -> None:
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


@given(SENTENCES, st.integers(1, 5), st.sampled_from([0.0, 0.5, 1.0, 2.0, 1e150]))
def test_kernel_means_over_references_equal_the_plain_ones_bit_by_bit(
    sentences: Sentences, n: int, beta: float
) -> None:
    """Counts are summed; F, precision and recall of each reference are added in order and divided by their number."""
    rows = kernel_rows(sentences, n)
    bounds = array("i", [0, *accumulate(len(references) for _, _, references in sentences)])
    width, expected = 7 * n, []
    for first, stop in pairwise(bounds):
        own = [rows[width * row : width * (row + 1)] for row in range(first, stop)]
        last = [cumulate(row)[-1] for row in own]
        values = [(f_score(mean.precision, mean.recall, beta), mean.precision, mean.recall) for mean in last]
        for column in zip(*own, strict=True):
            expected.append(float(sum(column)))
        for value in zip(*values, strict=True):
            total = 0.0
            for item in value:
                total += item
            expected.append(total / len(value))
    assert mean_references(rows, n, beta, bounds).tolist() == expected


def test_thousands_of_references_take_no_more_than_their_tokens() -> None:
    """Each is counted as if it stood alone; a table of all n-grams in all texts would have 10⁹ cells."""
    source = list(range(34))
    references = [[*source[: at % 34], 1000 + at, *source[at % 34 + 1 :]] for at in range(8_000)]
    rows = kernel_rows([(source, [*source[:33], 99], references)], 4)
    matches = count_matches(*buffers([(source, [*source[:33], 99], references)]), 4, False)
    for at in (0, 33, 7_999):
        alone: Sentences = [(source, [*source[:33], 99], [references[at]])]
        assert rows[28 * at : 28 * (at + 1)] == kernel_rows(alone, 4)
        assert matches[10 * at : 10 * (at + 1)] == count_matches(*buffers(alone), 4, False)
