"""Precision, recall and F of the HOO measure: quotients of integers, rounded once."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratios:
    """Precision and recall before any division."""

    precision: tuple[int, int]
    recall: tuple[int, int]


def quotient(ratio: tuple[int, int], of_nothing: float) -> float:
    """Return the correctly rounded quotient, a given value for 0/0."""
    return ratio[0] / ratio[1] if ratio[1] else float(of_nothing)


def f_score(ratios: Ratios, beta: float, of_nothing: int) -> float:
    """Return the correctly rounded weighted harmonic mean; 0/0 is 0."""
    (a, b), (c, d) = (ratio if ratio[1] else (of_nothing, 1) for ratio in (ratios.precision, ratios.recall))
    n, m = beta.as_integer_ratio()
    below = n * n * a * d + m * m * c * b
    return (m * m + n * n) * a * c / below if below else 0.0
