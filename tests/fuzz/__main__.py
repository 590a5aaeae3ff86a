"""Fuzz every reader: `python -m tests.fuzz [SECONDS [SEED]]`; findings are written to `findings/new`.

Memory is limited, so that a reader that eats it fails.
"""

import resource
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.harness import Finding, fuzz
from tests.fuzz.targets import targets

MEMORY = 4 << 30


def main(arguments: list[str]) -> int:
    """Run for so many seconds, a minute unless told; the status is 1 where something was found."""
    seconds = float(arguments[0]) if arguments else 60.0
    seed = int(arguments[1]) if len(arguments) > 1 else 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    known: set[str] = set()
    out = Path(__file__).parent / "findings" / "new"
    with TemporaryDirectory() as folder:
        for item in fuzz(targets(), seed, seconds, 0, Path(folder)):
            if not isinstance(item, Finding):
                print(f"{item} cases, {len(known)} kinds of findings, seed {seed}")
                continue
            kind = "\n".join(item.report.strip().splitlines()[-3:])
            if kind in known:
                continue
            known.add(kind)
            out.mkdir(parents=True, exist_ok=True)
            path = out / f"{item.target}-{sha256(item.data).hexdigest()[:8]}"
            path.write_bytes(item.data)
            print(f"{path}\n{item.report}", flush=True)
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
