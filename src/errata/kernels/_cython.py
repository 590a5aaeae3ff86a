"""A stand-in for the `cython` module when a kernel runs uncompiled: names exist and do nothing.

Importing the real module costs 14 ms and is not installed with the package.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

compiled = False


class _CType:
    """A C type: usable as an annotation, indexable as a memoryview, callable as a conversion."""

    def __getitem__(self, _: object) -> "_CType":
        return self

    def __call__(self, value: Any = None) -> Any:
        return value


char = uchar = short = int = uint = long = longlong = ulonglong = Py_ssize_t = size_t = double = bint = (
    void
) = _CType()


def _same(function: Any) -> Any:
    return function


def _directive(*_: object, **__: object) -> Callable[[Any], Any]:
    return _same


ccall = cfunc = inline = cclass = final = _same
locals = returns = boundscheck = wraparound = cdivision = exceptval = _directive


def cast(_: object, value: Any) -> Any:
    """Return the value: Python has one kind of integer."""
    return value


def declare(_: object, value: Any = None) -> Any:
    """Return the initial value: a C global is a Python global."""
    return value


@contextmanager
def _no_operation() -> Iterator[None]:
    yield


class _NoGil:
    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


nogil = _NoGil()
