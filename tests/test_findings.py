"""Findings: the words they come in, the warnings that carry them, and the register of their codes."""

import ast
import pickle
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest
from tests.support import ROOT

import errata
from errata import ErrataWarning, Finding, InputError, LossError, Place, Remedy
from errata.codes import CODES
from errata.findings import INFO, as_finding, join, remedy, report

SOURCES = ROOT / "src" / "errata"
ALLOW = remedy("allow the loss ({lossy})")
LOST = Finding("loss", "3 types are lost", "x.txt", (Place(2),), 3, hint=ALLOW)


def test_a_finding_has_its_words_for_python_and_for_the_command_line() -> None:
    """The file before them, the hint after them."""
    assert str(LOST) == "x.txt: 3 types are lost; allow the loss (loss='warn')"
    assert LOST.command_line == "x.txt: 3 types are lost; allow the loss (--lossy)"
    assert LOST.words == Remedy(str(LOST)[7:], LOST.command_line[7:])
    assert str(Finding("loss", "all is lost")) == Finding("loss", "all is lost").command_line == "all is lost"


@pytest.mark.parametrize(
    ("what", "joined"),
    [
        ("odd", "odd; mend it"),
        ("is it odd?", "is it odd? mend it"),
        ("It is odd.", "It is odd. mend it"),
        ("x.m2: ", "x.m2: mend it"),
        ("", "mend it"),
    ],
)
def test_what_is_wrong_and_what_to_do_are_one_text(what: str, joined: str) -> None:
    """Whether it ends a sentence, leaves it open, or is nothing at all; without advice it stands alone."""
    assert join(what, "mend it") == joined
    assert join(what, "") == what


def test_remedies_take_values_as_they_are() -> None:
    """Braces in a file's name or a column stand for themselves."""
    assert remedy("choose {file}: {measure}", file="{x}", name="hoo") == (
        "choose {x}: measures=['hoo']",
        "choose {x}: --measure hoo",
    )
    with pytest.raises(KeyError, match="unheard_of"):
        remedy("{unheard_of}")


def test_severity_and_remedy_are_those_of_the_code() -> None:
    """Unless said otherwise; a stranger's code is a warning with the remedy it brings."""
    assert (Finding("unsegmented", "x").severity, Finding("unsegmented", "x", level=INFO).severity) == ("error", "info")
    assert Finding("bom", "x", hint=ALLOW).remedy == CODES["bom"].remedy
    assert CODES["bom"].remedy == ("remove it: errata validate --fix does", "remove it: --fix does")
    stranger = Finding("mine", "x", hint=ALLOW)
    assert (stranger.severity, stranger.remedy, Finding("mine", "x").remedy) == ("warning", ALLOW, ("", ""))


def test_lines_become_the_first_places() -> None:
    """Counted from 1; all of them count."""
    found = Finding.of_lines("table", "tabs", "x.txt", range(4, 40))
    assert (found.line, found.sentence, len(found.places), found.count) == (5, None, 10, 36)
    assert Finding.of_lines("table", "tabs", "x.m2", [4], "sentence").places == (Place(None, 5),)
    assert (Finding.of_lines("table", "tabs", "").line, Finding.of_lines("table", "tabs", "").count) == (None, 1)


def test_a_warning_carries_its_finding() -> None:
    """From the caller's line; also one that a stranger made of plain words."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        report(LOST)
        warnings.warn("so so", ErrataWarning, stacklevel=1)
    assert [as_finding(item.message) for item in caught] == [LOST, Finding("remark", "so so")]
    assert [str(item.message) for item in caught] == [str(LOST), "so so"]
    assert {Path(item.filename) for item in caught} == {Path(__file__)}
    assert as_finding(DeprecationWarning("old")) == as_finding("old")


def test_errors_have_both_wordings_and_travel_between_processes() -> None:
    """What is wrong and what to do about it, apart and in one."""
    error = pickle.loads(pickle.dumps(InputError("x is odd", ALLOW)))
    assert (str(error), error.command_line) == (
        "x is odd; allow the loss (loss='warn')",
        "x is odd; allow the loss (--lossy)",
    )
    assert (error.what, error.remedy) == ("x is odd", ALLOW)
    assert InputError("x is odd").command_line == "x is odd"
    assert (LossError("x", ["y"], ALLOW).losses, str(LossError("x", (), ALLOW))[:9]) == (("y",), "x; allow ")


def test_results_list_what_was_suspicious() -> None:
    """As findings and in words."""
    sources = [f"This is the sentence of number {n} ." for n in range(40)]
    gold = errata.Corpus.from_texts(sources, [[line.replace("the", "a") for line in sources]])
    with pytest.warns(ErrataWarning, match="1 line is empty"):
        result = errata.score(gold, ["", *sources[1:]], measures=["green"])
    [empty] = result.findings
    assert (empty.code, empty.file, empty.places, empty.severity) == ("empty-line", "output", (Place(1),), "info")
    assert result.warnings == (str(empty),)


def named_codes(path: Path) -> Iterator[str]:
    """Yield the codes that a module names where it makes a finding."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in {"Finding", "of_lines", "found"}:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant):
                yield str(first.value)
        if isinstance(node, ast.keyword) and node.arg == "code" and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def test_every_code_is_registered() -> None:
    """Of all findings that the package makes."""
    used = {code: path for path in SOURCES.rglob("*.py") for code in named_codes(path)}
    assert len(used) > 40
    assert {code: path for code, path in used.items() if code not in CODES} == {}


COMMAND_LINE = re.compile(
    r"cli/.*|.*/(compat|arguments)\.py|findings\.py|measures/difficulty/heatmap_page\.py|report/(pages|page/__init__)\.py"
)
"""Modules of the command line, of programs that are stood in for, the table of arguments, and pages with CSS."""
OPTION = re.compile(r"(?<![\w-])--(?!local-dir)[a-z]")
"""But for an option of another program."""


def test_only_the_command_line_names_its_options() -> None:
    """What a library module has to say about them it says as a remedy."""
    modules = {path.relative_to(SOURCES).as_posix(): path for path in SOURCES.rglob("*.py")}
    texts = {
        name: [node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if is_text(node)]
        for name, path in modules.items()
        if not COMMAND_LINE.fullmatch(name)
    }
    assert len(texts) > 100
    assert [(name, text) for name, found in texts.items() for text in found if OPTION.search(str(text))] == []


def is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
