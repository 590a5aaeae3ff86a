"""Print what start-up and each measure cost beside the originals: `make bench`. CPU time, the best of several runs."""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from benchmarks import calls, commands, large, resampling, sentences
from benchmarks.cases import LOOP, UNITS, Case
from benchmarks.guard import find_slower, write_baseline
from benchmarks.measuring import ROOT, calibration
from benchmarks.originals import originals
from benchmarks.readme import update
from benchmarks.scaling import find_steep
from errata import __version__
from errata.kernels import ngrams

PARTS: dict[str, Callable[[], Iterator[Case]]] = {
    "start-up": commands.start_up,
    "one system on CoNLL-2014 (1,312 sentences), start-up included": commands.one_system,
    "each further system in the same call": commands.further_systems,
    "growth, start-up taken off": commands.growth,
    "large files, read part by part, per sentence": large.large,
    "parts": calls.kernels,
    "sentences one by one, and candidates": sentences.sentences,
    "resampling, after counting": resampling.resampling,
    "input made to be hard": calls.hard,
}


def bench() -> None:
    """Measure everything, print tables, and leave the figures in build/bench.json."""
    yardstick = calibration()
    theirs = originals(yardstick)
    print(f"errata {__version__}, CPython {platform.python_version()}: CPU time, the best of several runs")
    print(f"calibration loop {yardstick * 1000:.1f} ms; the originals' times are scaled to this machine by it,")
    print(f"and so are the limits, which are for {LOOP * 1000:.0f} ms")
    records = []
    for title, cases in PARTS.items():
        print(f"\n{title:62}{'cost':>9}    {'limit':>7} {'memory':>7} {'original':>9} {'times':>7}")
        for case in cases():
            cost = case.measure()
            value, original = case.figure(cost), theirs.get(case.original)
            record = {"part": title, "name": case.name, "value": value, "unit": case.unit, "megabytes": cost.megabytes}
            record |= {"per": case.per, "most_megabytes": case.most_megabytes}
            records.append(record | {"limit": case.limit, "original": case.original, "original_seconds": original})
            limit = "" if case.limit is None else f"{case.limit * yardstick / LOOP:.3g}"
            memory = "" if cost.megabytes is None else f"{cost.megabytes:.0f} MB"
            beside = "" if original is None else f"{original:7.2f} s {original * UNITS[case.unit] / value:7.1f}"
            late = " OVER A LIMIT" if case.is_over(cost, yardstick) else ""
            digits = 3 if case.unit == "s" else 2
            said = f"{case.name:62}{value:9.{digits}f} {case.unit:2} {limit:>7} {memory:>7} {beside}{late}"
            print(said, flush=True)
    print(f"\n{(workers := large.speed_up())}")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    result = {"errata": __version__, "python": platform.python_version(), "compiled": ngrams.COMPILED, "time": now}
    result |= {"calibration": yardstick, "workers": workers, "cases": records}
    path = ROOT / "build" / "bench.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("\nThe original I-measure's time is for the 984 easiest sentences; for all it does not end.")
    print(f"figures in {path.relative_to(ROOT)}")


def main() -> int:
    """Measure; with --guard compare with the baseline, with --baseline store a new one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--guard", action="store_true", help="fail if something costs half as much again as it did")
    parser.add_argument("--baseline", action="store_true", help="store what things cost now; only on a quiet machine")
    parser.add_argument("--readme", action="store_true", help="put the figures of the last run into README and docs")
    options = parser.parse_args()
    if options.readme:
        update()
        return 0
    if not ngrams.COMPILED:
        sys.exit("the kernels run interpreted; reinstall with a C compiler")
    guarded = [case for cases in PARTS.values() for case in cases() if case.is_guarded]
    if options.baseline:
        write_baseline(guarded)
    elif options.guard:
        slower = [*find_slower(guarded), *find_steep()]
        print("\n".join(slower))
        return 1 if slower else 0
    else:
        bench()
    return 0


if __name__ == "__main__":
    sys.exit(main())
