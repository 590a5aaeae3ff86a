"""Print what start-up and each measure cost: `make bench`. CPU time, the best of several runs."""

import json
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import errata
from benchmarks.measuring import ROOT, calibration, call_cost, command_cost, shared
from errata.kernels.ngrams import count_regions
from errata.kernels.threeway import count_triples
from errata.measures.base import GoldBlock
from errata.text.vocabulary import Vocabulary

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


def imeasure() -> Iterator[Row]:
    """Yield the costs of the I-measure on CoNLL-2014: both golds with proof, further systems, the alignment kernel."""
    data = shared("data/conll14")
    outputs = [data / "systems" / f"{name}.txt" for name in SYSTEMS]
    golds = (("gold.m2", "official gold", 0.6), ("official-2014.combined-withalt.m2", "with alternatives", 0.8))
    for gold, label, limit in golds:
        command = ["-m", "errata", "score", data / gold, "--measure", "imeasure", "--quiet"]
        one = command_cost([*command, outputs[0]])
        note = (
            f"{one.megabytes:.0f} MB; at most {limit} s and 150 MB (the original: 102 s for 984 sentences, never all)"
        )
        yield f"imeasure, AMU, {label}, start-up included", one.seconds, "s", note
        many = command_cost([*command, *outputs], runs=2)
        further = (many.seconds - one.seconds) / (len(outputs) - 1)
        yield f"imeasure, {label}, each further system", further * 1000, "ms", ""

    vocabulary = Vocabulary("word")
    lines = [errata.read_lines(data / name) for name in ("src.txt", "systems/AMU.txt", "ref0.txt")]
    flat = vocabulary.flatten(line for triple in zip(*lines, strict=True) for line in triple)
    spans = array("i", [bound for pair in pairwise(flat.bounds) for bound in pair])
    seconds = call_cost(lambda: count_triples(flat.ids, spans))
    yield "imeasure kernel, per (source, output, reference)", seconds / len(lines[0]) * 1e6, "µs", "at most 8 µs"


def main() -> None:
    """Measure, print a table, and leave the figures in benchmarks/results.json."""
    yardstick = calibration()
    print(f"CPU time, best of several runs; the calibration loop took {yardstick * 1000:.1f} ms\n")
    results = {"calibration": {"value": yardstick, "unit": "s"}}
    for part in (start_up, green, imeasure):
        for name, value, unit, note in part():
            print(f"{name:50}{value:9.2f} {unit:3} {note}")
            results[name] = {"value": value, "unit": unit}
    (ROOT / "benchmarks" / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
