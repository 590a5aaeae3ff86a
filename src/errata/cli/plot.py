"""`errata plot`: figures for a paper."""

from argparse import ArgumentParser
from collections.abc import Sequence

from errata.api.kinds import VALUES
from errata.cli.inputs import check_output
from errata.cli.options import add_shared, command_parser
from errata.cli.reviewing import add_reviewing, read_review
from errata.cli.terminal import tell
from errata.errors import InputError, suggest
from errata.report.figures import PLOTS, WIDTHS, check_figure
from errata.report.figures.canvas import TALLEST, Figure
from errata.text.messages import quote, read_number

_DESCRIPTION = """\
Draw a figure for a paper and print a caption for it. For example, with the corpus that ships with errata:

  cd "$(errata demo --path)" && errata plot scores gold.m2 good.txt bold.txt --measure m2 -o /tmp/scores.svg

What can be drawn:

"""
_WHAT = "\n".join(f"  {name:12}{about}" for name, about in PLOTS.items())
_MORE = """\


Files and measures are given as for 'errata score'. The suffix says what is written: .svg, or .pdf and .png, which need
the extra errata[plots].
"""


def _parser(arguments: list[str]) -> ArgumentParser:
    parser = command_parser("plot", f"{'|'.join(PLOTS)} GOLD OUTPUT [OUTPUT …] -o FIGURE", _DESCRIPTION + _WHAT + _MORE)
    parser.set_defaults(files_before=1)  # what to draw
    add_shared(parser, "--output", "output file: .svg, .pdf or .png")
    add = parser.add_argument
    add(
        "--width",
        default="column",
        metavar="WIDTH",
        help="column or page, of a paper in two columns, or a number of points (default: column)",
    )
    add("--by", metavar="GROUPING", help="types, difficulty: group edits by type (default), category, operation, "
        "length, place, sentence or edits")  # fmt: skip
    add("--value", choices=VALUES, default=VALUES[0], help=f"types: what is shown (default: {VALUES[0]})")
    add_shared(parser, "--digits", "scores: decimal places (default: 2)")
    add_reviewing(parser, arguments, "what to draw, GOLD and outputs; with --reference, no GOLD")
    add_shared(parser, "--quiet")
    return parser


def _width(text: str) -> float | str:
    try:
        return text if text in WIDTHS else read_number(text, float, 100, 2000)
    except ValueError:
        raise InputError(f"--width takes column, page or a number from 100 to 2000, not {quote(text)}") from None


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = _parser(list(arguments)).parse_intermixed_args(arguments)
    which, *options.files = options.files or [""]
    if which not in PLOTS:
        raise InputError(f"what should be drawn? {which!r} is not a plot; {suggest(which, list(PLOTS))}")
    if options.output is None:
        raise InputError("no output file given; write: -o figure.svg")
    check_figure(options.output)
    check_output(options)
    width = _width(options.width)
    found = read_review(options)
    figure = found.plot(
        which, width=width, by=options.by, value=options.value, digits=2 if options.digits is None else options.digits
    )
    figure.save(options.output)
    print(figure.caption)
    if not options.quiet:
        _warn(figure, width)
    return 0


def _warn(figure: Figure, width: float | str) -> None:
    """Tell of a figure that does not fit, since shrinking it would make its letters too small."""
    asked = WIDTHS[width] if isinstance(width, str) else width
    if figure.width > asked + 1:
        tell(f"the figure is {figure.width:.0f} points wide instead of {asked:.0f}, so that its numbers can be read")
    if figure.height > TALLEST:
        tell(
            f"the figure is {figure.height:.0f} points high, more than a page of a paper; "
            "select fewer measures with --measure, or make it wider with --width page"
        )
