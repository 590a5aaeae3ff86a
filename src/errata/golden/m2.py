"""M² beside the official scorer, its last state and its release 3.2."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from errata.golden.checking import DATA, Checks, check, load, read_text, read_text_lines, scored
from errata.golden.texts import conll_gold, conll_output
from errata.measures.m2.measure import M2
from errata.measures.results import SentenceScore

CASES: list[dict[str, Any]] = load(DATA / "m2" / "cases.json")["cases"]
CONLL = ("AMU", "CAMB", "INPUT", "UFC")
COUNTS = ("correct", "proposed", "gold")


def _counts_of_annotators(row: SentenceScore) -> dict[str, list[int]]:
    return {name: [mine[key] for key in COUNTS] for name, mine in row.details["annotators"].items()}


def check_case(case: dict[str, Any]) -> Checks:
    """Check a small case in both editions: score to the last bit, counts and edits of every annotator."""
    gold, outputs = read_text(case["m2"]), read_text_lines(case["hyp"])
    editions = {"official": case["expected"], "3.2": case.get("expected_3_2", case["expected"])}
    for edition, expected in editions.items():
        found = scored(
            gold,
            outputs,
            M2(
                beta=case["beta"],
                unchanged=case["u"],
                ignore_case_space=case["ignore_whitespace_casing"],
                edition=edition,
            ),
        )
        where = f"{case['name']}, {edition}"
        made = {**found.counts, **found.values}
        yield from check(where, {name: expected[name] for name in made}, made)
        for number, (row, sentence) in enumerate(zip(found.sentences, expected["sentences"], strict=True)):
            yield from check(f"{where}, sentence {number}, chosen", sentence["chosen"], row.reference)
            wanted = {name: theirs["counts"] for name, theirs in sentence["annotators"].items()}
            yield from check(f"{where}, sentence {number}, counts", wanted, _counts_of_annotators(row))
            edits = {
                name: [[edit[key] for key in ("start", "end", "original", "correction")] for edit in mine["edits"]]
                for name, mine in row.details["annotators"].items()
            }
            wanted = {name: theirs["edits"] for name, theirs in sentence["annotators"].items()}
            yield from check(f"{where}, sentence {number}, edits", wanted, edits)


def check_conll(data: Path, system: str) -> Checks:
    """Check every sentence and annotator of a system on CoNLL-2014, and the score to the last bit."""
    golden = load(data / "golden" / "m2" / f"{system}.json")
    found = scored(conll_gold(data), conll_output(data, system), M2())
    yield from check(system, golden["corpus"], {**found.counts, **found.values})
    printed = [f"{found.values[name]:.4f}" for name in ("precision", "recall", "f")]
    yield from check(f"{system}, printed", golden["printed"], printed)
    for number, (row, sentence) in enumerate(zip(found.sentences, golden["sentences"], strict=True)):
        made = {**_counts_of_annotators(row), "chosen": row.reference}
        yield from check(f"{system}, sentence {number}", sentence, made)


def shipped() -> Checks:
    """Check all small cases."""
    return chain.from_iterable(map(check_case, CASES))


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check CoNLL-2014."""
    yield "CoNLL-2014", chain.from_iterable(check_conll(data, system) for system in CONLL)
