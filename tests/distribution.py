"""Build sdist and wheel, and try both in clean environments: `make dist`.

The wheel is built from the sdist, so it proves that the sdist is complete with a compiler; the sdist is then installed
without one (CC=/bin/false), which must give a working, interpreted package. It is also taken apart: it has what git
tracks and nothing else, and its tests can be run there.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PLUGINS = (ROOT / "examples" / "errata-brackets", ROOT / "plugins" / "errata-corpora")
BUILT = ("PKG-INFO", "setup.cfg", "src/errata.egg-info/")
"""What building adds to an sdist."""
QUICK = (
    "tests/test_package.py",
    "tests/text",
    "tests/docs/test_pages.py::test_generated_tables_are_current",
    "tests/docs/test_pages.py::test_every_block_does_what_it_shows[README.md]",
)
MAX_WHEEL = 6_000_000
ALONE = {"CI": "", "ERRATA_SHARED": "", "PYTHONPATH": ""}
"""Nothing of the folder that is built from, as on the machine of a stranger."""


def call(*command: object, cwd: Path = ROOT, **environment: str) -> str:
    """Run a command and return what it prints; stop where it fails."""
    ran = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{ran.stdout}\n{ran.stderr}")
    return ran.stdout


def build() -> tuple[Path, Path]:
    """Return sdist and wheel, the wheel built from the sdist with a compiler."""
    shutil.rmtree(DIST, ignore_errors=True)
    call(sys.executable, "-m", "build", "--outdir", DIST, ERRATA_REQUIRE_COMPILED="1")
    [sdist], [wheel] = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    for path in (sdist, wheel):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")
    return sdist, wheel


def check_sdist(sdist: Path, tracked: set[str]) -> None:
    """Stop unless the sdist has what git tracks and nothing else."""
    with tarfile.open(sdist) as archive:
        there = {item.name.partition("/")[2] for item in archive if item.isfile()}
    there = {name for name in there if not name.startswith(BUILT)}
    for names, verb in ((tracked - there, "lacks"), (there - tracked, "should not have")):
        if names:
            sys.exit(f"{sdist.name} {verb} {', '.join(sorted(names))}; see MANIFEST.in")


def check_wheel(wheel: Path) -> None:
    """Stop unless compiled kernels, examples and golden cases are in the wheel, and no C source or test."""
    names = zipfile.ZipFile(wheel).namelist()
    modules = (ROOT / "src" / "errata" / "kernels").glob("*.py")
    kernels = [path.stem for path in modules if "cython.compiled" in path.read_text(encoding="utf-8")]
    for part in (*(f"kernels/{name}.cpython" for name in kernels), "examples/gold.m2", "measures/m2/golden.json"):
        if not any(part in name for name in names):
            sys.exit(f"{part} is not in {wheel.name}")
    odd = [name for name in names if name.endswith(".c") or not name.startswith(("errata/", "errata-"))]
    if odd:
        sys.exit(f"{wheel.name} has what it should not: {odd}")


def try_out(package: Path, expected: str, *, with_plugins: bool = False) -> None:
    """Install a package where there is no compiler, and do what a new user does, in an empty directory.

    The packages that add to it are installed beside it and tested, if so wished.
    """
    with TemporaryDirectory() as folder:
        here = Path(folder)
        call(sys.executable, "-m", "venv", here / "env")
        python, errata = here / "env" / "bin" / "python", here / "env" / "bin" / "errata"
        call(python, "-m", "pip", "install", "--quiet", package, CC="/bin/false", ERRATA_REQUIRE_COMPILED="0")
        version = call(errata, "--version", cwd=here).strip()
        if expected not in version:
            sys.exit(f"{package.name} was to be {expected}, but says: {version}")
        demo = call(errata, "demo", cwd=here)
        agreed = call(errata, "selftest", "--measure", "m2", "--measure", "errant", cwd=here).splitlines()[-1]
        for plugin in PLUGINS if with_plugins else ():
            call(python, "-m", "pip", "install", "--quiet", plugin, "pytest", "hypothesis")
            pytest = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider")
            print(f"{plugin.name}: {call(*pytest, plugin / 'tests', cwd=here).splitlines()[-1]}")
        print(f"{package.name}: {version}; demo printed {len(demo.splitlines())} lines; {agreed}")


def try_tests(sdist: Path) -> None:
    """Unpack the sdist, collect all its tests there and run the quick ones, as `make test` would run them all."""
    with TemporaryDirectory() as folder:
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        here = Path(folder) / sdist.name.removesuffix(".tar.gz")
        call(sys.executable, "-m", "venv", here / "env")
        python = here / "env" / "bin" / "python"
        call(python, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1")
        installed = ("--editable", here, "--editable", here / "plugins" / "errata-corpora", "--group", "dev")
        call(python, "-m", "pip", "install", "--quiet", *installed, cwd=here, ERRATA_DISABLE_COMPILED="1", **ALONE)
        pytest = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider")
        collected = call(*pytest, "--collect-only", cwd=here, **ALONE).splitlines()[-1]
        tested = call(*pytest, *QUICK, cwd=here, **ALONE).splitlines()[-1]
        print(f"{sdist.name}, unpacked: {collected}; of the quick ones {tested}")


def portable(wheel: Path) -> Path:
    """Return the wheel with the oldest Linux in its name that it runs on, refused above 6 MB."""
    call(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST / "portable", wheel)
    [repaired] = (DIST / "portable").glob("*manylinux*.whl")
    size = repaired.stat().st_size
    print(f"{repaired.name}: {size / 1e6:.2f} MB")
    if size > MAX_WHEEL:
        sys.exit(f"{repaired.name} has {size:,} bytes, more than {MAX_WHEEL:,}")
    return repaired


def main() -> None:
    """Build, list, install, run; `--wheel` makes nothing but a wheel for any Linux, and tries it."""
    sdist, wheel = build()
    if "--wheel" in sys.argv:
        try_out(portable(wheel), "compiled kernels")
        return
    if (ROOT / ".git").exists():
        check_sdist(sdist, set(call("git", "ls-files").splitlines()))
    check_wheel(wheel)
    try_out(wheel, "compiled kernels", with_plugins=True)
    try_out(sdist, "interpreted kernels")
    try_tests(sdist)


if __name__ == "__main__":
    main()
