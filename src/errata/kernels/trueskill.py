"""TrueSkill of two players (Herbrich et al. 2007): by the sampling procedure of human rankings, and in a single pass.

A skill is a mean and a variance; skills do not drift (tau is 0). Probabilities come from the normal distribution, by
`erfc`, so that the tails stay exact.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import erfc, exp, fabs, sqrt
else:
    from math import erfc, exp, fabs, sqrt

COMPILED: bool = cython.compiled

_ROOT_2 = cython.declare(cython.double, 1.4142135623730951)
_DENSITY = cython.declare(cython.double, 0.3989422804014327)
"""The density of the normal distribution at 0."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _phi(x: cython.double) -> cython.double:
    """Return the density of the normal distribution."""
    return _DENSITY * exp(-0.5 * x * x)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cdf(x: cython.double) -> cython.double:
    """Return the share of the normal distribution below x."""
    return 0.5 * erfc(-x / _ROOT_2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _update(
    mean: cython.double[::1],
    variance: cython.double[::1],
    one: cython.Py_ssize_t,
    two: cython.Py_ssize_t,
    is_draw: cython.bint,
    beta: cython.double,
    margin: cython.double,
) -> cython.void:
    """Learn from one comparison, which `one` won unless it is a draw; `margin` is the epsilon of draws."""
    c: cython.double = sqrt(2 * beta * beta + variance[one] + variance[two])
    t: cython.double = (mean[one] - mean[two]) / c
    e: cython.double = margin / c
    v: cython.double
    w: cython.double
    if is_draw:
        size: cython.double = fabs(t)
        inner: cython.double = e - size
        outer: cython.double = e + size
        inner_density: cython.double = _phi(inner)
        outer_density: cython.double = _phi(outer)
        d: cython.double = _cdf(inner) - _cdf(-outer)
        v = (outer_density - inner_density) / d
        w = v * v + (inner * inner_density + outer * outer_density) / d
        if t < 0:
            v = -v
    else:
        v = _phi(t - e) / _cdf(t - e)
        w = v * (v + t - e)
    mean[one] += variance[one] / c * v
    mean[two] -= variance[two] / c * v
    variance[one] *= 1 - variance[one] / (c * c) * w
    variance[two] *= 1 - variance[two] / (c * c) * w


def update(mean: array, variance: array, outcome: int, beta: float, margin: float) -> None:
    """Learn from one comparison of players 0 and 1: `outcome` is -1 if 0 won, 1 if 1 did, 0 for a draw."""
    if outcome > 0:
        _update(mean, variance, 1, 0, False, beta, margin)
    else:
        _update(mean, variance, 0, 1, outcome == 0, beta, margin)


def sample_skills(wins: array, ties: array, n_players: int, chances: array, beta: float, margin: float) -> array:
    """Return the mean skill of every player after one run of the sampling procedure.

    `wins` and `ties` are square tables of how often one beat the other and they were equal. Each step uses two numbers
    of `chances`, from 0 up to 1: the player with the largest variance (the last on ties) meets another, drawn with
    probability proportional to exp(-|difference of means|), and one of their comparisons, drawn evenly, is learnt from.
    Players who never met are not drawn for one another; one who met nobody keeps the initial skill.
    """
    cython.declare(
        step=cython.Py_ssize_t,
        k=cython.Py_ssize_t,
        a=cython.Py_ssize_t,
        b=cython.Py_ssize_t,
        last=cython.Py_ssize_t,
        total=cython.double,
        place=cython.double,
        above=cython.double,
        below=cython.double,
    )
    n: cython.Py_ssize_t = n_players
    n_steps: cython.Py_ssize_t = len(chances) // 2
    spread: cython.double = beta
    epsilon: cython.double = margin
    means = array("d", bytes(8 * n))
    if n == 0 or n_steps == 0:
        return means
    variances, sums = array("d", [0.25]) * n, array("d", bytes(8 * n))
    ups, downs = array("d", [1.0]) * n, array("d", [1.0]) * n
    places = [(i, j) for i in range(n) for j in range(n)]
    met = array("d", [0 if i == j else wins[i * n + j] + wins[j * n + i] + ties[i * n + j] for i, j in places])
    is_in = array("q", [any(met[i * n : i * n + n]) for i in range(n)])
    if not any(is_in):
        return means
    won: cython.longlong[::1] = wins
    tied: cython.longlong[::1] = ties
    mean: cython.double[::1] = means
    variance: cython.double[::1] = variances
    reach: cython.double[::1] = sums
    # exp(mean) and its inverse: two products give exp(-|difference|), where an exponential each would take long.
    up: cython.double[::1] = ups
    down: cython.double[::1] = downs
    meetings: cython.double[::1] = met
    takes_part: cython.longlong[::1] = is_in
    chance: cython.double[::1] = chances
    with cython.nogil:
        for step in range(n_steps):
            a = -1
            for k in range(n):
                if takes_part[k] and (a < 0 or variance[k] >= variance[a]):
                    a = k
            total = 0.0
            last = 0
            for k in range(n):
                above = up[a] * down[k]
                below = down[a] * up[k]
                if meetings[a * n + k] > 0:
                    total += above if above < below else below
                    last = k
                reach[k] = total
            place = chance[2 * step] * total
            b = 0
            while b < last and place >= reach[b]:
                b += 1
            place = chance[2 * step + 1] * meetings[a * n + b]
            if place < won[a * n + b]:
                _update(mean, variance, a, b, False, spread, epsilon)
            elif place < won[a * n + b] + tied[a * n + b]:
                _update(mean, variance, a, b, True, spread, epsilon)
            else:
                _update(mean, variance, b, a, False, spread, epsilon)
            up[a] = exp(mean[a])
            down[a] = 1 / up[a]
            up[b] = exp(mean[b])
            down[b] = 1 / up[b]
    return means


def rate_scores(scores: array, n_players: int, order: array, beta: float, margin: float) -> array:
    """Return the mean skill of every player after a single pass over rounds in `order`.

    `scores` has a row for each round with a score for every player; the higher one wins. In a round every two
    players meet, 0 with 1, 0 with 2 …, and each comparison is learnt from immediately.
    """
    cython.declare(step=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t, first=cython.Py_ssize_t)
    n: cython.Py_ssize_t = n_players
    n_steps: cython.Py_ssize_t = len(order)
    spread: cython.double = beta
    epsilon: cython.double = margin
    means = array("d", bytes(8 * n))
    if n == 0 or n_steps == 0:
        return means
    variances = array("d", [0.25]) * n
    mean: cython.double[::1] = means
    variance: cython.double[::1] = variances
    rounds: cython.longlong[::1] = order
    value: cython.double[::1] = scores
    with cython.nogil:
        for step in range(n_steps):
            first = rounds[step] * n
            for i in range(n):
                for j in range(i + 1, n):
                    if value[first + i] < value[first + j]:
                        _update(mean, variance, j, i, False, spread, epsilon)
                    else:
                        _update(mean, variance, i, j, not value[first + i] > value[first + j], spread, epsilon)
    return means
