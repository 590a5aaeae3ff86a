"""What other packages offer, and what becomes of one that is broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import write_file

import errata
from errata import ErrataWarning, UnknownNameError
from errata.formats import get_format
from errata.measures import get_measure

_POINTS = """\
[errata.measures]
good = good_plugin:Good
absent = no_such_module:X
raising = raising_plugin:X
leaving = leaving_plugin:X
lacking = good_plugin:Nothing
nomeasure = good_plugin:NUMBER
abstract = good_plugin:Unfinished
green = good_plugin:Good
[errata.formats]
fine = good_plugin:FINE
broken = raising_plugin:X
number = good_plugin:NUMBER
m2 = good_plugin:FINE
"""
_GOOD = """\
import errata
from errata.measures.green.measure import Green
NUMBER = 3
class Good(Green):
    name = "good"
class Unfinished(errata.Measure):
    name = "abstract"
FINE = errata.Format("fine", (".fine",), "fine", "errata.formats.plain", is_annotated=False)
"""


def left_out(name: str, value: str, group: str, why: str) -> str:
    return f"the plug-in {name} = {value} (errata.{group}) of the package odd is ignored: {why}"


_RENAME = "errata has its own of that name; rename it"
_UPDATE = "; update or uninstall the package"
_MEASURES = [
    left_out(
        "absent", "no_such_module:X", "measures", f"ModuleNotFoundError: No module named 'no_such_module'{_UPDATE}"
    ),
    left_out("raising", "raising_plugin:X", "measures", f"ZeroDivisionError: division by zero{_UPDATE}"),
    left_out("leaving", "leaving_plugin:X", "measures", f"SystemExit: 3{_UPDATE}"),
    left_out(
        "lacking",
        "good_plugin:Nothing",
        "measures",
        f"AttributeError: module 'good_plugin' has no attribute 'Nothing'{_UPDATE}",
    ),
    left_out(
        "nomeasure", "good_plugin:NUMBER", "measures", f"TypeError: 3 is not a subclass of errata.Measure{_UPDATE}"
    ),
    left_out(
        "abstract", "good_plugin:Unfinished", "measures", "TypeError: Can't instantiate abstract class Unfinished"
    ),
    left_out("green", "good_plugin:Good", "measures", _RENAME),
]
_FORMATS = [
    left_out("broken", "raising_plugin:X", "formats", f"ZeroDivisionError: division by zero{_UPDATE}"),
    left_out("number", "good_plugin:NUMBER", "formats", f"TypeError: 3 is not an errata.Format{_UPDATE}"),
    left_out("m2", "good_plugin:FINE", "formats", _RENAME),
]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package whose entry points are broken, but for one of each kind."""
    site = tmp_path / "site"
    (site / "odd-1.0.dist-info").mkdir(parents=True)
    write = write_file(site)
    write("odd-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    write("odd-1.0.dist-info/entry_points.txt", _POINTS)
    write("good_plugin.py", _GOOD)
    write("raising_plugin.py", "1 / 0\n")
    write("leaving_plugin.py", "raise SystemExit(3)\n")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr("errata.plugins._told", set())
    return site


@pytest.mark.usefixtures("installed")
def test_broken_plugins_are_left_out_and_the_others_work() -> None:
    """Each with package, entry point and reason, once."""
    with pytest.warns(ErrataWarning) as caught:
        measures = errata.available_measures()
    assert (measures["good"].name, measures["green"]) == ("good", errata.Green)
    assert measures.keys().isdisjoint({"absent", "raising", "leaving", "lacking", "nomeasure", "abstract"})
    assert get_measure("good") is measures["good"]
    said = [str(warning.message) for warning in caught]
    assert [text[: len(start)] for text, start in zip(said, _MEASURES, strict=True)] == _MEASURES
    with pytest.warns(ErrataWarning) as caught:
        formats = errata.available_formats()
    assert (formats["fine"].suffixes, formats["m2"].module) == ((".fine",), "errata.formats.m2")
    assert get_format("fine") is formats["fine"]
    assert [str(warning.message) for warning in caught] == _FORMATS
    with pytest.raises(UnknownNameError, match="no measure is called 'absent'"):
        get_measure("absent")


@pytest.mark.usefixtures("installed")
def test_a_name_that_two_packages_offer_is_the_first_ones(installed: Path) -> None:
    """Whichever came first in the path, but never without a word."""
    (installed / "twin-1.0.dist-info").mkdir()
    write = write_file(installed)
    write("twin-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: twin\nVersion: 1.0\n")
    write("twin-1.0.dist-info/entry_points.txt", "[errata.formats]\nfine = good_plugin:FINE\n")
    with pytest.warns(ErrataWarning) as caught:
        assert "fine" in errata.available_formats()
    [twice] = [str(warning.message) for warning in caught if "fine = " in str(warning.message)]
    assert twice.endswith("is ignored: another package offers one of that name; uninstall one of them")


@pytest.mark.parametrize(
    "command",
    [
        ("score", "gold.m2", "out.txt"),
        ("compare", "gold.m2", "out.txt", "b=out.txt", "--samples", "100"),
        ("measures",),
        ("formats",),
        ("convert", "out.txt", "out.fine"),
    ],
)
def test_no_command_breaks(installed: Path, command: tuple[str, ...]) -> None:
    """Nor does any keep silent."""
    write = write_file(installed)
    write("gold.m2", "S a b\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n\n" * 30)
    write("out.txt", "a b\n" * 30)
    paths = os.pathsep.join([str(installed), str(Path(errata.__file__).parent.parent)])
    done = subprocess.run(
        [sys.executable, "-m", "errata", *command],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    expected = _FORMATS if command[0] in {"formats", "convert"} else _MEASURES
    assert [text for text in expected if done.stderr.count(text) != 1] == []
