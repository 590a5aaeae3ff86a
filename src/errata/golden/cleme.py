"""CLEME beside its releases 1.1 and 1.0."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from errata.golden.checking import DATA, Checks, check, load, read_text, scored
from errata.golden.texts import conll_gold
from errata.measures.blocks import GoldBlock
from errata.measures.cleme.chunks import cut_shared
from errata.measures.cleme.measure import Cleme
from errata.measures.tables import Table
from errata.model import Corpus, Output

CASES: list[dict[str, Any]] = load(DATA / "cleme" / "cases.json")
ASSUMPTIONS = ("dependent", "independent")
CONLL = ("AMU", "CAMB", "UFC")
TINY = 1e-9
"""Weighted counts: the original adds the weights of a corpus in another order."""
MEAN = 1e-12
"""Means of sentences: the same, with fewer terms."""
RATES = {"precision": "p", "recall": "r", "f": "f", "accuracy": "acc"}
CLEME2 = {
    "com": "score",
    "err": "wrong",
    "und": "under",
    "ove": "over",
    "fp_ne": "fp_necessary",
    "fp_un": "fp_unnecessary",
}


def _tabulate(gold: Corpus, output: Corpus, **options: Any) -> Table:
    """Return the counts of every reference."""
    measure, made = Cleme(**options), Output.from_corpus("x", output)
    return measure.count(GoldBlock.of(gold), made, measure.prepare(gold, [made]))


def _check_rows(where: str, gold: Corpus, output: Corpus, expected: dict[str, Any], **options: Any) -> Checks:
    """Check the rows of release 1.1, which weighs sentences as corpora: counts, and rates as printed or to 1e-12."""
    for row, numbers in expected.items():
        if not row.startswith("prf"):
            continue
        _, level, weighting = row.split("_")
        settings: dict[str, Any] = {"weights": "corpus", "level": level, "weighted": weighting == "weighted"}
        found = scored(gold, output, Cleme(**settings | options))
        at = f"{where}, {row}"
        wanted = {name: numbers[name] for name in found.counts}
        yield from check(at, wanted, dict(found.counts), absolute=TINY)
        for ours, theirs in RATES.items():
            value = round(found.values[ours], 4) if level == "corpus" else found.values[ours]
            yield from check(f"{at}, {theirs}", numbers[theirs], value, absolute=0.0 if level == "corpus" else MEAN)


def _check_average(where: str, gold: Corpus, output: Corpus, expected: float) -> Checks:
    average = Cleme().prepare(gold, [Output.from_corpus("x", output)])["x"]
    return check(f"{where}, average length of changed chunks", expected, average, absolute=MEAN)


def _check_chunks(where: str, gold: Corpus, output: Corpus, expected: list[dict[str, Any]]) -> Checks:
    """Check source intervals, and what the output and every reference make of them."""
    for number, (sentence, mine, chunks) in enumerate(zip(gold, output, expected, strict=True)):
        at = f"{where}, chunks of sentence {number}"
        made = cut_shared(sentence, mine.seen[0].edits)
        source = chunks.get("source") or chunks["source_chunks"]
        changed = [at for at, (start, end, _) in enumerate(source) if (start, end) in made.intervals]
        yield from check(f"{at}, changed", len(changed), len(made.intervals))
        yield from check(f"{at}, all", len(source), len(made.intervals) + made.n_gaps)
        for target, theirs in zip(
            [made.output, *made.references], [chunks["hypothesis"], *chunks["references"]], strict=True
        ):
            ours = [
                [" ".join(kept if words is None else words), int(words is not None)]
                for words, kept in zip(target, made.source, strict=True)
            ]
            yield from check(at, [theirs[place] for place in changed], ours)


def check_case(case: dict[str, Any]) -> Checks:
    """Check a small case: scores, the counts against each reference, the average length, the chunks."""
    where, expected = case["name"], case["expected"]
    gold, output = read_text(case["ref"]), read_text(case["hyp"])
    for assumption in ASSUMPTIONS:
        at = f"{where}, {assumption}"
        yield from _check_rows(at, gold, output, expected[assumption], assumption=assumption)
        table = _tabulate(gold, output, assumption=assumption, weighted=False)
        for index, rows in enumerate(expected[assumption]["counts_per_reference"]):
            notes = [
                [*note.counts, note.fp_necessary, note.fp_unnecessary]
                for note in (table.notes[row] for row in table.rows_of(index))
            ]
            wanted = rows if assumption == "dependent" else rows[:1]
            yield from check(f"{at}, sentence {index}", wanted, notes)
    yield from _check_average(where, gold, output, expected["average_changed_chunk_length"])
    yield from _check_chunks(where, gold, output, expected["chunks"])


def check_conll(data: Path, system: str) -> Checks:
    """Check release 1.1: corpus and sentences, weighted or not, by the weights of either level; CLEME2.0."""
    gold, output = (conll_gold(data, f"errant/{name}.m2") for name in ("gold", system))
    expected = load(data / "golden" / "cleme" / "scores.json")[system]
    yield from _check_average(system, gold, output, expected["average_changed_chunk_length"])
    for assumption in ASSUMPTIONS:
        where = f"{system}, {assumption}"
        settings: dict[str, dict[str, Any]] = {
            "": {},
            "_sentence_parameters": {"weights": "level"},
            "_detection_unweighted": {"task": "detection"},
        }
        for name, options in settings.items():
            numbers = expected[f"{assumption}{name}"]
            yield from _check_rows(f"{where}{name}", gold, output, numbers, assumption=assumption, **options)
        for row, numbers in expected[f"{assumption}_cleme2_unweighted"].items():
            details = scored(gold, output, Cleme(assumption=assumption, level=row.split("_")[1])).details["cleme2"]
            made = {**details, "fp": details["fp_necessary"] + details["fp_unnecessary"]}
            made["necessary"] = details["tp"] + details["fp_necessary"] + details["fn"]
            made["unnecessary"] = details["fp_unnecessary"]
            wanted = {CLEME2.get(name, name): number for name, number in numbers.items()}
            yield from check(f"{where}, cleme2, {row}", wanted, made, absolute=MEAN)


def check_conll_1_0(data: Path, system: str) -> Checks:
    """Check the settings of release 1.0 as printed: rates with four decimals, counts with two."""
    gold, output = (conll_gold(data, f"errant/{name}.m2") for name in ("gold", system))
    for setting, expected in load(data / "golden" / "cleme" / "scores_release_1_0.json")[system].items():
        level, assumption, *unweighted = setting.split("_", 2)
        found = scored(gold, output, Cleme(level=level, assumption=assumption, weighted=not unweighted, release="1.0"))
        printed = {"num_sample": float(len(gold))} | {name: round(count, 2) for name, count in found.counts.items()}
        for name, key in (("F", "f"), ("P", "precision"), ("R", "recall"), ("Acc", "accuracy")):
            printed[name] = round(found.values[key], 4)
        yield from check(f"{system}, release 1.0, {setting}", expected, {name: printed[name] for name in expected})


def check_conll_sentences(data: Path, system: str) -> Checks:
    """Check the counts of 45 sentences against each reference, with and without weights, and their chunks."""
    gold, output = (conll_gold(data, f"errant/{name}.m2") for name in ("gold", system))
    golden = load(data / "golden" / "cleme" / "sentences.json")
    theirs = golden["systems"][system]
    shown = [item["sentence"] for item in theirs["chunks"]]
    yield from _check_chunks(system, gold.select(shown), output.select(shown), theirs["chunks"])
    for setting in ("dependent", "dependent_weighted", "independent", "independent_weighted"):
        assumption, _, weighted = setting.partition("_")
        table = _tabulate(gold, output, assumption=assumption, weighted=bool(weighted))
        for index, rows in zip(golden["sentences"], theirs[setting], strict=True):
            mine = [list(table.row(row)) for row in table.rows_of(index)]
            wanted = rows if assumption == "dependent" else rows[:1]
            yield from check(f"{system}, {setting}, sentence {index}", wanted, mine, absolute=TINY)


def shipped() -> Checks:
    """Check all small cases."""
    return chain.from_iterable(map(check_case, CASES))


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check CoNLL-2014."""
    kinds = (check_conll, check_conll_1_0, check_conll_sentences)
    yield "CoNLL-2014", chain.from_iterable(kind(data, system) for system in CONLL for kind in kinds)
