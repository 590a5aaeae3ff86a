"""A guard against getting slower: costs as multiples of the calibration loop, beside those of a stored baseline."""

import json
from collections.abc import Iterable

from benchmarks.cases import Case
from benchmarks.measuring import ROOT, calibration

BASELINE = ROOT / "benchmarks" / "baseline.json"
TOLERANCE = 1.5
"""A case may cost half as much again: what a busy machine adds beyond what it adds to the loop."""


_RETRIES = 3


def ratio(case: Case) -> float:
    """Return the cost as a multiple of the calibration loop, taken just before and just after."""
    before = calibration(3)
    seconds = case.measure().seconds
    return seconds / min(before, calibration(3))


def is_slower(measured: float, stored: float) -> bool:
    """Tell whether a ratio is beyond what a baseline allows."""
    return measured > stored * TOLERANCE


def write_baseline(cases: Iterable[Case]) -> None:
    """Measure each case three times and store the least ratio."""
    ratios = {case.name: round(min(ratio(case) for _ in range(3)), 4) for case in cases}
    BASELINE.write_text(json.dumps(ratios, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def find_slower(cases: Iterable[Case]) -> list[str]:
    """Print each case beside the baseline, what looks slower again, and return what stays slower."""
    stored = json.loads(BASELINE.read_text(encoding="utf-8"))
    known = {case.name: case for case in cases}
    slower = [f"{name}: in the baseline, but no case" for name in stored if name not in known]
    print(f"{'multiples of the calibration loop':52}{'now':>9}{'baseline':>10}{'change':>9}")
    for name, case in known.items():
        if name not in stored:
            slower.append(f"{name}: not in the baseline; store it with make bench-baseline")
            continue
        measured = ratio(case)
        for _ in range(_RETRIES):
            if not is_slower(measured, stored[name]):
                break
            measured = min(measured, ratio(case))  # the machine may have been busy
        change = measured / stored[name] - 1
        print(f"{name:52}{measured:9.3f}{stored[name]:10.3f}{change:+9.0%}", flush=True)
        if is_slower(measured, stored[name]):
            slower.append(f"{name}: {measured:.3f} times the calibration loop, {change:+.0%} against the baseline")
    return slower
