"""No reader fails but by the errors of the package: a short run, what longer ones found, and the harness itself."""

import time
import warnings
from pathlib import Path

import pytest
from tests.fuzz import harness
from tests.fuzz.harness import attempt, fuzz
from tests.fuzz.targets import UNTRIED, Target, targets
from tests.support import sample

from errata import FormatError
from errata.formats import available_formats

TARGETS = targets()
FINDINGS = sorted(path for path in (Path(__file__).parent / "findings").iterdir() if path.is_file())


def test_every_format_is_tried() -> None:
    """New ones come in by the registry."""
    assert {target.name for target in TARGETS} >= (set(available_formats()) | {"weights", "control"}) - UNTRIED


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_valid_files_and_damaged_ones(target: Target, tmp_path: Path) -> None:
    """A short run with a fixed seed."""
    if not target.name.startswith("guess"):
        for data in target.seeds:
            assert attempt(target, data, tmp_path) is None
    assert [*fuzz([target], 7, 60.0, sample(25, 10), tmp_path)][:-1] == []


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.name)
def test_what_was_found_stays_fixed(path: Path, tmp_path: Path) -> None:
    """Each file made the reader it is named after fail."""
    name = path.name.partition("-")[0].replace("_", "-")
    if name in UNTRIED:
        pytest.skip(f"the extra errata[{name}] is not installed")
    (target,) = (target for target in TARGETS if target.name == name)
    assert attempt(target, path.read_bytes(), tmp_path) is None


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
    monkeypatch.setattr(harness, "LIMIT", 0.05)
    assert result(lambda _path: time.sleep(5)) == "takes more than 0.05 s"
