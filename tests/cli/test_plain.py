"""Arguments read without argparse mean what argparse makes of them, and small runs load nothing they do not need."""

import random
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from errata.cli import score
from errata.cli.plain import read_plain
from errata.errors import InputError

GOLD, GOOD = (str(Path(score.__file__).parent.parent / "examples" / name) for name in ("gold.m2", "good.txt"))


def _plainly(arguments: list[str]) -> Namespace | None:
    return read_plain(partial(score._declare, arguments=arguments), arguments)


@pytest.mark.parametrize(
    "line",
    [
        "gold.m2 mine.txt",
        "gold.m2 -m green -m m2:beta=1 mine.txt theirs.txt --quiet",
        "--source s --reference a --reference b -r c mine.txt -",
        "gold.m2 --measure=green --digits 3 --workers=2 mine.txt -q",
        "gold.m2 mine.txt --format json --interval --seed 3 --level 0.9 --method bca --output=out.json",
        "gold.m2 mine.txt --fail-under m2=0.3 --fail-under errant=0.3 --strict --wide -b",
        "gold.m2 mine.txt --gold more.m2 --control c --by-type --device cpu --tokens cjk --normalize nfc",
        "gold.m2 mine.txt --digits 3 --digits 4 --output -",
    ],
)
def test_what_is_plain_is_read_as_argparse_reads_it(line: str) -> None:
    """Every value is the same, those that were not given included."""
    arguments = line.split()
    read = _plainly(arguments)
    assert read is not None
    assert vars(read) == vars(score._parser(arguments).parse_intermixed_args(arguments))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "--help",
        "gold.m2 mine.txt -mgreen",
        "gold.m2 mine.txt --",
        "gold.m2 mine.txt --metric green",
        "gold.m2 mine.txt --measur green",
        "gold.m2 mine.txt --measure",
        "gold.m2 mine.txt --measure=",
        "gold.m2 mine.txt --measure --quiet",
        "gold.m2 mine.txt --quiet=yes",
        "gold.m2 mine.txt --digits 99",
        "gold.m2 mine.txt --digits -1",
        "gold.m2 mine.txt --format latin",
        "gold.m2 mine.txt --format by-type",
        "--data conll14 mine.txt",
        "--quiet",
    ],
)
def test_what_is_not_plain_is_left_to_argparse(line: str) -> None:
    """Help, mistakes and short cuts, of which it knows what to say; and forms that only some measures have."""
    assert _plainly(line.split()) is None


def test_scattered_files_are_refused_either_way() -> None:
    """One option takes one file, whoever reads the arguments."""
    with pytest.raises(InputError, match="is it a second reference or an output"):
        _plainly(["--source", "s", "--reference", "a", "b", "mine.txt", "--reference", "c", "mine.txt"])


def test_random_command_lines_are_read_alike() -> None:
    """Where argparse refuses a line it is not plain; where both read it they agree."""
    words = "gold.m2 mine.txt - -- -m --measure green --measure=m2 --digits 2 -1 x --quiet -q --reference r --format "
    words += "json --interval --samples 100 --samples=1 -qb --wide --wide=1 --by type --seed --engine local '' -b"
    pool, random_ = words.split(), random.Random(25)
    n_plain = 0
    for _ in range(400):
        arguments = random_.choices(pool, k=random_.randint(1, 6))
        ours, theirs = _told(_plainly, arguments), _told(_by_argparse, arguments)
        if ours is not None:
            n_plain += 1
            assert ours == theirs, arguments
    assert n_plain > 20


def _by_argparse(arguments: Sequence[str]) -> Namespace:
    return score._parser(list(arguments)).parse_intermixed_args(arguments)


def _told(read: object, arguments: list[str]) -> object:
    """Return the values that were read, or how the line was refused."""
    assert callable(read)
    try:
        made = read(arguments)
    except (InputError, SystemExit) as error:
        return type(error), str(error)
    return None if made is None else vars(made)


def test_plug_ins_may_ask_a_parser_for_more() -> None:
    """Declarations that a plain reader does not know are no mistake: argparse reads the line."""

    def declare(parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*")
        parser.add_mutually_exclusive_group()

    def exotic(parser: ArgumentParser) -> None:
        parser.add_argument("--level", action="count")

    assert read_plain(declare, ["mine.txt"]) is None
    assert read_plain(exotic, ["mine.txt"]) is None


NEEDLESS = (
    "argparse",
    "bz2",
    "dataclasses",
    "decimal",
    "errata.api.sweep",
    "gettext",
    "hashlib",
    "inspect",
    "json",
    "locale",
    "lzma",
    "numpy",
    "pathlib",
    "rich",
    "shutil",
    "subprocess",
    "tempfile",
    "zlib",
)
"""What takes time to load, and no score of plain files needs."""


@pytest.mark.parametrize("measure", ["green", "m2", "errant", "exact"])
def test_a_small_run_loads_little(measure: str) -> None:
    """Scoring one output loads no more modules than it did when that was last made quick, and none of the slow ones."""
    other = GOLD if measure == "errant" else GOOD
    code = (
        f"import sys; before = set(sys.modules); from errata.cli import main; main(sys.argv[1:]); "
        f"new = set(sys.modules) - before; "
        f"print(sorted(new & set({NEEDLESS})), len([name for name in new if name.startswith('errata.')]))"
    )
    command = [sys.executable, "-c", code, "score", GOLD, f"mine={other}", "--measure", measure, "--quiet"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    needless, n_modules = printed.splitlines()[-1].rsplit(" ", 1)
    assert needless == "[]"
    assert int(n_modules) <= 103  # of M2, which has the most kernels


def test_the_version_is_told_without_argparse() -> None:
    """`errata --version` is what scripts ask first."""
    code = "import sys; from errata.cli import main; main(['--version']); print('argparse' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.startswith("errata ")
    assert told.endswith("False\n")
