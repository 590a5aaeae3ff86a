"""Build the compiled kernels; everything else is declared in pyproject.toml.

ERRATA_DISABLE_COMPILED=1  skip compilation: the kernels run as ordinary Python, commands take 3 to 30 times as long
ERRATA_REQUIRE_COMPILED=1  fail instead of falling back when the compiler does not work
"""

import os
from pathlib import Path

from setuptools import Extension, setup


def kernels() -> list[Extension]:
    """Return one extension per kernel module, optional unless compilation is required."""
    if os.environ.get("ERRATA_DISABLE_COMPILED") == "1":
        return []
    from Cython.Build import cythonize

    flags = [] if os.name == "nt" else ["-O3", "-g0", "-ffp-contract=off"]
    modules = sorted(Path("src/errata/kernels").glob("*.py"))
    sources = [path for path in modules if "cython.compiled" in path.read_text(encoding="utf-8")]
    extensions = cythonize(
        [Extension(f"errata.kernels.{path.stem}", [str(path)], extra_compile_args=flags) for path in sources],
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
    for extension in extensions:  # cythonize() drops `optional`, so it is set afterwards
        extension.optional = os.environ.get("ERRATA_REQUIRE_COMPILED") != "1"
    return list(extensions)


setup(ext_modules=kernels(), options={"build_ext": {"parallel": os.cpu_count()}})
