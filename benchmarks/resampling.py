"""What resampling costs on CoNLL-2014, all threads counted: `python -m benchmarks.resampling`."""

import warnings
from collections.abc import Iterator

import errata
from benchmarks.measuring import call_cost, shared
from errata.comparing import compare_scores
from errata.stats.intervals import add_intervals
from errata.stats.plan import Resampling

Row = tuple[str, float, str, str]
MEASURES = ("m2", "imeasure", "green", "errant")
N_SAMPLES = 10_000
MOST = 3.0
"""CPU seconds for the intervals, after counting."""


def resampling() -> Iterator[Row]:
    """Yield the cost of intervals, and of a whole comparison, once everything is counted."""
    data = shared("data/conll14")
    paths = sorted((data / "systems").glob("*.txt"))
    gold = errata.read(data / "gold.m2")
    outputs = {path.stem: errata.read_lines(path) for path in paths}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errata.ErrataWarning)
        scores = errata.score(gold, outputs, measures=MEASURES, extract="errata").scores
        drawn = errata.score(gold, outputs, measures=["gleu"]).scores
    size = f"{N_SAMPLES:,} samples × {len(paths)} systems"
    plan = Resampling(samples=N_SAMPLES)
    bca = Resampling(samples=N_SAMPLES, method="bca")
    what = f"{size} × {len(MEASURES)} measures"
    yield f"intervals, {what}", call_cost(lambda: add_intervals(scores, plan), 3), "s", f"at most {MOST:g} s"
    yield f"BCa intervals, {what}", call_cost(lambda: add_intervals(scores, bca), 3), "s", ""
    whole = call_cost(lambda: compare_scores(scores, plan, "randomisation"), 3)
    yield f"comparison, {what}", whole, "s", "intervals, two tests of 78 pairs, ranks"
    yield f"intervals, {size}, gleu", call_cost(lambda: add_intervals(drawn, plan), 3), "s", "one draw a sample"


if __name__ == "__main__":
    for name, value, unit, note in resampling():
        print(f"{name:62}{value:6.2f} {unit}  {note}")
