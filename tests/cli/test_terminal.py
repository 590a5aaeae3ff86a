"""What the terminal can and its user wants."""

import io
import warnings
from pathlib import Path

import pytest
from tests.nonsense import terminal
from tests.nonsense.case import Case
from tests.support import run

from errata import ErrataWarning
from errata.cli.terminal import catching_findings, has_colour, in_words, show, show_left_out, watched
from errata.findings import Finding, report


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal, {}, True),
        (Terminal, {"NO_COLOR": ""}, True),
        (Terminal, {"NO_COLOR": "1"}, False),
        (Terminal, {"TERM": "dumb"}, False),
        (io.StringIO, {}, False),
        (io.StringIO, {"FORCE_COLOR": "1"}, True),
        (io.StringIO, {"FORCE_COLOR": "0"}, False),
        (io.StringIO, {"FORCE_COLOR": ""}, False),
        (Terminal, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_is_for_terminals_of_those_who_want_it(
    stream: type[io.StringIO], environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the custom of NO_COLOR, where an empty value says nothing."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", stream())
    assert has_colour() is expected


@pytest.mark.parametrize(("stream", "quiet", "expected"), [(Terminal, False, True), (Terminal, True, False)])
def test_work_is_watched_where_someone_looks(
    stream: type[io.StringIO], quiet: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, and not by those who want quiet."""
    monkeypatch.setattr("sys.stderr", stream())
    with watched(quiet) as tell:
        assert (tell is not None) is expected
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with watched(quiet) as tell:
        assert tell is None


def test_each_warning_is_kept_once_in_order() -> None:
    """Also where Python would show the second of two from one line no more."""
    with catching_findings() as findings:
        for text in ("two", "one", "two"):
            report(Finding("remark", text))
        warnings.warn("three", ErrataWarning, stacklevel=1)  # as a stranger may
        assert findings == []
    assert in_words(findings) == ["two", "one", "three"]


def test_results_and_remarks_go_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Remarks only where nobody wants quiet."""
    for quiet, said in ((False, "errata: warning: odd\n"), (True, "")):
        show("result", [Finding("remark", "odd")], quiet)
        assert capsys.readouterr() == ("result\n", said)
    show_left_out(["m2"], None, True)
    show_left_out([], None, False)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("names", "extract", "hint"),
    [
        (["m2", "errant"], None, "add --extract errata for them"),
        (["errant", "difficulty"], None, "add --extract errata for errant"),
        (["difficulty"], None, "--measure NAME says why"),
        (["errant"], "wdiff", "--measure NAME says why"),
    ],
)
def test_what_is_left_out_is_told_with_a_remedy(
    names: list[str], extract: str | None, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Extraction where it has not been tried and helps, else how to learn more."""
    show_left_out(names, extract, False)
    told = f"errata: skipped {', '.join(names)}: the files do not fit ({hint})\n"
    assert capsys.readouterr().err == told


_TABLES = ("", "json", "markdown", "latex")
_FORMS = {"score": _TABLES, "difficulty": _TABLES, "explain": ("", "json"), "validate": ("", "json")}
_RUNS = [
    pytest.param(case, form, id=f"{case.name}, {form or 'text'}")
    for case in terminal.CASES
    for form in _FORMS.get(case.command[0], ("",))
]


@pytest.mark.parametrize(("case", "form"), _RUNS)
def test_nothing_raw_reaches_the_terminal(
    case: Case, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither on standard error nor in a table, an explanation, a page or JSON, whatever files and arguments hold."""
    case.lay(tmp_path)
    monkeypatch.chdir(tmp_path)
    command = [item for item in case.command if not form or item not in {"--map", "all"}]
    ran = run(*command, *(["--format", form] if form else []))
    assert [line for line in (ran.out + ran.err).split("\n") if not line.isprintable()] == []
