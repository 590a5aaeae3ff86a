"""The weight of a chunk by the number of systems that got it right, in integers over one denominator."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite, lcm

from errata.errors import OptionError
from errata.records import dataclass
from errata.text.messages import quote

Weigh = Callable[[int, int], object]
"""Takes how many systems got a chunk right and how many there are; returns the weight."""

_MOST_SYSTEMS = 10_000
"""A function is called for every number of systems; nobody has more systems than this."""
_DECIMALS = 10**9
"""The denominator of a float weight; sums are exact, and stay below 2⁶³ for the largest corpora."""


@dataclass(frozen=True)
class Scale:
    """Weights as integers: a chunk that n systems got right weighs `(highest - n * step) / denominator`."""

    highest: int
    step: int
    denominator: int

    @classmethod
    def of(cls, n_systems: int, a: float, b: float, c: float) -> "Scale":
        """Return w = a − (n + b) / (N + c); a, b and c are read as the decimals they are written as.

        >>> Scale.of(4, 1, 0, 0)
        Scale(highest=4, step=1, denominator=4)
        """
        exact_a, exact_b, exact_c = (Fraction(repr(value)) for value in (a, b, c))
        spread = n_systems + exact_c
        if spread <= 0:
            raise OptionError(f"measure difficulty: N + c is {n_systems} + {c:g}, but it must be more than 0")
        highest, step = exact_a - exact_b / spread, 1 / spread
        # The least one for all n: every weight is a multiple of it if these two are.
        denominator = lcm(highest.denominator, step.denominator)
        return cls(int(highest * denominator), int(step * denominator), denominator)

    @classmethod
    def flat(cls) -> "Scale":
        """Return the weight 1 for every chunk."""
        return cls(1, 0, 1)

    def numerator(self, n_solved: int) -> int:
        """Return the weight of a chunk, times the denominator.

        >>> [Scale.of(2, 1, 0, 0).numerator(n) for n in range(3)]
        [2, 1, 0]
        """
        return self.highest - n_solved * self.step

    def lowest(self, n_systems: int) -> int:
        """Return the least possible weight, times the denominator."""
        return self.numerator(n_systems)


@dataclass(frozen=True)
class ListedScale:
    """The same with a weight for every number of systems: `numerators[n] / denominator`."""

    numerators: Sequence[int]
    denominator: int

    @classmethod
    def of(cls, weigh: Weigh, n_systems: int) -> "ListedScale":
        """Call a function for every n; floats are rounded to nine decimals.

        >>> ListedScale.of(reciprocal, 4)
        ListedScale(numerators=(12, 12, 6, 4, 3), denominator=3)
        """
        if n_systems > _MOST_SYSTEMS:
            raise OptionError(f"measure difficulty: {n_systems} systems, but a function weighs {_MOST_SYSTEMS} at most")
        weights = [_exact(weigh(n, n_systems), n, n_systems) for n in range(n_systems + 1)]
        denominator = lcm(*(weight.denominator for weight in weights))
        return cls(tuple(int(weight * denominator) for weight in weights), denominator)

    def numerator(self, n_solved: int) -> int:
        """Return the weight of a chunk, times the denominator."""
        return self.numerators[n_solved]

    def lowest(self, n_systems: int) -> int:
        """Return the least possible weight, times the denominator."""
        return min(self.numerators)


def _exact(weight: object, n_solved: int, n_systems: int) -> Fraction:
    if isinstance(weight, int | Fraction):
        return Fraction(weight)
    if isinstance(weight, float) and isfinite(weight):
        return Fraction(round(weight * _DECIMALS), _DECIMALS)
    raise OptionError(
        f"measure difficulty: the function gives {quote(weight)} as the weight of a chunk that {n_solved} of "
        f"{n_systems} systems got right; it must be a finite number"
    )


def reciprocal(n_solved: int, n_systems: int) -> Fraction:
    """Return N / n, the reciprocal of the share of systems that got a chunk right.

    The paper does not define it if no system is right; such a chunk weighs as if one were.
    """
    return Fraction(n_systems, max(n_solved, 1))


LINEAR, RECIPROCAL = "linear", "reciprocal"
FUNCTIONS: dict[str, Weigh | None] = {LINEAR: None, RECIPROCAL: reciprocal}
"""Functions by name; the linear one has parameters and its own form."""


@dataclass(frozen=True)
class Named:
    """A user's function, with the name that titles and signatures show."""

    weigh: Weigh

    def __call__(self, n_solved: int, n_systems: int) -> object:
        """Return the weight."""
        return self.weigh(n_solved, n_systems)

    def __str__(self) -> str:
        return getattr(self.weigh, "__name__", type(self.weigh).__name__)


def accept_function(value: object) -> str | Weigh:
    """Return the name of one of our functions, or a user's; refuse anything else."""
    if isinstance(value, Named) or (isinstance(value, str) and value in FUNCTIONS):
        return value
    if callable(value):
        return Named(value)
    raise OptionError(
        f"measure difficulty: function takes {' or '.join(FUNCTIONS)}, or from Python a function of the number of "
        f"systems that got a chunk right and the number of all, not {quote(value)}"
    )
