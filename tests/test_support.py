"""What is missing skips a test, but fails in CI."""

from pathlib import Path

import pytest
from tests import support
from tests.support import lacks, needs, shared


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_data_that_is_not_there(
    ci: str, outcome: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the variable that says where it is."""
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("ERRATA_SHARED", str(tmp_path))
    with pytest.raises(outcome, match="golden is not there; set ERRATA_SHARED"):
        shared("golden")


def test_packages_that_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the interpreted run may do without, also in CI."""
    monkeypatch.setattr(support, "COMPILED", True)
    monkeypatch.setenv("CI", "")
    assert not lacks("pytest", "the group dev")
    assert needs("nonesuch", "errata[none]").args == (True,)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"nonesuch is not installed; errata\[none\] brings it"):
        needs("nonesuch", "errata[none]")
    monkeypatch.setattr(support, "COMPILED", False)
    assert lacks("nonesuch", "errata[none]")
