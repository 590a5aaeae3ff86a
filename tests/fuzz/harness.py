"""Try readers on damaged files and scorers on hard cases: only errors of the package may come out, in time."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from traceback import format_exc
from warnings import catch_warnings, simplefilter

from tests.fuzz.mutation import damage
from tests.fuzz.targets import Target

from errata.errors import ErrataError
from errata.findings import ErrataWarning

LIMIT = 10.0
"""Seconds of computing that a file of at most 200 kB may take; others who use the machine do not count."""


class TookTooLong(BaseException):
    """A reader did not come to an end; no reader catches this."""


@dataclass(frozen=True)
class Finding:
    """A file that makes a reader fail in a way it must not."""

    target: str
    data: bytes
    report: str


class LostError(AssertionError):
    """Errors of compiled functions that cannot raise; Python only writes them to standard error."""


@contextmanager
def _none_lost() -> Iterator[None]:
    """Raise errors that would be lost, such as that of an index out of bounds in a checked kernel."""
    lost: list[str] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda item: lost.append(f"{item.object!r}: {item.exc_type.__name__}: {item.exc_value}")
    try:
        yield
    finally:
        sys.unraisablehook = before
        if lost:
            raise LostError("; ".join(lost[:3]))


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def attempt(target: Target, data: bytes, folder: Path) -> str | None:
    """Return what is wrong with how a reader takes a file, None if nothing is."""
    for name, content in target.beside:
        (folder / name).write_bytes(content)
    path = folder / f"case{target.suffix}"
    path.write_bytes(data)
    try:
        with _none_lost(), _limited(LIMIT), catch_warnings():
            simplefilter("error")
            simplefilter("ignore", ErrataWarning)
            target.read(path)
    except ErrataError as error:
        return None if str(error).strip() else "an error without a message"
    except TookTooLong:
        return f"takes more than {LIMIT} s"
    except Exception:
        return format_exc()
    return None


def fuzz(targets: list[Target], seed: int, seconds: float, n_cases: int, folder: Path) -> Iterator[Finding | int]:
    """Yield findings, and in the end the number of cases tried: so many of each, or for so long.

    What was tried last stands in the folder, so that a case that ends the process is found there.
    """
    random = Random(seed)
    every = [item for target in targets for item in target.seeds]
    end = perf_counter() + seconds
    n_tried = 0
    while perf_counter() < end and (not n_cases or n_tried < n_cases * len(targets)):
        target = targets[n_tried % len(targets)]
        data = target.draw(random) if target.draw else damage(random.choice(target.seeds), every, random)
        (folder / "last-target").write_text(target.name, encoding="utf-8")
        (folder / "last-case").write_bytes(data)
        report = attempt(target, data, folder)
        n_tried += 1
        if report is not None:
            yield Finding(target.name, data, report)
    yield n_tried
