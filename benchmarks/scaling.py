"""How cost grows with sentences, references and tokens: `python -m benchmarks.scaling`; the guard checks the slopes.

The texts are made up, every line another: invented words with the lengths and frequencies of English.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from benchmarks.curves import Curve, Panel, draw
from benchmarks.measuring import ROOT, Cost, calibration, command_cost, has_shared
from benchmarks.originals import originals

MEASURES = ("green", "gleu", "wer", "exact")
N_REFERENCES = (1, 2, 4, 8)
LENGTHS = (10, 100, 1000)
_LENGTH = 23
_CHANGED = 0.6
"""How likely a text has a change, and after each another one: the share of outputs that differ in CoNLL-2014."""
_STEEPEST = 1.25
"""Twice the sentences may cost a quarter more than twice the time: what a busy machine adds."""
_MOST_MEMORY = 64
"""Megabytes that four times the sentences may add."""
_ALL = 10**6
"""Of so many sentences all measures are tried; more are these over and over, for the first measure."""
_N_CONLL = 1312
_ORIGINALS = {
    "GREEN, original": "green words N=4 beta=2",
    "GLEU, original": "gleu official 2016, 500 draws, Python 2.7",
    "GREEN, gec-metrics": "gec-metrics green (of which 5.7 s import)",
    "GLEU, gec-metrics": "gec-metrics gleu (of which 5.7 s import)",
}
FIGURES = ROOT / "benchmarks" / "scaling.json"
PLOT = ROOT / "docs" / "scaling.svg"
PAGE = ROOT / "docs" / "scale.md"
_BEGIN, _END = "<!-- scaling -->", "<!-- end -->"
_HEAD = "| measure | sentences | references | tokens | CPU, s | µs per sentence | memory, MB |\n|---|" + "---:|" * 6
Size = tuple[int, int, int]
"""Sentences, references, tokens."""


class Row(NamedTuple):
    """What a measure costs on texts of some size."""

    measure: str
    sentences: int
    references: int
    tokens: int
    seconds: float
    megabytes: float

    @property
    def each(self) -> float:
        """Microseconds per sentence."""
        return self.seconds / self.sentences * 1e6

    def markdown(self) -> str:
        """Return the row of a table."""
        cells = [self.measure, f"{self.sentences:,}", self.references, self.tokens, f"{self.seconds:.2f}"]
        return f"| {' | '.join(map(str, [*cells, f'{self.each:.1f}', f'{self.megabytes:.0f}']))} |"


def write_texts(folder: Path, n: int, n_references: int = 1, length: int = _LENGTH) -> list[str]:
    """Write source, references and an output of so many sentences; return how a command line names them."""
    chance = random.Random(n)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(1, 10))) for _ in range(20_000)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))
    names = ["source", *(f"reference{number}" for number in range(n_references)), "output"]
    files = [(folder / f"{name}.txt").open("w", encoding="utf-8") for name in names]
    for _ in range(min(n, _ALL)):
        tokens = chance.choices(words, cum_weights=weights, k=max(1, round(chance.gauss(length, length / 3))))
        for file in files:
            made = tokens[:]
            while chance.random() < _CHANGED:
                made[chance.randrange(len(made))] = chance.choice(words)
            file.write(" ".join(made) + " .\n")
    for file in files:
        file.close()
        _repeat(Path(file.name), n // _ALL)
    paths = [str(folder / f"{name}.txt") for name in names]
    references = [part for path in paths[1:-1] for part in ("--reference", path)]
    return ["--source", paths[0], *references, paths[-1]]


def _repeat(path: Path, times: int) -> None:
    """Put a file so many times one after the other."""
    size = path.stat().st_size
    with path.open("rb") as whole, path.open("ab") as end:
        for _ in range(times - 1):
            whole.seek(0)
            left = size
            while left:
                piece = whole.read(min(left, 1 << 24))
                end.write(piece)
                left -= len(piece)


def cost(files: list[str], measure: str, runs: int = 1) -> Cost:
    """Return what scoring files costs."""
    asked = ["-m", "errata", "score", *files, "--measure", measure, "--engine", "stream", "--quiet"]
    return command_cost(asked, runs)


def find_steep(n: int = 20_000) -> Iterator[str]:
    """Yield what costs more than so many times as much for several times the sentences, references or tokens."""
    for measure in MEASURES:
        yield from _compare(measure, "sentences", 4, (n, 1, _LENGTH), (4 * n, 1, _LENGTH), _MOST_MEMORY)
    yield from _compare("green", "references", 4, (n, 2, _LENGTH), (n, 8, _LENGTH))
    yield from _compare("green", "tokens", 4, (n // 20, 1, 250), (n // 20, 1, 1000))


def _compare(
    measure: str, what: str, times: int, less: Size, more: Size, megabytes: float | None = None
) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        costs = []
        for size in (less, more):
            path = Path(folder) / str(size)
            path.mkdir()
            costs.append(cost(write_texts(path, *size), measure, 3))
    one, several = costs
    slope = several.seconds / one.seconds
    print(f"{measure:52}{slope:8.2f} times the time for {times} times the {what}", flush=True)
    if slope > times * _STEEPEST:
        yield f"{measure}: {slope:.2f} times the time for {times} times the {what}"
    if megabytes is not None and (several.megabytes or 0) - (one.megabytes or 0) > megabytes:
        yield f"{measure}: {one.megabytes:.0f} MB grow to {several.megabytes:.0f} with {times} times the {what}"


def measure_all(most: int) -> list[Row]:
    """Measure everything up to so many sentences, and print rows of Markdown as they come."""
    print(_HEAD, flush=True)
    sizes = [10**power for power in range(3, 9) if 10**power <= most]
    settings = [(measure, n, 1, _LENGTH) for n in sizes for measure in MEASURES if n <= _ALL or measure == MEASURES[0]]
    settings += [("green", 10_000, references, _LENGTH) for references in N_REFERENCES[1:]]
    settings += [("green", 1_000, 1, length) for length in LENGTHS]
    rows: list[Row] = []
    texts: list[str] = []
    last: Size | None = None
    with tempfile.TemporaryDirectory() as folder:
        for measure, *numbers in settings:
            n, references, length = size = (numbers[0], numbers[1], numbers[2])
            if size != last:
                texts, last = write_texts(Path(folder), *size), size
            found = cost(texts, measure, 3 if n < _ALL else 1)
            rows.append(Row(measure, n, references, length, round(found.seconds, 3), round(found.megabytes or 0)))
            print(rows[-1].markdown(), flush=True)
    return rows


def write_figures(rows: Sequence[Row], yardstick: float) -> None:
    """Keep the figures, and put plot and table into the documentation."""
    kept = {"calibration": round(yardstick, 4), "rows": [list(row) for row in rows]}
    if has_shared("golden/timings.json"):
        kept["originals"] = {name: round(originals(yardstick)[theirs], 2) for name, theirs in _ORIGINALS.items()}
    FIGURES.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    update()


def update() -> None:
    """Put plot and table of the figures that are kept into the documentation."""
    PLOT.write_text(plot(), encoding="utf-8")
    before, begin, rest = PAGE.read_text(encoding="utf-8").partition(_BEGIN)
    PAGE.write_text(f"{before}{begin}\n{table()}{_END}{rest.partition(_END)[2]}", encoding="utf-8")


def table() -> str:
    """Return the figures that are kept as a table."""
    return "\n".join([_HEAD, *(row.markdown() for row in _kept()[0]), ""])


def plot() -> str:
    """Return the curves that are kept, and the originals, as a picture."""
    rows, theirs = _kept()
    by_size = [row for row in rows if (row.references, row.tokens) == (1, _LENGTH)]
    growth = [
        Curve(measure, [(row.sentences, row.seconds) for row in by_size if row.measure == measure])
        for measure in MEASURES
    ]
    growth += [Curve(name, [(_N_CONLL, seconds)]) for name, seconds in theirs.items()]
    first = [row for row in rows if row.measure == MEASURES[0]]
    references = [(row.references, row.each) for row in first if (row.sentences, row.tokens) == (10_000, _LENGTH)]
    tokens = [(row.tokens, row.each) for row in first if row.sentences == 1_000 and row.tokens in LENGTHS]
    panels = [
        Panel("sentences", "sentences", "CPU, s", growth),
        Panel("references", "references per sentence (10,000 sentences)", "µs", [Curve(MEASURES[0], references)]),
        Panel("length", "tokens per sentence (1,000 sentences)", "µs", [Curve(MEASURES[0], tokens)]),
    ]
    return draw(panels, "CPU time by number of sentences, by references and by length of sentences")


def _kept() -> tuple[list[Row], dict[str, float]]:
    kept = json.loads(FIGURES.read_text(encoding="utf-8"))
    return [Row(*row) for row in kept["rows"]], kept.get("originals", {})


def main() -> None:
    """Print the curves, as rows of Markdown; with --write keep them, and draw them for the documentation."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.add_argument("most", type=int, nargs="?", default=100_000, help="sentences at most (default: 100000)")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/scale.md and docs/scaling.svg")
    parser.add_argument("--draw", action="store_true", help="draw the figures that are kept once more")
    options = parser.parse_args()
    if options.draw:
        update()
        return
    yardstick = calibration()
    rows = measure_all(options.most)
    yardstick = min(yardstick, calibration())
    print(f"calibration loop {yardstick * 1000:.1f} ms")
    if options.write:
        write_figures(rows, yardstick)


if __name__ == "__main__":
    main()
