"""Replaces the `cython` module when a kernel runs uncompiled: the names that kernels use, without any effect.

Importing the real module would cost 14 ms, and it is not installed with the package.
"""

from collections.abc import Callable
from typing import Any

compiled = False


class _CType:
    """A C type: usable as an annotation, indexable as a memoryview, callable as a conversion."""

    def __getitem__(self, _: object) -> "_CType":
        return self

    def __call__(self, value: Any = None) -> Any:
        return value


const = char = uchar = schar = short = int = uint = long = longlong = ulonglong = _CType()
Py_ssize_t = double = bint = void = _CType()


def _same(function: Any) -> Any:
    return function


def _directive(*_: object, **__: object) -> Callable[[Any], Any]:
    return _same


cfunc = inline = cclass = final = _same
exceptval = locals = _directive


def cast(_: object, value: Any) -> Any:
    """Return the value: Python has only one integer type."""
    return value


def declare(_: object = None, value: Any = None, **__: object) -> Any:
    """Return the initial value: a C global is a Python global."""
    return value


class _NoGil:
    """Both a decorator and a context manager, as in Cython."""

    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


nogil = _NoGil()
