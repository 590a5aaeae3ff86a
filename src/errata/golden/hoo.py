"""The HOO measure beside worked cases of the paper's rules and both historic programs, 2.31 (2011) and 0.81 (2012)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from errata.golden.checking import DATA, Checks, check, load, scored
from errata.measures.hoo.measure import Hoo
from errata.measures.hoo.tally import COLUMNS
from errata.model import Corpus, Edit, Part, Text

CASES: dict[str, Any] = load(DATA / "hoo" / "cases.json")
"""Worked by hand, preset paper; `original_tools` measured with the historic programs."""
TOOL_CASES: list[dict[str, Any]] = load(DATA / "hoo" / "tool_cases.json")["documents"]
"""Random edit sets scored with the historic programs."""
BOTH_TOOLS: list[dict[str, Any]] = [*CASES["scoring"], *TOOL_CASES]
ASPECTS = ("detection", "recognition", "correction")
REGIMES = {"nobonus": False, "bonus": True}
VALUES = {"precision": "P", "recall": "R", "f": "F"}
TOOL_COUNTS = {
    "gold": "gold",
    "system": "system",
    "detected": "detected",
    "spurious": "spurious",
    "recognised": "recognised_gold",
    "corrected": "corrected_gold",
    "missed_optional": "missing_optional",
}
LETTERS = {"tool2012_match": "exact", "tool2012_nomatch": "lower"}
CLOSE = 1e-15
"""Quotients of integers are rounded once on both sides; F of the goldens is made from rounded P and R."""


def edit(item: dict[str, Any]) -> Edit:
    """Return a golden edit; a missing list of corrections is absent, null is the null correction."""
    fields: dict[str, Any] = {name: item.get(name) for name in ("type", "index", "part", "cset")}
    made = tuple(item["corrections"]) if "corrections" in item else None
    return Edit.of(item["start"], item["end"], item["original"], made, **fields)


def edits(items: list[dict[str, Any]]) -> tuple[Edit, ...]:
    """Return golden edits."""
    return tuple(map(edit, items))


def document_sets(case: dict[str, Any], with_text: bool = True) -> tuple[Corpus, Corpus]:
    """Return gold and system of a case of one document."""
    parts = (Part(None, case["text"]),) if with_text and "text" in case else ()
    gold = Corpus((Text.document("1", parts, edits(case["gold"])),), "gold")
    return gold, Corpus((Text.document("1", edits=edits(case["system"])),), "system")


def data_set(case: dict[str, Any]) -> tuple[Corpus, Corpus]:
    """Return gold and system of a case of several documents."""
    part = (Part(None, case["text"]),)
    gold = Corpus(tuple(Text.document(item["id"], part, edits(item["gold"])) for item in case["documents"]))
    return gold, Corpus(tuple(Text.document(item["id"], edits=edits(item["system"])) for item in case["documents"]))


def check_block(where: str, measure: Hoo, gold: Corpus, system: Corpus, expected: dict[str, Any]) -> Checks:
    """Check counts, ratios before any division, and values, with and without bonus."""
    for regime, bonus in REGIMES.items():
        found = scored(gold, system, replace(measure, bonus=bonus))
        yield from check(f"{where}, counts", expected["counts"], {name: found.counts[name] for name in COLUMNS})
        for aspect in ASPECTS:
            at, wanted = f"{where}, {regime}, {aspect}", expected["scores"][regime][aspect]
            shown = found.details["scores"][regime][aspect]
            yield from check(at, [wanted["p"], wanted["r"]], [shown["p"], shown["r"]])
            for name, key in VALUES.items():
                yield from check(f"{at}, {key}", wanted[key], found.values[f"{aspect}_{name}"], absolute=CLOSE)


def check_case(case: dict[str, Any]) -> Checks:
    """Check a worked case; the text makes no difference where originals are right."""
    measure, expected = Hoo(**case["options"]), case["expect"]
    for with_text in (True, False):
        gold, system = document_sets(case, with_text)
        yield from check_block(case["id"], measure, gold, system, expected)
        found = scored(gold, system, measure)
        yield from check(f"{case['id']}, statuses", expected["gold_status"], found.details["statuses"])


def check_2012(case: dict[str, Any], name: str, where: str) -> Checks:
    """Check every count with the program of 2012, and whether it would have stopped."""
    found = scored(*document_sets(case), Hoo(preset="hoo2012", case=LETTERS[name]))
    expected = case["original_tools"][name]
    yield from check(f"{where}, {name}, stops", "error" in expected, found.details["tool_would_fail"])
    if "error" not in expected:
        counts = {key: found.counts[ours] for key, ours in TOOL_COUNTS.items()}
        yield from check(f"{where}, {name}", expected, counts)


def check_2011(case: dict[str, Any], where: str) -> Checks:
    """Check precision, recall and score of the three aspects with the program of 2011, in both regimes."""
    expected = case["original_tools"]["tool2011"]
    for regime, bonus in REGIMES.items():
        found = scored(*document_sets(case), Hoo(preset="hoo2011", bonus=bonus))
        yield from check(f"{where}, 2011, stops", "error" in expected, found.details["tool_would_fail"])
        if "error" not in expected:
            for aspect in ASPECTS:
                values = [found.values[f"{aspect}_{name}"] for name in VALUES]
                at = f"{where}, 2011, {regime}, {aspect}"
                yield from check(at, expected[regime][aspect], values, absolute=CLOSE)


def check_data_set(case: dict[str, Any]) -> Checks:
    """Check several documents: micro sums the counts, macro is the mean of each column of document values."""
    where, expected = case["id"], case["expect"]
    gold, system = data_set(case)
    yield from check_block(where, Hoo(), gold, system, expected["micro"])
    for regime, bonus in REGIMES.items():
        macro = scored(gold, system, Hoo(level="macro", bonus=bonus))
        counts = {name: macro.counts[name] for name in COLUMNS}
        yield from check(f"{where}, macro, counts", expected["micro"]["counts"], counts)
        for aspect in ASPECTS:
            for name, key in VALUES.items():
                wanted, at = expected["macro"][regime][aspect][key], f"{where}, macro, {regime}, {aspect}, {key}"
                yield from check(at, wanted, macro.values[f"{aspect}_{name}"], absolute=CLOSE)
    rows = scored(gold, system, Hoo()).sentences
    for number, (row, document) in enumerate(zip(rows, expected["per_document"], strict=True)):
        yield from check(f"{where}, document {number}, counts", document["counts"], dict(row.counts))
        for aspect in ASPECTS:
            wanted = document["scores"]["nobonus"][aspect]["F"]
            at = f"{where}, document {number}, {aspect}, F"
            yield from check(at, wanted, row.values[f"{aspect}_f"], absolute=CLOSE)


def shipped() -> Checks:
    """Check all worked cases and both programs' sets."""
    yield from chain.from_iterable(map(check_case, CASES["scoring"]))
    for number, case in enumerate(BOTH_TOOLS):
        where = case.get("id", f"set {number}")
        yield from check_2011(case, where)
        for name in LETTERS:
            yield from check_2012(case, name, where)
    for case in CASES["types_and_datasets"]:
        if "documents" in case:
            yield from check_data_set(case)


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check nothing: the numbers on real documents of the shared tasks are not public."""
    return iter(())
