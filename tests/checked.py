"""Run tests on kernels that check every index, under the address sanitizer: `make test-checked`.

    python -m tests.checked                     the tests that the kernels have a part in, the fuzzing among them
    python -m tests.checked tests.fuzz 600 1    any module instead, such as a long run of the fuzzing
    python -m tests.checked --look              see whether this machine has what it takes

`make test-checked` puts such kernels on PYTHONPATH (build/checked/lib). The sanitizers write their reports to standard
error and end the process; the test it was at is named as failed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

TESTS = ("kernels", "extract", "measures", "fuzz")
# What C writes to standard error is not captured, so that reports are seen.
PYTEST = ("pytest", "-q", "-n", "auto", "--capture=sys", *(f"tests/{room}" for room in TESTS))
MEMORY = 2 << 10
"""Megabytes that one buffer may take; a larger one is a MemoryError."""


def library() -> Path | None:
    """Return the run-time library of the sanitizer, None where the compiler has none."""
    compiler = os.environ.get("CC", "cc").split()
    if not shutil.which(compiler[0]):
        return None
    ran = subprocess.run([*compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=False)
    path = Path(ran.stdout.strip())
    return path if path.is_absolute() and path.exists() else None


def environment(preload: Path) -> dict[str, str]:
    """Return what Python is started with. Without CI, which insists on the extras and on the corpora."""
    return os.environ | {
        "LD_PRELOAD": str(preload.resolve()),
        "ASAN_OPTIONS": f"abort_on_error=1:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb={MEMORY}",
        "UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # each buffer by itself, so that none runs into the next unseen
        "PYTHONFAULTHANDLER": "1",
        "CI": "",
        "ERRATA_CHECKED": "1",  # smaller samples
        "ERRATA_SHARED": os.devnull,  # the corpora of the field would take many minutes
    }


def main(arguments: list[str]) -> int:
    """Run, and return the status."""
    preload = library()
    if preload is None:
        print(
            "No compiler with the address sanitizer: 'cc -print-file-name=libasan.so' finds no library. "
            "Install gcc (on Debian: apt-get install gcc libc6-dev), or name one by CC=gcc.",
            file=sys.stderr,
        )
        return 2
    if arguments == ["--look"]:
        return 0
    command = [sys.executable, "-m", *(arguments or PYTEST)]
    return 1 if subprocess.run(command, env=environment(preload), check=False).returncode else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
