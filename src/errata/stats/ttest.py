"""The paired t-test: whether the mean difference of two measurements of the same sentences can be due to chance."""

import math
from collections.abc import Sequence
from itertools import combinations

from errata.errors import InputError, LengthError
from errata.measures.data import Score
from errata.records import dataclass

_MAX_TERMS = 10_000
_TINY = 1e-300


@dataclass(frozen=True)
class TTest:
    """Student's t, its degrees of freedom, the two-tailed p, and the mean difference."""

    t: float
    df: int
    p: float
    mean: float


def _continued_fraction(a: float, b: float, x: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function from the front (DLMF 8.17.22)."""
    c = 1.0
    d = 1.0 / ((1.0 - (a + b) * x / (a + 1.0)) or _TINY)
    value = d
    for m in range(1, _MAX_TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / ((1.0 + term * d) or _TINY)
            c = (1.0 + term / c) or _TINY
            value *= c * d
        if abs(c * d - 1.0) < 1e-16:
            break
    return value


def _gamma_ratio(a: float) -> float:
    """Return Γ(a + 1/2) / Γ(a); for large a by its series, since differences of logarithms lose digits."""
    if a < 50:
        return math.gamma(a + 0.5) / math.gamma(a)
    return math.sqrt(a) * math.exp(-1 / (8 * a) + 1 / (192 * a**3) - 1 / (640 * a**5))


def two_tailed(t: float, df: int) -> float:
    """Return the probability that Student's t is at least as far from 0 as this.

    The regularised incomplete beta function I_x(df/2, 1/2) with x = df/(df + t²), to at least ten digits.

    >>> round(two_tailed(1.0, 1), 12)  # an angle of 45 degrees on either side
    0.5
    """
    if not t or math.isinf(t):
        return float(not t)
    a = df / 2
    y = t * t / (df + t * t)
    front = _gamma_ratio(a) * math.sqrt(y / math.pi) * math.exp(-a * math.log1p(t * t / df))
    # The fraction converges quickly on this side of the mean only.
    if df / (df + t * t) < (a + 1) / (a + 2.5):
        return front * _continued_fraction(a, 0.5, df / (df + t * t)) / a
    return 1.0 - 2.0 * front * _continued_fraction(0.5, a, y)


def paired_t_test(first: Sequence[float], second: Sequence[float]) -> TTest:
    """Test whether the mean of `first` minus `second`, pair by pair, differs from 0 (two-tailed).

    If all differences are equal, p is 1 if they are 0, otherwise 0.

    >>> test = paired_t_test([0.5, 0.75, 1.0], [0.5, 0.5, 0.5])
    >>> test.mean, test.df, round(test.t, 12), round(test.p, 12)
    (0.25, 2, 1.732050807569, 0.225403330759)
    """
    if len(first) != len(second):
        raise LengthError(
            f"{len(first)} and {len(second)} values cannot be paired; give one of each for every sentence"
        )
    n = len(first)
    if n < 2:
        raise InputError(f"{n} pair of values: a t-test needs at least two")
    differences = [one - two for one, two in zip(first, second, strict=True)]
    mean = math.fsum(differences) / n
    variance = math.fsum((difference - mean) ** 2 for difference in differences) / (n - 1)
    if not variance:
        return TTest(math.copysign(math.inf, mean) if mean else 0.0, n - 1, float(not mean), mean)
    t = mean / math.sqrt(variance / n)
    return TTest(t, n - 1, two_tailed(t, n - 1), mean)


@dataclass(frozen=True)
class SentenceTest:
    """A t-test of a value over sentences: of two systems, or of a system and the source (`second` is empty)."""

    first: str
    second: str
    value: str
    test: TTest


def compare_sentences(scores: Sequence[Score], baseline: str | None = None) -> list[SentenceTest]:
    """Return the t-tests of systems under one measure: each with the source, if it has such values, then in pairs.

    With `baseline`, the name of a system, only pairs with it. Sentence values come from their own counts.
    """
    measure = scores[0].made_by
    found = []
    if measure.baseline_values:
        found = [SentenceTest(s.system, "", measure.baseline_values[0], against_baseline(s)) for s in scores]
    name = measure.value_names[0]
    rows = {s.system: [s.sentence_values(index)[name] for index in range(len(s.table))] for s in scores}
    for one, two in combinations(rows, 2):
        if baseline is None or baseline in {one, two}:
            found.append(SentenceTest(one, two, name, paired_t_test(rows[one], rows[two])))
    return found


def against_baseline(score: Score, value: str = "wacc", baseline: str = "wacc_base") -> TTest:
    """Test a system against the source itself over the sentences, as Felice & Briscoe (2015, Table 11) do for I.

    >>> from errata import score
    >>> sources, mine = ["He go .", "It rain .", "We am ."], ["He goes .", "It rains .", "We am ."]
    >>> corrected = ["He goes .", "It rains .", "We are ."]
    >>> result = score(sources=sources, references=[corrected], outputs={"mine": mine}, measures=["imeasure"])
    >>> round(against_baseline(result["mine", "imeasure"]).p, 12)
    0.183503419072
    """
    rows = [row.values for row in score.sentences]
    missing = {value, baseline} - set(score.values)
    if missing:
        raise InputError(f"{score.measure} has no value {sorted(missing)[0]!r}; it has: {', '.join(score.values)}")
    return paired_t_test([row[value] for row in rows], [row[baseline] for row in rows])
