"""The I-measure beside the released tool, and beside a proved search where that would never end."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from errata.formats.files import read_lines
from errata.golden.checking import DATA, Checks, check, check_file, load, read_text, scored
from errata.golden.texts import conll_gold, conll_output
from errata.measures.imeasure.formulas import baseline_accuracy, improvement, paper_baseline
from errata.measures.imeasure.measure import IMeasure
from errata.measures.results import Score
from errata.model import Corpus

CASES: list[dict[str, Any]] = load(DATA / "imeasure" / "small_cases.json")["cases"]
GOLDS = {"conll14": "gold.m2", "conll14_withalt": "official-2014.combined-withalt.m2"}
CONLL = ("INPUT", "UFC", "AMU")
OPTIONS = (
    "max_cacc",
    "max_cf_b_0.5",
    "max_ci",
    "max_cp",
    "max_cr",
    "max_dwacc",
    "nomix",
    "opt_corpus",
    "opt_corpus_max_cf_b_0.5",
    "w_1",
)
RATES = {
    "i": "i",
    "wacc": "wacc",
    "wacc_base": "wacc_base",
    "accuracy": "acc",
    "f": "f",
    "precision": "p",
    "recall": "r",
}
VECTORS = {
    "cor": "correction",
    "det": "detection",
    "base_cor": "correction_baseline",
    "base_det": "detection_baseline",
}
MANY = 64
"""Up to so many tied references are listed."""


def read_options(text: str) -> dict[str, Any]:
    """Return the options of the measure for those of the tool's command line."""
    given = dict(option.partition(":")[::2] for option in text.split())
    return {
        "maximise": given.get("-max", "cwacc"),
        "weight": float(given.get("-w", "2")),
        "beta": float(given.get("-b", "1")),
        "mix": "-nomix" not in given,
        "optimise": "corpus" if given.get("-opt") == "corpus" else "sentence",
    }


def read_gold(case: dict[str, Any]) -> Corpus:
    """Return the gold of a small case."""
    return read_text(case["gold_m2"]) if "gold_m2" in case else read_text(case["gold_xml"], ".xml")


def _check_sentence(where: str, details: Mapping[str, Any], record: dict[str, Any]) -> Checks:
    """Check all vectors and numbers of combinations; a chosen reference must be one of the tied ones."""
    for name, ours in VECTORS.items():
        yield from check(f"{where}, {name}", record[name], details[ours])
    yield from check(f"{where}, n_comb", record["n_comb"], details["combinations"])
    if "n_tied" in record:  # where everything was enumerated
        found = (details["references"], details["tied"])
        yield from check(f"{where}, n_refs and n_tied", (record["n_refs"], record["n_tied"]), found)
        tied = record.get("tied_refs", [record["ref"]])
        if record["n_tied"] <= MANY:
            text = details["reference_text"]
            yield from check(f"{where}, ref", text if text in tied else tied, text)


def check_case(case: dict[str, Any], number: int) -> Checks:
    """Check a run of a small case: every vector of every sentence, both aspects, and the numbers made of them."""
    expected = case["runs"][number]
    where = f"{case['name']} {expected['options']}".strip()
    gold = read_gold(case)
    lines = case["hyp"] + [""] * (len(gold) - len(case["hyp"]))
    options = read_options(expected["options"])
    both = {
        "cor": scored(gold, lines, IMeasure(**options)),
        "det": scored(gold, lines, IMeasure(aspect="detection", **options)),
    }
    rows = zip(*(found.sentences for found in both.values()), expected["sentences"], strict=True)
    for index, (row, detected, wanted) in enumerate(rows):
        at = f"{where}, sentence {index}"
        yield from _check_sentence(at, row.details, wanted)
        values = [row.values["i"], row.values["wacc"], detected.values["i"], detected.values["wacc"]]
        yield from check(f"{at}, i", [wanted[name] for name in ("i", "wacc", "det_i", "det_wacc")], values)
    for aspect, found in both.items():
        wanted, at = expected["corpus"][aspect], f"{where}, corpus, {aspect}"
        yield from check(f"{at}, counts", wanted["counts"], list(found.counts.values())[:5])
        yield from check(at, {ours: wanted[theirs] for ours, theirs in RATES.items()}, dict(found.values))
        yield from check(f"{at}, baseline", wanted["base_counts"], found.details[VECTORS[f"base_{aspect}"]])


