"""The banded alignment against the whole table, filled as the definition says."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import sample

from errata.extract.english import stem, word_class
from errata.extract.strings import _Words
from errata.kernels.limits import TooLargeError
from errata.kernels.wordalign import DELETED, INSERTED, N_FIELDS, SUBSTITUTED, TRANSPOSED, Aligner

COSTS = (0.499, 0.125, 0.5)
Operation = tuple[int, int, int, int, int]


def common(one: str, other: str) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for letter in one:
        new = [0]
        for at, candidate in enumerate(other):
            new.append(row[at] + 1 if letter == candidate else max(row[at + 1], new[at]))
        row = new
    return row[-1]


def substitution(one: str, other: str) -> float:
    """Return the cost of putting one word for another."""
    if one.lower() == other.lower():
        return 0.0
    cost = 0.0 if stem(one) == stem(other) else COSTS[0]
    if word_class(one) != word_class(other):
        cost += COSTS[2]
    elif word_class(one) == "open":
        cost += COSTS[1]
    one, other = one[:62], other[:62]
    total = len(one) + len(other)
    return cost + (total - 2 * common(one, other)) / total


def plain(source: Sequence[str], output: Sequence[str]) -> list[Operation]:
    """Fill the whole table and trace it back (the alignment of ERRANT)."""
    n, m = len(source), len(output)
    cost = [[0.0] * (m + 1) for _ in range(n + 1)]
    step: list[list[tuple[int, int]]] = [[(0, 1)] * (m + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        cost[i][0], step[i][0] = i, (DELETED, 1)
    for j in range(1, m + 1):
        cost[0][j], step[0][j] = j, (INSERTED, 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if source[i - 1] == output[j - 1]:
                cost[i][j] = cost[i - 1][j - 1]
                continue
            choices = [(cost[i - 1][j - 1] + substitution(source[i - 1], output[j - 1]), SUBSTITUTED, 1)]
            choices += [(cost[i][j - 1] + 1, INSERTED, 1), (cost[i - 1][j] + 1, DELETED, 1)]
            k = 1
            while k < min(i, j) and cost[i - k][j - k] != cost[i - k - 1][j - k - 1]:
                mine, theirs = source[i - k - 1 : i], output[j - k - 1 : j]
                if Counter(map(str.lower, mine)) == Counter(map(str.lower, theirs)):
                    choices.insert(0, (cost[i - k - 1][j - k - 1] + k, TRANSPOSED, k + 1))
                    break
                k += 1
            best = min(choices, key=lambda choice: choice[0])
            cost[i][j], step[i][j] = best[0], best[1:]
    found: list[Operation] = []
    i, j = n, m
    while i or j:
        kind, length = step[i][j]
        down, across = (0 if kind == INSERTED else length), (0 if kind == DELETED else length)
        i, j = i - down, j - across
        if kind:
            found.append((kind, i, down, j, across))
    return found[::-1]


def aligned(pairs: Sequence[tuple[str, str]], limit: int = 1 << 20, max_walked: int = 1 << 20) -> list[list[Operation]]:
    """Align pairs with the kernel."""
    words = _Words()
    before, after = words.flatten([pair[0] for pair in pairs]), words.flatten([pair[1] for pair in pairs])
    aligner = Aligner(limit, max_walked)
    flat = aligner.align(before.ids, before.bounds, after.ids, after.bounds, words.described, COSTS)
    found: list[list[Operation]] = [[] for _ in pairs]
    for at in range(0, len(flat), N_FIELDS):
        pair, kind, start, length, output_start, out_length = flat[at : at + N_FIELDS]
        found[pair].append((kind, start, length, output_start, out_length))
    return found


WORDS = st.sampled_from(
    ["a", "The", "the", "dog", "dogs", "Dog", "go", "goes", "went", ".", ",", "é", "ée", "狗", "to", "x" * 70, "x" * 80]
)
TEXTS = st.lists(WORDS, max_size=9).map(" ".join)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_the_band_holds_what_the_whole_table_holds(pairs: list[tuple[str, str]]) -> None:
    """Any words, repeated, reordered, in other case, long or foreign; several pairs one after the other."""
    assert aligned(pairs) == [plain(source.split(), output.split()) for source, output in pairs]


@settings(max_examples=sample(40, 5))
@given(st.lists(WORDS, max_size=20), st.lists(WORDS, max_size=60))
def test_narrow_bands_widen(source: list[str], output: list[str]) -> None:
    """Texts so different that the first band cannot hold the path."""
    assert aligned([(" ".join(source), " ".join(output))]) == [plain(source, output)]


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("a b c", "a b c", []),
        ("", "", []),
        ("", "a b", [(INSERTED, 0, 0, 0, 1), (INSERTED, 0, 0, 1, 1)]),
        ("a b", "", [(DELETED, 0, 1, 0, 0), (DELETED, 1, 1, 0, 0)]),
        ("a b", "x a b", [(INSERTED, 0, 0, 0, 1)]),
        ("she Go home", "she go home", [(SUBSTITUTED, 1, 1, 1, 1)]),
        ("only i can", "i can only", [(TRANSPOSED, 0, 3, 0, 3)]),
        ("Only i can", "i Can only .", [(TRANSPOSED, 0, 3, 0, 3), (INSERTED, 3, 0, 3, 1)]),
    ],
)
def test_worked_examples(source: str, output: str, expected: list[Operation]) -> None:
    """Each operation once."""
    assert aligned([(source, output)]) == [expected]


def test_texts_too_large_to_align_are_refused() -> None:
    """Never taken for one replacement; a small difference in a long text is no trouble, nor is what comes after."""
    source = " ".join(f"w{n}" for n in range(60))
    output = " ".join(["w0", *(f"v{n}" for n in range(70)), "w59"])
    with pytest.raises(TooLargeError, match=r"59 words of the source against 71 .* at most 2,000 are filled") as caught:
        aligned([("a", "b"), (source, output)], limit=2000)
    assert caught.value.index == 1
    assert aligned([(source, source.replace("w30 ", ""))], limit=2000) == [[(DELETED, 30, 1, 30, 0)]]


def test_too_much_disorder_is_refused() -> None:
    """The steps are counted for each pair by itself."""
    words = [f"w{number}" for number in range(40)]
    pair = (" ".join(words), " ".join(words[::-1]))
    with pytest.raises(TooLargeError, match=r"40 words of the source against 40 .* more than 1,000 steps") as caught:
        aligned([("a", "b"), pair], max_walked=1000)
    assert caught.value.index == 1
    many = [("a b c", "b a c")] * 1000
    assert aligned(many, max_walked=1000) == [[(TRANSPOSED, 0, 2, 0, 2)]] * 1000


def test_disorder_is_looked_for_within_fifty_words() -> None:
    """A block of that length that only its order tells apart is found, a longer one is not."""
    for n, is_found in ((50, True), (51, False)):
        words = [chr(0x4E00 + number) for number in range(n)]
        [operations] = aligned([(" ".join(words), " ".join(words[::-1]))])
        assert (operations == [(TRANSPOSED, 0, n, 0, n)]) is is_found
