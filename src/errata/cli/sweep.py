"""`errata score --sweep`: a measure with one option at many values."""

from typing import TYPE_CHECKING

from errata.api.score import score
from errata.cli.gates import REFUSED, is_refused
from errata.cli.inputs import read_table_inputs
from errata.cli.page import add_page, check_page
from errata.cli.terminal import catching_findings, has_colour, in_words, show, watched
from errata.errors import InputError
from errata.records import replace

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

_ALONE = (
    "measure documents sentences by sort best score_only wide interval fail_under samples seed level method clusters"
)
"""Options that do not apply to sweeps."""


def add_sweep(parser: "ArgumentParser") -> None:
    """Add the option to sweep, and the plot's file."""
    parser.add_argument(
        "--sweep",
        metavar="NAME:key=LOW..HIGH/STEP",
        action="append",
        help="instead of --measure: scores at every value of a numeric option, such as green:beta=0..5/0.5 (repeat "
        "for more)",
    )
    add_page(parser, "a plot of every --sweep")


def run_sweep(options: "Namespace") -> int:
    """Score the sweeps, print their tables and write the page."""
    from errata.api.sweep import at_values, of_result, parse_sweep  # which every `score` would load otherwise

    odd = next((name for name in _ALONE.split() if getattr(options, name)), None)
    if odd:
        raise InputError(f"--{odd.replace('_', '-')} cannot be combined with --sweep; leave it out")
    check_page(options.html, [*options.files, options.source, *options.reference])
    plans = [parse_sweep(text) for text in options.sweep]
    each = [at_values(*plan) for plan in plans]
    with catching_findings() as findings:
        asked = read_table_inputs(options, None)
        asked = replace(asked, measures=list(dict.fromkeys(made for measures in each for made in measures)))
        with watched(options.quiet) as progress:
            result = score(**asked.arguments, workers=options.workers, progress=progress)
    sweeps = [
        of_result(measure, option, measures, result) for (measure, option, _), measures in zip(plans, each, strict=True)
    ]
    from errata.report.sweep import render, to_page

    with catching_findings() as remarks:
        words, bold = in_words(findings), has_colour(options.output)
        text = render(sweeps, options.format, warnings=words, digits=options.digits, bold=bold)
    if is_refused([*findings, *remarks], options.strict):
        return REFUSED
    if options.html:
        from errata.formats.writing import write_text

        write_text(options.html, to_page(sweeps, options.digits))
    show(text, [*findings, *remarks], options.quiet, options.output)
    return 0
