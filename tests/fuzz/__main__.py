"""Fuzz everything that reads, scores or extracts: `python -m tests.fuzz [SECONDS [SEED [NAME]]]`.

With a name, only what has it in its own. Findings are written to `findings/new`. Memory is limited, so that a reader
that eats it fails; and the work is done by a child, so that a case that ends the process is found, too.
"""

import os
import resource
import sys
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.fuzz.harness import Finding, fuzz
from tests.fuzz.targets import targets

MEMORY = 4 << 30
NEW = Path(__file__).parent / "findings" / "new"


def keep(target: str, data: bytes, report: str) -> None:
    """Write a finding to a file of its own and say what it is."""
    NEW.mkdir(parents=True, exist_ok=True)
    path = NEW / f"{target}-{sha256(data).hexdigest()[:8]}"
    path.write_bytes(data)
    print(f"{path}\n{report}", flush=True)


def work(seconds: float, seed: int, name: str, folder: Path) -> None:
    """Fuzz, keep what is found, one of each kind, and end with status 1 where that is anything."""
    if "ASAN_OPTIONS" not in os.environ:  # the sanitizer needs all addresses, and limits memory by its own means
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    chosen = [target for target in targets() if name in target.name]
    known: set[str] = set()
    for item in fuzz(chosen, seed, seconds, 0, folder):
        if not isinstance(item, Finding):
            print(f"{item} cases, {len(known)} kinds of findings, seed {seed}", flush=True)
            continue
        kind = "\n".join([item.target, *item.report.strip().splitlines()[-3:]])
        if kind not in known:
            known.add(kind)
            keep(item.target, item.data, item.report)
    sys.exit(bool(known))


def main(arguments: list[str]) -> int:
    """Run for so many seconds, a minute unless told; the status is 1 where something was found."""
    seconds = float(arguments[0]) if arguments else 60.0
    seed = int(arguments[1]) if len(arguments) > 1 else 0
    name = arguments[2] if len(arguments) > 2 else ""
    end = perf_counter() + seconds
    status = 0
    while (left := end - perf_counter()) > 0:
        with TemporaryDirectory() as folder:
            child = get_context("fork").Process(target=work, args=(left, seed, name, Path(folder)))
            child.start()
            child.join()
            status |= bool(child.exitcode)
            if child.exitcode in {0, 1}:
                break
            target, data = (Path(folder) / f"last-{what}" for what in ("target", "case"))
            keep(target.read_text(), data.read_bytes(), f"ends the process with status {child.exitcode}")
        seed += 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
