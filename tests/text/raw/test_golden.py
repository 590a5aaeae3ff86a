"""All cases of the specification of raw text, exactly."""

import json
from dataclasses import asdict
from typing import Any

import pytest
from tests.support import shared
from tests.text.raw.cases import CORPORA, as_data, conventions, of_kind

from errata.errors import LengthError
from errata.text.raw import Projector, Raw, project_lines
from errata.text.raw.align import link
from errata.text.raw.cleaning import Cleaner
from errata.text.raw.learning import learn
from errata.text.raw.lines import fit_lines
from errata.text.raw.project import project
from errata.text.raw.quick import QuickProjector
from errata.text.raw.report import Report
from errata.text.raw.units import INVISIBLE, scan, unescape

Case = dict[str, Any]


@of_kind("scan")
def test_scan(case: Case) -> None:
    """Texts have these units."""
    assert [list(unit) for unit in scan(case["text"], INVISIBLE)] == case["units"]


@of_kind("align")
def test_align(case: Case) -> None:
    """Ties are settled as Myers' algorithm settles them."""
    assert link(case["source"], case["output"], case["limit"]) == (case["links"], case["aligned"])


@of_kind("learn")
def test_learn(case: Case) -> None:
    """Corpora show these conventions."""
    found = as_data(conventions(case["corpus"]))
    assert {name: found[name] for name in case["conventions"]} == case["conventions"]


@of_kind("project")
def test_project(case: Case) -> None:
    """Outputs get these tokens, and so they do the quick way."""
    known = conventions(case["corpus"])
    found = project(case["source"], case["raw"], known)
    assert list(found.tokens) == case["tokens"]
    assert (found.changed, found.from_source, found.from_rules) == (
        case["changed"],
        case["from_source"],
        case["from_rules"],
    )
    quick = QuickProjector(known)
    text = unescape(case["raw"]) if known.escaped else case["raw"]
    assert quick.project(quick.number(case["source"]), text) == found


@of_kind("rules")
def test_rules(case: Case) -> None:
    """Text without a source is cut by rules alone."""
    assert list(project([], case["text"], conventions(case["corpus"])).tokens) == case["tokens"]


@of_kind("clean")
def test_clean(case: Case) -> None:
    """What is taken off, and what is refused."""
    found = Cleaner(case["source"]).clean(case["record"])
    assert (None if found.refused else found.text) == case["text"]
    assert (list(found.removed), found.refused or None) == (case["removed"], case["refused"])


@of_kind("lines")
def test_lines(case: Case) -> None:
    """Lines fit, or it is said where they do not."""
    if not case["fits"]:
        with pytest.raises(LengthError) as caught:
            fit_lines(case["sources"], case["outputs"])
        assert str(caught.value) == case["message"]
        return
    found = fit_lines(case["sources"], case["outputs"])
    assert list(found.lines) == case["lines"]
    assert (found.n_blank, found.warning or None) == (case["blank_lines"], case["warning"])


def as_numbers(report: Report) -> dict[str, Any]:
    return json.loads(json.dumps(asdict(report)))  # type: ignore[no-any-return]  # tuples as lists


@of_kind("prepare")
def test_prepare(case: Case) -> None:
    """A whole output: tokens and report."""
    options = Raw(refused="empty", says_unchanged="copy" if case.get("says_unchanged") == "copy" else "refuse")
    found = project_lines(case["sources"], case["outputs"], CORPORA[case["corpus"]], options)
    # What was learned there is the corpus alone: the sources of these cases add nothing that would change it.
    assert [list(tokens) for tokens in found.tokens] == [tokens or [] for tokens in case["tokens"]]
    report = as_numbers(found.report)
    assert {name: report[name] for name in case["report"]} == case["report"]


def test_conventions_of_conll14() -> None:
    """What the sources of CoNLL-2014 show."""
    want = json.loads(shared("golden/raw-text/conventions_conll14.json").read_text(encoding="utf-8"))["conventions"]
    found = as_data(learn(shared("data/conll14/src.txt").read_text(encoding="utf-8").splitlines()).conventions)
    assert {name: found[name] for name in want} == want


@pytest.mark.parametrize("variant", ["own", "moses", "typo"])
@pytest.mark.parametrize("system", ["AMU", "CAMB"])
def test_systems(system: str, variant: str) -> None:
    """Tokens and report of two systems of CoNLL-2014, detokenised in three ways."""
    case = json.loads(shared(f"golden/raw-text/systems_given/{system}.{variant}.json").read_text(encoding="utf-8"))
    sources = shared("data/conll14/src.txt").read_text(encoding="utf-8").splitlines()
    found = Projector(sources, options=Raw(learn="source")).project(case["raw"])
    assert list(found.texts) == case["tokens"]
    report = as_numbers(found.report)
    assert {name: report[name] for name in case["report"]} == case["report"]
