"""Control files."""

import warnings
from pathlib import Path
from typing import Any

import pytest
from tests.hoo import CASES
from tests.support import write_file

from errata import ErrataWarning, FormatError
from errata.measures.hoo.control import parse_control, read_control

[CONFIGS] = [case["configs"] for case in CASES["types_and_datasets"] if case["id"] == "config-errors"]


@pytest.mark.parametrize("case", CONFIGS, ids=lambda case: case["text"])
def test_golden_cases(case: dict[str, Any], tmp_path: Path) -> None:
    """Valid files, and three kinds of error; an aggregate of nothing is one even leniently."""
    path = write_file(tmp_path)("control.txt", case["text"])
    if "mapping" in case:
        assert read_control(path) == {name: tuple(types) for name, types in case["mapping"].items()}
        return
    with pytest.raises(FormatError, match=rf"control\.txt, line \d: {case['error']}"):
        read_control(path)
    if "lenient_mapping" in case:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            kept = read_control(path, lenient=True)
        assert kept == {name: tuple(types) for name, types in case["lenient_mapping"].items()}
        assert len(caught) == 1
        assert issubclass(caught[0].category, ErrataWarning)
    else:
        with pytest.raises(FormatError, match=rf"control\.txt, line \d: {case['error']}"):
            read_control(path, lenient=True)


def test_fields_are_separated_by_blanks_or_tabs() -> None:
    """A type may be in several aggregates."""
    lines = ["aggregate\tA  X\tY ", "", "  ", "# aggregate A Z", "aggregate B Y"]
    assert parse_control(lines, "c") == {"A": ("X", "Y"), "B": ("Y",)}
    with pytest.raises(FormatError, match=r"c, line 6: duplicate name 'B'; put all its types on one line"):
        parse_control([*lines, "aggregate B Z"], "c")
