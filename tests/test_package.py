"""The front page and the rules of the house."""

import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from types import ModuleType

import pytest
from tests.support import COMPILED, ROOT

import errata

NOT_HERE = ("__main__", ".evaluate_module", ".inspect_scorer")
"""What cannot be imported here: a program, and modules for tools that are not installed for the tests."""
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(errata.__path__, "errata.") if not module.name.endswith(NOT_HERE)
)


def test_front_page_lists_exactly_what_can_be_imported() -> None:
    """Every public name loads, belongs to the package, and nothing else is public."""
    assert sorted(errata.__all__) == sorted(dir(errata))
    for name in errata.__all__:
        assert not isinstance(getattr(errata, name), ModuleType), f"{name} is hidden by a module"
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(errata, "nonsense")  # noqa: B009


def test_type_checkers_see_the_same_names() -> None:
    """The imports for type checkers name what is loaded at run time."""
    text = Path(errata.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if " import " in line]
    homes = [
        ("errata._version", "__version__"),
        *((home, name) for home, names in errata._HOMES.items() for name in names),
    ]
    assert lines == [f"from {home} import {name} as {name}" for home, name in homes]
    assert homes == sorted(homes)


def test_the_version_is_said_in_one_place_and_repeated_by_the_citation() -> None:
    """Beside the package itself, which is asked by everything else."""
    assert f"\nversion: {errata.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert importlib.metadata.version("errata") == errata.__version__


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    """Every example in a docstring gives what it shows."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


OF_FILES = re.compile(r"read|write|available_formats$|compare$|analyse_difficulty$|option$")
"""What needs a file, a plan or a class to show anything; the pages have examples."""


def test_public_functions_carry_an_example() -> None:
    """In their docstrings, run by the test above."""
    public = {name: getattr(errata, name) for name in errata.__all__ if not OF_FILES.match(name)}
    assert [
        name for name, item in public.items() if inspect.isfunction(item) and ">>>" not in (item.__doc__ or "")
    ] == []


def test_the_extras_are_also_a_group() -> None:
    """For `make test`, which installs them beside the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = chain.from_iterable(project["project"]["optional-dependencies"].values())
    assert sorted(project["dependency-groups"]["extras"]) == sorted(extras)


def test_importing_loads_nothing_heavy() -> None:
    """`import errata` loads neither numpy nor argparse nor any room."""
    code = (
        "import errata, sys; "
        "print(sorted(m for m in sys.modules if m.split('.')[0] in {'numpy', 'argparse', 'rich'} "
        "or m.startswith('errata.')))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "['errata._version']\n"


@pytest.mark.skipif(not COMPILED, reason="the kernels run uncompiled here")
def test_compiled_kernels_are_not_older_than_their_source() -> None:
    """A stale compiled kernel would hide edits to its source."""
    for source in (ROOT / "src" / "errata" / "kernels").glob("*.py"):
        if "cython.compiled" not in source.read_text(encoding="utf-8"):
            continue
        compiled = list(source.parent.glob(f"{source.stem}.*.so"))
        assert compiled, f"{source.name} is not compiled; run make"
        newest = max(path.stat().st_mtime for path in compiled)
        assert newest >= source.stat().st_mtime, f"{source.name} changed after it was compiled; run make"
