"""Whatever is wrong with the input, errata says so; never a traceback, never a number without a word."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.nonsense.case import Case

_THEMES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in {"case", "test_nonsense"})
_CASES: list[Case] = [case for theme in _THEMES for case in import_module(f"tests.nonsense.{theme}").CASES]


@pytest.mark.parametrize("case", _CASES, ids=[case.name for case in _CASES])
def test_nonsense_gets_its_answer(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A case ends with the status it must have, and the message names what is wrong."""
    if case.needs and not find_spec(case.needs):
        pytest.skip(f"{case.needs} is not installed")
    case.lay(tmp_path)
    monkeypatch.chdir(tmp_path)
    ran = case.run(tmp_path)
    said = ran.err + (ran.out if case.command[0] == "validate" else "")
    assert "Traceback" not in said
    assert (ran.status, [part for part in case.says if part not in said]) == (case.status, []), said


def test_every_case_says_something_and_has_a_name_of_its_own() -> None:
    """None of the cases may pass in silence, and none is listed twice."""
    assert [case.name for case in _CASES if not all(case.says) or not case.says] == []
    assert len({case.name for case in _CASES}) == len(_CASES)
