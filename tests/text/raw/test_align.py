"""The longest common subsequence, in one way."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from errata.text.raw.align import link

TEXTS = st.integers(1, 4).flatmap(lambda size: st.text(st.sampled_from("abcd"[:size]), max_size=12))


def n_common(one: str, other: str) -> int:
    """The definition of the length of the longest common subsequence."""

    @cache
    def rest(i: int, j: int) -> int:
        if i == len(one) or j == len(other):
            return 0
        if one[i] == other[j]:
            return 1 + rest(i + 1, j + 1)
        return max(rest(i + 1, j), rest(i, j + 1))

    return rest(0, 0)


@given(TEXTS, TEXTS)
def test_as_many_units_are_matched_as_can_be(source: str, output: str) -> None:
    """In order, equal with equal, and no alignment has more."""
    links, is_aligned = link(source, output, 1000)
    matched = [(place, at) for at, place in enumerate(links) if place >= 0]
    assert is_aligned
    assert matched == sorted(matched)
    assert len({place for place, _ in matched}) == len(matched) == n_common(source, output)
    assert all(source[place] == output[at] for place, at in matched)


def test_the_limit_leaves_what_both_begin_and_end_with() -> None:
    """One replaced unit takes a deletion and an insertion: the third round finds it, two rounds do not."""
    assert link("abcXdef", "abcYdef", 3) == ([0, 1, 2, -1, 4, 5, 6], True)
    assert link("abcXdef", "abcYdef", 2) == ([0, 1, 2, -1, 4, 5, 6], False)
    assert link("aXbYc", "aZbWc", 4) == ([0, -1, -1, -1, 4], False)
    assert link("aXbYc", "aZbWc", 5) == ([0, -1, 2, -1, 4], True)
    assert link("", "", 1) == ([], True)
