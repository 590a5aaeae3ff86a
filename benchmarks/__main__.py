"""Print what start-up and each measure cost: `make bench`. CPU time, the best of several runs."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import errata
from benchmarks.measuring import ROOT, calibration, call_cost, command_cost, shared
from errata.kernels.ngrams import count_regions
from errata.measures.base import GoldBlock

Row = tuple[str, float, str, str]
SYSTEMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")


def start_up() -> Iterator[Row]:
    """Yield the cost of importing the package beside that of Python alone."""
    bare = command_cost(["-c", "pass"])
    package = command_cost(["-c", "import errata"])
    yield "python alone", bare.seconds, "s", f"{bare.megabytes:.0f} MB"
    yield "import errata, python included", package.seconds, "s", f"{package.megabytes:.0f} MB; at most 0.1 s"


def green() -> Iterator[Row]:
    """Yield the costs of word GREEN on CoNLL-2014: one system, further systems, the kernel, growth."""
    data = shared("data/conll14")
    outputs = [data / "systems" / f"{name}.txt" for name in SYSTEMS]
    command = ["-m", "errata", "score", data / "gold.m2", "--measure", "green", "--quiet"]
    one = command_cost([*command, outputs[0]])
    many = command_cost([*command, *outputs])
    further = (many.seconds - one.seconds) / (len(outputs) - 1)
    note = f"{one.megabytes:.0f} MB; at most 0.15 s and 60 MB (the original: 0.60 s)"
    yield "green, AMU on CoNLL-2014, start-up included", one.seconds, "s", note
    yield "green, each further system", further * 1000, "ms", "at most 25 ms"

    gold = errata.read(data / "gold.m2")
    texts = GoldBlock.of(gold).texts("word", False)
    out = texts.flatten(errata.read_lines(outputs[0]))
    seconds = call_cost(
        lambda: count_regions(texts.flat.ids, texts.flat.bounds, texts.first_text, out.ids, out.bounds, 4)
    )
    yield "green kernel, per (source, output, reference)", seconds / len(texts.labels) * 1e6, "µs", "at most 6 µs"
    yield from _growth(data)


def edits() -> Iterator[Row]:
    """Yield the cost of the measures on edits, and of finding edits in plain text."""
    data = shared("data/conll14")
    files = [data / "errant" / "gold.m2", data / "errant" / "AMU.m2"]
    for name, most, original in (("errant", 0.15, "0.08 s"), ("cleme", 0.35, "release 1.0: 0.96 s, 1.1: 3 s")):
        one = command_cost(["-m", "errata", "score", *files, "--measure", name, "--quiet"])
        note = f"{one.megabytes:.0f} MB; at most {most} s (the original: {original})"
        yield f"{name}, AMU on CoNLL-2014, start-up included", one.seconds, "s", note
    compat = command_cost(["-m", "errata", "compat", "errant_compare", "-hyp", files[1], "-ref", files[0]])
    yield "compat errant_compare, start-up included", compat.seconds, "s", "at most 0.15 s"
    sources = errata.read_lines(data / "src.txt")
    rates = {}
    for system in SYSTEMS:
        outputs = errata.read_lines(data / "systems" / f"{system}.txt")
        seconds = call_cost(partial(_extract, sources, outputs))
        rates[system] = len(sources) / seconds / 1000
    yield "extraction of AMU, pairs a second", rates["AMU"], "k/s", "at least 30; a new extractor each time"
    slowest = min(rates, key=rates.__getitem__)
    yield f"extraction of the slowest system ({slowest})", rates[slowest], "k/s", "at least 30"


def _extract(sources: list[str], outputs: list[str]) -> None:
    errata.get_extractor("errata").extract(sources, outputs)


def _growth(data: Path) -> Iterator[Row]:
    """Yield the cost a sentence at 1, 10 and 100 times the corpus: linear when it stays the same."""
    bare = command_cost(["-c", "import errata.cli.score"])
    gold = (data / "gold.m2").read_bytes().rstrip(b"\n") + b"\n\n"
    output = (data / "systems" / "AMU.txt").read_bytes()
    for times in (1, 10, 100):
        with TemporaryDirectory() as folder:
            gold_path, output_path = Path(folder) / "gold.m2", Path(folder) / "AMU.txt"
            gold_path.write_bytes(gold * times)
            output_path.write_bytes(output * times)
            arguments = ["-m", "errata", "score", gold_path, output_path, "--measure", "green", "--quiet"]
            cost = command_cost(arguments, runs=3 if times < 100 else 1)
        each = (cost.seconds - bare.seconds) / (1312 * times) * 1e6
        yield f"green, {times} x CoNLL-2014, per sentence", each, "µs", f"{cost.seconds:.2f} s, {cost.megabytes:.0f} MB"


def main() -> None:
    """Measure, print a table, and leave the figures in benchmarks/results.json."""
    yardstick = calibration()
    print(f"CPU time, best of several runs; the calibration loop took {yardstick * 1000:.1f} ms\n")
    results = {"calibration": {"value": yardstick, "unit": "s"}}
    for part in (start_up, green, edits):
        for name, value, unit, note in part():
            print(f"{name:50}{value:9.2f} {unit:3} {note}")
            results[name] = {"value": value, "unit": unit}
    (ROOT / "benchmarks" / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
