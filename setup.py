"""Build the compiled kernels; everything else is declared in pyproject.toml.

ERRATA_DISABLE_COMPILED=1  skip compilation: the kernels run as ordinary Python, commands take 3 to 30 times as long
ERRATA_REQUIRE_COMPILED=1  fail instead of falling back when the compiler does not work
ERRATA_CHECKED=1           compile for `make test-checked`: every index is checked (an index out of bounds is an
                           IndexError, written to standard error by functions that cannot raise), and gcc's sanitizers
                           end the process with a report on bad memory accesses and on overflow of integers. Such
                           kernels load only in a Python that was started with LD_PRELOAD=libasan.so.
"""

import os
from pathlib import Path
from typing import Any

from setuptools import Extension, setup

CHECKED = os.environ.get("ERRATA_CHECKED") == "1"
DIRECTIVES = {"boundscheck": CHECKED, "initializedcheck": CHECKED, "wraparound": False, "cdivision": True}
# Of the undefined behaviour what the first does not see anyway: the rest would double the time to compile.
SANITIZERS = [
    "-fsanitize=address",
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow",
    "-fno-sanitize-recover=all",
]
# Of its own, so that nothing compiled the one way is taken for the other.
CHECKED_FOLDER = "build/checked"


def flags() -> list[str]:
    """Return what the compiler is told."""
    if CHECKED:
        # Python's own flags have -fwrapv, with which no overflow is a mistake.
        return ["-O1", "-g1", "-fno-omit-frame-pointer", "-ffp-contract=off", "-fno-wrapv", *SANITIZERS]
    return [] if os.name == "nt" else ["-O3", "-g0", "-ffp-contract=off"]


def kernels() -> list[Extension]:
    """Return one extension per kernel module, optional unless compilation is required."""
    if os.environ.get("ERRATA_DISABLE_COMPILED") == "1":
        return []
    from Cython.Build import cythonize

    modules = sorted(Path("src/errata/kernels").glob("*.py"))
    sources = [path for path in modules if "cython.compiled" in path.read_text(encoding="utf-8")]
    linked = SANITIZERS if CHECKED else []
    extensions = cythonize(
        [
            Extension(f"errata.kernels.{path.stem}", [str(path)], extra_compile_args=flags(), extra_link_args=linked)
            for path in (*sources, Path("src/errata/kernels/_shared.c"))
        ],
        language_level=3,
        shared_utility_qualified_name="errata.kernels._shared",  # else each kernel compiles Cython's own code again
        compiler_directives=DIRECTIVES,
        build_dir=CHECKED_FOLDER if CHECKED else None,
        nthreads=0 if os.name == "nt" else os.cpu_count() or 1,  # spawned processes would run this file again
    )
    for extension in extensions:  # cythonize() drops `optional`, so it is set afterwards
        extension.optional = os.environ.get("ERRATA_REQUIRE_COMPILED") != "1" and not CHECKED
    return list(extensions)


options: dict[str, dict[str, Any]] = {"build_ext": {"parallel": os.cpu_count()}}
if CHECKED:
    options["build"] = {"build_base": CHECKED_FOLDER}
setup(ext_modules=kernels(), options=options)
