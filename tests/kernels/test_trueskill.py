"""TrueSkill of two players, against numbers worked out elsewhere, and of many against the plain definition."""

import math
import subprocess
import sys
from array import array
from random import Random
from statistics import NormalDist

import pytest
from tests.support import ROOT

from errata.kernels.trueskill import rate_scores, sample_skills, update
from errata.stats.judged import draw_margin

NORMAL = NormalDist()


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [(-1, (0.335, 0.399, -0.155, 0.498)), (1, (0.260, 0.399, -0.037, 0.498)), (0, (0.297, 0.398, -0.095, 0.497))],
)
def test_one_update(outcome: int, expected: tuple[float, ...]) -> None:
    """The values of the specification, beta 3, to the three digits given."""
    mean, variance = array("d", [0.3, -0.1]), array("d", [0.16, 0.25])
    update(mean, variance, outcome, 3.0, draw_margin(3.0))
    found = (mean[0], math.sqrt(variance[0]), mean[1], math.sqrt(variance[1]))
    assert found == pytest.approx(expected, abs=0.0005)


def plain_update(skills: list[list[float]], one: int, two: int, is_draw: bool, beta: float) -> None:
    """Learn from one comparison as the definition is written, with other functions of the normal distribution."""
    (m1, v1), (m2, v2) = skills[one], skills[two]
    c = math.sqrt(2 * beta**2 + v1 + v2)
    t, e = (m1 - m2) / c, draw_margin(beta) / c
    if is_draw:
        size = abs(t)
        d = NORMAL.cdf(e - size) - NORMAL.cdf(-e - size)
        v = (NORMAL.pdf(-e - size) - NORMAL.pdf(e - size)) / d * (1 if t >= 0 else -1)
        w = v**2 + ((e - size) * NORMAL.pdf(e - size) + (e + size) * NORMAL.pdf(e + size)) / d
    else:
        v = NORMAL.pdf(t - e) / NORMAL.cdf(t - e)
        w = v * (v + t - e)
    skills[one] = [m1 + v1 / c * v, v1 * (1 - v1 / c**2 * w)]
    skills[two] = [m2 - v2 / c * v, v2 * (1 - v2 / c**2 * w)]


def test_a_pass_over_scores_is_every_pair_of_every_round() -> None:
    """In file order, all pairs of a round in the order of players."""
    rng = Random(1)
    n_rounds, n = 20, 4
    scores = [rng.choice([0.0, 0.5, 1.0]) for _ in range(n_rounds * n)]
    order = [*range(n_rounds), 3, 3]
    skills = [[0.0, 0.25] for _ in range(n)]
    for place in order:
        row = scores[place * n : (place + 1) * n]
        for i in range(n):
            for j in range(i + 1, n):
                one, two = (i, j) if row[i] >= row[j] else (j, i)
                plain_update(skills, one, two, row[i] == row[j], 0.25)
    found = rate_scores(array("d", scores), n, array("q", order), 0.25, draw_margin(0.25))
    assert list(found) == pytest.approx([mean for mean, _ in skills], abs=1e-12)  # erfc, not erf


def plain_sampling(wins: list[int], ties: list[int], n: int, chances: list[float], beta: float) -> list[float]:
    """Run the sampling procedure as it is described."""
    skills = [[0.0, 0.25] for _ in range(n)]
    for first, second in zip(chances[::2], chances[1::2], strict=True):
        a = max(range(n), key=lambda k: (skills[k][1], k))
        met = [wins[a * n + k] + wins[k * n + a] + ties[a * n + k] if k != a else 0 for k in range(n)]
        weights = [math.exp(-abs(skills[a][0] - skills[k][0])) if met[k] else 0.0 for k in range(n)]
        place, b = first * sum(weights), -1
        while place >= 0:
            b += 1
            place -= weights[b]
        drawn = second * met[b]
        if drawn < wins[a * n + b]:
            plain_update(skills, a, b, False, beta)
        elif drawn < wins[a * n + b] + ties[a * n + b]:
            plain_update(skills, a, b, True, beta)
        else:
            plain_update(skills, b, a, False, beta)
    return [mean for mean, _ in skills]


def test_the_sampling_procedure() -> None:
    """The same players, opponents and observations as in the plain version, so the same skills."""
    rng = Random(7)
    n = 5
    wins = [0 if i == j else rng.randint(0, 9) for i in range(n) for j in range(n)]
    ties = [0] * (n * n)
    for i in range(n):
        for j in range(i):
            ties[i * n + j] = ties[j * n + i] = rng.randint(0, 4)
    for i, j in ((0, 4), (4, 0)):  # these two never met
        wins[i * n + j] = ties[i * n + j] = 0
    chances = [rng.random() for _ in range(400)]
    found = sample_skills(array("q", wins), array("q", ties), n, array("d", chances), 2.0, draw_margin(2.0))
    assert list(found) == pytest.approx(plain_sampling(wins, ties, n, chances, 2.0), abs=1e-12)  # erfc, not erf
    assert list(sample_skills(array("q", [0] * 4), array("q", [0] * 4), 2, array("d", chances), 2.0, 1.0)) == [0, 0]


def test_the_twins_are_equal() -> None:
    """Interpreted, the kernel gives the same doubles."""
    code = (
        "from array import array; from random import Random; import importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('plain', 'src/errata/kernels/trueskill.py')\n"
        "plain = importlib.util.module_from_spec(spec); spec.loader.exec_module(plain)\n"
        "from errata.kernels import trueskill\n"
        "assert not plain.COMPILED\n"
        "rng = Random(3); chances = array('d', [rng.random() for _ in range(600)])\n"
        "wins = array('q', [0, 5, 2, 3, 0, 4, 6, 1, 0]); ties = array('q', [0, 2, 2, 2, 0, 1, 2, 1, 0])\n"
        "one, two = (kernel.sample_skills(wins, ties, 3, chances, 1.5, 0.7) for kernel in (plain, trueskill))\n"
        "scores = array('d', [rng.choice([0.0, 1.0]) for _ in range(90)]); order = array('q', range(30))\n"
        "three, four = (kernel.rate_scores(scores, 3, order, 0.25, 0.1) for kernel in (plain, trueskill))\n"
        "print(one == two, three == four)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout.split() == ["True", "True"]
