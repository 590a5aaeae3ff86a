"""Print what start-up and each measure cost: `make bench`. CPU time, the best of several runs."""

import json
from array import array
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import errata
from benchmarks.measuring import ROOT, calibration, call_cost, command_cost, shared
from errata.align.words import change_blocks
from errata.kernels.ngrams import count_regions
from errata.kernels.threeway import count_triples
from errata.measures.blocks import GoldBlock
from errata.measures.draws import Draws
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


def m2() -> Iterator[Row]:
    """Yield the costs of M² on CoNLL-2014, and on sentences made to be hard."""
    data = shared("data/conll14")
    command = ["-m", "errata", "score", data / "gold.m2", "--measure", "m2", "--quiet"]
    one = command_cost([*command, data / "systems" / "AMU.txt"])
    yield "m2, AMU on CoNLL-2014, start-up included", one.seconds, "s", "at most 0.2 s (the originals: 9.7 and 4.6 s)"
    nthu = command_cost([*command, data / "systems" / "NTHU.txt"])
    yield "m2, NTHU (a sentence with 780 vertices)", nthu.seconds, "s", "at most 0.5 s"

    gold = errata.read(data / "gold.m2")
    block = GoldBlock.of(gold)
    paths = sorted((data / "systems").glob("*.txt"))
    outputs = [errata.Output(path.stem, errata.read_lines(path)) for path in paths]
    measure = errata.M2()
    measure.count(block, outputs[0])

    def count_anew() -> None:  # a search is remembered by its texts, so each time gets texts of its own
        for output in outputs:
            measure.count(block, errata.Output(output.name, list(output.texts)))

    seconds = call_cost(count_anew)
    each = seconds / (len(outputs) * len(gold)) * 1e6
    yield f"m2, counting alone, mean of {len(outputs)} systems, per sentence", each, "µs", "at most 40 µs"
    for n in (20, 50, 90, 200, 1000):
        cost = call_cost(lambda n=n: _rewrite(n), runs=1 if n > 100 else 3)  # type: ignore[misc]
        note = {90: "at most 1.5 s, exact", 200: "at most 0.8 s, bounded"}.get(n, "exact" if n < 100 else "bounded")
        yield f"m2, {n} words rewritten, two annotators", cost, "s", note
    with TemporaryDirectory() as folder:
        gold_path, output_path = Path(folder) / "gold.m2", Path(folder) / "out.txt"
        errata.write(gold.select([332]), gold_path)
        output_path.write_text(" ".join(["the", "people", "of", "the", "world"] * 60) + "\n")
        hard = command_cost(["-m", "errata", "score", gold_path, output_path, "--measure", "m2", "--quiet"], runs=2)
    note = f"{hard.megabytes:.0f} MB; at most 2.5 s and 300 MB"
    yield "m2, sentence 333 against five words repeated to 300", hard.seconds, "s", note


def _rewrite(n: int) -> None:
    """Score a sentence of which no word is left."""
    source, output = (" ".join(f"{letter}{i}" for i in range(n)) for letter in "st")
    layers = tuple(errata.Annotation(who, (errata.Edit(1, 2, ("t1",)),)) for who in (0, 1))
    gold = errata.Corpus((errata.Sentence(source, layers),))
    errata.M2().count(GoldBlock.of(gold), errata.Output("rewrite", [output]))


def gleu() -> Iterator[Row]:
    """Yield the costs of GLEU (2016, 500 draws) on CoNLL-2014: one system, further systems, the draws."""
    data = shared("data/conll14")
    outputs = [data / "systems" / f"{name}.txt" for name in SYSTEMS]
    command = ["-m", "errata", "score", data / "gold.m2", "--measure", "gleu", "--quiet"]
    one = command_cost([*command, outputs[0]])
    many = command_cost([*command, *outputs])
    further = (many.seconds - one.seconds) / (len(outputs) - 1)
    note = f"{one.megabytes:.0f} MB; at most 0.35 s (the original: 2.6 s)"
    yield "gleu, AMU on CoNLL-2014, start-up included", one.seconds, "s", note
    yield "gleu, each further system", further * 1000, "ms", "at most 150 ms"
    for python in (2, 3):
        seconds = call_cost(partial(_exhaust, Draws(python, 2, 1312, 500)))
        yield f"gleu, draws of Python {python}, once for all systems", seconds * 1000, "ms", ""


def _exhaust(draws: Draws) -> None:
    for _ in draws.make():
        pass


