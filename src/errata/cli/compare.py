"""`errata compare`: which systems differ, and how certain that is."""

from argparse import ArgumentParser

from errata.api.compare import DEFAULT_SAMPLES, TESTS, compare
from errata.cli.gates import REFUSED, add_gates, fail, is_refused, parse_bounds, shortfalls
from errata.cli.inputs import check_output, read_table_inputs, resampling
from errata.cli.options import (
    add_inputs,
    add_presentation,
    add_resampling_options,
    add_tables,
    add_text_documents,
    command_parser,
)
from errata.cli.paper import add_paper
from errata.cli.terminal import catching_findings, has_colour, in_words, show, show_left_out, watched
from errata.errors import InputError
from errata.report.writers import FORMATS

_DESCRIPTION = """\
Compare systems: scores with intervals, tests of every pair, ranks, groups of indistinguishable systems, and how well
the measures agree. For example, with the corpus that ships with errata:

  cd "$(errata demo --path)" && errata compare gold.m2 good.txt bold.txt cautious.txt --measure m2 --measure green

Files and measures are given as for 'errata score'. The tables explain their columns; see also docs/compare.md.
"""


def _parser(arguments: list[str]) -> ArgumentParser:
    parser = command_parser("compare", "GOLD OUTPUT OUTPUT [OUTPUT …]", _DESCRIPTION)
    add_inputs(parser)
    add_text_documents(parser)
    parser.add_argument("-f", "--format", choices=FORMATS, default="table", help="output format (default: table)")
    parser.add_argument("--baseline", metavar="NAME", help="test (and correct for) only the pairs with this system")
    parser.add_argument(
        "--by",
        metavar="VALUE",
        action="append",
        default=[],
        help="also show how well measures agree by this value, such as f or precision (repeat for more)",
    )
    parser.add_argument(
        "--t-test",
        action="store_true",
        help="add paired t-tests over sentences: between systems, and of each against the source (imeasure)",
    )
    parser.add_argument(
        "--with",
        dest="previous",
        metavar="FILE",
        help="also compare with a stored run (from 'errata score --sentences --format json'); its systems are called "
        "NAME@FILE",
    )
    add_presentation(parser)
    add_paper(parser)
    add_gates(parser)
    group = parser.add_argument_group("resampling")
    group.add_argument(
        "--test",
        choices=TESTS,
        default=TESTS[0],
        help=f"which test decides ranks, groups and significance (default: {TESTS[0]}); both are shown",
    )
    group.add_argument("--no-pairs", action="store_true", help="omit the tests of single pairs")
    add_resampling_options(group, DEFAULT_SAMPLES)
    add_tables(parser, arguments)
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser(arguments).parse_intermixed_args(arguments)
    bounds = parse_bounds(options.fail_under)
    check_output(options, options.previous)
    with catching_findings() as findings:
        plan = resampling(options, DEFAULT_SAMPLES)
        asked = read_table_inputs(options, plan)
        if len(asked.outputs) < 2 and options.previous is None:
            raise InputError(
                f"a comparison needs at least two systems, but only {next(iter(asked.outputs))!r} is given; "
                "name another output, or use 'errata score --interval' for one"
            )
        if options.documents:
            from errata.cli.documents import draw_documents

            plan = draw_documents(asked, plan)
        with watched(options.quiet) as progress:
            found = compare(
                **asked.arguments,
                workers=options.workers,
                resampling=plan,
                test=options.test,
                baseline=options.baseline,
                previous=options.previous,
                by=options.by,
                t_test=options.t_test,
                progress=progress,
            )
    from errata.report.comparison import render  # what names the columns, and so no part of --help

    with catching_findings() as remarks:
        text = render(
            found,
            options.format,
            warnings=in_words(findings),
            pairs=not options.no_pairs,
            digits=options.digits,
            bold=has_colour(options.output),
            wide=options.wide,
            signature=options.signature,
        )
    short = shortfalls([score for item in found.measures for score in item.scores], bounds)
    if is_refused([*findings, *remarks], options.strict):
        return REFUSED
    show_left_out(found.left_out, options.extract, options.quiet)
    show(text, [*findings, *remarks], options.quiet, options.output)
    return fail(short)
