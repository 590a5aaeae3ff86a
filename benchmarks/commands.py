"""Whole commands on CoNLL-2014: start-up, one system by each measure, further systems, growth with the corpus."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import errata
from benchmarks.cases import Case
from benchmarks.documents import many_edits
from benchmarks.measuring import Cost, command_cost, shared

SYSTEMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
SENTENCES = 1312


@dataclass(frozen=True)
class Subject:
    """A measure on CoNLL-2014, with what it may cost: one system in seconds, a further one in milliseconds."""

    measure: str
    original: str = ""
    limit: float | None = None
    further: float | None = None
    gold: str = "gold.m2"
    outputs: str = "systems/{}.txt"
    n_first: int = 1
    label: str = ""

    def files(self, n_systems: int) -> list[Path]:
        """Return the gold and the outputs of some systems."""
        data = shared("data/conll14")
        return [data / self.gold, *(data / self.outputs.format(name) for name in SYSTEMS[:n_systems])]

    def cost(self, n_systems: int, runs: int = 5) -> Cost:
        """Score so many systems, start-up included."""
        return score_cost(self.measure, self.files(n_systems), runs)

    @property
    def name(self) -> str:
        """What tables call it."""
        return self.label or self.measure


def score_cost(measure: str, files: list[Path], runs: int = 5) -> Cost:
    """Run `errata score`."""
    return command_cost(["-m", "errata", "score", *files, "--measure", measure, "--quiet"], runs)


_EDITS, _EDITED = "errant/gold.m2", "errant/{}.m2"
_PROVED = "i-measure original, 984 sentences with at most 8 references"
SUBJECTS = (
    Subject("m2", "m2 original, Python 2.7", 0.1),
    Subject("imeasure", _PROVED, 0.25),
    Subject(
        "imeasure", limit=0.8, gold="official-2014.combined-withalt.m2", label="imeasure with alternative annotations"
    ),
    Subject("green", "green words N=4 beta=2", 0.08, 25),
    Subject("green:unit=char", "green characters N=6 beta=2"),
    Subject("gleu", "gleu official 2016, 500 draws, Python 2.7", 0.15, 150),
    Subject("gleu:variant=jfleg", "gleu JFLEG script, 500 draws, Python 3.11"),
    Subject("errant", "errant_compare", 0.075, gold=_EDITS, outputs=_EDITED),
    Subject("cleme", "cleme 1.0", 0.12, gold=_EDITS, outputs=_EDITED),
    Subject(
        "difficulty",
        "difficulty original, 12 systems",
        0.25,
        gold=_EDITS,
        outputs=_EDITED,
        n_first=12,
        label="difficulty, twelve systems",
    ),
    Subject("gain", limit=0.35),
    Subject("wer"),
    Subject("exact"),
    Subject("pt-m2:weights=overlap"),
    Subject("pt-errant:weights=overlap", gold=_EDITS, outputs=_EDITED),
)


def start_up() -> Iterator[Case]:
    """Yield the costs of Python alone, of importing the package, and of the shortest command."""
    yield Case("python alone", partial(command_cost, ["-c", "pass"]))
    yield Case("import errata, python included", partial(command_cost, ["-c", "import errata"]), limit=0.02)
    yield Case("errata --version", partial(command_cost, ["-m", "errata", "--version"]), limit=0.035)


def one_system() -> Iterator[Case]:
    """Yield the cost of each measure on one system (difficulty: on twelve), start-up included."""
    for subject in SUBJECTS:
        first = partial(subject.cost, subject.n_first)
        yield Case(
            f"{subject.name}, AMU" if subject.n_first == 1 else subject.name,
            first,
            limit=subject.limit,
            original=subject.original,
            is_guarded=True,
        )
    yield Case("m2, NTHU (a sentence with 780 vertices)", partial(_m2_on, "NTHU"), limit=0.5)
    yield Case("hoo, two files of 10,000 edits", _hoo_files, is_guarded=True)
    yield Case("compat errant_compare, AMU", _errant_compare, limit=0.15)
    yield Case("difficulty with heat map, twelve systems", _heat_map)


def further_systems() -> Iterator[Case]:
    """Yield what a system costs beyond the first in the same call, reading included."""
    for subject in SUBJECTS:
        if subject.n_first == 1:
            further = len(SYSTEMS) - 1
            yield Case(
                f"{subject.name}, each further system", partial(_beyond, subject), "ms", further, subject.further
            )


def growth() -> Iterator[Case]:
    """Yield the cost a sentence at 1 and 10 times the corpus, without start-up: linear when it stays the same."""
    for subject in SUBJECTS:
        if ":" in subject.measure or subject.label.startswith("imeasure"):
            continue
        for times in (1, 10) if subject.measure != "green" else (1, 10, 100):
            name = f"{subject.measure}, {times} x CoNLL-2014, per sentence"
            yield Case(name, partial(_grown, subject, times), "µs", SENTENCES * times)


def _m2_on(system: str) -> Cost:
    data = shared("data/conll14")
    return score_cost("m2", [data / "gold.m2", data / "systems" / f"{system}.txt"])


def _errant_compare() -> Cost:
    data = shared("data/conll14/errant")
    return command_cost(["-m", "errata", "compat", "errant_compare", "-hyp", data / "AMU.m2", "-ref", data / "gold.m2"])


def _heat_map() -> Cost:
    data = shared("data/conll14/errant")
    outputs = [data / f"{name}.m2" for name in SYSTEMS]
    with TemporaryDirectory() as folder:
        page = Path(folder) / "map.html"
        return command_cost(["-m", "errata", "difficulty", data / "gold.m2", *outputs, "--quiet", "--html", page], 3)


def _hoo_files() -> Cost:
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("gold.xml", "system.xml")]
        for seed, path in enumerate(paths, 1):
            errata.write_documents(many_edits(10_000, seed), path)
        return score_cost("hoo", paths)


def _beyond(subject: Subject) -> Cost:
    one, many = subject.cost(1), subject.cost(len(SYSTEMS), 3)
    return Cost(max(0.0, many.seconds - one.seconds), many.megabytes)


@cache
def _bare() -> float:
    return command_cost(["-c", "import errata.cli.score"]).seconds


def _grown(subject: Subject, times: int) -> Cost:
    """Score the corpus repeated, three systems where one says nothing, and take off what starting costs."""
    with TemporaryDirectory() as folder:
        grown = []
        for number, path in enumerate(subject.files(1 if subject.n_first == 1 else 3)):
            ends = b"\n\n" if path.suffix == ".m2" else b"\n"
            grown.append(Path(folder) / f"{number}{path.suffix}")
            grown[-1].write_bytes((path.read_bytes().rstrip(b"\n") + ends) * times)
        cost = score_cost(subject.measure, grown, 3 if times < 100 else 1)
    return Cost(max(0.0, cost.seconds - _bare()), cost.megabytes)
