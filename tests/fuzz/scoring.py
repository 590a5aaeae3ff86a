"""Score and extract what was drawn, and hold the results to what measures and extractors promise.

A case is a JSON object: a measure with either sources, references and outputs, or M2 of gold and of a system beside
outputs; or sources and outputs to extract edits from.
"""

import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.generation import draw_gold, draw_texts
from tests.fuzz.plain import interpreted
from tests.support import COMPILED

import errata
from errata import Corpus, Measure, Score, SentenceScore
from errata.extract import annotate, get_extractor
from errata.formats.conversion import to_document
from errata.measures import parse_measure
from errata.model import apply_edits
from errata.testing import documents, variants

EXTRACTORS = ("errata", "wdiff")
CHEAP = 600
"""Bytes of a case that interpreted kernels may score again."""
LONG_ENOUGH = 8
"""Words with which an output that equals its references is perfect under every measure."""


def draw_case(measure: type[Measure]) -> Callable[[Random], bytes]:
    """Return what draws cases of a measure, with any of its settings."""
    titles = [made.title for made in variants(measure)]

    def draw(random: Random) -> bytes:
        drawn: Mapping[str, object] = random.choice((draw_texts, draw_gold))(random)
        return _written({"measure": random.choice(titles), **drawn})

    return draw


def draw_pairs(random: Random) -> bytes:
    """Draw sources and outputs."""
    drawn = draw_texts(random)
    return _written({"sources": drawn["sources"], "outputs": drawn["outputs"]})


def _written(case: Mapping[str, object]) -> bytes:
    return json.dumps(case, ensure_ascii=False, indent=1).encode()


def score_case(path: Path) -> None:
    """Score a case, check the result, and compare it with that of interpreted kernels where these are quick enough."""
    case = json.loads(path.read_bytes())
    measure = parse_measure(case["measure"])
    if "gold" in case:
        gold, system = (_as_file(path.with_name(f"{name}.m2"), case[name]) for name in ("gold", "system"))
        count = partial(_scored_gold, measure, gold, system, case["outputs"])
    else:
        count = partial(_scored_texts, measure, case["sources"], case["references"], case["outputs"])
        _check_perfect(measure, case["sources"], case["references"])
    score = count()
    _check(measure, score)
    if COMPILED and len(path.read_bytes()) < CHEAP:
        with interpreted():
            plain = count()
        assert (score, score.sentences) == (plain, plain.sentences), f"compiled {score}, interpreted {plain}"


def _as_file(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def _scored_texts(measure: Measure, sources: list[str], references: list[list[str]], outputs: list[str]) -> Score:
    """Score texts, with edits by word difference where the measure compares documents."""
    if measure.works_on == "documents":
        return errata.score(
            documents(sources, references[0], "gold"), documents(sources, outputs, "output"), measures=[measure]
        ).scores[0]
    return _score(measure, Corpus.from_texts(sources, references), outputs, sources)


def _scored_gold(measure: Measure, gold_file: Path, system_file: Path, outputs: list[str]) -> Score:
    """Score what a system made of annotated gold: its edits where the measure wants those, else its texts."""
    gold, system = errata.read(gold_file), errata.read(system_file)
    if measure.works_on == "documents":
        ours, theirs = (Corpus((to_document(corpus, "1"),)) for corpus in (gold, system))
        return errata.score(ours, theirs, measures=[measure]).scores[0]
    if measure.needs_output_edits:
        return _score(measure, gold, system, gold.sources)
    return _score(measure, gold, list(islice(cycle(outputs), len(gold))), gold.sources)


def _score(measure: Measure, gold: Corpus, output: Any, sources: list[str]) -> Score:
    systems = {"output": output} | ({"unchanged": sources} if measure.properties.compares_systems else {})
    return errata.score(gold, systems, measures=[measure], extract="errata").scores[0]


def _check(measure: Measure, score: Score) -> None:
    promises = measure.properties
    items: list[Score | SentenceScore] = [score, *score.sentences]
    for item in items:
        assert tuple(item.values) == measure.value_names
        for name, value in item.values.items():
            assert math.isfinite(value), f"{name} is {value}"
            assert -1 <= value <= 1 or name in promises.unbounded, f"{name} is {value}"
    for name, total in score.counts.items() if promises.rows_sum_to_counts else ():
        added = math.fsum(row.counts[name] for row in score.sentences)
        assert math.isclose(added, total, rel_tol=1e-12), f"sentences have {added} {name}, the corpus {total}"


def _check_perfect(measure: Measure, sources: list[str], references: list[list[str]]) -> None:
    """See that a reference, alone and in place of the output, has the perfect score.

    Not under M², where edits of the gold need not lie on a shortest way from source to output.
    """
    # Some measures cut at single spaces, or at those of ASCII, as their originals do.
    sources, perfect = ([" ".join(text.split()) for text in texts] for texts in (sources, references[0]))
    if measure.name == "m2" or any(
        len(text.split()) < LONG_ENOUGH or text == source for source, text in zip(sources, perfect, strict=True)
    ):
        return
    found = _scored_texts(measure, sources, [perfect], perfect).score
    assert math.isclose(found, measure.properties.perfect), f"a perfect output has {found}"


def extract_case(name: str) -> Callable[[Path], None]:
    """Return what extracts the edits of a case and sees that they make the output."""

    def read(path: Path) -> None:
        case = json.loads(path.read_bytes())
        extractor = get_extractor(name).suited(case["sources"])
        found = extractor.extract(case["sources"], case["outputs"])
        for source, output, edits in zip(case["sources"], case["outputs"], found, strict=True):
            made = apply_edits(source, edits)
            assert made.split() == output.split(), f"the edits make {made!r}"
            assert edits or source.split() == output.split()
        again = annotate(case["sources"], [case["outputs"]], extractor)
        assert [sentence.layers[0].edits for sentence in again] == found
        if COMPILED and len(path.read_bytes()) < CHEAP:
            with interpreted():
                plain = get_extractor(name).suited(case["sources"]).extract(case["sources"], case["outputs"])
            assert found == plain, f"compiled {found}, interpreted {plain}"

    return read
