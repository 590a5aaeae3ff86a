"""The draws of both generations of Python."""

import random

import pytest

from errata.measures.gleu import draws
from errata.measures.gleu.draws import Draws


@pytest.mark.parametrize(
    ("python", "k", "number", "expected"),
    [
        (2, 2, 0, [1, 1, 0, 0, 1, 0, 1, 0, 0, 1]),
        (3, 2, 0, [1, 1, 0, 1, 1, 1, 1, 1, 1, 0]),
        (2, 2, 1, [1, 0, 1, 1, 0, 1, 0, 0, 0, 1]),
        (3, 2, 1, [0, 1, 1, 0, 0, 0, 1, 1, 0, 1]),
        (2, 3, 1, [1, 0, 2, 2, 1, 1, 0, 0, 0, 2]),
        (3, 3, 1, [2, 0, 2, 1, 1, 0, 2, 2, 0, 2]),
        (2, 4, 1, [2, 0, 3, 3, 1, 2, 0, 0, 1, 2]),
        (3, 4, 1, [1, 2, 3, 0, 1, 1, 2, 3, 1, 2]),
    ],
)
def test_draws_are_those_of_the_original_programs(python: int, k: int, number: int, expected: list[int]) -> None:
    """The first ten of a draw, as both interpreters made them."""
    assert list(Draws(python, k, 10, number + 1))[number].tolist() == expected


def test_python_3_draws_are_what_randint_gives() -> None:
    """On any number of references."""
    for k in (2, 3, 5, 8, 300):
        generator = random.Random(101 * 7)
        assert list(Draws(3, k, 50, 8))[7].tolist() == [generator.randint(0, k - 1) for _ in range(50)]


def test_a_shorter_text_gets_the_beginnings_of_the_same_draws() -> None:
    """So do fewer draws."""
    for python in (2, 3):
        long = [draw.tolist() for draw in Draws(python, 3, 20, 4)]
        assert [draw.tolist() for draw in Draws(python, 3, 8, 3)] == [draw[:8] for draw in long[:3]]


def test_draws_are_made_once_unless_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """And are the same either way."""
    once = list(Draws(2, 2, 30, 3))
    assert all(one is two for one, two in zip(once, Draws(2, 2, 30, 3), strict=True))
    monkeypatch.setattr(draws, "_KEPT", 10)
    again = list(Draws(2, 2, 30, 3))
    assert again == once
    assert again[0] is not once[0]
