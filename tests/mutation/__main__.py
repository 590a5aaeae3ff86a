"""Change the measures and the statistics in small ways and see that tests notice: `make mutate`.

    python -m tests.mutation [--sample N] [--seed N] [--again] [--jobs N] [PATH …]

Paths are modules or folders below src/errata (default: measures and stats). Tests run without the shared folder. What
survives is printed and left in build/mutation.json; a survivor that no test could notice belongs, with the reason, in
equivalent.toml.
"""

import json
import os
import sys
import tomllib
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.mutation.mutants import Mutant, find_mutants
from tests.mutation.running import SURVIVED, UNTESTED, judge, watch

ROOT = Path(__file__).parent.parent.parent
PACKAGE = Path("src/errata")
TESTS = ("tests/measures", "tests/stats", "tests/golden")
"""Where the tests are that must notice."""
ENOUGH = 0.95
"""The share of mutants that must be noticed, those left out that are equivalent."""
REPORT = ROOT / "build" / "mutation.json"
EQUIVALENT = Path(__file__).parent / "equivalent.toml"

Key = tuple[str, str, int, str]
"""A mutant as it is listed: module, the line as it stands, which byte of it, from 0, and the change."""


def known_equivalents() -> dict[Key, str]:
    """Return why mutants need not be noticed."""
    with EQUIVALENT.open("rb") as stream:
        listed = tomllib.load(stream)["mutant"]
    return {(item["module"], item["line"], item["at"], item["change"]): item["reason"] for item in listed}


def _key(mutant: Mutant) -> Key:
    line = (ROOT / mutant.path).read_text(encoding="utf-8").split("\n")[mutant.line - 1]
    at = mutant.column - (len(line) - len(line.lstrip()))
    return str(Path(mutant.path).relative_to(PACKAGE)), line.strip(), at, mutant.change


def _modules(paths: Sequence[str]) -> list[str]:
    places = [ROOT / PACKAGE / path for path in paths or ("measures", "stats")]
    files = [file for place in places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]
    files = [file for file in files if file.name != "originals.py"]  # what that reads is in the shared folder
    return [str(file.relative_to(ROOT)) for file in files]


def _chosen(options: Namespace, mutants: list[Mutant]) -> list[Mutant]:
    if options.again:
        last = {tuple(item) for item in json.loads(REPORT.read_text(encoding="utf-8"))}
        return [mutant for mutant in mutants if _key(mutant) in last]
    if options.sample is not None:
        return Random(options.seed).sample(mutants, min(options.sample, len(mutants)))
    return mutants


def _options(arguments: Sequence[str]) -> Namespace:
    about, _, more = (__doc__ or "").partition("\n\n")
    parser = ArgumentParser(
        prog="python -m tests.mutation", description=about, epilog=more, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*", metavar="PATH")
    parser.add_argument("--sample", type=int, metavar="N", help="take so many mutants (default: all)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which sample (default: 1)")
    parser.add_argument("--again", action="store_true", help="only those that survived the last run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at once")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Run the tests on mutants; fail where too many survive."""
    options = _options(arguments)
    os.chdir(ROOT)
    os.environ["ERRATA_SHARED"] = str(ROOT / "build" / "nothing-shared")
    os.environ.pop("CI", None)  # there tests fail without it
    paths = _modules(options.paths)
    every = [mutant for path in paths for mutant in find_mutants(ROOT, path)]
    mutants = _chosen(options, every)
    print(f"{len(mutants)} of {len(every)} mutants of {len(paths)} modules; first the tests as they are …", flush=True)
    equivalents = known_equivalents()
    counts: Counter[str] = Counter()
    left = []
    for mutant, fate in judge(ROOT, mutants, TESTS, watch(ROOT, paths, TESTS), options.jobs):
        is_excused = fate == SURVIVED and _key(mutant) in equivalents
        counts["equivalent" if is_excused else fate] += 1
        if fate in {SURVIVED, UNTESTED} and not is_excused:
            left.append(mutant)
            print(f"{fate}: {mutant}", flush=True)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps([_key(mutant) for mutant in left], indent=1) + "\n", encoding="utf-8")
    for key in () if options.paths else equivalents.keys() - {_key(mutant) for mutant in every}:
        print(f"no longer there, remove it from {EQUIVALENT.name}: {' | '.join(map(str, key))}")
    n_real = len(mutants) - counts["equivalent"]
    share = 1 - len(left) / n_real if n_real else 1.0
    print(f"{', '.join(f'{n} {fate}' for fate, n in counts.most_common())}: {share:.1%} of {n_real} noticed")
    return int(share < ENOUGH)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
