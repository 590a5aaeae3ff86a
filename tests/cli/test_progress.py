"""The progress bar."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import EXAMPLES, on_terminal, only_posix

FILES = [str(EXAMPLES / name) for name in ("gold.m2", "good.txt", "bold.txt")]

SLOW = """
import sys, time
import errata.measures.green.measure as green
from errata.cli import main
count = green.Green.count
def slow(self, gold, output, learned=None):
    time.sleep({seconds})
    return count(self, gold, output, learned)
green.Green.count = slow
status = main(sys.argv[1:])
print("rich loaded:", "rich" in sys.modules)
sys.exit(status)
"""


def command(seconds: float, *more: str) -> list[str]:
    """Return a command that scores two systems with two measures, each taking so many seconds."""
    measures = ["--measure", "green", "--measure", "green:n=2"]
    return [sys.executable, "-c", SLOW.format(seconds=seconds), "score", *FILES, *measures, *more]


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}


@only_posix
@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_long_work_shows_a_bar_on_a_terminal(workers: str) -> None:
    """It appears after a second, goes away at the end, and the table comes after it."""
    shown = on_terminal(command(0.6, "--workers", workers), environment())
    assert "counting" in shown
    assert "%" in shown
    assert shown.index("counting") < shown.index("system")
    assert "counting" not in shown[shown.index("system") :]
    assert "rich loaded: True" in shown


@only_posix
@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "more"), [(0.0, []), (0.6, ["--quiet"])])
def test_quick_or_quiet_work_shows_none(seconds: float, more: list[str]) -> None:
    """Nor is the library loaded that draws it."""
    shown = on_terminal(command(seconds, *more), environment())
    assert "counting" not in shown
    assert "rich loaded: False" in shown


@pytest.mark.slow
def test_pipes_never_see_a_bar() -> None:
    """Standard error stays empty however long it takes."""
    ran = subprocess.run(command(0.4), capture_output=True, text=True, env=environment(), check=True)
    assert ran.stderr == ""
    assert "rich loaded: False" in ran.stdout


@only_posix
def test_an_error_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    """A hidden cursor is shown again when counting fails under the bar."""
    script = tmp_path / "fails.py"
    script.write_text(
        "from errata.cli.terminal import progress_bar\n"
        "import errata.cli.terminal as terminal\n"
        "terminal._PATIENCE = 0\n"
        "try:\n"
        "    with progress_bar() as tell:\n"
        "        tell('counting', 1, 10)\n"
        "        raise ValueError\n"
        "except ValueError:\n"
        "    print('caught')\n"
    )
    shown = on_terminal([sys.executable, str(script)], environment())
    assert "\033[?25l" in shown
    assert shown.rindex("\033[?25h") > shown.rindex("\033[?25l")
    assert "caught" in shown


def test_scoring_loads_neither_bar_nor_explanations() -> None:
    """What one run does not show it does not pay for."""
    code = (
        "import sys; from errata.cli import main; main(sys.argv[1:]); "
        "print([name for name in sys.modules if any(part in name for part in ('rich', 'explain', 'progress'))])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "score", *FILES, "--measure", "green"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "[]"
