"""How cost grows with the number of sentences: `python -m benchmarks.scaling [MOST]`; the guard checks the slopes.

The texts are made up, every line another: invented words with the lengths and frequencies of English.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from benchmarks.measuring import Cost, command_cost

MEASURES = ("green", "gleu", "wer", "exact")
N_REFERENCES = (1, 2, 4, 8)
LENGTHS = (10, 100, 1000)
_LENGTH = 23
_CHANGED = 0.6
"""How likely a text has a change, and after each another one: the share of outputs that differ in CoNLL-2014."""
_STEEPEST = 1.25
"""Twice the sentences may cost a quarter more than twice the time: what a busy machine adds."""
_MOST_MEMORY = 64
"""Megabytes that ten times the sentences may add."""


def write_texts(folder: Path, n: int, n_references: int = 1, length: int = _LENGTH) -> list[str]:
    """Write source, references and an output of so many sentences; return how a command line names them."""
    chance = random.Random(n)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(1, 10))) for _ in range(20_000)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))
    names = ["source", *(f"reference{number}" for number in range(n_references)), "output"]
    files = [(folder / f"{name}.txt").open("w", encoding="utf-8") for name in names]
    for _ in range(n):
        tokens = chance.choices(words, cum_weights=weights, k=max(1, round(chance.gauss(length, length / 3))))
        for file in files:
            made = tokens[:]
            while chance.random() < _CHANGED:
                made[chance.randrange(len(made))] = chance.choice(words)
            file.write(" ".join(made) + " .\n")
    for file in files:
        file.close()
    paths = [str(folder / f"{name}.txt") for name in names]
    references = [part for path in paths[1:-1] for part in ("--reference", path)]
    return ["--source", paths[0], *references, paths[-1]]


def cost(files: list[str], measure: str, runs: int = 1) -> Cost:
    """Return what scoring files costs."""
    asked = ["-m", "errata", "score", *files, "--measure", measure, "--engine", "stream", "--quiet"]
    return command_cost(asked, runs)


def find_steep(n: int = 20_000) -> Iterator[str]:
    """Yield which measures cost more than so many times as much for four times the sentences."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = (Path(folder) / str(size) for size in (n, 4 * n))
        for path in (few, many):
            path.mkdir()
        small, large = write_texts(few, n), write_texts(many, 4 * n)
        for measure in MEASURES:
            one, four = cost(small, measure, 3), cost(large, measure, 3)
            slope = four.seconds / one.seconds
            print(f"{measure:52}{slope:8.2f} times the time for 4 times the sentences", flush=True)
            if slope > 4 * _STEEPEST:
                yield f"{measure}: {slope:.2f} times the time for 4 times the sentences"
            if (four.megabytes or 0) - (one.megabytes or 0) > _MOST_MEMORY:
                yield f"{measure}: {one.megabytes:.0f} MB grow to {four.megabytes:.0f} with 4 times the sentences"


def main() -> None:
    """Print the curves, as rows of Markdown."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print("| measure | sentences | references | tokens | CPU, s | µs a sentence | memory, MB |\n|---|" + "---:|" * 6)
    sizes = [10**power for power in range(3, 9) if 10**power <= most]
    settings = [(measure, n, 1, _LENGTH) for n in sizes for measure in MEASURES]
    settings += [("green", 10_000, references, _LENGTH) for references in N_REFERENCES[1:]]
    settings += [("green", 1_000, 1, length) for length in LENGTHS]
    made: dict[tuple[int, int, int], tuple[tempfile.TemporaryDirectory[str], list[str]]] = {}
    for measure, n, references, length in settings:
        key = n, references, length
        if key not in made:
            folder = tempfile.TemporaryDirectory()
            made[key] = folder, write_texts(Path(folder.name), *key)
        found = cost(made[key][1], measure)
        each = found.seconds / n * 1e6
        row = (measure, f"{n:,}", references, length, f"{found.seconds:.2f}", f"{each:.1f}", f"{found.megabytes:.0f}")
        print("|", " | ".join(map(str, row)), "|", flush=True)
    for folder, _ in made.values():
        folder.cleanup()


if __name__ == "__main__":
    main()
