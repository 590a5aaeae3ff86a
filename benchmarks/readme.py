"""The figures of the last `make bench`, as the README and the pages of the measures show them."""

import json
import re
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import ROOT

FIGURES = ROOT / "build" / "bench.json"
PLACE = re.compile(r"(?P<begin><!-- bench(?:: (?P<measure>\w+))? -->\n).*?(?P<end><!-- end -->)", re.DOTALL)
_EASIEST = " for its 984 easiest sentences"


def _table(figures: dict[str, Any], cases: dict[str, Any]) -> str:
    """Return how it was measured, and every case that an original stands beside."""
    further = cases["green, each further system"]["value"]
    imported = cases["import errata, python included"]["value"] * 1000
    lines = [
        f"Measured by `make bench` with CPython {figures['python']}, compiled, on one x86-64 core: CPU time of the",
        "whole command with start-up, the best of several runs, system AMU on CoNLL-2014 (1,312 sentences, two",
        "references). The originals were timed separately (M² and the GLEU of 2016 under Python 2.7, CLEME in its",
        "release 1.0); their times are scaled to this machine by a reference loop that was timed along with them and "
        f"with errata ({figures['calibration'] * 1000:.0f} ms).",
        "",
        "| measure | errata | memory | original | times faster |",
        "|---|---:|---:|---:|---:|",
    ]
    for case in cases.values():
        if case["original"]:
            name = case["name"].removesuffix(", AMU")
            times = case["original_seconds"] / case["value"]
            lines.append(
                f"| `{name.partition(',')[0]}`{name.removeprefix(name.partition(',')[0])} | {_seconds(case)} "
                f"| {case['megabytes']:.0f} MB | {_original(case)} | {times:.1f} |"
            )
    lines += [
        "",
        f"Importing the package takes {imported:.0f} ms with Python itself; each further system in the same call",
        f"costs {further:.0f} ms with GREEN. The cost grows linearly with the number of sentences.",
        "",
    ]
    return "\n".join(lines)


def _cost(cases: dict[str, Any], measure: str) -> str:
    """Return what the command costs with a measure, in a sentence or two."""
    if measure == "hoo":
        case = cases["hoo, two files of 10,000 edits"]
        return f"Two files of 10,000 edits each: {_used(case)}.\n"
    first = cases.get(f"{measure}, AMU")
    case = first or cases[f"{measure}, twelve systems"]
    what = "System AMU" if first else "Twelve systems"
    beyond = cases.get(f"{measure}, each further system")
    further = f"; each further system {beyond['value']:.0f} ms" if beyond else ""
    told = f"{what} on CoNLL-2014 (1,312 sentences): {_used(case)}{further}.\n"
    return told + (f"The original takes {_original(case)}.\n" if case["original"] else "")


def _large(figures: dict[str, Any]) -> str:
    """Return what large files cost, and how much sooner two workers are done."""
    lines = [
        f"| measure and files | sentences | CPU, s | µs per sentence | memory, MB |\n|---|{'---:|' * 4}",
        *(
            f"| {_label(case['name'])} | {case['per']:,} | {case['value'] * case['per'] / 1e6:.1f} "
            f"| {case['value']:.1f} | {case['megabytes']:.0f} |"
            for case in figures["cases"]
            if case["part"].startswith("large")
        ),
        "",
        f"The calibration loop took {figures['calibration'] * 1000:.0f} ms.{_workers(figures['workers'])}",
        "",
    ]
    return "\n".join(lines)


def _workers(said: str) -> str:
    return f" Workers: {said}." if said else ""


def _label(name: str) -> str:
    """Return a name without the number of sentences, the measure as it is written.

    >>> _label("green, text, made up, 1,000,000 sentences")
    '`green`, text, made up'
    """
    measure, _, files = name.rpartition(", ")[0].partition(", ")
    return f"`{measure}`, {files}"


def _seconds(case: dict[str, Any]) -> str:
    return f"{case['value']:.2f} s"


def _original(case: dict[str, Any]) -> str:
    note = _EASIEST if case["original"].startswith("i-measure") else ""
    return f"{case['original_seconds']:.2f} s{note}"


def _used(case: dict[str, Any]) -> str:
    return f"{_seconds(case)} of CPU time and {case['megabytes']:.0f} MB, start-up and reading included"


def fill() -> Callable[[str], str]:
    """Return what puts the figures of the last run into a text."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    cases = {case["name"]: case for case in figures["cases"]}

    def renew(place: re.Match[str]) -> str:
        if place["measure"] == "large":
            text = _large(figures)
        else:
            text = _cost(cases, place["measure"]) if place["measure"] else _table(figures, cases)
        return f"{place['begin']}{text}{place['end']}"

    return lambda text: PLACE.sub(renew, text)


def update() -> None:
    """Put the figures into the README and the pages."""
    filled = fill()
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        before = path.read_text(encoding="utf-8")
        if (after := filled(before)) != before:
            path.write_text(after, encoding="utf-8")
