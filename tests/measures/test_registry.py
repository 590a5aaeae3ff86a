"""The measures by name."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import ClassVar

import pytest
from tests.measures.lower import ErrorRate
from tests.support import run

from errata import UnknownNameError
from errata.measures import available_measures, built_in_programs, get_measure


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("m2,gleu", r"^'m2,gleu' names several measures; give each by itself \(measures=\[…, …\]\)$"),
        ("m2,gle", r"^no measure is called 'm2,gle'; .*\(see 'errata measures'\)$"),
        (",", r"^no measure is called ','; "),
        ("gren", r"^no measure is called 'gren'; did you mean 'green'\?"),
    ],
)
def test_names_that_are_none(name: str, message: str) -> None:
    """Several that are known are told from one that is not."""
    with pytest.raises(UnknownNameError, match=message):
        get_measure(name)


def test_every_measure_is_found_by_its_name() -> None:
    """And says the same name."""
    for name, measure in available_measures().items():
        assert get_measure(name) is measure
        assert measure.name == name


class Imitated(ErrorRate):
    """A measure of another package that stands in for a program, and would for one of ours."""

    programs: ClassVar[dict[str, str]] = {"rater": "the first of its kind", "green": "another"}
    compat: ClassVar[str] = "imitation"


def test_other_packages_can_stand_in_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside ours, whose names stay ours."""
    module = ModuleType("imitation")
    module.run = lambda program, arguments: print(program, arguments) or 3  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "imitation", module)
    point = EntryPoint("imitated", "x:Y", "errata.measures")
    monkeypatch.setattr(EntryPoint, "load", lambda self: Imitated)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    ran = run("compat", "rater", "-x", "file")
    assert (ran.out, ran.status) == ("rater ['-x', 'file']\n", 3)
    programs = run("compat", "--help").out.partition("programs:\n")[2].splitlines()
    assert programs[-1].split(maxsplit=1) == ["rater", "the first of its kind"]
    assert len(programs) == len(built_in_programs()) + 1


def test_every_measure_can_load_what_the_registry_says() -> None:
    """The modules that stand in for programs have a way to run them."""
    from importlib import import_module

    assert all(callable(import_module(module).run) for module, _ in built_in_programs().values())
