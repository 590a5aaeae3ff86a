"""Names that stand twice."""

import pytest

from errata.formats.repeats import first_repeated


@pytest.mark.parametrize(
    ("names", "expected"), [([], None), (["a", "b"], None), (["a", "b", "b", "a"], "b"), ([1, "1", 1], 1)]
)
def test_the_first_to_be_repeated_is_found(names: list[object], expected: object) -> None:
    """The one whose second place comes first."""
    assert first_repeated(names) == expected
