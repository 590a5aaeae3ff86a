"""Token overlap."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from errata.similarity.overlap import Overlap

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "dd"]), max_size=8).map(" ".join)


@given(TEXTS, TEXTS)
def test_the_definition(one: str, other: str) -> None:
    """2·|c ∩ r| / (|c| + |r|) of multisets, 0 of two empty texts; in either order."""
    ours, theirs = Counter(one.split()), Counter(other.split())
    n_tokens = ours.total() + theirs.total()
    wanted = float(Fraction(2 * (ours & theirs).total(), n_tokens)) if n_tokens else 0.0
    assert Overlap().compare([one, other], [other, one]) == [wanted, wanted]
