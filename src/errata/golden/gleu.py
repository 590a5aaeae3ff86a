"""GLEU beside the authors' scripts of 2015 and 2016, that of JFLEG, Koyama's package and the GREEN paper."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from errata.golden.checking import DATA, Checks, check, load, load_rows, scored
from errata.golden.texts import conll_gold, conll_output, jfleg, text_corpora
from errata.measures.blocks import GoldBlock
from errata.measures.gleu.measure import Gleu
from errata.measures.results import Score
from errata.measures.tables import Selections
from errata.model import Corpus, Output

CASES: list[dict[str, Any]] = load(DATA / "gleu" / "cases.json")
CONLL = ("AMU", "IPN", "INPUT", "NULL")
AUTHORS = {"gec_ranking_2016_python2": "2016", "jfleg_python3": "jfleg"}
LAMBDAS = ("0", "0.1", "1")
KOYAMA: dict[str, dict[str, Any]] = {
    f"{name}_{unit}_n{n}": {"variant": variant, "unit": unit, "n": n}
    for name, variant in (("koyama_1.1.0", "koyama"), ("green_paper", "green-paper"))
    for unit, n in (("word", 4), ("char", 6))
}
COLUMNS: dict[str, dict[str, Any]] = {
    "g2016_mean": {},
    "g2015_lambda_0": {"variant": "2015"},
    "g2015_lambda_1": {"variant": "2015", "lambda_": 1.0},
    "koyama_word4": {"variant": "koyama"},
    "koyama_word4_max": {"variant": "koyama", "max": True},
    "koyama_char6": {"variant": "koyama", "unit": "char", "n": 6},
    "koyama_char6_max": {"variant": "koyama", "unit": "char", "n": 6, "max": True},
    "greenpaper_word4": {"variant": "green-paper"},
    "greenpaper_char6": {"variant": "green-paper", "unit": "char", "n": 6},
}
TINY = 1e-9
"""Relative: the originals add and take logarithms elsewhere."""
ZERO = 1e-15
"""A deviation that is 0 but for the rounding of equal scores."""


def _near(where: str, expected: Any, found: Any, absolute: float = 0.0) -> Checks:
    return check(where, expected, found, rel=TINY, absolute=absolute)


def _sentences(found: Score) -> list[float]:
    return [row.score for row in found.sentences]


def _check_deviations(where: str, found: Score, expected: list[float]) -> Checks:
    """Check deviations of sentences; those of equal scores the originals round to 1e-16 of them instead of 0."""
    for number, (row, deviation) in enumerate(zip(found.sentences, expected, strict=True)):
        yield from _near(f"{where}, std of sentence {number}", deviation, row.values["std"], ZERO * row.score)


def _check_authors(where: str, gold: Corpus, outputs: list[str], expected: dict[str, Any], variant: str) -> Checks:
    """Check mean, deviation and interval of draws, and the sentences where they are given."""
    found = scored(gold, outputs, Gleu(variant=variant))
    corpus = expected["corpus"]
    yield from _near(f"{where}, mean", corpus["mean"], found.score)
    if "std" in corpus:
        yield from _near(f"{where}, std", corpus["std"], found.values["std"], ZERO)
        # The scripts have no interval where nothing varies; here it is a point.
        ends = [found.score if end is None else end for end in corpus["ci95"]]
        yield from _near(f"{where}, ci95", ends, [found.values["low"], found.values["high"]])
    if "mean_of_sentence_scores" in expected:
        mean = scored(gold, outputs, Gleu(variant=variant, level="sentence"))
        yield from _near(f"{where}, mean of sentences", expected["mean_of_sentence_scores"], mean.score)
    if "sentence" in expected:
        yield from _near(f"{where}, sentence", expected["sentence"], _sentences(found))
        yield from _check_deviations(where, found, expected["sentence_std"])


def _check_2015(where: str, gold: Corpus, outputs: list[str], expected: dict[str, Any]) -> Checks:
    for value in LAMBDAS:
        numbers = expected[f"lambda_{value}"]
        options: dict[str, Any] = {"variant": "2015", "lambda_": float(value)}
        found = scored(gold, outputs, Gleu(**options))
        yield from _near(f"{where}, lambda {value}", numbers["corpus"], found.score)
        if "mean_of_sentence_scores" in numbers:
            mean = scored(gold, outputs, Gleu(**options, level="sentence"))
            yield from _near(f"{where}, lambda {value}, mean", numbers["mean_of_sentence_scores"], mean.score)
        if "sentence" in numbers:
            yield from _near(f"{where}, lambda {value}, sentence", numbers["sentence"], _sentences(found))


def _check_koyama(
    where: str, gold: Corpus, outputs: list[str], expected: dict[str, Any], options: dict[str, Any]
) -> Checks:
    found = scored(gold, outputs, Gleu(**options))
    best = scored(gold, outputs, Gleu(max=True, **options))
    measure = Gleu(**options)
    table = measure.count(GoldBlock.of(gold), Output("", outputs))
    choice = measure.choose(table)
    if isinstance(choice, Selections):
        totals = [table.total_picked(picks) for picks, _ in zip(choice.picks, range(5), strict=False)]
    else:
        totals = [table.total(choice)] * 5
    made = {
        "corpus_fixed_seed_mean": found.score,
        "first_5_iterations": [measure.score(sums)["gleu"] for sums in totals],
        "corpus_max": best.score,
        "sentence_mean": scored(gold, outputs, Gleu(level="sentence", **options)).score,
        "sentence_max_mean": scored(gold, outputs, Gleu(level="sentence", max=True, **options)).score,
    }
    if "sentence" in expected:
        made |= {"sentence": _sentences(found), "sentence_max": _sentences(best)}
    for name, value in made.items():
        yield from _near(f"{where}, {name}", expected[name], value)
    yield from _near(f"{where}, std", expected["corpus_fixed_seed_std"], found.values["std"], ZERO)


def check_all(where: str, gold: Corpus, outputs: list[str], expected: dict[str, Any]) -> Checks:
    """Check every number of the authors' programs, of koyama and of green-paper."""
    for name, variant in AUTHORS.items():
        yield from _check_authors(f"{where}, {name}", gold, outputs, expected[name], variant)
    yield from _check_2015(f"{where}, 2015", gold, outputs, expected["gec_ranking_2015_python2"])
    for name, options in KOYAMA.items():
        yield from _check_koyama(f"{where}, {name}", gold, outputs, expected[name], options)


