"""GREEN beside the authors' program 0.1.0."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from errata.api.score import score
from errata.golden.checking import DATA, Checks, check, load, load_rows, quiet
from errata.golden.texts import conll_gold, conll_output, jfleg, text_corpora
from errata.measures.green.measure import REGIONS, Green, cumulate
from errata.measures.results import Score
from errata.model import Corpus

CASES: list[dict[str, Any]] = load(DATA / "green" / "cases.json")
CONLL = ("AMU", "IPN", "INPUT", "INPUT@raw", "NULL")
SETTINGS = {"word_n4": ("word", 4), "char_n6": ("char", 6)}
BETAS = ("2.0", "1.0", "0.5")
TINY = 1e-12
"""The original takes logarithms with another library."""
PRINTED = 5.1e-12
"""Sentence scores have 12 significant digits."""


def scores(gold: Corpus, outputs: list[str], measure: Green) -> tuple[Score, Score]:
    """Return the corpus score and the mean of sentences."""
    with quiet():
        both = score(gold, outputs, measures=[measure, replace(measure, level="sentence")])
    return both.scores[0], both.scores[1]


def check_corpus(where: str, gold: Corpus, outputs: list[str], measure: Green, expected: dict[str, Any]) -> Checks:
    """Check region counts exactly, all rates, the mean, the chosen references."""
    found, mean = scores(gold, outputs, measure)
    regions = [order[region] for order in expected["orders"] for region in REGIONS]
    yield from check(f"{where}, counts", regions, list(found.counts.values()))
    names = {"f": "corpus_F", "precision": "corpus_P", "recall": "corpus_R"}
    for ours, theirs in names.items():
        yield from check(f"{where}, {theirs}", expected[theirs], found.values[ours], absolute=TINY)
    yield from check(f"{where}, sentence_mean_F", expected["sentence_mean_F"], mean.score, absolute=TINY)
    for number, (means, order) in enumerate(zip(cumulate(regions), expected["orders"], strict=True), 1):
        rates = (means.order_precision, means.order_recall, means.precision, means.recall)
        wanted = [order[name] for name in ("P", "R", "cumP", "cumR")]
        yield from check(f"{where}, order {number}", wanted, rates, absolute=TINY)
    chosen = [row.reference for row in found.sentences]
    if "sentence_F" in expected:
        yield from check(
            f"{where}, sentence_F", expected["sentence_F"], [row.score for row in found.sentences], absolute=TINY
        )
        yield from check(f"{where}, chosen_ref", expected["chosen_ref"], chosen)
    if "chosen_ref_counts" in expected:
        wanted = expected["chosen_ref_counts"]
        yield from check(f"{where}, chosen_ref_counts", wanted, [chosen.count(n) for n in range(len(wanted))])


def check_case(case: dict[str, Any]) -> Checks:
    """Check a small case in every setting; the values of another library stand there for information only."""
    gold = Corpus.from_texts(case["src"], case["refs"])
    for name, betas in case["expected"].items():
        if name == "gec_metrics":
            continue
        unit, _, n = name.partition("_n")
        for beta, expected in betas.items():
            measure = Green(unit=unit, n=int(n), beta=float(beta), strip=False)
            yield from check_corpus(f"{case['name']}, {name}, beta {beta}", gold, case["hyp"], measure, expected)


def _check_settings(gold: Corpus, outputs: list[str], golden: dict[str, Any], strip: bool, where: str) -> Checks:
    for setting, (unit, n) in SETTINGS.items():
        for beta in BETAS:
            measure = Green(unit=unit, n=n, beta=float(beta), strip=strip)
            yield from check_corpus(f"{where}, {setting}, beta {beta}", gold, outputs, measure, golden[setting][beta])


def check_sentences(path: Path, gold: Corpus, outputs: list[str], strip: bool) -> Checks:
    """Check sentence scores and chosen references with a table, as far as there are outputs."""
    rows = load_rows(path)[: len(outputs)]
    for setting, (unit, n) in SETTINGS.items():
        for beta in BETAS:
            found, _ = scores(gold, outputs, Green(unit=unit, n=n, beta=float(beta), strip=strip))
            key = f"{setting}_b{beta}"
            where = f"{path.stem}, {key}"
            yield from check(
                f"{where}, ref", [int(row[f"{key}_ref"]) for row in rows], [row.reference for row in found.sentences]
            )
            wanted = [float(row[f"{key}_F"]) for row in rows]
            yield from check(f"{where}, F", wanted, [row.score for row in found.sentences], rel=PRINTED)


def check_conll(data: Path, system: str, gold: str = "gold.m2") -> Checks:
    """Check the corpus numbers of a system on CoNLL-2014."""
    golden = load(data / "golden" / "green" / "conll14_corpus.json")[system]
    outputs = conll_output(data, system.removesuffix("@raw"))
    return _check_settings(conll_gold(data, gold), outputs, golden, not system.endswith("@raw"), system)


def check_conll_sentences(data: Path, system: str) -> Checks:
    """Check the sentences of a system on CoNLL-2014."""
    path = data / "golden" / "green" / f"conll14_sentences_{system.replace('@', '_')}.tsv"
    outputs = conll_output(data, system.removesuffix("@raw"))
    return check_sentences(path, conll_gold(data), outputs, not system.endswith("@raw"))


def check_jfleg(data: Path, name: str) -> Checks:
    """Check corpus and sentences of a setting of JFLEG."""
    golden = load(data / "golden" / "green" / "jfleg_test_corpus.json")[name]
    gold, outputs = jfleg(data, name)
    yield from _check_settings(gold, outputs, golden, True, name)
    yield from check_sentences(data / "golden" / "green" / f"jfleg_test_sentences_{name}.tsv", gold, outputs, True)


def shipped() -> Checks:
    """Check all small cases."""
    return chain.from_iterable(map(check_case, CASES))


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check CoNLL-2014 and JFLEG."""
    return text_corpora(data, CONLL, (check_conll, check_conll_sentences), check_jfleg)
