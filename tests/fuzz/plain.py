"""The kernels as ordinary Python beside the compiled ones: what both make of the same must be equal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from errata import kernels
from errata.kernels import _cython


def _is_kernel(name: str, module: ModuleType) -> bool:
    return name.startswith("errata.kernels.") and hasattr(module, "COMPILED")


@cache
def _twins() -> dict[str, ModuleType]:
    """Return every compiled kernel that is loaded, interpreted; kernels that use others use interpreted ones."""
    before = {name: module for name, module in sys.modules.items() if _is_kernel(name, module)}
    shadow = sys.modules.get("cython")
    sys.modules["cython"] = _cython
    try:
        for name in before:
            del sys.modules[name]
        for name in before:
            _load(name)
        return {name: sys.modules[name] for name in before}
    finally:
        sys.modules.update(before)
        if shadow is None:
            del sys.modules["cython"]
        else:
            sys.modules["cython"] = shadow


def _load(name: str) -> None:
    """Load the source of a kernel, and first of those it imports."""
    if name in sys.modules:
        return
    path = Path(kernels.__file__).with_name(f"{name.rpartition('.')[2]}.py")
    text = path.read_text(encoding="utf-8")
    for other in Path(kernels.__file__).parent.glob("*.py"):
        if "COMPILED" in other.read_text(encoding="utf-8") and f"from errata.kernels.{other.stem} import" in text:
            _load(f"errata.kernels.{other.stem}")
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


def _twin(value: object) -> object:
    """Return the interpreted twin of a compiled kernel, or of something in it; None for anything else."""
    if isinstance(value, ModuleType):
        return _twins().get(value.__name__)
    home = _twins().get(getattr(value, "__module__", None) or "") if callable(value) else None
    return getattr(home, value.__name__) if home else None  # type: ignore[attr-defined]


@contextmanager
def interpreted() -> Iterator[None]:
    """Let everything that is loaded use interpreted kernels for a while."""
    users = [module for name, module in sys.modules.items() if name.startswith("errata.") and name not in _twins()]
    compiled = [(vars(module), name, value) for module in users for name, value in vars(module).items() if _twin(value)]
    try:
        for names, name, value in compiled:
            names[name] = _twin(value)
        yield
    finally:
        for names, name, value in compiled:
            names[name] = value
