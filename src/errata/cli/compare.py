"""`errata compare`: which systems differ, and how sure one can be."""

import warnings
from argparse import ArgumentParser

from errata.cli.score import add_resampling_options, read_request, resampling, shared_parser, show, watched
from errata.cli.terminal import has_colour
from errata.comparing import DEFAULT_SAMPLES, TESTS, compare
from errata.errors import ErrataWarning, InputError

_DESCRIPTION = """\
Compare systems: scores with intervals, tests of every pair, ranks, groups of systems that cannot be told apart, and how
far the measures agree. For example, with the corpus that ships with errata:

  cd "$(errata demo --path)" && errata compare gold.m2 good.txt bold.txt cautious.txt --measure m2 --measure green

Files and measures are given as to 'errata score'. The tables explain their columns; 'docs/compare.md' tells more.
"""


def _parser() -> ArgumentParser:
    parser = shared_parser("errata compare", "[options] GOLD OUTPUT OUTPUT [OUTPUT …]", _DESCRIPTION)
    group = parser.add_argument_group("resampling")
    group.add_argument(
        "--test",
        choices=TESTS,
        default=TESTS[0],
        help=f"which test decides about ranks, groups and significance (default: {TESTS[0]}); both are shown",
    )
    group.add_argument("--no-pairs", action="store_true", help="leave out the tests of single pairs")
    add_resampling_options(group, DEFAULT_SAMPLES)
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    if options.sort or options.best or options.format == "hoo-xml":
        raise InputError(
            "--sort, --best and --format hoo-xml are for 'errata score'; a comparison is ordered by score and marks "
            "the best by itself"
        )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        plan = resampling(options, DEFAULT_SAMPLES)
        asked = read_request(options)
        if len(asked.outputs) < 2:
            raise InputError(
                f"a comparison needs at least two systems, but only {next(iter(asked.outputs))!r} is given; "
                "name another output, or use 'errata score --interval' for one"
            )
        with watched(options.quiet) as progress:
            found = compare(
                asked.gold,
                asked.outputs,
                measures=asked.measures,
                extract=asked.extract,
                workers=options.workers,
                resampling=plan,
                test=options.test,
                progress=progress,
            )
    from errata.report.compare import render

    messages = [str(item.message) for item in caught]
    text = render(
        found,
        options.format,
        warnings=messages,
        pairs=not options.no_pairs,
        digits=options.digits,
        bold=has_colour(),
    )
    show(options, text, messages)
    return 0