def check_case(case: dict[str, Any]) -> Checks:
    """Check a small case in every variant."""
    return check_all(case["name"], Corpus.from_texts(case["src"], case["refs"]), case["hyp"], case["expected"])


def check_sentences(path: Path, gold: Corpus, outputs: list[str]) -> Checks:
    """Check sentence by sentence with a table, as far as there are outputs."""
    rows = load_rows(path)[: len(outputs)]
    for name, options in COLUMNS.items():
        found = scored(gold, outputs, Gleu(samples=1, **options))
        yield from _near(f"{path.stem}, {name}", [float(row[name]) for row in rows], _sentences(found))
        if name == "g2016_mean":
            yield from _check_deviations(path.stem, found, [float(row["g2016_std"]) for row in rows])


def _stripped(data: Path, system: str) -> list[str]:
    """Return an output as the numbers were made from it."""
    return [line.strip() for line in conll_output(data, system)]


def check_conll(data: Path, system: str, gold: str = "gold.m2") -> Checks:
    """Check the corpus numbers of a system on CoNLL-2014."""
    golden = load(data / "golden" / "gleu" / "conll14_corpus.json")[system]
    return check_all(system, conll_gold(data, gold), _stripped(data, system), golden)


def check_conll_sentences(data: Path, system: str) -> Checks:
    """Check the sentences of a system on CoNLL-2014."""
    path = data / "golden" / "gleu" / f"conll14_sentences_{system}.tsv"
    return check_sentences(path, conll_gold(data), _stripped(data, system))


def check_jfleg(data: Path, name: str) -> Checks:
    """Check corpus and sentences of a setting of JFLEG."""
    gold, outputs = jfleg(data, name)
    yield from check_all(name, gold, outputs, load(data / "golden" / "gleu" / "jfleg_test_corpus.json")[name])
    yield from check_sentences(data / "golden" / "gleu" / f"jfleg_test_sentences_{name}.tsv", gold, outputs)


def shipped() -> Checks:
    """Check all small cases."""
    return chain.from_iterable(map(check_case, CASES))


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check CoNLL-2014 and JFLEG."""
    return text_corpora(data, CONLL, (check_conll, check_conll_sentences), check_jfleg)
