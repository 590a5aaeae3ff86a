"""The numbers of the original programs, of all measures: small cases that ship, and corpora for who has them."""

from dataclasses import replace

import pytest
from tests.support import agree, only_compiled, shared, shared_root

import errata
from errata.golden.cases import SHIPPED, Case, cases, measures
from errata.golden.inputs import load
from errata.measures import available_measures

WITHOUT_ORIGINAL = {"wer", "exact", "pt-m2", "pt-errant"}
"""No program defines the first two; jiwer is their oracle. Those of the others is known by its numbers of whole corpora
alone, so that no case ships. All are compared in their own tests."""
CASES = {name: cases(name) for name in measures()}
SMALL = [case for of in CASES.values() for case in of[SHIPPED]]
LARGE = [case for of in CASES.values() for on, some in of.items() if on != SHIPPED for case in some]
AMU, TEXTS = "sentences_AMU.tsv", "conll14_corpus.json"
PLAIN = {
    "source": {"file": "data/conll14/src.txt"},
    "references": {"of": ["0", "1"], "file": "data/conll14/ref{of}.txt"},
}


def name(case: Case) -> str:
    return f"{case.kind.name}, {case.name}"


@pytest.mark.parametrize("case", SMALL, ids=name)
def test_small_cases(case: Case) -> None:
    """Every number under every setting."""
    agree(case.check())


@only_compiled
@pytest.mark.parametrize("case", LARGE, ids=name)
def test_corpora(case: Case) -> None:
    """CoNLL-2014 and JFLEG; what interpreted kernels make of samples is tested beside the measures."""
    agree(case.check(shared_root()))


@only_compiled
@pytest.mark.parametrize("case", [case for case in LARGE if TEXTS in case.expected_in["files"][0]], ids=name)
def test_plain_references(case: Case) -> None:
    """Measures on texts give the same for reference texts as for the edits that make them."""
    agree(replace(case, gold=PLAIN).check(shared_root()))


@pytest.mark.parametrize("measure", ["green", "gleu"])
def test_sample_of_conll14(measure: str) -> None:
    """Forty sentences of AMU by themselves: quick enough for interpreted kernels."""
    [case] = [case for case in LARGE if case.kind.name == measure and AMU in case.expected_in["files"][0]]
    source, *references, lines = (
        errata.read_lines(shared(f"data/conll14/{name}.txt"))[:40] for name in ("src", "ref0", "ref1", "systems/AMU")
    )
    rows = load(shared(case.expected_in["files"][0]))[:40]
    gold, output = {"source": source, "references": references}, {**case.output, "lines": lines}
    agree(replace(case, gold=gold, output=output, expected=rows, expected_in={}).check())


def test_every_measure_has_cases() -> None:
    """In the order in which they are listed, each with cases that ship and with where they are from."""
    assert list(CASES) == [name for name in available_measures() if name not in WITHOUT_ORIGINAL]
    assert all(case.book["origin"] for case in SMALL)
    assert {len({name(case) for case in of[SHIPPED]}) - len(of[SHIPPED]) for of in CASES.values()} == {0}


def test_nothing_in_a_golden_file_is_idle() -> None:
    """Every list of comparisons and every tolerance is used, and each tolerance has a reason."""
    for of in CASES.values():
        book = of[SHIPPED][0].book
        groups, every = repr(book["groups"]), repr(book)
        assert [item for item in book.get("comparisons", {}) if repr(item) not in groups] == []
        assert [item for item in book.get("tolerances", {}) if f"'within': {item!r}" not in every] == []
        assert all(tolerance["why"] for tolerance in book.get("tolerances", {}).values())
