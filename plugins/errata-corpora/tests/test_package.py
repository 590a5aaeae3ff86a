"""The rules of the house."""

import doctest
import pkgutil
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import errata
import errata_corpora

MODULES = [f"errata_corpora.{module.name}" for module in pkgutil.iter_modules(errata_corpora.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    """Every example in a docstring gives what it shows."""
    assert doctest.testmod(import_module(name)).failed == 0


def test_nothing_private_is_used() -> None:
    """What errata makes public is enough to add formats."""
    for module in ("errata_corpora", *MODULES):
        text = Path(str(import_module(module).__file__)).read_text(encoding="utf-8")
        assert re.findall(r"^\s*(?:from|import) errata\.\S+", text, re.MULTILINE) == [], module


def test_every_entry_point_leads_to_its_format() -> None:
    """By the same name."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]["errata.formats"]
    known = errata.available_formats()
    for name, target in points.items():
        assert getattr(errata_corpora, target.partition(":")[2]) is known[name]
        assert known[name].name == name
