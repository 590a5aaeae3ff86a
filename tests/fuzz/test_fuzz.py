"""Nothing fails but by the errors of the package: a short run, what longer ones found, and the harness itself."""

import os
import signal
import warnings
from pathlib import Path
from random import Random

import pytest
from tests.fuzz import __main__ as fuzzing
from tests.fuzz import harness
from tests.fuzz.harness import attempt, fuzz
from tests.fuzz.plain import interpreted
from tests.fuzz.targets import UNTRIED, Target, targets
from tests.support import only_compiled, sample

from errata import FormatError, available_measures, kernels
from errata.formats import available_formats
from errata.measures.imeasure import threeway
from errata.measures.m2 import search as maxmatch
from errata.text import vocabulary

TARGETS = targets()
ROOT_OF_KERNELS = Path(kernels.__file__).parent
FINDINGS = sorted(path for path in (Path(__file__).parent / "findings").iterdir() if path.is_file())


def test_everything_is_tried() -> None:
    """New formats and measures come in by the registries."""
    names = {target.name for target in TARGETS}
    assert names >= (set(available_formats()) | {"weights", "control"}) - UNTRIED
    assert names >= {f"score-{name}" for name in available_measures()} | {"extract-errata", "extract-wdiff"}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_valid_files_and_damaged_ones(target: Target, tmp_path: Path) -> None:
    """A short run with a fixed seed; cases drawn at random instead for what scores and extracts."""
    if not target.name.startswith("guess"):
        for data in target.seeds:
            assert attempt(target, data, tmp_path) is None
    assert [*fuzz([target], 7, 60.0, sample(25, 10), tmp_path)][:-1] == []


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.name)
def test_what_was_found_stays_fixed(path: Path, tmp_path: Path) -> None:
    """Each file made the reader it is named after fail."""
    name = path.name.partition("-")[0].replace("_", "-")  # score_m2-why
    if name in UNTRIED:
        pytest.skip(f"the extra errata[{name}] is not installed")
    (target,) = (target for target in TARGETS if target.name == name)
    assert attempt(target, path.read_bytes(), tmp_path) is None


class Dying:
    """Fails where nothing can be raised, as compiled functions do that return plain numbers."""

    def __del__(self) -> None:
        raise OSError("lost")


def test_the_harness_finds_what_it_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other errors, other warnings, errors without a message, and readers that do not end."""

    def result(read: object) -> str | None:
        return attempt(Target("x", ".x", (b"a",), read, ()), b"a", tmp_path)  # type: ignore[arg-type]

    def fail(error: Exception) -> object:
        def read(_path: Path) -> None:
            raise error

        return read

    assert result(Path.read_bytes) is None
    assert result(fail(FormatError("no"))) is None
    assert result(fail(FormatError(""))) == "an error without a message"
    assert "ZeroDivisionError" in (result(lambda _path: 1 / 0) or "")
    assert "DeprecationWarning" in (result(lambda _path: warnings.warn("x", DeprecationWarning, stacklevel=1)) or "")
    assert "OSError: lost" in (result(lambda _path: Dying()) or "")
    monkeypatch.setattr(harness, "LIMIT", 0.05)
    assert result(lambda _path: [*iter(lambda: 0, 1)]) == "takes more than 0.05 s"


def test_a_case_that_ends_the_process_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what it was for, and the run goes on with another seed."""

    def read(path: Path) -> None:
        if path.read_bytes() == b"3":
            os.kill(os.getpid(), signal.SIGKILL)

    def draw(random: Random) -> bytes:
        return b"%d" % random.randrange(5)

    monkeypatch.setattr(fuzzing, "targets", lambda: [Target("score-x", ".x", (), read, draw=draw)])
    monkeypatch.setattr(fuzzing, "NEW", tmp_path / "new")
    assert fuzzing.main(["0.5", "1"]) == 1
    assert [path.read_bytes() for path in (tmp_path / "new").iterdir()] == [b"3"]
    assert "score-x" in (text := capsys.readouterr().out)
    assert "ends the process with status -9" in text


@only_compiled
def test_interpreted_kernels_take_the_place_of_compiled_ones() -> None:
    """Wherever they are used, those that kernels use among them; and afterwards the compiled ones are back."""
    solve = vars(threeway)["count_triples"]
    with interpreted():
        assert vars(maxmatch)["search_exactly"].__code__.co_filename == str(ROOT_OF_KERNELS / "maxmatch.py")
        assert vars(vocabulary)["words"].COMPILED is False
        inner = vars(threeway)["count_triples"].__globals__["solve_cube"]
        assert inner.__code__.co_filename == str(ROOT_OF_KERNELS / "cube.py")
    assert vars(threeway)["count_triples"] is solve
    assert vars(vocabulary)["words"].COMPILED is True
