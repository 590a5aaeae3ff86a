"""Formulas with the numbers put in, as people write them: `P = TP / (TP + FP) = 3/(3 + 1) = 75.00 %`."""

from collections.abc import Mapping, Sequence

from errata.measures.tables import Number
from errata.measures.working import Formula


def number(value: Number) -> str:
    """Write a number: whole ones as they are, others with four digits.

    >>> number(3), number(2.0), number(0.75), number(1 / 3)
    ('3', '2', '0.75', '0.3333')
    """
    return str(value) if isinstance(value, int) else f"{value:.4f}".rstrip("0").rstrip(".")


def join(values: Sequence[Number], sign: str = " + ") -> str:
    """Write a sum, or another chain of numbers."""
    return sign.join(map(number, values))


def ratio(
    name: str, expression: str, top: Sequence[Number], below: Sequence[Number], value: float, key: str, of_nothing: str
) -> Formula:
    """Return a quotient of two sums; `of_nothing` says what is nothing where the value is a rule for 0/0."""
    over, under = (join(part) if len(part) == 1 else f"({join(part)})" for part in (top, below))
    note = "" if sum(below) else f"{of_nothing}, so by definition {number(value)}"
    return Formula(name, expression, f"{over}/{under}", value, key, note)


def f_formula(name: str, beta: float, precision: float, recall: float, value: float, key: str = "f") -> Formula:
    """Return the weighted harmonic mean of precision and recall."""
    square = beta * beta
    weight, weights = number(square), number(1 + square)
    p, r = number(precision), number(recall)
    expression = f"{weights}·P·R / ({weight}·P + R)" if square != 1 else "2·P·R / (P + R)"
    numbers = f"{weights}·{p}·{r}/({weight}·{p} + {r})" if square != 1 else f"2·{p}·{r}/({p} + {r})"
    note = "" if precision and recall else "P or R is 0, and so is F"
    return Formula(name, expression, numbers, value, key, note)


def edit_formulas(
    counts: Mapping[str, Number], values: Mapping[str, float], labels: Mapping[str, str], beta: float, zero: str
) -> tuple[Formula, ...]:
    """Return precision, recall and F of true and false positives and misses; `zero` is what 0/0 is told as."""
    tp, fp, fn = counts["tp"], counts["fp"], counts["fn"]
    return (
        ratio(
            labels["precision"], "TP / (TP + FP)", [tp], [tp, fp], values["precision"], "precision", f"{zero} was made"
        ),
        ratio(labels["recall"], "TP / (TP + FN)", [tp], [tp, fn], values["recall"], "recall", f"{zero} was to be made"),
        f_formula(labels["f"], beta, values["precision"], values["recall"], values["f"]),
    )


def plain_formulas(values: Mapping[str, float], labels: Mapping[str, str], note: str = "") -> tuple[Formula, ...]:
    """Return the values of a measure that does not say how they come about."""
    return tuple(Formula(labels[name], "", "", value, name, note) for name, value in values.items())


_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(order: int) -> str:
    """Write a number below the line.

    >>> subscript(10)
    '₁₀'
    """
    return str(order).translate(_DIGITS)
