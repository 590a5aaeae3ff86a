"""Bootstrap and swap weights."""

import numpy as np
import pytest
from tests.stats.synthetic import rng, score_of, sentences

from errata import Resampling
from errata.measures.arrays import Array
from errata.stats import resampling
from errata.stats.evidence import Evidence
from errata.stats.resampling import bootstrap, bootstrap_weights, swap_weights


def all_weights(n_units: int, n_samples: int, seed: int, kind: str = "bootstrap") -> Array:
    make = bootstrap_weights if kind == "bootstrap" else swap_weights
    return np.vstack([weights for _, weights in make(n_units, n_samples, seed)]).astype(float)


@pytest.mark.parametrize("kind", ["bootstrap", "swaps"])
def test_block_size_changes_nothing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks bound the memory; the samples are the same."""
    whole = all_weights(101, 50, 3, kind)
    for cells in (1, 101 * 7, 101 * 49):
        monkeypatch.setattr(resampling, "_BLOCK_CELLS", cells)
        assert (all_weights(101, 50, 3, kind) == whole).all()
    assert (all_weights(101, 50, 4, kind) != whole).any()


def test_bootstrap_draws_as_many_units_as_there_are() -> None:
    """Each equally often in the long run."""
    weights = all_weights(40, 5000, 1)
    assert weights.shape == (5000, 40)
    assert (weights.sum(axis=1) == 40).all()
    # The mean of 5000 draws of variance 1 - 1/40 strays by 0.014; five of these are never seen.
    assert np.abs(weights.mean(axis=0) - 1).max() < 0.07


def test_swaps_are_fair_coins() -> None:
    """Zeros and ones, half of each, also where units are not a multiple of a word's bits."""
    weights = all_weights(70, 5000, 1, "swaps")
    assert set(np.unique(weights)) == {0.0, 1.0}
    assert np.abs(weights.mean(axis=0) - 0.5).max() < 5 * 0.5 / 5000**0.5


def test_every_system_and_measure_shares_the_samples() -> None:
    """A system beside others has the values it has alone."""
    scores = [score_of(sentences(rng(seed), 50, 0.4), f"s{seed}") for seed in range(3)]
    plan = Resampling(samples=200)
    together = bootstrap([Evidence(score, None, 200) for score in scores], plan)
    for score, values in zip(scores, together, strict=True):
        [alone] = bootstrap([Evidence(score, None, 200)], plan)
        assert all((alone[name] == values[name]).all() for name in values)


def test_clusters_are_drawn_whole() -> None:
    """Sentences with one label each are sentences; labels join their counts."""
    rows = sentences(rng(2), 40, 0.5)
    plan = Resampling(samples=100, clusters=[str(k) for k in range(40)])
    [single] = bootstrap([Evidence(score_of(rows), plan.units(40), 100)], plan)
    [plain] = bootstrap([Evidence(score_of(rows), None, 100)], Resampling(samples=100))
    assert (single["f"] == plain["f"]).all()
    labels = [str(k // 4) for k in range(40)]
    joined = Evidence(score_of(rows), Resampling(clusters=labels).units(40), 100)
    assert (joined.matrix == rows.reshape(10, 4, 3).sum(axis=1)).all()


@pytest.mark.parametrize("n_units", [1, 63, 64, 65, 128, 129])
def test_every_unit_may_be_swapped(n_units: int) -> None:
    """Also the last where coins come in words of 64: none is always or never swapped in a hundred samples."""
    swaps = np.concatenate([weights for _, weights in swap_weights(n_units, 100, 7)])
    assert swaps.shape == (100, n_units)
    tossed = swaps.sum(axis=0)
    assert tossed.min() > 20
    assert tossed.max() < 80
