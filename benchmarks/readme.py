"""The figures of the last `make bench`, as the README shows them."""

import json
import re

from benchmarks.measuring import ROOT

FIGURES = ROOT / "build" / "bench.json"
_PLACE = re.compile(r"(<!-- bench -->\n).*?(<!-- end -->)", re.DOTALL)


def table() -> str:
    """Return how it was measured, and every case that an original stands beside."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    cases = {case["name"]: case for case in figures["cases"]}
    further = cases["green, each further system"]["value"]
    imported = cases["import errata, python included"]["value"] * 1000
    lines = [
        f"Measured by `make bench` with CPython {figures['python']}, compiled, on one x86-64 core: CPU time of the",
        "whole command with start-up, the best of several runs, system AMU on CoNLL-2014 (1,312 sentences, two",
        "references). The originals' times are scaled to this machine by a calibration loop "
        f"({figures['calibration'] * 1000:.0f} ms).",
        "",
        "| measure | errata | memory | original | times faster |",
        "|---|---:|---:|---:|---:|",
    ]
    for case in cases.values():
        if case["original"]:
            name = case["name"].removesuffix(", AMU")
            times = case["original_seconds"] / case["value"]
            note = " for its 984 easiest sentences" if case["original"].startswith("i-measure") else ""
            lines.append(
                f"| `{name.partition(',')[0]}`{name.removeprefix(name.partition(',')[0])} | {case['value']:.2f} s "
                f"| {case['megabytes']:.0f} MB | {case['original_seconds']:.2f} s{note} | {times:.1f} |"
            )
    lines += [
        "",
        f"Importing the package takes {imported:.0f} ms with Python itself; each further system in the same call costs",
        f"GREEN {further:.0f} ms. The cost grows linearly with the number of sentences.",
        "",
    ]
    return "\n".join(lines)


def update() -> None:
    """Put the figures into the README."""
    path = ROOT / "README.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(_PLACE.sub(lambda place: f"{place[1]}{table()}{place[2]}", text), encoding="utf-8")