def records(data: Path, name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the heading and the sentences of a golden file."""
    import json

    heading, *rows = map(json.loads, read_lines(check_file(data / "golden" / "imeasure" / f"{name}.jsonl")))
    return heading["HEADER"], rows


def check_sentences(where: str, found: Score, wanted: Sequence[dict[str, Any]]) -> Checks:
    """Check sentences with their records."""
    for row, record in zip(found.sentences, wanted, strict=True):
        at = f"{where}, sentence {record['sid']}"
        yield from _check_sentence(at, row.details, record)
        names = ("i", "wacc", "wacc_base")
        yield from check(at, [record[name] for name in names], [row.values[name] for name in names])


def _check_corpus(
    where: str, values: dict[str, float], counts: Sequence[Any], base: Sequence[Any], wanted: dict[str, Any]
) -> Checks:
    yield from check(f"{where}, counts", wanted["counts"], list(counts))
    yield from check(f"{where}, base_counts", wanted["base_counts"], [0, base[0], 0, base[1], 0])
    yield from check(where, {ours: wanted[theirs] for ours, theirs in RATES.items()}, values)
    if "paper_base_counts" in wanted:
        tn, fn = paper_baseline(*counts)
        yield from check(f"{where}, paper_base_counts", wanted["paper_base_counts"], [0, tn, 0, fn, 0])
        accuracy = baseline_accuracy(tn, fn)
        made = [accuracy, improvement(values["wacc"], accuracy)]
        yield from check(f"{where}, paper_i", [wanted["paper_wacc_base"], wanted["paper_i"]], made)


def _check_totals(where: str, found: Score, wanted: Sequence[dict[str, Any]], header: dict[str, Any]) -> Checks:
    """Check what a heading says of some sentences with sums over these."""
    rows = [found.sentences[record["sid"] - 1] for record in wanted]
    for name, aspect in (("cor", "correction"), ("det", "detection")):
        vectors = [[*row.details[aspect], *row.details[f"{aspect}_baseline"][1:4:2]] for row in rows]
        sums = [sum(column) for column in zip(*vectors, strict=True)]
        values = IMeasure().score(sums)
        yield from _check_corpus(f"{where}, {name}", values, sums[:5], sums[5:], header["corpus"][name])


def check_conll(data: Path, gold: str, system: str) -> Checks:
    """Check all 1,312 sentences: those the tool can enumerate, the heavy ones, and those only a proof can reach."""
    where = f"{gold}, {system}"
    header, enumerated = records(data, f"{gold}_{system}")
    certified_header, certified = records(data, f"{gold}_{system}.certified")
    heavy = records(data, f"{gold}_{system}.heavy")[1] if gold == "conll14" else []
    every = sorted([*enumerated, *heavy, *certified], key=lambda record: int(record["sid"]))
    found = scored(conll_gold(data, GOLDS[gold]), conll_output(data, system), IMeasure())
    yield from check_sentences(where, found, every)
    yield from _check_totals(f"{where}, enumerated", found, enumerated, header)
    yield from _check_totals(f"{where}, all", found, every, certified_header)
    counts = list(found.counts.values())
    yield from _check_corpus(where, dict(found.values), counts[:5], counts[5:], certified_header["corpus"]["cor"])


def check_options(data: Path, name: str) -> Checks:
    """Check a setting on the 984 sentences with at most eight combinations, as a corpus of their own."""
    header, wanted = records(data, f"conll14_AMU.opt.{name}")
    where = [record["sid"] - 1 for record in wanted]
    lines = conll_output(data, "AMU")
    options = read_options(header["options"])
    found = scored(conll_gold(data).select(where), [lines[at] for at in where], IMeasure(**options))
    yield from check_sentences(name, found, wanted)
    base = found.details["correction_baseline"][1:4:2]
    correction, detection = found.details["correction"], found.details["detection"]
    yield from _check_corpus(f"{name}, cor", dict(found.values), correction, base, header["corpus"]["cor"])
    values = IMeasure(**options).score([*detection, *base])
    yield from _check_corpus(f"{name}, det", values, detection, base, header["corpus"]["det"])


def shipped() -> Checks:
    """Check all small cases."""
    return chain.from_iterable(check_case(case, number) for case in CASES for number in range(len(case["runs"])))


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check CoNLL-2014."""
    systems = (check_conll(data, gold, system) for gold in GOLDS for system in CONLL)
    yield "CoNLL-2014", chain.from_iterable(chain(systems, map(partial(check_options, data), OPTIONS)))
