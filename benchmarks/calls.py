"""Parts in this process: kernels, counting, extraction, and sentences made to be hard."""

import gc
import json
from array import array
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import errata
from benchmarks.cases import Case
from benchmarks.commands import SENTENCES, SYSTEMS, score_cost
from benchmarks.documents import many_edits
from benchmarks.measuring import Cost, call_cost, shared
from errata.extract.worddiff import change_blocks
from errata.kernels.ngrams import count_regions
from errata.kernels.threeway import count_triples
from errata.measures.data import GoldBlock
from errata.measures.gleu.draws import Draws
from errata.text.raw import Projector, Raw
from errata.text.raw.learning import learn
from errata.text.raw.quick import QuickProjector
from errata.text.raw.units import token_units
from errata.text.vocabulary import Vocabulary

REWRITTEN = {20: None, 50: None, 90: 1.5, 200: 0.8, 1000: None}
"""How many words, and the limit in seconds; up to 90 the search is exact, above it is bounded."""


def kernels() -> Iterator[Case]:
    """Yield the costs of the hot loops for a sentence or a pair."""
    yield Case("reading M2, per MB", _read_m2, "ms", limit=6, is_guarded=True)
    yield Case("green kernel, per (source, output, reference)", _regions, "µs", 2 * SENTENCES, 6, is_guarded=True)
    yield Case("imeasure kernel, per (source, output, reference)", _triples, "µs", SENTENCES, 8, is_guarded=True)
    yield Case("m2, counting alone, per sentence", _count_m2, "µs", SENTENCES * len(SYSTEMS), 40, is_guarded=True)
    for system, limit in (("AMU", 15), ("CAMB", 25)):
        name = f"extraction of edits, {system}, per pair"
        yield Case(name, partial(_extract, system), "µs", SENTENCES, limit, is_guarded=True)
    yield Case("raw text, conventions of the sources, once for all systems", _learn, "ms")
    yield Case("raw text, projection alone, per sentence", _project_alone, "µs", SENTENCES, 50)
    yield Case("raw text, fitted, cleaned and projected, per sentence", _project, "µs", SENTENCES, 100)
    yield Case(
        "raw text, a first system, sources read and learned from too, per sentence", _first, "µs", SENTENCES, 250
    )
    for python in (2, 3):
        draws = partial(_exhaust, Draws(python, 2, SENTENCES, 500))
        yield Case(f"gleu, draws of Python {python}, once for all systems", partial(call_cost, draws), "ms")


def hard() -> Iterator[Case]:
    """Yield the costs of input that is made to be hard."""
    for n_words, limit in REWRITTEN.items():
        measure = partial(call_cost, partial(_rewrite, n_words), 1 if n_words > 100 else 3)
        how = "exact" if n_words <= 90 else "bounded"
        yield Case(f"m2, {n_words} words rewritten, {how}", measure, limit=limit)
    yield Case("m2, sentence 333 against five words repeated to 300", _degenerate, limit=2.5)
    for n_edits, limit in ((10_000, 0.5), (100_000, None)):
        for setting in ("hoo", "hoo:preset=hoo2012"):
            yield Case(f"{setting}, two documents of {n_edits:,} edits", partial(_hoo, setting, n_edits), limit=limit)
    yield Case("word difference, 10,000 words, 500 changed", _word_difference)


@cache
def _gold() -> errata.Corpus:
    return errata.read(shared("data/conll14/gold.m2"))


@cache
def _lines(name: str) -> list[str]:
    return errata.read_lines(shared(f"data/conll14/{name}.txt"))


def _read_m2() -> Cost:
    """Return the cost of a million bytes; without the search for garbage, as in the command."""
    path = shared("data/conll14/gold.m2")
    gc.disable()
    cost = call_cost(lambda: errata.read(path), 10)
    gc.enable()
    return Cost(cost.seconds * 1e6 / path.stat().st_size)


@cache
def _raw_lines() -> list[str]:
    """Return an output in running text."""
    path = shared("golden/raw-text/systems_given/CAMB.own.json")
    lines: list[str] = json.loads(path.read_text(encoding="utf-8"))["raw"]
    return lines


def _learn() -> Cost:
    return call_cost(lambda: learn(_lines("src")))


def _project_alone() -> Cost:
    quick = QuickProjector(learn(_lines("src")).conventions)
    pairs = [(quick.number(source.split()), line) for source, line in zip(_lines("src"), _raw_lines(), strict=True)]
    return call_cost(lambda: [quick.project(source, line) for source, line in pairs], 5)


def _project() -> Cost:
    projector = Projector(_lines("src"), options=Raw(learn="source"))
    return call_cost(lambda: projector.project(_raw_lines()), 5)


def _first() -> Cost:
    def first() -> None:
        token_units.cache_clear()
        Projector(_lines("src"), options=Raw(learn="source")).project(_raw_lines())

    return call_cost(first, 5)


def _regions() -> Cost:
    texts = GoldBlock.of(_gold()).texts("word", False)
    out = texts.flatten(_lines("systems/AMU"))
    return call_cost(lambda: count_regions(texts.flat, texts.first_text, out, 4), 20)


def _triples() -> Cost:
    lines = [_lines(name) for name in ("src", "systems/AMU", "ref0")]
    flat = Vocabulary("word").flatten(line for triple in zip(*lines, strict=True) for line in triple)
    spans = array("i", [bound for pair in pairwise(flat.bounds) for bound in pair])
    return call_cost(lambda: count_triples(flat.ids, spans), 20)


def _count_m2() -> Cost:
    block, measure = GoldBlock.of(_gold()), errata.M2()
    measure.count(block, errata.Output("AMU", _lines("systems/AMU")))

    def count_anew() -> None:  # a search is remembered by its texts, so each time gets texts of its own
        for name in SYSTEMS:
            measure.count(block, errata.Output(name, list(_lines(f"systems/{name}"))))

    return call_cost(count_anew, 3)


def _extract(system: str) -> Cost:
    sources, outputs = _lines("src"), _lines(f"systems/{system}")
    return call_cost(lambda: errata.get_extractor("errata").extract(sources, outputs))


def _exhaust(draws: Draws) -> None:
    for _ in draws.make():
        pass


def _rewrite(n_words: int) -> None:
    """Score a sentence of which no word is left."""
    source, output = (" ".join(f"{letter}{i}" for i in range(n_words)) for letter in "st")
    layers = tuple(errata.Layer(who, (errata.Edit(1, 2, ("t1",)),)) for who in (0, 1))
    gold = errata.Corpus((errata.Text(source, layers),))
    errata.M2().count(GoldBlock.of(gold), errata.Output("rewrite", [output]))


def _degenerate() -> Cost:
    with TemporaryDirectory() as folder:
        gold, output = Path(folder) / "gold.m2", Path(folder) / "out.txt"
        errata.write(_gold().select([332]), gold)
        output.write_text(" ".join(["the", "people", "of", "the", "world"] * 60) + "\n")
        return score_cost("m2", [gold, output], 2)


def _hoo(setting: str, n_edits: int) -> Cost:
    gold, system = (many_edits(n_edits, seed) for seed in (1, 2))
    measure = errata.parse_measure(setting)
    return call_cost(lambda: errata.score(gold, system, measures=[measure]), 3 if n_edits < 100_000 else 1)


def _word_difference() -> Cost:
    words = [f"w{n * 7919 % 3001}" for n in range(10_000)]
    changed = [word if n % 20 else "x" for n, word in enumerate(words)]
    return call_cost(lambda: change_blocks(words, changed), 3)
