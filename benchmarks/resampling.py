"""Intervals and comparison on CoNLL-2014 once everything is counted, all threads counted in."""

import warnings
from collections.abc import Iterator, Sequence
from functools import cache, partial

import errata
from benchmarks.cases import Case
from benchmarks.measuring import Cost, call_cost, shared
from errata.api.compare import compare_scores
from errata.stats.intervals import add_intervals
from errata.stats.plan import Resampling

MEASURES = ("m2", "imeasure", "green", "errant")
N_SAMPLES = 10_000
SIZE = f"{N_SAMPLES:,} samples × 13 systems"


def resampling() -> Iterator[Case]:
    """Yield the cost of intervals, and of a whole comparison."""
    what = f"{SIZE} × {len(MEASURES)} measures"
    yield Case(f"intervals, {what}", partial(_intervals, MEASURES, "percentile"), limit=3)
    yield Case(f"BCa intervals, {what}", partial(_intervals, MEASURES, "bca"))
    yield Case(f"comparison, {what}", _comparison)
    yield Case(f"intervals, {SIZE}, gleu", partial(_intervals, ("gleu",), "percentile"))


@cache
def _result(measures: Sequence[str]) -> errata.Result:
    data = shared("data/conll14")
    outputs = {path.stem: errata.read_lines(path) for path in sorted((data / "systems").glob("*.txt"))}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errata.ErrataWarning)
        return errata.score(errata.read(data / "gold.m2"), outputs, measures=measures, extract="errata")


def _intervals(measures: Sequence[str], method: str) -> Cost:
    scores = _result(measures).scores
    plan = Resampling(samples=N_SAMPLES, method=method)
    return call_cost(lambda: add_intervals(scores, plan), 3)


def _comparison() -> Cost:
    result = _result(MEASURES)
    return call_cost(lambda: compare_scores(result, Resampling(samples=N_SAMPLES), "randomisation"), 3)
