"""CPU time and memory of commands and calls, and the loop that makes machines comparable."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


def has_shared(name: str) -> bool:
    """Tell whether the folder with the data of the field is there, and has this."""
    return _shared(name).exists()


def _shared(name: str) -> Path:
    return Path(os.environ.get("ERRATA_SHARED") or ROOT.parent / "shared") / name


def shared(name: str) -> Path:
    """Return a path in the folder with the data of the field; the benchmarks need it."""
    path = _shared(name)
    if not path.exists():
        sys.exit(f"{name} is not there; set ERRATA_SHARED to the folder that has it")
    return path


@dataclass(frozen=True)
class Cost:
    """CPU seconds, and of a process of its own peak memory and seconds by the clock; the best of several runs."""

    seconds: float
    megabytes: float | None = None
    wall: float = 0.0


# A process begins with its parent's peak of memory, so a small one stands between.
LAUNCHER = """
import os, sys, time
start = time.perf_counter()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, 1, 0)])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, time.perf_counter() - start)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def command_cost(arguments: Sequence[object], runs: int = 5) -> Cost:
    """Run a Python command several times and return its least CPU time and memory, start-up included."""
    found = []
    # An installed package has its modules compiled; a source tree where that is switched off compiles them every time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(runs):
        launcher = [sys.executable, "-S", "-c", LAUNCHER, sys.executable, *map(str, arguments)]
        ran = subprocess.run(launcher, capture_output=True, text=True, check=False, env=environment)
        if ran.returncode:
            sys.exit(f"{arguments} ended with status {ran.returncode}: {ran.stderr}")
        found.append([*map(float, ran.stdout.split())])
    seconds, kilobytes, wall = map(min, zip(*found, strict=True))
    return Cost(seconds, kilobytes / 1024, wall)


def call_cost(call: Callable[[], object], runs: int = 5) -> Cost:
    """Return the least CPU seconds of several calls."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return Cost(best)


def calibration(runs: int = 5) -> float:
    """Return the CPU seconds of the loop that the originals' timings are given with, to compare machines."""

    def loop() -> None:
        counts: dict[int, int] = {}
        for i in range(400_000):
            key = (i * 7919) % 65537
            counts[key] = counts.get(key, 0) + 1
        sum(key * count for key, count in counts.items())

    return call_cost(loop, runs).seconds