def difficulty() -> Iterator[Row]:
    """Yield the costs of difficulty weights on CoNLL-2014: one system, all systems, further ones, growth."""
    data = shared("data/conll14/errant")
    outputs = [data / f"{name}.m2" for name in (*SYSTEMS[:5], "NTHU", *SYSTEMS[5:])]
    command = ["-m", "errata", "score", data / "gold.m2", "--measure", "difficulty", "--quiet"]
    one = command_cost([*command, outputs[0]])
    many = command_cost([*command, *outputs])
    further = (many.seconds - one.seconds) / (len(outputs) - 1)
    note = f"{many.megabytes:.0f} MB; at most 0.8 s (the original: 7.1 s)"
    yield "difficulty, 12 systems, start-up included", many.seconds, "s", note
    yield "difficulty, each further system", further * 1000, "ms", "reading its file included"
    with TemporaryDirectory() as folder:
        page = Path(folder) / "map.html"
        full = ["-m", "errata", "difficulty", data / "gold.m2", *outputs, "--quiet", "--html", page]
        cost = command_cost(full)
        size = page.stat().st_size / 1e6
        yield "errata difficulty with heat map, 12 systems", cost.seconds, "s", f"a page of {size:.1f} MB; at most 3 MB"
    bare = command_cost(["-c", "import errata.cli.score"])
    for times in (1, 10):
        with TemporaryDirectory() as folder:
            paths = [Path(folder) / path.name for path in (data / "gold.m2", *outputs[:3])]
            for path in paths:
                path.write_bytes(((data / path.name).read_bytes().rstrip(b"\n") + b"\n\n") * times)
            grown = ["-m", "errata", "score", *paths, "--measure", "difficulty", "--quiet"]
            cost = command_cost(grown, runs=3)
        each = (cost.seconds - bare.seconds) / (1312 * times) * 1e6
        yield f"difficulty, 3 systems, {times} x CoNLL-2014, per sentence", each, "µs", f"{cost.seconds:.2f} s"


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


def hoo() -> Iterator[Row]:
    """Yield the cost of scoring documents of many edits, alone and with files and start-up, and how it grows."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("gold.xml", "system.xml")]
        for seed, path in enumerate(paths, 1):
            errata.write_documents(_many_edits(10_000, seed), path)
        cost = command_cost(["-m", "errata", "score", *paths, "--measure", "hoo", "--quiet"])
        yield "hoo, 10,000 edits each, files and start-up included", cost.seconds, "s", f"{cost.megabytes:.0f} MB"
    for n_edits in (10_000, 100_000):
        gold, system = (_many_edits(n_edits, seed) for seed in (1, 2))
        for setting in ("hoo", "hoo:preset=hoo2012"):
            measure = errata.parse_measure(setting)
            seconds = call_cost(lambda: errata.score(gold, system, measures=[measure]), runs=3)  # noqa: B023
            note = "at most 0.5 s" if n_edits == 10_000 else f"{seconds / n_edits * 1e6:.1f} µs an edit"
            yield f"{setting}, two documents of {n_edits:,} edits", seconds, "s", note
    words = [f"w{n * 7919 % 3001}" for n in range(10_000)]
    changed = [word if n % 20 else "x" for n, word in enumerate(words)]
    seconds = call_cost(lambda: change_blocks(words, changed), runs=3)
    yield "word difference, 10,000 words, 500 changed", seconds, "s", ""


def _many_edits(count: int, seed: int) -> errata.DocumentSet:
    edits = []
    for n in range(count):
        start = 20 * n + n * 7919 * seed % 12
        end = start + n * 104729 * seed % 6
        edits.append(errata.CharacterEdit(start, end, "x" * (end - start), ("abc"[n % 3], "y"), f"T{n % 9}", str(n)))
    return errata.DocumentSet((errata.Document("1", tuple(edits)),))


def main() -> None:
    """Measure, print a table, and leave the figures in benchmarks/results.json."""
    yardstick = calibration()
    print(f"CPU time, best of several runs; the calibration loop took {yardstick * 1000:.1f} ms\n")
    results = {"calibration": {"value": yardstick, "unit": "s"}}
    for part in (start_up, m2, imeasure, green, gleu, edits, difficulty, hoo):
        for name, value, unit, note in part():
            print(f"{name:56}{value:9.2f} {unit:3} {note}")
            results[name] = {"value": value, "unit": unit}
    (ROOT / "benchmarks" / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
