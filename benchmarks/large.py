"""Large files read part by part: what a sentence costs, memory, and how much sooner two processes are done.

CoNLL-2014 a hundred times, AMU against one reference as text, or against the annotated gold. Millions of sentences are
made up, as in `benchmarks.scaling`.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.cases import Case
from benchmarks.commands import SENTENCES
from benchmarks.measuring import Cost, command_cost, shared
from benchmarks.scaling import write_texts

TIMES = 100
N = TIMES * SENTENCES
MILLION = 10**6
_SOME, _MANY = 150, 300
"""Megabytes that so many sentences may take; those of ten million are the limit of all streams."""
_LEAST_SPEED_UP = 1.8
_TURNS = 5


def large() -> Iterator[Case]:
    """Yield the cost of a sentence by each measure, start-up included."""
    for measure, limit in (("green", 8), ("gleu", 10), ("wer", None), ("exact", None)):
        yield _case(f"{measure}, text", partial(_texts, measure), N, limit)
    for measure, limit in (("m2", 20), ("green", None), ("gleu", None), ("imeasure", None)):
        yield _case(f"{measure}, M2 gold", partial(_annotated, measure, "gold.m2", "systems/AMU.txt"), N, limit)
    for measure in ("errant", "cleme"):
        yield _case(f"{measure}, M2 files", partial(_annotated, measure, "errant/gold.m2", "errant/AMU.m2"), N, None)
    yield _case("green, text, made up", partial(_made_up, MILLION, 2), MILLION, None)
    yield _case("green, text, made up", partial(_made_up, 10 * MILLION, 1), 10 * MILLION, None, _MANY)


def _case(
    name: str, measure: "partial[Cost]", sentences: int, limit: float | None, most_megabytes: float = _SOME
) -> Case:
    return Case(f"{name}, {sentences:,} sentences", measure, "µs", sentences, limit, most_megabytes=most_megabytes)


def speed_up() -> str:
    """Return how much sooner two processes score a million sentences, by the clock: on a quiet machine only."""
    with TemporaryDirectory() as folder:
        asked = _asked("green", write_texts(Path(folder), MILLION))
        # By turns, so that a busy minute of the machine slows down both.
        runs = [[command_cost([*asked, "--workers", workers], 1) for workers in (1, 2)] for _ in range(_TURNS)]
    one, two = (min(costs, key=lambda cost: cost.wall) for costs in zip(*runs, strict=True))
    times = one.wall / two.wall
    late = "" if times >= _LEAST_SPEED_UP else " TOO LITTLE"
    return (
        f"green, text, {MILLION:,} sentences: {one.wall:.1f} s by the clock, {two.wall:.1f} s with two workers, "
        f"{times:.2f} times as fast (at least {_LEAST_SPEED_UP}){late}; "
        f"{one.seconds:.1f} and {two.seconds:.1f} s of CPU time"
    )


def _asked(measure: str, files: list[str]) -> list[object]:
    return ["-m", "errata", "score", *files, "--measure", measure, "--engine", "stream", "--quiet"]


def _texts(measure: str) -> Cost:
    with TemporaryDirectory() as folder:
        source, reference, output = _repeated(folder, "src.txt", "ref0.txt", "systems/AMU.txt")
        return command_cost(_asked(measure, ["--source", source, "--reference", reference, output]), 5)


def _annotated(measure: str, *names: str) -> Cost:
    with TemporaryDirectory() as folder:
        return command_cost(_asked(measure, _repeated(folder, *names)), 1 if measure == "imeasure" else 3)


def _repeated(folder: str, *names: str) -> list[str]:
    """Write files many times one after the other; no line is remembered where parts are read."""
    paths = []
    for name in names:
        path = Path(folder) / Path(name).name
        ends = b"\n\n" if path.suffix == ".m2" else b"\n"
        path.write_bytes(((shared("data/conll14") / name).read_bytes().rstrip(b"\n") + ends) * TIMES)
        paths.append(str(path))
    return paths


def _made_up(n: int, runs: int) -> Cost:
    with TemporaryDirectory() as folder:
        return command_cost(_asked("green", write_texts(Path(folder), n)), runs)
